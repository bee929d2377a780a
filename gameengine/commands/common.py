"""What the commands share: errors with a code, output, and how games and files are named on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from gameengine.core.game import Game
from gameengine.games.registry import GAMES, UnknownGameError
from gameengine.games.registry import game as game_by_key
from gameengine.log import Record, RecordError, read_record

OK: Final = 0
FOUND_SOMETHING: Final = 1
"""Exit code when the command worked and the answer is bad: failures, findings, faults."""
BAD_INPUT: Final = 2


class CommandError(Exception):
    """The command cannot do its work with what it was given. `code` never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def say(text: str = "") -> None:
    """Write one line to the terminal, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def chosen_game(key: str) -> Game[Any]:
    """Return the game that the user named. Raises CommandError UNKNOWN_GAME."""
    try:
        return game_by_key(key)
    except UnknownGameError as error:
        raise CommandError("UNKNOWN_GAME", f"{key!r} is not one of: {', '.join(GAMES)}") from error


def file_text(path: Path) -> str:
    """Return the text of a file, line ends as they are. Raises CommandError UNREADABLE_FILE."""
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError("UNREADABLE_FILE", f"{path}: {error}") from error


def record_of(path: Path) -> Record:
    """Return the record in a file. Raises CommandError UNREADABLE_FILE or BAD_RECORD."""
    try:
        return read_record(file_text(path))
    except RecordError as error:
        raise CommandError("BAD_RECORD", f"{path}: {error}") from error
