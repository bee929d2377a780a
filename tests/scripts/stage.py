"""A match page without a service: the real scripts and styles, a small board, and a server that the test plays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, WebSocketRoute

from gameengine.board.svg import element_markup, render
from gameengine.board.trays import tray_markup, trays_markup
from gameengine.board.view import BoardView, Element, Tray
from gameengine.core.types import Text

STATIC: Final = Path(__file__).resolve().parents[2] / "static"
ORIGIN: Final = "http://flagfall.test"
POLICY: Final = "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; connect-src 'self' ws:"
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Match</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/static/css/flagfall.css"><script type="module" src="/static/js/page.js"></script></head>
<body><main id="main" class="game" data-match="m" data-ws="/ws/match/m/" data-poll="/m/m/" data-act="/m/m/act/"
data-seat="0"><div class="game__table">
<div id="clock-1" class="clock" data-clock="1"><time data-clock-time>0:30</time><i data-clock-bar></i></div>
<div class="game__board" id="board"><div id="board-picture">{svg}</div></div>
<div id="clock-0" class="clock" data-clock="0"><time data-clock-time>0:30</time><i data-clock-bar></i></div>
<div class="say" id="say"><p id="say-line" data-live>{say}</p><span id="link-state"></span><p id="hint"></p></div>
<div class="choices" id="choices"></div><p id="whisper"></p></div>
<div class="game__trays" id="cards"><div class="trays" id="trays" data-live>{trays}</div></div>
<ol class="moves" id="moves"></ol>
<form method="post" action="/m/m/ready/" data-act="ready"><button id="ready">Ready</button></form>
<form method="post" action="/m/m/resign/" data-act="resign"><button id="resign">Resign</button></form></main>
<script type="application/json" id="live-data">{data}</script>{words}</body></html>"""


def cell(row: int, col: int, **more: Any) -> Element:
    """Return one square of a 3 x 3 board, which can be picked."""
    name = f"{'abc'[col]}{3 - row}"
    title = more.pop("title", Text(name, name))
    return Element(f"cell-{name}", "square", "rect", 10 * col, 10 * row, 10, 10, title=title, row=row, col=col, **more)


def coin(name: str, owner: int, **more: Any) -> Element:
    """Return a piece on a square."""
    x, y = 10 * "abc".index(name[0]) + 5, 10 * (3 - int(name[1])) + 5
    known: dict[str, Any] = {"text": "E", "owner": owner, "order": 2, **more}
    return Element(f"piece-{name}", "piece", "coin", x, y, 8, **known)


def board(*pieces: Element) -> BoardView:
    """Return the 3 x 3 board with pieces on it."""
    cells = [cell(row, col) for row in range(3) for col in range(3)]
    return BoardView(30, 30, Text("Board", "Brett"), (*cells, *pieces))


START: Final = board(coin("a1", 0), coin("c3", 1))
MOVE: Final = {"a": "a1-b2", "p": [["cell-a1"], ["cell-b2"]]}
ATTACK: Final = {"a": "a1xc3", "p": [["cell-a1"], ["cell-c3"]]}
PROMOTION: Final = {"a": "a1-a2=Q", "p": [["cell-a1"], ["cell-a2"], ["choice", "q", "Queen"]]}
KNIGHTED: Final = {"a": "a1-a2=N", "p": [["cell-a1"], ["cell-a2"], ["choice", "n", "Knight"]]}
PASS: Final = {"a": "pass", "p": [["choice", "pass", "Pass"]]}
LEGAL: Final = [MOVE, ATTACK, PROMOTION, KNIGHTED, PASS]


def hand(*names: str) -> Tray:
    """Return a tray with cards that can be picked."""
    cards = (
        Element(f"hand-{name}", "card", "card", 0, 0, text=name, title=Text(name, name), row=0, col=col)
        for col, name in enumerate(names)
    )
    return Tray("own", Text("Your hand", "Deine Hand"), tuple(cards))


def tray(*names: str) -> dict[str, str]:
    """Return a hand as the parts of a frame carry it."""
    return {"b-tray-own": tray_markup(hand(*names), "en", interactive=True)}


