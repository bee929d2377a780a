"""Text forms: actions, the position line and lines of the game record (rule page, section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.flank_flip.content import ARMIES, CODES_PER_CARD, SYMBOLS, team_of
from gameengine.games.flank_flip.grid import NOWHERE
from gameengine.games.flank_flip.moves import targets
from gameengine.games.flank_flip.setting import DUEL_CARDS, Setting, setting_of
from gameengine.games.flank_flip.state import (
    ATTACK,
    DEAL,
    DRAWN,
    FIRST,
    GIVE,
    LOT,
    MOVERS,
    NOBODY,
    OVER,
    SIDES,
    START,
    Ending,
    State,
)
from gameengine.games.flank_flip.words import REASONS

# positions

_NUMBER: Final = "0|[1-9][0-9]{0,8}"
_POSITION: Final = re.compile(
    r"(?P<board>\S+) (?P<seats>[OX.]+|[rbvy.]+|-) (?P<mover>[rbvyOX]|-) (?P<phase>[a-z]+)(?::(?P<more>\S+))?"
    rf" (?P<quiet>{_NUMBER}) O(?P<best_o>{_NUMBER})X(?P<best_x>{_NUMBER}) (?P<turn_no>{_NUMBER})"
)
_NOTHING: Final = "-"
_DRAWN_ENDING: Final = "draw"
_UNDEALT: Final = {SIDES, DRAWN, DEAL}


def write(state: State) -> str:
    """Return the position text.

    The moments in which chance acts have phases of their own (`sides`, `armies`, `deal`, `lot`), and so has the end.
    """
    mover = _NOTHING if state.mover == NOBODY else MOVERS[state.mover]
    noughts, crosses = state.best
    return (
        f"{_write_board(state)} {state.seats or _NOTHING} {mover} {_write_phase(state)} {state.quiet}"
        f" O{noughts}X{crosses} {state.turn_no}"
    )


def _write_board(state: State) -> str:
    if not state.board:
        return ",".join(map(str, state.cards)) or _NOTHING
    return board_text(state.setting, state.board)


def board_text(setting: Setting, board: bytes) -> str:
    """Return the rows from top to bottom."""
    texts = setting.texts
    return "/".join([",".join([texts[board[square]] for square in row]) for row in setting.grid.rows])


def _write_phase(state: State) -> str:
    if state.phase == ATTACK:
        return f"{ATTACK}:{state.setting.grid.names[state.attacker]}"
    if state.ending is not None:
        team, reason = state.ending
        return f"{OVER}:{_DRAWN_ENDING if team is None else SYMBOLS[team]}:{reason}"
    return state.phase


def read(text: str, options: JsonObject) -> State:
    """Return the state of a position text. Raises Refusal BAD_POSITION. It counts as its own first occurrence (3)."""
    setting, fields = setting_of(options), _POSITION.fullmatch(text)
    if fields is None:
        raise Refusal("BAD_POSITION", text)
    phase, more = fields["phase"], fields["more"] or ""
    state = State(
        setting,
        phase,
        "" if fields["seats"] == _NOTHING else fields["seats"],
        _read_cards(fields["board"]) if phase in _UNDEALT else (),
        b"" if phase in _UNDEALT else _read_board(setting, fields["board"], text),
        MOVERS.find(fields["mover"]),
        setting.grid.index.get(more, NOWHERE) if phase == ATTACK else NOWHERE,
        int(fields["quiet"]),
        (int(fields["best_o"]), int(fields["best_x"])),
        int(fields["turn_no"]),
        ending=_read_ending(more, text) if phase == OVER else None,
    )
    # Writing again catches what is readable but not canonical.
    if not _is_possible(state) or write(state) != text:
        raise Refusal("BAD_POSITION", text)
    return begun(state) if phase == START else state


def begun(state: State) -> State:
    """Return the state at the start of a turn with this position in its history."""
    if not state.setting.repetition_limit:
        return state
    return state._replace(history=state.history + state.board + bytes((state.mover,)))


def _read_cards(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",") if number.isdecimal())


def read_board(setting: Setting, text: str) -> bytes:
    """Return the cards of rows from top to bottom; nothing for a text of another shape or with a card twice."""
    rows, size = [row.split(",") for row in text.split("/")], setting.grid.size
    if len(rows) != size or any(len(row) != size for row in rows):
        return b""
    board = bytearray(size * size)
    for squares, row in zip(setting.grid.rows, rows, strict=True):
        for square, cell in zip(squares, row, strict=True):
            if cell not in setting.codes:
                return b""
            board[square] = setting.codes[cell]
    return bytes(board) if len({code // CODES_PER_CARD for code in board}) == len(board) else b""


def _read_board(setting: Setting, rows: str, text: str) -> bytes:
    board = read_board(setting, rows)
    if not board:
        raise Refusal("BAD_POSITION", text)
    return board


def _read_ending(text: str, position: str) -> Ending:
    winner, _, reason = text.partition(":")
    if reason not in REASONS or winner not in {*SYMBOLS, _DRAWN_ENDING}:
        raise Refusal("BAD_POSITION", position)
    return Ending(None if winner == _DRAWN_ENDING else SYMBOLS.index(winner), reason)


def _is_possible(state: State) -> bool:
    return _seats_fit(state) and _phase_fits(state)


def _seats_fit(state: State) -> bool:
    """Tell whether the seats are those of the mode: with four of them, the symbols alternate (3)."""
    setting = state.setting
    if state.phase == SIDES:
        return not state.seats
    if setting.seats == 2:
        return state.seats in setting.seatings
    armies = state.seats.split(".")
    teams = [ARMIES.find(army) & 1 for army in armies]
    return sorted(armies) == sorted(ARMIES) and teams in ([0, 1, 0, 1], [1, 0, 1, 0])


def _phase_fits(state: State) -> bool:
    """Tell whether the phase has what it needs, and somebody something to do in it."""
    setting = state.setting
    if state.phase in _UNDEALT | {LOT}:
        return state.mover == NOBODY and (not state.cards or are_drawn(setting, state.cards))
    is_side = state.mover >= len(ARMIES)
    needed = _NEEDS.get(state.phase)
    if needed is None or state.mover == NOBODY or (setting.is_duel and not is_side):
        return False
    return (is_side == setting.is_duel or state.phase not in {START, ATTACK}) and needed(state)


def _has_target(state: State) -> bool:
    is_of_team = team_of(state.board[state.attacker]) == state.team
    return is_of_team and bool(targets(state.setting, state.board, state.attacker))


_NEEDS: Final[Mapping[str, Callable[[State], bool]]] = {
    GIVE: lambda state: state.control()[state.team] > state.setting.most_kept,
    FIRST: lambda state: not state.setting.is_duel,
    START: lambda state: any(map(state.setting.is_own[state.mover].__getitem__, state.board)),
    ATTACK: lambda state: state.attacker != NOWHERE and _has_target(state),
    OVER: lambda state: state.ending is not None,
}


def are_drawn(setting: Setting, numbers: Sequence[int]) -> bool:
    """Tell whether these are nine different cards of a content from which armies are drawn."""
    known = {card.number for card in setting.content.cards}
    return not setting.numbers and len(numbers) == DUEL_CARDS == len(known.intersection(numbers))


_SHIFTED: Final = bytes((code + ord("0")) % 256 for code in range(256))
_BACK: Final = bytes((code - ord("0")) % 256 for code in range(256))
"""Letters and digits instead of control characters, which are longer in JSON."""


def write_history(state: State) -> str:
    """Return the positions at the start of the turns so far as text, one letter per card."""
    return state.history.translate(_SHIFTED).decode("latin-1")


def read_history(state: State, text: str) -> State:
    """Return the state with the history of a text that `write_history` wrote."""
    return state._replace(history=text.encode("latin-1").translate(_BACK))


# the game record


def record(text: str, events: Sequence[JsonObject]) -> str:
    """Return the line of the game record: the action, and "~" after an automatic one.

    >>> record("hit b3 N", [{"type": "hit", "card": "97Xv"}])
    'hit b3 N'
    """
    return text + ("~" if any(event["type"] == "auto" for event in events) else "")
