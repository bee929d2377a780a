"""Content of Flagged as frozen values: heroes, cards and ready decks, read from a content file.

Content is data (rule page, sections 1 and 9): an organizer may bring a file of the same shape. `checking.py` says what
is wrong with one; here only checked data is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from gameengine.core.types import Json, JsonObject, Text
from gameengine.core.yamldata import read_yaml

RULES_VERSION: Final = 1
NORMAL: Final = "normal"
COUNTER: Final = "counter"
ULTIMATE: Final = "ultimate"

_REACH: Final = re.compile(r"_(?:within|at)_([1-7])(?:_|$)")


@dataclass(frozen=True, slots=True)
class Op:
    """One effect of a card or ability (9.4). What an op does not use stays empty.

    `who` and `scope` say which figures or walls may be named; the number in such a word ("enemies_within_2_of_hero")
    stands in `reach`, and an N in its place in the word.
    """

    op: str
    n: int = 0
    who: str = ""
    scope: str = ""
    until: str = ""
    marker: str = ""
    figure: str = ""
    range: int = 0
    radius: int = 0
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """One card; `hero` is "" for a card that every deck may hold, `trigger` "" for anything but a counter."""

    id: str
    name: Text
    kind: str
    hero: str
    copies: int
    cost: int
    args: str
    trigger: str
    step_of: str
    not_with_flag: bool
    effect: tuple[Op, ...]

    @property
    def is_counter(self) -> bool:
        """Whether the card is a counter."""
        return self.kind == COUNTER

    @property
    def aim(self) -> Op | None:
        """The effect whose target is named when the card is played."""
        return next((op for op in self.effect if aim_of(op) != "none"), None)


@dataclass(frozen=True, slots=True)
class Hero:
    """One hero; an empty `ability` is none."""

    id: str
    name: Text
    text: Text
    clone: bool
    ability: tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class DeckRules:
    """The bounds of a constructed deck (15)."""

    min_size: int
    max_size: int
    max_copies: int
    max_ultimates: int


@dataclass(frozen=True)
class Content:
    """A whole content."""

    name: str
    deck_rules: DeckRules
    heroes: Mapping[str, Hero]
    cards: Mapping[str, Card]
    presets: Mapping[str, Mapping[str, int]]
    markers: Mapping[str, Text]
    figures: Mapping[str, Text]


_AIMS: Final[Mapping[str, str]] = {
    "destroy_wall": "wall",
    "move_wall": "wall>slot",
    "place_wall": "slot",
    "push": "figure>square",
    "move_free": "figure>square",
    "teleport_hero": "square",
    "summon": "square",
    "capture": "figure",
}


def aim_of(op: Op) -> str:
    """Return the form of the target that an effect needs, as the file's key `args` names it.

    >>> aim_of(Op("destroy_wall")), aim_of(Op("marker", marker="ward")), aim_of(Op("draw"))
    ('wall', 'square+square', 'none')
    """
    if op.op == "marker":
        return "square+square" if op.marker == "ward" else "square"
    if op.op == "root":
        return "figure" if op.who == "enemy_in_line_at_N" else "none"
    return _AIMS.get(op.op, "none")


def read_op(data: Mapping[str, Any]) -> Op:
    """Return an effect of a checked content file."""
    fields = dict(data)
    who = str(fields.get("who", ""))
    found = _REACH.search(who)
    if found:
        fields["reach"] = int(found[1])
        fields["who"] = who[: found.start(1)] + "N" + who[found.end(1) :]
    return Op(**fields)


def canonical(data: Json) -> str:
    """Return JSON as the text by which a content is known."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def content_of(options: JsonObject) -> Content:
    """Return the content that complete options name or hold; it has been checked."""
    chosen = options["content"]
    return _BUILT_IN[chosen] if isinstance(chosen, str) else _read_text(canonical(chosen))


@lru_cache(maxsize=64)
def _read_text(text: str) -> Content:
    return read_content(json.loads(text))


def read_content(data: Mapping[str, Any]) -> Content:
    """Return checked data as values."""
    rules = DeckRules(**data["deck_rules"])
    return Content(
        name=f"{data['content']}-{data['content_version']}",
        deck_rules=rules,
        heroes=MappingProxyType({key: _hero(key, hero) for key, hero in data["heroes"].items()}),
        cards=MappingProxyType({key: _card(key, card, rules) for key, card in data["cards"].items()}),
        presets=MappingProxyType({key: MappingProxyType(dict(deck)) for key, deck in data["preset_decks"].items()}),
        markers=MappingProxyType({key: Text.of(marker) for key, marker in data["markers"].items()}),
        figures=MappingProxyType({key: Text.of(figure) for key, figure in data["figures"].items()}),
    )


def _ops(effects: Sequence[Mapping[str, Any]] | None) -> tuple[Op, ...]:
    return tuple(read_op(op) for op in effects or ())


def _hero(key: str, data: Mapping[str, Any]) -> Hero:
    return Hero(key, Text.of(data), Text(data["text_en"], data["text_de"]), data["clone"], _ops(data["ability"]))


def _card(key: str, data: Mapping[str, Any], rules: DeckRules) -> Card:
    return Card(
        id=key,
        name=Text.of(data),
        kind=data["kind"],
        hero=data.get("hero") or "",
        copies=data.get("copies", 1 if data["kind"] == ULTIMATE else rules.max_copies),
        cost=data.get("cost", 0),
        args=data.get("args", "none"),
        trigger=data.get("trigger", ""),
        step_of=data.get("step_of", "any"),
        not_with_flag=data.get("not_with_flag", False),
        effect=_ops(data["effect"]),
    )


CONTENTS: Final[Mapping[str, JsonObject]] = MappingProxyType(
    {
        name: read_yaml(Path(__file__).parent / file)
        for name, file in (("flagged-default-2", "cards-2.yaml"), ("flagged-default-1", "cards-1.yaml"))
    }
)
"""The built-in contents by name."""
DEFAULT: Final = "flagged-default-2"
"""For new matches; scenario files stand on version 1."""
_BUILT_IN: Final[Mapping[str, Content]] = {name: read_content(data) for name, data in CONTENTS.items()}
