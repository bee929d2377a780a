"""The last resort: a web process sweeps while no worker keeps time, and hands back when one does again."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Final

from matches import gauges
from matches.enforcement import keepers
from matches.enforcement.keeper import Keeper
from matches.enforcement.keepers import Seen
from matches.enforcement.sweep import overdue_ms

log = logging.getLogger(__name__)

LAST_RESORT_MS: Final = 5_000
"""If a due match has waited so long, whoever should keep time does not get through."""

HAND_BACK_MS: Final = 1_000
"""Whoever keeps time gets through if no due match has waited longer than this."""

PATIENCE_S: Final = 10.0
"""For so long after its own start a web process expects the workers to come up."""


def needed(seen: Sequence[Seen], overdue_ms: int, *, own: str, standing_in: bool, patient: bool = False) -> bool:
    """Tell whether the web process whose keeper is called `own` has to keep time.

    One that stands in does so until a worker is there and gets through. Of several that began at once the first by
    name stays, unless it does not get through alone.
    """
    workers = [keeper for keeper in seen if not keeper.stands_in]
    if overdue_ms > LAST_RESORT_MS:
        return True
    if workers:
        return standing_in and overdue_ms > HAND_BACK_MS
    others = [keeper.name for keeper in seen if keeper.name != own]
    if standing_in:
        return not others or own < min(others)
    return not others and not patient


class StandIn:
    """Looks, now and then, whether somebody keeps time, and does it in threads of this process if nobody does."""

    def __init__(self) -> None:
        self._keeper: Keeper | None = None
        self._name = keepers.name_of("stand-in")
        self._patient_until = time.monotonic() + PATIENCE_S
        gauges.register("standing_in", lambda: float(self.stands_in))

    @property
    def stands_in(self) -> bool:
        """Tell whether this process keeps time at the moment."""
        return self._keeper is not None

    def look(self) -> None:
        """Take over or hand back, if it is time to."""
        late, patient = overdue_ms(), time.monotonic() < self._patient_until
        wanted = needed(keepers.seen(), late, own=self._name, standing_in=self.stands_in, patient=patient)
        if wanted and self._keeper is None:
            log.error("no clock worker keeps time (deadlines are %d ms overdue): this process does", late)
            self._keeper = Keeper("stand-in")
            self._keeper.start()
        elif not wanted and self._keeper is not None:
            log.warning("a clock worker keeps time again: this process hands back")
            self.stop()

    def stop(self) -> None:
        """Keep time no longer."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.stop()
