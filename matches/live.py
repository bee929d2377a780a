"""The fast path of an action: decide on the event loop, commit in the writer's thread, answer, then tell.

Deciding costs no wait for the database: the row that this process saw last is taken, and the guard proves that it still
holds. Whatever is rare (an end, a passed deadline, a lost guess) takes the locked path in another thread.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from django.db import InterfaceError, OperationalError

from matches import store
from matches.cache import RowCache
from matches.costs import Costs
from matches.decide import Intent, bots_due, comes_in_time, decide
from matches.errors import BusyError, MatchError
from matches.now import now_ms
from matches.rows import Ack, Plan, Row
from matches.services.acting import as_received, perform
from matches.services.attempting import attempt_keep, is_evidence
from matches.services.locked import wake_bots
from matches.services.quarantine import match_quarantine
from matches.threads import DatabaseThreads
from matches.writer import Fate, Writer

log = logging.getLogger(__name__)

GUESSES: Final = 2
"""So often a command is decided on a cached row before the row is locked."""

TELLING_S: Final = 0.005
"""For so long the loop may tell the world at a stretch while new commands wait."""

_TRIES: Final = 3
_LOOKS_EVERY_S: Final = 0.01

Publish = Callable[[Plan], None]


class Live:
    """Takes commands on the event loop. `publish` is called for every plan that the writer has committed."""

    def __init__(self, writer: Writer, cache: RowCache, threads: DatabaseThreads, publish: Publish) -> None:
        self._writer, self._cache, self._threads, self._publish = writer, cache, threads, publish
        self._untold: deque[Plan] = deque()
        self._unanswered = 0
        self.costs = Costs()

    async def act(self, match_id: str, intent: Intent) -> tuple[Ack, Plan | None]:
        """Return the answer to a command, and the plan that is to be published once the answer is on its way.

        Raises OperationalError if the database stays away: then nothing is to be answered, and the client repeats.
        """
        try:
            for _ in range(GUESSES):
                answer = await self._guess(match_id, intent)
                if answer is not None:
                    return answer
        except MatchError as error:
            return Ack(False, error.code), None
        return await self._locked(match_id, intent), None

    def receive(self) -> None:
        """Note that a command has arrived, which a process that ends answers first."""
        self._unanswered += 1

    def answer(self, commands: int = 1) -> None:
        """Note that commands have their answer, or will never have one."""
        self._unanswered -= commands

    async def answered(self, within_s: float) -> bool:
        """Wait until every command has its answer; tell whether that was within so many seconds."""
        until = time.monotonic() + within_s
        while self._unanswered and time.monotonic() < until:
            await asyncio.sleep(_LOOKS_EVERY_S)
        return not self._unanswered

    def publish_soon(self, plan: Plan) -> None:
        """Publish after the answer is on its way, a few plans in a turn of the loop: no answer waits for all."""
        self._untold.append(plan)
        if len(self._untold) == 1:
            asyncio.get_running_loop().call_soon(self._publish_some)

    def _publish_some(self) -> None:
        # The loop's own time stands still during a turn.
        until = time.monotonic() + TELLING_S
        try:
            while self._untold and time.monotonic() < until:
                self.publish(self._untold.popleft())
        finally:
            if self._untold:
                asyncio.get_running_loop().call_soon(self._publish_some)

    def publish(self, plan: Plan) -> None:
        """Tell the world what was committed, and wake the bots that it waits for."""
        started = time.thread_time()
        self._publish(plan)
        self.costs.told(plan.match_id, plan.after.version, time.thread_time() - started)
        if plan.after.bots and not plan.is_silent and bots_due(plan.after):
            self._threads.later(wake_bots, plan.after)

    async def _guess(self, match_id: str, intent: Intent) -> tuple[Ack, Plan | None] | None:
        """Return an answer from the row seen last, or None if that row was old."""
        row = self._cache.get(match_id) or await self._load(match_id)
        decided_ms = now_ms()
        intent = as_received(intent, decided_ms)
        if not comes_in_time(row, intent):
            # A timer's case: it has to wait for the settling time, and may end the match.
            return await self._locked(match_id, intent), None
        try:
            started = time.thread_time()
            decided = decide(row, intent, decided_ms=decided_ms)
            seconds = time.thread_time() - started
        except Exception:
            log.exception("match %s cannot decide on %r", match_id, intent.text[:80])
            return await self._locked(match_id, intent), None
        if isinstance(decided, Ack):
            return await self._refused(row, intent, decided)
        if decided.after.status != row.status or decided.call is not None:
            return await self._locked(match_id, intent), None
        self.costs.decided(match_id, decided.after.version, seconds)
        return await self._written(decided)

    async def _written(self, plan: Plan) -> tuple[Ack, Plan | None] | None:
        try:
            fate = await self._writer.submit(plan)
        except BusyError:
            return Ack(False, "busy", plan.before.seq, plan.before.table.ply, plan.before.game), None
        except Exception as error:
            log.exception("match %s cannot be written", plan.match_id)
            await self._threads.run(match_quarantine, match_id=plan.match_id, fault=f"{type(error).__name__}: {error}")
            self._cache.drop(plan.match_id)
            return Ack(False, "server_fault", plan.before.seq, plan.before.table.ply, plan.before.game), None
        if fate is Fate.WON:
            self._cache.put(plan.after)
            return plan.ack, plan
        return await self._lost(plan)

    async def _lost(self, plan: Plan) -> tuple[Ack, Plan | None] | None:
        """Somebody was faster, or it is not known who: the command may be the one that was."""
        self._cache.drop(plan.match_id)
        if plan.command is None:
            return None
        known = await self._threads.run(store.find_command, plan.match_id, plan.command.cmd, plan.before.game)
        return None if known is None else (known, None)

    async def _refused(self, row: Row, intent: Intent, refusal: Ack) -> tuple[Ack, Plan | None] | None:
        """A repeated command is refused by the row that it has changed itself; what it got then is its answer."""
        known, fresh = await self._threads.run(_look_again, row, intent.cmd)
        if known is not None:
            return known, None
        if fresh.version != row.version:
            self._cache.drop(row.id)
            self._cache.put(fresh)
            return None
        if is_evidence(intent, refusal):
            self._threads.later(attempt_keep, row.id, intent, refusal)
        return refusal, None

    async def _locked(self, match_id: str, intent: Intent) -> Ack:
        self._cache.drop(match_id)
        for attempt in range(_TRIES):
            try:
                return await self._threads.run(perform, match_id, intent)
            except (OperationalError, InterfaceError):
                # Whether it was committed is unknown; the command's id makes trying again safe.
                if attempt == _TRIES - 1:
                    raise
        raise AssertionError("unreachable")

    async def _load(self, match_id: str) -> Row:
        row = await self._threads.run(store.load, match_id)
        self._cache.put(row)
        return row


def _look_again(row: Row, cmd: str) -> tuple[Ack | None, Row]:
    known = store.find_command(row.id, cmd, row.game)
    return known, (row if known else store.load_if_newer(row))
