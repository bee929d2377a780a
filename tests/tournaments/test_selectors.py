"""What people read: lobbies, the next act, the arbiters' queue, what is public."""

import pytest
from django.contrib.auth.models import AnonymousUser

from matches import now
from matches.models import Match
from matches.services import call_open, match_quarantine
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    advanced,
    an_entry,
    begin,
    drafted,
    entered,
    entry_called,
    match_of,
    pairing_of,
    published,
    round_of,
    rule,
    staffed,
    started,
    the_stage,
    win,
)
from tests.tournaments.stages import next_round, play, swiss
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError
from tournaments.permissions import Role
from tournaments.selectors import lobby as lobby_module
from tournaments.selectors.boards import live_games
from tournaments.selectors.lobby import lobby_of
from tournaments.selectors.public import (
    rounds_for,
    tournament_list,
    tournament_list_of,
    tournament_list_running,
    tournament_open_to,
)
from tournaments.selectors.queue import arbiter_queue
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.what_now import counts_of, what_now

pytestmark = pytest.mark.django_db

VISITOR = actor()


def lobby(tournament, name):
    return lobby_of(entry_called(tournament, name).players.get())


def test_a_draft_tournament_exists_for_its_staff_only():
    tournament = a_tournament(open_=False)
    user = staffed(tournament, Role.SCOREKEEPER)

    assert tournament_open_to(tournament.slug, user)[0] == tournament
    for stranger in (None, AnonymousUser(), a_user()):
        with pytest.raises(NotFoundError):
            tournament_open_to(tournament.slug, stranger)
    assert not tournament_list().exists()


def test_lists_of_tournaments():
    running, open_ = started(2), a_tournament()
    user = staffed(open_, Role.ARBITER)
    player = entry_called(running, "1").players.get()

    assert list(tournament_list_running()) == [running]
    assert set(tournament_list()) == {running, open_}
    assert list(tournament_list_of(user)) == [open_]
    assert list(tournament_list_of(None, [player.ref])) == [running]


def test_draft_rounds_are_shown_to_staff_only():
    tournament = drafted(4)

    assert not rounds_for(tournament, VISITOR).exists()
    assert rounds_for(tournament, ORGANIZER).count() == 2


def test_live_games_are_those_that_are_not_over():
    tournament = started(4)
    win(tournament, "R1-1", 0)

    assert [game.pairing.key for game in live_games(tournament)] == ["R1-2"]


def test_the_next_act_from_the_draft_to_the_end():
    tournament = a_tournament(open_=False)
    acts = []

    def note():
        tournament.refresh_from_db()
        acts.append(what_now(tournament).act)

    note()
    services.tournament_open(tournament_id=tournament.pk, by=ORGANIZER)
    note()
    assert (what_now(tournament).possible, what_now(tournament).reason) == (False, "too_few_entries")
    for name in "ab":
        an_entry(tournament, name)
    stage = the_stage(tournament)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    note()
    round_ = services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    note()
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    note()
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    note()
    assert what_now(tournament).what == 1
    win(tournament, "R1-1", 0)
    advanced(tournament)
    note()
    services.tournament_finish(tournament_id=tournament.pk, by=ORGANIZER)
    note()

    assert acts == ["open", "draw", "draft", "publish", "start", "wait", "finish", "nothing"]


def test_by_round_each_round_waits_for_its_start():
    tournament = started(4, settings={"advance": "by_round"})
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    assert what_now(tournament).act == "publish"

    services.round_publish(round_id=round_of(tournament, 2).pk, by=ORGANIZER)

    assert what_now(tournament).act == "start"


def test_the_counts_of_the_console():
    tournament = started(4)
    win(tournament, "R1-1", 0)

    counts = counts_of(tournament)

    assert (counts.entries, counts.boards_running, counts.boards_decided, counts.boards_open) == (4, 1, 1, 2)


