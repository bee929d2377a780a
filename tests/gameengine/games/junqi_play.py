"""Builders for the Junqi tests: options, positions and random play without a table."""

from collections.abc import Iterator

from gameengine.core.types import CHANCE
from gameengine.games.junqi import game
from gameengine.games.junqi.state import State
from gameengine.randomness import SeededRandom

DEFAULTS = {option.key: option.default for option in game.options}
DEAL = "FXMEEMMXECCCPPPTTRRBBDDKSskddbbrrttpppcccexmmeemxf"


def options(**changed):
    return {**DEFAULTS, **changed}


def position(text, **changed):
    return game.read(text, options(**changed), 2)


def dealt(starter=0, **changed):
    state = game.start(options(**changed), 2)
    for outcome in (DEAL, str(starter)):
        state = game.apply(state, CHANCE, outcome).state
    return state


def after(state, *texts):
    for text in texts:
        state = game.apply(state, state.to_move, text).state
    return state


def random_play(seed: int, plies: int, **changed) -> Iterator[State]:
    """Yield the states of a match in which every seat plays anything legal, chance moments left out."""
    random = SeededRandom(seed)
    state = game.start(options(**changed), 2)
    while plies:
        turn = game.to_act(state)
        if turn.chance is not None:
            state = game.apply(state, CHANCE, game.draw(state, random)).state
            continue
        yield state
        if not turn.seats:
            return
        legal = game.legal_actions(state, turn.seats[0])
        # Captures end matches sooner, so that random play reaches late positions too.
        wanted = [text for text in legal if "x" in text] or legal
        state = game.apply(state, turn.seats[0], wanted[random.below(len(wanted))]).state
        plies -= 1
