"""The arbiters' queue: everything that needs one of them, most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.db.models import Count, QuerySet

from matches.models import Call, Match
from matches.now import now_ms
from matches.selectors import long_absences
from matches.services.board_calls import REASON
from tournaments.models import Pairing, PairingMatch, Tournament
from tournaments.seating import side_at

SOON_MS: Final = 2 * 60_000
"""How long before a forfeit for absence an arbiter is told."""
OVERDUE_MS: Final = 5_000
"""How late a deadline may be enforced before somebody should look after the service."""

Kind: TypeAlias = Literal["quarantined", "overdue", "call", "board_call", "mismatch", "no_show", "away", "one_report"]
_URGENCY: Final[tuple[Kind, ...]] = (
    "quarantined", "overdue", "call", "board_call", "mismatch", "no_show", "away", "one_report",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One thing to look at. `since_ms` tells its age, `due_ms` when it settles itself, if it does."""

    kind: Kind
    pairing: Pairing
    since_ms: int
    match: Match | None = None
    due_ms: int | None = None
    call: Call | None = None
    seat: int | None = None
    seat_name: str = ""

    @property
    def key(self) -> str:
        """Return what tells this item from all others; a seat too, because both of a match may be away."""
        about = self.match.pk if self.match else self.pairing.pk
        seat = "" if self.seat is None else f"-{self.seat}"
        return str(self.call.pk) if self.call else f"{self.kind}-{about}{seat}"

    @property
    def taken_by(self) -> Any:
        """Return the arbiter who has taken it, if anybody has."""
        return self.call.taken_by if self.call else None


def arbiter_queue(tournament: Tournament) -> list[QueueItem]:
    """Return the queue: by urgency, then the oldest first."""
    games = _games(tournament)
    items = [*_calls(games), *_of_matches(games), *_away(games), *_reports(tournament)]
    return sorted(items, key=lambda item: (_URGENCY.index(item.kind), item.due_ms or item.since_ms))


def _games(tournament: Tournament) -> dict[str, PairingMatch]:
    """Return the tournament's matches by id, those that are over included: a call may outlive its match."""
    games = PairingMatch.objects.filter(pairing__stage__tournament=tournament).select_related(
        "match", "pairing__round__stage", "pairing__entry_0", "pairing__entry_1"
    )
    return {game.match_id: game for game in games.defer("match__table")}


def _calls(games: dict[str, PairingMatch]) -> Iterator[QueueItem]:
    """Yield the calls that are not closed; the service's own call stands for a match that it took out of play."""
    calls = Call.objects.filter(match__in=games).exclude(state=Call.State.CLOSED).select_related("taken_by")
    for call in calls:
        game = games[call.match_id]
        kind: Kind = "call" if call.seat is not None else "board_call" if call.reason == REASON else "quarantined"
        yield QueueItem(
            kind, game.pairing, call.opened_at_ms, match=game.match, call=call, seat_name=_name(game, call.seat)
        )


def _name(game: PairingMatch, seat: int | None) -> str:
    """Return who sits at a seat."""
    if seat is None:
        return ""
    entry = game.pairing.entries[side_at(game, seat)]
    return entry.name if entry else ""


def _of_matches(games: dict[str, PairingMatch]) -> Iterator[QueueItem]:
    """Yield matches whose absent seats are about to be forfeited, and those whose deadline passed unnoticed."""
    now = now_ms()
    for game in games.values():
        match = game.match
        if match.status == Match.Status.OVER or match.deadline_ms is None:
            continue
        if match.deadline_ms + match.grace_ms + OVERDUE_MS < now:
            yield QueueItem("overdue", game.pairing, match.deadline_ms, match=match)
        elif match.status == Match.Status.WAITING and match.deadline_ms - SOON_MS <= now:
            yield QueueItem("no_show", game.pairing, match.created_at_ms, match=match, due_ms=match.deadline_ms)


def _away(games: dict[str, PairingMatch]) -> Iterator[QueueItem]:
    """Yield matches that have waited for too long for somebody who is away."""
    for match_id, seat, since_ms in long_absences([game.match for game in games.values()]):
        game = games[match_id]
        yield QueueItem("away", game.pairing, since_ms, match=game.match, seat=seat, seat_name=_name(game, seat))


def _reports(tournament: Tournament) -> Iterator[QueueItem]:
    """Yield boards in a hall on whose result the players do not agree, or that only one of them has reported."""
    for pairing in _reported(tournament):
        reports = list(pairing.reports.all())
        kind: Kind = "one_report" if len(reports) == 1 else "mismatch"
        yield QueueItem(kind, pairing, min(report.at_ms for report in reports))


def _reported(tournament: Tournament) -> QuerySet[Pairing]:
    """Return the boards with reports and without a result."""
    boards = Pairing.objects.filter(stage__tournament=tournament).exclude(state=Pairing.State.DECIDED)
    boards = boards.annotate(said=Count("reports")).filter(said__gt=0)
    return boards.select_related("round__stage", "entry_0", "entry_1").prefetch_related("reports")
