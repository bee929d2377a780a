"""Cross table and wall chart: what everybody did, round by round or opponent by opponent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.pages.figures import Points, points
from tournaments.pages.standings import OUT, Own, entry_url
from tournaments.selectors.standings import Line, StageStandings, Worked
from tournaments.standings.crosstable import Cell, Kind

Order = Literal["rank", "seed"]
"""By rank for the cross table, by pairing number for the wall chart."""

_RESULTS: Final = ("0", "½", "1")
_WITHOUT: Final[Mapping[Kind, tuple[Any, Any]]] = {
    Kind.PAIRING_BYE: (pgettext_lazy("short", "bye"), gettext_lazy("bye of the pairing")),
    Kind.FULL_BYE: (pgettext_lazy("short", "full"), gettext_lazy("full-point bye")),
    Kind.HALF_BYE: (pgettext_lazy("short", "half"), gettext_lazy("half-point bye")),
    Kind.ZERO_BYE: (pgettext_lazy("short", "away"), gettext_lazy("away")),
    Kind.FREE: ("", gettext_lazy("no round")),
}
"""What stands in place of an opponent: short in the cell, and in full."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell. `result` is what the game brought ("1", "½", "+"), `other` the opponent's number or a word instead.

    `seat` is 0 or 1 where seats mean something, else None. `total` are the points after the round.
    """

    result: str
    other: str
    say: str
    seat: int | None = None
    total: Points | None = None
    kind: str = ""


SELF: Final = Square("", "", "", kind="self")


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One entry with its cells; `number` is what others call it by in theirs."""

    number: int
    entry_id: str
    name: str
    url: str
    rating: int | None
    points: Points
    place: str
    squares: tuple[Square, ...]
    out: bool
    own: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of cells; its columns are rounds, or in a matrix the opponents."""

    columns: tuple[int, ...]
    rows: tuple[ChartRow, ...]
    matrix: bool = False
    seats: bool = True


def by_round(found: StageStandings, own: Own, *, order: Order, last: int | None = None, link: str = "") -> Chart | None:
    """Return everybody with their rounds, up to `last` or as far as they are public; nothing for a tree.

    In a cross table the numbers are places in the list, in a wall chart they are pairing numbers.
    """
    if found.worked is None:
        return None
    lines = _known(found, found.worked)
    if order == "seed":
        lines.sort(key=_seed)
    numbers = {_seed(line): _seed(line) if order == "seed" else place for place, line in enumerate(lines, 1)}
    maker = _maker(found, found.worked, numbers, last)
    rows = tuple(maker.row(line, tuple(maker.rounds(_seed(line))), own, link) for line in lines)
    return Chart(tuple(range(1, maker.longest + 1)), rows, seats=maker.seated)


def matrix(found: StageStandings, own: Own, *, last: int | None = None, link: str = "") -> Chart | None:
    """Return everybody against everybody, by rank; nothing for a tree."""
    if found.worked is None:
        return None
    lines = _known(found, found.worked)
    numbers = {_seed(line): place for place, line in enumerate(lines, 1)}
    maker = _maker(found, found.worked, numbers, last)
    rows = tuple(maker.row(line, tuple(maker.meetings(_seed(line))), own, link) for line in lines)
    return Chart(tuple(numbers.values()), rows, matrix=True, seats=maker.seated)


def _known(found: StageStandings, worked: Worked) -> list[Line]:
    """Return the lines of those who are in the cross table: who left a round robin early is not."""
    there = {each.number for each in worked.table.competitors}
    return [line for line in found.lines if line.seed in there]


def _seed(line: Line) -> int:
    """Return the seed of a line of a table, where everybody has one."""
    return line.seed or 0


def _maker(found: StageStandings, worked: Worked, numbers: Mapping[int, int], last: int | None) -> _Maker:
    competitors = worked.table.competitors
    return _Maker(
        found,
        numbers,
        {each.number: each.cells[:last] for each in competitors},
        {each.number: each.penalty for each in competitors},
    )


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes rows: `numbers` are what cells call people by, `cells` their rounds, all by seed."""

    found: StageStandings
    numbers: Mapping[int, int]
    cells: Mapping[int, Sequence[Cell]]
    penalties: Mapping[int, int]

    @property
    def longest(self) -> int:
        """Return how many rounds are shown."""
        return max(map(len, self.cells.values()), default=0)

    @property
    def seated(self) -> bool:
        """Tell whether seats mean something in this table."""
        return any(cell.seat is not None for cells in self.cells.values() for cell in cells)

    def row(self, line: Line, squares: tuple[Square, ...], own: Own, link: str) -> ChartRow:
        """Return the row of an entry."""
        seed, entry_id = _seed(line), line.entry_id or ""
        scored = sum(cell.points for cell in self.cells[seed][: self.found.after])
        return ChartRow(
            number=self.numbers[seed],
            entry_id=entry_id,
            name=line.name,
            url=entry_url(self.found.stage, entry_id) + link,
            rating=line.rating,
            points=points(scored - self.penalties[seed]),
            place="" if line.rank is None else str(line.rank),
            squares=squares,
            out=line.status in OUT,
            own=entry_id in own,
        )

    def rounds(self, seed: int) -> Iterator[Square]:
        """Yield the rounds of one entry with the points so far."""
        cells = self.cells[seed]
        for cell, total in zip(cells, accumulate(cell.points for cell in cells), strict=True):
            yield square(cell, self._number(cell.opponent), self._name(cell.opponent), total)

    def meetings(self, own: int) -> Iterator[Square]:
        """Yield what happened against each opponent, oneself included; who met twice has both results."""
        met: dict[int, list[Square]] = {}
        for cell in self.cells[own]:
            if cell.opponent is not None:
                met.setdefault(cell.opponent, []).append(square(cell, "", self._name(cell.opponent)))
        for seed in self.numbers:
            yield SELF if seed == own else _joined(met.get(seed, []))

    def _number(self, seed: int | None) -> str:
        return str(self.numbers.get(seed or 0, "–"))

    def _name(self, seed: int | None) -> str:
        line = self.found.by_seed.get(seed or 0)
        return line.name if line else "–"


