"""Private links: a look changes nothing and tells no other page of the link; only a press of the button proves it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments import services
from tournaments.errors import TournamentError
from tournaments.links import remember_player
from tournaments.models import StaffRole
from tournaments.permissions import Role

_INVITATION: Final = "invitation"
"""Key of the session under which an invitation waits until its reader has logged in."""
_OVER: Final = frozenset({"link_expired", "link_used"})

View = Callable[..., HttpResponse]


def _secret_page(view: View) -> View:
    """Make a page whose address is a secret: refusals have their own page, and no referrer leaves it."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except TournamentError as refusal:
            response = _failed(request, refusal)
        # The secret path goes nowhere, not even to our own pages. Under "no-referrer" browsers would send the form
        # without its origin, and it would be refused.
        response.headers["Referrer-Policy"] = "strict-origin"
        return response

    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(wrapped))


def _failed(request: HttpRequest, refusal: TournamentError) -> HttpResponse:
    status = 410 if refusal.code in _OVER else 404
    return render(request, "tournaments/link_failed.html", {"refusal": refusal}, status=status)


@_secret_page
@sensitive_variables("token")
def player_link(request: HttpRequest, token: str) -> HttpResponse:
    """Ask "continue as NAME?"; on the answer remember the player in this browser, and go to a clean address."""
    player = services.player_open(secret=token)
    if request.method == "POST":
        request.session.cycle_key()
        remember_player(request.session, player)
        return redirect("lobby", player.entry.tournament.slug)
    return render(request, "tournaments/link.html", {"player": player, "tournament": player.entry.tournament})


@_secret_page
@sensitive_variables("token")
def invitation_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show what one is invited to; the answer goes on to a clean address, where one may have to log in first."""
    invitation = services.invitation_open(secret=token, user=request.user)
    if request.method == "POST":
        request.session[_INVITATION] = token
        return redirect("join")
    return render(request, "tournaments/invitation.html", {"invitation": invitation, "role": _role(invitation.role)})


@_secret_page
def join(request: HttpRequest) -> HttpResponse:
    """Take the invitation that this browser has opened, with an account."""
    secret = request.session.get(_INVITATION, "")
    invitation = services.invitation_open(secret=secret, user=request.user)
    if request.method == "POST" and request.user.is_authenticated:
        role = services.invitation_accept(secret=secret, user=request.user)
        del request.session[_INVITATION]
        messages.success(request, _("You are on the staff now: %(role)s.") % {"role": _role(role.role)})
        return redirect(_desk(role))
    context = {"invitation": invitation, "role": _role(invitation.role), "next": reverse("join")}
    return render(request, "tournaments/join.html", context)


def _role(value: str) -> str:
    return str(Role(value).label)


def _desk(role: StaffRole) -> str:
    """Return where somebody of this role works."""
    arbiters = (Role.ARBITER.value, Role.CHIEF_ARBITER.value)
    return reverse("arbiter" if role.role in arbiters else "console", args=[role.tournament.slug])
