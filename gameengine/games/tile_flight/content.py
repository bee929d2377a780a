"""The tiles as data: read from `tiles.yaml`, and turned.

Directions are numbers, clockwise: edges n, e, s, w are 0 to 3, half edges n1 to w2 are 0 to 7, arrows n to nw are 0 to
7. A tile's segments are in the order of their ids, which the rules use where they speak of an order of segments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from gameengine.core.types import Text
from gameengine.core.yamldata import read_yaml

CITY: Final = "city"
FIELD: Final = "field"
MONASTERY: Final = "monastery"
ROAD: Final = "road"
KINDS: Final = (ROAD, CITY, MONASTERY, FIELD)
"""The kinds of feature in the order in which records tell of them (7)."""

EDGES: Final = "nesw"
ARROWS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
NONE: Final = -1
"""Stands where no segment reaches an edge or half edge."""


class Segment(NamedTuple):
    """A part of a tile on which followers may stand: which edges or half edges it reaches, and what is drawn where."""

    id: str
    kind: str
    edges: tuple[int, ...]
    halves: tuple[int, ...]
    shields: int
    cities: tuple[int, ...]
    """The city segments of this tile that a field borders, by their places in the order of segments."""
    anchor: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile at rotation 0. `set` is base, flier or circle."""

    id: str
    set: str
    count: int
    name: Text
    edges: tuple[str, ...]
    segments: tuple[Segment, ...]
    rotations: int
    arrow: int | None
    circle: str | None

    def segment(self, name: str) -> int:
        """Return the place of a segment by its id, NONE if there is no such one."""
        return next((place for place, segment in enumerate(self.segments) if segment.id == name), NONE)

    @property
    def monastery(self) -> int:
        """Return the place of the monastery, NONE without one."""
        return next((place for place, segment in enumerate(self.segments) if segment.kind == MONASTERY), NONE)


class Turned(NamedTuple):
    """A tile after some quarter turns clockwise: what is at each edge, and which segment reaches it.

    `joints` has for each edge the segments that join through it: the one of the edge itself and those of both halves.
    """

    edges: tuple[str, ...]
    joints: tuple[tuple[int, int, int], ...]
    arrow: int | None


def _segments(rows: list[Mapping[str, Any]], halves: list[str]) -> tuple[Segment, ...]:
    rows = sorted(rows, key=lambda row: str(row["id"]))
    names = [row["id"] for row in rows]
    return tuple(
        Segment(
            row["id"],
            row["type"],
            tuple(EDGES.index(edge) for edge in row.get("edges", ())),
            tuple(halves.index(half) for half in row.get("halves", ())),
            row.get("shields", 0),
            tuple(names.index(city) for city in row.get("cities", ())),
            (row["anchor"][0], row["anchor"][1]),
        )
        for row in rows
    )


def _tile(row: Mapping[str, Any], halves: list[str]) -> Tile:
    return Tile(
        row["id"],
        row["set"],
        row["count"],
        Text.of(row["name"]),
        tuple(row["edges"][edge] for edge in EDGES),
        _segments(row["segments"], halves),
        row["rotations"],
        None if row["arrow"] is None else ARROWS.index(row["arrow"]),
        row["circle"],
    )


_DATA: Final[Mapping[str, Any]] = read_yaml(Path(__file__).parent / "tiles.yaml")
RULES_VERSION: Final[int] = _DATA["rules_version"]
TILESET: Final[str] = _DATA["tileset"]
START_TILE: Final[str] = _DATA["start_tile"]
CIRCLE_TILE: Final[str] = _DATA["circle_tile_default"]
TILES: Final[Mapping[str, Tile]] = {row["id"]: _tile(row, _DATA["half_edges"]) for row in _DATA["tiles"]}
"""Every kind of tile by its id, in the order of the data."""
ORDER: Final[Mapping[str, int]] = {name: place for place, name in enumerate(TILES)}
"""The place of each tile in that order."""
CIRCLE_TILES: Final = tuple(tile.id for tile in TILES.values() if tile.set == "circle")


@cache
def turned(name: str, rotation: int) -> Turned:
    """Return a tile after so many quarter turns clockwise (3.3)."""
    tile = TILES[name]
    at_edge, at_half = [NONE] * 4, [NONE] * 8
    for place, segment in enumerate(tile.segments):
        for edge in segment.edges:
            at_edge[(edge + rotation) % 4] = place
        for half in segment.halves:
            at_half[(half + 2 * rotation) % 8] = place
    return Turned(
        tuple(tile.edges[(edge - rotation) % 4] for edge in range(4)),
        tuple((at_edge[edge], at_half[2 * edge], at_half[2 * edge + 1]) for edge in range(4)),
        None if tile.arrow is None else (tile.arrow + 2 * rotation) % 8,
    )
