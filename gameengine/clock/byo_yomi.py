"""A main time, then periods: a turn that ends within a period gives it back whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Reading, Reserved, count, duration_ms, only_keys
from gameengine.clock.counting import number
from gameengine.clock.duration import MINUTE_MS, SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

_NOTATION = re.compile(r"([^ ]+)\+([^ ]+)x([^ ]+)")


@dataclass(frozen=True, slots=True)
class ByoYomi(Reserved):
    """`base_ms` of main time, which may be 0, then `periods` of `period_ms`.

    A turn that uses a period up takes it away, exactly its length included; the next turn begins with a whole one. The
    flag falls at the end of the last. The bank is the main time and what is left of all periods.
    """

    kind: ClassVar[str] = "byo_yomi"

    base_ms: int
    periods: int
    period_ms: int

    def fresh(self) -> Bank:
        """Return the main time and all periods."""
        return self.base_ms, self.periods * self.period_ms

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank with the begun period whole again, whoever's turn it was."""
        return bank[0], -(-bank[1] // self.period_ms) * self.period_ms

    def reading(self, bank: Bank) -> Reading:
        """Return what is left of the periods."""
        return Reading(reserve_ms=bank[1], period_ms=self.period_ms)

    def to_json(self) -> dict[str, Json]:
        """Return the three fields with `kind`."""
        return {
            "kind": self.kind,
            "base_ms": self.base_ms,
            "periods": self.periods,
            "period_ms": self.period_ms,
        }

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form."""
        only_keys(data, frozenset({"base_ms", "periods", "period_ms"}))
        return cls(duration_ms(data, "base_ms", least=0), count(data, "periods"), duration_ms(data, "period_ms"))

    def notation(self) -> str:
        """Return minutes, the number of periods, and their length.

        >>> ByoYomi(300_000, 3, 30_000).notation()
        '5+3x30s'
        """
        period = short(self.period_ms, unit_ms=SECOND_MS)
        unit = "s" if period.isdigit() else ""
        return f"{short(self.base_ms, unit_ms=MINUTE_MS)}+{self.periods}x{period}{unit}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "5+3x30s"."""
        found = _NOTATION.fullmatch(text)
        if found is None:
            return None
        base = read(found[1], unit_ms=MINUTE_MS, least_ms=0)
        return cls(base, number(found[2]), read(found[3], unit_ms=SECOND_MS))

    def sentence(self) -> Text:
        """Return for example "5 minutes, then 3 periods of 30 seconds; …"."""
        base, period, is_one = words(self.base_ms), words(self.period_ms), self.periods == 1
        english = f"{self.periods} period{'' if is_one else 's'} of {period.en}"
        german = f"{self.periods} Periode{'' if is_one else 'n'} à {period.de}"
        if self.base_ms:
            english, german = f"{base.en}, then {english}", f"{base.de}, dann {german}"
        return Text(
            f"{english}; only a turn that takes a whole period uses it up",
            f"{german}; nur ein Zug, der eine ganze Periode dauert, verbraucht sie",
        )
