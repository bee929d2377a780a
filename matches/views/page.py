"""What stands on the page of a match: made from the view of the asker, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.http import HttpRequest

from gameengine.core.abilities import TrustsDevice
from gameengine.core.types import Seat, Viewer
from gameengine.table import is_variant
from matches import parts, words
from matches.access import disputing, principal_of_request
from matches.asking import Asked
from matches.forms import CallForm
from matches.guide import steps
from matches.ids import new_id
from matches.looking import looks_told
from matches.models import Call, Match, Ruling, SeatAssignment
from matches.picture import Face, MatchPicture
from matches.rows import Ack
from matches.selectors import calls_open_to
from matches.showing import board_markup, last_text, live_data
from matches.viewing import MatchView, match_view
from matches.views.rulings import ruling_forms

MOST_LISTED: Final = 300
"""So many actions may stand in a list of a page."""


def page_context(request: HttpRequest, found: Asked, refused: Ack | None = None) -> dict[str, Any]:
    """Return everything that the template of the page needs."""
    view = match_view(found.match, found.role.seat)
    picture = view.picture
    top, bottom = seat_order(picture.faces, picture.viewer)
    rendered = parts.parts(picture, request)
    first = _is_first(found)
    return {
        "match": found.match,
        "role": found.role,
        "view": view,
        "picture": picture,
        "parts": rendered,
        "top": [rendered[f"clock-{seat}"] for seat in top],
        "bottom": [rendered[f"clock-{seat}"] for seat in bottom],
        "title": words.title_text(picture),
        "versus": words.versus(picture),
        "going": words.going_text(picture),
        "leaving": words.leaving_text(picture),
        "say": refused.message if refused else say(view),
        "refused": refused,
        "svg": board_markup(picture),
        "moves": moves_markup(view),
        "live_data": live_data(picture),
        "act": {"cmd": new_id(), "ply": picture.table.ply, **_by_hand(picture)},
        "about": about(view),
        "first_time": first,
        "steps": steps(picture.table.game.key, words.language()) if first and picture.status == "waiting" else (),
        "call_form": CallForm(auto_id="call-%s"),
        "rulings": rulings(view),
        "looks": looks_told(found.match),
        **_calls(found),
        "disputing": disputing(principal_of_request(request), found.match),
        "ruling_forms": ruling_forms(picture) if found.role.can_rule else [],
    }


def _by_hand(picture: MatchPicture) -> dict[str, Any]:
    """Return what somebody may choose from without a script; so many that nobody would find one are typed instead."""
    count = sum(map(len, picture.offers))
    listed = [text for offer in picture.offers for text, _picks in offer.actions()] if count <= MOST_LISTED else []
    return {"count": count, "actions": listed}


def seat_order(faces: Sequence[Face], viewer: Viewer) -> tuple[list[Seat], list[Seat]]:
    """Return the seats whose clocks stand above and below the board: the viewer's own (or seat 0) below.

    Above stand the others as they sit round the table: next to the viewer's left first, and so on.
    """
    own = viewer or 0
    return [(own + step) % len(faces) for step in range(1, len(faces))], [own]


def moves_markup(view: MatchView) -> str:
    """Return the lines of the list of moves."""
    return view.moves


def say(view: MatchView) -> str:
    """Return the sentence about what has just happened."""
    return last_text(view.picture, view.last)


def snapshot(found: Asked) -> dict[str, Any]:
    """Return the whole state for the asker as one `snap` frame."""
    view = match_view(found.match, found.role.seat)
    picture = view.picture
    return {
        "t": "snap",
        **live_data(picture),
        "h": found.match.head[:16],
        "svg": board_markup(picture),
        "parts": {**parts.parts(picture), "moves": f'<ol class="moves" id="moves" data-live>{moves_markup(view)}</ol>'},
        "say": say(view),
        "title": words.title_text(picture),
    }


def about(view: MatchView) -> dict[str, Any]:
    """Return the facts that do not change: game, clock, label, where the match belongs."""
    table, match = view.picture.table, view.match
    return {
        "game": table.game.name.to(words.language()),
        "key": table.game.key,
        "control": table.control.sentence().to(words.language()),
        "label": match.label,
        "variant": is_variant(table.game, table.options),
        "back": view.picture.about.back,
        "at_table": view.picture.about.at_table,
        "by_device": isinstance(table.game, TrustsDevice),
        "commitment": match.commitment,
    }


def rulings(view: MatchView) -> list[dict[str, Any]]:
    """Return the arbiter's rulings in words, each with its reason unless the words have it already."""
    told = {seq: words.line_text(line, view.names) for seq, line in view.lines}
    made = Ruling.objects.filter(match=view.match).select_related("by_user")
    return [_ruling(ruling, told.get(ruling.seq) or ruling.text) for ruling in made]


def _ruling(ruling: Ruling, text: str) -> dict[str, Any]:
    when = datetime.fromtimestamp(ruling.at_ms / 1000, UTC)
    by = str(ruling.by_user) if ruling.by_user else ""
    return {"when": when, "by": by, "text": text, "reason": "" if text.endswith(ruling.reason) else ruling.reason}


def _calls(found: Asked) -> dict[str, Any]:
    """Return the open calls: all of them for an arbiter, a seat's own for that seat."""
    calls = calls_open_to(found.match, found.role)
    reasons = {**dict(CallForm.REASONS), **CallForm.BY_ITSELF}
    return {
        "calls": [
            {"call": call, "reason": reasons.get(call.reason, call.reason), "name": _caller(found.match, call)}
            for call in calls
        ]
    }


def _caller(match: Match, call: Call) -> str:
    names = {assignment.seat: assignment.name for assignment in match.seats.all()}
    return names.get(call.seat, "") if call.seat is not None else ""


def _is_first(found: Asked) -> bool:
    """Tell whether this is the first match of its game for the person at the seat, as far as the service knows."""
    if found.role.seat is None or found.match.status not in {"waiting", "live"}:
        return False
    own = next(one for one in found.match.seats.all() if one.seat == found.role.seat)
    before = SeatAssignment.objects.filter(match__game=found.match.game).exclude(match=found.match)
    if own.user_id is not None:
        return not before.filter(user_id=own.user_id).exists()
    return own.player_ref != "" and not before.filter(player_ref=own.player_ref).exists()
