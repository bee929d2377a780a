"""From a tournament report file to the request for a pairing. Source: design page on pairing, 2, 6 and 10."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import combinations
from typing import Final

from tournaments.exchange.trf.values import (
    ABSENT,
    BYES,
    Absent,
    Byes,
    Forbidden,
    Player,
    Trf,
)
from tournaments.formats.swiss.model import Colour, Edition, Kind, PairingError, PairingRequest, Participant, Turn

_KINDS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys("1=0WDL?", "played"),
    "+": "forfeit_win",
    "-": "forfeit_loss",
    "U": "pab",
    "F": "fpb",
    "H": "hpb",
    "Z": "zpb",
}

ABSENCES: Final = BYES - {"U"}
"""Byes that are known before a round is paired."""


def round_to_pair(trf: Trf) -> int:
    """Return the number of the coming round, told by the columns and not by the last game.

    In TRF26 the lines hold past rounds only. In the older dialect the last column may already tell who is absent in the
    coming round: it is the coming round unless there is a game or a pairing-allocated bye in it.
    """
    filled = trf.filled
    if trf.dialect == "trf26" or not filled:
        return filled + 1
    last = [player.cells[filled - 1] for player in trf.players.values() if len(player.cells) == filled]
    return filled if all(cell.result in ABSENCES for cell in last) else filled + 1


def request_of(trf: Trf, *, round_number: int | None = None, edition: Edition = "2026") -> PairingRequest:
    """Return the request for the coming round, or for an earlier one as it stood before it was paired.

    Raises PairingError `rounds_missing` if the file does not tell whether the round is the last one, `over` if there is
    no such round, `rank_order` if another order than that of the starting numbers is asked for.
    """
    number = round_number or round_to_pair(trf)
    absent = set(_absent(trf, number))
    return PairingRequest(
        round=number,
        rounds=_rounds(trf, number),
        participants=tuple(_participant(trf, player, number, absent) for player in trf.players.values()),
        first_colour=first_colour(trf),
        edition=edition,
        win=trf.points.win,
        loss=trf.points.loss,
        forbidden=frozenset(_forbidden(trf, number)),
    )


def _rounds(trf: Trf, number: int) -> int:
    """Return how many rounds the tournament has: as declared, else as many as were played if there is no other."""
    ranks = [player.rank for _, player in sorted(trf.players.items())]
    if trf.by_rank and ranks != list(range(1, len(ranks) + 1)):
        raise PairingError("rank_order", "XXC rank")
    if trf.rounds is None and number >= round_to_pair(trf):
        raise PairingError("rounds_missing", "XXR, 142")
    rounds = trf.rounds or trf.filled
    if number > rounds:
        raise PairingError("over", str(rounds))
    return rounds


def first_colour(trf: Trf) -> Colour:
    """Return the first colour: declared, else that of the best-placed player paired in round 1, else the first seat."""
    declared = trf.first_colour
    if declared is None:
        cells = (player.cell(1) for _, player in sorted(trf.players.items()))
        return _colour(next((cell.colour for cell in cells if cell.opponent and cell.colour != "-"), "w"))
    return _colour(declared)


def _colour(written: str) -> Colour:
    return 1 if written == "w" else -1 if written == "b" else 0


def _participant(trf: Trf, player: Player, number: int, absent: Set[int]) -> Participant:
    turns = tuple(_turn(trf, player, before) for before in range(1, number))
    return Participant(
        player.number,
        turns,
        virtual=tuple(_virtual(trf, player.number, number)),
        bonus=trf.score(player, after_round=number - 1) - sum(_worth(trf, player, number)),
        present=player.number not in absent,
    )


def _worth(trf: Trf, player: Player, number: int) -> Iterator[int]:
    """Yield what the rounds before this one brought."""
    cells = player.cells[: number - 1]
    return (trf.worth(player.number, before, cell) for before, cell in enumerate(cells, 1))


def _turn(trf: Trf, player: Player, number: int) -> Turn:
    cell = player.cell(number)
    points = trf.worth(player.number, number, cell) if number <= len(player.cells) else trf.points.absence
    return Turn(_KINDS[cell.result], points, cell.opponent, _colour(cell.colour))


def _virtual(trf: Trf, player: int, number: int) -> Iterator[int]:
    """Yield the virtual points of a player for each round up to the one to be paired."""
    listed = trf.virtual_points.get(player, ())
    for coming in range(1, number + 1):
        by_range = (
            record.points
            for record in trf.accelerated
            if record.first_player <= player <= record.last_player and record.first_round <= coming <= record.last_round
        )
        yield sum(by_range) + (listed[coming - 1] if coming <= len(listed) else 0)


def _absent(trf: Trf, number: int) -> Iterator[int]:
    """Yield who is not to be paired in a round."""
    for record in trf.all(Byes):
        if record.round == number:
            yield from record.players
    coming = round_to_pair(trf)
    if number == coming:
        for absent in trf.all(Absent):
            yield from absent.players
    for player in trf.players.values():
        # Who has no entry yet in the coming round is to be paired; in a past round such a player was not there.
        cell = player.cells[number - 1] if number <= len(player.cells) else (ABSENT if number < coming else None)
        if cell is not None and cell.result in ABSENCES:
            yield player.number


def _forbidden(trf: Trf, number: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs that must not meet in a round."""
    for record in trf.all(Forbidden):
        if not record.first_round or record.first_round <= number <= record.last_round:
            yield from combinations(sorted(set(record.players)), 2)
