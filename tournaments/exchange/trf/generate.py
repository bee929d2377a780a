"""Random tournaments for tests: invented players, results by rating, absences of every kind, paired by the engine.

The same plan always gives the same file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from tournaments.exchange.trf.pairing import request_of
from tournaments.exchange.trf.values import (
    Byes,
    Cell,
    Colour,
    Dialect,
    FirstColour,
    Forbidden,
    Header,
    Player,
    Points,
    PointValues,
    Record,
    Rounds,
    Symbol,
    Trf,
    VirtualPoints,
)
from tournaments.formats.swiss.baku import accelerated_group, virtual_points
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.model import Edition, NoPairingError, RoundPairing

_FIRST: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gerd", "Ines", "Jule", "Karl", "Lara", "Mona", "Nils")
_LAST: Final = ("Abel", "Böhm", "Cordes", "Dietz", "Engel", "Faber", "Groß", "Imhof", "Keller", "Łukasz", "Öztürk")
_FEDERATIONS: Final = ("AUT", "GER", "NED", "POL", "SUI")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a random tournament is like. Shares are chances per player and round, `late` and `leaving` per player.

    `played` rounds are played, all by default; if there is a round left, the file asks for its pairing.
    """

    players: int
    rounds: int
    seed: int
    played: int | None = None
    draws: float = 0.3
    byes: float = 0.0
    full_byes: float = 0.0
    forfeits: float = 0.0
    leaving: float = 0.0
    late: float = 0.0
    forbidden: int = 0
    accelerated: bool = False
    points: Points = field(default_factory=Points)
    dialect: Dialect = "trf26"
    edition: Edition = "2026"


def generate(plan: Plan) -> Trf:
    """Return a tournament. It ends early if no pairing of a round exists."""
    return _Simulation(plan).run()


