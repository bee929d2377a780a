"""Single elimination: the bracket, byes, third place, absences and the ranking."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.base import Decision, Entrant, FormatError, Pairing, Record, complete_settings
from tournaments.formats.knockout import KNOCKOUT, THIRD, bracket_size, seed_order
from tournaments.formats.registry import format_of

REFERENCE = json.loads(Path(__file__).with_name("knockout_brackets.json").read_text())["single_elimination"]


def field(count: int, *, out: tuple[int, ...] = (), third: str = "none", decisions=None, under_way=()) -> Record:
    """Return a record whose entries are called by their seeds."""
    entrants = [Entrant(str(seed), seed, out=seed in out) for seed in range(1, count + 1)]
    settings = complete_settings(KNOCKOUT.settings, {"third_place": third})
    return Record(entrants, settings, decisions or {}, frozenset(under_way))


def seeds(pairing: Pairing) -> list[int | None]:
    return [None if side.entry is None else int(side.entry) for side in pairing.sides]


def by_key(record: Record) -> dict[str, Pairing]:
    return {pairing.key: pairing for pairing in KNOCKOUT.next(record)}


def play(count: int, choose, *, third: str = "none", out=frozenset()) -> Record:
    """Return the record of a stage in which `choose(pairing)` decides everything that has to be played."""
    decisions: dict[str, Decision] = {}
    while True:
        record = field(count, out=tuple(out), third=third, decisions=decisions)
        open_ = [p for p in KNOCKOUT.next(record) if p.playable and p.key not in decisions]
        if not open_:
            return record
        for pairing in open_:
            decisions = {**decisions, pairing.key: choose(pairing)}


def better_seed(pairing: Pairing) -> Decision:
    first, second = seeds(pairing)
    return Decision(0 if first < second else 1)


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case['players']} players")
def test_the_bracket_is_the_published_one(case):
    record = field(case["players"])

    first = KNOCKOUT.first_round(record)

    assert bracket_size(case["players"]) == case["size"]
    assert seed_order(case["size"]) == case["order"]
    assert len(KNOCKOUT.plan(case["players"], record.settings)) == case["rounds"]
    # A bye stands on the better side in the published list; ours keeps the order of the tree.
    assert [sorted(seeds(p), key=lambda s: s or 999) for p in first] == [
        sorted(pair, key=lambda s: s or 999) for pair in case["first_round"]
    ]
    assert sorted(s for p in first if p.decision for s in seeds(p) if s) == case["byes"]


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: f"{case['players']} players")
def test_one_match_fewer_than_players_is_played(case):
    played = play(case["players"], better_seed)

    assert len(played.decisions) == case["matches_played"]
    assert KNOCKOUT.ranking(played)[0].entry == "1"


@pytest.mark.parametrize(("count", "code"), [(0, "too_few_entries"), (1, "too_few_entries"), (257, "too_many_entries")])
def test_refuses_fields_outside_the_limits(count, code):
    with pytest.raises(FormatError) as refused:
        KNOCKOUT.next(field(count))

    assert refused.value.code == code


def test_takes_256():
    assert len(KNOCKOUT.next(field(256, third="before"))) == 256


def test_refuses_seeds_with_a_gap():
    settings = complete_settings(KNOCKOUT.settings, {})

    with pytest.raises(FormatError, match="bad_seeds"):
        KNOCKOUT.next(Record([Entrant("a", 1), Entrant("b", 3)], settings))


@pytest.mark.parametrize("bad", [{"third_place": "perhaps"}, {"third_place": 1}, {"unknown": True}])
def test_refuses_settings_that_it_does_not_know(bad):
    with pytest.raises(FormatError, match="bad_setting"):
        complete_settings(KNOCKOUT.settings, bad)


def test_an_unknown_format_has_a_code():
    with pytest.raises(FormatError, match="unknown_format"):
        format_of("ladder")


@pytest.mark.parametrize(
    ("third", "kinds"),
    [
        ("none", ["last_8", "last_4", "final"]),
        ("beside", ["last_8", "last_4", "final"]),
        ("before", ["last_8", "last_4", "third", "final"]),
    ],
)
def test_third_place_has_its_round_before_or_a_board_beside_the_final(third, kinds):
    record = field(8, third=third)

    assert [round_.kind for round_ in KNOCKOUT.plan(8, record.settings)] == kinds
    assert all(str(KNOCKOUT.round_name(kind).de) for kind in kinds)
    if third != "none":
        assert by_key(record)[THIRD].board == (2 if third == "beside" else 1)
        assert by_key(record)["R3-1"].after == ((THIRD,) if third == "before" else ())


def test_winners_and_semi_final_losers_meet():
    decisions = {"R1-1": Decision(0), "R1-2": Decision(1)}

    bracket = by_key(field(4, third="beside", decisions=decisions))

    assert seeds(bracket["R2-1"]) == [1, 3]
    assert seeds(bracket[THIRD]) == [4, 2]


def test_who_withdraws_forfeits_the_pairing_and_those_not_filled_yet():
    bracket = by_key(field(8, out=(1,), decisions={"R1-1": Decision(0)}))

    # Seed 1 won round 1 and then left: the opponent, once known, goes on without play.
    assert bracket["R2-1"].decision is None
    later = by_key(field(8, out=(1,), decisions={"R1-1": Decision(0), "R1-2": Decision(0)}))
    assert later["R2-1"].decision == Decision(1, "forfeit")
    assert seeds(later["R3-1"]) == [4, None]


def test_a_match_that_is_being_finished_is_not_forfeited():
    bracket = by_key(field(4, out=(1,), under_way=["R1-1"]))

    assert bracket["R1-1"].decision is None


def test_both_absent_leave_an_empty_place_and_the_next_opponent_goes_on():
    decisions = {"R1-3": Decision(0), "R1-4": Decision(None, "double_forfeit")}

    bracket = by_key(field(8, decisions=decisions))

    assert bracket["R2-2"].decision == Decision(0, "bye")
    assert seeds(bracket["R3-1"]) == [None, 2]


def test_two_empty_places_stay_empty():
    decisions = {"R1-3": Decision(None, "double_forfeit"), "R1-4": Decision(None, "double_forfeit")}

    bracket = by_key(field(8, decisions=decisions))

    assert bracket["R2-2"].decision == Decision(None, "empty")
    assert bracket["R3-1"].sides[1].empty


def test_a_final_without_a_champion_is_not_awarded_and_second_stays_second():
    final_lost = play(8, lambda p: Decision(None, "double_forfeit") if p.key == "R3-1" else better_seed(p))

    ranking = KNOCKOUT.ranking(final_lost)

    assert ranking[0].entry is None
    assert [(place.rank, place.entry) for place in ranking[1:3]] == [(2, "1"), (2, "2")]
    assert ranking[3].rank == 3


@pytest.mark.parametrize(
    ("third", "expected"),
    [
        ("none", [(1, 1), (2, 2), (3, 4), (3, 4), (5, 8), (5, 8), (5, 8), (5, 8)]),
        ("beside", [(1, 1), (2, 2), (3, 3), (4, 4), (5, 8), (5, 8), (5, 8), (5, 8)]),
    ],
)
def test_who_loses_in_the_same_round_shares_a_place(third, expected):
    ranking = KNOCKOUT.ranking(play(8, better_seed, third=third))

    assert [(place.rank, place.to_rank) for place in ranking] == expected
    assert [place.entry for place in ranking] == list("12345678")


def test_three_entries_have_a_third_by_bye():
    ranking = KNOCKOUT.ranking(play(3, better_seed, third="beside"))

    assert [(place.rank, place.entry) for place in ranking] == [(1, "1"), (2, "2"), (3, "3")]


@settings(deadline=None)
@given(count=st.integers(2, 70), third=st.sampled_from(["none", "before", "beside"]), data=st.data())
def test_whatever_happens_the_stage_ends_and_everybody_has_one_place(count, third, data):
    out = data.draw(st.sets(st.integers(1, count), max_size=4))
    options = [Decision(0), Decision(1), Decision(None, "double_forfeit")]

    record = play(count, lambda _: data.draw(st.sampled_from(options)), third=third, out=out)

    tree = KNOCKOUT.next(record)
    assert all(p.decision or p.key in record.decisions for p in tree)
    placed = [place.entry for place in KNOCKOUT.ranking(record) if place.entry]
    assert sorted(placed, key=int) == [str(seed) for seed in range(1, count + 1)]
    assert sum(place.rank == 1 for place in KNOCKOUT.ranking(record)) == 1


@settings(deadline=None)
@given(exponent=st.integers(1, 8))
def test_good_seeds_meet_late(exponent):
    size = 2**exponent
    order = seed_order(size)

    assert sorted(order) == list(range(1, size + 1))
    for group in (2**power for power in range(1, exponent + 1)):
        part = size // group
        parts = [order[start : start + part] for start in range(0, size, part)]
        assert all(sum(seed <= group for seed in chunk) == 1 for chunk in parts)


@settings(deadline=None)
@given(count=st.integers(2, 40), data=st.data())
def test_what_was_named_once_stays_while_more_becomes_known(count, data):
    decisions: dict[str, Decision] = {}
    before = by_key(field(count))
    while open_ := [p for p in before.values() if p.playable and p.key not in decisions]:
        chosen = data.draw(st.sampled_from(open_))
        decisions = {**decisions, chosen.key: data.draw(st.sampled_from([Decision(0), Decision(1)]))}
        after = by_key(field(count, decisions=decisions))
        for key, pairing in before.items():
            for old, new in zip(pairing.sides, after[key].sides, strict=True):
                assert not old.known or old == new
        before = after
