"""Builders for the tests of Tile Flight: options, positions, chance, and random play without a table."""

from collections.abc import Iterator

from gameengine.core.types import CHANCE
from gameengine.games.tile_flight import game
from gameengine.games.tile_flight.state import State
from gameengine.randomness import SeededRandom

DEFAULTS = {option.key: option.default for option in game.options}
_REST = "q=- a=0 w=0 p=place t=V l=- f=- b=0,0:D/0 x=- g=V*1 r=-"
_FIELDS = dict(field.split("=", 1) for field in _REST.split())


def options(**changed):
    return {**DEFAULTS, **changed}


def text_of(land="0,0:D/0", *, scores=(0, 0), supply=None, **fields):
    """Return a position text; what is not said is as in a turn of seat 0 with a V in hand."""
    seats = len(scores)
    supply = supply or (7,) * seats
    known = {**_FIELDS, "b": land, **{key: str(value) for key, value in fields.items()}}
    rest = " ".join(f"{key}={value}" for key, value in known.items())
    return f"tf1 n={seats} s={','.join(map(str, scores))} m={','.join(map(str, supply))} {rest}"


def in_order(land):
    """Return the tiles of a landscape in reading order, however a test lists them."""

    def place(tile):
        x, y = tile.partition(":")[0].split(",")
        return int(y), int(x)

    return ";".join(sorted(land.split(";"), key=place))


def position(land="0,0:D/0", *, changed=None, **fields) -> State:
    text = text_of(in_order(land), **fields)
    return game.read(text, options(**(changed or {})), int(text[6]))


def played(state, *texts, seat=None):
    """Return the state after actions of the seats that must act, and outcomes of chance where chance must."""
    for text in texts:
        actor = CHANCE if game.to_act(state).chance else state.mover if seat is None else seat
        state = game.apply(state, actor, text).state
    return state


def events_of(step):
    return [event.full() for event in step.events]


def random_play(seed: int, actions: int = 1000, *, seats: int = 2, **changed) -> Iterator[State]:
    """Yield the states of a game in which every seat plays anything legal, the last one too; chance is left out."""
    random = SeededRandom(seed)
    state = game.start(options(**changed), seats)
    while True:
        turn = game.to_act(state)
        if turn.chance is not None:
            state = game.apply(state, CHANCE, game.draw(state, random)).state
            continue
        yield state
        if not turn.seats or not actions:
            return
        legal = game.legal_actions(state, turn.seats[0])
        state = game.apply(state, turn.seats[0], legal[random.below(len(legal))]).state
        actions -= 1
