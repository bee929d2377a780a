"""No time control: time is written down and never ends a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from gameengine.clock.control import Bank, Simple, only_keys
from gameengine.core.types import Json, JsonObject, Text


@dataclass(frozen=True, slots=True)
class NoControl(Simple):
    """Offline play and practice."""

    kind: ClassVar[str] = "none"

    def fresh(self) -> Bank:
        """Return an empty bank."""
        return ()

    def allowance_ms(self, bank: Bank) -> int | None:
        """Return None: the flag never falls."""
        return None

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return the empty bank."""
        return bank

    def add(self, bank: Bank, ms: int) -> Bank:
        """Return the empty bank."""
        return bank

    def to_json(self) -> dict[str, Json]:
        """Return `{"kind": "none"}`."""
        return {"kind": self.kind}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form."""
        only_keys(data, frozenset())
        return cls()

    def notation(self) -> str:
        """Return "none"."""
        return self.kind

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of "none"."""
        return cls() if text == cls.kind else None

    def sentence(self) -> Text:
        """Return that there is no limit."""
        return Text("No time limit", "Ohne Zeitbegrenzung")
