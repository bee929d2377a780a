"""Double elimination: the published brackets, two losses for everybody, absences, the ranking."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import Decision, Entrant, FormatError, Pairing, Record, complete_settings
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION, FINAL, RESET
from tournaments.formats.registry import format_of

REFERENCE = json.loads(Path(__file__).with_name("knockout_brackets.json").read_text())["double_elimination"]
few = settings(deadline=None, max_examples=40)


def field(count, *, out=(), reset=True, decisions=None, under_way=()):
    entrants = [Entrant(str(seed), seed, out=seed in out) for seed in range(1, count + 1)]
    complete = complete_settings(DOUBLE_ELIMINATION.settings, {"reset": reset})
    return Record(entrants, complete, decisions or {}, frozenset(under_way))


def by_key(record) -> dict[str, Pairing]:
    return {pairing.key: pairing for pairing in DOUBLE_ELIMINATION.next(record)}


def entries(pairing):
    return [side.entry for side in pairing.sides]


def play(count, choose, **how):
    """Return the record of a stage in which `choose(pairing)` decides everything that has to be played."""
    decisions = {}
    while True:
        record = field(count, decisions=decisions, **how)
        due = [p for p in DOUBLE_ELIMINATION.next(record) if p.playable and p.key not in decisions]
        if not due:
            return record
        decisions = {**decisions, **{pairing.key: choose(pairing) for pairing in due}}


def better_seed(pairing):
    first, second = map(int, entries(pairing))
    return Decision(0 if first < second else 1)


def losses(record):
    """Return how often everybody has lost a board that was played."""
    found = Counter({entrant.id: 0 for entrant in record.entrants})
    for pairing in DOUBLE_ELIMINATION.next(record):
        decision = record.decisions.get(pairing.key)
        if decision is not None:
            found.update(entry for side, entry in enumerate(entries(pairing)) if side != decision.advances)
    return found


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case['players']} players")
def test_the_bracket_is_the_published_one(case):
    pairings = by_key(field(case["players"]))

    assert pairings.keys() == {match["id"] for match in case["matches"]}
    for match in case["matches"]:
        sides = pairings[match["id"]].sides
        # An empty side stands for nobody ever; whatever leads to it does not matter.
        slots = [None if side.empty else {side.source.kind: side.source.of} for side in sides]
        assert slots == [slot and {kind: str(of) for kind, of in slot.items()} for slot in match["slots"]], match["id"]
        kind = ["game", "bye", "empty"][sum(side.empty for side in sides)]
        assert match["kind"] in (kind, "reset")


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case['players']} players")
def test_as_many_boards_are_played_as_published(case):
    def upset_at_the_end(pairing):
        return Decision(1) if pairing.key == FINAL else better_seed(pairing)

    assert len(play(case["players"], better_seed).decisions) == case["games_without_reset"]
    assert len(play(case["players"], upset_at_the_end).decisions) == case["games_with_reset"]


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case['players']} players")
def test_rounds_stand_in_an_order_in_which_they_can_be_played(case):
    record = field(case["players"])
    rounds = {pairing.key: pairing.round for pairing in DOUBLE_ELIMINATION.next(record)}
    plan = DOUBLE_ELIMINATION.plan(case["players"], record.settings)

    for pairing in DOUBLE_ELIMINATION.next(record):
        sources = [side.source for side in pairing.sides if side.source.kind != "seed"]
        assert all(rounds[source.of] < pairing.round for source in sources)
    assert Counter(rounds.values()) == {round_.number: round_.boards for round_ in plan}
    names = [DOUBLE_ELIMINATION.round_name(round_.kind) for round_ in plan]
    assert len({name.de for name in names}) == len(plan)


@few
@given(st.integers(3, 40), st.booleans(), st.data())
def test_everybody_but_the_winner_loses_twice(count, reset, data):
    record = play(count, lambda _: Decision(data.draw(st.sampled_from([0, 1]))), reset=reset)

    lost = losses(record)
    winner = DOUBLE_ELIMINATION.ranking(record)[0].entry
    second = DOUBLE_ELIMINATION.ranking(record)[1].entry
    # Without a second final the one from above may go out with a single loss.
    assert all(times == 2 for entry, times in lost.items() if entry not in (winner, second))
    assert lost[winner] <= 1
    assert lost[second] == 2 or (not reset and lost[second] == 1)
    assert len(record.decisions) in (2 * count - 2, 2 * count - 1)


@few
@given(st.integers(3, 40), st.data())
def test_everybody_gets_one_place_and_the_places_fit_the_field(count, data):
    record = play(count, lambda _: Decision(data.draw(st.sampled_from([0, 1]))))

    places = DOUBLE_ELIMINATION.ranking(record)

    assert sorted(int(place.entry) for place in places) == list(range(1, count + 1))
    for place in places:
        sharing = [other for other in places if other.rank == place.rank]
        assert place.to_rank == place.rank + len(sharing) - 1
    assert max(place.to_rank for place in places) == count


def test_the_better_seeds_win_in_order():
    places = DOUBLE_ELIMINATION.ranking(play(8, better_seed))

    assert [(place.rank, place.to_rank, place.entry) for place in places] == [
        (1, 1, "1"),
        (2, 2, "2"),
        (3, 3, "3"),
        (4, 4, "4"),
        (5, 6, "5"),
        (5, 6, "6"),
        (7, 8, "7"),
        (7, 8, "8"),
    ]


def test_no_second_final_when_the_one_from_above_wins_the_first():
    record = play(4, better_seed)

    reset = by_key(record)[RESET]
    assert [side.empty for side in reset.sides] == [True, True]
    assert reset.decision == Decision(None, "empty")
    assert RESET not in record.decisions


def test_a_second_final_when_the_one_from_below_wins_the_first():
    record = play(4, lambda pairing: Decision(1) if pairing.key == FINAL else better_seed(pairing))

    assert entries(by_key(record)[RESET]) == ["2", "1"]
    assert [place.entry for place in DOUBLE_ELIMINATION.ranking(record)][:2] == ["1", "2"]


def test_without_reset_the_first_final_decides():
    record = play(4, lambda pairing: Decision(1) if pairing.key == FINAL else better_seed(pairing), reset=False)

    assert RESET not in by_key(record)
    assert [place.entry for place in DOUBLE_ELIMINATION.ranking(record)][:2] == ["2", "1"]


def test_nothing_is_settled_at_the_start():
    assert DOUBLE_ELIMINATION.ranking(field(8)) == ()


def test_who_leaves_loses_above_and_below_without_a_game():
    record = play(4, better_seed, out=(1,))

    assert by_key(record)["U1-1"].decision == Decision(1, "forfeit")
    assert entries(by_key(record)["L1-1"])[0] == "1"
    assert by_key(record)["L1-1"].decision == Decision(1, "forfeit")
    assert [place.entry for place in DOUBLE_ELIMINATION.ranking(record)] == ["2", "3", "4", "1"]


def test_both_absent_are_out_and_leave_empty_places():
    record = play(8, better_seed, out=(1, 8))

    pairings = by_key(record)
    assert pairings["U1-1"].decision == Decision(None, "double_forfeit")
    assert pairings["U2-1"].sides[0].empty
    assert pairings["L1-1"].sides[0].empty
    places = {place.entry: place.rank for place in DOUBLE_ELIMINATION.ranking(record)}
    assert places["1"] == places["8"] == 7
    assert places["2"] == 1


@few
@given(st.integers(3, 20), st.data())
def test_absences_never_stop_it(count, data):
    out = data.draw(st.sets(st.integers(1, count)))
    choices = st.sampled_from([Decision(0), Decision(1), Decision(None, "double_forfeit")])

    record = play(count, lambda _: data.draw(choices), out=tuple(out))

    pairings = by_key(record)
    assert all(key in record.decisions or pairing.decision for key, pairing in pairings.items())
    placed = [place.entry for place in DOUBLE_ELIMINATION.ranking(record) if place.entry]
    assert len(placed) == len(set(placed))


@pytest.mark.parametrize(("count", "code"), [(2, "too_few_entries"), (257, "too_many_entries")])
def test_refuses_fields_outside_the_limits(count, code):
    with pytest.raises(FormatError) as refused:
        DOUBLE_ELIMINATION.next(field(count))

    assert refused.value.code == code


@pytest.mark.parametrize(
    "case", [case for case in REFERENCE if case["players"] in (8, 16)], ids=lambda c: str(c["players"])
)
def test_a_rematch_below_comes_no_earlier_than_published(case):
    """Who may come to each side, by seeds alone: before the rounds named no two who met above can meet again."""
    pairings = by_key(field(case["players"]))
    met_above, come = {}, {}
    for key, pairing in pairings.items():
        sides = [_possible(side.source, come) for side in pairing.sides]
        come[key] = sides[0] | sides[1]
        if key[0] == "U":
            met_above[key] = sides
    for key, pairing in pairings.items():
        part = key.partition("-")[0]
        if part[0] == "L" and part not in case["rematch_possible_in"]:
            first, second = (_fell_from(side.source, pairings) for side in pairing.sides)
            assert not any(_could_have_met(one, other, pairings) for one in first for other in second)


def _possible(source, come):
    return {source.of} if source.kind == "seed" else come[source.of]


def _fell_from(source, pairings):
    """Return the boards above from which somebody on this side may have fallen."""
    if source.kind == "loser":
        return {source.of}
    return set().union(*(_fell_from(side.source, pairings) for side in pairings[source.of].sides))


def _could_have_met(one, other, pairings):
    """Tell whether two who fell from these boards above may have met there."""
    return one in _before(other, pairings) or other in _before(one, pairings)


def _before(key, pairings):
    """Return the boards above that lead to this one: whoever lost there lost to somebody who went on."""
    sources = [side.source for side in pairings[key].sides if side.source.kind == "winner"]
    return set().union(*({source.of} | _before(source.of, pairings) for source in sources))


def test_it_is_registered():
    assert format_of("double_elimination") is DOUBLE_ELIMINATION
