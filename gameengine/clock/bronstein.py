"""A base time of which every turn gives back what it used, up to a limit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Simple, duration_ms, only_keys, switch
from gameengine.clock.duration import MINUTE_MS, SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

_NOTATION = re.compile(r"([0-9][0-9a-z]*?) ?b([0-9][^ ]*)( first)?")


@dataclass(frozen=True, slots=True)
class Bronstein(Simple):
    """`base_ms` per seat; after a turn what was used comes back, at most `delay_ms`.

    So a bank is never more than at the beginning. With `first_bonus` it begins with `delay_ms` more, as digital chess
    clocks count it. The bank is what is left, and what will come back after this turn.
    """

    kind: ClassVar[str] = "bronstein"

    base_ms: int
    delay_ms: int
    first_bonus: bool = False

    def fresh(self) -> Bank:
        """Return the base time, with `first_bonus` and the delay."""
        return self.base_ms + self.delay_ms * self.first_bonus, 0

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return what is left after the use, of which some will come back."""
        used = min(bank[0], used_ms)
        return bank[0] - used, min(self.delay_ms, bank[1] + used)

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank with what comes back, whoever's turn it was: who reacted in it has used time too."""
        return bank[0] + bank[1], 0

    def to_json(self) -> dict[str, Json]:
        """Return the three fields with `kind`."""
        return {
            "kind": self.kind,
            "base_ms": self.base_ms,
            "delay_ms": self.delay_ms,
            "first_bonus": self.first_bonus,
        }

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form; `first_bonus` may be left out."""
        only_keys(data, frozenset({"base_ms", "delay_ms"}), frozenset({"first_bonus"}))
        return cls(duration_ms(data, "base_ms"), duration_ms(data, "delay_ms"), switch(data, "first_bonus"))

    def notation(self) -> str:
        """Return minutes, seconds, and what is special.

        >>> Bronstein(300_000, 3_000).notation(), Bronstein(300_000, 3_000, True).notation()
        ('5 b3', '5 b3 first')
        """
        first = " first" if self.first_bonus else ""
        return f"{short(self.base_ms, unit_ms=MINUTE_MS)} b{short(self.delay_ms, unit_ms=SECOND_MS)}{first}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "5 b3" or "5b3"."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            return None
        return cls(read(found[1], unit_ms=MINUTE_MS), read(found[2], unit_ms=SECOND_MS), bool(found[3]))

    def sentence(self) -> Text:
        """Return for example "5 minutes; after every turn up to 3 seconds of what it took come back"."""
        base, delay = words(self.base_ms), words(self.delay_ms)
        english = f"{base.en}; after every turn up to {delay.en} of what it took come back"
        german = f"{base.de}; nach jedem Zug kommt zurück, was er gebraucht hat, höchstens {delay.de}"
        if self.first_bonus:
            english, german = f"{english}, and so much more at the start", f"{german}, und zu Beginn so viel mehr"
        return Text(english, german)
