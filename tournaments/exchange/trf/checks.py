"""Whether the lines of a file agree with each other. Source: design page on pairing, 10.4."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tournaments.exchange.trf.columns import tenths_text
from tournaments.exchange.trf.faults import Fault
from tournaments.exchange.trf.player_line import FIRST_CELL
from tournaments.exchange.trf.values import (
    ANSWERS,
    BYES,
    Abnormal,
    Absent,
    Accelerated,
    Byes,
    Cell,
    FirstColour,
    Forbidden,
    Player,
    PointValues,
    Record,
    Rounds,
    Trf,
    VirtualPoints,
)


def check(trf: Trf) -> Iterator[Fault]:
    """Yield every contradiction between the lines of a file."""
    yield from _numbers(trf)
    yield from _declarations(trf)
    for player in trf.all(Player):
        yield from _rounds(trf, player)
        yield from _games(trf, player)
        yield from _points(trf, player)
    yield from _rematches(trf)
    yield from _allocated_byes(trf)


def _place(player: Player, round_number: int, offset: int = 0) -> tuple[int, int]:
    """Return line and column of a round of a player."""
    return player.line, FIRST_CELL + 10 * (round_number - 1) + offset


def _numbers(trf: Trf) -> Iterator[Fault]:
    """Yield numbers that are there twice, and numbers of records that nobody has."""
    if not trf.players:
        yield Fault(1, 1, "no_players")
    seen: set[int] = set()
    for player in trf.all(Player):
        if player.number in seen:
            yield Fault(player.line, 5, "duplicate_number", str(player.number))
        seen.add(player.number)
    for record in trf.records:
        for number in _named(record):
            if number not in seen:
                yield Fault(record.line, _column(record, number), "unknown_number", str(number))


def _column(record: Record, number: int) -> int:
    """Return where a record names a player."""
    found = re.search(rf"(?<!\S)0*{number}(?!\S)", record.source[4:])
    return 5 + found.start() if found else 5


def _named(record: Record) -> tuple[int, ...]:
    """Return the players that a record names."""
    match record:
        case Byes() | Absent() | Forbidden() | Abnormal():
            return record.players
        case VirtualPoints():
            return (record.player,)
        case Accelerated():
            return (record.first_player, record.last_player)
        case _:
            return ()


def _declarations(trf: Trf) -> Iterator[Fault]:
    """Yield declarations that contradict an earlier one."""
    said: dict[object, tuple[object, int]] = {}
    for record in trf.records:
        for what, value in _declared(record):
            before, line = said.setdefault(what, (value, record.line))
            if before != value:
                yield Fault(record.line, 5, "contradiction", str(line))


def _declared(record: Record) -> Iterator[tuple[object, object]]:
    match record:
        case Rounds():
            yield "rounds", record.number
        case FirstColour(colour="w" | "b"):
            yield "colour", record.colour
        case PointValues():
            yield from record.values
        case VirtualPoints():
            yield ("virtual", record.player), record.points
        case _:
            return


def _rounds(trf: Trf, player: Player) -> Iterator[Fault]:
    if trf.rounds is not None and len(player.cells) > trf.rounds:
        yield Fault(*_place(player, trf.rounds + 1), "too_many_rounds", str(trf.rounds))


def _games(trf: Trf, player: Player) -> Iterator[Fault]:
    """Yield rounds in which the two lines of a game do not agree."""
    for number, cell in enumerate(player.cells, 1):
        if cell.opponent:
            yield from _game(trf, player, number, cell)


def _game(trf: Trf, player: Player, number: int, cell: Cell) -> Iterator[Fault]:
    opponent = trf.players.get(cell.opponent)
    if cell.opponent == player.number:
        yield Fault(*_place(player, number), "opponent_self", str(cell.opponent))
    elif opponent is None:
        yield Fault(*_place(player, number), "unknown_number", str(cell.opponent))
    elif opponent.cell(number).opponent != player.number:
        yield Fault(*_place(player, number), "opponent_disagrees", str(cell.opponent))
    elif player.line > opponent.line:
        # Said once, at the later of the two lines.
        yield from _both_sides(player, number, cell, opponent.cell(number))


def _both_sides(player: Player, number: int, cell: Cell, other: Cell) -> Iterator[Fault]:
    if {cell.colour, other.colour} not in ({"w", "b"}, {"-"}):
        yield Fault(*_place(player, number, 5), "colour_disagrees", str(cell.opponent))
    if cell.result not in BYES and other.result not in ANSWERS[cell.result]:
        yield Fault(*_place(player, number, 7), "result_disagrees", str(cell.opponent))


def _points(trf: Trf, player: Player) -> Iterator[Fault]:
    """Yield points that are not what the results bring; a game without a result may count for nothing yet."""
    total = trf.score(player, after_round=len(player.cells))
    unknown = sum(cell.result == "?" for cell in player.cells) * trf.points.unknown
    if player.points not in (total, total - unknown):
        yield Fault(player.line, 81, "points_disagree", tenths_text(total))


def _rematches(trf: Trf) -> Iterator[Fault]:
    """Yield games that were played before; a double round robin has two of each pair."""
    kind = f"{trf.header('092') or ''} {trf.header('192') or ''}".lower()
    allowed = 2 if "double" in kind else 1
    met: Counter[frozenset[int]] = Counter()
    last: dict[frozenset[int], int] = {}
    for number in range(1, trf.filled + 1):
        for player in trf.players.values():
            cell = player.cell(number)
            pair = frozenset((player.number, cell.opponent))
            opponent = trf.players.get(cell.opponent)
            if cell.played and opponent is not None and player.line > opponent.line:
                met[pair] += 1
                if met[pair] > allowed:
                    yield Fault(*_place(player, number), "game_twice", str(last[pair]))
                last[pair] = number


def _allocated_byes(trf: Trf) -> Iterator[Fault]:
    """Yield rounds in which two players have the pairing-allocated bye."""
    holder: dict[int, int] = {}
    for player in trf.all(Player):
        for number, cell in enumerate(player.cells, 1):
            if cell.result == "U" and holder.setdefault(number, player.number) != player.number:
                yield Fault(*_place(player, number, 7), "two_byes", str(holder[number]))
