"""From a tournament report file to what a stage is made of.

Nothing is guessed: what a stage cannot hold refuses the file, with line and column.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Final, Literal

from tournaments.exchange.crosstable import system_of
from tournaments.exchange.kept import absences, deductions_of, virtual_of
from tournaments.exchange.stage_report import Deduction, Group
from tournaments.exchange.to_boards import Board, berger_faults, boards_of
from tournaments.exchange.trf import TrfError, unknown_codes
from tournaments.exchange.trf.faults import Fault
from tournaments.exchange.trf.pairing import ABSENCES, first_colour, round_to_pair
from tournaments.exchange.trf.values import (
    ABSENT,
    UNRATED,
    Abnormal,
    Accelerated,
    Forbidden,
    Player,
    Points,
    PointValues,
    Rounds,
    Symbol,
    Trf,
    VirtualPoints,
)
from tournaments.formats.base import GrantedBye
from tournaments.formats.policy import lot
from tournaments.formats.registry import FORMATS
from tournaments.formats.roundrobin import berger, double_berger
from tournaments.formats.swiss.baku import accelerated_group, virtual_points
from tournaments.standings.crosstable import System
from tournaments.standings.errors import StandingsError
from tournaments.standings.registry import parsed

BYES: Final[Mapping[Symbol, GrantedBye]] = {"H": "half", "Z": "zero", "F": "full"}
_MOST_ROUNDS: Final = 30
_TO_THE_END: Final = 99
_KINDS: Final[Mapping[tuple[int, int], str]] = {(10, 5): "classic", (30, 10): "three_one"}


@dataclass(frozen=True, slots=True)
class ImportedEntry:
    """Somebody of the file; the seed is the place in this list."""

    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class ImportedStage:
    """What a file says, as a stage has it. `notes` are what an organizer should know; they refuse nothing."""

    name: str
    place: str
    format: Literal["swiss", "round_robin"]
    settings: Mapping[str, str | int | bool]
    rng_seed: str
    entries: tuple[ImportedEntry, ...]
    rounds: tuple[tuple[Board, ...], ...]
    byes: Mapping[tuple[int, int], GrantedBye] = field(default_factory=dict)
    apart: tuple[Group, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    notes: tuple[Fault, ...] = ()


def imported(trf: Trf) -> ImportedStage:
    """Return the stage of a file. Raises TrfError with everything that a stage of ours cannot hold."""
    system = system_of(trf)
    faults = [*_name_faults(trf), *_field_faults(trf, system), *_value_faults(trf)]
    faults += _swiss_faults(trf) if system == "swiss" else _robin_faults(trf, system)
    if faults:
        raise TrfError(faults)
    shown = shown_of(trf)
    colour = first_colour(trf)
    return ImportedStage(
        name=trf.header("012") or "",
        place=trf.header("022") or "",
        format="swiss" if system == "swiss" else "round_robin",
        settings=_settings(trf, system),
        rng_seed=_rng_seed(trf, colour),
        entries=tuple(ImportedEntry(player.number, player.name, player.rating) for player in _ordered(trf)),
        rounds=tuple(boards_of(trf, number, system) for number in range(1, shown + 1)),
        byes=_byes(trf, shown) if system == "swiss" else {},
        apart=tuple(_apart(trf)),
        deductions=tuple(
            Deduction(number, round_number, -tenths) for (number, round_number, _), tenths in deductions_of(trf).items()
        ),
        notes=tuple(_notes(trf, system)),
    )


def shown_of(trf: Trf) -> int:
    """Return how many rounds a file shows; a last column that only tells who will be absent is none."""
    return min(trf.filled, round_to_pair(trf) - 1)


def _ordered(trf: Trf) -> list[Player]:
    """Return the players by number, which is the order of seeds."""
    return sorted(trf.players.values(), key=lambda player: player.number)


# ---- what a stage cannot hold


def _name_faults(trf: Trf) -> Iterator[Fault]:
    """Yield missing names and names that are there twice: entries are told apart by name."""
    seen: set[str] = set()
    for player in trf.all(Player):
        if not player.name:
            yield Fault(player.line, 15, "missing", "001, 15-47")
        elif player.name in seen:
            yield Fault(player.line, 15, "name_twice", player.name)
        seen.add(player.name)


def _field_faults(trf: Trf, system: System) -> Iterator[Fault]:
    """Yield a field that is too small or too large for the format."""
    chosen = FORMATS["swiss" if system == "swiss" else "round_robin"]
    if not chosen.min_entries <= len(trf.players) <= chosen.max_entries:
        yield Fault(1, 1, "field_size", str(len(trf.players)))


def _value_faults(trf: Trf) -> Iterator[Fault]:
    """Yield points that a stage has no setting for."""
    points = trf.points
    given = next(trf.all(PointValues), None)
    line = given.line if given else 1
    kind = _KINDS.get((points.win, points.draw))
    plain = Points(points.win, points.draw, 0, 0, 0, points.pab, points.draw, points.win, points.win, points.unknown)
    if kind is None or points != plain or points.pab not in (points.win, points.draw, 0):
        yield Fault(line, 5, "points_unsupported")
    for record in trf.all(Abnormal):
        if record.kind:
            yield Fault(record.line, 5, "abnormal_unsupported", record.kind)


def _swiss_faults(trf: Trf) -> Iterator[Fault]:
    """Yield what only a Swiss of another kind could hold."""
    ranks = [player.rank for player in _ordered(trf)]
    if trf.by_rank and ranks != list(range(1, len(ranks) + 1)):
        yield Fault(1, 1, "rank_order")
    if (trf.rounds or trf.filled) > _MOST_ROUNDS:
        yield _rounds_fault(trf)
    virtual = virtual_of(trf, round_to_pair(trf))
    if virtual and virtual != _baku(trf, round_to_pair(trf)):
        first = next(record for record in trf.records if isinstance(record, (VirtualPoints, Accelerated)))
        yield Fault(first.line, 5, "virtual_unsupported")


def _rounds_fault(trf: Trf) -> Fault:
    """Return that the number of rounds does not fit, at the line that declares it."""
    declared = next(trf.all(Rounds), None)
    return Fault(declared.line if declared else 1, 5, "rounds_unsupported", str(trf.rounds or trf.filled))


def _baku(trf: Trf, rounds: int) -> dict[int, tuple[int, ...]]:
    """Return the virtual points of the Baku method for this field in the first rounds."""
    first = [number for number, player in trf.players.items() if not trf.filled or player.cell(1) != ABSENT]
    last = max(accelerated_group(first or list(trf.players)), default=0)
    virtual = virtual_points(trf.rounds or trf.filled, trf.points.win)[:rounds]
    return {number: virtual for number in trf.players if number <= last and any(virtual)}


def _robin_faults(trf: Trf, system: System) -> Iterator[Fault]:
    """Yield rounds that are not those of the Berger tables, and what a round robin has no place for."""
    if len(trf.players) > 1:
        rounds = double_berger(len(trf.players)) if system == "drr" else berger(len(trf.players))
        if (trf.rounds or len(rounds)) != len(rounds) or trf.filled > len(rounds):
            yield _rounds_fault(trf)
        else:
            yield from berger_faults(trf, rounds)
    for record in trf.all(Forbidden):
        yield Fault(record.line, 1, "robin_unsupported", record.code)


# ---- what it can


def _settings(trf: Trf, system: System) -> dict[str, str | int | bool]:
    points = trf.points
    settings: dict[str, str | int | bool] = {"points": _KINDS[points.win, points.draw]}
    order = _tie_breaks(trf, system)
    if order:
        settings["tie_breaks"] = order
    if system != "swiss":
        return {**settings, "cycles": 2 if system == "drr" else 1}
    worth = {points.win: "win", points.draw: "draw", 0: "loss"}
    return {
        **settings,
        "rounds": trf.rounds or max(trf.filled, 1),
        "edition": "2017" if "2017" in (trf.header("192") or "") else "2026",
        "acceleration": "baku" if virtual_of(trf, round_to_pair(trf)) else "none",
        "bye_points": worth[points.pab],
    }


def _tie_breaks(trf: Trf, system: System) -> str:
    """Return the tie-breaks that a file names, as far as all of them are known here."""
    text = (trf.header("202") or "").replace(" ", "")
    try:
        parsed(text, system)
    except StandingsError:
        return ""
    return text


def _rng_seed(trf: Trf, colour: int) -> str:
    """Return a seed of the lot that gives the file's first colour; the same for the same field."""
    field_text = "\0".join(f"{player.number} {player.name}" for player in _ordered(trf))
    seeds = (hashlib.sha256(f"{field_text}\0{number}".encode()).hexdigest()[:32] for number in count())
    return next(seed for seed in seeds if (lot(seed, "swiss/first_colour") == 0) == (colour != -1))


