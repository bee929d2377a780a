"""The Swiss system as a format: records in, pairings out, round by round."""

from dataclasses import replace

import pytest

from tournaments.formats.base import Apart, Decision, Entrant, FormatError, Made, Record, complete_settings
from tournaments.formats.settings import complete_stage_settings
from tournaments.formats.swiss.format import SWISS
from tournaments.formats.swiss.stage import request_of


def record(entries, **settings):
    entrants = tuple(Entrant(f"e{seed}", seed, 2000 - seed) for seed in range(1, entries + 1))
    complete = complete_stage_settings(SWISS, {"rounds": 3, **settings})
    return Record(entrants, complete, rng_seed="fixed", new_round=True)


def with_round(before, decide=lambda pairing: Decision(0)):
    """Return the record with the next round made and decided."""
    new = [pairing for pairing in SWISS.next(before) if pairing.key not in {made.key for made in before.made}]
    made = [Made(p.key, p.round, p.board, (p.sides[0].entry, p.sides[1].entry)) for p in new]
    decided = {pairing.key: pairing.decision or decide(pairing) for pairing in new}
    return replace(before, made=(*before.made, *made), decisions={**before.decisions, **decided})


def pairs(pairings):
    return [{side.entry for side in pairing.sides} for pairing in pairings]


def test_pairs_the_upper_half_against_the_lower_in_round_1():
    found = SWISS.first_round(record(6))

    assert pairs(found) == [{"e1", "e4"}, {"e2", "e5"}, {"e3", "e6"}]
    assert [pairing.board for pairing in found] == [1, 2, 3]


def test_gives_the_last_of_an_odd_field_a_bye():
    last = SWISS.first_round(record(5))[-1]

    assert last.sides[0].entry == "e5"
    assert last.sides[1].empty
    assert last.decision == Decision(0, "bye")


def test_names_only_what_was_made_until_a_new_round_is_wanted():
    one = with_round(record(6))

    assert {pairing.round for pairing in SWISS.next(replace(one, new_round=False))} == {1}
    assert {pairing.round for pairing in SWISS.next(one)} == {1, 2}


def test_nobody_meets_twice_and_winners_meet_winners():
    one = with_round(record(8))
    second = [pairing for pairing in SWISS.next(one) if pairing.round == 2]

    winners = {made.entries[0] for made in one.made}
    assert all(len(pair & winners) != 1 for pair in pairs(second))
    assert not [pair for pair in pairs(second) if pair in [set(made.entries) for made in one.made]]


def test_waits_for_every_board_of_the_round_before():
    one = with_round(record(6))
    undecided = replace(one, decisions={})

    with pytest.raises(FormatError, match="round_before_open"):
        SWISS.next(undecided)


def test_stops_after_the_declared_rounds():
    after = record(6)
    for _ in range(3):
        after = with_round(after)

    with pytest.raises(FormatError, match="over"):
        SWISS.next(after)
    assert sorted(place.entry for place in SWISS.ranking(replace(after, new_round=False))) == [
        f"e{n}" for n in range(1, 7)
    ]


def test_ranks_nobody_before_the_end():
    assert SWISS.ranking(with_round(record(6))) == ()


def test_who_has_left_is_not_paired_and_forfeits_a_board_not_begun():
    one = with_round(record(6))
    out = tuple(replace(entrant, out=entrant.id == "e1") for entrant in one.entrants)
    board = next(made for made in one.made if "e1" in made.entries)
    gone = replace(one, entrants=out)

    second = [pairing for pairing in SWISS.next(gone) if pairing.round == 2]
    unfinished = {key: decision for key, decision in gone.decisions.items() if key != board.key}
    first = SWISS.next(replace(gone, decisions=unfinished, new_round=False))

    assert "e1" not in set().union(*pairs(second))
    decided = next(pairing.decision for pairing in first if pairing.key == board.key)
    assert decided.kind == "forfeit"
    assert board.entries[decided.advances] != "e1"


def test_a_board_under_way_is_left_alone():
    one = with_round(record(2))
    key = one.made[0].key
    out = tuple(replace(entrant, out=True) for entrant in one.entrants)

    found = SWISS.next(replace(one, entrants=out, decisions={}, under_way=frozenset({key}), new_round=False))

    assert found[0].decision is None


def test_granted_byes_and_kept_apart_pairs_hold():
    asked = replace(
        record(5),
        byes={(1, "e1"): "half"},
        apart=(Apart(frozenset({"e2", "e4"}), 1, 1),),
    )

    found = SWISS.first_round(asked)

    assert "e1" not in set().union(*pairs(found))
    assert {"e2", "e4"} not in pairs(found)
    one = with_round(asked)
    turns = next(entry.turns for entry in request_of(one, SWISS.next(replace(one, new_round=False))).participants)
    assert (turns[0].kind, turns[0].points) == ("hpb", 5)


def test_refuses_with_the_reason_when_no_pairing_exists():
    apart = tuple(Apart(frozenset({"e1", other}), 1, 3) for other in ("e2", "e3", "e4"))

    with pytest.raises(FormatError, match="no_pairing") as caught:
        SWISS.first_round(replace(record(4), apart=apart))

    assert "1-2, 1-3, 1-4" in caught.value.text.de


def test_everybody_away_is_nobody_to_pair():
    away = replace(record(4), byes={(1, f"e{n}"): "zero" for n in range(1, 5)})

    with pytest.raises(FormatError) as caught:
        SWISS.first_round(away)

    assert caught.value.text.en == "there is no one to pair"


@pytest.mark.parametrize("settings", [{"rounds": 0}, {"edition": "1999"}, {"points": "none"}, {"tie_breaks": "XX"}])
def test_refuses_settings_that_make_no_sense(settings):
    with pytest.raises(FormatError, match="bad_setting"):
        complete_stage_settings(SWISS, settings)


def test_seats_by_lot_without_balance_and_the_same_lot_again():
    found = [SWISS.first_round(record(40, balance_seats=False)) for _ in range(2)]

    assert found[0] == found[1]
    first_seats = [pairing.sides[0].entry for pairing in found[0]]
    assert {int(entry[1:]) <= 20 for entry in first_seats} == {True, False}


def test_every_setting_has_a_default():
    assert complete_settings(SWISS.settings, {})["edition"] == "2026"
