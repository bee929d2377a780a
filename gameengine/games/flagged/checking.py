"""What is wrong with a content file: every fault with its place, a code and a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from gameengine.core.abilities import Problem
from gameengine.core.forms import (
    ID,
    NAME,
    Check,
    Problems,
    at,
    by_id,
    either,
    line_of_text,
    listed,
    matching,
    one_of,
    or_null,
    problem,
    record,
    shown,
    whole,
    yes_or_no,
)
from gameengine.core.types import Json
from gameengine.games.flagged.content import (
    COUNTER,
    NORMAL,
    RULES_VERSION,
    ULTIMATE,
    Card,
    Content,
    Op,
    aim_of,
    read_content,
)
from gameengine.games.flagged.decks import count_problems

MOST_PROBLEMS: Final = 100
"""After so many it is clear that the file is another thing than a content."""

# Words of the notation, which no card may have for a name.
_RESERVED: Final = {"cost"}


def check_content(data: Json) -> tuple[Problem, ...]:
    """Return what is wrong with a content: form first; only where that is right also what its parts say together."""
    form = tuple(islice(_FILE("", data), MOST_PROBLEMS))
    if form:
        return form
    return tuple(islice(_meaning(read_content(data)), MOST_PROBLEMS))  # type: ignore[arg-type]


# Form


def _reaching(before: str, after: str = "") -> Check:
    """Accept a word with a distance in it, such as `enemies_within_2_of_hero`."""
    pattern = re.compile(re.escape(before) + "[1-7]" + re.escape(after))

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            yield from one_of(f"{before}2{after}")(path, value)

    return check


_COUNT: Final = {"n": whole(1, 9)}
_SCOPE: Final = one_of("side_of_own_figure", "any")
_ONE: Final = whole(1, 1)
_OPS: Final[Mapping[str, Check]] = {
    **{
        op: record({"op": one_of(op), **_COUNT})
        for op in ("add_steps", "add_plays", "add_walls", "add_diagonal", "draw", "opponent_discards", "opponent_skips")
    },
    **{op: record({"op": one_of(op)}) for op in ("clone_may_capture", "negate", "end_turn", "swap_hero_clone")},
    "destroy_wall": record({"op": one_of("destroy_wall"), "scope": _SCOPE}),
    "destroy_walls_around_hero": record({"op": one_of("destroy_walls_around_hero"), "radius": whole(1, 7)}),
    "move_wall": record({"op": one_of("move_wall"), "scope": one_of("any")}),
    "place_wall": record({"op": one_of("place_wall"), "scope": _SCOPE}),
    "push": record({"op": one_of("push"), "who": _reaching("enemy_within_", "_of_own_figure"), "n": _ONE}),
    "move_free": record(
        {
            "op": one_of("move_free"),
            "who": either(one_of("own_figure"), _reaching("own_figure_within_", "_of_trigger")),
            "n": _ONE,
        }
    ),
    "teleport_hero": record({"op": one_of("teleport_hero"), "range": whole(1, 7)}),
    "summon": record({"op": one_of("summon"), "figure": one_of("C", "B")}),
    "root": record(
        {
            "op": one_of("root"),
            "who": either(
                one_of("trigger_figure"), _reaching("enemies_within_", "_of_hero"), _reaching("enemy_in_line_at_")
            ),
            "until": one_of("turn_end", "opponent_next_end"),
        }
    ),
    "shield": record({"op": one_of("shield"), "until": one_of("own_next_start")}),
    "silence": record({"op": one_of("silence"), "until": one_of("opponent_next_end")}),
    "capture": record({"op": one_of("capture"), "who": one_of("enemy_beside_hero_open")}),
}
_MARKERS: Final[Mapping[str, Check]] = {
    marker: record(
        {
            "op": one_of("marker"),
            "marker": one_of(marker),
            "range": whole(1, 7),
            **({"radius": whole(0, 3)} if marker == "smoke" else {}),
            "until": one_of("own_next_start"),
        },
        {} if marker == "smoke" else {"radius": whole(0, 0)},
    )
    for marker in ("smoke", "ward", "pillar")
}


def _op(path: str, value: Any) -> Problems:
    name = value.get("op") if isinstance(value, Mapping) else None
    if name == "marker":
        kind = value.get("marker")
        yield from _MARKERS[kind](path, value) if kind in _MARKERS else one_of(*_MARKERS)(at(path, "marker"), kind)
    elif isinstance(name, str) and name in _OPS:
        yield from _OPS[name](path, value)
    else:
        known = ", ".join([*_OPS, "marker"])
        yield problem(
            path,
            "UNKNOWN_OP",
            f"There is no effect {shown(name)}; known: {known}.",
            f"Eine Wirkung {shown(name)} gibt es nicht; bekannt: {known}.",
        )


_NAMES: Final = {"de": line_of_text(40), "en": line_of_text(40)}
_EFFECT: Final = listed(_op, 1, 6)
# The rules say what each figure can do (2, 8.1, 11); a file may only name them.
_FIGURES: Final = {
    figure: record({**_NAMES, "captures": one_of(captures), "carries_flag": one_of(carries)})
    for figure, captures, carries in (("H", True, True), ("C", False, False), ("B", True, False))
}
_HERO: Final = record(
    {
        **_NAMES,
        "text_en": line_of_text(300),
        "text_de": line_of_text(300),
        "clone": yes_or_no,
        "ability": or_null(_EFFECT),
    }
)
_AIM_FORMS: Final = ("none", "wall", "wall>slot", "slot", "figure", "figure>square", "square", "square+square")
_CARD: Final = record(
    {**_NAMES, "kind": one_of(NORMAL, COUNTER, ULTIMATE), "effect": _EFFECT},
    {
        "hero": or_null(matching(ID)),
        "copies": whole(1, 9),
        "cost": whole(0, 4),
        "args": one_of(*_AIM_FORMS),
        "trigger": one_of("adj", "hero", "play", "counter", "own"),
        "step_of": one_of("hero", "any"),
        "not_with_flag": yes_or_no,
    },
)
_FILE: Final = record(
    {
        "content": matching(NAME),
        "content_version": whole(1, 999_999),
        "rules_version": one_of(RULES_VERSION),
        "deck_rules": record(
            {
                "min_size": whole(5, 200),
                "max_size": whole(5, 200),
                "max_copies": whole(1, 9),
                "max_ultimates": whole(0, 20),
            }
        ),
        "markers": record({marker: record(_NAMES) for marker in _MARKERS}),
        "figures": record(_FIGURES),
        "heroes": by_id(_HERO, 1, 16),
        "cards": by_id(_CARD, 1, 200, reserved=_RESERVED),
        "preset_decks": by_id(by_id(whole(1, 9), 1, 200), 1, 16),
    },
    {"note": line_of_text(4000)},
)


# Meaning

_OWN_TURN_ONLY: Final = {"add_steps", "add_plays", "add_walls", "add_diagonal", "clone_may_capture", "end_turn"}
_NEEDS_ENTERING: Final = {"trigger_figure", "own_figure_within_N_of_trigger"}


def _meaning(content: Content) -> Problems:
    rules = content.deck_rules
    if rules.max_size < rules.min_size:
        yield problem(
            "deck_rules.max_size",
            "OUT_OF_RANGE",
            "The largest deck is smaller than the smallest.",
            "Das größte Deck ist kleiner als das kleinste.",
        )
    for hero in content.heroes.values():
        for place, op in enumerate(hero.ability):
            yield from _ability_problems(f"heroes.{hero.id}.ability.{place}", op)
    for card in content.cards.values():
        yield from _card_problems(content, card)
    yield from _preset_problems(content)


def _ability_problems(path: str, op: Op) -> Problems:
    if aim_of(op) != "none" or op.op == "negate" or op.who in _NEEDS_ENTERING:
        yield problem(
            path,
            "NOT_FOR_ABILITY",
            "An ability has no target, answers nothing and negates nothing.",
            "Eine Fähigkeit hat kein Ziel, antwortet auf nichts und hebt nichts auf.",
        )


def _card_problems(content: Content, card: Card) -> Problems:
    path = f"cards.{card.id}"
    yield from _kind_problems(path, card)
    aims = [aim_of(op) for op in card.effect if aim_of(op) != "none"]
    if aims != ([] if card.args == "none" else [card.args]):
        needed = " + ".join(aims) or "none"
        yield problem(
            f"{path}.args",
            "WRONG_ARGS",
            f"The effects need {needed}, the card says {card.args}; at most one effect may have a target.",
            f"Die Wirkungen brauchen {needed}, die Karte sagt {card.args}; höchstens eine Wirkung darf ein Ziel haben.",
        )
    if card.hero and card.hero not in content.heroes:
        yield _unknown(f"{path}.hero", card.hero)
    for place, op in enumerate(card.effect):
        yield from _effect_problems(f"{path}.effect.{place}", card, op)


def _kind_problems(path: str, card: Card) -> Problems:
    if card.is_counter != bool(card.trigger):
        yield problem(
            f"{path}.trigger",
            "WRONG_TRIGGER",
            "A counter needs a trigger, and only a counter has one.",
            "Eine Konterkarte braucht einen Auslöser, und nur sie hat einen.",
        )
    if card.step_of != "any" and card.trigger != "own":
        yield problem(
            f"{path}.step_of",
            "WRONG_TRIGGER",
            "step_of belongs to the trigger own.",
            "step_of gehört zum Auslöser own.",
        )
    if card.kind == ULTIMATE and card.copies != 1:
        yield problem(
            f"{path}.copies",
            "OUT_OF_RANGE",
            "An ultimate may be in a deck once at most.",
            "Eine ultimative Karte darf höchstens einmal im Deck sein.",
        )


def _effect_problems(path: str, card: Card, op: Op) -> Problems:
    if op.who in _NEEDS_ENTERING and card.trigger != "adj":
        yield _not_with(path, "adj")
    if op.op == "negate" and card.trigger not in {"play", "counter"}:
        yield _not_with(path, "play, counter")
    if op.op == "end_turn" and card.is_counter:
        yield problem(
            path,
            "WRONG_TRIGGER",
            "A counter cannot end the turn: cards may wait below it.",
            "Ein Konter kann den Zug nicht beenden: Unter ihm können Karten warten.",
        )
    elif op.op in _OWN_TURN_ONLY and card.trigger in {"adj", "hero", "play"}:
        yield problem(
            path,
            "NOT_IN_ENEMY_TURN",
            "This effect belongs to the own turn, and the trigger may come in the opponent's.",
            "Diese Wirkung gehört in den eigenen Zug, und der Auslöser kann im gegnerischen kommen.",
        )


def _not_with(path: str, triggers: str) -> Problem:
    return problem(
        path,
        "WRONG_TRIGGER",
        f"This effect needs one of the triggers {triggers}.",
        f"Diese Wirkung braucht einen der Auslöser {triggers}.",
    )


def _unknown(path: str, value: str) -> Problem:
    return problem(
        path,
        "UNKNOWN_VALUE",
        f"{shown(value)} is not in this file.",
        f"{shown(value)} steht nicht in dieser Datei.",
    )


def _preset_problems(content: Content) -> Problems:
    for hero in content.heroes:
        if hero not in content.presets:
            yield problem(
                f"preset_decks.{hero}", "MISSING_KEY", "Every hero needs a deck.", "Jeder Held braucht ein Deck."
            )
    for hero, deck in content.presets.items():
        if hero not in content.heroes:
            yield _unknown(f"preset_decks.{hero}", hero)
            continue
        for refusal, text in count_problems(content, hero, deck):
            yield Problem(f"preset_decks.{hero}", refusal.code, text)
