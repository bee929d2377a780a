import pytest
from django.db import DatabaseError, transaction

from gameengine.core.types import CLOCK
from matches import services
from matches.models import Command, Match, MatchEvent
from matches.signals import match_finished
from matches.store import load
from tests.matches.building import (
    FIVE_SECONDS,
    START_MS,
    findings,
    live_match,
    new_match,
    play,
    seat_to_act,
    some_action,
)

pytestmark = pytest.mark.django_db


def test_an_action_raises_the_version_and_adds_to_the_log(clock):
    match = live_match()
    clock.pass_ms(4_000)

    ack = play(match.pk)

    after = Match.objects.get(pk=match.pk)
    assert ack.ok
    assert (after.version, after.ply, ack.ply) == (1, 1, 1)
    assert ack.seq == after.seq == MatchEvent.objects.filter(match=match).count()
    assert after.deadline_ms == START_MS + 4_000 + 300_000


def test_the_same_command_five_times_is_one_move(clock):
    match = live_match()
    row = load(match.pk)
    command = {"match_id": match.pk, "seat": seat_to_act(match.pk), "text": some_action(row), "cmd": "once", "ply": 0}

    acks = [services.match_act(**command) for _ in range(5)]

    assert len(set(acks)) == 1
    assert acks[0].ok
    assert Match.objects.get(pk=match.pk).ply == 1
    assert Command.objects.filter(match=match).count() == 1


def test_a_command_for_another_ply_is_stale(clock):
    match = live_match()
    play(match.pk)

    ack = services.match_act(match_id=match.pk, seat=seat_to_act(match.pk), text="flip a2", cmd="late", ply=0)

    assert (ack.ok, ack.code) == (False, "stale_ply")
    assert Match.objects.get(pk=match.pk).version == 1


@pytest.mark.parametrize("text", ["", "flip z9", "nonsense", "\x00", "flip a2 " * 200, "ready " + "f" * 64, "nonce 00"])
def test_bad_texts_are_refused_and_change_nothing(clock, text):
    match = live_match()

    ack = services.match_act(match_id=match.pk, seat=seat_to_act(match.pk), text=text, cmd="bad")

    assert not ack.ok
    assert ack.code
    assert ack.message
    assert Match.objects.get(pk=match.pk).version == 0


def test_a_seat_out_of_turn_is_refused(clock):
    match = live_match()

    ack = services.match_act(match_id=match.pk, seat=1 - seat_to_act(match.pk), text="flip a2", cmd="early")

    assert ack.code == "NOT_YOUR_TURN"


def test_an_unknown_match_is_a_code(clock):
    assert services.match_act(match_id="nowhere", seat=0, text="resign", cmd="x").code == "no_such_match"


def test_resignation_ends_the_match_once_and_its_record_verifies(clock, finished):
    match = live_match()
    play(match.pk)

    acks = [services.match_act(match_id=match.pk, seat=0, text="resign", cmd=f"r{n}") for n in range(2)]

    after = Match.objects.get(pk=match.pk)
    assert [ack.code for ack in acks] == ["", "match_over"]
    assert (after.status, after.winner, after.outcome["reason"]) == ("over", 1, "RESIGN")
    assert finished == [match.pk]
    assert findings(match.pk) == []


def test_a_receiver_that_fails_takes_the_end_back(clock):
    match = live_match()

    def fail(**kwargs):
        raise RuntimeError("the owner cannot take the result")

    match_finished.connect(fail)
    try:
        ack = services.match_act(match_id=match.pk, seat=0, text="resign", cmd="r")
    finally:
        match_finished.disconnect(fail)
    assert ack.code == "server_fault"
    assert Match.objects.get(pk=match.pk).status == "quarantined"
    assert not Command.objects.filter(match=match).exists()


def test_a_flag_falls_after_the_settling_time_dated_at_the_deadline(clock, finished):
    match = live_match(options={"on_timeout": "lose"}, control=FIVE_SECONDS)
    clock.pass_ms(5_249)
    assert not services.match_settle(match_id=match.pk)

    clock.pass_ms(1)
    assert services.match_settle(match_id=match.pk)

    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.outcome["reason"]) == ("over", "TIME")
    assert (after.ended_at_ms, after.decided_at_ms) == (START_MS + 5_000, START_MS + 5_250)
    assert finished == [match.pk]
    assert not services.match_settle(match_id=match.pk)


