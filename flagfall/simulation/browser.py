"""A browser as far as players need one: pages, forms, and the cookies of one person."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.cookiejar import CookieJar
from typing import Final
from urllib.parse import urlencode, urlsplit

TIMEOUT_S: Final = 60
_AGENT: Final = "flagfall-simulation"


class PageError(RuntimeError):
    """A page was refused; the text says which and how."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a browser shows: the address at which it has arrived, and the source text."""

    url: str
    text: str

    @property
    def path(self) -> str:
        """Return the address without the site."""
        return urlsplit(self.url).path


class Browser:
    """One person's cookies on one site. `site` is an address without a slash at its end."""

    def __init__(self, site: str) -> None:
        self.site = site
        self._jar = CookieJar()
        # No proxy: the site is this machine, or named as it is.
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._jar)
        )

    async def get(self, path: str) -> Page:
        """Return a page. Raises PageError."""
        return await asyncio.to_thread(self._open, path, None)

    async def post(self, path: str, **fields: str) -> Page:
        """Send a form of a page that was looked at before; return the page it leads to. Raises PageError."""
        sent = {"csrfmiddlewaretoken": self._cookie("csrftoken"), **fields}
        return await asyncio.to_thread(self._open, path, urlencode(sent).encode())

    @property
    def cookies(self) -> str:
        """Return the value of the header `Cookie`."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    @property
    def sockets(self) -> str:
        """Return the site's address for sockets."""
        return self.site.replace("http", "ws", 1)

    def _cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self._jar if cookie.name == name), "")

    def _open(self, path: str, data: bytes | None) -> Page:
        address = self.site + path
        headers = {"User-Agent": _AGENT, "Origin": self.site, "Referer": address, "Accept": "text/html,*/*"}
        request = urllib.request.Request(address, data, headers)  # noqa: S310 - an address of the site
        try:
            with self._opener.open(request, timeout=TIMEOUT_S) as answer:
                return Page(answer.url, answer.read().decode())
        except urllib.error.HTTPError as error:
            # Paths may be private links: only their first part is told.
            raise PageError(f"/{path.split('/')[1]}/…: status {error.code}") from error
