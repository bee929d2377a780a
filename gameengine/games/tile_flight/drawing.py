"""How a tile looks: its parts, drawn by code from the tile data, around the middle of the tile at rotation 0.

Units: a tile is 20 wide, from -10 to 10. Layers from below: field, cities with their walls and houses, roads, what
stands at their ends, monasteries, shields, then the flier with its arrow or the crop circle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from gameengine.board.view import Part
from gameengine.games.tile_flight.content import CITY, MONASTERY, ROAD, TILES, Segment, Tile

TILE: Final = 20
HALF: Final = 10

_FIELD: Final = "M-10-10H10V10H-10Z"


@cache
def parts_of(tile: str) -> tuple[Part, ...]:
    """Return what a tile is drawn of, the lowest first."""
    return tuple(_parts(TILES[tile]))


def _parts(tile: Tile) -> Iterator[Part]:
    yield Part("meadow", _FIELD)
    yield from _tufts(tile)
    for segment in tile.segments:
        if segment.kind == CITY:
            yield from _city(segment)
    roads = [segment for segment in tile.segments if segment.kind == ROAD]
    courses = [_course(tile, segment) for segment in roads]
    yield from (Part("verge", course) for course in courses)
    yield from (Part("road", course) for course in courses)
    yield from _ends(tile, roads)
    if any(segment.kind == MONASTERY for segment in tile.segments):
        yield from _monastery(tile)
    yield from (_shield(segment) for segment in tile.segments if segment.shields)
    if tile.arrow is not None:
        yield from _flier(tile, tile.arrow)
    if tile.circle is not None:
        yield from _circle(tile, tile.circle)
    yield Part("frame", "M-9.7-9.7H9.7V9.7H-9.7Z")


# turning paths

_NUMBER: Final = r"(-?\d*\.?\d+)"
_TOKENS: Final = re.compile(rf"([MLCZ])|{_NUMBER} ?{_NUMBER}")
_SINES: Final = (0.0, 0.5**0.5, 1.0, 0.5**0.5, 0.0, -(0.5**0.5), -1.0, -(0.5**0.5))
"""Of the eighths of a turn."""


def turned_path(path: str, quarters: float) -> str:
    """Return a path of absolute M, L, C and Z turned clockwise about the origin.

    >>> turned_path("M0-10L5 0", 1)
    'M10 0L0 5'
    """
    parts: list[str] = []
    for number, token in enumerate(_TOKENS.findall(path)):
        letter, x, y = token
        if letter:
            parts.append(letter)
        else:
            gap = "" if number == 0 or parts[-1].isalpha() else " "
            across, down = turned_point(float(x), float(y), quarters)
            parts.append(f"{gap}{across:.4g} {down:.4g}")
    return "".join(parts)


def turned_point(x: float, y: float, quarters: float) -> tuple[float, float]:
    """Return a point turned clockwise about the origin; quarters of a turn may be halves.

    >>> turned_point(0, -10, 1)
    (10.0, 0.0)
    """
    sine, cosine = _SINES[int(2 * quarters) % 8], _SINES[int(2 * quarters + 2) % 8]
    return round(x * cosine - y * sine, 3) + 0.0, round(x * sine + y * cosine, 3) + 0.0


# cities: outline, wall and houses for each set of edges, drawn once and turned

_CITIES: Final[Mapping[tuple[int, ...], tuple[str, str, tuple[tuple[float, float], ...]]]] = {
    (0,): ("M-10-10C-6-3.4 6-3.4 10-10Z", "M-10-10C-6-3.4 6-3.4 10-10", ((-4.6, -8.2), (4.6, -8.2))),
    (0, 3): (
        "M-10-10L10-10C4-5-5 4-10 10Z",
        "M10-10C4-5-5 4-10 10",
        ((2.2, -7.8), (-7.8, 2.2), (-1.6, -5.6)),
    ),
    (1, 3): (
        "M-10-10C-5-5 5-5 10-10L10 10C5 5-5 5-10 10Z",
        "M-10-10C-5-5 5-5 10-10M10 10C5 5-5 5-10 10",
        ((-6.6, 2.6), (6.4, -2.2), (6.6, 3)),
    ),
    (0, 1, 3): (
        "M-10-10L10-10L10 10C5 5-5 5-10 10Z",
        "M10 10C5 5-5 5-10 10",
        ((6.4, -6.6), (7, 1.4), (-7, 2), (0, -7.6)),
    ),
    (0, 1, 2, 3): (
        "M-10-10L10-10L10 10L-10 10Z",
        "",
        ((6.4, -6.6), (6.6, 5.8), (-6.4, 6.2), (-7, -0.4), (0.4, -7.4), (1, 6.8)),
    ),
}


def _shape_of(edges: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return the edges of the drawn city that a set of edges is after some quarter turns, and how many."""
    wanted = set(edges)
    for shape in _CITIES:
        for quarters in range(4):
            if {(edge + quarters) % 4 for edge in shape} == wanted:
                return shape, quarters
    raise ValueError(f"no city with the edges {edges}")