def test_a_player_sees_the_board_the_seat_and_the_opponent():
    tournament = started(4)

    mine = lobby(tournament, "4")

    assert (mine.situation, mine.seat, mine.opponent.name) == ("play", 1, "1")
    assert mine.match_id == match_of(tournament, "R1-1").pk
    assert [notice.data["match"] for notice in mine.notices] == [mine.match_id]


@pytest.mark.parametrize(
    ("make", "name", "situation"),
    [
        pytest.param(lambda: entered(2), "1", "before_draw", id="before the draw"),
        pytest.param(lambda: entered(2, check_in=True), "1", "check_in", id="check-in"),
        pytest.param(lambda: drafted(2), "1", "not_published", id="drawn, not published"),
        pytest.param(lambda: published(4), "1", "round_not_started", id="published"),
        pytest.param(lambda: published(3), "1", "bye", id="bye"),
        pytest.param(lambda: started(3), "1", "opponent_open", id="waits for an opponent"),
    ],
)
def test_a_player_is_told_why_there_is_no_board(make, name, situation):
    assert lobby(make(), name).situation == situation


def test_a_player_is_told_how_it_ended():
    tournament = started(2)
    win(tournament, "R1-1", 0)
    advanced(tournament)

    assert (lobby(tournament, "1").situation, lobby(tournament, "2").situation) == ("champion", "out")


def test_nobody_is_out_of_a_swiss_by_losing_nor_has_won_it_by_winning():
    tournament = swiss(4, rounds=2)
    play(tournament, 1)
    winner, loser = pairing_of(tournament, "R1-1").entries

    assert (lobby(tournament, winner.name).situation, lobby(tournament, loser.name).situation) == ("next_round",) * 2

    play(tournament, 1)
    assert {lobby(tournament, name).situation for name in "1234"} == {"finished"}


def test_after_a_swiss_that_feeds_a_knockout_players_wait_for_the_final_order_and_then_for_its_pairings():
    tournament = swiss(4, rounds=1)
    first = the_stage(tournament)
    finals = services.stage_add(
        tournament_id=tournament.pk, by=ORGANIZER, format="knockout", source_stage=first.pk, places=2
    )
    next_round_of(first)

    assert {lobby(tournament, name).situation for name in "1234"} == {"next_stage"}

    services.stage_feed(stage_id=finals.pk, by=ORGANIZER)
    fed = set(finals.field.values_list("entry__name", flat=True))
    assert {name: lobby(tournament, name).situation for name in "1234"} == {
        name: "next_round" if name in fed else "finished" for name in "1234"
    }


def next_round_of(stage):
    """Pair and play a round of a stage in a hall; the first side always wins."""
    round_ = services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    for pairing in round_.pairings.all():
        services.result_set(pairing_id=pairing.pk, by=ORGANIZER, kind="played", winner=0)
    services.stage_advance(stage_id=stage.pk)


def test_the_loser_of_a_semifinal_waits_for_the_match_for_third_place():
    tournament = started(4)
    win(tournament, "R1-1", 0)

    loser = pairing_of(tournament, "R1-1").entry_1.name

    assert lobby(tournament, loser).situation == "opponent_open"
    advanced(tournament)
    assert lobby(tournament, loser).situation == "opponent_open"


def test_who_has_left_is_told_so():
    tournament = entered(2)
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER)

    assert lobby(tournament, "1").situation == "withdrawn"


def test_check_in_is_offered_and_its_undoing():
    tournament = entered(2, check_in=True)
    assert lobby(tournament, "1").can_check_in

    services.check_in(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER)

    mine = lobby(tournament, "1")
    assert (mine.can_check_in, mine.can_undo_check_in) == (False, True)


