"""The one place where a table changes: every change but that of a secret setting writes a line of the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from gameengine.core.game import Event
from gameengine.core.types import CHANCE, Actor, Audience, Json
from gameengine.table.chance import ChanceSource, Draw
from gameengine.table.line import SERVER, Line, LineKind
from gameengine.table.past import Past
from gameengine.table.value import Table, TableStep

_PLAYED: Final = frozenset({"action", "auto"})
_OWN_NAMES: Final[Mapping[str, str]] = MappingProxyType({})


class Draft:
    """A table on its way through one call, with the lines written so far.

    `credit_ms` is what the clock was given back for the network and no line says yet. `received_ms` is when the host
    received what a seat does, if the seat's device says itself when that was. `past` is what lies behind the table, if
    a ruling may go back to it.
    """

    __slots__ = ("chance", "credit_ms", "lines", "past", "received_ms", "table")

    def __init__(self, table: Table, chance: ChanceSource, past: Past | None = None) -> None:
        self.table = table
        self.chance = chance
        self.past = past
        self.lines: list[Line] = []
        self.credit_ms = 0
        self.received_ms: int | None = None

    def write(
        self,
        kind: LineKind,
        actor: Actor,
        at_ms: int,
        *,
        text: str = "",
        label: str = "",
        audience: Audience = "public",
        events: tuple[Event, ...] = (),
        used_ms: int | None = None,
        **changes: Any,
    ) -> None:
        """Change the table and write the line that says so."""
        count = self.table.lines_count + 1
        table = self.table = replace(self.table, at_ms=at_ms, lines_count=count, **changes)
        clock, sealed, told = table.clock.public_json(at_ms), _sealed_for(table), ""
        if kind in _PLAYED and (hide := getattr(table.game, "public_text", None)) and (shown := hide(text)) != text:
            audience, told = actor, shown
        self.lines.append(
            Line(
                kind,
                actor,
                at_ms,
                text,
                label,
                audience,
                events,
                clock,
                used_ms,
                table.ply,
                sealed,
                told,
                self.credit_ms,
                None if actor < 0 else self.received_ms,
            )
        )
        self.credit_ms = 0

    def keep(self, **changes: Any) -> None:
        """Change what only one seat and the server know: without a line, so that nothing public tells that it was."""
        self.table = replace(self.table, **changes)

    def drawn(self, stream: str, draw: Draw) -> tuple[str, str]:
        """Return the label and the outcome of the chance event that is due. The label is new with every line."""
        label = f"{self.table.branch}/{self.table.lines_count}:{stream}"
        return label, self.chance.knowing(self.table.nonces).outcome(label, stream, draw)

    def write_chance(self, label: str, outcome: str, at_ms: int, audience: Audience = "public", **changes: Any) -> None:
        """Write the line of a chance event."""
        self.write("chance", CHANCE, at_ms, text=outcome, label=label, audience=audience, **changes)

    def event(self, name: str, **public: Json) -> tuple[Event, ...]:
        """Return an event of the table under the name that the game's page gives it, or nothing."""
        # Not isinstance with NamesEvents: that check is slow, and this is asked in every action that ends or switches.
        names: Mapping[str, str] = getattr(self.table.game, "table_events", _OWN_NAMES)
        name = names.get(name, name)
        return (Event(name, public),) if name else ()

    def step(self) -> TableStep:
        """Return what the call did."""
        return TableStep(self.table, tuple(self.lines))


def _sealed_for(table: Table) -> tuple[str, ...]:
    """Return whose parts every line has; only games with hidden events need that."""
    if not getattr(table.game, "hidden_events", False):
        return ()
    return (*(str(seat) for seat in range(table.seats)), SERVER)