def _joined(squares: Sequence[Square]) -> Square:
    """Return the games against one opponent as one cell."""
    if len(squares) == 1:
        return squares[0]
    kinds = {one.kind for one in squares}
    return Square(
        " ".join(one.result or "·" for one in squares),
        "",
        "; ".join(one.say for one in squares),
        kind=kinds.pop() if len(kinds) == 1 else "",
    )


def square(cell: Cell, number: str, name: str, total: int | None = None) -> Square:
    """Return one round as a cell: `number` and `name` are the opponent's, `total` the tenths after the round."""
    after = None if total is None or cell.kind is Kind.OPEN else points(total)
    if cell.kind in _WITHOUT:
        short, full = _WITHOUT[cell.kind]
        result = "" if cell.kind is Kind.FREE else str(points(cell.points))
        return Square(result, str(short), str(full), total=after, kind="bye")
    result, said, kind = _game(cell, name)
    return Square(result, number, said, cell.seat, after, kind)


def _game(cell: Cell, name: str) -> tuple[str, str, str]:
    """Return a round with an opponent: its sign, what is said of it, and its class."""
    about = {"name": name}
    match cell.kind:
        case Kind.OPEN:
            return "", _("against %(name)s, no result yet") % about, "open"
        case Kind.FORFEIT_WIN:
            return "+", _("won by forfeit against %(name)s") % about, "forfeit"
        case Kind.FORFEIT_LOSS:
            return "-", _("lost by forfeit against %(name)s") % about, "forfeit"
    said = (_("lost to %(name)s"), _("drew with %(name)s"), _("beat %(name)s"))[cell.result] % about
    return _RESULTS[cell.result], said, ("loss", "draw", "win")[cell.result]
