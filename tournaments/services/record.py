"""Between rows and values: what a format needs of a stage, and what a policy needs of a pairing."""

from __future__ import annotations

from typing import cast

from django.db.models import QuerySet

from tournaments.formats.base import Decision, DecisionKind, Entrant, Index, Made, Record
from tournaments.formats.policy import Game, GameEnd, GameKind, Policy, policy_of
from tournaments.models import Pairing, PairingMatch, Result, Stage


def record_of(stage: Stage, *, new_round: bool = False) -> Record:
    """Return what has happened in a stage, for its format; `new_round` asks for the round after those made."""
    results = Result.objects.filter(pairing__stage=stage).select_related("pairing")
    return Record(
        entrants=entrants_of(stage),
        settings=stage.settings,
        decisions={result.pairing.key: decision_of(result) for result in results},
        under_way=frozenset(under_way(stage).values_list("key", flat=True)),
        made=made_of(stage),
        rng_seed=stage.rng_seed,
        new_round=new_round,
    )


def made_of(stage: Stage) -> tuple[Made, ...]:
    """Return the pairings that exist, as they are seated."""
    rows = stage.pairings.order_by("round__number", "board")
    found = rows.values_list("key", "round__number", "board", "entry_0_id", "entry_1_id")
    return tuple(Made(key, number, board, (first, second)) for key, number, board, first, second in found)


def under_way(stage: Stage) -> QuerySet[Pairing]:
    """Return the pairings that are at play: a match is not over, or the board stands in a hall and has begun."""
    running = stage.pairings.filter(state=Pairing.State.RUNNING)
    return running.filter(games__end="") if stage.tournament.hosted else running


def entrants_of(stage: Stage) -> tuple[Entrant, ...]:
    """Return the field of a stage, best seed first."""
    return tuple(
        Entrant(place.entry_id, place.seed, place.entry.rating, out=not place.entry.plays)
        for place in stage.field.select_related("entry")
    )


def decision_of(result: Result) -> Decision:
    """Return what a result says: who goes on, and how it came about."""
    return Decision(
        cast("Index | None", result.advances),
        _kind(result),
        (result.half_points_0, result.half_points_1),
    )


def _kind(result: Result) -> DecisionKind:
    """Return how a pairing was decided; what an arbiter decided counts as played."""
    return "played" if result.kind == Result.Kind.ADJUDICATED else cast(DecisionKind, result.kind)


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
