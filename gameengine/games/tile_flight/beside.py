"""What lies beside the board: the tile in hand, set-aside tiles, the tiles left, points, and what is claimed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from gameengine.board.same import Same
from gameengine.board.view import Cell, Element, Panel, Tray
from gameengine.core.types import Seat, Text
from gameengine.games.tile_flight.content import FIELD, KINDS, TILES
from gameengine.games.tile_flight.drawing import TILE, parts_of
from gameengine.games.tile_flight.geometry import cell_name, cell_of
from gameengine.games.tile_flight.land import Feature, Land
from gameengine.games.tile_flight.scoring import PER_CITY, final, worth
from gameengine.games.tile_flight.setting import Setting
from gameengine.games.tile_flight.state import OVER, PLACE, State
from gameengine.games.tile_flight.words import KIND_NAMES, count_text, seat_name

# trays

_HAND: Final = Text("Tile in hand", "Karte in der Hand")
_ASIDE: Final = Text("Set aside", "Beiseitegelegt")
_BAG: Final = Text("Tiles left in the bag", "Karten im Beutel")


def trays(state: State) -> tuple[Tray, ...]:
    """Return the tile in hand in each rotation that fits somewhere, what was set aside, and what is left."""
    found = [_hand(state.active, *_fitting(state)), _bag(state.setting, state.bag)]
    if any(state.aside):
        found.insert(1, _set_aside(state.aside))
    return tuple(found)


def _fitting(state: State) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the tile in hand and on how many cells each of its rotations fits."""
    if state.phase != PLACE:
        return "", ()
    fits = [0, 0, 0, 0]
    for _cell, rotations in state.land.placements(state.tile):
        for rotation in rotations:
            fits[rotation] += 1
    return state.tile, tuple((rotation, cells) for rotation, cells in enumerate(fits) if cells)


@lru_cache(maxsize=1024)
def _hand(seat: Seat, tile: str, ways: tuple[tuple[int, int], ...]) -> Tray:
    return Tray("hand", _HAND, tuple(_rotation(tile, rotation, cells) for rotation, cells in ways), owner=seat)


@lru_cache(maxsize=2048)
def _rotation(tile: str, rotation: int, cells: int) -> Element:
    name = TILES[tile].name
    fits = count_text(cells, ("cell", "cells"), ("Platz", "Plätze"))
    return Element(
        f"turn-{rotation}",
        "hand",
        "rect",
        0,
        0,
        TILE,
        TILE,
        label=fits,
        title=Text(
            f"{name.en}, turned by {90 * rotation} degrees, {fits.en}", f"{name.de}, {90 * rotation} Grad, {fits.de}"
        ),
        row=0,
        col=rotation,
        turn=90 * rotation,
        parts=parts_of(tile),
    )


@lru_cache(maxsize=512)
def _set_aside(counts: tuple[int, ...]) -> Tray:
    return Tray("aside", _ASIDE, tuple(_kinds("aside", counts, counts)))


@lru_cache(maxsize=512)
def _bag(setting: Setting, counts: tuple[int, ...]) -> Tray:
    return Tray("bag", _BAG, tuple(_kinds("kind", setting.bag, counts)), reference=True)


def _kinds(prefix: str, shown: tuple[int, ...], counts: tuple[int, ...]) -> Iterator[Element]:
    for name, is_shown, count in zip(TILES, shown, counts, strict=True):
        if is_shown:
            yield _kind(prefix, name, count)


@lru_cache(maxsize=1024)
def _kind(prefix: str, tile: str, count: int) -> Element:
    name = TILES[tile].name
    return Element(
        f"{prefix}-{tile}",
        "kind",
        "rect",
        0,
        0,
        TILE,
        TILE,
        text=str(count),
        title=Text(f"{count} × {name.en}", f"{count} × {name.de}"),
        marks=() if count else ("muted",),
        parts=parts_of(tile),
    )


# panels

_PLAYERS: Final = Text("Players", "Spieler")
_PLAYERS_HEADER: Final = (
    Text("Player", "Spieler"),
    Text("Points", "Punkte"),
    Text("Supply", "Vorrat"),
    Text("Now final", "Jetzt Ende"),
)
_CLAIMED: Final = Text("Claimed and open", "Besetzt und offen")
_CLAIMED_HEADER: Final = (
    Text("Where", "Wo"),
    Text("Owner", "Besitz"),
    Text("Tiles", "Karten"),
    Text("Open ends", "Offen"),
    Text("Worth now", "Zählt jetzt"),
)


def panels(state: State) -> tuple[Panel, ...]:
    """Return points and followers of everybody, and what is claimed."""
    ended = state.phase == OVER
    now = state.scores if ended else _if_ended(state.setting, Same(state.land), state.scores)
    rows = tuple(map(_player, range(state.seats), state.scores, state.supply, now))
    return Panel("players", _PLAYERS, _PLAYERS_HEADER, rows), _claimed(state.setting, Same(state.land))


@lru_cache(maxsize=64)
def _if_ended(setting: Setting, of: Same[Land], scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores that a final scoring would give now."""
    totals = list(scores)
    for payment in final(setting, of.it):
        for seat in payment.seats:
            totals[seat] += payment.points
    return tuple(totals)


@lru_cache(maxsize=2048)
def _player(seat: Seat, points: int, supply: int, now: int) -> tuple[Cell, ...]:
    return (
        Cell(str(seat + 1), seat_name(seat), seat),
        Cell(str(points)),
        Cell(str(supply), muted=not supply),
        Cell(str(now)),
    )


@lru_cache(maxsize=64)
def _claimed(setting: Setting, of: Same[Land]) -> Panel:
    land = of.it
    held = [(KINDS.index(feature.kind), id) for id, feature in land.features.items() if feature.followers]
    rows = tuple(_row_of(setting, land, id) for _kind, id in sorted(held))
    return Panel("claimed", _CLAIMED, _CLAIMED_HEADER, rows)


def _row_of(setting: Setting, land: Land, id: int) -> tuple[Cell, ...]:
    feature = land.features[id]
    if feature.kind != FIELD:
        return _claimed_row(setting, id, Same(feature))
    return _field_row(id, Same(feature), len(land.complete_cities_beside(feature)))


@lru_cache(maxsize=4096)
def _claimed_row(setting: Setting, id: int, of: Same[Feature]) -> tuple[Cell, ...]:
    feature = of.it
    return (*_row_head(id, feature), Cell(str(feature.open)), Cell(str(worth(setting, feature))))


@lru_cache(maxsize=4096)
def _field_row(id: int, of: Same[Feature], cities: int) -> tuple[Cell, ...]:
    return (*_row_head(id, of.it), Cell("–", muted=True), Cell(str(PER_CITY * cities)))


def _row_head(id: int, feature: Feature) -> tuple[Cell, ...]:
    owners = feature.owners
    named = " ".join(str(seat + 1) for seat in owners)
    return (
        Cell(cell_name(cell_of(id)), KIND_NAMES[feature.kind]),
        Cell(named, owner=owners[0] if len(owners) == 1 else None),
        Cell(str(feature.tiles)),
    )


# facts


def facts(state: State) -> tuple[tuple[str, Text], ...]:
    """Return the short public facts above the board."""
    left = sum(state.bag)
    found = [("left", count_text(left, ("tile left", "tiles left"), ("Karte übrig", "Karten übrig")))]
    if any(state.aside):
        aside = sum(state.aside)
        found.append(("aside", count_text(aside, ("set aside", "set aside"), ("beiseitegelegt", "beiseitegelegt"))))
    return tuple(found)
