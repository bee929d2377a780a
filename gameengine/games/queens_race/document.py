"""The state in its documented JSON form, for the server and without the order of the deck for viewers (section 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gameengine.board.same import Same
from gameengine.core.random import Random
from gameengine.core.types import Json
from gameengine.games.queens_race.content import ARRIVED_BIT, FROZEN_BIT, KINDS, RULES_VERSION, kind_of, owner_of
from gameengine.games.queens_race.rules import to_act
from gameengine.games.queens_race.setting import NOWHERE
from gameengine.games.queens_race.state import State

HIDDEN = "bonus.deck"
"""The only thing that is hidden, from everybody: in which order the bonus cards lie."""


def state_json(state: State) -> dict[str, Json]:
    """Return the whole state; clock and result are the table's to add.

    Beside the documented keys it has `options`, so that a viewer (a bot, for one) knows the rules in force, and
    `progress` and `extra_turn`, the two flags of the position text.
    """
    view = _view(Same(state))
    bonus: Mapping[str, Json] = {"deck": list(state.deck), **view["bonus"]}  # type: ignore[dict-item]
    return {**view, "bonus": bonus}


def view(state: State) -> dict[str, Json]:
    """Return what everybody may know; all viewers see the same."""
    return dict(_view(Same(state)))


# Several viewers look at a position, one after the other. Nobody may write in what is inside.
@lru_cache(maxsize=32)
def _view(of: Same[State]) -> Mapping[str, Json]:
    state, turn = of.it, to_act(of.it)
    names = state.setting.names
    return {
        "rules_version": RULES_VERSION,
        "options": state.setting.options,
        "phase": turn.phase,
        "to_move": turn.seats[0] if turn.seats else None,
        "board": {names[square]: PIECES[piece] for square, piece in enumerate(state.board) if piece},
        "turn": state.turn,
        "turn_no": state.turn_no,
        "dice": state.roll.split("/") if state.roll else None,
        "players": [
            {"score": score, "queen_captured": captured, "skip": skip}
            for score, captured, skip in zip(state.score, state.queens, state.skips, strict=True)
        ],
        "removed": state.removed,
        "arrived": state.arrived,
        "zone_active": state.zone_active,
        "quiet": state.quiet,
        "progress": state.progress,
        "extra_turn": state.extra,
        "bonus": {
            "deck_size": len(state.deck),
            "discard": list(state.discard),
            "square": None if state.square == NOWHERE else names[state.square],
            "card": state.card or None,
        },
    }


def _piece(piece: int) -> Mapping[str, Json]:
    return {
        "owner": owner_of(piece),
        "kind": KINDS[kind_of(piece) - 1],
        "frozen": bool(piece & FROZEN_BIT),
        "arrived": bool(piece & ARRIVED_BIT),
    }


PIECES: Mapping[int, Mapping[str, Json]] = {piece: _piece(piece) for piece in range(32) if kind_of(piece)}
"""What the state shows of a piece, by its number."""


def hidden_paths(state: State) -> frozenset[str]:
    """Return the paths of the state that nobody sees."""
    return frozenset(f"{HIDDEN}.{place}" for place in range(len(state.deck))) or frozenset({HIDDEN})


def redeal(state: State, random: Random) -> State:
    """Return the state with its deck in another order."""
    return state._replace(deck=tuple(state.deck[place] for place in random.permutation(len(state.deck))))
