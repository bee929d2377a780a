"""Headers and log context that every request gets."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from asgiref.sync import markcoroutinefunction
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from servestatic.middleware import ServeStaticMiddleware

from flagfall.logging import match_bind
from matches.ids import new_id

Handler = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

PERMISSIONS_POLICY: Final = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "payment",
        "usb",
    )
)
SLOW_MS: Final = 1_000

log = structlog.stdlib.get_logger("flagfall.request")


class _Middleware:
    """An asynchronous middleware; Django adapts it where a synchronous one is needed."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        marked: Any = self
        markcoroutinefunction(marked)


class HeadersMiddleware(_Middleware):
    """Refuse devices and sensors that no page needs, to our pages and to anything that might get into them."""

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Add the header unless the view has set its own."""
        response = await self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response


class StaticMiddleware(ServeStaticMiddleware):  # type: ignore[misc]
    """Serve static files: collected ones from a list made once, others from where they lie when they are asked for."""

    get_response: Handler

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with a file below the static address; nothing else is looked for on the disk."""
        if not request.path_info.startswith(self.static_prefix):
            return await self.get_response(request)
        if not self.autorefresh:
            collected: HttpResponseBase = await super().__call__(request)
            return collected
        # One visit to a thread finds and reads it; step by step there would be eight, each dearer than the reading.
        return await asyncio.to_thread(self._read, request) or await self.get_response(request)

    def _read(self, request: HttpRequest) -> HttpResponse | None:
        """Return the answer with the file as it is at the moment; None if there is none."""
        found = self.find_file(request.path_info)
        if found is None:
            return None
        answer = found.get_response(request.method or "GET", request.META)
        with answer.file or io.BytesIO() as file:
            response = HttpResponse(file.read(), status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            if value is not None:
                response[name] = value
        return response

    def add_files_from_finders(self) -> None:
        """Name the folders to look in, without listing their hundreds of files, which nothing would read."""
        for finder in finders.get_finders():
            storages: dict[str, FileSystemStorage] = getattr(finder, "storages", {})
            for storage in storages.values():
                self.insert_directory(storage.location, self.static_prefix)


class RequestLogMiddleware(_Middleware):
    """Give each request an id, put it and the match into every line logged on the way, and log slow or failed ones."""

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Bind, answer, log."""
        request_id, start = new_id(), time.perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = await self.get_response(request)
            self._log(request, response, round((time.perf_counter() - start) * 1000))
        structlog.contextvars.unbind_contextvars("match", "user")
        response.headers["X-Request-Id"] = request_id
        return response

    async def process_view(self, request: HttpRequest, _view: object, _args: object, kwargs: dict[str, Any]) -> None:
        """Name the match and the user in what the view logs. Runs behind the sessions' middleware."""
        if "match_id" in kwargs:
            match_bind(str(kwargs["match_id"]))
        if settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "session"):
            user_id = await request.session.aget(SESSION_KEY)
            if user_id is not None:
                structlog.contextvars.bind_contextvars(user=user_id)

    def _log(self, request: HttpRequest, response: HttpResponseBase, spent_ms: int) -> None:
        failed = response.status_code >= 500 or spent_ms >= SLOW_MS
        # Paths of private links carry a secret: what is logged is the pattern, never the path.
        route = request.resolver_match.route if request.resolver_match else "-"
        write = log.warning if failed else log.debug
        write("request", method=request.method, route=route, status=response.status_code, ms=spent_ms)
