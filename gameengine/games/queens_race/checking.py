"""What is wrong with a content file: every fault with its place, a code and a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from gameengine.core.abilities import Problem
from gameengine.core.forms import (
    NAME,
    Problems,
    at,
    by_id,
    line_of_text,
    listed,
    one_of,
    problem,
    record,
    shown,
    whole,
)
from gameengine.core.forms import matching as named
from gameengine.core.types import Json
from gameengine.games.queens_race.bonus import AT_ONCE
from gameengine.games.queens_race.content import (
    COLOURS,
    KINDS,
    MOST_COLUMNS,
    NO_TARGET,
    RULES_VERSION,
    SYMBOLS,
    TARGETS,
    Card,
    Content,
    content_of,
)

MOST_PROBLEMS: Final = 100
"""After so many it is clear that the file is another thing than a content."""
FACES: Final = 6
FORMATIONS: Final = ("A", "B")

SQUARE: Final = re.compile(r"[A-I][1-9]")


def check_content(data: Json) -> tuple[Problem, ...]:
    """Return what is wrong with a content: form first; only where that is right also what its parts say together."""
    form = tuple(islice(_FILE("", data), MOST_PROBLEMS))
    return form or tuple(islice(_meaning(content_of(data)), MOST_PROBLEMS))


# Form


def _square(path: str, value: Any) -> Problems:
    if not isinstance(value, str) or not SQUARE.fullmatch(value):
        yield problem(
            path,
            "BAD_SQUARE",
            f"{shown(value)} is no square; squares are written as in B4.",
            f"{shown(value)} ist kein Feld; Felder schreibt man wie B4.",
        )


def _effect(path: str, value: Any) -> Problems:
    op = value.get("op") if isinstance(value, Mapping) else None
    if isinstance(op, str) and op in _EFFECTS:
        yield from _EFFECTS[op](path, value)
        return
    known = ", ".join(_EFFECTS)
    yield problem(
        path,
        "UNKNOWN_OP",
        f"There is no effect {shown(op)}; known: {known}.",
        f"Eine Wirkung {shown(op)} gibt es nicht; bekannt: {known}.",
    )


_EFFECTS: Final = {
    **{op: record({"op": one_of(op)}) for op in (*TARGETS, "extra_turn", "freeze_lander")},
    "move_lander": record({"op": one_of("move_lander"), "by": one_of("forward", "backward")}),
    "add_point": record({"op": one_of("add_point"), "n": whole(1, 9)}),
    "skip_own_turn": record({"op": one_of("skip_own_turn"), "n": whole(1, 3)}),
}
_NAMES: Final = {"de": line_of_text(40), "en": line_of_text(40)}
_PIECE: Final = record({**_NAMES, "dice": listed(one_of(*COLOURS), 1, len(COLOURS))})
_CARD: Final = record(
    {
        **_NAMES,
        "count": whole(1, 20),
        "type": one_of("advantage", "disadvantage"),
        "args": one_of(NO_TARGET, *TARGETS.values()),
        "effect": listed(_effect, 1, 4),
    }
)
_FILE: Final = record(
    {
        "content": named(NAME),
        "content_version": whole(1, 999_999),
        "rules_version": one_of(RULES_VERSION),
        "board": record(
            {
                "width": whole(5, len(MOST_COLUMNS)),
                "height": whole(5, 9),
                "bonus_squares": listed(_square, 0, 9 * len(MOST_COLUMNS)),
            }
        ),
        "pieces": record(dict.fromkeys(KINDS, _PIECE)),
        "formations": record({key: listed(one_of(*KINDS), 5, len(MOST_COLUMNS)) for key in FORMATIONS}),
        "symbols": record({symbol: record(_NAMES) for symbol in SYMBOLS}),
        "dice": record({colour: listed(one_of(*SYMBOLS), FACES, FACES) for colour in COLOURS}),
        "bonus_cards": by_id(_CARD, 1, 60),
    },
    {"note": line_of_text(4000)},
)


# Meaning


def _meaning(content: Content) -> Problems:
    yield from _square_problems(content)
    for key, formation in content.formations.items():
        yield from _formation_problems(f"formations.{key}", content, formation)
    if _counts(content.formations["A"]) != _counts(content.formations["B"]):
        yield problem(
            "formations.B",
            "OTHER_PIECES",
            "Both formations must have the same pieces.",
            "Beide Aufstellungen müssen dieselben Figuren haben.",
        )
    for card in content.cards.values():
        yield from _card_problems(f"bonus_cards.{card.id}", card)


def _counts(formation: tuple[int, ...]) -> list[int]:
    return sorted(formation)


def _square_problems(content: Content) -> Problems:
    path = "board.bonus_squares"
    for place, name in enumerate(content.bonus_squares):
        if name[0] not in MOST_COLUMNS[: content.width] or int(name[1]) > content.height:
            yield problem(
                at(path, place),
                "OFF_BOARD",
                f"{name} is not on a board of {content.width} by {content.height}.",
                f"{name} liegt nicht auf einem Brett von {content.width} mal {content.height}.",
            )
        if name in content.bonus_squares[:place]:
            yield problem(at(path, place), "TWICE", f"{name} is there twice.", f"{name} kommt zweimal vor.")


def _formation_problems(path: str, content: Content, formation: tuple[int, ...]) -> Problems:
    if len(formation) != content.width:
        yield problem(
            path,
            "WRONG_SIZE",
            f"A start line has {content.width} squares, the formation {len(formation)} pieces.",
            f"Eine Startreihe hat {content.width} Felder, die Aufstellung {len(formation)} Figuren.",
        )
    if formation.count(len(KINDS)) != 1:
        yield problem(path, "ONE_QUEEN", "There must be exactly one queen.", "Es muss genau eine Königin geben.")


def _card_problems(path: str, card: Card) -> Problems:
    aims = [TARGETS[effect.op] for effect in card.effects if effect.op not in AT_ONCE]
    if aims != ([] if card.args == NO_TARGET else [card.args]) or (aims and card.effects[-1].op in AT_ONCE):
        needed = " + ".join(aims) or NO_TARGET
        yield problem(
            at(path, "args"),
            "WRONG_ARGS",
            f"The effects need {needed}, the card says {card.args}; only the last effect may have a target.",
            f"Die Wirkungen brauchen {needed}, die Karte sagt {card.args}; nur die letzte Wirkung darf ein Ziel haben.",
        )
