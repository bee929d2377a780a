"""Between rows and values: what a format needs of a stage, and what a policy needs of a pairing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import cast

from django.db.models import QuerySet

from tournaments.errors import TournamentError
from tournaments.formats.base import (
    Apart,
    Decision,
    DecisionKind,
    Entrant,
    FormatError,
    GrantedBye,
    Index,
    Made,
    Record,
)
from tournaments.formats.base import Round as PlannedRound
from tournaments.formats.policy import Game, GameEnd, GameKind, Policy, policy_of
from tournaments.formats.registry import format_of
from tournaments.models import Bye, Pairing, PairingMatch, Result, Stage


def record_of(stage: Stage) -> Record:
    """Return what has happened in a stage, for its format, with the results as they stand now."""
    results = Result.objects.filter(pairing__stage=stage).select_related("pairing")
    drawable = format_of(stage.format).table is not None
    return Record(
        entrants=entrants_of(stage),
        settings=stage.settings,
        decisions={result.pairing.key: decision_of(result, drawable=drawable) for result in results},
        under_way=frozenset(under_way(stage).values_list("key", flat=True)),
        made=made_of(stage),
        byes=byes_of(stage),
        apart=apart_of(stage),
        penalties=penalties_of(stage),
        rng_seed=stage.rng_seed,
    )


def pairing_record(
    stage: Stage, number: int, *, as_drawn: Collection[str] = (), rematches: Collection[Collection[str]] = ()
) -> Record:
    """Return what the pairing of a round goes by: the rounds before it, with the results that pairings count.

    `as_drawn` are keys of boards that count as drawn as long as they are open, `rematches` pairs that may meet again.
    """
    results = Result.objects.filter(pairing__stage=stage, pairing__round__number__lt=number).select_related("pairing")
    return Record(
        entrants=entrants_of(stage),
        settings=stage.settings,
        decisions={result.pairing.key: paired_as(result) for result in results},
        under_way=frozenset(under_way(stage).filter(round__number__lt=number).values_list("key", flat=True)),
        made=tuple(made for made in made_of(stage) if made.round < number),
        byes=byes_of(stage),
        apart=apart_of(stage),
        rematches=frozenset(frozenset(pair) for pair in rematches),
        as_drawn=frozenset(as_drawn),
        rng_seed=stage.rng_seed,
        new_round=True,
    )


def plan_of(stage: Stage, entries: int | None = None) -> Sequence[PlannedRound]:
    """Return the rounds of a stage, or those it would have with so many entries.

    Raises TournamentError `too_few_entries`, `too_many_entries`.
    """
    try:
        return format_of(stage.format).plan(stage.field.count() if entries is None else entries, stage.settings)
    except FormatError as error:
        raise TournamentError(error.code, error.detail) from error


def fingerprint(record: Record) -> str:
    """Return the same text for the same record, whatever process asks."""
    parts = (
        sorted(record.entrants, key=lambda entrant: entrant.seed),
        sorted(record.settings.items()),
        sorted(record.decisions.items(), key=itemgetter(0)),
        sorted(record.under_way),
        record.made,
        sorted(record.byes.items()),
        [(sorted(group.entries), group.first_round, group.last_round) for group in record.apart],
        sorted(sorted(pair) for pair in record.rematches),
        sorted(record.as_drawn),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def made_of(stage: Stage) -> tuple[Made, ...]:
    """Return the pairings that exist, as they are seated."""
    rows = stage.pairings.order_by("round__number", "board")
    found = rows.values_list("key", "round__number", "board", "entry_0_id", "entry_1_id")
    return tuple(Made(key, number, board, (first, second)) for key, number, board, first, second in found)


def byes_of(stage: Stage) -> dict[tuple[int, str], GrantedBye]:
    """Return the byes that were granted, by round and entry."""
    granted = stage.byes.filter(state=Bye.State.GRANTED).values_list("round_number", "entry_id", "kind")
    return {(number, entry): cast(GrantedBye, kind) for number, entry, kind in granted}


def apart_of(stage: Stage) -> tuple[Apart, ...]:
    """Return who must not meet whom, and when."""
    return tuple(
        Apart(frozenset(entry.pk for entry in group.entries.all()), group.first_round, group.last_round)
        for group in stage.kept_apart.prefetch_related("entries")
    )


def penalties_of(stage: Stage) -> dict[str, int]:
    """Return the tenths of a point that are taken off, by entry."""
    total: Counter[str] = Counter()
    for entry, tenths in stage.penalties.values_list("entry_id", "tenths"):
        total[entry] += tenths
    return dict(total)


def under_way(stage: Stage) -> QuerySet[Pairing]:
    """Return the pairings that are at play: a match is not over, or the board stands in a hall and has begun."""
    running = stage.pairings.filter(state=Pairing.State.RUNNING)
    return running.filter(games__end="") if stage.tournament.hosted else running


def entrants_of(stage: Stage) -> tuple[Entrant, ...]:
    """Return the field of a stage, best seed first."""
    return tuple(
        Entrant(place.entry_id, place.seed, place.entry.rating, out=not place.entry.plays, name=place.entry.name)
        for place in stage.field.select_related("entry")
    )


def decision_of(result: Result, *, drawable: bool = False) -> Decision:
    """Return what a result says: who goes on, or, where a board may end drawn, who has won; and how it came about."""
    return Decision(
        cast("Index | None", result.winner if drawable else result.advances),
        _kind(result.kind),
        (result.half_points_0, result.half_points_1),
    )


def paired_as(result: Result) -> Decision:
    """Return what pairings go by: the result, or the one before a correction that was for the record only."""
    kept = result.pairs_as
    if kept is None:
        return decision_of(result, drawable=True)
    return Decision(kept["winner"], _kind(kept["kind"]), (kept["half_points_0"], kept["half_points_1"]))


def _kind(kind: str) -> DecisionKind:
    """Return how a pairing was decided; what an arbiter decided counts as played."""
    return "played" if kind == Result.Kind.ADJUDICATED else cast(DecisionKind, kind)


def policy_of_pairing(pairing: Pairing) -> Policy:
    """Return how a pairing is decided; both of its entries are known."""
    stage = pairing.stage
    places = dict(stage.field.filter(entry__in=pairing.entries).values_list("entry_id", "seed"))
    seeds = places[str(pairing.entry_0_id)], places[str(pairing.entry_1_id)]
    return policy_of(stage.settings, seeds=seeds, rng_seed=stage.rng_seed, key=pairing.key)


def games_of(pairing: Pairing) -> list[Game]:
    """Return the finished games of a pairing that count, in order."""
    finished = pairing.games.exclude(end__in=["", PairingMatch.End.VOID])
    return [
        Game(
            cast(GameKind, game.kind),
            game.swapped,
            (game.half_points_0 or 0, game.half_points_1 or 0),
            cast(GameEnd, game.end),
        )
        for game in finished
    ]
