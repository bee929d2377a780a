"""What presses and entries do (page of the game, sections 2 to 4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Event, Outcome, Step, ToAct
from gameengine.core.types import Actor, Json, Seat
from gameengine.games.over_the_board.state import SCORES, SEATS, WINNERS, State, agreed, differ

PRESS: Final = "press"
PROGRESS: Final = "press progress"
PLAY_ON: Final = "play-on"
WITHDRAW: Final = "claim -"
_CLAIM: Final = "claim "


def to_act(state: State) -> ToAct:
    """Return who must act: whose turn it is comes first, and either seat may enter a result at any time."""
    if outcome(state) is not None:
        return ToAct("over")
    seats = (state.turn, 1 - state.turn)
    if state.fallen is not None:
        return ToAct("flag", seats)
    return ToAct("play", seats, clock=state.turn)


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the actions of a seat in the order of the page."""
    if outcome(state) is not None:
        return ()
    claims = tuple(f"{_CLAIM}{result}" for result in SCORES if result != state.claims[seat])
    withdraw = (WITHDRAW,) if state.claims[seat] else ()
    if state.fallen is not None:
        return (PLAY_ON, *claims, *withdraw)
    presses = (PRESS, PROGRESS) if seat == state.turn else ()
    return (*presses, *claims, *withdraw)


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action does. Raises Refusal in the order of section 3."""
    if text not in _ACTIONS or actor not in range(SEATS):
        raise Refusal("BAD_SYNTAX", text)
    if outcome(state) is not None:
        raise Refusal("GAME_OVER", text)
    if text in {PRESS, PROGRESS}:
        return _press(state, actor, text)
    if text == PLAY_ON:
        return _play_on(state, actor)
    return _claim(state, actor, text)


def fall(state: State, seat: Seat) -> Step[State]:
    """Return what follows when the flag of a seat falls (4)."""
    events = (Event("flag_shown", {"seat": seat}),) if state.setting.flag == "arbiter" else ()
    return Step(replace(state, fallen=seat), events)


def outcome(state: State) -> Outcome | None:
    """Return the end by entries or by a flag, or None."""
    result = agreed(state)
    if result:
        winner = WINNERS[result]
        ranks = (1, 1) if winner is None else tuple(1 if seat == winner else 2 for seat in range(SEATS))
        return Outcome("CLAIMED", winner, SCORES[result], ranks)
    if state.fallen is not None and state.setting.flag == "lose":
        return Outcome.won_by(1 - state.fallen, "TIME")
    return None


def _press(state: State, seat: Seat, text: str) -> Step[State]:
    if state.fallen is not None:
        raise Refusal("FLAG_FALLEN", text)
    if seat != state.turn:
        raise Refusal("NOT_YOUR_TURN", text)
    moves = (state.moves[0] + (seat == 0), state.moves[1] + (seat == 1))
    progress = text == PROGRESS
    told: dict[str, Json] = {"seat": seat, "move": moves[seat], "progress": progress}
    pressed = replace(state, moves=moves, quiet=0 if progress else state.quiet + 1)
    return Step(pressed, (Event("pressed", told),), turn_done=seat)


def _play_on(state: State, seat: Seat) -> Step[State]:
    if state.fallen is None:
        raise Refusal("NO_FLAG", PLAY_ON)
    return Step(replace(state, fallen=None), (Event("played_on", {"seat": seat}),))


def _claim(state: State, seat: Seat, text: str) -> Step[State]:
    result = "" if text == WITHDRAW else text.removeprefix(_CLAIM)
    if result == state.claims[seat]:
        raise Refusal("SAME_CLAIM" if result else "NO_CLAIM", text)
    claims = (result, state.claims[1]) if seat == 0 else (state.claims[0], result)
    events = [
        Event("claimed", {"seat": seat, "result": result}) if result else Event("claim_withdrawn", {"seat": seat})
    ]
    if state.setting.confirm == "both" and differ(claims):
        events.append(Event("claims_differ", {"claims": claims}))
    return Step(replace(state, claims=claims), tuple(events))


_ACTIONS: Final = frozenset({PRESS, PROGRESS, PLAY_ON, WITHDRAW, *(f"{_CLAIM}{result}" for result in SCORES)})
