"""A base time and an increment after every completed turn, with or without a cap."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Simple, duration_ms, only_keys, switch
from gameengine.clock.duration import MINUTE_MS, SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

_NOTATION = re.compile(r"([^ ]+)\+([^ ]+)(?: max ([^ ]+))?( first)?")


@dataclass(frozen=True, slots=True)
class Fischer(Simple):
    """`base_ms` per seat plus `increment_ms` once after each own turn, however many actions it had.

    With `cap_ms` an increment never lifts the bank above the cap, but a bank above it is not cut. With `first_bonus`
    the first turn already has its increment, as chess federations count it.
    """

    kind: ClassVar[str] = "fischer"

    base_ms: int
    increment_ms: int
    cap_ms: int | None = None
    first_bonus: bool = False

    def fresh(self) -> Bank:
        """Return the base time, with `first_bonus` and the increment."""
        return (self.base_ms + self.increment_ms * self.first_bonus,)

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank with the increment after an own turn."""
        if not own:
            return bank
        left = bank[0]
        lifted = left + self.increment_ms
        return (lifted if self.cap_ms is None else max(left, min(self.cap_ms, lifted)),)

    def to_json(self) -> dict[str, Json]:
        """Return the four fields with `kind`."""
        return {
            "kind": self.kind,
            "base_ms": self.base_ms,
            "increment_ms": self.increment_ms,
            "cap_ms": self.cap_ms,
            "first_bonus": self.first_bonus,
        }

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form; `cap_ms` and `first_bonus` may be left out."""
        only_keys(data, frozenset({"base_ms", "increment_ms"}), frozenset({"cap_ms", "first_bonus"}))
        cap = None if data.get("cap_ms") is None else duration_ms(data, "cap_ms")
        return cls(duration_ms(data, "base_ms"), duration_ms(data, "increment_ms"), cap, switch(data, "first_bonus"))

    def notation(self) -> str:
        """Return minutes, seconds, and what is special.

        >>> Fischer(300_000, 3_000).notation(), Fischer(300_000, 3_000, 600_000, True).notation()
        ('5+3', '5+3 max 10 first')
        """
        cap = "" if self.cap_ms is None else f" max {short(self.cap_ms, unit_ms=MINUTE_MS)}"
        first = " first" if self.first_bonus else ""
        return f"{short(self.base_ms, unit_ms=MINUTE_MS)}+{short(self.increment_ms, unit_ms=SECOND_MS)}{cap}{first}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "5+3"."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            return None
        base, increment = read(found[1], unit_ms=MINUTE_MS), read(found[2], unit_ms=SECOND_MS)
        cap = read(found[3], unit_ms=MINUTE_MS) if found[3] else None
        return cls(base, increment, cap, bool(found[4]))

    def sentence(self) -> Text:
        """Return for example "5 minutes plus 3 seconds per turn"."""
        base, increment = words(self.base_ms), words(self.increment_ms)
        english, german = f"{base.en} plus {increment.en} per turn", f"{base.de} plus {increment.de} je Zug"
        if self.first_bonus:
            english, german = f"{english}, from the first turn on", f"{german}, vom ersten Zug an"
        if self.cap_ms is not None:
            cap = words(self.cap_ms)
            english, german = f"{english}, never lifted above {cap.en}", f"{german}, nie über {cap.de} hinaus"
        return Text(english, german)
