import random

import pytest

from gameengine.table import legal_actions, seats_to_act
from matches import outages, services
from matches.enforcement import overdue_ms, sweep
from matches.enforcement.promoter import Promoter
from matches.models import Call, Command, Heartbeat, Match, MatchEvent, Outage
from matches.store import load
from tests.matches.building import (
    FIVE_MINUTES,
    FIVE_SECONDS,
    START_MS,
    findings,
    live_match,
    new_match,
    play,
    seat_to_act,
)

pytestmark = pytest.mark.django_db

LOSE = {"on_timeout": "lose"}


@pytest.fixture(autouse=True)
def sleeping(clock, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda s: clock.pass_ms(round(s * 1000)))


def test_the_sweep_settles_what_is_due_and_nothing_else(clock, finished):
    due = [live_match(FIVE_SECONDS, options=LOSE).pk for _ in range(3)]
    live_match(FIVE_MINUTES)
    clock.pass_ms(6_000)

    assert overdue_ms() == 750
    assert sweep() == 3
    assert sorted(finished) == sorted(due)
    assert (sweep(), overdue_ms()) == (0, 0)
    assert set(Match.objects.filter(pk__in=due).values_list("ended_at_ms", flat=True)) == {START_MS + 5_000}


def test_looking_ahead_settles_at_the_instant(clock):
    match = live_match(FIVE_SECONDS, options=LOSE)
    clock.pass_ms(5_100)

    assert sweep(ahead_ms=250) == 1

    after = Match.objects.get(pk=match.pk)
    assert after.decided_at_ms == START_MS + 5_250


def test_fifty_stale_timers_change_nothing(clock):
    match = live_match(FIVE_SECONDS)
    clock.pass_ms(4_000)
    for _ in range(3):
        assert play(match.pk).ok
        clock.pass_ms(1_000)

    assert not any(services.match_settle(match_id=match.pk) for _ in range(50))
    assert Match.objects.get(pk=match.pk).version == 3


def test_a_match_that_fails_is_taken_out_of_play_and_the_others_go_on(clock, finished):
    bad, good = (live_match(FIVE_SECONDS, options=LOSE) for _ in range(2))
    Match.objects.filter(pk=bad.pk).update(version=1, table="{}")
    clock.pass_ms(6_000)

    assert sweep() == 1

    broken = Match.objects.get(pk=bad.pk)
    assert (broken.status, broken.deadline_ms, broken.version) == ("quarantined", None, 2)
    assert finished == [good.pk]
    assert MatchEvent.objects.filter(match=bad).last().kind == "fault"
    assert Call.objects.get(match=bad).reason == "fault"
    assert sweep() == 0


def test_an_arbiter_releases_a_match_whose_time_stood_still(clock, admin_user):
    match = live_match(FIVE_SECONDS, options=LOSE)
    clock.pass_ms(2_000)
    services.match_quarantine(match_id=match.pk, fault="test")
    clock.pass_ms(3_600_000)
    mover = seat_to_act(match.pk)
    assert services.match_act(match_id=match.pk, seat=mover, text="flip a2", cmd="x").code == "quarantined"

    ack = services.match_rule(match_id=match.pk, text="release", by_user=admin_user, reason="looked at it")

    after = Match.objects.get(pk=match.pk)
    assert ack.ok
    assert (after.status, after.deadline_ms) == ("live", clock.at_ms + 5_000)
    services.match_act(match_id=match.pk, seat=mover, text="resign", cmd="r")
    assert findings(match.pk) == []


def test_an_arbiter_ends_a_match_that_was_taken_out_of_play(clock, admin_user, finished):
    match = live_match(FIVE_SECONDS)
    services.match_quarantine(match_id=match.pk, fault="test")
    clock.pass_ms(60_000)

    ack = services.match_rule(match_id=match.pk, text="result 1", by_user=admin_user, reason="agreed")

    after = Match.objects.get(pk=match.pk)
    assert (ack.ok, after.status, after.winner) == (True, "over", 1)
    assert finished == [match.pk]


def test_a_ruling_needs_a_reason_and_keeps_it(clock, admin_user):
    match = live_match(FIVE_MINUTES)

    assert services.match_rule(match_id=match.pk, text="pause", by_user=admin_user, reason=" ").code == "reason_missing"
    assert services.match_rule(match_id=match.pk, text="outage 9", by_user=admin_user, reason="x").code == (
        "unknown_command"
    )
    assert services.match_rule(match_id=match.pk, text="pause", by_user=admin_user, reason="fire\nalarm").ok
    clock.pass_ms(36_000_000)
    mover = seat_to_act(match.pk)
    assert services.match_act(match_id=match.pk, seat=mover, text="flip a2", cmd="x").code == "paused"
    assert sweep() == 0
    assert services.match_rule(match_id=match.pk, text="unpause", by_user=admin_user, reason="over").ok

    after = Match.objects.get(pk=match.pk)
    assert after.deadline_ms == clock.at_ms + 300_000
    assert [(r.text, r.reason) for r in after.rulings.all()] == [("pause", "fire alarm"), ("unpause", "over")]


