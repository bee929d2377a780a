"""Clients of the API: each asks as somebody, and gets JSON."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.test.client import ClientHandler

from flagfall.accounts.models import Scope
from flagfall.accounts.services import token_create
from matches.access import SESSION_PLAYERS
from tests.builders import a_user, staffed
from tournaments.models import Entry, Tournament
from tournaments.permissions import Role

BASE = "/api/v1/"
ALL_SCOPES = (Scope.READ, Scope.PLAY, Scope.MANAGE)
# One chain of middleware for all: to build it takes longer than to answer.
_HANDLERS = {csrf: ClientHandler(enforce_csrf_checks=csrf) for csrf in (False, True)}


def new_client(*, csrf: bool = False) -> Client:
    """Return a browser without cookies."""
    client = Client()
    client.handler = _HANDLERS[csrf]
    return client


class Asker:
    """Somebody who asks the API: `get("games/")`, `post("tournaments/", {...})`."""

    def __init__(self, client: Client | None = None, **headers: str) -> None:
        self.client = client or new_client()
        self.headers = headers

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(self._url(path), query or None, headers=self.headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("post", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("patch", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("put", path, body, **headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self.send("delete", path, None, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = {"data": body if isinstance(body, bytes | str) else _json(body)} if body is not None else {}
        kind = named.pop("content-type", "application/json")
        send = getattr(self.client, method)
        return send(self._url(path), content_type=kind, headers={**self.headers, **named}, **body)

    @staticmethod
    def _url(path: str) -> str:
        return path if path.startswith(("/", "http")) else BASE + path


def _json(body: Any) -> bytes:
    import orjson

    return orjson.dumps(body)


def stranger() -> Asker:
    """Return somebody who has proven nothing."""
    return Asker()


def with_token(user: Any, *scopes: Scope) -> Asker:
    """Return the holder of a token of the user; for everything, unless told otherwise."""
    _token, secret = token_create(user=user, name="test", scopes=scopes or ALL_SCOPES)
    return Asker(authorization=f"Bearer {secret}")


def staff(tournament: Tournament, *roles: Role) -> Asker:
    """Return somebody with these roles, by token."""
    user = a_user()
    for role in roles:
        staffed(tournament, role, user)
    return with_token(user)


def organizer(tournament: Tournament) -> Asker:
    """Return the organizer, who is chief arbiter as well."""
    return staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER)


def logged_in(user: Any, *, csrf: bool = False) -> Asker:
    """Return a browser in which the user has logged in."""
    client = new_client(csrf=csrf)
    client.force_login(user)
    return Asker(client)


def by_link(entry: Entry, *, csrf: bool = False) -> Asker:
    """Return a browser in which the private link of an entry's first player was opened."""
    return by_ref(entry.players.get().ref, csrf=csrf)


def by_ref(ref: str, *, csrf: bool = False) -> Asker:
    """Return a browser whose session has proven to be a player."""
    client = new_client(csrf=csrf)
    session = client.session
    session[SESSION_PLAYERS] = [ref]
    session.save()
    client.cookies["sessionid"] = session.session_key
    return Asker(client)


def code_of(answer: Any) -> str:
    """Return the code of a problem; it must be a whole one."""
    document = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json", document
    assert set(document) >= {"type", "title", "status", "code", "detail", "errors"}
    assert document["status"] == answer.status_code
    assert document["type"].endswith(document["code"])
    assert document["title"]
    assert document["detail"]
    return str(document["code"])
