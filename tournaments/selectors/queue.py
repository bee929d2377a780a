"""The arbiters' queue: everything that needs one of them, most urgent first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from django.db.models import Count, Q, QuerySet

from gameengine.games.registry import HOSTED
from matches.models import Call, Match
from matches.now import now_ms
from matches.selectors import long_absences, quiet_left
from matches.services.board_calls import REASON
from tournaments.errors import TournamentError
from tournaments.models import Dispute, Pairing, PairingMatch, QueueHold, Tournament
from tournaments.queueing import QueueItem, Subject
from tournaments.seating import side_at
from tournaments.selectors.disputes import open_disputes
from tournaments.urgency import Item, Kind, Taken, call_key, dispute_key, in_order, urgency_of

SOON_MS: Final = 2 * 60_000
"""How long before a forfeit for absence an arbiter is told."""
OVERDUE_MS: Final = 5_000
"""How late a deadline may be enforced before somebody should look after the service."""
NEAR_ZERO_MS: Final = 30_000
"""How long before a flag falls on a real board an arbiter should stand beside it."""
NEAR_QUIET: Final = 10
"""How many quiet moves before the limit an arbiter is told."""

_Games: TypeAlias = Mapping[str, PairingMatch]
_Make: TypeAlias = Callable[..., QueueItem]


def arbiter_queue(tournament: Tournament) -> list[QueueItem]:
    """Return the queue in its order, as it is now."""
    present, games = now_ms(), _games(tournament)
    make = _maker(_holds(tournament, present), present)
    return in_order(
        [
            *_disputes(tournament, make),
            *_calls(games, make),
            *_of_matches(games, make, present),
            *_away(games, make),
            *_quiet(games, make),
            *_reports(tournament, make),
        ]
    )


def queue_item(tournament: Tournament, key: str) -> QueueItem:
    """Return an item of the queue. Raises TournamentError `no_such_item`: what was settled is not in it any more."""
    found = next((item for item in arbiter_queue(tournament) if item.key == key), None)
    if found is None:
        raise TournamentError("no_such_item")
    return found


def _maker(holds: Mapping[str, Taken], present: int) -> _Make:
    """Return what makes items as they are now, with who has taken them."""

    def make(kind: Kind, key: str, since_ms: int, subject: Subject, due_ms: int | None = None) -> QueueItem:
        urgency = urgency_of(kind, due_ms, present)
        return Item(kind, key, urgency, since_ms, subject, due_ms=due_ms, taken_by=holds.get(key))

    return make


def _holds(tournament: Tournament, present: int) -> dict[str, Taken]:
    """Return who has taken what, by the keys of items."""
    held = {hold.key: hold.taken for hold in QueueHold.objects.filter(tournament=tournament).select_related("user")}
    return {key: taken for key, taken in held.items() if taken.holds(present)}


def _games(tournament: Tournament) -> dict[str, PairingMatch]:
    """Return by their ids the matches that are played, and those over from which a call is left."""
    called = Call.objects.exclude(state=Call.State.CLOSED).values("match")
    games = PairingMatch.objects.filter(Q(end="") | Q(match__in=called), pairing__stage__tournament=tournament)
    games = games.select_related("match", "pairing__round__stage", "pairing__entry_0", "pairing__entry_1")
    return {game.match_id: game for game in games.defer("match__table")}


def _disputes(tournament: Tournament, make: _Make) -> Iterator[QueueItem]:
    """Yield the disputes, and the appeals, about which somebody has to decide."""
    for dispute in open_disputes(tournament):
        appeal = dispute.appeal if dispute.state == Dispute.State.APPEALED else None
        kind: Kind = "dispute" if appeal is None else "appeal"
        key = dispute_key(dispute.pk, appealed=appeal is not None)
        about = Subject(dispute.pairing, dispute.match, seat=dispute.seat, dispute=dispute)
        yield make(kind, key, (appeal or dispute).opened_at_ms, about)


def _calls(games: _Games, make: _Make) -> Iterator[QueueItem]:
    """Yield the calls that are not closed; the service's own call stands for a match that it took out of play."""
    calls = Call.objects.filter(match__in=games).exclude(state=Call.State.CLOSED).select_related("taken_by")
    for call in calls:
        game = games[call.match_id]
        kind: Kind = "call" if call.seat is not None else "board_call" if call.reason == REASON else "quarantined"
        yield make(kind, call_key(call.pk), call.opened_at_ms, _subject(game, call.seat, call=call))


def _subject(game: PairingMatch, seat: int | None = None, **about: Any) -> Subject:
    return Subject(game.pairing, game.match, seat=seat, seat_name=_name(game, seat), **about)


def _name(game: PairingMatch, seat: int | None) -> str:
    """Return who sits at a seat."""
    if seat is None:
        return ""
    entry = game.pairing.entries[side_at(game, seat)]
    return entry.name if entry else ""


def _of_matches(games: _Games, make: _Make, present: int) -> Iterator[QueueItem]:
    """Yield matches whose absent seats are about to forfeit, whose flag is about to fall, whose deadline passed."""
    for game in games.values():
        match = game.match
        if match.status == Match.Status.OVER or match.deadline_ms is None:
            continue
        left_ms = match.deadline_ms - present
        if left_ms < -match.grace_ms - OVERDUE_MS:
            yield make("overdue", f"overdue-{match.pk}", match.deadline_ms, _subject(game))
        elif match.status == Match.Status.WAITING and left_ms <= SOON_MS:
            yield make("no_show", f"no_show-{match.pk}", match.created_at_ms, _subject(game), match.deadline_ms)
        elif match.status == Match.Status.LIVE and left_ms <= NEAR_ZERO_MS and match.game not in HOSTED:
            # Elsewhere the service sees the flag fall, and nobody has to stand there.
            yield make("clock", f"clock-{match.pk}", match.changed_at_ms, _subject(game), match.deadline_ms)


def _away(games: _Games, make: _Make) -> Iterator[QueueItem]:
    """Yield matches that have waited for too long for somebody who is away; both of a match may be."""
    for match_id, seat, since_ms in long_absences([game.match for game in games.values()]):
        yield make("away", f"away-{match_id}-{seat}", since_ms, _subject(games[match_id], seat))


def _quiet(games: _Games, make: _Make) -> Iterator[QueueItem]:
    """Yield matches that end soon unless something happens in them."""
    for match_id, left in quiet_left([game.match for game in games.values()]).items():
        if left <= NEAR_QUIET:
            game = games[match_id]
            yield make("quiet", f"quiet-{match_id}", game.match.changed_at_ms, _subject(game, quiet_left=left))


def _reports(tournament: Tournament, make: _Make) -> Iterator[QueueItem]:
    """Yield boards in a hall on whose result the players do not agree, or that only one of them has reported."""
    for pairing in _reported(tournament):
        reports = list(pairing.reports.all())
        kind: Kind = "one_report" if len(reports) == 1 else "mismatch"
        since_ms = min(report.at_ms for report in reports)
        yield make(kind, f"reports-{pairing.pk}", since_ms, Subject(pairing))


def _reported(tournament: Tournament) -> QuerySet[Pairing]:
    """Return the boards with reports and without a result."""
    boards = Pairing.objects.filter(stage__tournament=tournament).exclude(state=Pairing.State.DECIDED)
    boards = boards.annotate(said=Count("reports")).filter(said__gt=0)
    return boards.select_related("round__stage", "entry_0", "entry_1").prefetch_related("reports")
