"""People who look at pages: each a client of its own, and what stands on a page."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from gameengine.table import seats_to_act
from matches.access import SESSION_PLAYERS
from matches.models import Match
from matches.store import load

PLAYERS = ("entry/ana", "entry/ben")


def visitor() -> Client:
    """Return somebody who has proven nothing."""
    return Client()


def player(seat: int) -> Client:
    """Return the player of a seat of `building.new_match`, proven by link."""
    client = Client()
    session = client.session
    session[SESSION_PLAYERS] = [PLAYERS[seat]]
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def arbiter() -> Client:
    """Return somebody who may rule where no tournament says otherwise: staff without a seat."""
    user = get_user_model().objects.create(username="arbiter", display_name="Arne Arbiter", is_staff=True)
    client = Client()
    client.force_login(user)
    return client


def to_act(match: Match) -> int:
    return seats_to_act(load(match.pk).table)[0]


def page(client: Client, name: str, *args: Any, **query: Any) -> str:
    """Return a page as text; it must be there."""
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def live_data(text: str) -> dict[str, Any]:
    """Return the data that the page's script begins with."""
    found = re.search(r'<script id="live-data" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found, "no live data"
    data: dict[str, Any] = json.loads(found[1])
    return data


def words_of(text: str) -> str:
    """Return what people read on a page, without markup."""
    shown = re.sub(r"<(script|template|style|symbol)\b.*?</\1>", " ", text, flags=re.DOTALL)
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", shown).split()))
