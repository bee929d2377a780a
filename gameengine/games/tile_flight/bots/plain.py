"""How the normal bot judges: by what is on the table, as a player does who counts no tiles."""

from __future__ import annotations

from gameengine.games.tile_flight.bots.worth import tiles_left
from gameengine.games.tile_flight.content import CITY, FIELD, MONASTERY
from gameengine.games.tile_flight.land import Feature
from gameengine.games.tile_flight.scoring import FULL_MONASTERY, PER_CITY
from gameengine.games.tile_flight.state import State


class Plain:
    """Expects of a feature what it pays now, and something for what it may become."""

    supply: tuple[float, ...] = (0.0, 1.5, 2.5, 3.2, 3.7, 4.1, 4.4, 4.6)

    def expects(self, state: State, feature: Feature) -> float:
        """Return what a feature is likely to pay."""
        if feature.kind == FIELD:
            return float(PER_CITY * len(state.land.complete_cities_beside(feature)))
        later = min(1.0, tiles_left(state) / 30)
        if feature.kind == MONASTERY:
            return FULL_MONASTERY - feature.open * (1 - 0.6 * later)
        tiles = feature.tiles
        if feature.kind == CITY:
            return (tiles + feature.shields) * (1 + later / (1 + feature.open))
        return tiles + 0.5 * later * feature.open
