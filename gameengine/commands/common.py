"""What the commands share: errors with a code, output, and how games and files are named on the command line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.types import Json
from gameengine.games.registry import GAMES, UnknownGameError
from gameengine.games.registry import game as game_by_key
from gameengine.log import Record, RecordError, read_record
from gameengine.table import complete_options

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


def add_options(parser: ArgumentParser) -> None:
    """Declare the argument with which options of a game are chosen, as often as one likes."""
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")


def chosen_options(game: Game[Any], texts: list[str]) -> dict[str, Json]:
    """Return the options of a game that were chosen on the command line. Raises CommandError BAD_OPTION."""
    options = option_values(texts)
    try:
        complete_options(game, options)
    except Refusal as refusal:
        raise CommandError("BAD_OPTION", str(refusal)) from refusal
    return options


def option_values(texts: list[str]) -> dict[str, Json]:
    """Return the options that were chosen on the command line.

    >>> option_values(["mode=duel9", "quiet_limit=20", "total_defeat=false"])
    {'mode': 'duel9', 'quiet_limit': 20, 'total_defeat': False}
    """
    pairs = (text.partition("=") for text in texts)
    return {key: _value(value) for key, _, value in pairs}


def _value(text: str) -> Json:
    """Return an option's value: true, false and whole numbers as such, anything else as text."""
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def file_bytes(path: Path) -> bytes:
    """Return what is in a file. Raises CommandError UNREADABLE_FILE."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError("UNREADABLE_FILE", f"{path}: {error}") from error


def file_text(path: Path) -> str:
    """Return the text of a file, line ends as they are. Raises CommandError UNREADABLE_FILE."""
    try:
        return file_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CommandError("UNREADABLE_FILE", f"{path}: {error}") from error


def record_of(path: Path) -> Record:
    """Return the record in a file. Raises CommandError UNREADABLE_FILE or BAD_RECORD."""
    try:
        return read_record(file_text(path))
    except RecordError as error:
        raise CommandError("BAD_RECORD", f"{path}: {error}") from error
