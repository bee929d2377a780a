"""Pairings changed by hand: O4, O13, O14."""

import pytest

from tests.builders import ORGANIZER, a_user, actor, advanced, pairing_of, round_of, the_stage
from tests.tournaments.rounds import boards, drafted, finished, id_of, ids_of, played, published, swiss
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import Round
from tournaments.pages.findings import deviation_text, warning_text
from tournaments.permissions import Role
from tournaments.selectors import conduct
from tournaments.services.standings import standings_of

pytestmark = pytest.mark.django_db


def editing(tournament):
    """Pair the next round and begin to edit it."""
    return services.round_edit_begin(round_id=drafted(tournament).pk, by=ORGANIZER)


def seat(tournament, round_, *named):
    """Put these boards there, by names; "-" is nobody."""
    wanted = [tuple(None if name == "-" else id_of(tournament, name) for name in board.split()) for board in named]
    return services.round_edit_save(round_id=round_.pk, by=ORGANIZER, boards=wanted)


def end(round_, *confirmed, reason="asked for", **more):
    return services.round_edit_end(round_id=round_.pk, by=ORGANIZER, confirmed=confirmed, reason=reason, **more)


def refusal(call, *args, **more):
    with pytest.raises(TournamentError) as caught:
        call(*args, **more)
    return caught.value


def codes(check):
    return {warning.code for warning in check.warnings}


def computed(tournament):
    return [" ".join(board) for board in boards(round_of(tournament, 1))]


def test_editing_without_a_change_needs_no_reason_and_no_confirmation():
    tournament = swiss(4)
    round_ = editing(tournament)

    ended = end(round_, reason="")

    assert (ended.editing, ended.edited) == (False, [])


def test_o13_every_deviation_is_listed_and_must_be_confirmed_with_a_reason():
    tournament = swiss(4)
    round_ = editing(tournament)
    first, second = computed(tournament)
    turned = " ".join(reversed(first.split()))
    check = seat(tournament, round_, turned, second)

    (deviation,) = check.deviations
    assert (deviation.kind, deviation.board) == ("seats", 1)
    assert first.split()[0] in deviation_text(deviation)
    assert refusal(end, round_).what == "deviations"
    assert refusal(end, round_, "deviations", reason=" ").code == "reason_missing"

    ended = end(round_, "deviations", reason="wheelchair at the first seat")

    assert round_of(tournament, 1).edited[0]["now"] == turned.split()
    assert ended.edit_reason == "wheelchair at the first seat"
    line = tournament.audit.filter(act="round_edit_end").get()
    assert (line.reason, len(line.after["deviations"])) == ("wheelchair at the first seat", 1)
    assert conduct.reasons_of(ended)["R1-1"][0].kind == "by_hand"
    assert conduct.reasons_of(ended)["R1-2"][0].kind == "group"


def test_o13_a_rematch_is_confirmed_twice():
    tournament = swiss(4)
    first = played(tournament)
    round_ = editing(tournament)
    check = seat(tournament, round_, *[" ".join(board) for board in boards(first)])
    others = check.of_grade("confirm")

    assert check.of_grade("confirm_twice") == ("rematch",)
    rematch = next(warning for warning in check.warnings if warning.code == "rematch")
    assert "round 1" in warning_text(rematch)
    assert refusal(end, round_, "deviations", *others, "rematch").what == "rematch"
    assert end(round_, "deviations", *others, "rematch", "rematch").editing is False


def test_o14_what_cannot_be_is_refused_whatever_is_confirmed():
    tournament = swiss(6)
    services.bye_give(
        stage_id=the_stage(tournament).pk,
        entry_id=id_of(tournament, "6"),
        by=ORGANIZER,
        round_number=1,
        kind="zero",
    )
    round_ = editing(tournament)
    services.entry_withdraw(entry_id=id_of(tournament, "5"), by=ORGANIZER, reason="ill")

    check = seat(tournament, round_, "1 6", "2 5", "3 -", "4 -")

    assert set(check.refused) == {"has_bye", "left", "two_byes"}
    everything = [code for code in codes(check) for _ in range(3)]
    assert refusal(end, round_, "deviations", *everything).code == "edit_refused"


def test_nobody_sits_at_two_boards():
    tournament = swiss(4)
    round_ = editing(tournament)
    before = boards(round_)

    error = refusal(seat, tournament, round_, "1 2", "3 1")

    assert (error.code, error.what) == ("two_boards", "1")
    assert boards(round_of(tournament, 1)) == before


@pytest.mark.parametrize("boards_", [[(None, None)], [("nobody", None)]])
def test_boards_of_nobody_and_of_strangers_are_refused(boards_):
    tournament = swiss(4)
    round_ = editing(tournament)

    error = refusal(services.round_edit_save, round_id=round_.pk, by=ORGANIZER, boards=boards_)

    assert error.code == "bad_value"


def test_seats_that_nobody_is_due_are_told():
    """After two rounds everybody has had both seats; after three some would have one for the third time."""
    tournament = swiss(8, rounds=5)
    for _ in range(2):
        played(tournament)
    round_ = editing(tournament)
    turned = [(second, first) for first, second in round_.pairings.values_list("entry_0_id", "entry_1_id")]

    check = services.round_edit_save(round_id=round_.pk, by=ORGANIZER, boards=turned)

    assert codes(check) & {"both_wrong", "third_seat"}
    assert all(deviation.kind == "seats" for deviation in check.deviations)


