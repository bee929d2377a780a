"""The state in its documented JSON form; all viewers see the same (rule page, 3.6 and 11)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gameengine.board.same import Same
from gameengine.core.types import Json
from gameengine.games.tile_flight.content import CITY, FIELD, TILES
from gameengine.games.tile_flight.geometry import cell_name, cell_of, spot_name
from gameengine.games.tile_flight.land import Feature, Land
from gameengine.games.tile_flight.scoring import PER_CITY, worth
from gameengine.games.tile_flight.setting import Setting
from gameengine.games.tile_flight.state import NOWHERE, PLACE, State


def state_json(state: State) -> dict[str, Json]:
    """Return the whole state; clock and result are the table's to add. Nothing is hidden from anybody."""
    return dict(_document(Same(state)))


# Several viewers look at a position, one after the other. Nobody may write in what is inside.
@lru_cache(maxsize=32)
def _document(of: Same[State]) -> Mapping[str, Json]:
    state = of.it
    return {
        "n": state.seats,
        "options": state.setting.options,
        "scores": state.scores,
        "supply": state.supply,
        "out": state.out,
        "active": state.active,
        "to_move": state.mover,
        "phase": state.phase,
        "tile": state.tile or None,
        "last": _cell(state.last),
        "landing": _cell(state.landing),
        "aside": _counts(state.aside),
        "bag": _counts(state.bag),
        "bag_count": sum(state.bag),
        "turn": len(state.land.tiles) - 1 + (state.phase == PLACE),
        "reason": state.reason or None,
        **_land(state.setting, Same(state.land)),
    }


def _cell(cell: int) -> str | None:
    return None if cell == NOWHERE else cell_name(cell)


@lru_cache(maxsize=512)
def _counts(counts: tuple[int, ...]) -> Mapping[str, Json]:
    return {name: count for name, count in zip(TILES, counts, strict=True) if count}


# Most actions of a turn leave the land as it is.
@lru_cache(maxsize=32)
def _land(setting: Setting, of: Same[Land]) -> Mapping[str, Json]:
    land = of.it
    names = {spot: spot_name(spot, land.tiles[cell_of(spot)][0]) for spot in land.roots}
    features = {id: _feature(setting, land, names[id], feature) for id, feature in land.features.items()}
    return {
        "board": {cell_name(cell): _tile(*placed) for cell, placed in land.tiles.items()},
        "followers": {names[spot]: seats for spot, seats in land.followers.items()},
        "features": {names[id]: feature for id, feature in features.items()},
        "feature_at": {names[spot]: features[id] for spot, id in land.roots.items()},
    }


@lru_cache(maxsize=512)
def _tile(tile: str, rotation: int) -> Mapping[str, Json]:
    return {"tile": tile, "rot": rotation}


def _feature(setting: Setting, land: Land, name: str, feature: Feature) -> Mapping[str, Json]:
    if feature.kind != FIELD:
        return _closed_feature(setting, name, Same(feature))
    cities = tuple(sorted(land.cities_beside(feature)))
    complete = sum(not land.features[city].open for city in cities)
    return _field(name, Same(feature), tuple(land.name(city) for city in cities), complete)


# Features change seldom: those that a tile does not touch are the same objects as before.
@lru_cache(maxsize=8192)
def _closed_feature(setting: Setting, name: str, of: Same[Feature]) -> Mapping[str, Json]:
    feature = of.it
    return {
        **_common(name, feature),
        "shields": feature.shields if feature.kind == CITY else None,
        "open": feature.open,
        "value": worth(setting, feature),
        "cities": (),
        "cities_complete": None,
    }


@lru_cache(maxsize=8192)
def _field(name: str, of: Same[Feature], cities: tuple[str, ...], complete: int) -> Mapping[str, Json]:
    return {
        **_common(name, of.it),
        "shields": None,
        "open": None,
        "value": PER_CITY * complete,
        "cities": cities,
        "cities_complete": complete,
    }


def _common(name: str, feature: Feature) -> dict[str, Json]:
    followers = feature.followers
    return {
        "id": name,
        "type": feature.kind,
        "tiles": feature.tiles,
        "complete": feature.complete,
        "followers": {str(seat): followers.count(seat) for seat in sorted(set(followers))},
        "owners": feature.owners,
    }
