"""What the tests of pages share: browsers of different people, without a browser."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from matches.access import SESSION_PLAYERS
from tests.builders import a_user, staffed
from tournaments.models import Entry, Tournament
from tournaments.permissions import Role


def staff(tournament: Tournament, *roles: Role) -> Client:
    """Return a browser of somebody who has these roles in the tournament."""
    user = a_user()
    for role in roles:
        staffed(tournament, role, user)
    return logged_in(user)


def logged_in(user: Any) -> Client:
    """Return a browser in which the user has logged in."""
    client = Client()
    client.force_login(user)
    return client


def player(entry: Entry) -> Client:
    """Return a browser that has proven to be the entry's first player."""
    client = Client()
    session = client.session
    session[SESSION_PLAYERS] = [entry.players.first().ref]
    session.save()
    return client


def url(name: str, tournament: Tournament, *args: Any) -> str:
    """Return an address of the tournament."""
    return reverse(name, args=[tournament.slug, *args])


def text(response: Any) -> str:
    """Return what a page says."""
    return str(response.content.decode())


def said(response: Any) -> list[str]:
    """Return the messages of the page to which an act led."""
    return [str(message) for message in response.context["messages"]]
