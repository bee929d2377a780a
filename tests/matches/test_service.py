"""The real processes on PostgreSQL and Redis: what is killed comes back, and nothing that was accepted is lost."""

import time

import pytest

from tests.services import wait_until

pytestmark = [pytest.mark.pg, pytest.mark.redis, pytest.mark.slow]

MAKE = """
from matches import services
from matches.services import SeatSpec
for number in range({count}):
    match = services.match_create(
        game="junqi", options={options!r}, control={control!r}, start_policy="now",
        seats=[SeatSpec("Ana", "entry/ana"), SeatSpec("Ben", "entry/ben")])
    print(match.pk)
"""
LOSE = {"on_timeout": "lose"}


def make(service, count=1, *, ms=3_000, options=LOSE):
    printed = service.python(MAKE.format(count=count, options=options, control={"kind": "per_move", "per_move_ms": ms}))
    return printed.split()


def over(service):
    return service.query("SELECT count(*) FROM matches_match WHERE status = 'over'")[0][0]


def test_a_flag_falls_with_nobody_watching(live_service):
    (match_id,) = make(live_service, ms=1_500)

    wait_until(lambda: over(live_service) == 1, "the flag", within_s=4)

    ended, decided, deadline = live_service.query(
        "SELECT m.ended_at_ms, m.decided_at_ms, e.at_ms FROM matches_match m JOIN matches_matchevent e"
        " ON e.match_id = m.id AND e.kind = 'timeout' WHERE m.id = %s",
        [match_id],
    )[0]
    assert ended == deadline
    assert 250 <= decided - ended < 500


def test_a_killed_clock_worker_catches_up_and_decides_each_once(live_service):
    before = over(live_service)
    live_service.kill("clock")
    make(live_service, 100, ms=1_000)
    time.sleep(2)
    assert over(live_service) == before

    live_service.restart("clock")

    wait_until(lambda: over(live_service) == before + 100, "all flags", within_s=2)
    timeouts = live_service.query(
        "SELECT count(*), count(DISTINCT match_id) FROM matches_matchevent WHERE kind = 'timeout'"
    )[0]
    assert timeouts[0] == timeouts[1]


def test_flags_fall_without_redis(live_service):
    before = over(live_service)
    live_service.kill("redis")
    try:
        make(live_service, 5, ms=1_000)
        wait_until(lambda: over(live_service) == before + 5, "flags without a broker", within_s=4)
    finally:
        live_service.restart("redis")
