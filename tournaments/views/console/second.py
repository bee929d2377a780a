"""The second arbiter: what another has decided is confirmed or rejected."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import NotFoundError
from tournaments.models import PendingRuling
from tournaments.pages.pending import Waiting, waiting
from tournaments.permissions import Capability, Right
from tournaments.selectors.pending import pending_of
from tournaments.views.common import Here, act, done, sent_by
from tournaments.views.console.desk import reason_in


def waiting_here(here: Here) -> list[Waiting]:
    """Return what waits for a second arbiter, for those who may decide such things."""
    if not here.may(Capability.CORRECT_CURRENT, Right.DECIDE):
        return []
    return [waiting(pending, here.actor) for pending in pending_of(here.tournament)]


@act
@sent_by(Capability.CORRECT_CURRENT, Right.DECIDE)
def confirm(here: Here, pending_id: str) -> HttpResponse:
    """Do what another arbiter has decided."""
    services.pending_confirm(pending_id=_pending(here, pending_id).pk, by=here.actor)
    return done(here, _("Confirmed. It is in force now."))


@act
@sent_by(Capability.CORRECT_CURRENT, Right.DECIDE)
def reject(here: Here, pending_id: str) -> HttpResponse:
    """Let nothing come of it."""
    services.pending_reject(pending_id=_pending(here, pending_id).pk, by=here.actor, reason=reason_in(here))
    return done(here, _("Nothing comes of it. Both decisions stay in the record."))


def _pending(here: Here, pending_id: str) -> PendingRuling:
    found = here.tournament.pending_rulings.filter(pk=pending_id).first()
    if found is None:
        raise NotFoundError("no_such_proposal")
    return found