def _city(segment: Segment) -> Iterator[Part]:
    shape, quarters = _shape_of(segment.edges)
    outline, wall, houses = _CITIES[shape]
    yield Part("town", turned_path(outline, quarters))
    for x, y in houses:
        left, top = turned_point(x, y, quarters)
        yield Part("house", _house(left, top))
        yield Part("roof", _roof(left, top))
    if wall:
        turned = turned_path(wall, quarters)
        yield Part("wall", turned)
        yield Part("crenel", turned)


def _house(x: float, y: float) -> str:
    return f"M{x - 1.3:.3g} {y - 0.3:.3g}H{x + 1.3:.3g}V{y + 1.2:.3g}H{x - 1.3:.3g}Z"


def _roof(x: float, y: float) -> str:
    return f"M{x - 1.7:.3g} {y - 0.2:.3g}L{x:.3g} {y - 1.7:.3g}L{x + 1.7:.3g} {y - 0.2:.3g}Z"


_SHIELD: Final = "M-1.7-2H1.7V.3C1.7 1.5.8 2.1 0 2.6C-.8 2.1-1.7 1.5-1.7.3Z"
_SHIELD_PLACES: Final[Mapping[tuple[int, ...], tuple[int, int]]] = {
    (0, 3): (-7, -7),
    (1, 3): (-6, -2),
    (0, 1, 3): (-6, -6),
    (0, 1, 2, 3): (-6, -6),
}


def _shield(segment: Segment) -> Part:
    shape, quarters = _shape_of(segment.edges)
    x, y = map(int, turned_point(*_SHIELD_PLACES[shape], quarters))
    return Part("shield", f"{_SHIELD}M-1.7-.6H1.7M0-2V2.6", x=x, y=y)


# roads

_MIDDLES: Final = ((0, -10), (10, 0), (0, 10), (-10, 0))


def _course(tile: Tile, segment: Segment) -> str:
    """Return the middle line of a road: across, round a corner, or from its edge to where it ends."""
    if len(segment.edges) == 1:
        edge = segment.edges[0]
        return f"M{_at(edge, HALF)}L{_at(edge, _end_of(tile, edge))}"
    one, other = segment.edges
    if (one - other) % 2 == 0:
        return f"M{_at(one, HALF)}L{_at(other, HALF)}"
    (x1, y1), (x2, y2) = _MIDDLES[one], _MIDDLES[other]
    return f"M{x1} {y1}C{x1 * 0.45:g} {y1 * 0.45:g} {x2 * 0.45:g} {y2 * 0.45:g} {x2} {y2}"


def _at(edge: int, reach: float) -> str:
    x, y = _MIDDLES[edge]
    return f"{x * reach / HALF:g} {y * reach / HALF:g}"


