"""Where staff who play have no say: at their own boards, and at those of their rivals.

A rival is whoever plays in the same stage: what is decided there changes places, pairings and tie-breaks of all. A
tournament can leave its rivals to those who play; nobody ever decides about themselves.
"""

from __future__ import annotations

from typing import Final

from tournaments.models import Dispute, Entry, Pairing, StageEntry, Tournament
from tournaments.permissions import Actor

OWN: Final = "own_match"
RIVAL: Final = "rival_board"
_GONE: Final = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)


def why_partial(actor: Actor, pairing: Pairing) -> str:
    """Return the code of what keeps an actor from deciding at a board: `own_match`, `rival_board`, or ""."""
    if plays_at(actor, pairing):
        return OWN
    whole_stage = pairing.stage.tournament.stand_apart == Tournament.StandApart.STAGE
    return RIVAL if whole_stage and is_rival(actor, pairing) else ""


def why_partial_about(actor: Actor, dispute: Dispute) -> str:
    """Return the code of what keeps an actor from deciding a dispute; it may concern others than those at its board."""
    if actor.entries & dispute.parties:
        return OWN
    return why_partial(actor, dispute.pairing) if dispute.pairing else ""


def plays_at(actor: Actor, pairing: Pairing) -> bool:
    """Tell whether the actor is of one of both sides of a pairing."""
    return bool(actor.entries & {pairing.entry_0_id, pairing.entry_1_id})


def is_rival(actor: Actor, pairing: Pairing) -> bool:
    """Tell whether the actor plays in the stage of a pairing, and has not left it."""
    if not actor.entries:
        return False
    field = StageEntry.objects.filter(stage=pairing.stage_id, entry__in=actor.entries)
    return field.exclude(entry__status__in=_GONE).exists()
