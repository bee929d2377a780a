"""Time per move: every period is the same and nothing carries over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Simple, duration_ms, only_keys
from gameengine.clock.duration import SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

_SUFFIX = "/move"


@dataclass(frozen=True, slots=True)
class PerMove(Simple):
    """`per_move_ms` for each turn or decision (the game says which); a seat that acts meanwhile has its own period."""

    kind: ClassVar[str] = "per_move"
    per_move: ClassVar[bool] = True

    per_move_ms: int

    def fresh(self) -> Bank:
        """Return one full period."""
        return (self.per_move_ms,)

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return a full period, whoever's turn it was: the next thing to decide is a new one."""
        return (self.per_move_ms,)

    def to_json(self) -> dict[str, Json]:
        """Return `{"kind": "per_move", "per_move_ms": …}`."""
        return {"kind": self.kind, "per_move_ms": self.per_move_ms}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form."""
        only_keys(data, frozenset({"per_move_ms"}))
        return cls(duration_ms(data, "per_move_ms"))

    def notation(self) -> str:
        """Return for example "30s/move".

        >>> PerMove(30_000).notation()
        '30s/move'
        """
        text = short(self.per_move_ms, unit_ms=SECOND_MS)
        return f"{text}s{_SUFFIX}" if text.isdigit() else f"{text}{_SUFFIX}"

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "30s/move"."""
        if not text.endswith(_SUFFIX):
            return None
        return cls(read(text.removesuffix(_SUFFIX), unit_ms=SECOND_MS))

    def sentence(self) -> Text:
        """Return for example "30 seconds per move"."""
        period = words(self.per_move_ms)
        return Text(f"{period.en} per move", f"{period.de} je Zug")
