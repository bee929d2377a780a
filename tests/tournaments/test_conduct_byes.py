"""Byes that are asked for, with limits; who is kept apart; penalties. P8 and the byes of O4 and P1."""

import pytest

from tests.builders import ORGANIZER, actor, entry_called, round_of, the_stage
from tests.tournaments.rounds import boards, byes, drafted, id_of, ids_of, job, names_in, played, published, swiss
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.selectors import conduct
from tournaments.services.standings import standings_of

pytestmark = pytest.mark.django_db


def asked_for(tournament, name, number, kind="half", by=ORGANIZER):
    return services.bye_ask(
        stage_id=the_stage(tournament).pk, entry_id=id_of(tournament, name), by=by, round_number=number, kind=kind
    )


def given(tournament, name, number, kind="half", **more):
    return services.bye_give(
        stage_id=the_stage(tournament).pk,
        entry_id=id_of(tournament, name),
        by=ORGANIZER,
        round_number=number,
        kind=kind,
        **more,
    )


def refusal(call, *args, **more):
    with pytest.raises(TournamentError) as caught:
        call(*args, **more)
    return caught.value.code


def points(tournament, name):
    return standings_of(the_stage(tournament)).line_of[id_of(tournament, name)].points


def test_a_player_asks_and_the_organizer_grants_half_a_point():
    tournament = swiss(6)
    player = actor(entry=entry_called(tournament, "6"))
    bye = asked_for(tournament, "6", 1, by=player)
    assert bye.state == "asked"

    services.bye_grant(bye_id=bye.pk, by=ORGANIZER)
    assert asked_for(tournament, "6", 1, by=player).state == "granted"
    first = played(tournament)

    assert names_in(first) == {"1", "2", "3", "4", "5"}
    assert points(tournament, "6") == "0.5"


def test_what_was_only_asked_for_or_declined_counts_for_nothing():
    tournament = swiss(6)
    asked_for(tournament, "6", 1)
    declined = asked_for(tournament, "5", 1)
    services.bye_decline(bye_id=declined.pk, by=ORGANIZER, reason="too late")

    assert names_in(drafted(tournament)) == {"1", "2", "3", "4", "5", "6"}
    assert refusal(services.bye_grant, bye_id=declined.pk, by=ORGANIZER) == "bye_decided"


def test_nobody_asks_for_others():
    tournament = swiss(4)

    with pytest.raises(NotAllowedError):
        asked_for(tournament, "3", 1, by=actor(entry=entry_called(tournament, "4")))


def test_half_points_have_a_limit_that_only_a_reason_lifts():
    tournament = swiss(6, rounds=5, half_byes=1)
    first = asked_for(tournament, "6", 1)

    assert asked_for(tournament, "6", 1) == first, "the same request again is no second one"
    assert refusal(asked_for, tournament, "6", 2) == "bye_limit"
    assert refusal(given, tournament, "6", 2) == "bye_limit"
    assert refusal(given, tournament, "6", 2, beyond_limit=True) == "reason_missing"
    assert given(tournament, "6", 2, beyond_limit=True, reason="funeral").state == "granted"


@pytest.mark.parametrize(("until", "last"), [(0, 4), (2, 2)])
def test_half_points_end_before_the_last_rounds(until, last):
    tournament = swiss(6, rounds=5, half_byes_until=until, half_byes=9)

    assert asked_for(tournament, "6", last).state == "asked"
    assert refusal(asked_for, tournament, "6", last + 1) == "bye_too_late"


def test_a_round_off_for_nothing_needs_no_leave_and_a_full_point_is_the_organizers():
    tournament = swiss(4)

    assert asked_for(tournament, "4", 1, "zero", by=actor(entry=entry_called(tournament, "4"))).state == "granted"
    assert refusal(asked_for, tournament, "3", 1, "full") == "bye_full"
    assert refusal(given, tournament, "3", 1, "full") == "reason_missing"
    assert given(tournament, "3", 1, "full", reason="our mistake").state == "granted"


def test_a_public_round_takes_no_more_byes():
    tournament = swiss(4)
    bye = given(tournament, "4", 1, "zero")
    published(tournament)

    assert refusal(asked_for, tournament, "3", 1) == "round_paired"
    assert refusal(services.bye_remove, bye_id=bye.pk, by=ORGANIZER) == "round_paired"


# ---- P8


def test_p8_five_players_four_of_them_with_a_bye_in_round_one():
    tournament = swiss(5)
    for name in "2345":
        given(tournament, name, 1)

    round_ = drafted(tournament)

    assert boards(round_) == [("1", None)]


