"""Choosing what to play in Tile Flight so that a flight fails, and a later one lands on a city of the other."""

from __future__ import annotations

from typing import Any, Final, Literal

from gameengine.bots import choose
from gameengine.core.game import Step
from gameengine.core.types import CHANCE, Seat
from gameengine.games.tile_flight import game
from gameengine.games.tile_flight.geometry import cell_at
from gameengine.games.tile_flight.state import LAND, PLACE, State
from gameengine.randomness import SeededRandom

FLY: Final = "^"
DIE: Final = ("1", "2", "3")
Wish = Literal["fails", "city"]
ENDS: Final[tuple[Wish, ...]] = ("fails", "city")


def chosen(state: State, seat: Seat, wish: Wish | None, ply: int) -> str:
    """Return what serves the wish if anything does, else what a normal bot would do."""
    actions = game.legal_actions(state, seat)
    if wish is not None:
        best = max(actions, key=lambda text: _hope(state, seat, text, wish))
        if serves(state, seat, best, wish):
            return best
    view = game.view(state, seat, over=False)
    return choose(game, "normal", view, seat, list(actions), SeededRandom(f"{ply}"))


def serves(state: State, seat: Seat, text: str, wish: Wish | None) -> bool:
    """Tell whether an action may lead to what is wished for."""
    return wish is not None and _hope(state, seat, text, wish) > 0


def seen(before: State, seat: Seat, events: Any) -> Wish | None:
    """Return which of the two ends a flight came to by these events, if it ended in one of them."""
    for event in events:
        if event["type"] == "flight_failed":
            return "fails"
        if event["type"] == "landing" and _is_rivals_city(before, seat, event):
            return "city"
    return None


def _hope(state: State, seat: Seat, text: str, wish: Wish) -> float:
    """Return how likely an action leads to what is wished for: by flying at once, or with the tile laid so."""
    if state.phase == LAND:
        return float(_end(state, seat, game.apply(state, seat, text)) == wish)
    if text == FLY:
        return _of_flight(state, seat, wish)
    if state.phase != PLACE:
        return 0.0
    laid = game.apply(state, seat, text).state
    return _of_flight(laid, seat, wish) if FLY in game.legal_actions(laid, seat) else 0.0


def _of_flight(state: State, seat: Seat, wish: Wish) -> float:
    up = game.apply(state, seat, FLY).state
    return sum(_roll_serves(up, seat, game.apply(up, CHANCE, value), wish) for value in DIE) / len(DIE)


def _roll_serves(up: State, seat: Seat, rolled: Step[State], wish: Wish) -> bool:
    if rolled.state.phase == LAND:
        landings = game.legal_actions(rolled.state, seat)
        return any(_end(up, seat, game.apply(rolled.state, seat, text)) == wish for text in landings)
    return _end(up, seat, rolled) == wish


def _end(before: State, seat: Seat, step: Step[State]) -> Wish | None:
    return seen(before, seat, [event.full() for event in step.events])


def _is_rivals_city(before: State, seat: Seat, event: Any) -> bool:
    spot = before.land.spot_named(cell_at(event["x"], event["y"]), event["segment"])
    feature = before.land.feature_at(spot)
    return feature.kind == "city" and 1 - seat in feature.followers
