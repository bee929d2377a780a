"""From the draw to the champion: rounds are drafted, published, started once, and followed by the next."""

import pytest
from django.db import IntegrityError, transaction

from matches import store
from matches.models import Match
from matches.services import match_act, match_settle
from tests.builders import (
    ORGANIZER,
    advanced,
    drafted,
    draw,
    entered,
    entry_called,
    match_of,
    names_at,
    pairing_of,
    published,
    round_of,
    rule,
    started,
    the_stage,
    win,
)
from tests.matches.building import still_clock
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import AuditLine, Notice, PairingMatch, Result, Round, Stage, Tournament
from tournaments.selectors.ranking import ranking_of

pytestmark = pytest.mark.django_db


def test_a_draft_has_the_whole_tree_and_no_match():
    tournament = drafted(8)

    rounds = the_stage(tournament).rounds.all()

    assert [(round_.kind, round_.state) for round_ in rounds] == [
        ("last_8", "draft"),
        ("last_4", "draft"),
        ("final", "draft"),
    ]
    assert [pairing.key for pairing in rounds[2].pairings.all()] == ["R3-1", "third"]
    assert names_at(tournament, "R1-1") == ("1", "8")
    assert not Match.objects.exists()


def test_drafting_again_makes_nothing_twice():
    tournament = drafted(5)
    before = the_stage(tournament).pairings.count()

    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert the_stage(tournament).pairings.count() == before


def test_starting_makes_one_match_per_board_and_decides_the_byes():
    tournament = started(5)

    assert PairingMatch.objects.count() == 1 + 1
    assert Result.objects.filter(kind="bye").count() == 3
    assert pairing_of(tournament, "R1-2").state == "running"
    # Seeds 2 and 3 have byes, so they meet at once although round 1 is still running.
    assert names_at(tournament, "R2-2") == ("2", "3")
    assert match_of(tournament, "R2-2").status == Match.Status.WAITING
    assert round_of(tournament, 2).state == Round.State.RUNNING
    assert Tournament.objects.get().state == Tournament.State.RUNNING


def test_starting_again_answers_already_started_with_the_same_round():
    tournament = started(4)

    again = services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)

    assert (again.code, again.round.pk, again.matches) == ("already_started", round_of(tournament, 1).pk, 2)
    assert PairingMatch.objects.count() == 2


def test_a_match_knows_its_room_its_board_and_its_players():
    tournament = started(4)

    match = match_of(tournament, "R1-1")

    assert (match.room, match.label) == (f"t/{tournament.slug}", f"{tournament.name} · 1.1")
    assert [seat.name for seat in match.seats.all()] == ["1", "4"]


def test_the_next_match_is_made_as_soon_as_both_seats_are_known():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    advanced(tournament)
    assert not pairing_of(tournament, "R2-1").games.exists()

    win(tournament, "R1-2", 1)
    advanced(tournament)

    assert names_at(tournament, "R2-1") == ("1", "3")
    assert names_at(tournament, "third") == ("4", "2")
    assert pairing_of(tournament, "R2-1").games.count() == 1
    assert round_of(tournament, 1).state == Round.State.CLOSED


def test_advancing_again_and_again_makes_no_second_match():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    win(tournament, "R1-2", 0)

    for _ in range(3):
        advanced(tournament)

    assert PairingMatch.objects.count() == 4
    assert Notice.objects.count() == 8


def test_each_player_is_told_once_and_of_the_match_on_the_list():
    tournament = started(2)

    notices = Notice.objects.all()

    assert len(notices) == 2
    assert {notice.data["match"] for notice in notices} == {match_of(tournament, "R1-1").pk}


