"""Seats that leave, and how a game ends (rule page, 9.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Outcome, Step
from gameengine.core.types import Seat
from gameengine.games.tile_flight.draft import Draft
from gameengine.games.tile_flight.state import DIE, FOLLOWER, LAND, NOWHERE, OVER, PLACE, State
from gameengine.games.tile_flight.turns import end_game, end_turn, go_round, score_tile, set_aside

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
        end_game(draft, reason)
    elif seat == state.active:
        _leave_turn(draft)
    elif seat == state.mover:
        go_round(draft, seat)
    return draft.step()


def _leave_turn(draft: Draft) -> None:
    """End the turn of a seat that has gone: a tile in hand is set aside, a placed one is scored without it (9.3)."""
    state = draft.state
    if state.phase == PLACE:
        set_aside(draft, state.tile)
    if state.phase in {FOLLOWER, LAND, DIE}:
        score_tile(draft)
    else:
        end_turn(draft)


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
