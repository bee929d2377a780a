"""How a person enters an action."""

from __future__ import annotations

from gameengine.board.view import Pick
from gameengine.core.types import JsonObject, Text


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return the picks of an action."""
    return (Pick(choice=action, label=Text(action, action)),)
