"""Disputes: the list, opening one, and the page of one with everything that can be done about it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches import now
from matches.words import clock_text
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.forms.disputes import AppealForm, DecisionForm
from tournaments.impartial import why_partial_about
from tournaments.models import Dispute
from tournaments.pages import disputes as told
from tournaments.permissions import Capability, Right
from tournaments.selectors.disputes import disputes_known_to, disputes_of, may_know, may_read
from tournaments.services.disputed import game_in, may_open
from tournaments.views.common import Here, both, done, note, page, show


@page
def disputes(here: Here) -> HttpResponse:
    """Show the disputes that whoever looks may know of."""
    return show(here, "tournaments/disputes.html", {"lines": cache(lambda: _lines(here)), "can_open": _plays(here)})


def _lines(here: Here) -> list[told.Line]:
    """Return the open ones first, each group newest first."""
    at_ms = now.now_ms()
    found = [told.line(dispute, at_ms) for dispute in disputes_known_to(here.tournament, here.actor)]
    return sorted(found, key=lambda line: not line.open)


def _plays(here: Here) -> bool:
    return bool(here.actor.entries) and here.tournament.state != "finished"


# one of them


@both
def dispute(here: Here, dispute_id: str) -> HttpResponse:
    """Show a dispute, and do one of the acts that are possible now."""
    found = disputes_of(here.tournament).filter(pk=dispute_id).first()
    if found is None or not may_know(found, here.actor):
        raise NotFoundError("no_such_dispute")
    forms: dict[str, Any] = {}
    if here.sent is not None:
        name = here.sent.get("act", "")
        if name not in _ACTS:
            raise TournamentError("bad_value", "act")
        answer = _ACTS[name](here, found, forms)
        if answer is not None:
            return answer
    return _page_of(here, found, forms, status=400 if forms else 200)


def _page_of(here: Here, found: Dispute, forms: dict[str, Any], *, status: int) -> HttpResponse:
    at_ms, readable = now.now_ms(), may_read(found, here.actor)
    can = _can(here, found, at_ms)
    context = {
        "dispute": found,
        "line": told.line(found, at_ms),
        "steps": told.steps(found, readable=readable),
        "move": cache(lambda: told.move_text(found.match, found.ply) if found.match and found.ply else ""),
        "replay": _replay(found),
        "desk": _desk(here, found),
        "readable": readable,
        "can": can,
        "left": clock_text((found.appeal_until_ms or 0) - at_ms) if found.may_be_appealed(at_ms) else "",
        "decision_form": forms.get("decision") or (DecisionForm(found) if can["decide"] else None),
        "appeal_form": forms.get("appeal") or (AppealForm(auto_id="appeal_%s") if can["appeal"] else None),
    }
    return show(here, "tournaments/dispute.html", context, status=status)


def _replay(found: Dispute) -> str:
    """Return the address of the board as it is disputed."""
    if found.match_id is None:
        return ""
    return reverse("match-replay", args=[found.match_id]) + (f"?ply={found.ply}" if found.ply else "")


def _desk(here: Here, found: Dispute) -> str:
    """Return the address at which an arbiter looks at the match and rules."""
    if found.match_id is None or not here.rules or why_partial_about(here.actor, found):
        return ""
    return reverse("match-desk", args=[found.match_id]) + (f"?ply={found.ply}" if found.ply else "")


def _can(here: Here, found: Dispute, at_ms: int) -> dict[str, bool]:
    """Return which acts are offered: those that the services would not refuse at once."""
    actor, appealed = here.actor, found.state == Dispute.State.APPEALED
    finished = here.tournament.state == "finished"
    apart = not why_partial_about(actor, found) and not finished
    if appealed:
        decides = here.may(Capability.REVERSE_RULING, Right.DECIDE) and actor.user_id != found.decided_by_id
        author = found.appeal is not None and found.appeal.by_user_id == actor.user_id
    else:
        decides = here.rules and found.state in (Dispute.State.OPEN, Dispute.State.TAKEN)
        author = found.by_entry_id is None and found.by_user_id == actor.user_id
    row: Any = found.appeal if appealed else found
    own = (found.by_entry_id in actor.entries) if found.by_entry_id else (author and not appealed)
    concerned = bool(actor.entries & found.parties) or actor.staff
    return {
        "decide": apart and decides and not author,
        "take": apart and decides and not author and row.taken_by_id != actor.user_id,
        "withdraw": own and found.state in (Dispute.State.OPEN, Dispute.State.TAKEN),
        "appeal": concerned and not finished and found.may_be_appealed(at_ms),
    }


def _take(here: Here, found: Dispute, _forms: dict[str, Any]) -> HttpResponse:
    seen = here.request.POST.get("seen", "")
    return _answer(here, found, lambda: services.dispute_take(dispute_id=found.pk, by=here.actor, seen=seen),
                   _("The dispute is yours."))  # fmt: skip


def _withdraw(here: Here, found: Dispute, _forms: dict[str, Any]) -> HttpResponse:
    return _answer(here, found, lambda: services.dispute_withdraw(dispute_id=found.pk, by=here.actor),
                   _("The dispute is withdrawn."))  # fmt: skip


def _answer(here: Here, found: Dispute, act: Any, sentence: str) -> HttpResponse:
    """Do an act without a form; a refusal is told on the page, which then shows how it stands."""
    try:
        act()
    except (NotAllowedError, NotFoundError):
        raise
    except TournamentError as refusal:
        messages.error(here.request, refusal.message)
        return redirect(_url(here, found))
    return done(here, sentence, _url(here, found))


def _decide(here: Here, found: Dispute, forms: dict[str, Any]) -> HttpResponse | None:
    form = DecisionForm(found, here.sent)
    service = services.appeal_decide if found.state == Dispute.State.APPEALED else services.dispute_decide
    if not form.is_valid():
        forms["decision"] = form
        return None
    try:
        service(dispute_id=found.pk, by=here.actor, **form.cleaned_data)
    except TournamentError as refusal:
        note(form, refusal)
        forms["decision"] = form
        return None
    return done(here, _("The decision is public, and both sides can read it."), _url(here, found))


def _appeal(here: Here, found: Dispute, forms: dict[str, Any]) -> HttpResponse | None:
    form = AppealForm(here.sent, auto_id="appeal_%s")
    if not form.is_valid():
        forms["appeal"] = form
        return None
    try:
        services.appeal_open(dispute_id=found.pk, by=here.actor, text=form.cleaned_data["text"])
    except TournamentError as refusal:
        note(form, refusal)
        forms["appeal"] = form
        return None
    return done(here, _("The appeal is open. A chief arbiter will decide it."), _url(here, found))


_ACTS: Final = {"take": _take, "withdraw": _withdraw, "decide": _decide, "appeal": _appeal}


def _url(here: Here, found: Dispute) -> str:
    return reverse("dispute", args=[here.tournament.slug, found.pk])


# the part that the pages of a match show


@page
def of_match(here: Here, match_id: str) -> HttpResponse:
    """Return the part of a match's page that tells what is disputed."""
    game = game_in(here.tournament, match_id)
    follows = bool(here.actor.players) or here.actor.staff
    may_dispute = may_open(here.actor, tournament=here.tournament, pairing=game.pairing)
    return HttpResponse(told.match_part(here.tournament, match_id, may_dispute=may_dispute, follows=follows))
