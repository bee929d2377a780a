"""The picture of the board, made from a viewer's view; all viewers see the same.

Most of it stays as it is from one action to the next: what is drawn of a tile, a figure or a place is kept by value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from gameengine.board.same import Same
from gameengine.board.view import BoardView, Element, Part
from gameengine.core.types import JsonObject, Seat, Text
from gameengine.games.tile_flight import listing
from gameengine.games.tile_flight.beside import facts, panels, trays
from gameengine.games.tile_flight.content import FIELD, TILES
from gameengine.games.tile_flight.drawing import TILE, arrow_head, die_parts, parts_of
from gameengine.games.tile_flight.flight import arrow_at
from gameengine.games.tile_flight.geometry import STEPS, cell_and_segment, cell_name, cell_of, place_of
from gameengine.games.tile_flight.land import Feature, Land
from gameengine.games.tile_flight.places import cell_id, corner, middle, point_of, spot_id
from gameengine.games.tile_flight.sight import see
from gameengine.games.tile_flight.state import CIRCLE_ADD, CIRCLE_REMOVE, FOLLOWER, LAND, PLACE, State
from gameengine.games.tile_flight.words import FOLLOWER_NAMES, KIND_NAMES, PLACE_NAMES, count_text, seat_name

FIGURE: Final = 5
CLAIM: Final = 3
DONE: Final = 4
SPOT: Final = 6

_TILES, _SITES, _CLAIMS, _DONE, _FIGURES, _SPOTS, _FLIGHTS = range(7)
_TITLE: Final = Text("Landscape of Tile Flight", "Landschaft des Kartenflugs")
_STEP: Final = 2
"""The picture grows by so many cells at a time, so that it is not drawn anew with every tile."""


def board(view: JsonObject) -> BoardView:
    """Return the picture of a view."""
    state = see(view)
    left, top, right, bottom = _box(Same(state.land))
    return BoardView(
        width=TILE * (right - left + 1),
        height=TILE * (bottom - top + 1),
        title=_TITLE,
        elements=(*_landscape(Same(state.land)), *_sites(state), *_spots(state)),
        panels=panels(state),
        facts=facts(state),
        trays=trays(state),
        left=TILE * left,
        top=TILE * top,
        roams=True,
    )


@lru_cache(maxsize=64)
def _box(of: Same[Land]) -> tuple[int, int, int, int]:
    """Return the first and last column and row of the picture: all tiles, and room for one more on every side."""
    places = [place_of(cell) for cell in of.it.tiles]
    across, down = [x for x, _ in places], [y for _, y in places]
    return _before(min(across)), _before(min(down)), _after(max(across)), _after(max(down))


def _before(first: int) -> int:
    """Return where the picture begins if the first tile is here.

    >>> [_before(first) for first in (0, -1, -2, -3)]
    [-2, -2, -4, -4]
    """
    return (first - 1) // _STEP * _STEP


def _after(last: int) -> int:
    return -_before(-last)


# Several viewers look at a landscape, one after the other, and most actions of a turn leave it as it is.
@lru_cache(maxsize=64)
def _landscape(of: Same[Land]) -> tuple[Element, ...]:
    """Return tiles, figures, claims, ticks at what is complete, and the ways of the fliers."""
    land = of.it
    tiles = [_tile(cell, *land.tiles[cell]) for cell in sorted(land.tiles)]
    return (*tiles, *_claims(land), *_done(land), *_figures(land), *_flights(land))


@lru_cache(maxsize=16_384)
def _tile(cell: int, tile: str, rotation: int) -> Element:
    name, where = TILES[tile].name, cell_name(cell)
    return Element(
        cell_id("tile", cell),
        "tile",
        "rect",
        *corner(cell),
        TILE,
        TILE,
        title=Text(f"{name.en} on {where}", f"{name.de} auf {where}"),
        order=_TILES,
        turn=90 * rotation,
        parts=parts_of(tile),
    )


# figures


def _figures(land: Land) -> Iterator[Element]:
    for spot, seats in sorted(land.followers.items()):
        standing = tuple((seat, seats.count(seat)) for seat in sorted(set(seats)))
        tile, rotation = land.tiles[cell_of(spot)]
        for place, (seat, count) in enumerate(standing):
            yield _figure(spot, tile, rotation, _shift(place, len(standing), FIGURE), seat, count)


def _shift(place: int, of: int, size: int) -> int:
    """Return how far a figure stands to the right of its spot if several stand side by side."""
    return (2 * place + 1 - of) * size // 2


@lru_cache(maxsize=4096)
def _figure(spot: int, tile: str, rotation: int, shift: int, seat: Seat, count: int) -> Element:  # noqa: PLR0917
    x, y = point_of(spot, tile, rotation)
    cell, place = cell_and_segment(spot)
    segment = TILES[tile].segments[place]
    who, what, where = seat_name(seat), FOLLOWER_NAMES[segment.kind], cell_name(cell)
    number = f"{count} × " if count > 1 else ""
    return Element(
        f"{spot_id('follower', where, segment.id)}-{seat}",
        "follower",
        "coin",
        x + shift,
        y,
        FIGURE,
        FIGURE,
        text=str(count) if count > 1 else "",
        owner=seat,
        title=Text(f"{number}{what.en} of {who.en} on {where}", f"{number}{what.de} von {who.de} auf {where}"),
        order=_FIGURES,
        parts=() if count > 1 else _LYING if segment.kind == FIELD else _STANDING,
    )


_STANDING: Final = (
    Part("figure", "M0-1.7A.75.75 0 1 1 0-.2A.75.75 0 1 1 0-1.7ZM-1.3 1.6C-1.2.2-.7-.2 0-.2S1.2.2 1.3 1.6Z"),
)
_LYING: Final = (
    Part("figure", "M-1.7 .1A.75.75 0 1 1-.2 .1A.75.75 0 1 1-1.7 .1ZM1.7 1.3C.3 1.2-.2.8-.2.1S.3-1 1.7-1.1Z"),
)
"""A farmer lies on the field, all others stand."""


# whose a feature is, and what is complete


def _claims(land: Land) -> Iterator[Element]:
    """Return a small token of each owner on every part of what is owned, where no figure stands."""
    for feature in _held(land):
        owners = feature.owners
        for spot in feature.spots:
            if spot not in land.followers:
                tile, rotation = land.tiles[cell_of(spot)]
                for place, seat in enumerate(owners):
                    yield _claim(spot, tile, rotation, _shift(place, len(owners), CLAIM), seat)


def _held(land: Land) -> list[Feature]:
    return [feature for feature in land.features.values() if feature.followers]


@lru_cache(maxsize=8192)
def _claim(spot: int, tile: str, rotation: int, shift: int, seat: Seat) -> Element:
    x, y = point_of(spot, tile, rotation)
    cell, place = cell_and_segment(spot)
    segment = TILES[tile].segments[place]
    who, what, where = seat_name(seat), KIND_NAMES[segment.kind], cell_name(cell)
    return Element(
        f"{spot_id('claim', where, segment.id)}-{seat}",
        "claim-field" if segment.kind == FIELD else "claim",
        "coin",
        x + shift,
        y,
        CLAIM,
        CLAIM,
        owner=seat,
        title=Text(f"{what.en} of {who.en} on {where}", f"{what.de} von {who.de} auf {where}"),
        order=_CLAIMS,
    )


def _done(land: Land) -> Iterator[Element]:
    """Return a tick at the first part of everything that is complete."""
    for id, feature in sorted(land.features.items()):
        if feature.complete:
            yield _tick(id, *land.tiles[cell_of(id)], feature.kind)


@lru_cache(maxsize=4096)
def _tick(spot: int, tile: str, rotation: int, kind: str) -> Element:
    cell, place = cell_and_segment(spot)
    what, where = KIND_NAMES[kind], cell_name(cell)
    return Element(
        spot_id("done", where, TILES[tile].segments[place].id),
        "done",
        "circle",
        *point_of(spot, tile, rotation),
        DONE,
        title=Text(f"completed: {what.en} on {where}", f"fertig: {what.de} auf {where}"),
        order=_DONE,
        parts=_TICK,
    )


_TICK: Final = (Part("tick", "M-1.1.1-.3 1 1.2-.9"),)


# flights


def _flights(land: Land) -> Iterator[Element]:
    """Return the three ways of each flier with the die; they are seen only when one was flown."""
    for cell, (tile, _rotation) in sorted(land.tiles.items()):
        if TILES[tile].arrow is not None:
            yield from _flights_from(cell, arrow_at(land, cell))


@lru_cache(maxsize=1024)
def _flights_from(cell: int, arrow: int | None) -> tuple[Element, ...]:
    return () if arrow is None else tuple(_flight(cell, arrow, distance) for distance in (1, 2, 3))


def _flight(cell: int, arrow: int, distance: int) -> Element:
    x, y = middle(cell)
    end_x, end_y = middle(cell + distance * STEPS[arrow])
    return Element(
        f"{cell_id('flight', cell)}-{distance}",
        "flown",
        "path",
        x,
        y,
        path=arrow_head(end_x - x, end_y - y, arrow),
        order=_FLIGHTS,
        parts=die_parts((end_x - x) // 2, (end_y - y) // 2, distance),
    )


# what can be picked


def _sites(state: State) -> Iterator[Element]:
    """Return the cells on which the tile in hand fits."""
    if state.phase == PLACE:
        for cell, rotations in state.land.placements(state.tile):
            yield _site(cell, len(rotations))


@lru_cache(maxsize=4096)
def _site(cell: int, ways: int) -> Element:
    x, y = middle(cell)
    where = cell_name(cell)
    fits = count_text(ways, ("rotation", "rotations"), ("Drehung", "Drehungen"))
    return Element(
        cell_id("cell", cell),
        "site",
        "rect",
        *corner(cell),
        TILE,
        TILE,
        title=Text(f"Cell {where}, {fits.en}", f"Platz {where}, {fits.de}"),
        order=_SITES,
        row=y,
        col=x,
    )


def _spots(state: State) -> Iterator[Element]:
    """Return the parts of tiles that can be named now."""
    for spot in _open_spots(state):
        yield _spot(spot, *state.land.tiles[cell_of(spot)])


def _open_spots(state: State) -> list[int]:
    if state.phase == FOLLOWER:
        return listing.free_spots(state)
    if state.phase == LAND:
        return listing.landings(state)
    if state.phase in {CIRCLE_ADD, CIRCLE_REMOVE}:
        return listing.candidates(state, state.phase)
    return []


@lru_cache(maxsize=4096)
def _spot(spot: int, tile: str, rotation: int) -> Element:
    x, y = point_of(spot, tile, rotation)
    cell, place = cell_and_segment(spot)
    segment, where = TILES[tile].segments[place], cell_name(cell)
    what = PLACE_NAMES[segment.kind]
    return Element(
        spot_id("spot", where, segment.id),
        "spot",
        "circle",
        x,
        y,
        SPOT,
        title=Text(f"{what.en} of {where}", f"{what.de} auf {where}"),
        order=_SPOTS,
        row=y,
        col=x,
        parts=_LYING if segment.kind == FIELD else _STANDING,
    )


# marks


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return which elements an event touched, with their marks."""
    mark = _MARKS.get(str(event["type"]))
    return () if mark is None else mark(event)


_Marks: TypeAlias = tuple[tuple[str, str], ...]


def _mark_tile(mark: str) -> Callable[[Mapping[str, Any]], _Marks]:
    return lambda event: ((f"tile-{_where(event)}", mark),)


def _mark_figure(event: Mapping[str, Any]) -> _Marks:
    return ((f"follower-{_where(event)}-{event['segment']}-{event['seat']}", "last-to"),)


_MARKS: Final[Mapping[str, Callable[[Mapping[str, Any]], _Marks]]] = {
    "place": _mark_tile("last-to"),
    "follower": _mark_figure,
    "circle_add": _mark_figure,
    "landing": lambda event: (*_mark_figure(event), (f"tile-{_where(event)}", "landed")),
    "circle_remove": _mark_tile("last-from"),
    "die": lambda event: ((f"flight-{_where(event)}-{event['value']}", "flight"),),
    "flight_failed": _mark_tile("missed"),
    "score": lambda event: ((spot_id("done", *event["feature"].split(".")), "last-to"),),
}


def _where(event: Mapping[str, Any]) -> str:
    return f"{event['x']}_{event['y']}"
