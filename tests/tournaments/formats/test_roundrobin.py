"""Round robins: the published tables, who has left, draws, and the final order."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import Decision, Entrant, FormatError, Pairing, Record
from tournaments.formats.registry import format_of
from tournaments.formats.roundrobin import ROUND_ROBIN, berger, cross_table, double_berger
from tournaments.formats.settings import complete_stage_settings
from tournaments.standings.crosstable import Kind
from tournaments.standings.order import standings

TABLES = json.loads(Path(__file__).with_name("berger.json").read_text())
sizes = st.integers(2, 24)


def field(count, *, out=(), decisions=None, under_way=(), **given_settings):
    entrants = [Entrant(str(seed), seed, 1500, out=seed in out) for seed in range(1, count + 1)]
    complete = complete_stage_settings(ROUND_ROBIN, given_settings)
    return Record(entrants, complete, decisions or {}, frozenset(under_way))


def seeds(pairing: Pairing):
    return tuple(side.entry and int(side.entry) for side in pairing.sides)


def boards(record):
    """Return the boards of every round as numbers, and who rests in it."""
    rounds, rest = {}, {}
    for pairing in ROUND_ROBIN.next(record):
        if pairing.decision and pairing.decision.kind == "bye":
            rest[pairing.round] = seeds(pairing)[0]
        else:
            rounds.setdefault(pairing.round, []).append(list(seeds(pairing)))
    return list(rounds.values()), list(rest.values())


def play(count, choose, **how):
    """Return the record in which `choose(first, second)` decides every board that has to be played."""
    decisions = {p.key: choose(*seeds(p)) for p in ROUND_ROBIN.next(field(count, **how)) if p.playable}
    return field(count, decisions=decisions, **how)


def better_seed(first, second):
    return Decision(0 if first < second else 1)


@pytest.mark.parametrize("count", TABLES["single"])
def test_single_is_the_published_table(count):
    want = TABLES["single"][count]

    assert boards(field(int(count))) == (want["rounds"], want["rest"] or [])


@pytest.mark.parametrize("count", TABLES["double"])
def test_double_is_the_published_table(count):
    assert boards(field(int(count), cycles=2))[0] == TABLES["double"][count]["rounds"]


@given(sizes)
def test_everybody_meets_everybody_once_or_twice_with_both_seats(count):
    single = Counter(frozenset(board) for boards in berger(count) for board in boards)
    double = Counter(board for boards in double_berger(count) for board in boards)

    assert set(single.values()) == {1}
    assert set(double.values()) == {1}
    assert len(double) == 2 * len(single) == count * (count - 1)


@given(sizes)
def test_seats_are_fair(count):
    for rounds, most in ((berger(count), 1), (double_berger(count), 0)):
        seats = {number: [] for number in range(1, count + 1)}
        for first, second in (board for boards in rounds for board in boards):
            seats[first].append(0)
            seats[second].append(1)
        assert all(abs(len(own) - 2 * sum(own)) <= most for own in seats.values())
    # Odd numbers and doubles: never one seat three times running.
    assert all(len(set(three)) == 2 for own in seats.values() for three in zip(own, own[1:], own[2:], strict=False))


@given(sizes, st.sampled_from([1, 2]))
def test_a_board_waits_for_the_boards_before_of_its_two(count, cycles):
    pairings = ROUND_ROBIN.next(field(count, cycles=cycles))
    by_key = {pairing.key: pairing for pairing in pairings}

    assert len(by_key) == len(pairings)
    for pairing in pairings:
        for key in pairing.after:
            assert by_key[key].round < pairing.round
            assert set(seeds(by_key[key])) & set(seeds(pairing))


def test_the_plan_names_every_round():
    plan = ROUND_ROBIN.plan(5, field(5, cycles=2).settings)

    assert [(round_.number, round_.boards) for round_ in plan] == [(number, 3) for number in range(1, 11)]
    assert ROUND_ROBIN.round_name(plan[9].kind).de == "Runde 10"


def test_the_first_round_is_the_first_round():
    assert [seeds(pairing) for pairing in ROUND_ROBIN.first_round(field(5))] == [(2, 5), (3, 4), (1, None)]


def test_there_is_no_final_order_before_the_last_board():
    played = play(4, better_seed)
    decisions = dict(played.decisions)
    decisions.pop("R3-2")

    assert ROUND_ROBIN.ranking(field(4, decisions=decisions)) == ()
    assert [(place.rank, place.entry) for place in ROUND_ROBIN.ranking(played)] == [
        (1, "1"),
        (2, "2"),
        (3, "3"),
        (4, "4"),
    ]


def test_boards_without_a_winner_are_drawn():
    drawn = play(4, lambda *_: Decision(None))

    assert {(place.rank, place.to_rank) for place in ROUND_ROBIN.ranking(drawn)} == {(1, 4)}
    assert {row.points for row in standings(cross_table(drawn)).rows} == {15}


def test_three_points_for_a_win():
    three = play(3, better_seed, points="three_one")

    assert [row.points for row in standings(cross_table(three)).rows] == [60, 30, 0]


def test_who_rests_gets_nothing_for_it():
    rows = standings(cross_table(play(5, better_seed))).rows

    assert [row.points for row in rows] == [40, 30, 20, 10, 0]


def test_who_leaves_after_half_of_the_games_loses_the_others_by_forfeit():
    played = {p.key: better_seed(*seeds(p)) for p in ROUND_ROBIN.next(field(5)) if p.playable and p.round <= 3}
    record = field(5, decisions=played, out=(2,))

    table = cross_table(record)

    left = next(each for each in table.competitors if each.number == 2)
    assert Counter(cell.kind for cell in left.cells)[Kind.FORFEIT_LOSS] == 2
    assert not any(
        p.playable for p in ROUND_ROBIN.next(record) if "2" in [side.entry for side in p.sides] and p.round > 3
    )


def test_games_of_who_leaves_earlier_are_cancelled():
    played = {p.key: better_seed(*seeds(p)) for p in ROUND_ROBIN.next(field(6)) if p.playable and p.round <= 2}
    record = field(6, decisions=played, out=(1,))
    rest = {p.key: better_seed(*seeds(p)) for p in ROUND_ROBIN.next(record) if p.playable}

    done = field(6, decisions={**played, **rest}, out=(1,))

    assert [place.entry for place in ROUND_ROBIN.ranking(done)] == ["2", "3", "4", "5", "6"]
    assert [row.points for row in standings(cross_table(done)).rows] == [40, 30, 20, 10, 0]


def test_a_board_at_play_is_left_alone_when_somebody_leaves():
    key = ROUND_ROBIN.first_round(field(4))[0].key

    by_key = {pairing.key: pairing for pairing in ROUND_ROBIN.next(field(4, out=(1, 4), under_way=(key,)))}

    assert by_key[key].decision is None
    assert by_key["R2-2"].decision == Decision(1, "forfeit")


def test_both_gone_is_a_double_forfeit():
    first = ROUND_ROBIN.first_round(field(4, out=(1, 4)))[0]

    assert first.decision == Decision(None, "double_forfeit")


def test_games_inside_a_board_can_break_ties():
    # Everybody wins one of two boards against each other; 1 does so by more games.
    results = {(1, 2): (0, (4, 0)), (2, 3): (0, (3, 1)), (3, 1): (0, (3, 1))}

    def choose(first, second):
        winner, made = results.get((first, second)) or results[(second, first)]
        return Decision(winner, "played", made) if (first, second) in results else Decision(1, "played", made[::-1])

    record = play(3, choose, best_of=2, tie_breaks="DE,SB,GPT")

    assert [place.entry for place in ROUND_ROBIN.ranking(record)] == ["1", "3", "2"]


@pytest.mark.parametrize(("count", "code"), [(1, "too_few_entries"), (65, "too_many_entries")])
def test_refuses_fields_outside_the_limits(count, code):
    with pytest.raises(FormatError) as refused:
        ROUND_ROBIN.next(field(count))

    assert refused.value.code == code


@pytest.mark.parametrize(
    "bad", [{"cycles": 3}, {"points": "2-1-0"}, {"tie_breaks": "BH"}, {"tie_breaks": "XX"}, {"last_resort": "lot"}]
)
def test_refuses_settings_that_it_does_not_know(bad):
    with pytest.raises(FormatError, match="bad_setting"):
        complete_stage_settings(ROUND_ROBIN, bad)


def test_it_is_registered():
    assert format_of("round_robin") is ROUND_ROBIN


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 9), st.sampled_from([1, 2]), st.data())
def test_whatever_happens_everybody_who_stays_has_a_place(count, cycles, data):
    out = data.draw(st.sets(st.integers(1, count), max_size=count - 1))
    choices = st.sampled_from([Decision(0), Decision(1), Decision(None), Decision(None, "double_forfeit")])

    record = play(count, lambda *_: data.draw(choices), cycles=cycles, out=tuple(out))

    places = ROUND_ROBIN.ranking(record)
    assert {str(seed) for seed in range(1, count + 1) if seed not in out} == {place.entry for place in places}
    assert all(one.rank <= other.rank for one, other in pairwise(places))
