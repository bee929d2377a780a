"""The state of a Flagged match by its rules: an immutable value with the chosen options inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from gameengine.board.same import Same
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flagged.content import Content, content_of
from gameengine.games.flagged.geometry import SQUARE, WITHIN

NOBODY: Final = -1

SETUP: Final = "setup"
SHUFFLE: Final = "shuffle"
"""Chance is due; no player sees this moment, and the page has no name for it."""
REBIRTH: Final = "rebirth"
DISCARD: Final = "discard"
MAIN: Final = "main"
REACT: Final = "react"
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """Options and content in the form in which the rules ask for them (15)."""

    content: Content
    setup_walls: int
    walls: int
    steps: int
    plays: int
    wall_plays: int
    flag_points: int
    max_captures: int
    hand_limit: int
    start_hand: int
    terrain: int
    private_windows: bool
    first_player_card_ban: bool
    round1_half: bool
    score_decides: bool
    max_turns: int


def variant_of(options: JsonObject) -> Variant:
    """Return the variant that complete and checked options ask for."""
    return _variant(Same(options))


@lru_cache(maxsize=64)
def _variant(options: Same[Mapping[str, Any]]) -> Variant:
    chosen = options.it
    return Variant(
        content=content_of(chosen),
        setup_walls=chosen["setup_walls"],
        walls=chosen["walls"],
        steps=chosen["steps"],
        plays=chosen["plays"],
        wall_plays=chosen["wall_plays"],
        flag_points=chosen["flag_points"],
        max_captures=chosen["max_captures"],
        hand_limit=chosen["hand_limit"],
        start_hand=chosen["start_hand"],
        terrain=sum(1 << SQUARE[square] for square in chosen["terrain"]),
        private_windows=chosen["windows"] == "private",
        first_player_card_ban=chosen["first_player_card_ban"],
        round1_half=chosen["round1_half"],
        score_decides=chosen["quiet_result"] == "score",
        max_turns=chosen["max_turns"],
    )


class Marker(NamedTuple):
    """Smoke, ward or pillar on a square, until the start of a seat's turn ("S0"); that seat is its owner."""

    kind: str
    square: int
    radius: int
    until: str

    @property
    def owner(self) -> Seat:
        """The seat that has set it."""
        return int(self.until[1])


class Status(NamedTuple):
    """A root on a figure ("H1"), a shield or a silence on a seat ("0"), until a turn's start or end ("S0", "E1")."""

    kind: str
    target: str
    until: str


class Played(NamedTuple):
    """A card that has not resolved. `args` is the target's text, "" for none."""

    by: Seat
    card: str
    args: str
    cost: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A position with its options. Pairs have one entry per seat.

    `figures` has the square of each of the six figures, OFF_BOARD for none. `triggers` are those of the open window of
    the seat that is not on turn, `live` those of the seat on turn, `todo` the pending automatic work (4).
    """

    options: JsonObject
    variant: Variant = field(compare=False, repr=False)
    heroes: tuple[str, str]
    turn_no: int
    turn: Seat
    phase: str
    actor: Seat
    figures: tuple[int, ...]
    walls: int
    reserves: tuple[int, ...]
    steps: int
    plays: int
    wall_plays: int
    diagonal: int
    clone_captures: bool
    points: tuple[int, ...]
    captures: tuple[int, ...]
    skips: tuple[int, ...]
    used: tuple[bool, ...]
    """Whether the ability was used in this life."""
    carries: tuple[bool, ...]
    """Whether the hero carries the enemy flag."""
    hands: tuple[tuple[str, ...], ...]
    decks: tuple[tuple[str, ...], ...]
    discards: tuple[tuple[str, ...], ...]
    markers: tuple[Marker, ...]
    statuses: tuple[Status, ...]
    chain: tuple[Played, ...]
    triggers: tuple[str, ...]
    live: tuple[str, ...]
    todo: tuple[str, ...]
    quiet: int
    progress: bool
    result: str
    """"" or winner and reason, as the position text has them: "0:FLAG_POINTS", "draw:MAX_TURNS"."""

    @property
    def pillars(self) -> int:
        """The squares that are terrain now, as a set."""
        return pillars_of(self.variant.terrain, self.markers)


def pillars_of(terrain: int, markers: tuple[Marker, ...]) -> int:
    """Return the squares that are terrain: the option's and the cards'."""
    for marker in markers:
        if marker.kind == "pillar":
            terrain |= 1 << marker.square
    return terrain


def enemy_clouds(markers: tuple[Marker, ...], seat: Seat) -> list[int]:
    """Return the smoke clouds that hold the figures of a seat, each as a set of squares."""
    return [
        WITHIN[marker.square][marker.radius] for marker in markers if marker.kind == "smoke" and marker.owner != seat
    ]


def enemy_wards(markers: tuple[Marker, ...], seat: Seat) -> int:
    """Return the squares that the figures of a seat may not enter."""
    return sum({1 << marker.square for marker in markers if marker.kind == "ward" and marker.owner != seat})
