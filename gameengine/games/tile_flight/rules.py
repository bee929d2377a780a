"""Rules of Tile Flight: values in, values out.

Source: the rule page `docs/games/tile_flight.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, Actor, JsonObject, Seat
from gameengine.games.tile_flight import circle
from gameengine.games.tile_flight.content import FIELD, NONE, ORDER, START_TILE, TILES
from gameengine.games.tile_flight.draft import Draft
from gameengine.games.tile_flight.flight import FACES, arrow_at, arrow_name, landing_cell, landing_spots
from gameengine.games.tile_flight.geometry import cell_at, place_of
from gameengine.games.tile_flight.land import land_of
from gameengine.games.tile_flight.listing import candidates, follower_actions, occupation
from gameengine.games.tile_flight.notation import Action, action_of
from gameengine.games.tile_flight.setting import setting_of
from gameengine.games.tile_flight.state import (
    CIRCLE,
    CIRCLE_ADD,
    CIRCLE_REMOVE,
    DIE,
    DRAW,
    FOLLOWER,
    LAND,
    OVER,
    PLACE,
    State,
)
from gameengine.games.tile_flight.turns import begin_turn, counted, go_round, score_tile, set_aside, take_back

_OVER: Final = ToAct(OVER)
_CHANCES: Final = {DRAW: ToAct(DRAW, chance=Chance("bag")), DIE: ToAct(DIE, chance=Chance("die"))}

_PHASES: Final = {
    "place": {PLACE},
    "follower": {FOLLOWER},
    "fly": {FOLLOWER},
    "pass": {FOLLOWER, CIRCLE_ADD},
    "land": {LAND},
    "circle": {CIRCLE},
    "circle_add": {CIRCLE_ADD},
    "circle_remove": {CIRCLE_REMOVE},
}
"""In which phases an action may be played."""


def start(options: JsonObject, seats: int) -> State:
    """Return the start position before the first tile is drawn (chapter 4)."""
    setting = setting_of(options)
    return State(
        setting=setting,
        land=land_of({cell_at(0, 0): (START_TILE, 0)}, {}),
        scores=(0,) * seats,
        supply=(setting.followers,) * seats,
        bag=setting.bag,
        aside=(0,) * len(TILES),
    )


def to_act(state: State) -> ToAct:
    """Return who must act; the clock of that seat runs (13)."""
    if state.phase == OVER:
        return _OVER
    if state.mover is None:
        return _CHANCES[state.phase]
    return ToAct(state.phase, (state.mover,), state.mover)


# what an action does


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action or a chance outcome does. Raises Refusal in the order of chapter 10."""
    if state.phase == OVER:
        raise Refusal("GAME_OVER", text)
    if actor == CHANCE:
        return _apply_chance(state, text)
    if actor != state.mover:
        raise Refusal("NOT_YOUR_TURN", text)
    action = action_of(text)
    if action is None:
        raise Refusal("BAD_SYNTAX", text)
    if state.phase not in _PHASES[action.kind]:
        raise Refusal("PASS_NOT_ALLOWED" if action.kind == "pass" else "WRONG_PHASE", text)
    draft = Draft(state)
    _DEEDS[action.kind](draft, action, text)
    return draft.step()


def _place(draft: Draft, action: Action, text: str) -> None:
    state, cell = draft.state, action.cell
    tile = TILES[state.tile]
    rotation = action.rotation % tile.rotations
    if cell in state.land.tiles:
        raise Refusal("CELL_OCCUPIED", text)
    if cell not in state.land.frontier:
        raise Refusal("NOT_ADJACENT", text)
    if not state.land.fits(cell, tile.id, rotation):
        raise Refusal("EDGE_MISMATCH", text)
    draft.land = state.land.placed(cell, tile.id, rotation)
    x, y = place_of(cell)
    draft.tell("place", tile=tile.id, x=x, y=y, rot=rotation, seat=state.active)
    draft.set(tile="", last=cell, phase=FOLLOWER)
    placed = state._replace(land=draft.land, last=cell)
    if not state.supply[state.active] or len(follower_actions(placed)) == 1:
        draft.tell("skip", phase=FOLLOWER)
        score_tile(draft)


def _put_follower(draft: Draft, action: Action, text: str) -> None:
    state = draft.state
    spot = _spot(state, state.last, action, text)
    if not state.supply[state.active]:
        raise Refusal("NO_FOLLOWER", text)
    if code := occupation(state, spot):
        raise Refusal(code, text)
    draft.put(spot, state.active)
    draft.tell("follower", seat=state.active, **draft.where(spot))
    score_tile(draft)


def _spot(state: State, cell: int, action: Action, text: str) -> int:
    spot = state.land.spot_named(cell, action.segment)
    if spot == NONE:
        raise Refusal("NO_SUCH_SEGMENT", text)
    return spot


def _pass(draft: Draft, _action: Action, _text: str) -> None:
    state = draft.state
    if state.phase == FOLLOWER:
        draft.tell("pass", seat=state.active)
        score_tile(draft)
    else:
        draft.tell("circle_skip", seat=state.mover, why="declined")
        go_round(draft, state.mover)


# flights (8.1 to 8.4)


