"""Faults under running clocks, with the real processes: flags go on falling, each once, dated at its deadline."""

import asyncio
import signal
import time
from contextlib import contextmanager, suppress

import orjson
import pytest
import websockets

from tests.live import add_worker
from tests.matches.test_service import LOSE, SESSIONS, make
from tests.services import wait_until

pytestmark = [pytest.mark.pg, pytest.mark.redis, pytest.mark.slow]


@pytest.fixture(scope="module")
def service(start_live_service):
    return start_live_service(FLAGFALL_SOCKET_MESSAGES="200", FLAGFALL_DRAIN_SECONDS="12")


def falling(service, count=20, *, ms=2_500):
    return make(service, count, ms=ms, options=LOSE)


def over(service, match_ids):
    [(count,)] = service.query("SELECT count(*) FROM matches_match WHERE status = 'over' AND id = ANY(%s)", [match_ids])
    return count == len(match_ids)


def assert_each_fell_once(service, match_ids):
    """Every match ended once, at its deadline, and says when that was decided."""
    wait_until(lambda: over(service, match_ids), "all flags", within_s=40)
    rows = service.query(
        "SELECT m.id, m.ended_at_ms - e.at_ms, m.decided_at_ms - e.decided_at_ms, e.decided_at_ms - e.at_ms >= 250,"
        " m.seq - (SELECT count(*) FROM matches_matchevent a WHERE a.match_id = m.id)"
        " FROM matches_match m JOIN matches_matchevent e ON e.match_id = m.id AND e.kind = 'timeout'"
        " WHERE m.id = ANY(%s)",
        [match_ids],
    )
    assert sorted(row[0] for row in rows) == sorted(match_ids)
    assert {row[1:] for row in rows} == {(0, 0, True, 0)}


def keepers(service):
    found = service.query(
        "SELECT name FROM matches_heartbeat WHERE (name LIKE 'clock/%%' OR name LIKE 'stand-in/%%')"
        " AND beat_ms > extract(epoch FROM clock_timestamp()) * 1000 - 4000"
    )
    return sorted(name.partition("/")[0] for (name,) in found)


def test_a_web_process_takes_over_from_a_killed_worker_and_hands_back(service):
    wait_until(lambda: keepers(service) == ["clock"], "the worker's sign", within_s=20)
    match_ids = falling(service, 40)
    service.kill("clock")  # with alarm clocks in its hands

    assert_each_fell_once(service, match_ids)
    assert "no clock worker keeps time" in service.log("web")
    service.restart("clock")
    wait_until(lambda: keepers(service) == ["clock"], "handing back", within_s=30)
    assert "this process hands back" in service.log("web")
    assert_each_fell_once(service, falling(service, 3, ms=600))


def test_a_worker_that_hangs_is_replaced_and_may_wake_up_again(service):
    match_ids = falling(service)
    worker = service.processes["clock"].child
    worker.send_signal(signal.SIGSTOP)
    try:
        assert_each_fell_once(service, match_ids)
        assert keepers(service) == ["stand-in"]
    finally:
        worker.send_signal(signal.SIGCONT)
    wait_until(lambda: keepers(service) == ["clock"], "handing back", within_s=30)
    assert_each_fell_once(service, match_ids)


def test_a_restarted_broker_costs_no_flag(service):
    match_ids = falling(service)
    service.kill("redis")
    service.restart("redis")
    match_ids += falling(service, 5, ms=1_000)

    assert_each_fell_once(service, match_ids)


@contextmanager
def no_database(service):
    """Take the database away from every process of the service, as a restart would."""
    name = service.env["DATABASE_URL"].partition("@/")[2].partition("?")[0]
    service.database.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
    try:
        service.database.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        yield
    finally:
        service.database.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS true')


def test_a_restarted_database_loses_and_doubles_nothing(service):
    match_ids = falling(service)
    with no_database(service):
        time.sleep(3)

    assert_each_fell_once(service, match_ids)


