"""A match over its socket, as a careful client keeps it: acknowledged, resent, resumed by number."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from flagfall.simulation.browser import Browser
from flagfall.simulation.mind import Mind
from flagfall.simulation.tally import Tally
from matches.ids import new_id

UNANSWERED_S: Final = 2.0
"""After this long without an answer a command is sent again, over a new line."""
SILENT_S: Final = 20.0
"""The server says something every five seconds; a line that is silent for so long is dead."""
_BACK_OFF_S: Final = (0.05, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_SLOWER_S: Final = 1.0
_LARGEST: Final = 2**20
_EXPECTED: Final = frozenset({"stale_ply", "match_over", "GAME_OVER", "AUTOPILOT_OFF", "NONCE_NOT_DUE", "NOT_STARTED"})
"""Refusals that honest players meet when a clock was faster than they."""
_TRY_AGAIN: Final = frozenset({"rate_limited", "busy"})
_FINAL: Final = frozenset({"version", "may_not_see", "no_such_match", "revoked"})


class RefusedLineError(RuntimeError):
    """The server ended the socket for good; the text is its code."""


@dataclass(slots=True)
class Command:
    """What was said and has no answer yet."""

    cmd: str
    text: str
    ply: int | None
    first_sent: float = 0.0
    sent: float = 0.0


@dataclass(slots=True)
class Pace:
    """Keeps what is said below the limit that `hello` names."""

    messages: int = 20
    per_s: float = 5.0
    said: deque[float] = field(default_factory=deque)

    async def turn(self) -> None:
        """Wait until one more message may be sent, and count it."""
        while len(self.said) >= self.messages - 1:
            await asyncio.sleep(max(0.0, self.said[0] + self.per_s - time.monotonic()))
            while self.said and self.said[0] <= time.monotonic() - self.per_s:
                self.said.popleft()
        self.said.append(time.monotonic())


class Line:
    """One player's seat at one match, from the first look to the end."""

    def __init__(self, browser: Browser, match_id: str, mind: Mind, tally: Tally) -> None:
        self._browser, self._match_id, self._mind, self._tally = browser, match_id, mind, tally
        self._address = f"{browser.sockets}/ws/match/{match_id}/?form=json&v=1"
        self._nonce = mind.nonce()
        self._socket: ClientConnection | None = None
        self._open: dict[str, Command] = {}
        self._last: int | None = None
        self._moment: dict[str, Any] = {}
        self._seat: int | None = None
        self._said: set[str] = set()
        self._answered_ply = -1
        self._pace = Pace()
        self._thinking: asyncio.Task[None] | None = None
        self._failures = 0
        self._connected = 0.0

    @property
    def _over(self) -> bool:
        return bool(self._moment.get("status") == "over")

    @property
    def _done(self) -> bool:
        """Tell whether the match has ended and everything that was said is answered."""
        return self._over and not self._open

    async def play(self) -> None:
        """Play until the match is over, over as many sockets as it takes. Raises VanishedError, RefusedLineError."""
        self._tally.open_lines += 1
        try:
            while not self._done:
                await self._once()
        finally:
            self._tally.open_lines -= 1
            self._tally.unanswered[self._match_id] += sum(command.ply is not None for command in self._open.values())
            if self._thinking is not None:
                self._thinking.cancel()

    async def _once(self) -> None:
        """Follow over one socket; come back when it is gone."""
        since = "" if self._last is None else f"&since={self._last}"
        headers = {"Cookie": self._browser.cookies}
        try:
            async with connect(
                self._address + since,
                origin=self._browser.site,  # type: ignore[arg-type]
                additional_headers=headers,
                compression=None,
                max_size=_LARGEST,
                open_timeout=30,
                proxy=None,
            ) as socket:
                self._socket, self._connected = socket, time.monotonic()
                await self._follow(socket)
        except (OSError, TimeoutError, WebSocketException):
            self._tally.lines_lost += 1
            await asyncio.sleep(_BACK_OFF_S[min(self._failures, len(_BACK_OFF_S) - 1)])
            self._failures += 1
        finally:
            self._socket = None

    async def _follow(self, socket: ClientConnection) -> None:
        while not self._done:
            async with asyncio.timeout(self._patience_s()):
                frame = orjson.loads(await socket.recv(decode=False))
            await self._take(frame)
            await self._act()

    def _patience_s(self) -> float:
        """Return how long to wait for the next frame: no longer than the oldest command has patience on this socket."""
        if not self._open:
            return SILENT_S
        oldest = max(self._connected, min(command.sent for command in self._open.values()))
        return max(0.0, oldest + UNANSWERED_S - time.monotonic())

    # reading
    async def _take(self, frame: dict[str, Any]) -> None:
        if "probe" in frame:
            await self._write({"t": "echo", "n": frame["probe"]})
        match frame["t"]:
            case "hello":
                await self._greet(frame)
            case "snap":
                self._last, self._moment = frame["seq"], frame
            case "ev":
                await self._event(frame)
            case "seq" if self._last is not None and frame["seq"] > self._last:
                await self._say({"t": "resume", "since": self._last})
            case "ack":
                await self._answer(frame)
            case "bye" if frame["code"] in _FINAL:
                raise RefusedLineError(frame["code"])
            case "bye":
                raise ConnectionAbortedError(frame["code"])

    async def _greet(self, frame: dict[str, Any]) -> None:
        """Take note of the seat and the limit; what has no answer yet is sent again under the same name."""
        self._failures, self._seat = 0, frame["seat"]
        self._pace.messages, self._pace.per_s = frame["limit"]["messages"], frame["limit"]["per_ms"] / 1000
        self._pace.said.clear()
        await self._send_again()

    async def _send_again(self) -> None:
        for command in tuple(self._open.values()):
            self._tally.resent += 1
            await self._send(command)

    async def _event(self, frame: dict[str, Any]) -> None:
        if self._last is not None and frame["seq"] <= self._last:
            return
        if self._last is None or frame["seq"] > self._last + 1:
            await self._say({"t": "resume", "since": self._last})
            return
        self._last = frame["seq"]
        self._tally.receipt(self._match_id, frame)
        # Of several events that belong together only the last has the moment.
        if "status" in frame:
            self._moment = frame

    async def _answer(self, frame: dict[str, Any]) -> None:
        if frame.get("code") in _TRY_AGAIN:
            self._tally.refused[frame["code"]] += 1
            await asyncio.sleep(_SLOWER_S)
            await self._send_again()
            return
        command = self._open.pop(frame["cmd"], None)
        if command is None:
            return
        self._tally.ack_ms.append(1000 * (time.monotonic() - command.first_sent))
        if not frame["ok"]:
            self._refused(command, frame["code"])
        elif command.ply is not None:
            self._tally.accepted[self._match_id] += 1

    def _refused(self, command: Command, code: str) -> None:
        self._tally.refused[code] += 1
        if code not in _EXPECTED:
            self._tally.faults.append(f"match {self._match_id}: {command.text!r} was refused with {code}")

    # acting
    async def _act(self) -> None:
        """Do what is the player's to do now."""
        moment = self._moment
        if self._thinking is not None and self._thinking.done():
            self._thinking.result()
        if not moment or self._seat is None or self._over:
            return
        if moment["status"] == "waiting":
            await self._begin(moment)
        elif moment["view"]["autopilot"][self._seat]["active"]:
            await self._once_only(f"resume/{moment['view']['autopilot'][self._seat]['total']}", "resume")
        if moment["legal"] and moment["ply"] > self._answered_ply:
            self._answered_ply = moment["ply"]
            await self._turn(moment)

    async def _begin(self, moment: dict[str, Any]) -> None:
        """Say that the player is here, with the hash of a nonce, and open the nonce once all hashes are in."""
        await self._once_only("ready", f"ready {hashlib.sha256(self._nonce.encode()).hexdigest()}")
        if moment["open_nonces"]:
            await self._once_only("nonce", f"nonce {self._nonce}")

    async def _once_only(self, name: str, text: str) -> None:
        if name not in self._said:
            self._said.add(name)
            await self._command(text, None)

    async def _turn(self, moment: dict[str, Any]) -> None:
        if self._mind.sleeps_now():
            return
        if self._mind.instant:
            await self._move(moment)
        else:
            self._thinking = asyncio.create_task(self._move(moment))

    async def _move(self, moment: dict[str, Any]) -> None:
        text = await self._mind.choose(moment["view"], moment["legal"])
        if self._moment["ply"] == moment["ply"]:
            await self._command(text, moment["ply"])
            self._mind.has_moved()

    async def _command(self, text: str, ply: int | None) -> None:
        command = Command(new_id(), text, ply)
        self._open[command.cmd] = command
        await self._send(command)
        if self._mind.line_breaks_now() and self._socket is not None:
            self._socket.transport.abort()

    async def _send(self, command: Command) -> None:
        command.sent = time.monotonic()
        command.first_sent = command.first_sent or command.sent
        await self._say({"t": "cmd", "cmd": command.cmd, "ply": command.ply, "a": command.text})

    async def _say(self, frame: dict[str, Any]) -> None:
        """Send a frame, if there is a line; commands are sent again over the next one."""
        await self._pace.turn()
        await self._write(frame)

    async def _write(self, frame: dict[str, Any]) -> None:
        socket = self._socket
        if socket is not None:
            try:
                await socket.send(orjson.dumps(frame).decode())
            except WebSocketException:
                self._socket = None