def test_p8_seven_players_two_with_a_bye_leave_an_odd_number_and_one_bye():
    tournament = swiss(7)
    for name in "67":
        given(tournament, name, 1)

    round_ = drafted(tournament)

    assert len(byes(round_)) == 1
    assert names_in(round_) == {"1", "2", "3", "4", "5"}


def test_p8_a_bye_given_after_the_pairing_is_kept_and_none_is_added():
    tournament = swiss(7)
    before = drafted(tournament)
    assert byes(before) == ["7"]
    given(tournament, "3", 1)
    assert conduct.draft_outdated(round_of(tournament, 1))
    assert refusal(services.round_publish, round_id=before.pk, by=ORGANIZER) == "bye_and_board"

    again = drafted(tournament)

    assert byes(again) == []
    assert names_in(again) == {"1", "2", "4", "5", "6", "7"}
    assert services.round_publish(round_id=again.pk, by=ORGANIZER).state == "published"


def test_p8_a_bye_set_by_hand_is_replaced_when_the_round_is_paired_again():
    tournament = swiss(5)
    round_ = drafted(tournament)
    services.round_edit_begin(round_id=round_.pk, by=ORGANIZER)
    one, two, three, four, five = ids_of(tournament, *"12345")
    services.round_edit_save(round_id=round_.pk, by=ORGANIZER, boards=[(two, three), (four, five), (one, None)])
    check = services.round_edit_check(round_id=round_.pk)
    services.round_edit_end(
        round_id=round_.pk, by=ORGANIZER, confirmed=["deviations", *check.of_grade("confirm")], reason="asked for"
    )
    assert byes(round_of(tournament, 1)) == ["1"]

    again = drafted(tournament)

    assert byes(again) == ["5"]
    assert again.edited == []


def test_p1_who_had_the_bye_or_a_full_point_does_not_get_another():
    tournament = swiss(9, rounds=4)
    given(tournament, "4", 1, "full", reason="our mistake")
    seen = []
    for _ in range(4):
        seen += byes(played(tournament))

    assert len(seen) == len(set(seen)) == 3
    assert "4" not in seen


# ---- who is kept apart


def test_who_is_kept_apart_does_not_meet_and_the_reasons_say_so():
    tournament = swiss(4)
    pair = ids_of(tournament, "1", "3")
    services.apart_add(stage_id=the_stage(tournament).pk, by=ORGANIZER, entries=pair, reason="one family")

    round_ = drafted(tournament)

    assert {"1", "3"} not in [set(board) for board in boards(round_)]
    said = [reason.text.en for reasons in conduct.reasons_of(round_).values() for reason in reasons]
    assert any("the pair is forbidden" in text for text in said)


def test_a_pair_kept_apart_that_stops_the_round_is_named():
    tournament = swiss(2)
    kept = services.apart_add(
        stage_id=the_stage(tournament).pk, by=ORGANIZER, entries=ids_of(tournament, "1", "2"), reason="one family"
    )
    failed = job(tournament)
    assert (failed.code, "1-2" in failed.detail_en) == ("no_pairing", True)

    services.apart_remove(apart_id=kept.pk, by=ORGANIZER)

    assert drafted(tournament).pairings.count() == 1


def test_rounds_outside_the_range_are_free():
    tournament = swiss(2, rounds=1)
    services.apart_add(
        stage_id=the_stage(tournament).pk,
        by=ORGANIZER,
        entries=ids_of(tournament, "1", "2"),
        reason="first rounds only",
        first_round=2,
    )

    assert drafted(tournament).pairings.count() == 1


# ---- penalties


def test_a_penalty_changes_the_standings_and_not_the_pairings():
    tournament = swiss(4)
    first = played(tournament)
    winner = boards(first)[0][0]
    before = points(tournament, winner)

    penalty = services.penalty_add(
        stage_id=the_stage(tournament).pk,
        by=ORGANIZER,
        entry_id=id_of(tournament, winner),
        round_number=1,
        tenths=5,
        reason="telephone",
    )

    assert (before, points(tournament, winner)) == ("1", "0.5")
    assert the_stage(tournament).snapshots.filter(kind="standings", round_number=1).count() == 2
    assert winner in boards(drafted(tournament))[0]
    services.penalty_remove(penalty_id=penalty.pk, by=ORGANIZER, reason="it was not his")
    assert points(tournament, winner) == "1"


@pytest.mark.parametrize("tenths", [0, 1001])
def test_a_penalty_of_nothing_or_of_too_much_is_refused(tenths):
    tournament = swiss(4)
    played(tournament)

    code = refusal(
        services.penalty_add,
        stage_id=the_stage(tournament).pk,
        by=ORGANIZER,
        entry_id=id_of(tournament, "1"),
        round_number=1,
        tenths=tenths,
        reason="telephone",
    )

    assert code == "bad_value"
