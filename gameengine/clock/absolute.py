"""A fixed time for the whole game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import OneTime
from gameengine.clock.duration import MINUTE_MS, read, short, words
from gameengine.core.types import Text

_SUFFIX = "+0"


@dataclass(frozen=True, slots=True)
class Absolute(OneTime):
    """`base_ms` per seat for all its turns together."""

    kind: ClassVar[str] = "absolute"

    def notation(self) -> str:
        """Return minutes and no increment.

        >>> Absolute(4_500_000).notation()
        '75+0'
        """
        return short(self.base_ms, unit_ms=MINUTE_MS) + _SUFFIX

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "75+0"."""
        if " " in text or not text.endswith(_SUFFIX):
            return None
        return cls(read(text.removesuffix(_SUFFIX), unit_ms=MINUTE_MS))

    def sentence(self) -> Text:
        """Return for example "75 minutes for the whole game"."""
        base = words(self.base_ms)
        return Text(f"{base.en} for the whole game", f"{base.de} für die ganze Partie")