def test_a_whole_tournament_has_a_champion_and_can_be_finished():
    tournament = started(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    win(tournament, "R2-1", 1)
    win(tournament, "third", 0)
    advanced(tournament)

    places = ranking_of(the_stage(tournament))
    services.tournament_finish(tournament_id=tournament.pk, by=ORGANIZER)

    assert [(place.rank, place.entry.name) for place in places] == [(1, "2"), (2, "1"), (3, "4"), (4, "3")]
    assert the_stage(tournament).state == Stage.State.FINISHED
    assert Tournament.objects.get().state == Tournament.State.FINISHED


def test_it_cannot_be_finished_while_a_board_is_open():
    tournament = started(2)

    with pytest.raises(TournamentError, match="not_finished"):
        services.tournament_finish(tournament_id=tournament.pk, by=ORGANIZER)


def test_the_final_waits_for_a_match_for_third_place_before_it():
    tournament = started(4, settings={"third_place": "before"})
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    assert not pairing_of(tournament, "R2-1").games.exists()

    win(tournament, "third", 0)
    advanced(tournament)

    assert pairing_of(tournament, "R2-1").games.count() == 1


def test_by_round_the_organizer_publishes_and_starts_each_round():
    tournament = started(4, settings={"advance": "by_round"})
    final = round_of(tournament, 2)
    assert final.state == Round.State.DRAFT
    with pytest.raises(TournamentError, match="round_not_published"):
        services.round_start(round_id=final.pk, by=ORGANIZER)
    services.round_publish(round_id=final.pk, by=ORGANIZER)
    with pytest.raises(TournamentError, match="round_before_open"):
        services.round_start(round_id=final.pk, by=ORGANIZER)
    win(tournament, "R1-1", 0)
    win(tournament, "R1-2", 0)
    advanced(tournament)
    assert PairingMatch.objects.count() == 2

    services.round_start(round_id=final.pk, by=ORGANIZER)

    assert PairingMatch.objects.count() == 4


def test_drawn_games_are_followed_by_the_policy_with_seats_turned():
    tournament = started(2, settings={"extra_games": 1})
    draw(tournament, "R1-1")
    advanced(tournament)
    second = match_of(tournament, "R1-1")
    assert [seat.name for seat in second.seats.all()] == ["2", "1"]
    draw(tournament, "R1-1")
    advanced(tournament)
    draw(tournament, "R1-1")
    advanced(tournament)

    result = pairing_of(tournament, "R1-1").result

    # In game 3 the better seed has the first seat again, and a draw counts for the second.
    assert (result.step, result.winner, result.half_points_0, result.half_points_1) == ("sudden_death", 1, 3, 3)
    assert list(PairingMatch.objects.values_list("kind", flat=True)) == ["regular", "extra", "sudden_death"]


def test_extra_games_may_have_a_faster_clock():
    tournament = started(2, settings={"extra_control": "5+3"})

    draw(tournament, "R1-1")
    advanced(tournament)

    assert match_of(tournament, "R1-1").control["kind"] == "fischer"


def test_extra_games_may_have_unequal_times_and_keep_the_limits_of_the_tournament():
    tournament = started(2, control="10+0 untimed 60", settings={"extra_control": "5+0 vs 4+0"})

    draw(tournament, "R1-1")
    advanced(tournament)

    match = match_of(tournament, "R1-1")
    clock = store.load(match.pk).table.clock
    assert [clock.full_ms(seat) for seat in (0, 1)] == [300_000, 240_000]
    assert match.control["untimed_ms"] == 60_000


@pytest.mark.parametrize(("control", "absent_ms"), [("10+0", 600_000), ("2d/move", 2 * 86_400_000)])
def test_where_turns_take_days_nobody_has_to_be_there_within_minutes(control, absent_ms):
    match = match_of(started(2, control=control), "R1-1")

    assert store.load(match.pk).table.no_show_at_ms == match.created_at_ms + absent_ms


def test_o5_both_absent_leave_an_empty_place_and_the_next_opponent_goes_on():
    tournament = started(8)
    for key in ("R1-1", "R1-2", "R1-4"):
        win(tournament, key, 0)
    rule(match_of(tournament, "R1-3"), "forfeit both")
    advanced(tournament)

    assert pairing_of(tournament, "R1-3").result.kind == "double_forfeit"
    assert names_at(tournament, "R2-2") == (None, "3")
    assert pairing_of(tournament, "R2-2").result.kind == "bye"
    win(tournament, "R2-1", 0)
    advanced(tournament)
    rule(match_of(tournament, "R3-1"), "forfeit both")
    advanced(tournament)

    places = ranking_of(the_stage(tournament))
    assert [(place.rank, place.entry and place.entry.name) for place in places[:3]] == [(1, None), (2, "1"), (2, "3")]
    assert the_stage(tournament).state == Stage.State.FINISHED


def test_a_seat_that_stays_empty_forfeits():
    tournament = started(2)

    rule(match_of(tournament, "R1-1"), "forfeit 0")

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner, result.step) == ("forfeit", 1, "forfeit")


@pytest.mark.parametrize(
    ("ready", "kind", "winner"),
    [
        pytest.param([0], "forfeit", 0, id="one is there"),
        pytest.param([], "double_forfeit", None, id="nobody is there"),
    ],
)
def test_o24_when_the_announced_time_is_over_absence_decides(ready, kind, winner):
    with still_clock() as clock:
        tournament = started(2, no_show_ms=600_000)
        match = match_of(tournament, "R1-1")
        for seat in ready:
            assert match_act(match_id=match.pk, seat=seat, text="ready", cmd=f"ready{seat}").ok
        clock.pass_ms(599_999)
        assert not match_settle(match_id=match.pk)

        clock.pass_ms(10_000)
        assert match_settle(match_id=match.pk)

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner) == (kind, winner)


def test_c11d_the_end_of_a_match_is_recorded_once_however_often_it_is_told():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    win(tournament, "R1-1", 0)
    match.refresh_from_db()

    again = [services.game_record(match=match) for _ in range(10)]

    assert not any(again)
    assert Result.objects.count() == 1


