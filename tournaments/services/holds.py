"""Taking items of the arbiters' queue: a soft lock that tells colleagues who looks after what, and ends by itself."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from matches.models import Call
from matches.now import now_ms
from matches.services import call_release, call_take
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import PairingMatch, QueueHold, Tournament
from tournaments.permissions import Actor, Capability, Right
from tournaments.queueing import QueueItem
from tournaments.services.common import hold_item, impartial, require, tell, user_row
from tournaments.services.disputes import dispute_release, dispute_take
from tournaments.urgency import Taken, call_key

RELEASED: int = 0
"""The instant of a hold that was given back: it has ended long ago."""


@transaction.atomic
def queue_take(*, tournament: Tournament, item: QueueItem, by: Actor, over: int | None = None) -> Taken:
    """Take an item, or take it anew; a call or dispute is then looked into by the actor for its players too.

    Of two who take it at once one has it. `over` is the user from whom it may be taken over. Raises TournamentError
    `item_held` with the name of who else has it, NotAllowedError, `own_match`, `rival_board`, MatchError `no_call`, and
    what `dispute_take` does.
    """
    require(by, Capability.RULE, Right.DECIDE)
    about = item.subject
    if about.pairing is not None:
        impartial(by, about.pairing)
    user = user_row(by)
    if user is None:
        raise NotAllowedError
    hold = _locked(tournament, item.key, user)
    present = now_ms()
    if hold.user_id not in (user.pk, over) and hold.taken.holds(present):
        raise TournamentError("item_held", str(hold.user))
    if about.call is not None:
        call_take(call_id=about.call.pk, by_user=user)
    if about.dispute is not None:
        dispute_take(dispute_id=about.dispute.pk, by=by)
    hold.user, hold.at_ms = user, present
    hold.save(update_fields=["user", "at_ms"])
    tell(tournament, "queue")
    return hold.taken


@transaction.atomic
def queue_release(*, tournament: Tournament, item: QueueItem, by: Actor) -> None:
    """Give back an item that the actor has taken; what somebody else has stays theirs. Raises NotAllowedError."""
    require(by, Capability.RULE, Right.DECIDE)
    held = QueueHold.objects.filter(tournament=tournament, key=item.key, user=by.user_id, at_ms__gt=RELEASED)
    if not held.update(at_ms=RELEASED):
        return
    call, dispute = item.subject.call, item.subject.dispute
    if call is not None and call.taken_by_id == by.user_id:
        call_release(call_id=call.pk)
    if dispute is not None:
        dispute_release(dispute_id=dispute.pk, by=by)
    tell(tournament, "queue")


def call_hold(*, call: Call, by_user: Any) -> None:
    """Note who has taken a call, whichever way; calls of nobody's tournament are ignored."""
    game = PairingMatch.objects.select_related("pairing__stage").filter(match=call.match_id).first()
    if game is not None:
        hold_item(game.pairing.stage.tournament_id, call_key(call.pk), by_user)


def _locked(tournament: Tournament, key: str, user: Any) -> QueueHold:
    """Return the row of an item, locked; a new one is the user's. Rows are never deleted, so there always is one."""
    rows = QueueHold.objects.select_for_update(of=("self",)).select_related("user")
    return rows.get_or_create(tournament=tournament, key=key, defaults={"user": user, "at_ms": now_ms()})[0]
