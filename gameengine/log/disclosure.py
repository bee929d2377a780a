"""What players have seen since an instant, and a ruling that goes back cannot take from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from gameengine.core.errors import Refusal
from gameengine.core.types import CHANCE, JsonObject, Text, Viewer
from gameengine.randomness import SeededRandom
from gameengine.table import Line, Table

_TRIES: Final = 3
"""So often what is hidden is dealt anew: a thing that shows hardly looks the same by accident each time."""
_PLAYED: Final = frozenset({"action", "auto"})


@dataclass(frozen=True, slots=True)
class Disclosure:
    """An act by which somebody has learnt something: `hidden` things were shown, or chance has fallen.

    `action` is what was played, "" if not everybody may know that.
    """

    ply: int
    kind: Literal["hidden", "chance"]
    action: str = ""

    @property
    def text(self) -> Text:
        """Return what an arbiter reads before it is voided."""
        name = f"{self.ply} ({self.action})" if self.action else f"{self.ply}"
        if self.kind == "chance":
            return Text(
                f"Action {name}: how chance fell has been seen. It falls anew.",
                f"Aktion {name}: Wie der Zufall fiel, wurde gesehen. Er fällt neu.",
            )
        return Text(
            f"Action {name} has shown something hidden. Who has seen it still knows it.",
            f"Aktion {name} hat etwas Verdecktes gezeigt. Wer es gesehen hat, weiß es weiterhin.",
        )


def disclosures(acts: Sequence[tuple[Table, Sequence[Line]]]) -> Iterator[Disclosure]:
    """Yield by which acts somebody has learnt something. An act is the table before it, and its lines."""
    for before, lines in acts:
        played = [line for line in lines if line.kind in _PLAYED]
        for line in played:
            if before.state is not None and _shows(before, line):
                yield Disclosure(line.ply, "hidden", _public_text(line))
                break
        if any(line.actor == CHANCE and line.audience != "server" and _is_fate(line) for line in lines):
            yield Disclosure(lines[-1].ply, "chance", _public_text(played[0]) if played else "")


def _public_text(line: Line) -> str:
    return line.text if line.audience == "public" else ""


def _is_fate(line: Line) -> bool:
    return not line.label.endswith(":autopilot")


def _shows(before: Table, line: Line) -> bool:
    """Tell whether an action told a viewer something: with other things hidden it would have looked otherwise.

    Who has acted is one of them: a card that one draws is known to oneself alone.
    """
    viewers: list[Viewer] = [None, *range(before.seats)]
    return any(_looks_otherwise(before, line, viewer, number) for viewer in viewers for number in range(_TRIES))


def _looks_otherwise(before: Table, line: Line, viewer: Viewer, number: int) -> bool:
    game: Any = before.game
    other = game.redeal(before.state, viewer, SeededRandom(f"{number}"))
    if other == before.state:
        return False
    return _seen(game, other, line, viewer) != _seen(game, before.state, line, viewer)


def _seen(game: Any, state: Any, line: Line, viewer: Viewer) -> list[JsonObject] | None:
    """Return what a viewer is told when the action is played in a state, None if it cannot be played."""
    try:
        step = game.apply(state, line.actor, line.text)
    except Refusal:
        return None
    told: Any = Line(line.kind, line.actor, line.at_ms, line.text, events=step.events).seen_by(viewer)["events"]
    return list(told)
