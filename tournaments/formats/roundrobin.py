"""Round robin by Berger tables, single and double. Source: design page on pairing, section 7."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias, cast

from gameengine.core.game import Option
from gameengine.core.types import JsonObject, Text
from tournaments.formats.base import (
    Decision,
    Entrant,
    Index,
    Pairer,
    Pairing,
    Placing,
    Record,
    Round,
    Side,
    Source,
    check_entrants,
    check_size,
)
from tournaments.standings.crosstable import Cell, Competitor, CrossTable, Kind, Result, System, without_games_of
from tournaments.standings.order import standings
from tournaments.standings.registry import ROUND_ROBIN_ORDER
from tournaments.standings.score import CLASSIC, THREE_ONE, PointSystem

Board: TypeAlias = tuple[int, int]
"""Two numbers, first seat and second seat."""

_POINTS: Final[Mapping[str, PointSystem]] = MappingProxyType({"classic": CLASSIC, "three_one": THREE_ONE})


def berger(entries: int) -> list[list[Board]]:
    """Return the rounds of a single round robin; in an odd field one number has no board in each round.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    even = entries + entries % 2
    rounds = [_berger_round(round_, even) for round_ in range(even - 1)]
    return [[board for board in boards if max(board) <= entries] for boards in rounds]


def _berger_round(round_: int, even: int) -> list[Board]:
    """Return one round, counted from 0: the last number is fixed and alternates, all others move in a ring."""
    ring = even - 1
    middle = round_ * (even // 2) % ring
    fixed = (middle + 1, even) if round_ % 2 == 0 else (even, middle + 1)
    return [fixed, *(((middle + step) % ring + 1, (middle - step) % ring + 1) for step in range(1, even // 2))]


def double_berger(entries: int) -> list[list[Board]]:
    """Return the rounds of a double round robin: the second cycle has the seats turned.

    The last two rounds of the first cycle are swapped, or somebody would have one seat three times running.
    """
    single = berger(entries)
    turned = [[(second, first) for first, second in boards] for boards in single]
    return [*single[:-2], *reversed(single[-2:]), *turned]


def _schedule(rounds: Sequence[Sequence[Board]], entrants: Sequence[Entrant]) -> Iterator[Pairing]:
    """Yield every board of every round; it begins when both have finished their board before. Last, who rests."""
    by_seed = {entrant.seed: entrant for entrant in entrants}
    last: dict[int, str] = {}
    for number, boards in enumerate(rounds, start=1):
        for place, board in enumerate(boards, start=1):
            key, after = f"R{number}-{place}", tuple(sorted({last[seed] for seed in board if seed in last}))
            yield Pairing(key, number, place, (_side(by_seed[board[0]]), _side(by_seed[board[1]])), after)
            last |= dict.fromkeys(board, key)
        place = len(boards) + 1
        for seed in by_seed.keys() - {seed for board in boards for seed in board}:
            sides = _side(by_seed[seed]), Side(empty=True)
            yield Pairing(f"R{number}-{place}", number, place, sides, decision=Decision(0, "bye"))


def _side(entrant: Entrant) -> Side:
    """Return the side of an entrant."""
    return Side(entrant.id, source=Source("seed", str(entrant.seed)))


def _rounds(entries: int, settings: JsonObject) -> list[list[Board]]:
    """Return the rounds of a field of this size."""
    return double_berger(entries) if settings["cycles"] == 2 else berger(entries)


class RoundRobin:
    """Everybody meets everybody, once or twice."""

    key = "round_robin"
    name = Text("Round robin", "Rundenturnier")
    summary = Text("Everybody meets everybody, once or twice.", "Jeder spielt gegen jeden, einmal oder zweimal.")
    min_entries = 2
    max_entries = 64
    table: System | None = "rr"
    pairer: Pairer | None = None
    settings: tuple[Option, ...] = (
        Option(
            "cycles",
            1,
            Text("Everybody meets everybody", "Jeder gegen jeden"),
            choices=((1, Text("once", "einmal")), (2, Text("twice", "zweimal"))),
        ),
        Option(
            "points",
            "classic",
            Text("Points for a win, a draw, a loss", "Punkte für Sieg, Remis, Niederlage"),
            choices=(("classic", Text("1, ½, 0", "1, ½, 0")), ("three_one", Text("3, 1, 0", "3, 1, 0"))),
        ),
        Option("tie_breaks", ROUND_ROBIN_ORDER, Text("Tie-breaks in order", "Feinwertungen der Reihe nach")),
    )

    def plan(self, entries: int, settings: JsonObject) -> tuple[Round, ...]:
        """Return the rounds for this many entries."""
        check_size(entries, least=self.min_entries, most=self.max_entries)
        boards = (entries + 1) // 2
        rounds = range(1, len(_rounds(entries, settings)) + 1)
        return tuple(Round(number, f"round_{number}", boards) for number in rounds)

    def first_round(self, record: Record) -> tuple[Pairing, ...]:
        """Return the pairings of round 1, and who rests."""
        return tuple(pairing for pairing in self.next(record) if pairing.round == 1)

    def next(self, record: Record) -> tuple[Pairing, ...]:
        """Return the whole schedule. Boards of those who have left are decided; who rests has a bye without points."""
        check_entrants(record.entrants, least=self.min_entries, most=self.max_entries)
        rounds = _rounds(len(record.entrants), record.settings)
        out = {entrant.id for entrant in record.entrants if entrant.out}
        return tuple(_forfeited(pairing, record, out) for pairing in _schedule(rounds, record.entrants))

    def ranking(self, record: Record) -> tuple[Placing, ...]:
        """Return the final order once every board is decided; who left before half of the games has no place."""
        pairings = self.next(record)
        if any(_decision(record, pairing) is None for pairing in pairings):
            return ()
        by_seed = {entrant.seed: entrant.id for entrant in record.entrants}
        rows = standings(cross_table(record), str(record.settings["tie_breaks"])).rows
        shared = [row.rank for row in rows]
        return tuple(Placing(row.rank, row.rank + shared.count(row.rank) - 1, by_seed[row.number]) for row in rows)

    def cross_table(self, record: Record) -> CrossTable | None:
        """Return the table as far as it has been played."""
        return cross_table(record)

    def round_name(self, kind: str) -> Text:
        """Return how people call a round of this kind."""
        number = kind.partition("_")[2]
        return Text(f"Round {number}", f"Runde {number}")


ROUND_ROBIN: Final = RoundRobin()


def _forfeited(pairing: Pairing, record: Record, out: set[str]) -> Pairing:
    """Return a board, decided if one or both of its entries have left and it is not being played."""
    if pairing.decision is not None or pairing.key in record.under_way:
        return pairing
    present: list[Index] = [index for index in (0, 1) if pairing.sides[index].entry not in out]
    if len(present) == 2:
        return pairing
    return replace(pairing, decision=Decision(present[0], "forfeit") if present else Decision(None, "double_forfeit"))


def _decision(record: Record, pairing: Pairing) -> Decision | None:
    """Return how a board was decided: what the record says holds."""
    return record.decisions.get(pairing.key) or pairing.decision


def cross_table(record: Record) -> CrossTable:
    """Return the table of a round robin as far as it has been played; numbers are seeds.

    The games of somebody who left before half of theirs were played are cancelled.
    """
    pairings = ROUND_ROBIN.next(record)
    seeds = {entrant.id: entrant.seed for entrant in record.entrants}
    rounds = len(_rounds(len(seeds), record.settings))
    cells: dict[int, list[Cell]] = {seed: [Cell(Kind.FREE)] * rounds for seed in seeds.values()}
    points = _POINTS[str(record.settings["points"])]
    for pairing in pairings:
        if all(side.entry for side in pairing.sides):
            for index in (0, 1):
                own, other = (seeds[str(pairing.sides[side].entry)] for side in (index, 1 - index))
                cells[own][pairing.round - 1] = _cell(_decision(record, pairing), index, other, points)
    competitors = tuple(
        Competitor(entrant.seed, tuple(cells[entrant.seed]), entrant.rating, record.penalties.get(entrant.id, 0))
        for entrant in record.entrants
    )
    system: System = "drr" if record.settings["cycles"] == 2 else "rr"
    table = CrossTable(system, rounds, rounds, competitors, points)
    return without_games_of(table, frozenset(_early_leavers(record, table)))


def _cell(decision: Decision | None, index: int, opponent: int, points: PointSystem) -> Cell:
    """Return one side of a board in the table."""
    if decision is None:
        return Cell(Kind.OPEN, 0, opponent, index)
    if decision.kind == "played":
        half = 1 if decision.advances is None else 2 * (decision.advances == index)
        made = (points.loss, points.draw, points.win)[half]
        own, other = _inside(decision, index)
        return Cell(Kind.PLAYED, made, opponent, index, cast(Result, half), own, own - other)
    if decision.advances == index:
        return Cell(Kind.FORFEIT_WIN, points.win, opponent, index, 2)
    return Cell(Kind.FORFEIT_LOSS, points.absence, opponent, index)


def _inside(decision: Decision, index: int) -> tuple[int, int]:
    """Return the half points made in the games of a board, the own ones first."""
    made = decision.half_points or (0, 0)
    return made[index], made[1 - index]


def _early_leavers(record: Record, table: CrossTable) -> Iterator[int]:
    """Yield those who have left and had played less than half of their games."""
    out = {entrant.seed for entrant in record.entrants if entrant.out}
    for competitor in table.competitors:
        games = [cell for cell in competitor.cells if cell.kind is not Kind.FREE]
        played = sum(cell.kind is Kind.PLAYED for cell in games)
        if competitor.number in out and 2 * played < len(games):
            yield competitor.number
