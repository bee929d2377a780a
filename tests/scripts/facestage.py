"""The clock face without a service: the real page, scripts and styles, and a server that the test plays."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any, Final

from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, WebSocketRoute

from gameengine.clock.control import PLAIN
from matches.forms import CallForm
from matches.parts import SeatClock
from tests.scripts.stage import ORIGIN, POLICY, STATIC, TYPES

NAMES: Final = ("Ana", "Ben")
FIVE_AND_THREE: Final = {"kind": "fischer", "base_ms": 300_000, "increment_ms": 3_000}
RESULTS: Final = (("1-0", "1 : 0", "Ana wins"), ("1/2", "½ : ½", "Drawn"), ("0-1", "0 : 1", "Ben wins"))

AWAKE: Final = """window.locks = [];
const request = kind => { window.locks.push(kind); return Promise.resolve({ released: false }); };
Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });"""


class FaceStage:
    """The page of a device that holds the clocks of `seats`; times are the machine's."""

    def __init__(self, page: Page, *, seats: tuple[int, ...] = (0, 1), quiet_limit: int | None = None, **moment: Any):
        self.page, self.seats, self.names = page, seats, NAMES
        self.control: dict[str, Any] = FIVE_AND_THREE
        self.seq = self.ply = 4
        self.left_ms, self.quiet_limit = [300_000, 300_000], quiet_limit
        self.view: dict[str, Any] = {
            "moves": [2, 2],
            "claims": [None, None],
            "quiet": 3,
            "fallen": None,
            "result": None,
        }
        self.status, self.running, self.paused, self.deadline_ms = "live", 0, False, 0
        for name, value in moment.items():
            setattr(self, name, value)
        self.received: list[dict[str, Any]] = []
        self.lines: list[WebSocketRoute] = []
        self.page_text = ""
        self.is_up = True
        self.answers = True
        self.calls: list[str] = []
        self.refuse: Callable[[dict[str, Any]], str] = lambda command: ""
        # An address without a secret key has no wake lock; the tests' own says for how much it was asked.
        page.add_init_script(AWAKE)
        page.route(f"{ORIGIN}/**", self._serve)
        page.route_web_socket("**/ws/**", self._connect)

    # ---- the server

    @property
    def now(self) -> int:
        """Return the server's time."""
        return time.time_ns() // 1_000_000

    def start(self, now_ms: int) -> None:
        """Let the running clock run from an instant on."""
        self.deadline_ms = now_ms + self.left_ms[self.running]

    def moment(self) -> dict[str, Any]:
        """Return what frames carry."""
        live = self.status == "live"
        clk = {
            "running": self.running if live else None,
            "deadline_ms": self.deadline_ms if live and not self.paused else None,
            "left_ms": self.left_ms,
            "paused": self.paused or self.status == "paused",
        }
        banks = {"banks": [[left] for left in self.left_ms]}
        view = {**self.view, "clock": banks, "quiet_limit": self.quiet_limit}
        return {"seq": self.seq, "ply": self.ply, "status": self.status, "view": view, "clk": clk}

    def event(self, kind: str = "action", **more: Any) -> None:
        """Write a line, and tell it."""
        self.seq += 1
        if self.is_up:
            self.send({"t": "ev", "kind": kind, "line": {"text": more.pop("text", "")}, **self.moment(), **more})

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame over the newest line."""
        self.lines[-1].send(json.dumps(frame))

    def press(self, seat: int, stamp_ms: int) -> None:
        """Do what a press does: charge, add the increment, let the other clock run."""
        used = self.left_ms[seat] - (self.deadline_ms - stamp_ms)
        self.left_ms[seat] += self.control.get("increment_ms", 0) - used
        self.view = {**self.view, "moves": [n + (at == seat) for at, n in enumerate(self.view["moves"])]}
        self.ply, self.running = self.ply + 1, 1 - seat
        self.deadline_ms = stamp_ms + self.left_ms[1 - seat]

    def cut(self) -> None:
        """Cut the line; none comes up until `mend`."""
        self.is_up = False
        self.lines[-1].close(code=1006)

    def mend(self) -> None:
        """Let lines come up again."""
        self.is_up = True
        self.page.evaluate("dispatchEvent(new Event('online'))")

    def heard(self, kind: str = "cmd") -> list[dict[str, Any]]:
        """Return the frames of one kind that the page has sent."""
        return [frame for frame in self.received if frame["t"] == kind]

    def _connect(self, line: WebSocketRoute) -> None:
        if not self.is_up:
            line.close(code=1013)
            return
        self.lines.append(line)
        line.on_message(self._hear)
        hello = {"t": "hello", "proto": 1, "seat": None, "seats": self.seats, "seq": self.seq, "ply": self.ply}
        line.send(json.dumps({**hello, "ping_every": 60_000}))
        line.send(json.dumps({"t": "snap", "names": self.names, **self.moment()}))

    def _hear(self, text: Any) -> None:
        frame = json.loads(text)
        self.received.append(frame)
        if frame["t"] == "ping":
            self.send({"t": "pong", "n": frame["n"], "server_ms": self.now})
        if frame["t"] == "cmd" and self.answers:
            self._answer(frame)

    def _answer(self, command: dict[str, Any]) -> None:
        code = self.refuse(command)
        seq = self.seq if code else self.seq + 1
        told = {"ok": False, "code": code, "msg": f"{code}."} if code else {"ok": True}
        self.send({"t": "ack", "cmd": command["cmd"], "seq": seq, "ply": self.ply, **told})
        if code:
            return
        word, _, rest = command["a"].partition(" ")
        if word == "press":
            self.press(command["seat"], command["stamp_ms"])
        elif word == "claim":
            claims = list(self.view["claims"])
            claims[command["seat"]] = None if rest == "-" else rest
            self.view = {**self.view, "claims": claims}
        elif word == "ready":
            ready = list(self.view["ready"])
            ready[command["seat"]] = True
            self.view = {**self.view, "ready": ready}
        self.event()

    # ---- the page

    def open(self) -> FaceStage:
        """Load the page and wait until its line is up."""
        self.page.goto(f"{ORIGIN}/m/m/clock/face/")
        self.page.wait_for_selector("[data-face][data-state=live]")
        self.until(lambda: self.heard("ping"))
        self.page.wait_for_timeout(20)
        return self

    def half(self, seat: int) -> Any:
        """Return the half of a seat."""
        return self.page.locator(f"[data-half='{seat}']")

    def touch(self, seat: int) -> None:
        """Press the clock of a seat."""
        self.half(seat).locator("[data-press]").click()

    def says(self, seat: int) -> str:
        """Return what the half of a seat says."""
        return str(self.half(seat).locator("[data-say]").inner_text())

    def time(self, seat: int) -> str:
        """Return the reading of a clock."""
        return str(self.half(seat).locator("[data-time]").inner_text())

    def marks(self, seat: int) -> set[str]:
        """Return the states that the half of a seat shows."""
        return {word for word in self.half(seat).get_attribute("class").split() if word.startswith("is-")}

    def line_says(self) -> str:
        """Return what the bar says of the line."""
        return str(self.page.locator("[data-line-text]").inner_text())

    def ask(self, seat: int) -> str:
        """Return what a side is asked or told."""
        return str(self.half(seat).locator("[data-ask-text]").inner_text())

    def menu(self, seat: int, *buttons: str) -> None:
        """Open a side's menu and go through buttons of it."""
        self.page.locator(f"[data-menu={self.half(seat).get_attribute('data-place')}]").click()
        for name in buttons:
            self.half(seat).locator("[data-sheet]").get_by_role("button", name=name).click()

    def until(self, holds: Callable[[], Any], patience_ms: int = 8000) -> None:
        """Wait, with the page alive, until something holds."""
        for _ in range(patience_ms // 25):
            if holds():
                return
            self.page.wait_for_timeout(25)
        raise AssertionError("it never came")

    @contextlib.contextmanager
    def at_home(self) -> Iterator[str]:
        """Serve the page from a real address of this machine, where browsers let a device keep it; give the address."""
        stage = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path, kind = self.path.partition("?")[0], "text/html"
                if path.endswith("/worker.js"):
                    path = "/static/js/face/worker.js"
                file = STATIC / path.removeprefix("/static/")
                is_page = path.startswith("/m/")
                body = stage.page_text.encode() if is_page else file.read_bytes() if file.is_file() else b""
                if not is_page:
                    kind = TYPES.get(file.suffix, "text/plain")
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Vary", "Accept-Language, Cookie")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self.page_text = self._page()
        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/m/m/clock/face/"
            server.shutdown()

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/").partition("?")[0]
            if file.exists():
                route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
            else:
                route.fulfill(body="", content_type="text/javascript")
        elif path == "/m/m/call/":
            self.calls.append(route.request.post_data or "")
            route.fulfill(json={"ok": True})
        elif path == "/m/m/clock/face/":
            route.fulfill(body=self._page(), content_type="text/html", headers={"Content-Security-Policy": POLICY})
        else:
            route.fulfill(status=404)

    def _page(self) -> str:
        own = self.seats[0] if self.seats else 0
        clocks = [self._clock(seat) for seat in (0, 1)]
        return render_to_string(
            "matches/face.html",
            {
                "match": SimpleNamespace(pk="m"),
                "role": SimpleNamespace(seat=own, can_rule=False),
                "versus": "Ana - Ben",
                "title": "Clock",
                "halves": [
                    {"seat": clocks[seat], "plays": seat in self.seats, "place": "near" if seat == own else "far"}
                    for seat in (1 - own, own)
                ],
                "layout": {0: "watch", 1: "one"}.get(len(self.seats), "two"),
                "held": self.seats,
                "counts_quiet": self.quiet_limit is not None,
                "results": RESULTS,
                "call_form": CallForm(auto_id=False),
                "face_data": self._data(),
                "LANGUAGE_CODE": "en",
            },
        )

    def _data(self) -> dict[str, Any]:
        return {
            "match": "m",
            "server_ms": 0,
            "snap": {"names": self.names, **self.moment()},
            "control": self.control,
            "notation": "5+3",
            "full_ms": [300_000, 300_000],
            "reasons": {"CLAIMED": "Result entered at the board", "TIME": "Time is up"},
            "paused_for": "",
            "start_at_ms": None,
            "here": [0, 1],
        }

    def _clock(self, seat: int) -> SeatClock:
        nothing: dict[str, Any] = dict.fromkeys(("ready", "autopilot", "free_ms"))
        return SeatClock(
            index=seat,
            name=self.names[seat],
            tone=None,
            full_ms=300_000,
            own=False,
            bot_level="",
            forfeit_after=0,
            team="",
            partner=False,
            out=False,
            away=False,
            left_ms=self.left_ms[seat],
            reading=PLAIN,
            running=False,
            **nothing,
        )
