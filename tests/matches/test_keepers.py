"""Who keeps time, and who stands in."""

import time

import pytest
from django.db import connection

from matches.enforcement import Keeper, StandIn, is_kept_here, keepers, stand_in
from matches.enforcement.keepers import Seen
from matches.enforcement.stand_in import HAND_BACK_MS, LAST_RESORT_MS, needed
from matches.enforcement.trouble import trouble
from matches.models import Heartbeat, Match
from tests.matches.building import FIVE_SECONDS, live_match
from tests.services import wait_until

OWN = "stand-in/b/1"
WORKER, FIRST, ITSELF, LAST = (Seen(name, 0) for name in ("clock/a/1", "stand-in/a/1", OWN, "stand-in/c/1"))


@pytest.mark.parametrize(
    ("seen", "late_ms", "standing_in", "patient", "expected"),
    [
        pytest.param([WORKER], 0, False, False, False, id="a worker keeps time"),
        pytest.param([WORKER], LAST_RESORT_MS + 1, False, False, True, id="a worker that does not get through"),
        pytest.param([WORKER], LAST_RESORT_MS + 1, False, True, True, id="late flags are no matter of patience"),
        pytest.param([], 0, False, True, False, id="the workers are still coming up"),
        pytest.param([], 0, False, False, True, id="nobody"),
        pytest.param([LAST], 0, False, False, False, id="another stands in"),
        pytest.param([FIRST], LAST_RESORT_MS + 1, False, False, True, id="another stands in and is too slow"),
        pytest.param([ITSELF], 0, True, False, True, id="goes on"),
        pytest.param([ITSELF, LAST], 0, True, False, True, id="two began; the first by name goes on"),
        pytest.param([FIRST, ITSELF], 0, True, False, False, id="two began; the other hands back"),
        pytest.param([WORKER, ITSELF], 0, True, False, False, id="a worker is there again"),
        pytest.param([WORKER, ITSELF], HAND_BACK_MS + 1, True, False, True, id="it still has much to make up for"),
    ],
)
def test_when_a_web_process_keeps_time(seen, late_ms, standing_in, patient, expected):
    assert needed(seen, late_ms, own=OWN, standing_in=standing_in, patient=patient) is expected


@pytest.mark.django_db
def test_a_keeper_is_believed_for_some_seconds_and_gone_at_once_when_it_ends(clock):
    keepers.beat("clock/a/1")
    keepers.beat("stand-in/b/2")
    Heartbeat.objects.create(name="service", beat_ms=clock.at_ms)
    clock.pass_ms(3_000)
    keepers.beat("clock/a/1")

    assert [(seen.name, seen.age_ms, seen.stands_in) for seen in keepers.seen()] == [
        ("clock/a/1", 0, False),
        ("stand-in/b/2", 3_000, True),
    ]
    keepers.end("clock/a/1")
    clock.pass_ms(60_000)
    assert (keepers.seen(), keepers.silence_ms()) == ((), 63_000)


@pytest.mark.django_db
def test_those_who_run_a_tournament_hear_when_time_is_not_kept(clock):
    assert trouble() == ""
    live_match(FIVE_SECONDS)
    assert trouble() == "nobody"
    keepers.beat("clock/a/1")
    assert trouble() == ""
    clock.pass_ms(7_500)
    keepers.beat("clock/a/1")
    assert trouble() == "late"


@pytest.mark.django_db(transaction=True)
def test_a_stand_in_lets_flags_fall_and_hands_back(monkeypatch):
    monkeypatch.setattr(stand_in, "PATIENCE_S", 0)
    match = live_match({"kind": "per_move", "per_move_ms": 100}, options={"on_timeout": "lose"})
    last_resort = StandIn()
    last_resort.look()
    try:
        assert last_resort.stands_in
        wait_until(lambda: Match.objects.get(pk=match.pk).status == "over", "the flag", within_s=20)
        wait_until(lambda: [seen.stands_in for seen in keepers.seen()] == [True], "its sign", within_s=20)
        last_resort.look()
        assert last_resort.stands_in

        keepers.beat("clock/a/1")
        last_resort.look()
        assert not last_resort.stands_in
        assert [seen.name for seen in keepers.seen()] == ["clock/a/1"]
    finally:
        last_resort.stop()


@pytest.mark.django_db(transaction=True)
def test_a_sweep_that_hangs_gives_no_sign(monkeypatch):
    monkeypatch.setattr("matches.enforcement.keeper.sweep", lambda **about: time.sleep(0.3) or 0)
    monkeypatch.setattr("matches.enforcement.keeper.FROZEN_S", 0.1)
    keeper = Keeper()
    time.sleep(0.15)
    keeper.start()
    try:
        assert is_kept_here()
        time.sleep(0.2)
        assert keepers.seen() == ()
    finally:
        keeper.stop()
        connection.close()
    assert not is_kept_here()
