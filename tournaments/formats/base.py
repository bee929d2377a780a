"""The interface of a format, and the values that go in and come out.

A format is one module with one object that fulfils `Format`, and one line in `registry`. It is asked again after every
result and answers from the record alone: same record, same answer. What it says about a pairing that it has named
before never changes unless the record has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias

from gameengine.core.game import Option
from gameengine.core.types import Json, JsonObject, Text
from tournaments.standings.crosstable import CrossTable, System

Index: TypeAlias = Literal[0, 1]
"""One of the two sides of a pairing."""

Unplayed: TypeAlias = Literal["bye", "forfeit", "double_forfeit", "empty"]
"""How a pairing is decided that nobody has to play; `empty` means that nobody ever comes to it."""


DecisionKind: TypeAlias = Unplayed | Literal["played"]
"""How a pairing was decided, at the board or not."""


GrantedBye: TypeAlias = Literal["half", "zero", "full"]
"""What a bye that was granted before the pairing brings: a draw, nothing, or a win."""


class FormatError(ValueError):
    """The format cannot work with these entries or settings; `code` never changes.

    `text` is the detail in both languages where people have to read it, `entries` are those who stand in the way.
    """

    def __init__(self, code: str, detail: str, text: Text | None = None, entries: Sequence[str] = ()) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.text = text or Text(detail, detail)
        self.entries = tuple(entries)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who is seeded into a stage; seed 1 is the best. `out` tells that they have left the tournament."""

    id: str
    seed: int
    rating: int | None = None
    out: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side of a pairing comes from: a seed, or the winner or loser of another pairing."""

    kind: Literal["seed", "winner", "loser"]
    of: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pairing: an entry, nobody ever (`empty`), or not known yet (neither)."""

    entry: str | None = None
    empty: bool = False
    source: Source | None = None

    @property
    def known(self) -> bool:
        """Return whether it is settled who sits here, be it nobody."""
        return self.empty or self.entry is not None


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome of a pairing: who goes on or has won, as a side; None if nobody does, or if a played one is drawn.

    `half_points` are those made in the games of the pairing, by side, where somebody counted them.
    """

    advances: Index | None
    kind: DecisionKind = "played"
    half_points: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides put at one board of one round.

    `after` are the keys of pairings that must be decided before this one begins. `decision` is set when the format
    itself decides the pairing (a bye, a forfeit of somebody who has left), else None.
    """

    key: str
    round: int
    board: int
    sides: tuple[Side, Side]
    after: tuple[str, ...] = ()
    decision: Decision | None = None

    @property
    def playable(self) -> bool:
        """Return whether two entries are there and it is for them to decide the pairing."""
        return self.decision is None and all(side.entry is not None for side in self.sides)


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is known before it is paired; `kind` names it in every language through `Format.round_name`."""

    number: int
    kind: str
    boards: int


@dataclass(frozen=True, slots=True)
class Placing:
    """A place in the ranking: from `rank` to `to_rank` when it is shared. Without an entry the place is not awarded."""

    rank: int
    to_rank: int
    entry: str | None


@dataclass(frozen=True, slots=True)
class Made:
    """A pairing that exists already, as it was seated: the entries by side, None for an empty side."""

    key: str
    round: int
    board: int
    entries: tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Apart:
    """Entries of whom no two may be paired in these rounds."""

    entries: frozenset[str]
    first_round: int
    last_round: int


@dataclass(frozen=True, slots=True)
class Record:
    """What has happened in a stage so far: decisions by key of pairing, and the keys that are being played now.

    `penalties` are tenths of a point by entry, for standings alone. The rest is for formats that pair round by round:
    pairings made so far, byes granted beforehand by round and entry, entries to keep apart, pairs that may meet again,
    keys of boards that count as drawn as long as they have no result, the seed of every lot, and whether the round
    after those made is wanted. To pair it may take long, so only who drafts a round asks for it.
    """

    entrants: Sequence[Entrant]
    settings: JsonObject
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    under_way: frozenset[str] = frozenset()
    made: Sequence[Made] = ()
    byes: Mapping[tuple[int, str], GrantedBye] = field(default_factory=dict)
    apart: Sequence[Apart] = ()
    rematches: frozenset[frozenset[str]] = frozenset()
    as_drawn: frozenset[str] = frozenset()
    penalties: Mapping[str, int] = field(default_factory=dict)
    rng_seed: str = ""
    new_round: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of why a board was paired, and what it is about."""

    kind: str
    text: Text


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round as the rules pair it: boards, the numbers used by entry, and why; reasons are by key of the board."""

    pairings: tuple[Pairing, ...]
    numbers: Mapping[str, int]
    reasons: Mapping[str, tuple[Reason, ...]]
    trace: tuple[Text, ...]


Board: TypeAlias = tuple[str | None, str | None]
"""Two entries at a board: who has the first seat, who the second. None is nobody; with one entry it is a bye."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about boards that were put together by hand: a stable code, whom it is about, and a number.

    The number is the round of an earlier meeting, or a difference in tenths of a point; 0 where it means nothing.
    """

    code: str
    entries: tuple[str, ...]
    number: int = 0


Advice: TypeAlias = Literal["many_rounds", "round_robin"]
"""What is to be said about a number of rounds: a late one may have no pairing, or everybody could meet everybody."""


class Pairer(Protocol):
    """The part of a format that pairs one round at a time from what has happened."""

    def paired(self, record: Record, heard: Callable[[str, int, int], None]) -> PairedRound:
        """Return the round after those made, and why. `heard` is told the step, and how many of how many are done.

        Raises FormatError `round_before_open`, `over`, `no_pairing` with who stands in the way, `no_one_to_pair`.
        """
        ...

    def findings(self, record: Record, boards: Sequence[Board]) -> tuple[Finding, ...]:
        """Return what speaks against these boards for the round after those made."""
        ...

    def advice(self, entries: int, settings: JsonObject) -> Advice | None:
        """Return what is to be said about the number of rounds for so many entries, None if nothing is."""
        ...


class Format(Protocol):
    """A way to pair a stage.

    `table` is the kind of cross table that ranks the field, with points and tie-breaks; then a pairing may end drawn.
    Without one every pairing has to be decided. `pairer` pairs round by round; without one every round follows from
    the seeds and the results, and is named by `next`.
    """

    key: str
    name: Text
    summary: Text
    min_entries: int
    max_entries: int
    settings: tuple[Option, ...]
    table: System | None
    pairer: Pairer | None

    def plan(self, entries: int, settings: JsonObject) -> tuple[Round, ...]:
        """Return the rounds of a field of this size. Raises FormatError `too_few_entries`, `too_many_entries`."""
        ...

    def first_round(self, record: Record) -> tuple[Pairing, ...]:
        """Return the pairings of round 1, byes included."""
        ...

    def next(self, record: Record) -> tuple[Pairing, ...]:
        """Return every pairing that can be named from the record, in order of round and board."""
        ...

    def ranking(self, record: Record) -> tuple[Placing, ...]:
        """Return the places that are settled, best first."""
        ...

    def cross_table(self, record: Record) -> CrossTable | None:
        """Return what everybody did in every round, numbers being seeds; None for a format without a `table`."""
        ...

    def round_name(self, kind: str) -> Text:
        """Return how people call a round of this kind."""
        ...


BOOLEAN: Final = ((True, Text("yes", "ja")), (False, Text("no", "nein")))


def complete_settings(options: Sequence[Option], given: JsonObject) -> dict[str, Json]:
    """Return the settings with defaults filled in. Raises FormatError `bad_setting` naming the first wrong one."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise FormatError("bad_setting", key)
    return {key: _checked(option, given.get(key, option.default)) for key, option in known.items()}


def _checked(option: Option, value: Json) -> Json:
    """Return the value if the option allows it."""
    # A boolean is an integer to Python: `1` must not pass for "yes".
    fits = type(value) is type(option.default)
    if option.choices:
        fits = fits and value in [choice for choice, _ in option.choices]
    if fits and isinstance(value, int) and option.minimum is not None and option.maximum is not None:
        fits = option.minimum <= value <= option.maximum
    if not fits:
        raise FormatError("bad_setting", option.key)
    return value


def check_entrants(entrants: Sequence[Entrant], *, least: int, most: int) -> None:
    """Tell whether the field fits. Raises FormatError for its size, or if the seeds are not 1 to n."""
    check_size(len(entrants), least=least, most=most)
    if sorted(entrant.seed for entrant in entrants) != list(range(1, len(entrants) + 1)):
        raise FormatError("bad_seeds", "seeds must be 1 to the number of entries")


def check_size(entries: int, *, least: int, most: int) -> None:
    """Raise FormatError `too_few_entries` or `too_many_entries` if the number is outside the limits."""
    if entries < least:
        raise FormatError("too_few_entries", str(least))
    if entries > most:
        raise FormatError("too_many_entries", str(most))