def _fly(draft: Draft, _action: Action, text: str) -> None:
    state = draft.state
    arrow = arrow_at(state.land, state.last)
    if arrow is None:
        raise Refusal("NO_FLIER_ON_TILE", text)
    if not state.supply[state.active]:
        raise Refusal("NO_FOLLOWER", text)
    draft.supply[state.active] -= 1
    draft.tell("fly", seat=state.active, direction=arrow_name(arrow))
    draft.set(phase=DIE, mover=None)


def _rolled(draft: Draft, distance: int) -> None:
    """Bring the follower in the air down, or ask where (8.3)."""
    state = draft.state
    x, y = place_of(state.last)
    draft.tell("die", value=distance, x=x, y=y)
    cell = landing_cell(state.land, state.last, distance)
    if cell not in state.land.tiles:
        _fail(draft, cell, "no_tile")
        return
    spots = landing_spots(state.land, cell)
    if not spots:
        _fail(draft, cell, "no_feature")
    elif len(spots) == 1 and state.setting.auto_single:
        _come_down(draft, spots[0], auto=True)
    else:
        draft.set(phase=LAND, mover=state.active, landing=cell)


def _fail(draft: Draft, cell: int, why: str) -> None:
    x, y = place_of(cell)
    draft.supply[draft.state.active] += 1
    draft.tell("flight_failed", why=why, x=x, y=y)
    score_tile(draft)


def _land(draft: Draft, action: Action, text: str) -> None:
    state = draft.state
    spot = _spot(state, state.landing, action, text)
    if state.land.kind_at(spot) == FIELD:
        raise Refusal("LAND_FIELD", text)
    if not state.land.feature_at(spot).open:
        raise Refusal("LAND_FINISHED", text)
    _come_down(draft, spot, auto=False)


def _come_down(draft: Draft, spot: int, *, auto: bool) -> None:
    seat = draft.state.active
    draft.land = draft.land.with_follower(spot, seat)
    draft.tell("landing", seat=seat, **draft.where(spot), auto=auto)
    score_tile(draft)


# crop circles (8.6)


def _choose_circle(draft: Draft, action: Action, _text: str) -> None:
    draft.tell("circle_choice", seat=draft.state.active, choice=action.choice)
    draft.set(phase=CIRCLE_ADD if action.choice == "add" else CIRCLE_REMOVE)
    go_round(draft, None)


def _add(draft: Draft, action: Action, text: str) -> None:
    state = draft.state
    spot, seat = _circle_spot(draft, action, text), _mover(state)
    if not state.supply[seat]:
        raise Refusal("NO_FOLLOWER", text)
    draft.put(spot, seat)
    draft.tell("circle_add", seat=seat, **draft.where(spot))
    go_round(draft, seat)


def _remove(draft: Draft, action: Action, text: str) -> None:
    spot, seat = _circle_spot(draft, action, text), _mover(draft.state)
    take_back(draft, spot, seat, auto=False)
    go_round(draft, seat)


def _circle_spot(draft: Draft, action: Action, text: str) -> int:
    """Return the spot of a crop-circle action. Raises Refusal in the order of 8.6."""
    state = draft.state
    spot = _spot(state, action.cell, action, text)
    if state.land.kind_at(spot) != circle.affected_kind(state):
        raise Refusal("CIRCLE_WRONG_TYPE", text)
    if spot not in candidates(state, state.phase):
        raise Refusal("CIRCLE_NO_OWN_FOLLOWER", text)
    return spot


def _mover(state: State) -> Seat:
    if state.mover is None:
        raise ValueError("nobody acts")
    return state.mover


_DEEDS: Final[Mapping[str, Callable[[Draft, Action, str], None]]] = {
    "place": _place,
    "follower": _put_follower,
    "fly": _fly,
    "pass": _pass,
    "land": _land,
    "circle": _choose_circle,
    "circle_add": _add,
    "circle_remove": _remove,
}


# chance (15)


def draw(state: State, random: Random) -> str:
    """Return an outcome for the chance event that is due: a tile of the bag, or a face of the die."""
    if state.phase == DIE:
        return str(FACES[random.below(len(FACES))])
    place = random.below(sum(state.bag))
    for name, count in zip(TILES, state.bag, strict=True):
        place -= count
        if place < 0:
            return name
    raise ValueError("the bag is empty")


def _apply_chance(state: State, text: str) -> Step[State]:
    draft = Draft(state)
    if state.phase == DIE and text in {"1", "2", "3"}:
        _rolled(draft, int(text))
    elif state.phase == DRAW and text in TILES and state.bag[ORDER[text]]:
        _drawn(draft, text)
    else:
        raise Refusal("BAD_SYNTAX", text)
    return draft.step()


def _drawn(draft: Draft, tile: str) -> None:
    """Show the tile that was drawn, and set it aside if it fits nowhere (6.1)."""
    state = draft.state
    draft.set(bag=counted(state.bag, tile, -1))
    draft.tell("draw", tile=tile, seat=state.active)
    if state.land.fits_anywhere(tile):
        draft.set(tile=tile, phase=PLACE, mover=state.active)
        return
    set_aside(draft, tile)
    begin_turn(draft)
