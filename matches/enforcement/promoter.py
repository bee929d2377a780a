"""The promoter: every second it sets an alarm clock for each deadline of the next few seconds.

So at most some seconds' worth of tasks exist anywhere, whatever the broker does with them; an action enqueues nothing.
"""

from __future__ import annotations

from typing import Final

from matches import now, timers
from matches.decide import bots_due
from matches.due import due_by
from matches.models import Match
from matches.services.locked import wake_bots
from matches.store import load

PERIOD_S: Final = 1.0
AHEAD_MS: Final = 3_000
BOT_PATIENCE_MS: Final = 15_000
"""After this time a bot that has not moved is asked again: its task was lost."""
AT_ONCE: Final = 2_000
_EXPIRES_S: Final = 30


class Promoter:
    """Remembers which alarm clocks it has set, so that each is set once."""

    def __init__(self) -> None:
        self._set: dict[str, int] = {}
        self._bots: dict[str, int] = {}

    def promote(self) -> int:
        """Set the alarm clocks that are missing; return how many. Stops at the first that the broker does not take."""
        present = now.now_ms()
        self._set = {match_id: at_ms for match_id, at_ms in self._set.items() if at_ms > present}
        soon = due_by(present + AHEAD_MS).filter(due_ms__gt=present)
        count = 0
        for match_id, at_ms in soon.values_list("id", "due_ms")[:AT_ONCE]:
            if self._set.get(match_id) == at_ms:
                continue
            if not timers.ask(timers.SETTLE, match_id, at_ms=at_ms, expires_s=_EXPIRES_S):
                return count
            self._set[match_id] = at_ms
            count += 1
        return count

    def nudge_bots(self) -> None:
        """Ask again for the action of bots that have been silent for too long."""
        present = now.now_ms()
        silent = Match.objects.filter(bot_since_ms__lt=present - BOT_PATIENCE_MS).values_list("id", flat=True)
        for match_id in silent[:AT_ONCE]:
            if self._bots.get(match_id, 0) < present - BOT_PATIENCE_MS:
                self._bots[match_id] = present
                row = load(match_id)
                if bots_due(row):
                    wake_bots(row)
