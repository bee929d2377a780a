"""Whole turns: everything that a start action and the attack after it can lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gameengine.games.flank_flip.actions import STOP_TEXT, vocabulary
from gameengine.games.flank_flip.content import ARMIES, DOWN_BIT, team_of
from gameengine.games.flank_flip.setting import Setting
from gameengine.games.flank_flip.state import ATTACK, START, State


class Turn(NamedTuple):
    """One way to play the rest of a turn: the action that it begins with, and the table afterwards.

    `held` is the number of cards that the team then controls.
    """

    text: str
    board: bytes
    held: int


def turns_from(state: State, texts: Sequence[str]) -> list[Turn]:
    """Return the ways to go on with one of these actions at the start of a turn or in an attack."""
    found = _Turns(state.setting, state.board, state.mover)
    if state.phase == ATTACK:
        found.attack_from(state.attacker)
    elif state.phase == START:
        found.start()
    wanted = set(texts)
    return [turn for turn in found.ways() if turn.text in wanted]


def whole_turns(setting: Setting, board: bytes, mover: int) -> Iterable[Turn]:
    """Return every way to play a turn, each table once."""
    found = _Turns(setting, board, mover)
    found.start()
    return found.ways()


def next_mover(setting: Setting, board: bytes, mover: int) -> int:
    """Return whose turn follows: armies without a card are skipped (5)."""
    if mover >= len(ARMIES):
        return mover ^ 1
    shown = {setting.army[code] for code in board}
    following = ((mover + step) % len(ARMIES) for step in range(1, len(ARMIES) + 1))
    return next(army for army in following if army in shown)


class _Turns:
    """The search for turns: one table that is changed and changed back."""

    def __init__(self, setting: Setting, board: bytes, mover: int) -> None:
        self._setting, self._board, self._mover, self._team = setting, bytearray(board), mover, mover & 1
        self._words = vocabulary(setting.grid.size)
        self._found: dict[bytes, tuple[str, int]] = {}
        self._held = sum(1 for code in board if team_of(code) == self._team)

    def ways(self) -> Iterable[Turn]:
        """Return what was found."""
        return [Turn(text, board, held) for board, (text, held) in self._found.items()]

    def start(self) -> None:
        """Try every start action; those that attack come first where several lead to the same table."""
        setting, board = self._setting, self._board
        own = [square for square, code in enumerate(board) if setting.is_own[self._mover][code]]
        if "flip" in setting.actions:
            for square, code in enumerate(board):
                if team_of(code) != self._team:
                    self._flips(square, "flip")
        if "turn" in setting.actions:
            for square in own:
                board[square] ^= DOWN_BIT
                self._attack(square, self._held, self._words.turn[square])
                board[square] ^= DOWN_BIT
        if "swap" in setting.actions:
            for square in own:
                self._swaps(square)

    def attack_from(self, attacker: int) -> None:
        """Try every hit of an attack card, and the stop where it is allowed."""
        if not self._setting.chain_is_forced:
            self._note(STOP_TEXT, self._held)
        for square in self._aims(attacker):
            self._flips(square, "hit")

    def _swaps(self, square: int) -> None:
        board, row = self._board, self._words.swap[square]
        for other, text in enumerate(row):
            if other != square:
                board[square], board[other] = board[other], board[square]
                self._attack(other, self._held, text)
                board[square], board[other] = board[other], board[square]

    def _flips(self, square: int, word: str) -> None:
        code = self._board[square]
        for way in self._setting.arrows[code]:
            self._board[square] = self._setting.flipped[code][way]
            self._attack(square, self._held + 1, self._words.along[word][square][way])
            self._board[square] = code

    def _attack(self, attacker: int, held: int, text: str) -> None:
        """Go on from an attack card to every end that its chain may have."""
        aims = self._aims(attacker) if held < self._setting.goal else ()
        if not aims or not self._setting.chain_is_forced:
            self._note(text, held)
        for square in aims:
            code = self._board[square]
            for flipped in {self._setting.flipped[code][way] for way in self._setting.arrows[code]}:
                self._board[square] = flipped
                self._attack(square, held + 1, text)
            self._board[square] = code

    def _aims(self, attacker: int) -> list[int]:
        board, beside, team = self._board, self._setting.grid.beside[attacker], self._team
        return [
            square
            for way in self._setting.arrows[board[attacker]]
            if (square := beside[way]) >= 0 and board[square] >> 1 & 1 != team
        ]

    def _note(self, text: str, held: int) -> None:
        self._found.setdefault(bytes(self._board), (text, held))
