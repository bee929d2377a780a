"""Builders for the tests of Queens' Race: options, positions, random play without a table, and the mirror."""

from collections.abc import Iterator

from gameengine.core.types import CHANCE
from gameengine.games.queens_race import game
from gameengine.games.queens_race.content import DARK_BIT
from gameengine.games.queens_race.state import State
from gameengine.randomness import SeededRandom

DEFAULTS = {option.key: option.default for option in game.options}
_SIDES = {"L": "R", "R": "L"}


def options(**changed):
    return {**DEFAULTS, **changed}


def text_of(board, *, turn="11.0", phase="act", dice="F/F/F", **fields):
    """Return a position text; what is not said is as at the start of a match."""
    known = {"s": "0/0", "q": "0/0", "k": "0/0", "r": 0, "a": 0, "z": 0, "n": 0, "f": "-", "c": "-", "b": "-", "j": "-"}
    rest = " ".join(f"{key}={value}" for key, value in {**known, "o": "-", **fields}.items())
    return f"qr1 {board} t={turn} p={phase} d={dice} {rest}"


def position(board, *, changed=None, **fields):
    return game.read(text_of(board, **fields), options(**(changed or {})), 2)


def rolled(state, *rolls):
    """Let chance give these outcomes."""
    for roll in rolls:
        state = game.apply(state, CHANCE, roll).state
    return state


def events_of(step):
    return [event.full() for event in step.events]


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
        if not turn.seats or game.quiet(state) > 60:
            return
        legal = game.legal_actions(state, state.turn)
        state = game.apply(state, state.turn, legal[random.below(len(legal))]).state
        plies -= 1


def mirrored(state: State) -> State:
    """Return the position in which each seat has what the other had: rows turned over, left and right exchanged."""
    height = state.setting.height
    board = bytearray(len(state.board))
    for square, piece in enumerate(state.board):
        column, row = divmod(square, height)
        board[column * height + height - 1 - row] = piece ^ DARK_BIT if piece else piece
    square = state.square
    return state._replace(
        board=bytes(board),
        turn=1 - state.turn,
        roll=mirrored_symbols(state.roll),
        score=state.score[::-1],
        queens=state.queens[::-1],
        skips=state.skips[::-1],
        square=square if square < 0 else square // height * height + height - 1 - square % height,
        ending=state.ending
        and state.ending._replace(winner=None if state.ending.winner is None else 1 - state.ending.winner),
    )


def mirrored_symbols(text: str) -> str:
    return "".join(_SIDES.get(letter, letter) for letter in text)


def mirrored_action(state: State, text: str) -> str:
    height = state.setting.height
    turned = "".join(str(height + 1 - int(letter)) if letter.isdecimal() else letter for letter in text)
    if "+" in turned:
        return "pick " + "+".join(sorted(turned.removeprefix("pick ").split("+")))
    symbol, _, rest = turned.partition(" ")
    return turned if symbol in {"pick", "bonus"} else f"{mirrored_symbols(symbol)} {rest}"
