"""Days: per turn, or as a bank with an increment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Around, refused
from gameengine.clock.duration import DAY_MS, read, short
from gameengine.clock.fischer import Fischer
from gameengine.clock.per_move import PerMove
from gameengine.core.types import Json, JsonObject, Text

_PER_MOVE = re.compile(r"([^ /+]+d)/move")
_BANK = re.compile(r"([^ /+]+d)\+([^ /+]+d)(?: max ([^ /+]+d))?( first)?")


@dataclass(frozen=True, slots=True)
class Correspondence(Around):
    """Whole days, counted as `inner` counts: time per move, or a base time with an increment."""

    kind: ClassVar[str] = "correspondence"
    is_slow: ClassVar[bool] = True

    inner: PerMove | Fischer

    def to_json(self) -> dict[str, Json]:
        """Return the fields of the control within, with the kind `correspondence`."""
        return {**self.inner.to_json(), "kind": self.kind}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form: with `per_move_ms`, or with the fields of `fischer`; whole days."""
        inner: PerMove | Fischer
        inner = PerMove.from_json(data) if "per_move_ms" in data else Fischer.from_json(data)
        days = (value for key, value in inner.to_json().items() if key.endswith("_ms") and value is not None)
        if any(isinstance(ms, int) and ms % DAY_MS for ms in days):
            raise refused(
                dict(data),
                Text("A correspondence clock has whole days.", "Eine Fernpartie wird in ganzen Tagen gespielt."),
            )
        return cls(inner)

    def notation(self) -> str:
        """Return days.

        >>> Correspondence(PerMove(3 * DAY_MS)).notation(), Correspondence(Fischer(14 * DAY_MS, DAY_MS)).notation()
        ('3d/move', '14d+1d')
        """
        inner = self.inner
        if isinstance(inner, PerMove):
            return f"{_days(inner.per_move_ms)}/move"
        cap = "" if inner.cap_ms is None else f" max {_days(inner.cap_ms)}"
        first = " first" if inner.first_bonus else ""
        return f"{_days(inner.base_ms)}+{_days(inner.increment_ms)}{cap}{first}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "3d/move" or "14d+1d max 21d"."""
        if found := _PER_MOVE.fullmatch(text):
            return cls(PerMove(read(found[1], unit_ms=DAY_MS)))
        if found := _BANK.fullmatch(text):
            base, increment, cap = (read(days, unit_ms=DAY_MS) if days else None for days in found.groups()[:3])
            return cls(Fischer(base or 0, increment or 0, cap, bool(found[4])))
        return None

    def sentence(self) -> Text:
        """Return for example "3 days per move"."""
        return self.inner.sentence()


def _days(ms: int) -> str:
    return f"{short(ms, unit_ms=DAY_MS)}d"