def test_a_second_bye_and_entries_kept_apart_are_told():
    tournament = swiss(5)
    played(tournament)
    pair = ids_of(tournament, "1", "2")
    services.apart_add(stage_id=the_stage(tournament).pk, by=ORGANIZER, entries=pair, reason="one family")
    round_ = editing(tournament)

    check = seat(tournament, round_, "1 2", "3 4", "5 -")

    assert {"second_bye", "forbidden"} <= set(check.of_grade("confirm_twice"))


# ---- O4


def test_o4_who_is_left_out_is_absent_without_points_and_leaving_and_returning_grants_nothing():
    tournament = swiss(4)
    round_ = editing(tournament)
    check = seat(tournament, round_, "1 2")
    left_out = [warning.names for warning in check.warnings if warning.code == "left_out"]
    assert sorted(left_out) == [("3",), ("4",)]
    end(round_, "deviations", *check.of_grade("confirm"))
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    absent = id_of(tournament, "4")
    services.entry_withdraw(entry_id=absent, by=ORGANIZER, reason="train")
    services.entry_reinstate(entry_id=absent, by=ORGANIZER, reason="here after all")
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    finished(tournament, 1)

    lines = standings_of(the_stage(tournament)).line_of
    assert [lines[id_of(tournament, name)].points for name in "34"] == ["0", "0"]
    assert tournament.audit.filter(act__in=["entry_withdraw", "entry_reinstate"], subject_name="4").count() == 2
    assert not the_stage(tournament).byes.exists()
    assert {"3", "4"} <= {name for board in boards(drafted(tournament)) for name in board}


def test_o4_a_bye_by_name_is_what_grants_the_points():
    tournament = swiss(4)
    services.bye_give(
        stage_id=the_stage(tournament).pk, entry_id=id_of(tournament, "4"), by=ORGANIZER, round_number=1, kind="half"
    )
    played(tournament)

    assert standings_of(the_stage(tournament)).line_of[id_of(tournament, "4")].points == "0.5"


# ---- the phase


def test_while_somebody_edits_the_round_is_neither_published_nor_paired():
    tournament = swiss(4)
    round_ = editing(tournament)

    assert refusal(services.round_publish, round_id=round_.pk, by=ORGANIZER).code == "being_edited"
    assert refusal(services.round_pair, stage_id=the_stage(tournament).pk, by=ORGANIZER).code == "being_edited"


def test_two_people_do_not_edit_the_same_round_unless_one_takes_over():
    tournament = swiss(4)
    mine, other = actor(Role.ORGANIZER, user=a_user()), actor(Role.CHIEF_ARBITER, user=a_user())
    round_ = drafted(tournament)
    services.round_edit_begin(round_id=round_.pk, by=mine)

    assert refusal(services.round_edit_begin, round_id=round_.pk, by=other).code == "being_edited"
    services.round_edit_begin(round_id=round_.pk, by=other, take_over=True)
    assert refusal(services.round_edit_cancel, round_id=round_.pk, by=mine).code == "being_edited"
    assert services.round_edit_cancel(round_id=round_.pk, by=other).editing is False


def test_giving_up_brings_the_boards_back():
    tournament = swiss(4)
    round_ = editing(tournament)
    before = boards(round_)
    seat(tournament, round_, "1 2", "3 4")

    services.round_edit_cancel(round_id=round_.pk, by=ORGANIZER)

    assert boards(round_of(tournament, 1)) == before
    assert refusal(end, round_).code == "not_editing"


def test_giving_up_a_round_begun_by_hand_leaves_no_round():
    tournament = swiss(4)
    round_ = services.round_by_hand(stage_id=the_stage(tournament).pk, by=ORGANIZER, reason="as in the old days")

    assert services.round_edit_cancel(round_id=round_.pk, by=ORGANIZER) is None
    assert not Round.objects.filter(pk=round_.pk).exists()


def test_what_was_not_looked_at_is_not_confirmed():
    tournament = swiss(4)
    round_ = editing(tournament)
    seen = seat(tournament, round_, "1 2", "3 4")
    seat(tournament, round_, "1 4", "3 2")

    assert refusal(end, round_, "deviations", seal=seen.seal).code == "edit_changed"


def test_a_published_round_is_taken_back_before_it_is_edited():
    tournament = swiss(4)
    round_ = published(tournament)
    assert refusal(services.round_edit_begin, round_id=round_.pk, by=ORGANIZER).code == "round_not_draft"

    services.round_unpublish(round_id=round_.pk, by=ORGANIZER, reason="a mistake")

    assert services.round_edit_begin(round_id=round_.pk, by=ORGANIZER).editing


def test_boards_edited_by_hand_are_played_like_others():
    tournament = swiss(4)
    round_ = editing(tournament)
    check = seat(tournament, round_, "2 1", "4 3")
    end(round_, "deviations", *check.of_grade("confirm"))
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    advanced(tournament)

    assert [pairing_of(tournament, key).state for key in ("R1-1", "R1-2")] == ["running", "running"]
    assert boards(round_of(tournament, 1)) == [("2", "1"), ("4", "3")]
