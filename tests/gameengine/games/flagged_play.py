"""Positions and matches of Flagged for tests."""

from gameengine.core.types import CHANCE
from gameengine.games.flagged import game
from gameengine.randomness import SeededRandom
from gameengine.table import complete_options

SCENARIO_OPTIONS = complete_options(game, game.scenario_options)


def position(text="", options=None, **tokens):
    """Return a state: the usual stage (turn 5 of seat 0) with some tokens of its text exchanged, or a whole text."""
    base = (
        "fl1 T=5.0 P=main.0 Z=knight/mage F=H0@D4,H1@E8 W=- R=9/9 A=2.1.2.0.- V=0/0 K=0/0 X=0/0 U=0/0 G=- H=-/- "
        "D=scout,sprint,scout/sprint,scout,sprint J=-/- M=- E=- C=- B=- L=- Y=- Q=0 O=-"
    )
    parts = (text or base).split(" ")
    for key, value in tokens.items():
        parts = [f"{key}={value}" if part.startswith(f"{key}=") else part for part in parts]
    return game.read(" ".join(parts), {**SCENARIO_OPTIONS, **(options or {})}, 2)


def played(state, *actions):
    """Return the state after actions of whoever must act, shuffles in the order of the deck."""
    for text in actions:
        state = game.apply(state, game.to_act(state).seats[0], text).state
    return state


def random_play(seed, most=10_000, **options):
    """Yield the states of a random match in which somebody must act, the last one too."""
    random = SeededRandom(seed)
    state = game.start(complete_options(game, options), 2)
    for _ in range(most):
        while game.to_act(state).chance:
            state = game.apply(state, CHANCE, game.draw(state, random)).state
        yield state
        if game.outcome(state) or game.quiet(state) >= 60:
            return
        seat = game.to_act(state).seats[0]
        legal = game.legal_actions(state, seat)
        state = game.apply(state, seat, legal[random.below(len(legal))]).state
