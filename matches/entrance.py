"""Who a socket belongs to: a cookie with a matching origin, or a token without one."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from channels.auth import AuthMiddlewareStack
from channels.security.websocket import WebsocketDenier
from django.conf import settings

from matches import access

log = logging.getLogger(__name__)

_BEARER = "bearer "


class Entrance:
    """Puts the principal into the scope of a socket, or refuses it before it is opened.

    A browser sends its cookies from any site's page, but not that site's origin as ours; a token it never sends.
    """

    def __init__(self, application: Any) -> None:
        self._with_token = application
        self._with_cookie = AuthMiddlewareStack(_FromSession(application))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Let the socket in, or deny it."""
        headers = _headers(scope)
        token = _token(headers)
        if token is not None:
            return await self._enter_with_token(token, scope, receive, send)
        if not origin_matches(headers):
            return await _deny(scope, receive, send)
        return await self._with_cookie({**scope, "plain_send": send}, receive, send)

    async def _enter_with_token(self, token: str, scope: Any, receive: Any, send: Any) -> Any:
        from matches import web

        principal = await web.process().threads.run(access.principal_of_token, token)
        if principal is None:
            return await _deny(scope, receive, send)
        return await self._with_token({**scope, "principal": principal}, receive, send)


class _FromSession:
    """Reads the principal off the session and the user that the middleware before has found.

    A socket changes no session, so its frames do not pass the middleware that would save one.
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        from matches import web

        principal = await web.process().threads.run(access.principal_of, scope["user"], scope["session"])
        return await self._application({**scope, "principal": principal}, receive, scope["plain_send"])


def origin_matches(headers: Mapping[str, str]) -> bool:
    """Tell whether a socket comes from a page of this site, or of one that the settings trust."""
    origin = headers.get("origin", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    netloc = urlsplit(origin).netloc
    return netloc != "" and netloc == headers.get("host", "")


async def _deny(scope: Any, receive: Any, send: Any) -> Any:
    denier: Any = WebsocketDenier()
    return await denier(scope, receive, send)


def _headers(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _token(headers: Mapping[str, str]) -> str | None:
    given = headers.get("authorization", "")
    return given[len(_BEARER) :].strip() if given.lower().startswith(_BEARER) else None
