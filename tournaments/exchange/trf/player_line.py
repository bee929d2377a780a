"""The player line (001): columns to a value, and back. Source: design page on pairing, 10.1."""

from __future__ import annotations

import re
from typing import Final, cast

from tournaments.exchange.trf.columns import Line, tenths_text
from tournaments.exchange.trf.values import ABSENT, BYES, PLAYED, Cell, Colour, Player, Symbol

FIRST_CELL: Final = 92
_CELL_WIDTH: Final = 10
_BETWEEN: Final = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
_DATE: Final = re.compile(r"\d{4}(/\d{2}/\d{2})?", re.ASCII)
_NAME_WIDTH: Final = 33
MOST_ROUNDS: Final = 99


def read_player(line: Line) -> Player | None:
    """Return the player of a line; None if it has no number. Whatever is wrong becomes a fault of the line."""
    line.blanks(*_BETWEEN)
    number = line.whole(5, 8, least=1)
    if number is None:
        if not line.faults:
            line.fault(5, "missing", "001")
        return None
    return Player(
        "001",
        number,
        line.cut(15, 47),
        points=_points(line),
        rank=line.whole(86, 89),
        cells=_cells(line),
        rating=line.whole(49, 52),
        title=line.cut(11, 13),
        sex=_sex(line),
        federation=line.cut(54, 56),
        fide_number=_digits(line, 58, 68),
        birth=_birth(line),
        line=line.number,
        source=line.text,
    )


def _points(line: Line) -> int:
    text = line.cut(81, 84)
    if not text:
        line.fault(81, "missing", "11.5")
        return 0
    # Penalties may take more than somebody has.
    return line.tenths(line.column(81, 84), text, signed=True) or 0


def _sex(line: Line) -> str:
    text = line.cut(10, 10)
    if text not in ("", "m", "w", "f", "M", "W", "F"):
        line.fault(10, "bad_sex", repr(text))
    return text


def _digits(line: Line, first: int, last: int) -> str:
    text = line.cut(first, last)
    if text and not (text.isascii() and text.isdigit()):
        line.fault(line.column(first, last), "not_a_number", repr(text))
    return text


def _birth(line: Line) -> str:
    text = line.cut(70, 79)
    if text and not _DATE.fullmatch(text):
        line.fault(line.column(70, 79), "bad_date", repr(text))
    return text


def _cells(line: Line) -> tuple[Cell, ...]:
    """Return the rounds of the line; a blank column before a filled one is a zero-point bye."""
    end = len(line.text.rstrip())
    count = max(0, -(-(end - FIRST_CELL + 1) // _CELL_WIDTH))
    if count > MOST_ROUNDS:
        line.fault(FIRST_CELL + _CELL_WIDTH * MOST_ROUNDS, "too_many_rounds", MOST_ROUNDS)
        return ()
    return tuple(_cell(line, FIRST_CELL + _CELL_WIDTH * index) for index in range(count))


def _cell(line: Line, start: int) -> Cell:
    """Return the round whose columns begin at `start`: four for the opponent, one each for colour and result."""
    line.blanks(start + 4, start + 6, start + 8, start + 9)
    opponent = line.whole(start, start + 3) or 0
    colour = line.cut(start + 5, start + 5).lower() or "-"
    if colour not in ("w", "b", "-"):
        line.fault(start + 5, "bad_colour", repr(colour))
        return ABSENT
    result = line.cut(start + 7, start + 7).upper() or ("?" if opponent else "Z")
    return _game_or_bye(line, start, cast(Symbol, result), opponent, cast(Colour, colour))


def _game_or_bye(line: Line, start: int, result: Symbol, opponent: int, colour: Colour) -> Cell:
    """Return the round if its three parts fit together."""
    if result in BYES:
        if opponent or colour != "-":
            line.fault(line.column(start, start + 5), "bye_with_opponent", result)
        return Cell(result)
    if result not in PLAYED and result not in ("+", "-", "?"):
        line.fault(start + 7, "bad_result", repr(line.cut(start + 7, start + 7)))
    elif not opponent or (colour == "-" and result in PLAYED):
        line.fault(start, "game_without_opponent", result)
    return Cell(result, opponent, colour)


def player_text(player: Player) -> str:
    """Return the line of a player; names are cut to their columns."""
    head = (
        f"001 {player.number:>4} {player.sex:1}{player.title:>3} {player.name[:_NAME_WIDTH]:<33}"
        f" {_or_blank(player.rating):>4} {player.federation:<3} {player.fide_number:>11} {player.birth:<10}"
        f" {tenths_text(player.points):>4} {_or_blank(player.rank):>4}"
    )
    return "".join([head, *map(_cell_text, player.cells)])


def _or_blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _cell_text(cell: Cell) -> str:
    opponent = f"{cell.opponent:>4}" if cell.opponent else "0000"
    result = " " if cell.result == "?" else cell.result
    return f"  {opponent} {cell.colour} {result}"
