"""What waits for a second arbiter, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import NotAllowedError
from tournaments.impartial import why_partial
from tournaments.models import PendingRuling
from tournaments.pages import words
from tournaments.permissions import Actor, Role
from tournaments.services.second import basis_of


@dataclass(frozen=True, slots=True)
class Waiting:
    """One decision. `own`: whoever looks has made it; `partial`: why they may not judge it, if so; `stale`: the result
    is another one by now.
    """

    pending: PendingRuling
    place: str
    names: str
    change: str
    role: str
    own: bool
    partial: str
    stale: bool


def waiting(pending: PendingRuling, actor: Actor) -> Waiting:
    """Return one decision as a page shows it."""
    pairing = pending.pairing
    return Waiting(
        pending,
        place=words.board_name(pairing),
        names=" : ".join(entry.name for entry in pairing.entries if entry),
        change=change(pending),
        role=str(Role(pending.by_role).label) if pending.by_role in Role._value2member_map_ else "",
        own=actor.user_id is not None and actor.user_id == pending.by_user_id,
        partial=NotAllowedError(code).message if (code := why_partial(actor, pairing)) else "",
        stale=pending.basis != basis_of(pairing, pending.proposal),
    )


def change(pending: PendingRuling) -> str:
    """Return what would become of what: "1 : 0 → 0 : 1"."""
    old = words.score_text(pending.basis.get("result"))
    if pending.act == PendingRuling.Act.VOID:
        return _("Match %(number)s does not count and is played again.") % {"number": pending.proposal["number"]}
    if pending.act == PendingRuling.Act.UNDO:
        last = pending.pairing.revisions.filter(undone=False, undoes=None).last()
        return f"{old} → {words.score_text(last.before if last else None)}"
    return f"{old} → {words.score_text(_proposed(pending.proposal))}"


def _proposed(proposal: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result that a correction proposes, as results are kept."""
    points = proposal.get("half_points") or (None, None)
    return {
        "kind": proposal["kind"], "winner": proposal["winner"], "half_points_0": points[0], "half_points_1": points[1]
    }  # fmt: skip