SEND = """
from flagfall.celery import app
for match_id in {ids!r} * 20:
    app.send_task("clock.settle", [match_id], ignore_result=True)
"""


def test_messages_that_come_many_times_change_nothing(service):
    match_ids = falling(service, 5, ms=600)
    service.python(SEND.format(ids=match_ids))
    assert_each_fell_once(service, match_ids)
    service.python(SEND.format(ids=match_ids))
    time.sleep(1)
    assert_each_fell_once(service, match_ids)


def test_time_is_kept_without_a_broker_from_the_start(service):
    clock = service.processes["clock"]
    assert clock.stop() == 0, clock.tail(60)
    assert clock.tail().rstrip().endswith("clockd has ended.")
    service.kill("redis")
    try:
        service.restart("clock")
        wait_until(lambda: "clock" in keepers(service), "its sign", within_s=20)
        assert_each_fell_once(service, falling(service, 5, ms=600))
        assert "clock/" in service.manage("healthy", "--keeps-time")
        assert clock.stop() == 0, clock.tail(60)
    finally:
        service.restart("redis")
        service.restart("clock")


def test_a_worker_for_the_queue_keeps_time_as_well_and_ends_at_once_when_told_twice(service):
    worker = add_worker(service, "clock", "threads", 2, name="celery-clock")
    assert service.processes["clock"].stop() == 0
    service.start("celery-clock")
    try:
        assert_each_fell_once(service, falling(service, 5, ms=600))
        for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGINT, signal.SIGCONT):
            worker.child.send_signal(number)
        assert worker.child.wait(10) == 1
        assert "told to a second time" in worker.tail()
    finally:
        worker.stop()
        del service.processes["celery-clock"]
        service.restart("clock")


async def connect(service, match_id, cookie):
    url = f"{service.socket_url}/ws/match/{match_id}/?v=1&form=json"
    headers = {"Cookie": f"sessionid={cookie}"}
    return await websockets.connect(url, origin=service.url, additional_headers=headers)


async def said(socket):
    """Yield what a socket is still told before it closes."""
    with suppress(websockets.ConnectionClosed):
        while True:
            yield await asyncio.wait_for(socket.recv(), 20)


async def until(socket, kind):
    while True:
        frame = orjson.loads(await asyncio.wait_for(socket.recv(), 20))
        if frame["t"] == kind:
            return frame


def test_a_web_process_that_is_told_to_end_answers_first_and_sends_everybody_on(service):
    match_ids = make(service, 12, ms=600_000, options={})
    ana, ben = service.python(SESSIONS).split()

    async def play():
        sockets, answers = [], []
        for match_id in match_ids:
            for cookie in (ana, ben):
                socket = await connect(service, match_id, cookie)
                snap = await until(socket, "snap")
                sockets.append((socket, snap))
        for socket, snap in sockets:
            if snap["legal"]:
                await socket.send(orjson.dumps({"t": "cmd", "cmd": "1", "ply": 0, "a": snap["legal"][0]}).decode())
                # Whatever follows was received behind it.
                await socket.send('{"t":"ping","n":1}')
        service.processes["web"].child.terminate()
        for socket, snap in sockets:
            frames = [orjson.loads(text) async for text in said(socket)]
            assert socket.close_code == 1012
            assert frames[-1]["t"] == "bye"
            assert frames[-1]["code"] == "restarting"
            if snap["legal"]:
                answers += [frame for frame in frames if frame["t"] == "ack"]
        return answers

    answers = asyncio.run(play())
    assert service.processes["web"].stop() in (0, -signal.SIGTERM)
    [(stored,)] = service.query("SELECT count(*) FROM matches_command WHERE match_id = ANY(%s)", [match_ids])
    assert all(answer["ok"] for answer in answers)
    # A command that the process had not read yet comes again from its player; what was answered is stored.
    assert len(answers) == stored > 0
    [(open_sockets,)] = service.query("SELECT count(*) FROM matches_connection WHERE closed_at_ms IS NULL")
    assert open_sockets == 0
    service.restart("web")
