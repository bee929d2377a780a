"""A stage's record as the engine wants it: who did what in the rounds so far, and who is there in the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import Final

from gameengine.core.types import JsonObject
from tournaments.formats.base import Decision, Entrant, FormatError, GrantedBye, Pairing, Record
from tournaments.formats.policy import lot
from tournaments.formats.swiss.baku import accelerated_group, virtual_points
from tournaments.formats.swiss.model import Colour, Edition, Kind, PairingRequest, Participant, Turn
from tournaments.standings.score import CLASSIC, THREE_ONE, PointSystem

_POINTS: Final[Mapping[str, PointSystem]] = MappingProxyType({"classic": CLASSIC, "three_one": THREE_ONE})
_BYES: Final[Mapping[GrantedBye, Kind]] = MappingProxyType({"half": "hpb", "zero": "zpb", "full": "fpb"})


def points_of(settings: JsonObject) -> PointSystem:
    """Return what results bring in a stage."""
    points = _POINTS[str(settings["points"])]
    bye = {"win": points.win, "draw": points.draw, "loss": points.loss}[str(settings["bye_points"])]
    return replace(points, bye=bye)


def decision_of(record: Record, pairing: Pairing) -> Decision | None:
    """Return how a pairing was decided: what the record says holds.

    One that is not finished may count as drawn (C.04.2, 3.10).
    """
    found = record.decisions.get(pairing.key) or pairing.decision
    if found is None and pairing.key in record.as_drawn:
        return Decision(None)
    return found


def declared_rounds(settings: JsonObject) -> int:
    """Return how many rounds a stage has."""
    rounds = settings["rounds"]
    assert isinstance(rounds, int)  # noqa: S101
    return rounds


def request_of(record: Record, made: Sequence[Pairing]) -> PairingRequest:
    """Return what the engine needs for the round after those made. Raises FormatError `over`, `round_before_open`."""
    number = max((pairing.round for pairing in made), default=0) + 1
    rounds = declared_rounds(record.settings)
    if number > rounds:
        raise FormatError("over", str(rounds))
    if any(decision_of(record, pairing) is None for pairing in made):
        raise FormatError("round_before_open", str(number - 1))
    points = points_of(record.settings)
    turns = turns_of(record, made, points, number)
    return PairingRequest(
        round=number,
        rounds=rounds,
        participants=tuple(_participants(record, turns, points, number, rounds)),
        first_colour=first_colour(record),
        edition=_edition(record.settings),
        win=points.win,
        loss=points.loss,
        forbidden=frozenset(_apart(record, number)),
        rematches=frozenset(_rematches(record)),
        colour_rules=bool(record.settings["balance_seats"]),
        lot=record.rng_seed,
    )


def first_colour(record: Record) -> Colour:
    """Return the colour that the lot gives to the first board; the same whenever it is asked."""
    return 1 if lot(record.rng_seed, "swiss/first_colour") == 0 else -1


def _edition(settings: JsonObject) -> Edition:
    return "2017" if settings["edition"] == "2017" else "2026"


def _participants(
    record: Record, turns: Mapping[str, tuple[Turn, ...]], points: PointSystem, number: int, rounds: int
) -> Iterator[Participant]:
    """Yield everybody with history, virtual points, and whether they are there in this round."""
    accelerated: frozenset[int] = frozenset()
    if record.settings["acceleration"] == "baku":
        accelerated = _accelerated(record.entrants, turns)
    virtual = virtual_points(rounds, points.win)
    for entrant in record.entrants:
        yield Participant(
            entrant.seed,
            turns[entrant.id],
            virtual=virtual if entrant.seed in accelerated else (),
            present=not entrant.out and (number, entrant.id) not in record.byes,
        )


def _accelerated(entrants: Sequence[Entrant], turns: Mapping[str, tuple[Turn, ...]]) -> frozenset[int]:
    """Return the seeds in the accelerated group: it is drawn up in round 1, late entries join it by seed."""
    first = [entrant.seed for entrant in entrants if not turns[entrant.id] or _took_part(turns[entrant.id][0])]
    late = [entrant.seed for entrant in entrants if entrant.seed not in first]
    return accelerated_group(first or [entrant.seed for entrant in entrants], late)


def _took_part(turn: Turn) -> bool:
    return turn.kind != "zpb"


def turns_of(
    record: Record, made: Sequence[Pairing], points: PointSystem, number: int
) -> Mapping[str, tuple[Turn, ...]]:
    """Return the rounds of everybody before this one."""
    seeds = {entrant.id: entrant.seed for entrant in record.entrants}
    found: dict[tuple[str, int], Turn] = {}
    for pairing in made:
        decision = decision_of(record, pairing)
        for side, other in ((0, 1), (1, 0)):
            entry, opponent = pairing.sides[side].entry, pairing.sides[other].entry
            if entry is not None and decision is not None:
                found[entry, pairing.round] = _turn(decision, side, seeds.get(opponent or "", 0), points)
    return {
        entry: tuple(found.get((entry, before)) or _bye(record, entry, before, points) for before in range(1, number))
        for entry in seeds
    }


def _turn(decision: Decision, side: int, opponent: int, points: PointSystem) -> Turn:
    """Return one side of a decided pairing."""
    won = decision.advances == side
    if decision.kind == "bye":
        return Turn("pab", points.bye)
    if decision.kind == "played":
        made = points.draw if decision.advances is None else points.win if won else points.loss
        return Turn("played", made, opponent, 1 if side == 0 else -1)
    if won:
        return Turn("forfeit_win", points.win, opponent)
    return Turn("forfeit_loss", points.absence, opponent)


def _bye(record: Record, entry: str, number: int, points: PointSystem) -> Turn:
    """Return a round in which somebody was not paired."""
    granted = record.byes.get((number, entry), "zero")
    return Turn(_BYES[granted], {"half": points.draw, "zero": points.absence, "full": points.win}[granted])


def _apart(record: Record, number: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of seeds that must not meet in this round."""
    seeds = {entrant.id: entrant.seed for entrant in record.entrants}
    for group in record.apart:
        if group.first_round <= number <= group.last_round:
            yield from combinations(sorted(seeds[entry] for entry in group.entries if entry in seeds), 2)


def _rematches(record: Record) -> Iterator[tuple[int, int]]:
    """Yield the pairs of seeds that may meet again."""
    seeds = {entrant.id: entrant.seed for entrant in record.entrants}
    for pair in record.rematches:
        one, other = sorted(seeds[entry] for entry in pair)
        yield one, other
