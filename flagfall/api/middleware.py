"""Addresses of the API with and without the slash at their end: both are the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

PREFIX = "/api/"


class SlashMiddleware:
    """Adds the slash before the address is looked up: a redirect would lose the body of a POST."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponseBase]]) -> None:
        self.get_response = get_response
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass on."""
        if request.path_info.startswith(PREFIX) and not request.path_info.endswith("/"):
            request.path_info += "/"
            request.path += "/"
        return await self.get_response(request)
