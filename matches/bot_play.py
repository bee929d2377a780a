"""A bot at a seat of a match: the same way in as anybody's."""

from __future__ import annotations

from gameengine.core.types import Seat
from gameengine.table import legal_actions, seats_to_act, view
from matches import bots, now, timers
from matches.decide import bots_due
from matches.errors import MatchError
from matches.models import SeatAssignment
from matches.rows import Ack, Row
from matches.services.acting import match_act
from matches.store import load


def bot_act(*, match_id: str, seat: Seat, ply: int) -> Ack | None:
    """Let the bot at a seat say that it is ready, or act at a ply; None if nothing is asked of it any more."""
    try:
        row = load(match_id)
    except MatchError:
        return None
    if row.table.ply != ply or seat not in bots_due(row):
        return None
    if seat not in seats_to_act(row.table):
        return match_act(match_id=match_id, seat=seat, text="ready", cmd=f"bot/{seat}/ready")
    level, pace_ms = SeatAssignment.objects.values_list("bot_level", "bot_pace_ms").get(match_id=row.id, seat=seat)
    if now.now_ms() < row.changed_at_ms + pace_ms:
        timers.ask(timers.BOT_MOVE, match_id, seat, ply, at_ms=row.changed_at_ms + pace_ms)
        return None
    return match_act(match_id=match_id, seat=seat, text=_choice(row, seat, level), cmd=f"bot/{seat}/{ply}", ply=ply)


def _choice(row: Row, seat: Seat, level: str) -> str:
    actions = legal_actions(row.table, seat)
    return bots.chosen(row.game, level, view(row.table, seat), seat, actions, budget_ms=bots.budget_ms())
