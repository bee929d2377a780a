"""What follows an action: scoring, the crop circle's round, the next turn, the end (rule page, chapters 6 to 9)."""

from __future__ import annotations

from gameengine.core.types import Seat
from gameengine.games.tile_flight import circle
from gameengine.games.tile_flight.content import ORDER
from gameengine.games.tile_flight.draft import Draft
from gameengine.games.tile_flight.scoring import completed, final
from gameengine.games.tile_flight.state import CIRCLE, CIRCLE_ADD, DRAW, NOWHERE, OVER, SCORE


def score_tile(draft: Draft) -> None:
    """Score what the new tile has completed (7), then let its crop circle act or end the turn (6.4)."""
    state = draft.state
    cell = draft.now("last")
    draft.set(landing=NOWHERE)
    for payment in completed(state.setting, draft.land, cell):
        draft.pay(payment, "score")
        draft.send_home(payment.id)
    kind = draft.land.tile_at(cell).circle
    if kind is None or state.active in draft.now("out"):
        end_turn(draft)
    elif circle.is_affected(draft.land, kind):
        draft.set(phase=CIRCLE, mover=state.active)
    else:
        draft.tell("skip", phase=CIRCLE)
        end_turn(draft)


def go_round(draft: Draft, after: Seat | None) -> None:
    """Let the next seats act for the crop circle, the left neighbour first and the active one last (8.6)."""
    state = draft.state
    order = [(state.active + place) % state.seats for place in range(1, state.seats + 1)]
    for seat in order if after is None else order[order.index(after) + 1 :]:
        if seat not in draft.now("out") and _asks(draft, seat):
            draft.set(mover=seat)
            return
    end_turn(draft)


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
        take_back(draft, own[0], seat, auto=True)
        return False
    return True


def take_back(draft: Draft, spot: int, seat: Seat, *, auto: bool) -> None:
    """Take one follower back for a crop circle."""
    draft.tell("circle_remove", seat=seat, **draft.where(spot), auto=auto)
    draft.take_back(spot, seat)


def end_turn(draft: Draft) -> None:
    """Pass the turn on to the next seat that is not out (6.4)."""
    state, out = draft.state, draft.now("out")
    if state.active not in out:
        draft.turn_done = state.active
    seat = (state.active + 1) % state.seats
    while seat in out:
        seat = (seat + 1) % state.seats
    draft.set(active=seat, tile="", last=NOWHERE, landing=NOWHERE)
    begin_turn(draft)


def begin_turn(draft: Draft) -> None:
    """Let a tile be drawn, or end the game if there is none (6.1, 9)."""
    if sum(draft.now("bag")):
        draft.set(phase=DRAW, mover=None)
        return
    for payment in final(draft.state.setting, draft.land):
        draft.pay(payment, "final_score")
    end_game(draft, SCORE)


def end_game(draft: Draft, reason: str) -> None:
    """End the game."""
    draft.set(phase=OVER, mover=None, reason=reason)


def set_aside(draft: Draft, tile: str) -> None:
    """Put a tile aside for good (6.1)."""
    draft.set(aside=counted(draft.state.aside, tile, 1))
    draft.tell("set_aside", tile=tile)


def counted(counts: tuple[int, ...], tile: str, change: int) -> tuple[int, ...]:
    """Return counts of tiles with one of them changed."""
    place = ORDER[tile]
    return (*counts[:place], counts[place] + change, *counts[place + 1 :])
