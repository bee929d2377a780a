"""Single rules, each with its paragraph, and the edges at which naive code breaks."""

from dataclasses import replace

import pytest

from tournaments.formats.swiss.baku import accelerated_group, group_size, virtual_points
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.field import ABSOLUTE, DOWN, MILD, STRONG, UP, field_of, preference
from tournaments.formats.swiss.model import Board, NoPairingError, PairingError, PairingRequest, Participant, Turn


def game(points, opponent, colour):
    return Turn("played", points, opponent, colour)


def request(*entries, round=None, rounds=9, **settings):
    """Return a request; each entry is the tuple of its turns, numbers count from 1."""
    participants = tuple(Participant(number, tuple(turns)) for number, turns in enumerate(entries, 1))
    number = round or len(entries[0] if entries else ()) + 1
    return PairingRequest(number, rounds, participants, **settings)


def fresh(count, **settings):
    return request(*[()] * count, **settings)


def away(request, *numbers):
    entries = tuple(replace(entry, present=entry.number not in numbers) for entry in request.participants)
    return replace(request, participants=entries)


BYE, HALF, ZERO, FULL = Turn("pab", 10), Turn("hpb", 5), Turn("zpb", 0), Turn("fpb", 10)


# ---- who is there


@pytest.mark.parametrize("count", [0, 4])
def test_with_nobody_there_is_no_one_to_pair(count):
    with pytest.raises(NoPairingError) as caught:
        pair(away(fresh(count), *range(1, count + 1)))

    assert caught.value.code == "nobody"


def test_a_single_player_has_the_bye_if_allowed():
    assert pair(away(fresh(3), 1, 3)).bye == 2

    with pytest.raises(NoPairingError) as caught:
        pair(away(request((BYE,), (ZERO,)), 2))
    assert caught.value.code == "nobody_for_the_bye"


@pytest.mark.parametrize(("count", "absent", "bye"), [(5, (1, 2, 3, 4), 5), (7, (2, 5), 7), (7, (2,), None)])
def test_requested_byes_of_round_1_leave_at_most_one_without_opponent(count, absent, bye):
    """P8: the bye is allocated only if the number to be paired is odd."""
    found = pair(away(fresh(count), *absent))

    assert found.bye == bye
    assert len(found.boards) == (count - len(absent)) // 2


def test_the_first_round_is_upper_half_against_lower_with_alternating_seats():
    assert pair(fresh(6)).boards == (Board(1, 4), Board(5, 2), Board(3, 6))
    assert pair(fresh(6, first_colour=-1)).boards == (Board(4, 1), Board(2, 5), Board(6, 3))


def test_numbers_of_those_who_never_came_do_not_count_for_the_seats():
    """Rule 5.2.5, as the reference engines apply it."""
    assert pair(away(fresh(5), 1)).boards == (Board(2, 4), Board(5, 3))


# ---- the bye (C2, C5, C9)


@pytest.mark.parametrize(
    ("turn", "edition", "barred"),
    [
        (BYE, "2026", True),
        (BYE, "2017", True),
        (FULL, "2026", True),
        (FULL, "2017", False),
        (HALF, "2026", False),
        (Turn("forfeit_win", 10, 1), "2026", True),
        (Turn("forfeit_win", 10, 1), "2017", True),
        (Turn("pab", 5), "2026", True),
        (ZERO, "2026", False),
    ],
)
def test_who_is_barred_from_the_bye(turn, edition, barred):
    """P1: also by a full-point bye, and by a bye worth half a point."""
    member = field_of(request((turn,), edition=edition)).members[0]

    assert member.may_have_bye is not barred


# ---- floats and colours


@pytest.mark.parametrize(
    ("turn", "edition", "mark"),
    [
        (Turn("pab", 0), "2026", DOWN),
        (HALF, "2026", DOWN),
        (ZERO, "2026", 0),
        (ZERO, "2017", DOWN),
        (Turn("forfeit_loss", 0, 2), "2026", 0),
        (Turn("forfeit_loss", 0, 2), "2017", DOWN),
        (Turn("forfeit_win", 10, 2), "2026", DOWN),
    ],
)
def test_marks_of_unplayed_rounds(turn, edition, mark):
    assert field_of(request((turn,), (ZERO,), edition=edition)).members[0].floats == (mark, 0)


