"""The real processes on PostgreSQL and Redis: what is killed comes back, and nothing that was accepted is lost."""

import asyncio

import orjson
import pytest
import websockets

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

    wait_until(lambda: over(live_service) == 1, "the flag", within_s=20)

    ended, decided, deadline = live_service.query(
        "SELECT m.ended_at_ms, m.decided_at_ms, e.at_ms FROM matches_match m JOIN matches_matchevent e"
        " ON e.match_id = m.id AND e.kind = 'timeout' WHERE m.id = %s",
        [match_id],
    )[0]
    assert ended == deadline
    assert decided - ended >= 250


def test_flags_beside_a_killed_clock_worker_are_decided_once_each(live_service):
    before = over(live_service)
    live_service.kill("clock")
    killed = make(live_service, 100, ms=1_000)

    live_service.restart("clock")

    wait_until(lambda: over(live_service) == before + 100, "all flags", within_s=60)
    counts = live_service.query(
        "SELECT count(*), count(DISTINCT match_id) FROM matches_matchevent"
        " WHERE kind = 'timeout' AND match_id = ANY(%s)",
        [killed],
    )[0]
    assert counts == (100, 100)


def test_flags_fall_without_redis(live_service):
    before = over(live_service)
    live_service.kill("redis")
    try:
        make(live_service, 5, ms=1_000)
        wait_until(lambda: over(live_service) == before + 5, "flags without a broker", within_s=20)
    finally:
        live_service.restart("redis")


SESSIONS = """
from importlib import import_module
from django.conf import settings
store = import_module(settings.SESSION_ENGINE).SessionStore
for ref in ("entry/ana", "entry/ben"):
    session = store()
    session["players"] = [ref]
    session.save()
    print(session.session_key)
"""

CHECK = """
from gameengine.log import verify
from matches import selectors
from matches.models import Match
print(verify(selectors.match_record(Match.objects.get(pk={match_id!r}))))
"""


THINKS_S = 0.2


class Player:
    """A client as the protocol asks for one: it comes back with its last number, and repeats what was not answered."""

    def __init__(self, service, match_id, cookie):
        self.service, self.match_id, self.cookie = service, match_id, cookie
        self.seqs, self.acked, self.legal, self.open = [], {}, None, {}
        self.socket = None

    async def run(self):
        while True:
            since = f"&since={self.seqs[-1]}" if self.seqs else ""
            url = f"{self.service.socket_url}/ws/match/{self.match_id}/?v=1&form=json{since}"
            headers = {"Cookie": f"sessionid={self.cookie}"}
            try:
                async with websockets.connect(url, origin=self.service.url, additional_headers=headers) as self.socket:
                    for frame in self.open.values():
                        await self.send(frame)
                    async for text in self.socket:
                        await self.take(orjson.loads(text))
            except (OSError, websockets.WebSocketException, AssertionError):
                await asyncio.sleep(0.1)

    async def send(self, frame):
        await self.socket.send(orjson.dumps(frame).decode())

    async def take(self, frame):
        if frame["t"] == "snap":
            self.seqs = [frame["seq"]]
        elif frame["t"] == "ev":
            assert frame["seq"] == self.seqs[-1] + 1
            self.seqs.append(frame["seq"])
        elif frame["t"] == "ack" and frame["ok"]:
            self.acked[frame["cmd"]] = frame["seq"]
            self.open.pop(frame["cmd"], None)
        if frame.get("legal"):
            cmd = f"{frame['ply']}"
            # Faster players would meet the limit of messages, and the end of the game before that of the test.
            await asyncio.sleep(THINKS_S)
            self.open[cmd] = {"t": "cmd", "cmd": cmd, "a": frame["legal"][0], "ply": frame["ply"]}
            await self.send(self.open[cmd])


def test_a_killed_web_process_loses_no_accepted_action(live_service):
    (match_id,) = make(live_service, ms=600_000, options={})
    cookies = live_service.python(SESSIONS).split()
    players = [Player(live_service, match_id, cookie) for cookie in cookies]

    async def play():
        tasks = [asyncio.create_task(player.run()) for player in players]
        for _ in range(3):
            before = sum(len(player.acked) for player in players)
            while sum(len(player.acked) for player in players) < before + 10:
                await asyncio.sleep(0.02)
            await asyncio.to_thread(live_service.kill, "web")
            await asyncio.to_thread(live_service.restart, "web")
        before = sum(len(player.acked) for player in players)
        while sum(len(player.acked) for player in players) < before + 10:
            await asyncio.sleep(0.02)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(play(), 110))

    commands = dict(live_service.query("SELECT cmd, seq FROM matches_command WHERE match_id = %s", [match_id]))
    events = live_service.query("SELECT count(*), max(seq) FROM matches_matchevent WHERE match_id = %s", [match_id])[0]
    version = live_service.query("SELECT version FROM matches_match WHERE id = %s", [match_id])[0][0]
    for player in players:
        assert player.acked.items() <= commands.items()
    assert len(commands) == version
    assert events[0] == events[1]
    assert live_service.python(CHECK.format(match_id=match_id)).strip() == "[]"
