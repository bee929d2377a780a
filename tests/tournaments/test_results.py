"""Results set by people, and corrections that never pair anew silently."""

import pytest

from tests.builders import (
    ORGANIZER,
    a_user,
    actor,
    advanced,
    entry_called,
    match_of,
    names_at,
    pairing_of,
    round_of,
    started,
    the_stage,
    win,
)
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import Result, ResultRevision, Round
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

ARBITER = actor(Role.ARBITER)


def after_round_one(**fields):
    """Return a tournament of four in which the better seeds won round 1 and the final has not begun."""
    tournament = started(4, settings={"advance": "by_round", **fields.pop("settings", {})}, **fields)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    return tournament


def final_under_way():
    tournament = started(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    return tournament


def correct(tournament, key, winner, *, by=ORGANIZER, kind="adjudicated", **fields):
    given = {"reason": "seen on the video", **fields}
    return services.result_correct(pairing_id=pairing_of(tournament, key).pk, by=by, kind=kind, winner=winner, **given)


def refused(code):
    return pytest.raises(TournamentError, match=f"^{code}")


def test_a_correction_seats_later_boards_anew_while_they_have_not_begun():
    tournament = after_round_one()
    assert names_at(tournament, "R2-1") == ("1", "2")

    correct(tournament, "R1-1", 1)

    assert names_at(tournament, "R2-1") == ("4", "2")
    assert names_at(tournament, "third") == ("1", "3")


def test_a_correction_keeps_what_was_and_tells_the_public():
    tournament = after_round_one()

    correct(tournament, "R1-1", 1)

    revision = ResultRevision.objects.get()
    assert (revision.before["winner"], revision.after["winner"], revision.number) == (0, 1, 1)
    line = tournament.audit.get(act="result_correct")
    assert (line.reason, line.before["winner"], line.after["winner"]) == ("seen on the video", 0, 1)
    assert tournament.announcements.get().code == "result_corrected"


def test_the_effects_are_shown_beforehand_and_change_nothing():
    tournament = after_round_one()

    effects = services.result_effects(pairing_id=pairing_of(tournament, "R1-1").pk, winner=1)

    assert {(c.key, c.before, c.after, c.started) for c in effects.changes} == {
        ("R2-1", ("1", "2"), ("4", "2"), False),
        ("third", ("4", "3"), ("1", "3"), False),
    }
    assert names_at(tournament, "R2-1") == ("1", "2")


def test_once_a_later_board_has_begun_a_correction_is_refused_and_names_it():
    tournament = final_under_way()

    with refused("next_round_started") as error:
        correct(tournament, "R1-1", 1)

    assert [change.key for change in error.value.data["effects"].blocked] == ["R2-1", "third"]
    assert pairing_of(tournament, "R1-1").result.winner == 0


def test_o7_for_the_record_only_the_result_changes_and_the_next_round_does_not():
    tournament = final_under_way()
    match = match_of(tournament, "R2-1")

    result = correct(tournament, "R1-1", 1, record_only=True)

    assert (result.winner, result.advances, result.revision) == (1, 0, 1)
    assert names_at(tournament, "R2-1") == ("1", "2")
    assert match_of(tournament, "R2-1").pk == match.pk


def test_a_correction_can_be_corrected_again_and_both_stay_visible():
    tournament = after_round_one()
    correct(tournament, "R1-1", 1)

    correct(tournament, "R1-1", 0, reason="the video showed another board")

    assert names_at(tournament, "R2-1") == ("1", "2")
    assert [revision.number for revision in ResultRevision.objects.all()] == [1, 2]


def test_a_board_decided_by_the_field_is_worked_out_again():
    tournament = after_round_one()
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER)
    services.round_publish(round_id=round_of(tournament, 2).pk, by=ORGANIZER)
    advanced(tournament)
    assert pairing_of(tournament, "R2-1").result.kind == "forfeit"

    correct(tournament, "R1-1", 1)

    assert names_at(tournament, "R2-1") == ("4", "2")
    assert not Result.objects.filter(pairing__key="R2-1").exists()
    # Seed 1 now belongs to the match for third place, which they cannot play.
    assert pairing_of(tournament, "third").result.winner == 1


def test_both_out_by_a_correction_leaves_the_place_empty():
    tournament = after_round_one()

    correct(tournament, "R1-1", None, kind="double_forfeit")

    assert names_at(tournament, "R2-1") == (None, "2")
    assert pairing_of(tournament, "R2-1").result.kind == "bye"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        pytest.param({"reason": "  "}, "reason_missing", id="no reason"),
        pytest.param({"winner": None}, "winner_missing", id="no winner"),
        pytest.param({"half_points": (900, 0)}, "bad_result", id="absurd points"),
        pytest.param({"winner": 0, "half_points": (2, 0)}, "nothing_changed", id="the same again"),
    ],
)
def test_a_correction_must_make_sense(fields, code):
    tournament = after_round_one()

    with refused(code):
        correct(tournament, "R1-1", **{"winner": 1, "kind": "adjudicated", **fields})

    assert pairing_of(tournament, "R1-1").result.revision == 0


