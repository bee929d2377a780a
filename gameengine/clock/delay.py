"""A base time and a delay: in every turn the clock waits before it runs, as federations in the US count it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Reading, Simple, drained, duration_ms, only_keys
from gameengine.clock.duration import MINUTE_MS, SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

_NOTATION = re.compile(r"([0-9][0-9a-z]*?) ?d([0-9][^ ]*)")


@dataclass(frozen=True, slots=True)
class Delay(Simple):
    """`base_ms` per seat; of every turn the first `delay_ms` are free, and what is not used of them is lost.

    The bank is the base time that is left, and the delay that is left of this turn.
    """

    kind: ClassVar[str] = "delay"

    base_ms: int
    delay_ms: int

    def fresh(self) -> Bank:
        """Return the base time and a whole delay."""
        return self.base_ms, self.delay_ms

    def allowance_ms(self, bank: Bank) -> int | None:
        """Return the delay and the base time that are left."""
        return bank[0] + bank[1]

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return what is left after the use: first the delay goes, then the base time."""
        delay, base = drained(bank[1], bank[0], used_ms)
        return base, delay

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank with a whole delay, whoever's turn it was: who reacted in it begins the next one anew."""
        return bank[0], self.delay_ms

    def reading(self, bank: Bank) -> Reading:
        """Return the delay that is left of this turn."""
        return Reading(delay_ms=bank[1])

    def to_json(self) -> dict[str, Json]:
        """Return the two fields with `kind`."""
        return {"kind": self.kind, "base_ms": self.base_ms, "delay_ms": self.delay_ms}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form."""
        only_keys(data, frozenset({"base_ms", "delay_ms"}))
        return cls(duration_ms(data, "base_ms"), duration_ms(data, "delay_ms"))

    def notation(self) -> str:
        """Return minutes and seconds.

        >>> Delay(300_000, 3_000).notation()
        '5 d3'
        """
        return f"{short(self.base_ms, unit_ms=MINUTE_MS)} d{short(self.delay_ms, unit_ms=SECOND_MS)}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "5 d3" or "5d3"."""
        found = _NOTATION.fullmatch(text)
        return found and cls(read(found[1], unit_ms=MINUTE_MS), read(found[2], unit_ms=SECOND_MS))

    def sentence(self) -> Text:
        """Return for example "5 minutes; in every turn the clock waits 3 seconds before it runs"."""
        base, delay = words(self.base_ms), words(self.delay_ms)
        return Text(
            f"{base.en}; in every turn the clock waits {delay.en} before it runs",
            f"{base.de}; in jedem Zug wartet die Uhr {delay.de}, bevor sie läuft",
        )
