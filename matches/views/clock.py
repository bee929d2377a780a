"""The account of a match's clock: a page, and a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from gameengine.clock import control_from_json
from gameengine.clock.limits import gives_credit
from gameengine.core.types import ARBITER
from gameengine.log import Account, Spent
from matches import words
from matches.asking import asked
from matches.clocks.account import AccountLine, ClockAccount, as_csv, clock_account
from matches.models import Match
from matches.sides import sides_of, versus
from matches.viewing import about, faces


@dataclass(frozen=True, slots=True)
class Part:
    """A share of the wall time, and what it was."""

    name: str
    ms: int


@dataclass(frozen=True, slots=True)
class Shown:
    """One line as the page shows it."""

    line: AccountLine
    who: str
    since_start_ms: int
    parts: tuple[Part, ...]
    """Where its time went beside the clock of the seat, and what an arbiter gave or took."""


@require_safe
@never_cache
@gzip_page
def match_clock(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show where every millisecond of a match has gone."""
    asker = asked(request, match_id)
    match = asker.match
    found = clock_account(match, asker.role.seat)
    control = control_from_json(match.control)
    context: dict[str, Any] = {
        "match": match,
        "versus": versus(sides_of(match, faces(match))),
        "room": about(match).back,
        "control": control.sentence().to(words.language()),
        "credited": gives_credit(control),
        "account": found.account,
        "over": match.status == Match.Status.OVER,
    }
    if found.account is not None:
        context |= _shown(found, found.account)
    return render(request, "matches/clock.html", context)


def _shown(found: ClockAccount, account: Account) -> dict[str, Any]:
    return {
        "lines": [_line(found, account, line) for line in found.lines],
        "seats": list(zip(found.names, account.seats, strict=True)),
        "parts": [
            *(
                Part(_("charged to %(name)s") % {"name": name}, seat.used_ms)
                for name, seat in zip(found.names, account.seats, strict=True)
            ),
            Part(_("given back for the network"), account.spent.credit_ms),
            *_beside(account.spent),
        ],
        "credits": account.spent.credit_ms > 0,
        "has_clock": any(seat.first_ms is not None for seat in account.seats),
    }


def _line(found: ClockAccount, account: Account, line: AccountLine) -> Shown:
    entry = line.entry
    by = entry.seat if entry.actor < 0 and entry.actor != ARBITER else entry.actor
    who = _("Arbiter") if by == ARBITER else found.names[by] if by is not None and by >= 0 else ""
    ruled = (
        Part(_("given to %(name)s") % {"name": found.names[seat]}, ms)
        if ms > 0
        else Part(_("taken from %(name)s") % {"name": found.names[seat]}, -ms)
        for seat, ms in line.ruled
    )
    stamped_ms = line.received_ms - entry.at_ms
    stamped = (Part(_("the device's time; received later by"), stamped_ms),) if stamped_ms else ()
    return Shown(line, who, entry.at_ms - account.from_ms, (*stamped, *_beside(entry.spent), *ruled))


def _beside(spent: Spent) -> tuple[Part, ...]:
    """Return the shares of wall time that no clock was charged for; those that are nothing are left out."""
    named = (
        Part(_("free in reaction windows"), spent.free_ms),
        Part(_("no clock ran"), spent.idle_ms),
        Part(_("paused"), spent.paused_ms),
        Part(_("given back for an outage"), spent.outage_ms),
    )
    return tuple(part for part in named if part.ms)


@require_safe
def match_clock_file(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the account as a table of whole milliseconds."""
    asker = asked(request, match_id)
    response = HttpResponse(as_csv(clock_account(asker.match, asker.role.seat)), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="flagfall-{asker.match.pk}-clock.csv"'
    return response