def test_byes_have_nothing_to_correct():
    tournament = started(3)

    with refused("result_by_rule"):
        correct(tournament, "R1-1", 0)


def test_an_older_round_is_corrected_by_chief_arbiter_or_organizer_only():
    tournament = after_round_one()
    assert round_of(tournament, 1).state == Round.State.CLOSED

    with pytest.raises(NotAllowedError):
        correct(tournament, "R1-1", 1, by=ARBITER)
    correct(tournament, "R1-1", 1, by=actor(Role.CHIEF_ARBITER))


def test_who_plays_cannot_correct_the_own_board():
    tournament = after_round_one()
    judge = actor(Role.CHIEF_ARBITER, entry=entry_called(tournament, "4"))

    with refused("own_match"):
        correct(tournament, "R1-1", 1, by=judge)


def test_a_forfeit_can_be_set_on_a_board_without_a_match_running():
    tournament = after_round_one()
    services.round_publish(round_id=round_of(tournament, 2).pk, by=ORGANIZER)

    result = services.result_set(
        pairing_id=pairing_of(tournament, "R2-1").pk, by=ARBITER, kind="forfeit", winner=1, reason="left the hall"
    )

    assert (result.kind, result.winner, result.step) == ("forfeit", 1, "ruling")
    with refused("result_exists"):
        services.result_set(
            pairing_id=pairing_of(tournament, "R2-1").pk, by=ARBITER, kind="forfeit", winner=0, reason="again"
        )


@pytest.mark.parametrize(
    ("key", "fields", "code"),
    [
        pytest.param("R1-1", {}, "match_running", id="a match is being played"),
        pytest.param("R2-1", {}, "seats_open", id="opponents not known"),
        pytest.param("R1-1", {"reason": ""}, "reason_missing", id="no reason"),
        pytest.param("R1-1", {"kind": "played"}, "hosted", id="played results come from the match"),
    ],
)
def test_a_result_is_not_set_where_it_does_not_belong(key, fields, code):
    tournament = started(4)
    given = {"kind": "forfeit", "winner": 0, "reason": "away", **fields}

    with refused(code):
        services.result_set(pairing_id=pairing_of(tournament, key).pk, by=ARBITER, **given)


def test_in_a_hall_the_scorekeeper_enters_results_and_the_next_round_follows():
    tournament = started(4, hosted=False)
    keeper = actor(Role.SCOREKEEPER)

    for key in ("R1-1", "R1-2"):
        services.result_set(pairing_id=pairing_of(tournament, key).pk, by=keeper, kind="played", winner=0)
    advanced(tournament)

    assert names_at(tournament, "R2-1") == ("1", "2")
    assert pairing_of(tournament, "R2-1").state == "running"
    assert not pairing_of(tournament, "R2-1").games.exists()


def test_o9_a_result_that_one_side_reports_counts_for_nothing_until_the_other_confirms():
    tournament = started(4, hosted=False)
    first, second = (actor(entry=entry_called(tournament, name)) for name in ("1", "4"))
    pairing = pairing_of(tournament, "R1-1")

    assert services.result_report(pairing_id=pairing.pk, by=first, winner=0) is None
    advanced(tournament)
    assert names_at(tournament, "R2-1") == (None, None)
    assert services.result_report(pairing_id=pairing.pk, by=second, winner=1) is None
    with refused("boards_open"):
        services.round_close(round_id=pairing.round_id, by=ORGANIZER)

    result = services.result_report(pairing_id=pairing.pk, by=second, winner=0)

    assert (result.winner, result.step) == (0, "reported")


def test_only_the_players_of_a_board_report_it():
    tournament = started(4, hosted=False)
    other = actor(entry=entry_called(tournament, "2"))

    with refused("not_allowed"):
        services.result_report(pairing_id=pairing_of(tournament, "R1-1").pk, by=other, winner=0)


def test_a_void_game_is_played_again_and_does_not_count():
    tournament = started(2)
    win(tournament, "R1-1", 0)

    services.game_void(pairing_id=pairing_of(tournament, "R1-1").pk, number=1, by=ARBITER, reason="wrong clock")
    advanced(tournament)

    games = pairing_of(tournament, "R1-1").games
    assert list(games.values_list("number", "end", "swapped")) == [(1, "void", False), (2, "", False)]
    win(tournament, "R1-1", 1)
    assert pairing_of(tournament, "R1-1").result.winner == 1


def test_a_game_is_not_voided_once_the_next_board_has_begun():
    tournament = final_under_way()

    with refused("next_round_started"):
        services.game_void(pairing_id=pairing_of(tournament, "R1-1").pk, number=1, by=ARBITER, reason="late")


def test_closing_a_closed_round_changes_nothing():
    tournament = after_round_one()
    round_ = round_of(tournament, 1)

    again = services.round_close(round_id=round_.pk, by=ORGANIZER)

    assert again.closed_at_ms == round_.closed_at_ms
    assert the_stage(tournament).rounds.filter(state="closed").count() == 1


def test_who_set_a_result_is_kept():
    tournament = after_round_one()
    user = a_user()

    correct(tournament, "R1-1", 1, by=actor(Role.ORGANIZER, user=user))

    assert pairing_of(tournament, "R1-1").result.set_by == user