def test_an_end_that_nobody_recorded_is_found_later():
    tournament = started(2)
    win(tournament, "R1-1", 0)
    Result.objects.all().delete()
    PairingMatch.objects.update(end="", half_points_0=None, half_points_1=None)
    pairing_of(tournament, "R1-1").stage.pairings.update(state="running")

    assert services.games_catch_up() == 1
    assert pairing_of(tournament, "R1-1").result.winner == 0


def test_c11_the_database_refuses_a_second_match_of_a_number_and_a_second_board_of_a_round():
    tournament = started(4)
    first, second = pairing_of(tournament, "R1-1"), pairing_of(tournament, "R1-2")

    with pytest.raises(IntegrityError), transaction.atomic():
        PairingMatch.objects.create(
            pairing=first, number=1, match=second.games.get().match, kind="regular", swapped=False
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        first.round.pairings.filter(pk=first.pk).update(board=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        first.round.pairings.filter(pk=first.pk).update(entry_0=second.entry_0)


def test_unpublishing_needs_a_reason_and_leaves_a_note():
    tournament = published(4)
    round_ = round_of(tournament, 1)
    with pytest.raises(TournamentError, match="reason_missing"):
        services.round_unpublish(round_id=round_.pk, by=ORGANIZER, reason=" ")

    services.round_unpublish(round_id=round_.pk, by=ORGANIZER, reason="wrong seeds")

    assert set(the_stage(tournament).rounds.values_list("state", flat=True)) == {"draft"}
    assert tournament.announcements.get().data == {"round": 1, "reason": "wrong seeds"}


def test_a_started_round_cannot_be_taken_back():
    tournament = started(4)

    with pytest.raises(TournamentError, match="round_under_way"):
        services.round_unpublish(round_id=round_of(tournament, 1).pk, by=ORGANIZER, reason="no")


def test_publishing_counts_the_snapshots():
    tournament = published(4)
    round_ = round_of(tournament, 1)
    services.round_unpublish(round_id=round_.pk, by=ORGANIZER, reason="once more")

    again = services.round_publish(round_id=round_.pk, by=ORGANIZER)

    assert again.snapshot == 2


def test_the_draw_can_be_taken_back_until_a_round_is_published():
    tournament = drafted(4)
    stage = the_stage(tournament)
    services.stage_undraw(stage_id=stage.pk, by=ORGANIZER)
    assert not stage.rounds.exists()

    services.stage_draw(stage_id=stage.pk, by=ORGANIZER, seeding="rating")
    round_ = services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    services.round_publish(round_id=round_.pk, by=ORGANIZER)

    with pytest.raises(TournamentError, match="round_public"):
        services.stage_draw(stage_id=stage.pk, by=ORGANIZER)


@pytest.mark.parametrize("count", [0, 1])
def test_a_bracket_of_one_is_refused_with_a_sentence(count):
    tournament = entered(count)

    with pytest.raises(TournamentError) as refused:
        services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert refused.value.code == "too_few_entries"
    assert refused.value.message == "At least 2 entries must take part."
    assert the_stage(tournament).state == Stage.State.DRAFT


def test_seeds_by_rating_come_best_first_and_those_without_last():
    tournament = entered(0)
    for name, rating in (("low", 900), ("none", None), ("high", 2100)):
        services.entry_register(tournament_id=tournament.pk, by=ORGANIZER, name=name, rating=rating)

    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER, seeding="rating")

    assert [place.entry.name for place in the_stage(tournament).field.all()] == ["high", "low", "none"]


def test_a_lot_is_the_same_whenever_it_is_drawn_again():
    tournament = entered(9)
    stage = the_stage(tournament)

    def order() -> list[str]:
        services.stage_draw(stage_id=stage.pk, by=ORGANIZER, seeding="lot")
        return [place.entry.name for place in stage.field.select_related("entry")]

    assert order() == order()


def test_with_check_in_only_those_who_are_here_are_drawn():
    tournament = entered(4, check_in=True)
    for name in "124":
        services.check_in(entry_id=entry_called(tournament, name).pk, by=ORGANIZER)

    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert [place.entry.name for place in the_stage(tournament).field.all()] == ["1", "2", "4"]


def test_every_step_has_an_audit_line():
    tournament = started(2)

    acts = list(tournament.audit.order_by("id").values_list("act", flat=True))

    assert acts == [
        "tournament_create",
        "tournament_open",
        "entry_register",
        "entry_register",
        "stage_draw",
        "round_draft",
        "round_publish",
        "round_start",
    ]


def test_the_audit_trail_can_be_neither_changed_nor_shortened():
    published(2)

    with pytest.raises(IntegrityError), transaction.atomic():
        AuditLine.objects.update(reason="nothing happened")
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditLine.objects.all().delete()
    assert AuditLine.objects.exists()
