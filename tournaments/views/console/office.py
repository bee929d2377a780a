"""Screens in the hall, the staff, what can be printed, and the audit trail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from gameengine.games.registry import HOSTED
from tournaments import services
from tournaments.errors import NotFoundError, TournamentError
from tournaments.forms.office import PART_NAMES, InviteForm, ScreenForm
from tournaments.models import AuditLine, Invitation, PairingMatch, Round, ScreenToken
from tournaments.pages import words
from tournaments.pages.audit import act_text, change_text
from tournaments.permissions import Capability, Right, Role
from tournaments.selectors.public import audit_of, rounds_for
from tournaments.views.common import Here, act, both, done, note, page, sent_by
from tournaments.views.console.desk import desk, guard, why_not

LINES: Final = 50
"""How many lines of the audit trail stand on a page."""

# screens


@both
@sent_by(Capability.SCREENS)
@sensitive_variables("made", "url")
def screens(here: Here) -> HttpResponse:
    """Show the screens; make one, whose link is shown once."""
    guard(here)
    form = ScreenForm(here.sent, auto_id="new-%s")
    context: dict[str, Any] = {"form": form, "why": why_not(here.may(Capability.SCREENS))}
    if here.request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            made = services.screen_create(
                tournament_id=here.tournament.pk, by=here.actor, name=given["name"], playlist=given["playlist"]
            )
            if given["message"]:
                services.screen_update(screen_id=made.screen.pk, by=here.actor, message=given["message"])
        except TournamentError as refusal:
            note(form, refusal, "name")
        else:
            context["url"] = here.request.build_absolute_uri(reverse("screen", args=[made.link]))
            context["made"] = made.screen
            context["form"] = ScreenForm(auto_id="new-%s")
    return desk(here, "screens", {**context, "screens": lambda: _screens(here)}, status=400 if form.errors else 200)


def _screens(here: Here) -> list[dict[str, Any]]:
    found = here.tournament.screens.filter(revoked_at_ms=None)
    return [
        {
            "screen": screen,
            "parts": [str(PART_NAMES[part]) for part in screen.playlist if part in PART_NAMES],
            "form": ScreenForm(initial=_values(screen), auto_id=f"{screen.pk}-%s"),
        }
        for screen in found
    ]


def _values(screen: ScreenToken) -> dict[str, Any]:
    return {"name": screen.name, "playlist": screen.playlist, "message": screen.message}


@act
def screen_change(here: Here, screen_id: str) -> HttpResponse:
    """Change what a screen shows; it follows at once."""
    form = ScreenForm(here.request.POST)
    playlist = here.request.POST.getlist("playlist")
    message = form.data.get("message", "")[:200]
    services.screen_update(screen_id=_screen(here, screen_id).pk, by=here.actor, playlist=playlist, message=message)
    return done(here, _("The screen follows at once."))


@act
def screen_end(here: Here, screen_id: str) -> HttpResponse:
    """Make a screen's link worthless."""
    services.screen_revoke(screen_id=_screen(here, screen_id).pk, by=here.actor)
    return done(here, _("The link of the screen opens nothing any more."))


def _screen(here: Here, screen_id: str) -> ScreenToken:
    found = here.tournament.screens.filter(pk=screen_id, revoked_at_ms=None).first()
    if found is None:
        raise NotFoundError("no_such_screen")
    return found


# staff


@both
@sent_by(Capability.SETTINGS)
@sensitive_variables("made", "url")
def staff(here: Here) -> HttpResponse:
    """Show the staff and the open invitations; invite somebody, by a link that is shown once."""
    guard(here)
    here.require(Capability.SETTINGS, Right.READ)
    form = InviteForm(here.sent)
    context: dict[str, Any] = {"form": form, "why": why_not(here.may(Capability.SETTINGS))}
    if here.request.method == "POST" and form.is_valid():
        made = services.invitation_create(tournament_id=here.tournament.pk, by=here.actor, **form.cleaned_data)
        context["url"] = here.request.build_absolute_uri(reverse("invitation-link", args=[made.link]))
        context["role"] = str(Role(made.invitation.role).label)
        context["form"] = InviteForm()
    context |= {"staff": lambda: _staff(here), "invitations": lambda: _invitations(here)}
    return desk(here, "staff", context, status=400 if form.errors else 200)


def _staff(here: Here) -> list[dict[str, Any]]:
    found = here.tournament.staff.select_related("user")
    return [
        {"user": one.user, "role": one.role, "name": one.get_role_display(), "since": one.since_ms} for one in found
    ]


def _invitations(here: Here) -> list[Invitation]:
    return list(here.tournament.invitations.filter(used_at_ms=None, revoked_at_ms=None))


@act
@sent_by(Capability.SETTINGS)
def staff_end(here: Here) -> HttpResponse:
    """Take a role away."""
    user, role = here.request.POST.get("user", ""), here.request.POST.get("role", "")
    if not (user.isascii() and user.isdigit() and len(user) < 10):
        raise NotFoundError("no_such_user")
    services.staff_remove(tournament_id=here.tournament.pk, by=here.actor, user_id=int(user), role=role)
    return done(here, _("The role is taken away."))


@act
def invitation_end(here: Here, invitation_id: str) -> HttpResponse:
    """Make an invitation worthless."""
    found = here.tournament.invitations.filter(pk=invitation_id).first()
    if found is None:
        raise NotFoundError("link_unknown")
    services.invitation_revoke(invitation_id=found.pk, by=here.actor)
    return done(here, _("The invitation opens nothing any more."))


# print and audit


@page
def printing(here: Here) -> HttpResponse:
    """Show what can be printed."""
    rounds = [
        {"round": one, "name": words.round_name(one), "codes": here.rules and _has_clocks(one)}
        for one in rounds_for(here.tournament, here.actor)
        if one.public
    ]
    return desk(here, "print", {"rounds": rounds})


def _has_clocks(round_: Round) -> bool:
    """Tell whether clocks of real boards run in a round."""
    running = PairingMatch.objects.filter(pairing__round=round_, end="")
    return running.exclude(match__game__in=list(HOSTED)).exists()


@page
def poster(here: Here) -> HttpResponse:
    """Show a poster with the code of the tournament's page."""
    return desk(here, "poster", {"address": here.request.build_absolute_uri(here.url)})


@page
def audit(here: Here) -> HttpResponse:
    """Show who did what, when and why, newest first."""
    guard(here)
    here.require(Capability.SETTINGS, Right.READ)
    asked = {key: here.request.GET.get(key, "")[:60] for key in ("act", "actor", "subject")}
    shown = Paginator(audit_of(here.tournament, **asked), LINES).get_page(here.request.GET.get("page"))
    everything = audit_of(here.tournament).order_by()
    names = {
        **{f"round/{one.pk}": words.round_name(one) for one in rounds_for(here.tournament, here.actor)},
        **{f"stage/{one.pk}": one.name or words.format_name(one) for one in here.tournament.stages.all()},
    }
    context = {
        "lines": [_line(line, names) for line in shown],
        "page": shown,
        "asked": asked,
        "acts": sorted((name, act_text(name)) for name in everything.values_list("act", flat=True).distinct()),
        "actors": sorted(everything.values_list("actor", "actor_name").distinct()),
    }
    return desk(here, "audit", context)


def _line(line: AuditLine, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "line": line,
        "act": act_text(line.act),
        "about": names.get(line.subject, line.subject_name),
        "change": change_text(line.before, line.after),
        "role": _role(line),
    }


def _role(line: AuditLine) -> str:
    known = {role.value for role in Role}
    return str(Role(line.role).label) if line.role in known else _("the service")
