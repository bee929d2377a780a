"""The tools that measure: frames are read right, plans keep time, nobody is wronged or excused by mistake."""

import asyncio
import itertools
import os
import subprocess
import sys

import pytest

from bench.__main__ import main, names
from bench.client import RawSocket
from bench.flags import LastMoment
from bench.matches import Board
from bench.movers import Counts, Match, steadily
from bench.watching import cpu_s, memory_mb
from tests.live import ROOT

BOARD = Board("m1", 0, 10_000, ("a", "b"))
AGREED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


def test_every_measurement_is_found():
    assert names() == ["actions", "fanout", "flags", "memory", "replays", "restart", "standings", "stress", "swiss"]


def test_measurements_need_no_settings():
    """The service that they measure runs in processes of its own; here none of its models may be asked for."""
    code = "from bench.__main__ import names; names()"
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO_", "FLAGFALL_"))}
    subprocess.run([sys.executable, "-c", code], check=True, env=bare, cwd=ROOT)


def test_an_unknown_measurement_is_refused(capsys):
    assert main(["speed"]) == 2
    assert "There is no measurement speed" in capsys.readouterr().out


def frame(text, kind=1):
    size = len(text)
    if size < 126:
        return bytes((0x80 | kind, size)) + text
    return bytes((0x80 | kind, 126)) + size.to_bytes(2, "big") + text


class Wire:
    """A transport that keeps what is written."""

    def __init__(self):
        self.written, self.aborted = [], False

    def write(self, data):
        self.written.append(data)

    def is_closing(self):
        return self.aborted

    def abort(self):
        self.aborted = True


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000], ids="{} bytes at a time".format)
async def test_frames_are_read_however_they_are_cut(size):
    texts = [b"one", b"", b"x" * 125, b"y" * 126, b"z" * 5000]
    sent, seen = AGREED + b"".join(map(frame, texts)), []
    socket = RawSocket(b"GET", seen.append)
    socket.connection_made(Wire())

    for start in range(0, len(sent), size):
        socket.data_received(sent[start : start + size])

    assert socket.opened.done()
    assert seen == texts


async def test_a_ping_is_answered_and_a_close_ends_the_socket():
    wire = Wire()
    socket = RawSocket(b"GET", lambda frame: None)
    socket.connection_made(wire)

    socket.data_received(AGREED + frame(b"hi", kind=9) + frame(b"", kind=8))

    assert wire.written[1] == b"\x8a\x82\0\0\0\0hi"
    assert wire.aborted


async def test_a_refusal_is_an_error():
    socket = RawSocket(b"GET", lambda frame: None)
    socket.connection_made(Wire())

    socket.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")

    with pytest.raises(ConnectionRefusedError):
        await socket.opened


def test_a_steady_plan_does_not_wait_for_who_is_late():
    plan = steadily(10.0, 0.5)

    assert [plan() for _ in range(3)] == [10.0, 10.5, 11.0]


async def test_a_player_picks_what_is_legal_and_measures_from_the_plan():
    counts, wire = Counts(), Wire()
    match = Match(BOARD, 1, counts, seed=1)
    socket = RawSocket(b"GET", match._reader(0))
    socket.connection_made(wire)
    match._sockets = [socket]
    began = asyncio.get_running_loop().time()
    match.go(itertools.repeat(began - 1).__next__)

    socket.data_received(AGREED + frame(b'{"t":"ev","ply":7,"legal":[{"a":"flip a1","p":[]}]}'))
    assert b'"ply":7,"a":"flip a1"' in wire.written[-1]
    assert match.waits
    socket.data_received(frame(b'{"t":"ack","cmd":"1-0","ok":true}'))

    assert (counts.acks, counts.refused, match.waits) == (1, 0, False)
    assert counts.late_ms[0] >= 1000


async def test_a_player_sends_the_numbers_of_the_server_back():
    wire = Wire()
    socket = RawSocket(b"GET", lambda _frame: None)
    socket.connection_made(wire)

    socket.data_received(AGREED + frame(b'{"t":"ack","cmd":"1-0","ok":true,"probe":1234}'))

    assert wire.written[-1].endswith(b'{"t":"echo","n":1234}')


@pytest.mark.parametrize(
    ("answer", "received_ms", "kept_ms", "wronged"),
    [
        pytest.param(b'{"ok":true}', 9_000, 9_000, False, id="accepted"),
        pytest.param(b"", 9_000, None, False, id="no answer"),
        pytest.param(b'{"ok":false}', 9_990, None, True, id="in time and refused"),
        pytest.param(b'{"ok":false}', 9_999, None, False, id="too close to tell"),
        pytest.param(b'{"ok":false}', 9_999, 10_001, False, id="noted as late"),
        pytest.param(b'{"ok":false}', 9_999, 9_999, True, id="noted as in time"),
    ],
)
def test_who_was_wronged(answer, received_ms, kept_ms, wronged):
    assert LastMoment(BOARD, None, received_ms, answer).wronged(kept_ms) is wronged


def test_processor_time_and_memory_are_read_off_the_kernel():
    assert cpu_s([os.getpid()])[os.getpid()] > 0
    assert memory_mb(os.getpid()) > 10
