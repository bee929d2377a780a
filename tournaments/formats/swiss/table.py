"""The cross table of a Swiss stage, for standings and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from tournaments.formats.base import Decision, Pairing, Record
from tournaments.formats.swiss.model import Turn
from tournaments.formats.swiss.stage import decision_of, declared_rounds, points_of, turns_of
from tournaments.standings.crosstable import Cell, Competitor, CrossTable, Kind, Result

_KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "played": Kind.PLAYED,
        "forfeit_win": Kind.FORFEIT_WIN,
        "forfeit_loss": Kind.FORFEIT_LOSS,
        "pab": Kind.PAIRING_BYE,
        "fpb": Kind.FULL_BYE,
        "hpb": Kind.HALF_BYE,
        "zpb": Kind.ZERO_BYE,
    }
)


def cross_table(record: Record, made: Sequence[Pairing]) -> CrossTable:
    """Return the table as far as pairings were made; numbers are seeds. Rounds count once every board is decided."""
    rounds = max((pairing.round for pairing in made), default=0)
    points = points_of(record.settings)
    turns = turns_of(record, made, points, rounds + 1)
    boards = {
        (str(pairing.sides[side].entry), pairing.round): (pairing, side)
        for pairing in made
        for side in (0, 1)
        if pairing.sides[side].entry is not None
    }
    open_rounds = [pairing.round for pairing in made if decision_of(record, pairing) is None]
    seeds = {entrant.id: entrant.seed for entrant in record.entrants}
    competitors = tuple(
        Competitor(
            entrant.seed,
            tuple(_cells(record, boards, seeds, entrant.id, turns[entrant.id])),
            entrant.rating,
            record.penalties.get(entrant.id, 0),
        )
        for entrant in record.entrants
    )
    after = min(open_rounds) - 1 if open_rounds else rounds
    return CrossTable("swiss", declared_rounds(record.settings), after, competitors, points)


def _cells(
    record: Record,
    boards: Mapping[tuple[str, int], tuple[Pairing, int]],
    seeds: Mapping[str, int],
    entry: str,
    turns: Sequence[Turn],
) -> Iterator[Cell]:
    """Yield the rounds of one entry."""
    for number, turn in enumerate(turns, 1):
        board = boards.get((entry, number))
        if board is None:
            yield Cell(_KINDS[turn.kind], turn.points)
            continue
        pairing, side = board
        opponent = seeds.get(pairing.sides[1 - side].entry or "")
        decision = decision_of(record, pairing)
        if decision is None:
            yield Cell(Kind.OPEN, 0, opponent, side)
        elif opponent is None:
            yield Cell(_KINDS[turn.kind], turn.points)
        else:
            yield _game(decision, turn, opponent, side)


def _game(decision: Decision, turn: Turn, opponent: int, side: int) -> Cell:
    """Return one side of a board with two entries."""
    if turn.kind != "played":
        return Cell(_KINDS[turn.kind], turn.points, opponent, side, 2 if turn.kind == "forfeit_win" else 0)
    half = 1 if decision.advances is None else 2 * (decision.advances == side)
    made = decision.half_points or (0, 0)
    return Cell(Kind.PLAYED, turn.points, opponent, side, cast(Result, half), made[side], made[side] - made[1 - side])