def elements(*changed: Element) -> dict[str, str]:
    """Return elements as a frame carries them."""
    return {element.id: element_markup(element, "en", interactive=True) for element in changed}


def spots(*names: str, **more: Any) -> list[Element]:
    """Return squares by name with other properties."""
    return [cell(3 - int(name[1]), "abc".index(name[0]), **more) for name in names]


def states(place: Any) -> set[str]:
    """Return the states that a square or a card shows."""
    return {word for word in (place.get_attribute("class") or "").split() if word.startswith("is-")}


class Stage:
    """The page and, behind it, the server of the test."""

    def __init__(self, page: Page, *, seq: int = 4, legal: Any = LEGAL, view: BoardView = START, **data: Any) -> None:
        self.page, self.seq = page, seq
        self.data: dict[str, Any] = {"match": "m", "seq": seq, "ply": 0, "legal": legal, "clk": None, **data}
        self.view, self.say = view, "Your move."
        self.received: list[dict[str, Any]] = []
        self.posted: list[dict[str, Any]] = []
        self.lines: list[WebSocketRoute] = []
        self.greets = True
        self.answer: Callable[[dict[str, Any]], None] = lambda frame: None
        page.route(f"{ORIGIN}/**", self._serve)
        page.route_web_socket("**/ws/**", self._connect)

    def open(self) -> Stage:
        """Load the page and wait until its script runs."""
        self.page.goto(f"{ORIGIN}/m/m/")
        self.page.wait_for_selector("[data-state]")
        return self

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame over the newest line."""
        self.lines[-1].send(json.dumps(frame))

    def event(self, seq: int, **more: Any) -> None:
        """Send an event."""
        self.send({"t": "ev", "seq": seq, "ply": 1, "kind": "action", "actor": 0, "at_ms": 0, **more})

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """Return the frames of one kind that the page has sent."""
        return [frame for frame in self.received if frame["t"] == kind]

    def wait_for(self, kind: str, count: int = 1) -> dict[str, Any]:
        """Wait until the page has sent `count` frames of a kind; return the last."""
        self.until(lambda: len(self.heard(kind)) >= count)
        return self.heard(kind)[-1]

    def until(self, holds: Callable[[], bool], patience_ms: int = 8000) -> None:
        """Wait, with the page alive, until something holds."""
        for _ in range(patience_ms // 25):
            if holds():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError("it never came")

    def says(self, text: str) -> None:
        """Wait until the page shows a sentence."""
        self.until(lambda: self.page.locator("#say-line").inner_text() == text)

    def spot(self, name: str) -> Any:
        """Return a square."""
        return self.page.locator(f"[data-el=cell-{name}]")

    def card(self, name: str) -> Any:
        """Return a card of the hand."""
        return self.page.locator(f"[data-el=hand-{name}]")

    def classes(self, name: str) -> set[str]:
        """Return the states that a square shows."""
        return states(self.spot(name))

    def _connect(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        line.on_message(self._hear)
        if self.greets:
            line.send(json.dumps({"t": "hello", "proto": 1, "seq": self.seq, "ply": 0, "ping_every": 60_000}))
        else:
            line.close(code=1013)

    def _hear(self, text: Any) -> None:
        frame = json.loads(text)
        self.received.append(frame)
        self.answer(frame)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        elif route.request.method == "POST":
            self.posted.append(json.loads(route.request.post_data or "{}"))
            route.fulfill(json={"ok": True, "seq": self.seq, "ply": 1})
        elif path == "/m/m/":
            route.fulfill(body=self._page(), content_type="text/html", headers={"Content-Security-Policy": POLICY})
        else:
            route.fulfill(status=404)

    def _page(self) -> str:
        svg = render(self.view, "en", interactive=True)
        trays = trays_markup(self.view.trays, "en", interactive=True)
        return PAGE.format(
            svg=svg, trays=trays, say=self.say, data=json.dumps(self.data), words=render_to_string("_words.html")
        )
