"""Bots that come as people do: by private link, lobby and sockets, beside the browser of a journey."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from concurrent.futures import Future
from typing import Any, Self
from urllib.parse import urlsplit

from flagfall.simulation.mind import Mind, Style
from flagfall.simulation.plan import Character, Mood
from flagfall.simulation.player import Player
from flagfall.simulation.tally import Tally

ENDS_WITHIN_S = 30
_ONE_IN, _MOST_TURNS = 8, 12
"""A robot resigns in one of so many turns, and after so many; a whole game would take half a minute."""


class _Brief(Mind):
    """Plays as a bot does for a few turns, and resigns."""

    async def choose(self, view: Mapping[str, Any], actions: list[str]) -> str:
        if self._turns < _MOST_TURNS and self._random.below(_ONE_IN) > 0:
            return await super().choose(view, actions)
        return "resign"


class _Robot(Player):
    def mind(self, match_id: str, seat: int) -> Mind:
        return _Brief(self.character, self._style, match_id, seat)


class Robots:
    """Players that run while the block is entered; `come` lets one come in. Whoever had to stop fails the block."""

    def __init__(self, site: str, game: str) -> None:
        self._site, self._style, self._tally = site, Style(game, fast=True), Tally()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="robots", daemon=True)
        self._evenings: dict[str, Future[None]] = {}

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> None:
        """End everybody; what went wrong is raised, or noted at what else did before."""
        failed = {name: evening.exception() for name, evening in self._evenings.items() if evening.done()}
        if error is not None:
            error.add_note(f"robots that have ended: {failed}")
        self._run(_end_all()).result(ENDS_WITHIN_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(ENDS_WITHIN_S)
        self._loop.close()
        if kind is None:
            assert not any(failed.values()), failed

    def come(self, name: str, link: str) -> None:
        """Let a beginner come in by a private link, and play short matches until the tournament is over for them."""
        character = Character(name, "beginner", Mood.STEADY, name)
        player = _Robot(character, self._style, self._site, urlsplit(link).path, self._tally)
        self._run(player.arrive()).result(ENDS_WITHIN_S)
        self._evenings[name] = self._run(player.play())

    def _run(self, work: Coroutine[Any, Any, Any]) -> Future[Any]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)


async def _end_all() -> None:
    """End whatever runs on the loop, and wait until it has closed what it had open."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
