"""Disputes: which there are, what of them somebody may read, and until when a result can still change by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from matches.now import now_ms
from tournaments.errors import NotFoundError
from tournaments.models import PENDING, Dispute, Pairing, Result, Tournament
from tournaments.permissions import Actor
from tournaments.selectors.open_to import Asker, Found


def disputes_of(tournament: Tournament) -> QuerySet[Dispute]:
    """Return every dispute of a tournament with what its pages name, newest first."""
    rows = Dispute.objects.filter(tournament=tournament)
    return rows.select_related(
        "tournament", "match", "entry", "by_entry", "taken_by", "decided_by",
        "pairing__round__stage", "pairing__entry_0", "pairing__entry_1",
    ).prefetch_related("appeals__taken_by", "appeals__decided_by")  # fmt: skip


def open_disputes(tournament: Tournament) -> QuerySet[Dispute]:
    """Return the disputes about which, or about whose appeal, somebody has to decide; the oldest first."""
    return disputes_of(tournament).filter(state__in=PENDING).order_by("opened_at_ms", "id")


def disputes_of_match(match_id: str) -> QuerySet[Dispute]:
    """Return the disputes of a match and of its board that everybody may know of, newest first."""
    about = Q(match=match_id) | Q(match=None, pairing__games__match=match_id)
    rows = Dispute.objects.filter(about).exclude(about=Dispute.About.PERSON)
    return rows.select_related("tournament", "pairing").prefetch_related("appeals").distinct()


def disputes_known_to(tournament: Tournament, actor: Actor) -> QuerySet[Dispute]:
    """Return the disputes that somebody may know of: those about a person are for the parties and the staff alone."""
    rows = disputes_of(tournament)
    if actor.staff or actor.system:
        return rows
    own = list(actor.entries)
    sides = Q(pairing__entry_0__in=own) | Q(pairing__entry_1__in=own) | Q(entry__in=own) | Q(by_entry__in=own)
    return rows.filter(~Q(about=Dispute.About.PERSON) | sides)


def may_know(dispute: Dispute, actor: Actor) -> bool:
    """Tell whether somebody may know that there is this dispute, and what was decided."""
    return dispute.about != Dispute.About.PERSON or may_read(dispute, actor)


def may_read(dispute: Dispute, actor: Actor) -> bool:
    """Tell whether somebody may read what was said: those whom it concerns, and the staff."""
    return actor.staff or actor.system or bool(actor.entries & dispute.parties)


def dispute_open_to(asker: Asker, dispute_id: str) -> Found[Dispute]:
    """Return a dispute that the asker may know of. Raises NotFoundError `no_such_dispute`."""
    tournament = Tournament.objects.filter(disputes=dispute_id).first()
    row = disputes_of(tournament).filter(pk=dispute_id).first() if tournament else None
    found = asker.found(row, tournament, "no_such_dispute")
    if not may_know(found.row, found.actor):
        raise NotFoundError("no_such_dispute")
    return found


# until when a result can change


@dataclass(frozen=True, slots=True)
class Provisional:
    """Why a result can still change: disputes are open, or the time for one or for an appeal runs until `until_ms`."""

    disputed: bool
    until_ms: int | None = None


def provisional_of(
    tournament: Tournament, pairings: Iterable[Pairing], *, at_ms: int | None = None
) -> dict[str, Provisional]:
    """Return which of these decided boards may still change, by id, and why. Computed from rows and times alone.

    Results of boards at which nobody was to play follow from the format, and are not disputed; in a finished tournament
    everything stands. The pairings have their results at hand.
    """
    if tournament.state == Tournament.State.FINISHED:
        return {}
    at_ms = now_ms() if at_ms is None else at_ms
    decided = [one for one in pairings if one.state == Pairing.State.DECIDED and one.entry_0_id and one.entry_1_id]
    disputes: dict[str, list[Dispute]] = {}
    for dispute in Dispute.objects.filter(pairing__in=decided).exclude(state=Dispute.State.CLOSED):
        disputes.setdefault(dispute.pairing_id or "", []).append(dispute)
    found = {one.pk: _provisional(tournament, one, disputes.get(one.pk, []), at_ms) for one in decided}
    return {pairing_id: why for pairing_id, why in found.items() if why is not None}


def _provisional(tournament: Tournament, pairing: Pairing, disputes: list[Dispute], at_ms: int) -> Provisional | None:
    """Return why the result of a board may still change at an instant; None if it stands."""
    if any(dispute.pending for dispute in disputes):
        return Provisional(disputed=True)
    appeals = [dispute.appeal_until_ms for dispute in disputes if dispute.appeal_until_ms is not None]
    # What came with a report file was decided elsewhere, and the time for disputes passed there.
    claims = [] if pairing.result.step == Result.IMPORTED else [pairing.result.decided_at_ms + tournament.claim_ms]
    until_ms = max([*claims, *appeals], default=at_ms)
    return Provisional(disputed=False, until_ms=until_ms) if at_ms < until_ms else None