def _end_of(tile: Tile, edge: int) -> float:
    """Return how far from the middle a road ends that does not go through."""
    if tile.circle is not None:
        x, y = _CIRCLE_PLACES.get(tile.id, (0, 0))
        along = (-y, x, y, -x)[edge]
        return along + _CIRCLE_SIZES.get(tile.id, 3.4) - 0.6
    if any(segment.kind == MONASTERY for segment in tile.segments):
        return 3.4
    if any(len(segment.edges) == 3 and segment.kind == CITY for segment in tile.segments):
        return 6.2
    return 1


def _ends(tile: Tile, roads: list[Segment]) -> Iterator[Part]:
    """Return the crossing in which roads end, or the gate of a city."""
    if len(roads) > 2 and tile.circle is None:
        yield Part("square", "M0-2.9L2.05-2.05L2.9 0L2.05 2.05L0 2.9L-2.05 2.05L-2.9 0L-2.05-2.05Z")
        yield Part("well", "M-.9 0A.9.9 0 1 1 .9 0A.9.9 0 1 1-.9 0Z")
    elif any(len(segment.edges) == 3 and segment.kind == CITY for segment in tile.segments) and roads:
        yield Part("gate", "M-2 7.4V4.2H2V7.4Z")
        yield Part("door", "M-1 7.5V6A1 1 0 0 1 1 6V7.5Z")


# monasteries


def _monastery(tile: Tile) -> Iterator[Part]:
    y = 0 if any(segment.kind == ROAD for segment in tile.segments) else 1
    yield Part("yard", "M-5.4 4.2H5.4L6.2 5.2H-6.2Z", y=y)
    yield Part("cloister", "M-5 4.4V-.2H2V4.4ZM2 4.4V-3H5V4.4Z", y=y)
    yield Part("roof", "M-5.6-.1L-4.2-3H1.4L2-.1ZM1.5-2.8L3.5-6.2L5.5-2.8Z", y=y)
    yield Part("cross", "M3.5-6V-8.6M2.5-7.7H4.5", y=y)
    yield Part("door", "M-2.4 4.4V2.4A.9.9 0 0 1-.6 2.4V4.4Z", y=y)


# fliers

_FLIER_PLACES: Final[Mapping[str, tuple[int, int]]] = {
    "Y3": (-1, -1),
    "Y6": (-3, -3),
    "Y7": (2, 2),
    "Y8": (2, -2),
}
"""Where the machine stands if not in the middle, so that it leaves room for road and followers."""

_MACHINE: Final = (
    "M0-3.4C0.7-2.6 0.9-1.6 0.9-0.7L5.2 1C5.5 1.2 5.4 1.9 5 1.9L0.8 1.3L0.6 3.2L1.7 4.1L1.7 4.8L0 4.3"
    "L-1.7 4.8L-1.7 4.1L-0.6 3.2L-0.8 1.3L-5 1.9C-5.4 1.9-5.5 1.2-5.2 1L-0.9-0.7C-0.9-1.6-0.7-2.6 0-3.4Z"
)
"""Seen from above, its nose to the north."""


def _flier(tile: Tile, arrow: int) -> Iterator[Part]:
    x, y = _FLIER_PLACES.get(tile.id, (0, 0))
    yield Part("trail", _arrow(arrow, x, y))
    yield Part("apron", "M-4.6 0A4.6 4.6 0 1 1 4.6 0A4.6 4.6 0 1 1-4.6 0Z", x=x, y=y)
    yield Part("machine", _headed(_MACHINE, arrow), x=x, y=y)


