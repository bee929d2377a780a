"""Rules of Tile Flight: values in, values out.

Source: the rule page `docs/games/tile_flight.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Outcome, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, Actor, JsonObject, Seat
from gameengine.games.tile_flight import circle
from gameengine.games.tile_flight.content import FIELD, NONE, ORDER, START_TILE, TILES
from gameengine.games.tile_flight.draft import Draft
from gameengine.games.tile_flight.flight import FACES, arrow_at, arrow_name, landing_cell, landing_spots
from gameengine.games.tile_flight.geometry import cell_at, parts_of, place_of
from gameengine.games.tile_flight.land import land_of
from gameengine.games.tile_flight.notation import (
    ADD_TEXT,
    DECLINE,
    FLY_TEXT,
    REMOVE_TEXT,
    Action,
    action_of,
    placing_texts,
)
from gameengine.games.tile_flight.scoring import completed, final
from gameengine.games.tile_flight.setting import setting_of
from gameengine.games.tile_flight.state import (
    CIRCLE,
    CIRCLE_ADD,
    CIRCLE_REMOVE,
    DIE,
    DRAW,
    FOLLOWER,
    LAND,
    NOWHERE,
    OVER,
    PLACE,
    SCORE,
    State,
)

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


# what may be played


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the action texts of a seat: cells in reading order, segments in the order of the tile."""
    if seat != state.mover:
        return ()
    return tuple(_LISTS[state.phase](state))


def _placings(state: State) -> list[str]:
    found: list[str] = []
    for cell, rotations in state.land.placements(state.tile):
        found += placing_texts(cell, rotations)
    return found


def _with_followers(state: State) -> list[str]:
    flies = [FLY_TEXT] if arrow_at(state.land, state.last) is not None else []
    return [*_plain_followers(state), *flies, DECLINE]


def _plain_followers(state: State) -> list[str]:
    names = state.land.tile_at(state.last).segments
    return [f"+{names[parts_of(spot)[1]].id}" for spot in free_spots(state)]


def free_spots(state: State) -> list[int]:
    """Return where on the tile just placed a follower may be put (6.3)."""
    return [spot for spot in state.land.spots_of(state.last) if not _occupation(state, spot)]


def _occupation(state: State, spot: int) -> str:
    """Return why no follower may be put on a spot, as a code; "" if it may (6.3)."""
    feature = state.land.feature_at(spot)
    if feature.kind == FIELD and not state.setting.has_farmers:
        return "FARMERS_OFF"
    return "FEATURE_OCCUPIED" if feature.followers else ""


def _landings(state: State) -> list[str]:
    names = state.land.tile_at(state.landing).segments
    return [f">{names[parts_of(spot)[1]].id}" for spot in landings(state)]


def landings(state: State) -> list[int]:
    """Return where the follower in the air may land."""
    return landing_spots(state.land, state.landing)


def _choices(_state: State) -> list[str]:
    return [ADD_TEXT, REMOVE_TEXT]


def _additions(state: State) -> list[str]:
    return [*(f"o+{state.land.name(spot)}" for spot in candidates(state, CIRCLE_ADD)), DECLINE]


def _removals(state: State) -> list[str]:
    return [f"o-{state.land.name(spot)}" for spot in candidates(state, CIRCLE_REMOVE)]


def candidates(state: State, phase: str) -> list[int]:
    """Return where the seat that must act for a crop circle may add or must take back a follower."""
    kind, seat = circle.affected_kind(state), state.mover
    if kind is None or seat is None:
        raise ValueError("nobody acts for a crop circle")
    if phase == CIRCLE_ADD:
        return circle.spots_to_add(state, state.land, kind, seat)
    return circle.own_spots(state.land, kind, seat)


_LISTS: Final[Mapping[str, Callable[[State], list[str]]]] = {
    PLACE: _placings,
    FOLLOWER: _with_followers,
    LAND: _landings,
    CIRCLE: _choices,
    CIRCLE_ADD: _additions,
    CIRCLE_REMOVE: _removals,
}


