"""The whole service is away, on PostgreSQL and Redis: no clock pays for it."""

import time

import pytest

from tests.matches.test_service import make, over
from tests.services import wait_until

pytestmark = [pytest.mark.pg, pytest.mark.redis, pytest.mark.slow]


def test_an_outage_of_everything_is_given_back_once(start_live_service):
    """C9: the whole service is away for longer than the heartbeat allows; no flag falls before its credit."""
    service = start_live_service(webs=2)
    playing = make(service, 4, ms=20_000)
    service.stop()
    away_from = time.monotonic()
    time.sleep(21)

    service.start()

    away_ms = (time.monotonic() - away_from) * 1000
    rows = service.query(
        "SELECT m.status, count(*), max((e.public::json->'events'->0->>'ms')::int) FROM matches_match m"
        " JOIN matches_matchevent e ON e.match_id = m.id AND e.kind = 'outage_credit' GROUP BY m.id, m.status"
    )
    assert [(status, count) for status, count, _ms in rows] == [("live", 1)] * len(playing)
    assert all(20_000 < ms < away_ms + 6_000 for _status, _count, ms in rows)
    wait_until(lambda: over(service) == len(playing), "the flags after the credit", within_s=25)
