"""What is wrong with a content file: every fault with its place, a code and a sentence."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any, Final

from gameengine.core.abilities import Problem
from gameengine.core.forms import NAME, Problems, at, line_of_text, listed, one_of, problem, record, whole
from gameengine.core.forms import matching as named
from gameengine.core.types import Json
from gameengine.games.flank_flip.content import (
    ARMIES,
    ARMY_KEYS,
    DIRECTIONS,
    RULES_VERSION,
    SETS,
    SYMBOLS,
    Content,
    content_of,
)
from gameengine.games.flank_flip.setting import DUEL_CARDS, SIXTEEN

MOST_PROBLEMS: Final = 100
"""After so many it is clear that the file is another thing than a content."""
MOST_CARDS: Final = 50
"""So many cards have codes that fit into one byte."""

# Form

_NAMES: Final = record({"de": line_of_text(40), "en": line_of_text(40)})


def _arrows(path: str, value: Any) -> Problems:
    yield from listed(one_of(*DIRECTIONS), 1, 2)(path, value)
    if isinstance(value, list | tuple) and len(value) > 1 and value[0] == value[1]:
        yield problem(path, "TWICE", "Two arrows must differ.", "Zwei Pfeile müssen verschieden sein.")


def _face(symbol: str) -> Any:
    armies = [key for army, key in enumerate(ARMY_KEYS) if SYMBOLS[army & 1] == symbol]
    return record({"army": one_of(*armies), "arrows": _arrows})


def _army(number: int) -> Any:
    return record({"code": one_of(ARMIES[number]), "symbol": one_of(SYMBOLS[number & 1]), "name": _NAMES})


_CARD: Final = record(
    {
        "number": whole(0, 9999),
        "set": one_of(*SETS),
        "name": _NAMES,
        **{symbol: _face(symbol) for symbol in SYMBOLS},
    },
    {"name_source": line_of_text(40)},
)
_FILE: Final = record(
    {
        "content": named(NAME),
        "content_version": whole(1, 999_999),
        "rules_version": one_of(RULES_VERSION),
        "armies": record({key: _army(number) for number, key in enumerate(ARMY_KEYS)}),
        "sets": record({key: record({"name": _NAMES}) for key in SETS}),
        "sixteen_card_excluded": listed(whole(0, 9999), 0, MOST_CARDS),
        "cards": listed(_CARD, SIXTEEN, MOST_CARDS),
    },
    {"note": line_of_text(4000)},
)


def check_content(data: Json) -> tuple[Problem, ...]:
    """Return what is wrong with a content: form first; only where that is right also what its parts say together."""
    form = tuple(islice(_FILE("", data), MOST_PROBLEMS))
    return form or tuple(islice(_meaning(content_of(data)), MOST_PROBLEMS))


# Meaning


def _meaning(content: Content) -> Problems:
    counts = Counter(card.number for card in content.cards)
    for place, card in enumerate(content.cards):
        if counts[card.number] > 1:
            path = at(at("cards", place), "number")
            yield problem(path, "TWICE", f"{card.number} is there twice.", f"{card.number} kommt zweimal vor.")
    for name in SETS:
        yield from _counted(f"sets.{name}", len(content.of_set(name)), DUEL_CARDS)
    for place, number in enumerate(sorted(content.excluded)):
        if number not in counts:
            path = at("sixteen_card_excluded", place)
            yield problem(path, "UNKNOWN_VALUE", f"There is no card {number}.", f"Es gibt keine Karte {number}.")
    yield from _counted("sixteen_card_excluded", len(content.cards) - len(content.excluded), SIXTEEN)


def _counted(path: str, cards: int, wanted: int) -> Problems:
    if cards != wanted:
        yield problem(
            path,
            "WRONG_SIZE",
            f"There must be {wanted} cards, not {cards}.",
            f"Es müssen {wanted} Karten sein, nicht {cards}.",
        )