def _byes(trf: Trf, shown: int) -> dict[tuple[int, int], GrantedBye]:
    """Return the byes of the rounds so far that brought something, and all of those to come."""
    past = {
        (place, player.number): BYES[cell.result]
        for player in trf.players.values()
        for place, cell in enumerate(player.cells[:shown], 1)
        if cell.result in ABSENCES and cell != ABSENT
    }
    return {**past, **{place: BYES[symbol] for place, symbol in absences(trf, shown).items()}}


def _apart(trf: Trf) -> Iterator[Group]:
    """Yield who must not meet, group by group; without rounds that holds to the end."""
    for record in trf.all(Forbidden):
        numbers = tuple(sorted(set(record.players)))
        yield Group(numbers, record.first_round or 1, record.last_round or _TO_THE_END)


def _notes(trf: Trf, system: System) -> Iterator[Fault]:
    """Yield what is kept without being understood, and what the file leaves open."""
    for record in unknown_codes(trf):
        yield Fault(record.line, 1, "kept_unknown", record.code)
    if trf.rounds is None and system == "swiss":
        yield Fault(1, 1, "rounds_silent", str(max(trf.filled, 1)))
    wanted = trf.header("202")
    if wanted and not _tie_breaks(trf, system):
        line = next(record.line for record in trf.records if record.code == "202")
        yield Fault(line, 5, "tie_breaks_unknown", wanted)
    if any(cell.result in UNRATED for player in trf.players.values() for cell in player.cells):
        yield Fault(1, 1, "unrated_kept")