def _arrow(arrow: int, x: int, y: int) -> str:
    """Return the arrow that leads from the machine to the edge or corner of the tile."""
    reach = 9 if arrow % 2 else 8.8
    dx, dy = _WAYS[arrow]
    end_x, end_y = (dx * reach if dx else x), (dy * reach if dy else y)
    if arrow % 2:
        shift = min(reach - dx * x, reach - dy * y)
        end_x, end_y = x + dx * shift, y + dy * shift
    back = 2 if arrow % 2 else 2.4
    left, right = _WAYS[(arrow + 3) % 8], _WAYS[(arrow + 5) % 8]
    size = back if arrow % 2 else back * 0.75
    return (
        f"M{x:g} {y:g}L{end_x:.3g} {end_y:.3g}M{end_x + left[0] * size:.3g} {end_y + left[1] * size:.3g}"
        f"L{end_x:.3g} {end_y:.3g}L{end_x + right[0] * size:.3g} {end_y + right[1] * size:.3g}"
    )


_WAYS: Final = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def _headed(path: str, arrow: int) -> str:
    """Return a path that points north turned to an arrow's direction."""
    return turned_path(path, arrow / 2)


# crop circles

_CIRCLE_PLACES: Final[Mapping[str, tuple[int, int]]] = {"Z1": (2, -2), "Z2": (2, -2), "Z3": (0, 1), "Z4": (0, 1)}
_CIRCLE_SIZES: Final[Mapping[str, float]] = {"Z5": 4.6, "Z6": 4.6}
_SIGNS: Final[Mapping[str, str]] = {
    "road": "M-1.5 2L.4-.5C-.1-1.6.9-2.5 1.7-1.7C2.5-.9 1.6.1.5-.4",
    "field": "M0 2.3V-.6M-1.4-2.2V-1C-1.4-.2 1.4-.2 1.4-1V-2.2M0-2.2V-.6",
    "city": "M-1.6-1.9H1.6V.3C1.6 1.4.8 2 0 2.4C-.8 2-1.6 1.4-1.6.3Z",
}
"""Club, pitchfork and shield: whom the circle affects."""


def _circle(tile: Tile, kind: str) -> Iterator[Part]:
    x, y = _CIRCLE_PLACES.get(tile.id, (0, 0))
    size = _CIRCLE_SIZES.get(tile.id, 3.6)
    yield Part("crop", _disc(size), x=x, y=y)
    yield Part("swirl", _disc(size - 0.7) + _disc(size - 1.3), x=x, y=y)
    yield Part("sign", _SIGNS[kind], x=x, y=y)


def _disc(radius: float) -> str:
    half = f"A{radius:.3g} {radius:.3g} 0 1 1"
    return f"M{-radius:.3g} 0{half} {radius:.3g} 0{half}{-radius:.3g} 0Z"


# grass


def _tufts(tile: Tile) -> Iterator[Part]:
    """Return a little grass where the fields are; it is calm, and tells fields from cities in grey too."""
    spots = [
        (segment.anchor[0] / 5 - HALF, segment.anchor[1] / 5 - HALF)
        for segment in tile.segments
        if segment.kind == "field"
    ]
    blades = "".join(f"M{x - 1.2:.3g} {y + 1:.3g}l-.5-1.6m1.2 1.6v-2.1m1.2 2.1l.5-1.6" for x, y in spots)
    if blades:
        yield Part("grass", blades)


# flights over the board


def arrow_head(x: int, y: int, arrow: int) -> str:
    """Return a line from the middle of a tile to a point with a head in an arrow's direction."""
    left, right = (turned_point(side, 2.6, arrow / 2) for side in (-2, 2))
    return f"M0 0L{x} {y}M{x + left[0]:.3g} {y + left[1]:.3g}L{x} {y}L{x + right[0]:.3g} {y + right[1]:.3g}"


_PIPS: Final = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}


def die_parts(x: int, y: int, value: int) -> tuple[Part, ...]:
    """Return a die with its pips around a point."""
    pips = "".join(f"M{px * 1.5 - 0.6:g} {py * 1.5:g}a.6.6 0 1 1 1.2 0a.6.6 0 1 1-1.2 0Z" for px, py in _PIPS[value])
    return Part("die", "M-3-3H3V3H-3Z", x=x, y=y), Part("pips", pips, x=x, y=y)
