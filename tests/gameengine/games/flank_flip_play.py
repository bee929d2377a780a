"""Builders for the tests of Flank Flip: options, positions, random play without a table."""

from collections.abc import Iterator

from gameengine.core.types import CHANCE
from gameengine.games.flank_flip import game
from gameengine.games.flank_flip.state import State
from gameengine.randomness import SeededRandom

DEFAULTS = {option.key: option.default for option in game.options}
DUEL = "90O^,91X^,92O^/93X^,94O^,95X^/96O^,97X^,98O^"
SIXTEEN = "90O^,91X^,92O^,93X^/94X^,96O^,97X^,98O^/99O^,100X^,102O^,103X^/104X^,105O^,106X^,107O^"
SEATS = {"duel9": "O.X", "team16_2p": "rv.by", "team16_4p": "r.b.v.y"}


def options(**changed):
    return {**DEFAULTS, **changed}


def seats(mode):
    return 4 if mode == "team16_4p" else 2


def read(text, **changed):
    complete = options(**changed)
    return game.read(text, complete, seats(complete["mode"]))


def position(board=DUEL, mover="X", phase="start", *, quiet=0, best="O5X4", turn_no=1, **changed):
    mode = options(**changed)["mode"]
    return read(f"{board} {SEATS[mode]} {mover} {phase} {quiet} {best} {turn_no}", **changed)


def dealt(*outcomes, **changed):
    """Return the position after these outcomes of chance."""
    complete = options(**changed)
    state = game.start(complete, seats(complete["mode"]))
    for outcome in outcomes:
        state = game.apply(state, CHANCE, outcome).state
    return state


def mover(state):
    return game.to_act(state).seats[0]


def play(state, *texts):
    """Let whoever is to move play these actions."""
    for text in texts:
        state = game.apply(state, mover(state), text).state
    return state


def events_of(step):
    return [event.full() for event in step.events]


def random_play(seed: int, plies: int, **changed) -> Iterator[State]:
    """Yield the states of a match in which every seat plays anything legal, chance moments left out."""
    random = SeededRandom(seed)
    complete = options(**changed)
    limit = game.quiet_limit(complete)
    state = game.start(complete, seats(complete["mode"]))
    while plies:
        turn = game.to_act(state)
        if turn.chance is not None:
            state = game.apply(state, CHANCE, game.draw(state, random)).state
            continue
        yield state
        if not turn.seats or state.quiet >= limit:
            return
        seat = turn.seats[random.below(len(turn.seats))]
        legal = game.legal_actions(state, seat)
        state = game.apply(state, seat, legal[random.below(len(legal))]).state
        plies -= 1
