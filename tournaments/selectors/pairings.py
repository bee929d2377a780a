"""A stage as its lists and trees need it: a fixed number of queries, however many boards there are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.db.models import Prefetch, QuerySet

from tournaments.formats.registry import format_of
from tournaments.models import Pairing, PairingMatch, Round, Stage, StageEntry, Tournament


@dataclass(frozen=True, slots=True)
class StagePairings:
    """The rounds of a stage that somebody may see, with the pairings of each by its id, and the seeds by entry."""

    stage: Stage
    rounds: tuple[Round, ...]
    pairings: Mapping[str, tuple[Pairing, ...]]
    seeds: Mapping[str, int]
    places: Mapping[str, Pairing]
    """The pairings by their key in the stage."""
    rosters: Mapping[str, str] = field(default_factory=dict)
    """The names of those who play together by entry; empty where every entry is its only player."""

    def pairings_of(self, round_: Round) -> tuple[Pairing, ...]:
        """Return the pairings of a round in order of board."""
        return self.pairings.get(round_.pk, ())

    def all_pairings(self) -> Iterator[Pairing]:
        """Yield every pairing in order of round and board."""
        for round_ in self.rounds:
            yield from self.pairings_of(round_)

    @property
    def is_tree(self) -> bool:
        """Tell whether pairings follow from each other, so that the stage can be drawn as a tree."""
        if format_of(self.stage.format).table is not None:
            return False
        return any(pairing.source_0 or pairing.source_1 for pairing in self.all_pairings())


def stage_pairings(stage: Stage, *, drafts: bool) -> StagePairings:
    """Return a stage for whoever may see drafts, or may not."""
    rounds = _rounds(stage, drafts=drafts)
    pairings: dict[str, list[Pairing]] = {}
    for pairing in _pairings(rounds):
        pairings.setdefault(pairing.round_id, []).append(pairing)
    return StagePairings(
        stage=stage,
        rounds=rounds,
        pairings={round_id: tuple(found) for round_id, found in pairings.items()},
        seeds=seeds_in(stage) if rounds else {},
        places={pairing.key: pairing for found in pairings.values() for pairing in found},
        rosters=rosters_of(stage.tournament) if rounds else {},
    )


def rosters_of(tournament: Tournament) -> dict[str, str]:
    """Return the names of those who play together, by entry; nothing where every entry is its only player."""
    if tournament.roster_size == 1:
        return {}
    return {entry.pk: entry.roster for entry in tournament.entries.prefetch_related("players")}


def seeds_in(stage: Stage) -> dict[str, int]:
    """Return the seeds of a stage by entry; nobody has one before the draw."""
    return dict(StageEntry.objects.filter(stage=stage).values_list("entry_id", "seed"))


def pairing_rows() -> QuerySet[Pairing]:
    """Return pairings with entries, results and matches, in order of round and board."""
    games = PairingMatch.objects.select_related("match").defer("match__table")
    rows = Pairing.objects.select_related("entry_0", "entry_1", "result").prefetch_related(Prefetch("games", games))
    return rows.order_by("round__number", "board")


def _rounds(stage: Stage, *, drafts: bool) -> tuple[Round, ...]:
    """Return the rounds, each knowing its stage."""
    found = stage.rounds.all() if drafts else stage.rounds.exclude(state=Round.State.DRAFT)
    rounds = tuple(found)
    for round_ in rounds:
        round_.stage = stage
    return rounds


def _pairings(rounds: tuple[Round, ...]) -> list[Pairing]:
    """Return the pairings of these rounds with entries, results and matches; each knows its round."""
    by_id = {round_.pk: round_ for round_ in rounds}
    pairings = list(pairing_rows().filter(round__in=list(by_id)))
    for pairing in pairings:
        pairing.round = by_id[pairing.round_id]
    return pairings
