"""The whole service is away, on PostgreSQL and Redis: no clock pays for it."""

import time

import pytest

from tests.matches.test_service import make, over
from tests.services import wait_until

pytestmark = [pytest.mark.pg, pytest.mark.redis, pytest.mark.slow]

AWAY_MS = 90_000
SHORT_MS = 15_000
SET_BACK = f"""
from django.db.models import F
from matches.models import Heartbeat
Heartbeat.objects.update(beat_ms=F("beat_ms") - {AWAY_MS})
"""
"""The service was last alive so much earlier: nobody waits ninety seconds for that here."""


def test_an_outage_of_ninety_seconds_is_given_back_once_before_any_flag(start_live_service):
    """C9: 50 live matches, 10 of them with less time left than the service needs to come back."""
    service = start_live_service(webs=2)
    long, short = make(service, 40, ms=300_000), make(service, 10, ms=SHORT_MS)
    made = time.monotonic()
    service.stop()
    service.python(SET_BACK)
    time.sleep(max(0.0, made + SHORT_MS / 1000 + 1 - time.monotonic()))

    service.start()

    closed = "SELECT count(*) FROM matches_outage WHERE closed"
    wait_until(lambda: service.query(closed)[0][0] == 1, "the credit", within_s=30)
    away_ms = AWAY_MS + 1000 * (time.monotonic() - made)
    rows = service.query(
        "SELECT m.id, m.status, count(*), max((e.public::json->'events'->0->>'ms')::int) FROM matches_match m"
        " JOIN matches_matchevent e ON e.match_id = m.id AND e.kind = 'outage_credit' GROUP BY m.id, m.status"
    )
    assert sorted(match_id for match_id, *_rest in rows) == sorted(long + short)
    assert {(status, count) for _id, status, count, _ms in rows} == {("live", 1)}
    assert all(AWAY_MS < ms < away_ms + 6_000 for *_rest, ms in rows)
    assert over(service) == 0
    assert service.query("SELECT count(*) FROM matches_outage") == [(1,)]
