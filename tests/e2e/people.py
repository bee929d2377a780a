"""Somebody at a browser: opens pages, plays by mouse or keyboard, and remembers whatever the browser was told."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Error, Page, Response, WebSocket

PATIENCE_S: Final = 12.0
WHOLE_GAME_MS: Final = 60_000
SPOT: Final = "node-"
"""How the elements are called that can be picked."""
TEXTS: Final = ("text/html", "application/json", "application/x-ndjson", "application/jsonl", "text/plain")

WALK: Final = """([from, to]) => {
  const places = [...document.querySelectorAll('.spot')];
  const at = id => places.find(one => one.dataset.el === id);
  const turned = document.querySelector('#board svg').classList.contains('is-turned')
    !== Boolean(document.querySelector('#board').closest('.is-flipped'));
  const [down, right] = ['row', 'col'].map(key => (at(to).dataset[key] - at(from).dataset[key]) * (turned ? -1 : 1));
  return [down, right];
}"""

LEGAL: Final = "id => fetch(`/m/${id}/snap/`).then(answer => answer.json()).then(snap => snap.legal)"
CENTRE: Final = """id => {
  const one = document.querySelector(`#board [data-el="${id}"], #cards [data-el="${id}"]`);
  one.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
"""Where to click an element: the driver takes a line, which is all stroke, for invisible."""


def picks_of(legal: list[dict[str, Any]], action: str) -> list[list[str]]:
    """Return the picks by which an action is entered, put together of the parts in which the page has them."""
    for offer in legal:
        for ways in itertools.product(*offer.get("x", ())):
            if offer["a"] + "".join(way["a"] for way in ways) == action:
                return [pick for one in (offer, *ways) for pick in one["p"]]
    raise LookupError(action)


def until(holds: Callable[[], Any], what: str, *, patience_s: float = PATIENCE_S) -> Any:
    """Return what `holds` returns as soon as it is true; fail, naming `what`, when the time is up."""
    deadline = time.monotonic() + patience_s
    while not (value := holds()):
        assert time.monotonic() < deadline, f"it never came: {what}"
        time.sleep(0.03)
    return value


def confirm_ruling(page: Page) -> None:
    """Confirm a ruling whose effect is shown."""
    page.locator("form.section .actions button").first.click()


class Person:
    """One window with cookies of its own."""

    def __init__(self, new_page: Callable[..., Page], url: str, *, session: str = "", link: str = "", **options: Any):
        self.url, self.page = url, new_page(**options)
        self.frames: list[str] = []
        self.bodies: dict[str, str] = {}
        self.errors: list[str] = []
        self._answers: list[Response] = []
        self.page.on("websocket", self._listen)
        self.page.on("response", self._note)
        self.page.on("pageerror", self._wrong)
        if session:
            self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        if link:
            self.come_in(link)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self.frames.append(data if isinstance(data, str) else repr(data)))

    def _note(self, answer: Response) -> None:
        # A method of ours: the driver cannot hold one of a list.
        self._answers.append(answer)

    def _wrong(self, error: Error) -> None:
        # A method of ours: the driver cannot hold one of a list.
        self.errors.append(error.stack or error.message)

    def keep(self) -> None:
        """Keep what the pages so far were told: once a page is left, the browser forgets it."""
        self.page.evaluate("0")
        for answer in self._answers:
            kind = answer.headers.get("content-type", "").partition(";")[0]
            if kind in TEXTS and answer.ok and "/static/" not in answer.url:
                with contextlib.suppress(Error):  # a page that was left at once
                    self.bodies[f"{len(self.bodies)} {answer.url}"] = answer.text()
        self._answers.clear()

    def heard(self) -> dict[str, str]:
        """Return everything that this browser was told, by where it came from."""
        self.keep()
        return self.bodies | {f"frame {number}": frame for number, frame in enumerate(self.frames)}

    # ---- pages

    def open(self, path: str) -> Page:
        """Open a page of the service."""
        self.keep()
        self.page.goto(self.url + path)
        return self.page

    def come_in(self, link: str) -> None:
        """Open a private link and continue as its player."""
        self.open(f"/p/{link}/")
        self.page.locator("main form button").first.click()
        self.page.wait_for_url("**/me/")

    def sit_down(self, match_id: str) -> Page:
        """Open a match, and wait until its line is up."""
        self.open(f"/m/{match_id}/")
        self.page.wait_for_selector("[data-state=live]")
        return self.page

    def wait_for_frame(self, kind: str) -> None:
        """Wait until a frame of this kind came over a socket of these pages."""
        # The driver hands over what has come only while it is asked for something.
        until(lambda: self.page.title() and any(f'"{kind}"' in frame for frame in self.frames), f"a frame `{kind}`")

    # ---- the board

    @property
    def ply(self) -> int:
        """Return how many moves the list on the page shows."""
        return self.page.locator("#moves > li[id^=ply-]").count()

    @property
    def is_to_act(self) -> bool:
        """Tell whether there is anything to pick."""
        return self.page.locator(".spot.is-pick").count() > 0

    def wait_for_turn(self) -> None:
        """Wait until it is one's own turn."""
        self.page.wait_for_selector(".spot.is-pick")

    def wait_for_ply(self, ply: int) -> None:
        """Wait until the list of moves shows a ply; a window may have a whole game to draw before it."""
        self.page.wait_for_function(
            "ply => document.querySelectorAll('#moves > li[id^=ply-]').length >= ply",
            arg=ply,
            polling=20,
            timeout=WHOLE_GAME_MS,
        )

    def play_by_mouse(self) -> None:
        """Play the first thing that can be picked, by clicks."""
        before = self.ply
        self.wait_for_turn()
        self.page.locator(".spot.is-pick").first.click()
        self._finish(self.page.locator(".spot.is-target, .spot.is-capture").first.click)
        self.wait_for_ply(before + 1)

    def play_by_keyboard(self) -> None:
        """Play the first thing that can be picked, with Tab, arrows and Enter alone."""
        before = self.ply
        self.wait_for_turn()
        self.walk_to(".spot.is-pick")
        self.page.keyboard.press("Enter")
        self._finish(lambda: (self.walk_to(".spot.is-target, .spot.is-capture"), self.page.keyboard.press("Enter")))
        self.wait_for_ply(before + 1)

    def play(self, match_id: str, action: str) -> None:
        """Play one action by the picks that the service names for it: elements by a click, choices by their button."""
        picks = picks_of(self.page.evaluate(LEGAL, match_id), action)
        before = self.ply
        self.page.wait_for_selector(".is-pick, #choices button", state="attached")
        for element, *choice in picks:
            if element == "choice":
                self.page.locator("#choices").get_by_role("button", name=choice[1], exact=True).click()
            else:
                self.page.mouse.click(*self.page.evaluate(CENTRE, element))
        whole = self.page.locator("#choices").get_by_role("button", name=action, exact=True)
        if whole.count():
            whole.click()
        self.wait_for_ply(before + 1)

    def _finish(self, second_pick: Callable[[], Any]) -> None:
        """Pick where to go, if what was picked first was a piece to move."""
        if self.page.locator(".spot.is-picked").count():
            second_pick()

    def walk_to(self, selector: str) -> None:
        """Reach a place on the board with Tab and the arrow keys."""
        target = self.page.locator(selector).first.get_attribute("data-el")
        if not self._focused().startswith(SPOT):
            self.page.locator("#main").focus()
            while not self._focused().startswith(SPOT):
                self.page.keyboard.press("Tab")
        while self._focused() != target:
            down, right = self.page.evaluate(WALK, [self._focused(), target])
            key = ("ArrowDown" if down > 0 else "ArrowUp") if down else ("ArrowRight" if right > 0 else "ArrowLeft")
            self.page.keyboard.press(key)

    def _focused(self) -> str:
        return str(self.page.evaluate("document.activeElement?.dataset?.el ?? ''"))

    # ---- what everybody may know, as this page shows it

    def board(self) -> dict[str, str]:
        """Return what stands on the board: the letter of each face-up piece by its element, "?" for the others."""
        return dict(
            self.page.eval_on_selector_all(
                "#board [data-el^=piece-]",
                """all => all.map(one => [one.dataset.el.slice(6),
                     one.classList.contains('face-down') ? '?' : one.querySelector('text').textContent])""",
            )
        )

    def text(self, selector: str) -> str:
        """Return the words of a part, without differences in white space."""
        return " ".join(self.page.locator(selector).inner_text().split())

    def overview(self) -> str:
        """Return the piece overview."""
        return self.text("#panels")

    def moves(self) -> list[str]:
        """Return the lines of the list of moves."""
        return [" ".join(line.split()) for line in self.page.locator("#moves > li").all_inner_texts()]
