"""What is wrong with a content file: every fault with its place, a code and a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from gameengine.core.game import Problem
from gameengine.core.types import Json, Text
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

_ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
# Words of the notation, which no card may have for a name.
_RESERVED: Final = {"cost"}

Problems: TypeAlias = Iterator[Problem]
Check: TypeAlias = Callable[[str, Any], Problems]


def check_content(data: Json) -> tuple[Problem, ...]:
    """Return what is wrong with a content: form first; only where that is right also what its parts say together."""
    form = tuple(islice(_FILE("", data), MOST_PROBLEMS))
    if form:
        return form
    return tuple(islice(_meaning(read_content(data)), MOST_PROBLEMS))  # type: ignore[arg-type]


# Form


def _problem(path: str, code: str, en: str, de: str) -> Problem:
    return Problem(path or "-", code, Text(en, de))


def _whole(low: int, high: int) -> Check:
    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, int) or isinstance(value, bool):
            yield _problem(path, "WRONG_TYPE", "A whole number belongs here.", "Hier gehört eine ganze Zahl hin.")
        elif not low <= value <= high:
            yield _problem(
                path,
                "OUT_OF_RANGE",
                f"{_shown(value)} is not between {low} and {high}.",
                f"{_shown(value)} liegt nicht zwischen {low} und {high}.",
            )

    return check


def _yes_or_no(path: str, value: Any) -> Problems:
    if not isinstance(value, bool):
        yield _problem(path, "WRONG_TYPE", "Only true or false belongs here.", "Hier gehört nur true oder false hin.")


def _words(longest: int) -> Check:
    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, str):
            yield _problem(path, "WRONG_TYPE", "A text belongs here.", "Hier gehört ein Text hin.")
        elif not 0 < len(value.strip()) <= longest or not value.isprintable():
            yield _problem(
                path,
                "BAD_TEXT",
                f"A text of one line with 1 to {longest} characters belongs here.",
                f"Hier gehört ein einzeiliger Text mit 1 bis {longest} Zeichen hin.",
            )

    return check


def _one_of(*values: Json) -> Check:
    def check(path: str, value: Any) -> Problems:
        if not any(type(value) is type(other) and value == other for other in values):
            known = ", ".join(map(_shown, values))
            yield _problem(
                path,
                "UNKNOWN_VALUE",
                f"{_shown(value)} is not known here; known: {known}.",
                f"{_shown(value)} ist hier nicht bekannt; bekannt: {known}.",
            )

    return check


def _matching(pattern: re.Pattern[str]) -> Check:
    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            yield _bad_id(path, value)

    return check


def _bad_id(path: str, value: Any) -> Problem:
    return _problem(
        path,
        "BAD_ID",
        f"{_shown(value)} is no name: small letters, digits and separators, at most 40, beginning with a letter.",
        f"{_shown(value)} ist kein Name: kleine Buchstaben, Ziffern und Trenner, höchstens 40, vorn ein Buchstabe.",
    )


def _shown(value: Any) -> str:
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _record(needed: Mapping[str, Check], may: Mapping[str, Check] = MappingProxyType({})) -> Check:
    known = {**needed, **may}

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, Mapping):
            yield _problem(path, "WRONG_TYPE", "A map belongs here.", "Hier gehört eine Zuordnung hin.")
            return
        for key in value:
            if key not in known:
                yield _problem(
                    _at(path, key),
                    "UNKNOWN_KEY",
                    f"This key is not known here; known: {', '.join(known)}.",
                    f"Dieser Schlüssel ist hier nicht bekannt; bekannt: {', '.join(known)}.",
                )
        for key, inner in known.items():
            if key in value:
                yield from inner(_at(path, key), value[key])
            elif key in needed:
                yield _problem(_at(path, key), "MISSING_KEY", "This key is missing.", "Dieser Schlüssel fehlt.")

    return check


def _by_id(inner: Check, least: int, most: int) -> Check:
    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, Mapping):
            yield _problem(path, "WRONG_TYPE", "A map belongs here.", "Hier gehört eine Zuordnung hin.")
            return
        if not least <= len(value) <= most:
            yield _problem(
                path,
                "OUT_OF_RANGE",
                f"{least} to {most} entries belong here, not {len(value)}.",
                f"Hier gehören {least} bis {most} Einträge hin, nicht {len(value)}.",
            )
            return
        for key, part in value.items():
            if not isinstance(key, str) or not _ID.fullmatch(key) or key in _RESERVED:
                yield _bad_id(_at(path, key), key)
            else:
                yield from inner(_at(path, key), part)

    return check


def _list(inner: Check, least: int, most: int) -> Check:
    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield _problem(path, "WRONG_TYPE", "A list belongs here.", "Hier gehört eine Liste hin.")
            return
        if not least <= len(value) <= most:
            yield _problem(
                path,
                "OUT_OF_RANGE",
                f"{least} to {most} entries belong here, not {len(value)}.",
                f"Hier gehören {least} bis {most} Einträge hin, nicht {len(value)}.",
            )
            return
        for place, part in enumerate(value):
            yield from inner(_at(path, place), part)

    return check


def _or_null(inner: Check) -> Check:
    def check(path: str, value: Any) -> Problems:
        if value is not None:
            yield from inner(path, value)

    return check


def _at(path: str, key: object) -> str:
    return f"{path}.{_shown(key)}" if path else _shown(key)


def _reaching(before: str, after: str = "") -> Check:
    """Accept a word with a distance in it, such as `enemies_within_2_of_hero`."""
    pattern = re.compile(re.escape(before) + "[1-7]" + re.escape(after))

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            yield from _one_of(f"{before}2{after}")(path, value)

    return check


def _either(*checks: Check) -> Check:
    """Accept what one of the checks accepts; the problem of the last one is told."""

    def check(path: str, value: Any) -> Problems:
        found = [list(one(path, value)) for one in checks]
        if all(found):
            yield from found[-1]

    return check


_COUNT: Final = {"n": _whole(1, 9)}
_SCOPE: Final = _one_of("side_of_own_figure", "any")
_ONE: Final = _whole(1, 1)
_OPS: Final[Mapping[str, Check]] = {
    **{
        op: _record({"op": _one_of(op), **_COUNT})
        for op in ("add_steps", "add_plays", "add_walls", "add_diagonal", "draw", "opponent_discards", "opponent_skips")
    },
    **{op: _record({"op": _one_of(op)}) for op in ("clone_may_capture", "negate", "end_turn", "swap_hero_clone")},
    "destroy_wall": _record({"op": _one_of("destroy_wall"), "scope": _SCOPE}),
    "destroy_walls_around_hero": _record({"op": _one_of("destroy_walls_around_hero"), "radius": _whole(1, 7)}),
    "move_wall": _record({"op": _one_of("move_wall"), "scope": _one_of("any")}),
    "place_wall": _record({"op": _one_of("place_wall"), "scope": _SCOPE}),
    "push": _record({"op": _one_of("push"), "who": _reaching("enemy_within_", "_of_own_figure"), "n": _ONE}),
    "move_free": _record(
        {
            "op": _one_of("move_free"),
            "who": _either(_one_of("own_figure"), _reaching("own_figure_within_", "_of_trigger")),
            "n": _ONE,
        }
    ),
    "teleport_hero": _record({"op": _one_of("teleport_hero"), "range": _whole(1, 7)}),
    "summon": _record({"op": _one_of("summon"), "figure": _one_of("C", "B")}),
    "root": _record(
        {
            "op": _one_of("root"),
            "who": _either(
                _one_of("trigger_figure"), _reaching("enemies_within_", "_of_hero"), _reaching("enemy_in_line_at_")
            ),
            "until": _one_of("turn_end", "opponent_next_end"),
        }
    ),
    "shield": _record({"op": _one_of("shield"), "until": _one_of("own_next_start")}),
    "silence": _record({"op": _one_of("silence"), "until": _one_of("opponent_next_end")}),
    "capture": _record({"op": _one_of("capture"), "who": _one_of("enemy_beside_hero_open")}),
}
_MARKERS: Final[Mapping[str, Check]] = {
    marker: _record(
        {
            "op": _one_of("marker"),
            "marker": _one_of(marker),
            "range": _whole(1, 7),
            **({"radius": _whole(0, 3)} if marker == "smoke" else {}),
            "until": _one_of("own_next_start"),
        },
        {} if marker == "smoke" else {"radius": _whole(0, 0)},
    )
    for marker in ("smoke", "ward", "pillar")
}


def _op(path: str, value: Any) -> Problems:
    name = value.get("op") if isinstance(value, Mapping) else None
    if name == "marker":
        kind = value.get("marker")
        yield from _MARKERS[kind](path, value) if kind in _MARKERS else _one_of(*_MARKERS)(_at(path, "marker"), kind)
    elif isinstance(name, str) and name in _OPS:
        yield from _OPS[name](path, value)
    else:
        known = ", ".join([*_OPS, "marker"])
        yield _problem(
            path,
            "UNKNOWN_OP",
            f"There is no effect {_shown(name)}; known: {known}.",
            f"Eine Wirkung {_shown(name)} gibt es nicht; bekannt: {known}.",
        )


_NAMES: Final = {"de": _words(40), "en": _words(40)}
_EFFECT: Final = _list(_op, 1, 6)
# The rules say what each figure can do (2, 8.1, 11); a file may only name them.
_FIGURES: Final = {
    figure: _record({**_NAMES, "captures": _one_of(captures), "carries_flag": _one_of(carries)})
    for figure, captures, carries in (("H", True, True), ("C", False, False), ("B", True, False))
}
_HERO: Final = _record(
    {**_NAMES, "text_en": _words(300), "text_de": _words(300), "clone": _yes_or_no, "ability": _or_null(_EFFECT)}
)
_AIM_FORMS: Final = ("none", "wall", "wall>slot", "slot", "figure", "figure>square", "square", "square+square")
_CARD: Final = _record(
    {**_NAMES, "kind": _one_of(NORMAL, COUNTER, ULTIMATE), "effect": _EFFECT},
    {
        "hero": _or_null(_matching(_ID)),
        "copies": _whole(1, 9),
        "cost": _whole(0, 4),
        "args": _one_of(*_AIM_FORMS),
        "trigger": _one_of("adj", "hero", "play", "counter", "own"),
        "step_of": _one_of("hero", "any"),
        "not_with_flag": _yes_or_no,
    },
)
_FILE: Final = _record(
    {
        "content": _matching(_NAME),
        "content_version": _whole(1, 999_999),
        "rules_version": _one_of(RULES_VERSION),
        "deck_rules": _record(
            {
                "min_size": _whole(5, 200),
                "max_size": _whole(5, 200),
                "max_copies": _whole(1, 9),
                "max_ultimates": _whole(0, 20),
            }
        ),
        "markers": _record({marker: _record(_NAMES) for marker in _MARKERS}),
        "figures": _record(_FIGURES),
        "heroes": _by_id(_HERO, 1, 16),
        "cards": _by_id(_CARD, 1, 200),
        "preset_decks": _by_id(_by_id(_whole(1, 9), 1, 200), 1, 16),
    },
    {"note": _words(4000)},
)


# Meaning

_OWN_TURN_ONLY: Final = {"add_steps", "add_plays", "add_walls", "add_diagonal", "clone_may_capture", "end_turn"}
_NEEDS_ENTERING: Final = {"trigger_figure", "own_figure_within_N_of_trigger"}


def _meaning(content: Content) -> Problems:
    rules = content.deck_rules
    if rules.max_size < rules.min_size:
        yield _problem(
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
        yield _problem(
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
        yield _problem(
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
        yield _problem(
            f"{path}.trigger",
            "WRONG_TRIGGER",
            "A counter needs a trigger, and only a counter has one.",
            "Eine Konterkarte braucht einen Auslöser, und nur sie hat einen.",
        )
    if card.step_of != "any" and card.trigger != "own":
        yield _problem(
            f"{path}.step_of",
            "WRONG_TRIGGER",
            "step_of belongs to the trigger own.",
            "step_of gehört zum Auslöser own.",
        )
    if card.kind == ULTIMATE and card.copies != 1:
        yield _problem(
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
        yield _problem(
            path,
            "WRONG_TRIGGER",
            "A counter cannot end the turn: cards may wait below it.",
            "Ein Konter kann den Zug nicht beenden: Unter ihm können Karten warten.",
        )
    elif op.op in _OWN_TURN_ONLY and card.trigger in {"adj", "hero", "play"}:
        yield _problem(
            path,
            "NOT_IN_ENEMY_TURN",
            "This effect belongs to the own turn, and the trigger may come in the opponent's.",
            "Diese Wirkung gehört in den eigenen Zug, und der Auslöser kann im gegnerischen kommen.",
        )


def _not_with(path: str, triggers: str) -> Problem:
    return _problem(
        path,
        "WRONG_TRIGGER",
        f"This effect needs one of the triggers {triggers}.",
        f"Diese Wirkung braucht einen der Auslöser {triggers}.",
    )


def _unknown(path: str, value: str) -> Problem:
    return _problem(
        path,
        "UNKNOWN_VALUE",
        f"{_shown(value)} is not in this file.",
        f"{_shown(value)} steht nicht in dieser Datei.",
    )


def _preset_problems(content: Content) -> Problems:
    for hero in content.heroes:
        if hero not in content.presets:
            yield _problem(
                f"preset_decks.{hero}", "MISSING_KEY", "Every hero needs a deck.", "Jeder Held braucht ein Deck."
            )
    for hero, deck in content.presets.items():
        if hero not in content.heroes:
            yield _unknown(f"preset_decks.{hero}", hero)
            continue
        for refusal, text in count_problems(content, hero, deck):
            yield Problem(f"preset_decks.{hero}", refusal.code, text)
