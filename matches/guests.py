"""People who sit down without being entered anywhere: by account, or by a ref that this browser's session proves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib.auth import get_user_model
from django.http import HttpRequest

from matches.access import Principal, principal_of_request, remember_player
from matches.decks import GUEST
from matches.ids import new_id

SESSION_NAME: Final = "guest_name"
"""Key of the session under which the name lies that a guest has given once."""

LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who sits down: the name that others read, and an account or the ref of a guest."""

    name: str
    user_id: int | None = None
    player_ref: str = ""


def guest_ref(principal: Principal) -> str:
    """Return the ref of a guest, "" for somebody who has none yet."""
    return min((ref for ref in principal.players if ref.startswith(GUEST)), default="")


def person_of(principal: Principal, name: str = "") -> Person | None:
    """Return who a principal is when it sits down; a guest is called `name`. None for who has proven nothing yet."""
    if principal.user_id is not None:
        user = get_user_model().objects.get(pk=principal.user_id)
        return Person(str(user)[:LONGEST_NAME], user_id=user.pk)
    ref = guest_ref(principal)
    return Person(name, player_ref=ref) if ref else None


def known_name(request: HttpRequest) -> str:
    """Return what the asker of a page is called, "" if that has to be asked first."""
    if request.user.is_authenticated:
        return str(request.user)[:LONGEST_NAME]
    return str(request.session.get(SESSION_NAME, ""))


def person_here(request: HttpRequest, name: str = "") -> Person:
    """Return the asker of a page as a person whom this browser's session knows from now on; so does it a new `name`."""
    if name and not request.user.is_authenticated:
        request.session[SESSION_NAME] = name
    principal = principal_of_request(request)
    if principal.user_id is None and not guest_ref(principal):
        remember_player(request, f"{GUEST}{new_id()}")
        principal = principal_of_request(request)
    if principal.user_id is not None:
        return Person(known_name(request), user_id=principal.user_id)
    return Person(known_name(request), player_ref=guest_ref(principal))
