"""What a tournament report file says, as values. Source: design page on pairing, section 10; FIDE TRF16 and TRF26.

Points are whole tenths of a point everywhere: `11.5` is 115.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Final, Literal, TypeAlias, TypeVar

Colour: TypeAlias = Literal["w", "b", "-"]
"""First seat, second seat, none."""

Symbol: TypeAlias = Literal["1", "=", "0", "W", "D", "L", "+", "-", "H", "F", "U", "Z", "?"]
"""A result. `W D L` were played but are not rated; `+ -` are forfeits; `H F U Z` are the half-point, full-point,
pairing-allocated and zero-point bye; `?` is a pairing whose result is not known yet (blank in the file)."""

Dialect: TypeAlias = Literal["trf16x", "trf26"]

PLAYED: Final = frozenset("1=0WDL")
FORFEITS: Final = frozenset("+-")
BYES: Final = frozenset("HFUZ")
UNRATED: Final = frozenset("WDL")
ANSWERS: Final[Mapping[str, frozenset[str]]] = {
    "1": frozenset("0"),
    "0": frozenset("1"),
    "=": frozenset("="),
    "W": frozenset("L"),
    "L": frozenset("W"),
    "D": frozenset("D"),
    "+": frozenset("-"),
    "-": frozenset("+-"),
    "?": frozenset("?"),
}
"""What the opponent may have in the same game. Two forfeit losses are a double forfeit."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round. `opponent` is 0 if there was none."""

    result: Symbol
    opponent: int = 0
    colour: Colour = "-"

    @property
    def played(self) -> bool:
        """Return whether a game really took place."""
        return self.result in PLAYED


ABSENT: Final = Cell("Z")


