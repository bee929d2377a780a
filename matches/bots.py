"""Bots think in child processes, so that they slow neither sockets nor clocks, and see only what their seat sees."""

from __future__ import annotations

import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from django.conf import settings

from gameengine.bots import DEFAULT_BUDGET_MS, choose
from gameengine.core.types import JsonObject, Seat
from gameengine.games.registry import game as game_by_key
from gameengine.randomness import SeededRandom

log = logging.getLogger(__name__)

PATIENCE_S: Final = 10.0
"""How long a bot may take beyond its budget before a random action is played for it."""

_lock = threading.Lock()
_pool: ProcessPoolExecutor | None = None


def chosen(game: str, level: str, view: JsonObject, seat: Seat, actions: Sequence[str], *, budget_ms: int) -> str:
    """Return the action that a bot chooses within its budget; a random one if it fails, so that the match goes on."""
    if len(actions) == 1:
        return actions[0]
    try:
        thinking = _workers().submit(_think, (game, level, view, seat, tuple(actions), budget_ms))
        return thinking.result(budget_ms / 1000 + PATIENCE_S)
    except BrokenProcessPool:
        log.exception("the bots' processes died")
        stop()
    except TimeoutError:
        log.exception("a bot did not answer in time")
    return secrets.choice(actions)


Question = tuple[str, str, JsonObject, Seat, tuple[str, ...], int]


def _think(question: Question) -> str:
    """Return the choice of a bot. Runs in a child process."""
    game, level, view, seat, actions, budget_ms = question
    random = SeededRandom(secrets.token_hex(16))
    return choose(game_by_key(game), level, view, seat, actions, random, budget_ms)


def _settle_in() -> None:
    """Prepare a child process: it gives way to everything else, and ends by its parent's word or with its parent."""
    os.nice(10)
    # Ctrl+C and a supervisor's signal reach the whole group of processes; the parent decides what follows.
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def budget_ms() -> int:
    """Return how long a bot may think about one action."""
    return int(getattr(settings, "MATCH_BOT_BUDGET_MS", DEFAULT_BUDGET_MS))


def stop() -> None:
    """End the child processes; the next question starts new ones."""
    global _pool  # noqa: PLW0603
    with _lock:
        if _pool is not None:
            _pool.shutdown(wait=False, cancel_futures=True)
            _pool = None


def _workers() -> ProcessPoolExecutor:
    global _pool  # noqa: PLW0603
    with _lock:
        if _pool is None:
            cores = int(getattr(settings, "MATCH_BOT_CORES", max(1, (os.cpu_count() or 2) // 2)))
            # A fork would copy this process's threads' locks and sockets.
            _pool = ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), _settle_in)
        return _pool
