"""Calls that a game makes by itself: at a real board, entries that differ, or a flag about which an arbiter decides."""

from __future__ import annotations

from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from matches import announce, now
from matches.models import Call
from matches.rows import Plan
from matches.services.calls import QUEUE

REASON: Final = "board"


def board_calls(plan: Plan) -> None:
    """Open the call of a plan, once until it is closed; close it when the match ends. In the plan's transaction."""
    call = plan.call
    if call is None and not (plan.ends and hasattr(plan.before.table.game, "calls")):
        return
    waiting = Call.objects.filter(match_id=plan.match_id, seat=None, reason=REASON).exclude(state=Call.State.CLOSED)
    if plan.ends:
        with override(settings.LANGUAGE_CODE):
            over = _("The match is over.")
        waiting.update(state=Call.State.CLOSED, closed_at_ms=now.now_ms(), decision=over)
    elif call is not None and not waiting.exists():
        text = call.to(settings.LANGUAGE_CODE[:2])
        Call.objects.create(match_id=plan.match_id, reason=REASON, text=text, opened_at_ms=plan.at_ms)
    transaction.on_commit(partial(announce.announce_room, plan.before.room, [QUEUE]), robust=True)
