"""Sand: what one seat uses runs to the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import OneTime
from gameengine.clock.duration import MINUTE_MS, read, short, words
from gameengine.core.types import Text

_PREFIX = "hourglass "


@dataclass(frozen=True, slots=True)
class Hourglass(OneTime):
    """`base_ms` per seat; the clock gives the others what a seat uses, in equal shares."""

    kind: ClassVar[str] = "hourglass"
    pours: ClassVar[bool] = True

    def notation(self) -> str:
        """Return the kind and minutes.

        >>> Hourglass(120_000).notation()
        'hourglass 2'
        """
        return _PREFIX + short(self.base_ms, unit_ms=MINUTE_MS)

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "hourglass 2"."""
        if not text.startswith(_PREFIX):
            return None
        return cls(read(text.removeprefix(_PREFIX), unit_ms=MINUTE_MS))

    def sentence(self) -> Text:
        """Return for example "2 minutes as in an hourglass: …"."""
        base = words(self.base_ms)
        return Text(
            f"{base.en} as in an hourglass: what one side uses, the others get",
            f"{base.de} wie in einer Sanduhr: was eine Seite verbraucht, bekommen die anderen",
        )