def test_marks_of_games_follow_the_scores_of_their_round():
    one = (game(10, 2, 1), game(0, 3, -1))
    two = (game(0, 1, -1), ZERO)
    three = (HALF, game(10, 1, 1))

    members = {member.number: member for member in field_of(request(one, two, three)).members}

    assert members[1].floats == (DOWN, 0)
    assert members[3].floats == (UP, DOWN)


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        ((), (0, 0)),
        ((1,), (-1, STRONG)),
        ((1, -1), (1, MILD)),
        ((1, -1, 1), (-1, STRONG)),
        ((1, -1, -1), (1, ABSOLUTE)),
        ((1, 1), (-1, ABSOLUTE)),
        ((1, 1, -1, 1), (-1, ABSOLUTE)),
    ],
)
def test_colour_preferences(colours, expected):
    assert preference(colours) == expected


def test_an_unplayed_round_does_not_break_a_run_of_colours():
    """C.04.2, 3.8: `W u W` reads as `u W W`."""
    turns = (game(10, 2, 1), HALF, game(10, 3, 1))
    other = (game(0, 1, -1), ZERO, ZERO), (ZERO, ZERO, game(0, 1, -1))

    assert field_of(request(turns, *other)).members[0].strength == ABSOLUTE


def test_after_a_forfeit_the_same_two_may_meet_again():
    forfeited = request((Turn("forfeit_win", 10, 2),), (Turn("forfeit_loss", 0, 1),))

    assert pair(forfeited).boards == (Board(1, 2),)


def test_without_colour_rules_two_who_need_the_same_seat_may_meet():
    turns = [(game(10, 9, 1), game(10, 8, 1)), (game(10, 7, 1), game(10, 6, 1))]
    rest = [(ZERO, ZERO)] * 3 + [(ZERO, game(0, 2, -1)), (game(0, 2, -1), ZERO), (ZERO, game(0, 1, -1))]
    rest += [(game(0, 1, -1), ZERO)]
    asked = away(request(*turns, *rest), *range(3, 10))

    with pytest.raises(NoPairingError) as caught:
        pair(asked)
    assert "C3" in caught.value.reason.en
    assert len(pair(replace(asked, colour_rules=False, lot="a")).boards) == 1


# ---- no pairing


def test_forbidden_pairs_that_prevent_a_pairing_are_named():
    asked = fresh(4, forbidden=frozenset({(1, 2), (1, 3), (1, 4)}))

    with pytest.raises(NoPairingError) as caught:
        pair(asked)

    assert caught.value.code == "forbidden"
    assert caught.value.forbidden == ((1, 2), (1, 3), (1, 4))
    assert "1-2, 1-3, 1-4" in caught.value.reason.de


def test_two_who_have_met_cannot_be_paired_alone():
    met = request((game(10, 2, 1),), (game(0, 1, -1),))

    with pytest.raises(NoPairingError) as caught:
        pair(met)

    assert (caught.value.code, caught.value.players) == ("blocked", (1, 2))


# ---- requests that make no sense


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        pytest.param(fresh(4, round=10), "bad_round", id="more rounds than declared"),
        pytest.param(fresh(4, round=2), "bad_history", id="a round is missing"),
        pytest.param(fresh(4, win=0), "bad_points", id="a win is worth nothing"),
        pytest.param(PairingRequest(1, 3, (Participant(1), Participant(1))), "duplicate_number", id="a number twice"),
    ],
)
def test_requests_that_make_no_sense_are_refused(asked, code):
    with pytest.raises(PairingError) as caught:
        pair(asked)

    assert caught.value.code == code


# ---- acceleration (C.04.7)


def test_the_accelerated_group_is_half_the_field_rounded_up_to_even():
    assert [group_size(count) for count in (8, 9, 10, 30, 61)] == [4, 6, 6, 16, 32]


def test_virtual_points_fade_in_the_second_half_of_the_accelerated_rounds():
    assert virtual_points(9, 10) == (10, 10, 10, 5, 5, 0, 0, 0, 0)
    assert virtual_points(7, 10) == (10, 10, 5, 5, 0, 0, 0)
    assert virtual_points(9, 10)[-1] == 0


def test_a_late_entry_joins_the_group_by_number():
    assert accelerated_group([1, 2, 4, 5, 6, 7, 8, 9], late=[3, 10]) == {1, 2, 3, 4, 5}
