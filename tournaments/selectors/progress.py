"""How far tournaments have got: their public rounds with counts of boards, for one page or a list of tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count

from tournaments.models import Entry, Pairing, Round, Tournament


@dataclass(frozen=True, slots=True)
class Progress:
    """One tournament: its public rounds in order, and how many boards of each are in which state."""

    tournament: Tournament
    rounds: tuple[Round, ...] = ()
    boards: Mapping[str, Counter[str]] = field(default_factory=dict)
    entries: int = 0

    @property
    def current(self) -> Round | None:
        """Return the round that matters now: the first that runs, else the first published, else the last closed."""
        for state in (Round.State.RUNNING, Round.State.PUBLISHED):
            found = next((round_ for round_ in self.rounds if round_.state == state), None)
            if found is not None:
                return found
        return self.rounds[-1] if self.rounds else None

    def planned(self, round_: Round) -> int:
        """Return how many rounds the stage of a round has: those that were declared, else those that are public."""
        declared = round_.stage.settings.get("rounds")
        return declared if isinstance(declared, int) else sum(one.stage_id == round_.stage_id for one in self.rounds)

    @property
    def playing(self) -> int:
        """Return how many boards are being played."""
        return sum(counts[Pairing.State.RUNNING] for counts in self.boards.values())

    def open_boards(self, round_: Round) -> int:
        """Return how many boards of a round have no result yet."""
        counts = self.boards.get(round_.pk, Counter())
        return sum(count for state, count in counts.items() if state != Pairing.State.DECIDED)


def progress_list(tournaments: Iterable[Tournament]) -> list[Progress]:
    """Return how far each of these tournaments has got, in the same order, with three queries for all of them."""
    wanted = list(tournaments)
    ids = [tournament.pk for tournament in wanted]
    rounds, boards, entries = _rounds(ids), _boards(ids), _entries(ids)
    return [
        Progress(
            tournament,
            tuple(rounds.get(tournament.pk, ())),
            {round_.pk: boards[round_.pk] for round_ in rounds.get(tournament.pk, ()) if round_.pk in boards},
            entries[tournament.pk],
        )
        for tournament in wanted
    ]


def progress_of(tournament: Tournament) -> Progress:
    """Return how far one tournament has got."""
    return progress_list([tournament])[0]


def _rounds(ids: list[str]) -> dict[str, list[Round]]:
    found: dict[str, list[Round]] = {}
    rounds = Round.objects.filter(stage__tournament__in=ids).exclude(state=Round.State.DRAFT)
    for round_ in rounds.select_related("stage").order_by("stage__number", "number"):
        found.setdefault(round_.stage.tournament_id, []).append(round_)
    return found


def _boards(ids: list[str]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    public = Pairing.objects.filter(stage__tournament__in=ids).exclude(round__state=Round.State.DRAFT)
    for round_id, state, count in public.order_by().values_list("round_id", "state").annotate(Count("pk")):
        found.setdefault(round_id, Counter())[state] = count
    return found


def _entries(ids: list[str]) -> Counter[str]:
    taking_part = Entry.objects.filter(tournament__in=ids, status=Entry.Status.CONFIRMED)
    counted = taking_part.order_by().values_list("tournament_id").annotate(Count("pk"))
    return Counter(dict(counted))
