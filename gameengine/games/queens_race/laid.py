"""Bonus cards as they lie beside the board and stand on the rule page."""

from __future__ import annotations

from typing import Final

from gameengine.board.view import Element
from gameengine.core.types import Text
from gameengine.games.queens_race.content import Card
from gameengine.games.queens_race.words import card_text

ADVANTAGE: Final = Text("advantage", "Vorteil")
DISADVANTAGE: Final = Text("disadvantage", "Nachteil")


def printed(card: Card, place: str, *, badge: str = "", marks: tuple[str, ...] = ()) -> Element:
    """Return a card with its name and what it does; `place` is its id, `badge` stands in its corner."""
    return Element(
        place,
        "card",
        "card",
        0,
        0,
        glyph="bonus",
        label=card.name,
        kind=ADVANTAGE if card.is_advantage else DISADVANTAGE,
        detail=_sentence(card_text(card)),
        badge=badge,
        marks=marks,
        title=card.name,
    )


def _sentence(text: Text) -> Text:
    """Return a text that begins with a capital, for it stands alone on a card."""
    return Text(text.en[0].upper() + text.en[1:], text.de[0].upper() + text.de[1:])
