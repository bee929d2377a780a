"""A main time, then blocks of time for a number of turns each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Reading, Reserved, count, duration_ms, only_keys
from gameengine.clock.counting import number, turns
from gameengine.clock.duration import MINUTE_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

_NOTATION = re.compile(r"([^ ]+)\+([^ ]+) in ([^ ]+)")


@dataclass(frozen=True, slots=True)
class Canadian(Reserved):
    """`base_ms` of main time, which may be 0, then `period_ms` for every `turns` turns.

    The turn that uses up the main time is the first of the block. After the last turn of a block the next block begins
    whole; what was not used is lost. The bank is the main time, what is left of the block, and its turns that are left.
    """

    kind: ClassVar[str] = "canadian"

    base_ms: int
    turns: int
    period_ms: int

    def fresh(self) -> Bank:
        """Return the main time and a whole block."""
        return self.base_ms, self.period_ms, self.turns

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank after an own turn: it counts once the main time is gone."""
        main, block, left = bank
        if not own or main:
            return bank
        return (0, block, left - 1) if left > 1 else (0, self.period_ms, self.turns)

    def reading(self, bank: Bank) -> Reading:
        """Return the block and the turns that are left in it."""
        return Reading(reserve_ms=bank[1], moves_left=bank[2])

    def to_json(self) -> dict[str, Json]:
        """Return the three fields with `kind`."""
        return {"kind": self.kind, "base_ms": self.base_ms, "turns": self.turns, "period_ms": self.period_ms}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form."""
        only_keys(data, frozenset({"base_ms", "turns", "period_ms"}))
        return cls(duration_ms(data, "base_ms", least=0), count(data, "turns"), duration_ms(data, "period_ms"))

    def notation(self) -> str:
        """Return minutes, the number of turns, and minutes again.

        >>> Canadian(900_000, 20, 300_000).notation()
        '15+20 in 5'
        """
        base, period = (short(ms, unit_ms=MINUTE_MS) for ms in (self.base_ms, self.period_ms))
        return f"{base}+{self.turns} in {period}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "15+20 in 5"."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            return None
        base = read(found[1], unit_ms=MINUTE_MS, least_ms=0)
        return cls(base, number(found[2]), read(found[3], unit_ms=MINUTE_MS))

    def sentence(self) -> Text:
        """Return for example "15 minutes, then 5 minutes for every 20 turns"."""
        base, period, many = words(self.base_ms), words(self.period_ms), turns(self.turns)
        english = f"{period.en} for every {many.en if self.turns > 1 else 'turn'}"
        german = f"{period.de} für je {many.de if self.turns > 1 else 'einen Zug'}"
        if not self.base_ms:
            return Text(english, german)
        return Text(f"{base.en}, then {english}", f"{base.de}, dann {german}")