def automatic_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the one action that the server plays for an absent seat (13)."""
    if state.phase in {FOLLOWER, CIRCLE_ADD}:
        return (DECLINE,)
    return legal_actions(state, seat)[:1]


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
    if not state.supply[state.active] or len(_with_followers(placed)) == 1:
        draft.tell("skip", phase=FOLLOWER)
        _score(draft)


def _put_follower(draft: Draft, action: Action, text: str) -> None:
    state = draft.state
    spot = _spot(state, state.last, action, text)
    if not state.supply[state.active]:
        raise Refusal("NO_FOLLOWER", text)
    if code := _occupation(state, spot):
        raise Refusal(code, text)
    draft.put(spot, state.active)
    draft.tell("follower", seat=state.active, **draft.where(spot))
    _score(draft)


def _spot(state: State, cell: int, action: Action, text: str) -> int:
    spot = state.land.spot_named(cell, action.segment)
    if spot == NONE:
        raise Refusal("NO_SUCH_SEGMENT", text)
    return spot


def _pass(draft: Draft, _action: Action, _text: str) -> None:
    state = draft.state
    if state.phase == FOLLOWER:
        draft.tell("pass", seat=state.active)
        _score(draft)
    else:
        draft.tell("circle_skip", seat=state.mover, why="declined")
        _go_round(draft, state.mover)


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
    _score(draft)


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
    _score(draft)


# scoring, crop circle, next turn


def _score(draft: Draft) -> None:
    """Score what the new tile has completed (7), then let its crop circle act or end the turn (6.4)."""
    state = draft.state
    cell = draft.now("last")
    draft.set(landing=NOWHERE)
    for payment in completed(state.setting, draft.land, cell):
        draft.pay(payment, "score")
        draft.send_home(payment.id)
    kind = draft.land.tile_at(cell).circle
    if kind is None or state.active in draft.now("out"):
        _end_turn(draft)
    elif circle.is_affected(draft.land, kind):
        draft.set(phase=CIRCLE, mover=state.active)
    else:
        draft.tell("skip", phase=CIRCLE)
        _end_turn(draft)


def _choose_circle(draft: Draft, action: Action, _text: str) -> None:
    draft.tell("circle_choice", seat=draft.state.active, choice=action.choice)
    draft.set(phase=CIRCLE_ADD if action.choice == "add" else CIRCLE_REMOVE)
    _go_round(draft, None)


def _go_round(draft: Draft, after: Seat | None) -> None:
    """Let the next seats act for the crop circle, the left neighbour first and the active one last (8.6)."""
    state = draft.state
    order = [(state.active + place) % state.seats for place in range(1, state.seats + 1)]
    for seat in order if after is None else order[order.index(after) + 1 :]:
        if seat not in draft.now("out") and _asks(draft, seat):
            draft.set(mover=seat)
            return
    _end_turn(draft)


def _asks(draft: Draft, seat: Seat) -> bool:
    """Tell whether a seat has something to decide; what it has not is done or skipped here."""
    state, kind = draft.state, circle.affected_kind(draft.state)
    own = [] if kind is None else circle.own_spots(draft.land, kind, seat)
    if not own:
        draft.tell("circle_skip", seat=seat, why="none")
        return False
    if draft.now("phase") == CIRCLE_ADD:
        if not draft.supply[seat]:
            draft.tell("circle_skip", seat=seat, why="no_follower")
        return bool(draft.supply[seat])
    if len(own) == 1 and state.setting.auto_single:
        _take_back(draft, own[0], seat, auto=True)
        return False
    return True


def _add(draft: Draft, action: Action, text: str) -> None:
    state = draft.state
    spot, seat = _circle_spot(draft, action, text), _mover(state)
    if not state.supply[seat]:
        raise Refusal("NO_FOLLOWER", text)
    draft.put(spot, seat)
    draft.tell("circle_add", seat=seat, **draft.where(spot))
    _go_round(draft, seat)


def _remove(draft: Draft, action: Action, text: str) -> None:
    spot, seat = _circle_spot(draft, action, text), _mover(draft.state)
    _take_back(draft, spot, seat, auto=False)
    _go_round(draft, seat)


def _take_back(draft: Draft, spot: int, seat: Seat, *, auto: bool) -> None:
    draft.tell("circle_remove", seat=seat, **draft.where(spot), auto=auto)
    draft.take_back(spot, seat)


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


def _end_turn(draft: Draft) -> None:
    """Pass the turn on to the next seat that is not out (6.4)."""
    state, out = draft.state, draft.now("out")
    if state.active not in out:
        draft.turn_done = state.active
    seat = (state.active + 1) % state.seats
    while seat in out:
        seat = (seat + 1) % state.seats
    draft.set(active=seat, tile="", last=NOWHERE, landing=NOWHERE)
    _begin_turn(draft)


def _begin_turn(draft: Draft) -> None:
    """Let a tile be drawn, or end the game if there is none (6.1, 9)."""
    if sum(draft.now("bag")):
        draft.set(phase=DRAW, mover=None)
        return
    for payment in final(draft.state.setting, draft.land):
        draft.pay(payment, "final_score")
    _end(draft, SCORE)


def _end(draft: Draft, reason: str) -> None:
    draft.set(phase=OVER, mover=None, reason=reason)


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
    draft.set(bag=_counted(state.bag, tile, -1))
    draft.tell("draw", tile=tile, seat=state.active)
    if state.land.fits_anywhere(tile):
        draft.set(tile=tile, phase=PLACE, mover=state.active)
        return
    _set_aside(draft, tile)
    _begin_turn(draft)


def _set_aside(draft: Draft, tile: str) -> None:
    draft.set(aside=_counted(draft.state.aside, tile, 1))
    draft.tell("set_aside", tile=tile)


def _counted(counts: tuple[int, ...], tile: str, change: int) -> tuple[int, ...]:
    place = ORDER[tile]
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])


# the end, and seats that leave


_REASON_OF: Final = {"LEFT": "ABANDON"}
_TOLD: Final = {"RESIGN": "resign", "TIME": "flag"}


def depart(state: State, seat: Seat, reason: str) -> Step[State]:
    """Return what follows when a seat has gone (9.3): the end, or a game of those who are left."""
    if seat in state.out:
        raise Refusal("NOT_YOUR_TURN")
    draft, reason = Draft(state), _REASON_OF.get(reason, reason)
    out = (*state.out, seat)
    if reason in _TOLD:
        draft.tell(_TOLD[reason], seat=seat)
    draft.tell("out", seat=seat, reason=reason)
    draft.set(out=out)
    if state.phase in {LAND, DIE} and seat == state.active:
        draft.supply[seat] += 1
        draft.set(landing=NOWHERE)
    if state.seats > 2:
        draft.take_all_back(seat)
    if len(out) == state.seats - 1:
        if state.phase in {LAND, DIE} and seat != state.active:
            draft.supply[state.active] += 1
        draft.set(landing=NOWHERE)
        _end(draft, reason)
    elif seat == state.active:
        _leave_turn(draft)
    elif seat == state.mover:
        _go_round(draft, seat)
    return draft.step()


def _leave_turn(draft: Draft) -> None:
    """End the turn of a seat that has gone: a tile in hand is set aside, a placed one is scored without it (9.3)."""
    state = draft.state
    if state.phase == PLACE:
        _set_aside(draft, state.tile)
    if state.phase in {FOLLOWER, LAND, DIE}:
        _score(draft)
    else:
        _end_turn(draft)


def outcome(state: State) -> Outcome | None:
    """Return the end of the game, or None (9.3)."""
    if state.phase != OVER:
        return None
    ranks = _ranks(state)
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    winner = first[0] if len(first) == 1 else None
    return Outcome(state.reason, winner, tuple(map(Fraction, state.scores)), ranks)


def _ranks(state: State) -> tuple[int, ...]:
    """Return the ranks: by scores, below them those who are out, the earlier they left the lower."""
    left = [seat for seat in range(state.seats) if seat not in state.out]
    ranks = {seat: 1 + sum(state.scores[other] > state.scores[seat] for other in left) for seat in left}
    ranks |= {seat: state.seats - place for place, seat in enumerate(state.out)}
    return tuple(ranks[seat] for seat in range(state.seats))