@dataclass(frozen=True, slots=True)
class Record:
    """One line. `line` is its number in the file it came from, `source` how it was written there; both may be unset."""

    code: str
    line: int = field(default=0, kw_only=True, compare=False)
    source: str = field(default="", kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Player(Record):
    """A player (001). `cells` has one entry per round from round 1 on; it ends where the line ends."""

    number: int
    name: str
    points: int = 0
    rank: int | None = None
    cells: tuple[Cell, ...] = ()
    rating: int | None = None
    title: str = ""
    sex: str = ""
    federation: str = ""
    fide_number: str = ""
    birth: str = ""

    def cell(self, round_number: int) -> Cell:
        """Return a round, counted from 1; a zero-point bye beyond the end of the line."""
        return self.cells[round_number - 1] if round_number <= len(self.cells) else ABSENT


@dataclass(frozen=True, slots=True)
class Header(Record):
    """A record of plain text: name, city, dates, arbiters, time control, system, tie-breaks and the like."""

    text: str


@dataclass(frozen=True, slots=True)
class Rounds(Record):
    """How many rounds the tournament has (142, XXR)."""

    number: int


@dataclass(frozen=True, slots=True)
class FirstColour(Record):
    """The colour drawn by lot for the first board (152, XXC); `by_rank` sorts players by their rank field."""

    colour: Colour
    by_rank: bool = False


@dataclass(frozen=True, slots=True)
class PointValues(Record):
    """What some results bring (162, XXS, BBx): names of the fields of `Points`, and tenths."""

    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Byes(Record):
    """Byes that are granted beforehand (240): one kind, one round."""

    kind: Symbol
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Absent(Record):
    """Who is not there in the coming round (XXZ)."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Accelerated(Record):
    """Virtual points for a range of players and rounds (250)."""

    points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int


@dataclass(frozen=True, slots=True)
class VirtualPoints(Record):
    """Virtual points of one player, round by round (XXA)."""

    player: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forbidden(Record):
    """A group of whom no two may meet (260, XXP); without rounds (0) the whole tournament."""

    players: tuple[int, ...]
    first_round: int = 0
    last_round: int = 0


@dataclass(frozen=True, slots=True)
class Abnormal(Record):
    """Points against the rule (299); `round` 0 means every round.

    Without `kind` they are added to the total, once; else they replace what this result brings.
    """

    kind: str
    points: int
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Other(Record):
    """A comment, an empty line, or a record that is kept and not interpreted; `text` is the whole line."""

    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """What each kind of result brings, in tenths. Defaults: FIDE's."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    forfeit_loss: int = 0
    pab: int = 10
    half: int = 5
    full: int = 10
    forfeit_win: int = 10
    unknown: int = 5

    def of(self, symbol: str) -> int:
        """Return what a result brings.

        >>> Points().of("=")
        5
        """
        value: int = getattr(self, _FIELD_OF[symbol])
        return value


POINT_FIELDS: Final = tuple(entry.name for entry in fields(Points))
_FIELD_OF: Final[Mapping[str, str]] = {
    "1": "win",
    "=": "draw",
    "0": "loss",
    "W": "win",
    "D": "draw",
    "L": "loss",
    "+": "forfeit_win",
    "-": "forfeit_loss",
    "H": "half",
    "F": "full",
    "U": "pab",
    "Z": "absence",
    "?": "unknown",
}
_FOLLOWS: Final = {"win": ("pab", "full", "forfeit_win"), "draw": ("half", "unknown"), "absence": ("forfeit_loss",)}
"""Values that follow another one unless they are given themselves."""

_R = TypeVar("_R", bound=Record)


@dataclass(frozen=True)
class Trf:
    """A whole file: its records in order. `newline` and the rest say how it is written."""

    records: tuple[Record, ...]
    newline: str = "\n"
    ends_with_newline: bool = True
    byte_order_mark: bool = False

    def all(self, kind: type[_R]) -> Iterator[_R]:
        """Yield the records of a kind in order."""
        return (record for record in self.records if isinstance(record, kind))

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """Return the players by number, in the order of the file."""
        return {player.number: player for player in self.all(Player)}

    @cached_property
    def dialect(self) -> Dialect:
        """Return which codes the file uses: `trf26` if any of the 2026 numeric codes is there."""
        new = {"142", "152", "162", "172", "182", "192", "202", "212", "222", "240", "250", "260", "299"}
        return "trf26" if any(record.code in new for record in self.records) else "trf16x"

    @cached_property
    def rounds(self) -> int | None:
        """Return the declared number of rounds, None if the file is silent."""
        return next((record.number for record in self.all(Rounds)), None)

    @cached_property
    def filled(self) -> int:
        """Return how many columns of rounds there are."""
        return max((len(player.cells) for player in self.players.values()), default=0)

    @cached_property
    def first_colour(self) -> Colour | None:
        """Return the first colour of the tournament, None if the file does not name it."""
        return next((record.colour for record in self.all(FirstColour) if record.colour != "-"), None)

    @cached_property
    def by_rank(self) -> bool:
        """Return whether the rank field orders the players instead of the number."""
        return any(record.by_rank for record in self.all(FirstColour))

    @cached_property
    def points(self) -> Points:
        """Return the point values with defaults filled in."""
        given = {name: value for record in self.all(PointValues) for name, value in record.values}
        for name, followers in _FOLLOWS.items():
            if name in given:
                given = {**dict.fromkeys(followers, given[name]), **given}
        return Points(**given)

    @cached_property
    def accelerated(self) -> tuple[Accelerated, ...]:
        """Return the virtual points by ranges of players."""
        return tuple(self.all(Accelerated))

    @cached_property
    def virtual_points(self) -> Mapping[int, tuple[int, ...]]:
        """Return the virtual points that are listed player by player."""
        return {record.player: record.points for record in self.all(VirtualPoints)}

    def header(self, code: str) -> str | None:
        """Return the text of a record of plain text, None if it is not there."""
        return next((record.text for record in self.all(Header) if record.code == code), None)

    def score(self, player: Player, *, after_round: int) -> int:
        """Return the points of a player after a round, corrections (299) included, virtual points not."""
        cells = player.cells[:after_round]
        return sum(self.worth(player.number, number, cell) for number, cell in enumerate(cells, 1)) + sum(
            record.points for record in self._abnormal(player.number) if not record.kind and record.round <= after_round
        )

    def worth(self, number: int, round_number: int, cell: Cell) -> int:
        """Return what one round brought a player."""
        for record in self._abnormal(number):
            if record.kind == cell.result and record.round in (0, round_number):
                return record.points
        return self.points.of(cell.result)

    def _abnormal(self, number: int) -> Sequence[Abnormal]:
        return self._abnormal_by_player.get(number, ())

    @cached_property
    def _abnormal_by_player(self) -> Mapping[int, Sequence[Abnormal]]:
        found: dict[int, list[Abnormal]] = {}
        for record in self.all(Abnormal):
            for number in record.players:
                found.setdefault(number, []).append(record)
        return found
