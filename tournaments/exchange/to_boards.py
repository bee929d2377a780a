"""The boards of a tournament report file: a file has none, only each player's opponents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.exchange.trf.faults import Fault
from tournaments.exchange.trf.player_line import FIRST_CELL
from tournaments.exchange.trf.values import Player, Symbol, Trf
from tournaments.formats.roundrobin import berger, double_berger
from tournaments.standings.crosstable import System


@dataclass(frozen=True, slots=True)
class Board:
    """Two numbers at a board, first seat first, with both results; a bye has nobody at the second seat."""

    first: int
    second: int | None
    results: tuple[Symbol, Symbol]


def boards_of(trf: Trf, number: int, system: System) -> tuple[Board, ...]:
    """Return the boards of a round in their order: by Berger table, or by scores before the round (C.04.2)."""
    found = list(_boards(trf, number))
    if system != "swiss":
        return _by_table(trf, number, found, system)
    byes = [Board(player.number, None, ("U", "U")) for player in _players(trf) if player.cell(number).result == "U"]
    return (*sorted(found, key=lambda board: _order(trf, number, board)), *byes)


def _players(trf: Trf) -> list[Player]:
    return sorted(trf.players.values(), key=lambda player: player.number)


def _boards(trf: Trf, number: int) -> Iterator[Board]:
    """Yield the games of a round; without a colour the smaller number has the first seat."""
    for player in _players(trf):
        cell = player.cell(number)
        if cell.opponent and (cell.colour == "w" or (cell.colour == "-" and player.number < cell.opponent)):
            results = (cell.result, trf.players[cell.opponent].cell(number).result)
            yield Board(player.number, cell.opponent, results)


def _order(trf: Trf, number: int, board: Board) -> tuple[int, int, int]:
    """Return what orders boards: the better score, the sum of both, the better player's number (C.04.2, 3.9)."""
    seats = (board.first, board.second or 0)
    scores = sorted((-trf.score(trf.players[seat], after_round=number - 1), seat) for seat in seats)
    return scores[0][0], scores[0][0] + scores[1][0], scores[0][1]


def _by_table(trf: Trf, number: int, found: Sequence[Board], system: System) -> tuple[Board, ...]:
    """Return the boards of a round robin in the order of the table, then who rests."""
    numbers = [player.number for player in _players(trf)]
    rounds = double_berger(len(numbers)) if system == "drr" else berger(len(numbers))
    by_pair = {frozenset((board.first, board.second)): board for board in found}
    boards = []
    for one, other in rounds[number - 1]:
        first, second = numbers[one - 1], numbers[other - 1]
        board = by_pair[frozenset((first, second))]
        results = board.results if board.first == first else (board.results[1], board.results[0])
        boards.append(Board(first, second, results))
    seated = {seat for board in boards for seat in (board.first, board.second)}
    return (*boards, *(Board(rests, None, ("Z", "Z")) for rests in numbers if rests not in seated))


def berger_faults(trf: Trf, rounds: Sequence[Sequence[tuple[int, int]]]) -> Iterator[Fault]:
    """Yield every line and round that is not as the Berger table has it."""
    players = _players(trf)
    for number, boards in enumerate(rounds[: trf.filled], 1):
        opponents = {one: (other, "w") for one, other in boards} | {other: (one, "b") for one, other in boards}
        for seed, player in enumerate(players, 1):
            wanted, colour = opponents.get(seed, (0, "-"))
            cell = player.cell(number)
            opponent = players[wanted - 1].number if wanted else 0
            seated = cell.colour in (colour, "-")
            if cell.opponent != opponent or not seated or (not opponent and cell.result != "Z"):
                yield Fault(player.line, FIRST_CELL + 10 * (number - 1), "not_berger", str(opponent or "0000"))
