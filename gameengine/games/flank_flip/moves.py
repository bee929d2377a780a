"""What can be done with cards: attack targets, and every start action (rule page, section 6)."""

from __future__ import annotations

from gameengine.games.flank_flip.actions import FLIP, SWAP, TURN, vocabulary
from gameengine.games.flank_flip.content import team_of
from gameengine.games.flank_flip.setting import Setting


def targets(setting: Setting, board: bytes, attacker: int) -> list[int]:
    """Return the squares with enemy cards to which an arrow of the attack card points (6.4)."""
    code = board[attacker]
    beside, team = setting.grid.beside[attacker], team_of(code)
    return [square for way in setting.arrows[code] if (square := beside[way]) >= 0 and team_of(board[square]) != team]


def start_texts(setting: Setting, board: bytes, mover: int) -> tuple[str, ...]:
    """Return every start action of a mover: swaps by the own card, then flips and turns by square (6)."""
    words, is_own = vocabulary(setting.grid.size), setting.is_own[mover]
    own = [square for square, code in enumerate(board) if is_own[code]]
    found: list[str] = []
    if SWAP in setting.actions:
        for square in own:
            row = words.swap[square]
            found += row[:square]
            found += row[square + 1 :]
    if FLIP in setting.actions:
        along, team = words.along[FLIP], mover & 1
        for square, code in enumerate(board):
            if team_of(code) != team:
                found += [along[square][way] for way in setting.arrows[code]]
    if TURN in setting.actions:
        found += [words.turn[square] for square in own]
    return tuple(found)
