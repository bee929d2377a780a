"""The rule page for players, with lists that come from the content."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from gameengine.board.view import Element, Tray
from gameengine.core.game import Guide
from gameengine.core.types import Text
from gameengine.games.guides import read_guide
from gameengine.games.queens_race.content import (
    COLOURS,
    CONTENTS,
    DEFAULT_CONTENT,
    KINDS,
    Card,
    Content,
    content_of,
)
from gameengine.games.queens_race.glyphs import glyph_of
from gameengine.games.queens_race.laid import printed
from gameengine.games.queens_race.words import COLOUR_NAMES, DIE_NAMES


def load_guide() -> Guide:
    """Return the guide in both languages, with the content that new matches have."""
    content = content_of(CONTENTS[DEFAULT_CONTENT])
    en, de = ("\n".join(f"- {line}" for line in piece_lines(content, language)) for language in ("en", "de"))
    return read_guide(
        Path(__file__).parent,
        position=_position,
        places={"pieces": Text(en, de)},
        trays={"dice": dice_trays(content), "cards": card_trays(content)},
    )


def piece_lines(content: Content, language: str) -> list[str]:
    """Return one line per kind of piece: letter, name, number, dice."""
    each, on_dice = ("je Seite", "Würfel") if language == "de" else ("on each side", "dice")
    return [
        f"{letter}: {content.piece_names[kind].to(language)}, {content.formations['A'].count(kind + 1)} {each}, "
        f"{on_dice} {', '.join(COLOUR_NAMES[die].to(language) for die in content.dice_of[kind])}"
        for kind, letter in enumerate(KINDS)
    ]


def dice_trays(content: Content) -> tuple[Tray, ...]:
    """Return the faces of each die, equal ones once with their number."""
    return tuple(
        Tray(
            f"die-{COLOURS[die]}", DIE_NAMES[die], tuple(_face(content, die, symbol) for symbol in dict.fromkeys(faces))
        )
        for die, faces in enumerate(content.faces)
    )


def _face(content: Content, die: int, symbol: str) -> Element:
    number = content.faces[die].count(symbol)
    return Element(
        f"face-{COLOURS[die]}-{symbol}",
        "face",
        "card",
        0,
        0,
        glyph=glyph_of(symbol, far=False),
        label=content.symbol_names[symbol],
        badge=symbol if number == 1 else f"{number} × {symbol}",
    )


def card_trays(content: Content) -> tuple[Tray, ...]:
    """Return the bonus cards, advantages first; a number says how often there is one."""
    return tuple(
        Tray(key, title, tuple(_card(card) for card in content.cards.values() if card.is_advantage == wanted))
        for key, title, wanted in (("advantages", _ADVANTAGES, True), ("disadvantages", _DISADVANTAGES, False))
    )


def _card(card: Card) -> Element:
    return printed(card, f"print-{card.id}", badge=f"{card.count} ×" if card.count > 1 else "")


_ADVANTAGES: Final = Text("Advantages", "Vorteile")
_DISADVANTAGES: Final = Text("Disadvantages", "Nachteile")


def _fields(text: str) -> dict[str, str]:
    """Return the fields of a position text by their letters.

    >>> _fields("t=21.0 p=act")
    {'t': '21.0', 'p': 'act'}
    """
    return dict(field.split("=") for field in text.split())


def _position(row: Mapping[str, Any], base: str) -> str:
    """Return the position text of an example: `base` with what the example says of it."""
    fields = {**_fields(base), **_fields(row.get("more", ""))}
    first = {"t": fields.pop("t"), "p": fields.pop("p"), "d": row["dice"]}
    return " ".join(["qr1", row["board"], *(f"{key}={value}" for key, value in {**first, **fields}.items())])
