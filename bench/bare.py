"""The yardstick: the same rows written by bare psycopg, without web, rules or log chain."""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

import psycopg

from bench.matches import Board
from tests.live import LiveService

THREADS: Final = 8
_LOCK: Final = "SELECT version FROM matches_match WHERE id = %s FOR UPDATE"
_MATCH: Final = """
UPDATE matches_match SET version = version + 1, seq = %s, ply = %s, head = %s, "table" = %s, running_seat = %s,
       deadline_ms = %s, changed_at_ms = %s WHERE id = %s AND version = %s
"""
_EVENT: Final = """
INSERT INTO matches_matchevent (match_id, seq, version, kind, actor, at_ms, decided_at_ms, public, private, hash)
VALUES (%s, %s, %s, 'action', %s, %s, %s, %s, '', %s)
"""
_COMMAND: Final = """
INSERT INTO matches_command (match_id, cmd, seat, at_ms, ok, code, seq, ply) VALUES (%s, %s, %s, %s, true, '', %s, %s)
"""


def rate(service: LiveService, boards: Sequence[Board], sample: tuple[str, str], seconds: float) -> float:
    """Return how many actions a second eight threads write: a row lock and three statements, each with its commit.

    `sample` is a table text and a line of the log, as long as real ones.
    """
    writers = [_Writer(service.env["DATABASE_URL"], boards[number::THREADS], sample) for number in range(THREADS)]
    for writer in writers:
        writer.start()
    time.sleep(1.0)
    before, began = sum(writer.done for writer in writers), time.monotonic()
    time.sleep(seconds)
    figure = (sum(writer.done for writer in writers) - before) / (time.monotonic() - began)
    for writer in writers:
        writer.stop()
    return figure


class _Writer:
    """One thread with a connection of its own, which plays at its boards in turn."""

    def __init__(self, url: str, boards: Sequence[Board], sample: tuple[str, str]) -> None:
        self.done = 0
        self._url, self._boards, self._sample = url, boards, sample
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def _write(self) -> None:
        with psycopg.connect(self._url) as connection:
            for board in itertools.cycle(self._boards):
                if self._stopping.is_set():
                    return
                self._action(connection, board.id)
                self.done += 1

    def _action(self, connection: psycopg.Connection[Any], match_id: str) -> None:
        table, line = self._sample
        at_ms, cmd = time.time_ns() // 1_000_000, secrets.token_hex(8)
        with connection.transaction():
            [(version,)] = connection.execute(_LOCK, (match_id,)).fetchall()
            seq, hashed = version + 100, cmd * 4
            connection.execute(_MATCH, (seq, seq, hashed, table, seq % 2, at_ms + 300_000, at_ms, match_id, version))
            connection.execute(_EVENT, (match_id, seq, version + 1, seq % 2, at_ms, at_ms, line, hashed))
            connection.execute(_COMMAND, (match_id, cmd, seq % 2, at_ms, seq, seq))