def test_the_queue_is_sorted_by_urgency():
    tournament = started(8)
    first, second, third = (match_of(tournament, f"R1-{board}") for board in (1, 2, 3))
    call_open(match_id=first.pk, seat=1, reason="rules", text="hm")
    match_quarantine(match_id=second.pk, fault="broken")
    Match.objects.filter(pk=third.pk).update(version=third.version + 1, deadline_ms=now.now_ms() + 60_000)

    queue = arbiter_queue(tournament)

    assert [item.kind for item in queue] == ["quarantined", "call", "no_show"]
    assert queue[1].subject.seat_name == "8"
    assert queue[2].due_ms


def test_a_deadline_that_nobody_enforced_is_seen():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    Match.objects.filter(pk=match.pk).update(version=match.version + 1, deadline_ms=now.now_ms() - 10_000)

    assert [item.kind for item in arbiter_queue(tournament)] == ["overdue"]


def test_reports_that_differ_are_seen_and_vanish_with_the_result():
    tournament = started(2, hosted=False)
    pairing = pairing_of(tournament, "R1-1")
    services.result_report(pairing_id=pairing.pk, by=actor(entry=entry_called(tournament, "1")), winner=0)
    assert [item.kind for item in arbiter_queue(tournament)] == ["one_report"]
    services.result_report(pairing_id=pairing.pk, by=actor(entry=entry_called(tournament, "2")), winner=1)
    assert [item.kind for item in arbiter_queue(tournament)] == ["mismatch"]

    services.result_set(pairing_id=pairing.pk, by=ORGANIZER, kind="played", winner=0)

    assert arbiter_queue(tournament) == []


def test_a_call_is_taken_and_decided_with_an_audit_line():
    tournament = started(2)
    judge = actor(Role.ARBITER, user=staffed(tournament, Role.ARBITER))
    call = call_open(match_id=match_of(tournament, "R1-1").pk, seat=0, reason="rules")
    with pytest.raises(NotAllowedError):
        services.call_take_up(call_id=call.pk, by=actor(Role.ORGANIZER))

    services.call_take_up(call_id=call.pk, by=judge)
    assert arbiter_queue(tournament)[0].taken_by.user_id == judge.user_id
    services.call_decide(call_id=call.pk, by=judge, decision="play on")

    assert arbiter_queue(tournament) == []
    assert tournament.audit.get(act="call_decide").reason == "play on"


def test_an_arbiter_rules_with_a_reason():
    tournament, judge = started(4), actor(Role.ARBITER)
    begin(match_of(tournament, "R1-1"))

    ack = services.match_ruling(
        match_id=match_of(tournament, "R1-1").pk, by=judge, text="add-time 0 60000", reason="clock set wrong"
    )

    assert ack.ok
    lines = tournament.audit.filter(act="match_ruling").order_by("pk")
    assert [line.after["ruling"] for line in lines] == ["add-time 0 60000"]


def test_a_ruling_that_the_match_refuses_is_not_written():
    tournament = started(2)

    ack = services.match_ruling(
        match_id=match_of(tournament, "R1-1").pk, by=actor(Role.ARBITER), text="unpause", reason="go on"
    )

    assert not ack.ok
    assert not tournament.audit.filter(act="match_ruling").exists()


def test_a_ranking_names_entries_and_empty_places():
    tournament = started(2)
    assert ranking_of(the_stage(tournament)) == ()
    rule(match_of(tournament, "R1-1"), "forfeit both")

    places = ranking_of(the_stage(tournament))

    assert [(place.rank, place.entry and place.entry.name) for place in places] == [(1, None), (2, "1"), (2, "2")]


def test_a_last_round_that_becomes_public_while_a_lobby_is_read_does_not_look_like_the_end(monkeypatch):
    tournament = swiss(4, rounds=2)
    play(tournament, 1)
    read = lobby_module._pairings

    def read_and_be_overtaken(entry):
        found = read(entry)
        next_round(tournament)
        return found

    monkeypatch.setattr(lobby_module, "_pairings", read_and_be_overtaken)

    assert lobby(tournament, "1").situation == "next_round"
    monkeypatch.undo()
    assert lobby(tournament, "1").situation != "next_round"
