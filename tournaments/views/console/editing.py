"""Pairings changed by hand: a phase with a beginning and an end, and everything said that speaks against the boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.models import Bye, Entry, Round
from tournaments.pages import editing, round_facts, words
from tournaments.permissions import Capability
from tournaments.selectors.conduct import reasons_of
from tournaments.selectors.standings import stage_table
from tournaments.services import EditCheck
from tournaments.views.common import Here, act, both, done, sent_by, words_of
from tournaments.views.console.desk import desk, guard, reason_in, round_here, why_not
from tournaments.views.console.pairing import desk_of

MOST_OPEN: Final = 80
"""Up to so many entries every seat can be chosen anew at once; in larger fields one board at a time."""

_NEW_BOARDS: Final = 40
_MOST_DIGITS: Final = 4
_SEAT: Final = "seat"


@both
@sent_by(Capability.PAIR)
def edit(here: Here, round_id: str) -> HttpResponse:
    """Show the boards with what speaks against them; save other ones."""
    guard(here)
    round_ = round_here(here, round_id)
    if here.request.method != "POST":
        return _show(here, round_)
    try:
        _save(here, round_)
    except (NotAllowedError, NotFoundError):
        raise
    except TournamentError as refusal:
        if getattr(here.request, "htmx", False):
            messages.error(here.request, words_of(refusal))
            return HttpResponseClientRefresh()
        return _show(here, round_here(here, round_id), refusal=words_of(refusal), status=409)
    if getattr(here.request, "htmx", False):
        return redirect(_address(here, round_))
    return done(here, _("Saved. Look at what is said about the boards."), _address(here, round_))


def _address(here: Here, round_: Round) -> str:
    return reverse("console-edit", args=[here.tournament.slug, round_.pk])


def _save(here: Here, round_: Round) -> None:
    """Put what was chosen in place of the boards."""
    boards, posted = _boards(round_), here.request.POST
    if posted.get("seal") != services.round_edit_check(round_id=round_.pk).seal:
        raise TournamentError("edit_changed")
    wanted = _turned(boards, posted["turn"]) if "turn" in posted else dict(_chosen(posted))
    if any(board >= len(boards) + _NEW_BOARDS for board, _one in wanted):
        raise TournamentError("bad_value", _("Board"))
    changed = editing.arranged(boards, wanted)
    services.round_edit_save(round_id=round_.pk, by=here.actor, boards=[(board[0], board[1]) for board in changed])


def _boards(round_: Round) -> editing.Seats:
    return [[first, second] for first, second in round_.pairings.values_list("entry_0_id", "entry_1_id")]


def _chosen(posted: Mapping[str, Any]) -> list[tuple[tuple[int, int], str | None]]:
    """Return what the selects say, by board and side. Raises TournamentError `bad_value` for names of no seat."""
    found = []
    for key, value in posted.items():
        name, _sep, rest = key.partition("-")
        if name != _SEAT:
            continue
        board, _sep, side = rest.partition("-")
        if not (board.isascii() and board.isdigit() and len(board) <= _MOST_DIGITS and side in ("0", "1")):
            raise TournamentError("bad_value", key[:20])
        found.append(((int(board), int(side)), value or None))
    return found


def _turned(boards: editing.Seats, board: str) -> dict[tuple[int, int], str | None]:
    """Return a board with its seats turned."""
    if not (board.isascii() and board.isdigit() and len(board) <= _MOST_DIGITS and int(board) < len(boards)):
        raise TournamentError("bad_value", "turn")
    first, second = boards[int(board)]
    return {(int(board), 0): second, (int(board), 1): first}


@act
def begin(here: Here, round_id: str) -> HttpResponse:
    """Begin to edit, or take over from somebody."""
    round_ = round_here(here, round_id)
    take_over = "take_over" in here.request.POST
    services.round_edit_begin(round_id=round_.pk, by=here.actor, take_over=take_over)
    return done(
        here, _("You change the pairings now. Nobody can publish them until you end it."), _address(here, round_)
    )


@both
def end(here: Here, round_id: str) -> HttpResponse:
    """End the editing, with everything confirmed that asks for it."""
    guard(here)
    round_, posted = round_here(here, round_id), here.request.POST
    if here.request.method != "POST":
        return _show(here, round_)
    try:
        services.round_edit_end(
            round_id=round_.pk,
            by=here.actor,
            confirmed=posted.getlist("confirmed"),
            reason=reason_in(here),
            seal=posted.get("seal"),
        )
    except (NotAllowedError, NotFoundError):
        raise
    except TournamentError as refusal:
        return _show(here, round_, refusal=_refused(refusal), status=409)
    return done(here, _("The editing is over. The round can be published."), desk_of(here, round_.stage))


def _refused(refusal: TournamentError) -> str:
    """Return why the editing cannot end; codes of warnings are told as their questions."""
    if refusal.code == "edit_unconfirmed":
        return _("Not everything is confirmed yet.")
    if refusal.code == "edit_refused" and "check" in refusal.data:
        return _("These boards are not possible; see what is said about them.")
    return words_of(refusal)


@act
def cancel(here: Here, round_id: str) -> HttpResponse:
    """End the editing with the boards as they were."""
    round_ = round_here(here, round_id)
    stage = round_.stage
    services.round_edit_cancel(round_id=round_.pk, by=here.actor)
    return done(here, _("The boards are as they were before."), desk_of(here, stage))


def _show(here: Here, round_: Round, *, refusal: str = "", status: int = 200) -> HttpResponse:
    check = services.round_edit_check(round_id=round_.pk)
    mine = round_.editing and round_.editing_by_id == here.actor.user_id
    context = {
        "round": round_,
        "stage": round_.stage,
        "name": words.round_name(round_),
        "mine": mine,
        "check": check,
        "lines": editing.lines(check),
        "questions": editing.questions(check),
        "refusal": refusal,
        "given": here.request.POST.getlist("confirmed"),
        "given_reason": here.request.POST.get("reason", ""),
        "why": why_not(here.may(Capability.PAIR)),
        "desk_url": desk_of(here, round_.stage),
        "section": "rounds",
        **_seats(here, round_, check),
    }
    return desk(here, "edit", context, status=status)


def _seats(here: Here, round_: Round, check: EditCheck) -> dict[str, Any]:
    """Return the boards, who can be chosen, and who has no board."""
    places = list(round_.stage.field.select_related("entry"))
    points, used = _points(round_), round_.paired_from.numbers
    entries = [_who(place.entry, used.get(place.entry_id, place.seed), points) for place in places]
    asked, everywhere = here.request.GET.get("board", ""), len(places) <= MOST_OPEN
    reasons, boards = reasons_of(round_), _boards(round_)
    keys = list(round_.pairings.values_list("key", flat=True))
    by_id = {entry["id"]: entry for entry in entries}
    rows = [
        {
            "index": index,
            "number": index + 1,
            "sides": [by_id.get(entry or "") for entry in board],
            "open": everywhere or asked == str(index + 1),
            "why": [words.say(reason.text) for reason in reasons.get(keys[index], ())],
            "changed": any(index + 1 == each.board for each in check.deviations),
        }
        for index, board in enumerate(boards)
    ]
    seated = {entry for board in boards for entry in board if entry}
    alone = [entry for entry in entries if entry["id"] not in seated]
    free = [entry for entry in alone if not entry["absent"]]
    more = min(max(1, (len(free) + 1) // 2), _NEW_BOARDS)
    return {
        "rows": rows,
        "entries": entries,
        "alone": _with_byes(round_, alone),
        "new": [{"index": len(rows) + place, "number": len(rows) + place + 1} for place in range(more)],
        "everywhere": everywhere,
    }


def _who(entry: Entry, number: int, points: Mapping[str, str]) -> dict[str, Any]:
    """Return an entry as the selects name it."""
    shown = " · ".join(filter(None, (f"({number})", points.get(entry.pk, ""))))
    return {"id": entry.pk, "name": entry.name, "shown": shown, "absent": not entry.plays}


def _points(round_: Round) -> dict[str, str]:
    """Return the points of everybody before the round; nothing before round 1."""
    return dict(round_facts.beside(stage_table(round_.stage), round_.number, {}).points)


def _with_byes(round_: Round, alone: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return who has no board, with the bye that was granted to them."""
    byes = round_.stage.byes.filter(round_number=round_.number, state=Bye.State.GRANTED)
    granted = {bye.entry_id: bye.get_kind_display() for bye in byes}
    return [{**entry, "bye": granted.get(entry["id"], "")} for entry in alone]