@pytest.mark.parametrize(("late_ms", "plays"), [(-1, True), (0, False), (1, False)])
def test_the_instant_of_receipt_decides(clock, monkeypatch, late_ms, plays):
    monkeypatch.setattr("time.sleep", lambda s: clock.pass_ms(round(s * 1000)))
    match = live_match(options={"on_timeout": "lose"}, control=FIVE_SECONDS)
    mover = seat_to_act(match.pk)
    clock.pass_ms(5_000 + late_ms)

    ack = play(match.pk)

    after = Match.objects.get(pk=match.pk)
    assert ack.ok is plays
    assert (after.ply, after.winner) == ((1, None) if plays else (0, 1 - mover))
    if not plays:
        assert ack.code == "match_over"
        assert clock.at_ms >= START_MS + 5_250


def test_a_late_command_is_answered_the_same_way_again(clock, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda s: clock.pass_ms(round(s * 1000)))
    match = live_match(options={"on_timeout": "lose"}, control=FIVE_SECONDS)
    row = load(match.pk)
    command = {"match_id": match.pk, "seat": seat_to_act(match.pk), "text": some_action(row), "cmd": "late", "ply": 0}
    clock.pass_ms(5_000)

    assert services.match_act(**command) == services.match_act(**command)


def test_a_receipt_that_lies_too_far_back_is_capped(clock):
    match = live_match(control=FIVE_SECONDS)
    clock.pass_ms(4_500)
    row = load(match.pk)

    services.match_act(
        match_id=match.pk, seat=seat_to_act(match.pk), text=some_action(row), cmd="x", received_ms=START_MS
    )

    assert Match.objects.get(pk=match.pk).changed_at_ms == START_MS + 2_500


def test_an_absent_player_is_played_for_and_takes_back_control(clock):
    match = live_match(control=FIVE_SECONDS)
    mover = seat_to_act(match.pk)
    clock.pass_ms(5_250)

    assert services.match_settle(match_id=match.pk)

    assert [event.kind for event in MatchEvent.objects.filter(match=match, actor__in=[mover, CLOCK], seq__gt=4)]
    table = load(match.pk).table
    assert (table.ply, table.autopilot[mover].active) == (1, True)
    ack = services.match_act(match_id=match.pk, seat=mover, text="resume", cmd="back")
    assert ack.ok
    assert not load(match.pk).table.autopilot[mover].active


def test_both_ready_starts_and_nonces_enter_the_draws(clock):
    match = new_match()
    for seat in (0, 1):
        assert services.match_act(match_id=match.pk, seat=seat, text="ready", cmd=f"ready{seat}").ok

    assert Match.objects.get(pk=match.pk).status == "live"
    services.match_act(match_id=match.pk, seat=0, text="resign", cmd="r")
    assert findings(match.pk) == []


def test_nobody_appears_and_both_forfeit(clock, finished):
    match = new_match(no_show_ms=60_000)
    clock.pass_ms(60_250)

    services.match_settle(match_id=match.pk)

    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.winner, after.outcome["outcome"]) == ("over", None, "none")
    assert after.ended_at_ms == START_MS + 60_000


def test_create_is_idempotent_by_owner_ref(clock):
    assert new_match(owner_ref="pairing/1/1").pk == new_match(owner_ref="pairing/1/1").pk


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE matches_match SET label = 'x'",
        "UPDATE matches_match SET version = version + 2",
        "UPDATE matches_matchevent SET public = '{}'",
        "DELETE FROM matches_matchevent",
        "DELETE FROM matches_match",
    ],
)
def test_the_database_refuses(clock, statement):
    from django.db import connection

    live_match()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_purge_removes_a_match_and_leaves_its_audit_line(clock):
    match = live_match(label="Board 1")
    play(match.pk)

    purge = services.match_purge(match_id=match.pk, by_user=None, reason="asked by the player")

    assert not Match.objects.filter(pk=match.pk).exists()
    assert (purge.match_id, purge.label, purge.open) == (match.pk, "Board 1", False)
