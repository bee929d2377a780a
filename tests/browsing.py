"""Chromium for the browser tests: one process, one context per person, every script error remembered."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, Final, Self

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.services import find_program

SWITCHES: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
)
DEFAULT_TIMEOUT_MS: Final = 10_000
ABOUT_THE_NETWORK: Final = ("Failed to load resource", "ERR_INTERNET_DISCONNECTED")


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Give the system's Chromium until the block ends: its headless shell, which opens a window with far less work."""
    program = find_program("chromium-headless-shell", "/usr/lib/chromium")
    # The driver keeps an event loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(SWITCHES))
        try:
            yield browser
        finally:
            browser.close()


class Windows:
    """The windows of one test, each with cookies of its own.

    Leaving the block closes them and fails when a page threw an error or broke the content security policy.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def open(
        self, *, width: int = 1280, height: int = 800, scheme: Any = "light", language: str = "en", **options: Any
    ) -> Page:
        """Open an empty page for a new person."""
        context = self._browser.new_context(
            **{"viewport": {"width": width, "height": height}, "color_scheme": scheme, "locale": language}
            # Nothing in motion: painting sixty pictures a second is most of what a window would do.
            | {"reduced_motion": "reduce"}
            | options
        )
        context.set_default_timeout(DEFAULT_TIMEOUT_MS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", self._note)
        return page

    def _note(self, message: ConsoleMessage) -> None:
        # A refused request (403, 404) or a cut line is often what a test is about; all else is a fault of the page.
        if message.type == "error" and not any(words in message.text for words in ABOUT_THE_NETWORK):
            self.errors.append(message.text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for context in self._contexts:
            context.close()
        if kind is None:
            assert self.errors == []