def play_quietly(match_id):
    """Play until the last action was no progress, preferring moves to flips."""
    game, choice = load(match_id).table.game, random.Random(2)
    for number in range(200):
        row = load(match_id)
        if game.quiet(row.table.state):
            return
        seat = seats_to_act(row.table)[0]
        actions = legal_actions(row.table, seat)
        text = choice.choice([text for text in actions if not text.startswith("flip")] or actions)
        assert services.match_act(match_id=match_id, seat=seat, text=text, cmd=str(number), ply=row.table.ply).ok
    pytest.fail("no quiet move in 200 actions")


def test_the_quiet_limit_ends_a_match_that_nobody_touches(clock, admin_user, finished):
    match = live_match(FIVE_MINUTES)
    services.match_rule(match_id=match.pk, text="quiet off", by_user=admin_user, reason="long game")
    play_quietly(match.pk)
    clock.pass_ms(10_000)

    assert services.match_rule(match_id=match.pk, text="quiet 1", by_user=admin_user, reason="as agreed").ok
    assert Match.objects.get(pk=match.pk).status == "live"
    assert sweep() == 0
    clock.pass_ms(250)
    assert sweep() == 1

    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.outcome["reason"], after.ended_at_ms) == ("over", "QUIET_LIMIT", clock.at_ms - 250)
    assert finished == [match.pk]
    assert findings(match.pk) == []


def test_an_outage_is_credited_once_before_any_flag_falls(clock, finished):
    outages.beat()
    short = live_match(FIVE_SECONDS, options=LOSE)
    waiting = new_match(no_show_ms=30_000)
    fallen = live_match(FIVE_SECONDS, options=LOSE)
    clock.pass_ms(4_000)
    outages.beat()
    clock.pass_ms(90_000)

    assert sweep() == 0
    outages.beat()
    services.make_good()
    services.make_good()

    credits = MatchEvent.objects.filter(kind="outage_credit")
    assert sorted(credits.values_list("match_id", flat=True)) == sorted([short.pk, waiting.pk, fallen.pk])
    assert Command.objects.filter(cmd__startswith="outage/").count() == 3
    assert Match.objects.get(pk=short.pk).deadline_ms == START_MS + 5_000 + 90_000
    assert Match.objects.get(pk=waiting.pk).deadline_ms == START_MS + 30_000 + 90_000
    assert Outage.objects.get().closed
    clock.pass_ms(1_250)
    assert sweep() == 2
    assert findings(short.pk) == []


def test_what_fell_before_an_outage_has_fallen(clock):
    outages.beat()
    match = live_match(FIVE_SECONDS, options=LOSE)
    Heartbeat.objects.update(beat_ms=START_MS + 6_000)
    clock.pass_ms(96_000)

    services.make_good()

    assert Match.objects.get(pk=match.pk).ended_at_ms == START_MS + 5_000


def test_a_late_action_after_an_outage_is_in_time(clock):
    outages.beat()
    match = live_match(FIVE_SECONDS, options=LOSE)
    clock.pass_ms(60_000)

    assert play(match.pk).ok


def test_each_alarm_clock_is_set_once(clock, no_broker):
    match = live_match(FIVE_SECONDS)
    live_match(FIVE_MINUTES)
    promoter = Promoter()
    clock.pass_ms(3_000)

    assert [promoter.promote() for _ in range(3)] == [1, 0, 0]
    assert no_broker == [("clock.settle", (match.pk,), START_MS + 5_250)]


def test_calls_are_one_per_seat_until_closed(clock, admin_user):
    match = live_match()
    call = services.call_open(match_id=match.pk, seat=0, reason="clock", text="It stands.")
    with pytest.raises(ValueError, match="call_open"):
        services.call_open(match_id=match.pk, seat=0, reason="clock")
    services.call_take(call_id=call.pk, by_user=admin_user)
    assert services.call_close(call_id=call.pk, by_user=admin_user, decision="It runs.").state == "closed"
    with pytest.raises(ValueError, match="no_call"):
        services.call_take(call_id=call.pk, by_user=admin_user)
    assert services.call_open(match_id=match.pk, seat=0, reason="again")
