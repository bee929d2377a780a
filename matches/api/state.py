"""A match as the API gives it to one viewer: what the match's own page is made from, as values."""

from __future__ import annotations

from typing import Any

from gameengine.core.seats import teams_of
from gameengine.core.types import JsonObject, Viewer
from gameengine.table import legal_actions, result_json, seats_to_act, view
from matches import store
from matches.absence import absences
from matches.branching import Branches, branches_among
from matches.models import Match
from matches.presence import away_from
from matches.rows import EventRow, Row
from matches.store.read import events_after
from matches.viewing import faces

PLAYED = ("action", "auto")
SHORT_HASH = 16
"""Hex digits of the last hash of the log: a receipt in the hands of those who watch."""


def state_of(match: Match, viewer: Viewer) -> dict[str, Any]:
    """Return the match as `viewer` may see it now (None: the public)."""
    row = store.load(match.pk)
    table = row.table
    to_act = seats_to_act(table) if row.status == Match.Status.LIVE else ()
    away = {seat: since_ms for seat, since_ms in away_from(match.pk).items() if seat != viewer}
    gone = {one.seat: one for one in absences(table, away, row.claim_away_ms)}
    return {
        "id": match.pk,
        "game": match.game,
        "rules_version": match.rules_version,
        "label": match.label,
        "room": match.room,
        "practice": match.practice,
        "options": dict(table.options),
        "control": table.control.to_json(),
        "commitment": match.commitment,
        "created_at": match.created_at_ms,
        "started_at": table.started_at_ms,
        "ended_at": table.ended_at_ms,
        "status": row.status,
        "seq": row.seq,
        "ply": table.ply,
        "head": row.head[:SHORT_HASH],
        "seats": [
            {
                "seat": face.seat,
                "name": face.name,
                "team": team,
                "team_name": face.team,
                "bot_level": face.bot_level,
                "here": face.here,
                "away_since": gone[face.seat].since_ms if face.seat in gone else None,
                "claim_at": gone[face.seat].claim_at_ms if face.seat in gone else None,
                "out": face.seat in table.gone,
            }
            for face, team in zip(faces(match, viewer), teams_of(table.game, table.options, table.seats), strict=True)
        ],
        "you": viewer,
        "to_act": list(to_act),
        "legal": list(legal_actions(table, viewer)) if viewer is not None and viewer in to_act else None,
        "clock": _clock(row),
        "outcome": result_json(table.outcome),
        "view": view(table, viewer),
    }


def _clock(row: Row) -> dict[str, Any]:
    """Return the clocks as they stood at the last line of the log; a running one is read off its deadline."""
    clock = row.table.clock
    live = row.status == Match.Status.LIVE
    public = clock.public_json(row.table.at_ms) if live else {}
    return {
        "running": public.get("running"),
        "deadline": public.get("deadline_ms"),
        "free_until": public.get("free_until_ms"),
        "limit": public.get("limit_at_ms"),
        "left_ms": [clock.left_ms(seat, row.table.at_ms) for seat in range(row.table.seats)],
        "detail": [clock.reading(seat, row.table.at_ms).to_json() for seat in range(row.table.seats)],
        "pours": clock.control.pours,
        "paused": clock.paused or row.status in (Match.Status.PAUSED, Match.Status.QUARANTINED),
        "resumes_at": row.table.resumes_at_ms,
    }


def plies_of(match: Match, viewer: Viewer, *, since: int, limit: int, void: bool) -> list[dict[str, Any]]:
    """Return up to `limit` plies with numbers greater than `since`, each as `viewer` may know it.

    Those that a ruling has voided are among them only with `void`, in the order of time: numbers come twice then.
    """
    game = store.load(match.pk).table.game
    events = [event for event in events_after(match.pk, 0) if event.seq <= match.seq]
    found = branches_among(events, match.seq)
    played = [
        _ply(event, event.line.seen_by(viewer), game, found)
        for event in events
        if event.kind in PLAYED and event.line.ply > since and (void or event.seq in found.counting.path)
    ]
    return played[:limit]


def _ply(event: EventRow, line: JsonObject, game: Any, found: Branches) -> dict[str, Any]:
    text, branch = line.get("text"), found.of_line(event.seq)
    return {
        "ply": line["ply"],
        "seq": event.seq,
        "branch": branch.number,
        "void": branch.ended_by is not None,
        "seat": event.actor,
        "automatic": event.kind == "auto",
        "action": text,
        "notation": game.notation(str(text or ""), line["events"]),
        "events": line["events"],
        "at": event.at_ms,
        "used_ms": line.get("used_ms"),
    }
