"""How a person enters an action: cards of the board, an arrow on a card, and a labelled choice for the rest."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gameengine.board.view import Pick
from gameengine.core.types import JsonObject, Text
from gameengine.games.flank_flip.actions import FIRST_TEXTS, STOP_TEXT
from gameengine.games.flank_flip.content import ARMIES
from gameengine.games.flank_flip.words import MOVER_NAMES

_TURN: Final = Pick(choice="turn", label=Text("Turn it around", "Wenden"))
_CHOICES: Final = {
    STOP_TEXT: (Pick(choice="stop", label=Text("Stop the attack", "Angriff beenden")),),
    **{
        text: (Pick(choice=text, label=Text(f"{name.en} begins", f"{name.de} beginnt")),)
        for text, name in zip(FIRST_TEXTS, MOVER_NAMES[: len(ARMIES)], strict=True)
    },
}


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return the picks of an action. A hit of a card with a single arrow is one click."""
    chosen = _CHOICES.get(action)
    if chosen:
        return chosen
    kind, square, *rest = action.split(" ")
    match kind:
        case "swap":
            return _card(square), _card(rest[0])
        case "turn":
            return _card(square), _TURN
        case "hit" if _has_one_arrow(view, square):
            return (_card(square),)
        case _:
            return _card(square), Pick(f"arrow-{rest[0]}-{square}")


def _has_one_arrow(view: JsonObject, square: str) -> bool:
    arrows = view["arrows"]
    return isinstance(arrows, dict) and len(arrows[square]) == 1


@lru_cache(maxsize=64)
def _card(square: str) -> Pick:
    return Pick(f"card-{square}")
