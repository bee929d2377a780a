"""Somebody at a board with a phone: presses the clock face, and sees what it shows."""

from __future__ import annotations

import contextlib
from typing import Any

from tests.e2e.people import Person, until


class AtTheBoard(Person):
    """One device that lies at a board."""

    def lay_down(self, match_id: str) -> None:
        """Open the clock face, and wait until its line is up."""
        self.open(f"/m/{match_id}/clock/face/")
        self.page.wait_for_selector("[data-face][data-state=live]")

    def half(self, seat: int) -> Any:
        """Return the half of a seat."""
        return self.page.locator(f"[data-half='{seat}']")

    def touch(self, seat: int) -> None:
        """Touch the clock of a seat."""
        self.half(seat).locator("[data-press]").click()

    def runs(self, seat: int) -> bool:
        """Tell whether the clock of a seat is shown as running."""
        return "is-running" in str(self.half(seat).get_attribute("class"))

    def is_pending(self, seat: int) -> bool:
        """Tell whether a press of a seat is shown as not yet confirmed."""
        return "is-pending" in str(self.half(seat).get_attribute("class"))

    def wait_until_runs(self, seat: int) -> None:
        """Wait until the clock of a seat runs."""
        self.page.wait_for_selector(f"[data-half='{seat}'].is-running", state="attached")

    def reading(self, seat: int) -> float:
        """Return the seconds that a clock shows."""
        minutes, _, seconds = self.half(seat).locator("[data-time]").inner_text().partition(":")
        return 60 * int(minutes) + float(seconds)

    def says(self, seat: int) -> str:
        """Return what the half of a seat says."""
        return str(self.half(seat).locator("[data-say]").inner_text())

    def line(self) -> str:
        """Return what the face says of its line."""
        return str(self.page.locator("[data-line-text]").inner_text())

    def choose(self, seat: int, *buttons: str) -> None:
        """Open the menu of a side and go through buttons of it."""
        self.page.locator(f"[data-menu={self.half(seat).get_attribute('data-place')}]").click()
        for name in buttons:
            self.half(seat).locator("[data-sheet]").get_by_role("button", name=name).click()

    def answer(self, seat: int, name: str) -> None:
        """Answer what a side is asked."""
        self.half(seat).locator("[data-ask]").get_by_role("button", name=name).click()

    def lose_line(self) -> None:
        """Let nothing through to the service any more, whatever is open."""
        self.page.context.set_offline(True)
        with contextlib.suppress(AssertionError):
            until(lambda: self.line() != "Live", "a lost line", patience_s=3)

    def find_line(self) -> None:
        """Let everything through again."""
        self.page.context.set_offline(False)