class _Simulation:
    """A tournament under way."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.random = random.Random(f"flagfall/generate/1/{plan.seed}")  # noqa: S311
        self.ratings = sorted((self.random.randint(1200, 2500) for _ in range(plan.players)), reverse=True)
        self.names = [f"{self.random.choice(_LAST)},{self.random.choice(_FIRST)} {n}" for n in self.numbers]
        self.entry = {n: self._entry_round() for n in self.numbers}
        self.leaves = {n: self._last_round() for n in self.numbers}
        self.first_colour: Colour = "w" if self.random.random() < 0.5 else "b"
        self.forbidden = sorted({self._two() for _ in range(plan.forbidden)}) if plan.players > 1 else []
        self.cells: dict[int, list[Cell]] = {n: [] for n in self.numbers}

    @property
    def numbers(self) -> range:
        """Return the starting numbers."""
        return range(1, self.plan.players + 1)

    def _entry_round(self) -> int:
        return self.random.randint(2, 4) if self.random.random() < self.plan.late else 1

    def _last_round(self) -> int:
        leaves = self.random.random() < self.plan.leaving
        return self.random.randint(1, self.plan.rounds) if leaves else self.plan.rounds

    def _two(self) -> tuple[int, int]:
        one, other = sorted(self.random.sample(self.numbers, 2))
        return one, other

    def run(self) -> Trf:
        """Play the rounds; return the file."""
        played = self.plan.rounds if self.plan.played is None else self.plan.played
        for number in range(1, played + 1):
            absent = self._absences(number)
            try:
                found = pair(request_of(self._file(absent), edition=self.plan.edition))
            except NoPairingError:
                return self._file(absent)
            self._play(found, absent)
        return self._file(self._absences(played + 1) if played < self.plan.rounds else {})

    def _absences(self, number: int) -> dict[int, Symbol]:
        """Return who will not be there in a round, and with which bye."""
        absent: dict[int, Symbol] = {}
        for player in self.numbers:
            chance = self.random.random()
            if not self.entry[player] <= number <= self.leaves[player]:
                absent[player] = "Z"
            elif chance < self.plan.byes:
                absent[player] = self.random.choice(("H", "H", "Z"))
            elif chance < self.plan.byes + self.plan.full_byes:
                absent[player] = "F"
        return absent

    def _play(self, found: RoundPairing, absent: dict[int, Symbol]) -> None:
        """Draw the results of a round."""
        for board in found.boards:
            one, other = self._result(board.first, board.second)
            self.cells[board.first].append(Cell(one, board.second, "w"))
            self.cells[board.second].append(Cell(other, board.first, "b"))
        if found.bye is not None:
            self.cells[found.bye].append(Cell("U"))
        for player, kind in absent.items():
            self.cells[player].append(Cell(kind))

    def _result(self, first: int, second: int) -> tuple[Symbol, Symbol]:
        if self.random.random() < self.plan.forfeits:
            found: tuple[Symbol, Symbol] = self.random.choice((("+", "-"), ("-", "+"), ("-", "-")))
            return found
        if self.random.random() < self.plan.draws:
            return "=", "="
        expected = 1 / (1 + 10 ** ((self.ratings[second - 1] - self.ratings[first - 1]) / 400))
        return ("1", "0") if self.random.random() < expected else ("0", "1")

    def _file(self, absent: dict[int, Symbol]) -> Trf:
        """Return the tournament as it stands, asking for the next round with these absences."""
        new = self.plan.dialect == "trf26"
        cells = {n: (*self.cells[n], *([Cell(absent[n])] if n in absent and not new else [])) for n in self.numbers}
        coming = len(self.cells[1]) + 1 if self.plan.players else 1
        tail = list(self._requested(absent, coming)) if new else []
        return Trf((*self._head(), *self._players(cells), *self._codes(), *tail))

    def _head(self) -> Iterator[Record]:
        yield Header("012", f"Random {self.plan.seed}")
        yield Header("062", str(self.plan.players))
        if self.plan.dialect == "trf26":
            yield Header("192", f"FIDE_DUTCH_{2025 if self.plan.edition == '2026' else 2017}")

    def _players(self, cells: dict[int, tuple[Cell, ...]]) -> Iterator[Player]:
        points = self.plan.points
        total = {number: sum(points.of(cell.result) for cell in mine) for number, mine in cells.items()}
        ranked = sorted(self.numbers, key=lambda number: (-total[number], number))
        rank = {number: index for index, number in enumerate(ranked, 1)}
        for number in self.numbers:
            yield Player(
                "001",
                number,
                self.names[number - 1],
                total[number],
                rank[number],
                cells[number],
                rating=self.ratings[number - 1],
                sex="wm"[number % 2],
                federation=_FEDERATIONS[number % len(_FEDERATIONS)],
            )

    def _codes(self) -> Iterator[Record]:
        new = self.plan.dialect == "trf26"
        yield Rounds("142" if new else "XXR", self.plan.rounds)
        yield FirstColour("152" if new else "XXC", self.first_colour)
        yield from self._point_values()
        for one, other in self.forbidden:
            yield Forbidden("260", (one, other), 1, self.plan.rounds) if new else Forbidden("XXP", (one, other))
        if self.plan.accelerated:
            values = virtual_points(self.plan.rounds, self.plan.points.win)
            group = accelerated_group(self.numbers)
            yield from (VirtualPoints("XXA", number, values) for number in sorted(group))

    def _point_values(self) -> Iterator[Record]:
        names: Sequence[str] = ("win", "draw", "loss", "absence", "pab")
        values = tuple((name, getattr(self.plan.points, name)) for name in names)
        if self.plan.points == Points():
            return
        if self.plan.dialect == "trf26":
            yield PointValues("162", values)
        else:
            codes = {"win": "BBW", "draw": "BBD", "loss": "BBL", "absence": "BBZ", "pab": "BBU"}
            yield from (PointValues(codes[name], ((name, value),)) for name, value in values)

    def _requested(self, absent: dict[int, Symbol], coming: int) -> Iterator[Record]:
        for kind in ("F", "H", "Z"):
            players = tuple(sorted(number for number, symbol in absent.items() if symbol == kind))
            if players:
                yield Byes("240", kind, coming, players)
