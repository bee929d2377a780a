"""Sockets: one match, or one overview. They read frames, check them, and hand them on; no rule stands here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs

import orjson
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import InterfaceError, OperationalError

from gameengine.core.types import Seat
from matches import access, announce, presence, services, web
from matches.access import Principal, Role
from matches.decide import Intent
from matches.errors import MatchError, sentence
from matches.hub.feed import Follower
from matches.hub.outbox import Outbox
from matches.hub.room import Room, Subscriber
from matches.hub.scenes import Audience, Form, encode
from matches.lag import RoundTrips
from matches.limits import WINDOW_S, MessageLimit, messages_per_window
from matches.models import Match
from matches.now import now_ms
from matches.rows import Ack
from matches.stamps import CATCH_UP_MS, Stamp

log = logging.getLogger(__name__)

PROTOCOL: Final = 1
LARGEST: Final = 8 * 1024
PING_EVERY_MS: Final = 5_000
FLUSHES_WITHIN_S: Final = 2.0
LONGEST_CMD: Final = 64
LONGEST_NUMBER: Final = 15
"""In digits: an instant in milliseconds has thirteen."""
MOST_WAITING: Final = 32
"""So many commands of one socket may wait for the database; further ones are refused as `busy`."""

CLOSE_CODES: Final[Mapping[str, int]] = {
    "version": 4400,
    "may_not_see": 4403,
    "revoked": 4403,
    "no_such_match": 4404,
    "slow": 4008,
    "rate_limited": 4029,
    "unavailable": 1013,
    "restarting": 1012,
}
"""For each code of a `bye`: the number with which the socket is closed."""


class Received(NamedTuple):
    """A command with what was fixed when it arrived: the instant, what the line cost, and when the frame before came.

    `heard_ms` is None while the device hands in what had to wait.
    """

    frame: Mapping[str, Any]
    at_ms: int
    credit_ms: int
    heard_ms: int | None


class Socket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """What both kinds of socket share: who asks, in which language, how much, and how it ends."""

    # The hub stands in for the layer: one subscription per process instead of one per socket.
    channel_layer_alias = "none"

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[..., Any]) -> None:
        """Handle one message after the other; Channels takes a task for each, to listen to several sources."""
        self.scope, self.base_send = scope, send
        with contextlib.suppress(StopConsumer):
            while True:
                await self.dispatch(await receive())

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Call the handler of a message, without the hop into another thread by which Channels tidies connections."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Take the socket, then look at who asks: a refusal can be told only through an open one."""
        self.limit = MessageLimit()
        self.query = {name: values[0] for name, values in parse_qs(self.scope["query_string"].decode()).items()}
        await self.accept()
        if self.query.get("v", str(PROTOCOL)) != str(PROTOCOL):
            await self.bye("version")
            return
        if web.process().draining:
            await self.bye("restarting")
            return
        try:
            await self.enter(self.scope["principal"])
        except MatchError as error:
            await self.bye(error.code)
        except (OperationalError, InterfaceError):
            log.warning("a socket came while the database does not answer", exc_info=True)
            await self.bye("unavailable")

    async def enter(self, principal: Principal) -> None:
        """Begin to tell. Raises MatchError."""
        raise NotImplementedError

    async def take(self, frame: Mapping[str, Any]) -> None:
        """Act on a frame that is a JSON object."""
        raise NotImplementedError

    @property
    def language(self) -> str:
        """Return the language that the client asks for, among those that the service speaks."""
        asked = self.query.get("lang", "")[:2]
        return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read a frame. Whatever is wrong with it, the socket stays usable."""
        verdict = self.limit.take()
        if verdict == "flood":
            await self.bye("rate_limited")
        elif verdict == "over":
            self.refuse("rate_limited")
        elif text_data is None:
            self.refuse("bad_frame")
        elif len(text_data.encode()) > LARGEST:
            self.refuse("frame_too_large")
        else:
            await self._read(text_data)

    async def _read(self, text: str) -> None:
        try:
            frame = orjson.loads(text)
        except orjson.JSONDecodeError:
            frame = None
        if not isinstance(frame, dict):
            self.refuse("bad_frame")
            return
        await self.take(frame)

    def refuse(self, code: str, cmd: str | None = None) -> None:
        """Tell why a frame was not acted on."""
        self.put({"t": "ack", "cmd": cmd, "ok": False, "code": code, "msg": sentence(code, language=self.language)})

    def put(self, frame: Mapping[str, Any]) -> None:
        """Queue a frame for this socket alone."""
        if self.outbox is not None:
            self.outbox.put(encode(dict(frame)))

    async def send_frame(self, text: str) -> None:
        """Hand one frame to the server."""
        await self.base_send({"type": "websocket.send", "text": text})

    async def bye(self, code: str) -> None:
        """Say why, and close; what is queued for a socket that shall come back still reaches it."""
        if code == "restarting":
            await self.flushed()
        await self.send_frame(encode({"t": "bye", "code": code, "msg": sentence(code, language=self.language)}))
        await self.close(CLOSE_CODES.get(code, 4400))

    async def flushed(self) -> None:
        """Wait, not for long, until what is queued for this socket is on its way."""
        outbox = self.outbox
        if outbox is not None and not outbox.closed:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(outbox.flushed(), FLUSHES_WITHIN_S)

    @property
    def outbox(self) -> Outbox | None:
        """Return what waits to be sent to this socket, once it has been let in."""
        raise NotImplementedError

    def end(self, _number: int, code: str) -> None:
        """Have the socket closed soon: for whoever may not wait."""
        web.process().hub.later(self.bye(code))


class MatchConsumer(Socket):
    """One watcher or player of one match."""

    subscriber: Subscriber | None = None
    room: Room | None = None
    connections: tuple[int, ...] = ()

    async def enter(self, principal: Principal) -> None:
        """Join the match's room; then `hello`, and what came after `since` or everything."""
        self.process = web.process()
        self.opened_ms = self.before_ms = self.heard_ms = now_ms()
        self.waiting: deque[Received] = deque()
        self.working: asyncio.Task[None] | None = None
        self.match_id: str = self.scope["url_route"]["kwargs"]["match_id"]
        role = await self.process.threads.run(_role, principal, self.match_id)
        if not role.can_see:
            raise MatchError("may_not_see")
        self.seat, self.seats = role.seat, role.seats if principal.plays else ()
        form: Form = "json" if self.query.get("form") == "json" else "html"
        audience = Audience(role.seat, self.language, form)
        self.subscriber = Subscriber(audience, principal.keys, self.send_frame, self.end)
        self.room = await self.process.hub.join(self.match_id, self.subscriber)
        if self._is_credited(self.room):
            self.subscriber.trips = RoundTrips()
        self.put(self._asking(self._hello(self.room)))
        if role.seats:
            arrived = self.process.threads.run(_arrive, self.match_id, role.seats, *_evidence(self.scope))
            self.connections = await arrived
        await self.process.hub.catch_up(self.room, self.subscriber, _number(self.query.get("since")))

    def _is_credited(self, room: Room) -> bool:
        return self.seat in self.seats and bool(room.row.table.clock.budgets)

    def _asking(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Return the frame with a number for the client to send back, where the line is measured."""
        trips = self.subscriber.trips if self.subscriber else None
        number = trips.ask() if trips else None
        return frame if number is None else {**frame, "probe": number}

    def _hello(self, room: Room) -> dict[str, Any]:
        return {
            "t": "hello",
            "proto": PROTOCOL,
            "match": self.match_id,
            "seat": self.seat,
            "seats": self.seats,
            "seq": room.seq,
            "ply": room.row.table.ply,
            "server_ms": now_ms(),
            "ping_every": PING_EVERY_MS,
            "limit": {"messages": messages_per_window(), "per_ms": round(WINDOW_S * 1000)},
        }

    async def disconnect(self, code: int) -> None:
        """Leave the room. A player counts as offline only after some seconds without a socket."""
        if self.subscriber is None:
            return
        self.process.hub.leave(self.match_id, self.subscriber)
        for connection in self.connections:
            self.process.threads.later(presence.connection_close, connection)
        if self.connections:
            self.process.hub.later(self.process.hub.player_left(self.match_id))

    @property
    def outbox(self) -> Outbox | None:
        """Return what waits to be sent to this socket."""
        return self.subscriber.outbox if self.subscriber else None

    async def take(self, frame: Mapping[str, Any]) -> None:
        """Act on a command, a ping, or the wish to have what was missed."""
        received_ms = now_ms()
        self.before_ms, self.heard_ms = self.heard_ms, received_ms
        kind = frame.get("t")
        if kind == "cmd":
            self._queue(frame, received_ms)
        elif kind == "echo":
            self._hear(_whole(frame.get("n")))
        elif kind == "ping":
            self.put({"t": "pong", "n": _whole(frame.get("n")), "server_ms": received_ms})
        elif kind == "resume" and self.room is not None and self.subscriber is not None:
            await self.process.hub.catch_up(self.room, self.subscriber, _whole(frame.get("since")))
        elif kind == "claim":
            await self._claim(frame)
        elif kind == "flag":
            await self.process.threads.run(_settle, self.match_id)
        else:
            self.refuse("unknown_command")

    def _hear(self, number: int | None) -> None:
        """Take the echo of a number: what the server has asked for does not count as said."""
        trips = self.subscriber.trips if self.subscriber else None
        if trips is not None and trips.answer(number):
            self.limit.give_back()

    def _queue(self, frame: Mapping[str, Any], received_ms: int) -> None:
        """Have a command acted on in its turn. The socket goes on reading: the next frame's instant is its own."""
        if len(self.waiting) >= MOST_WAITING:
            self.refuse("busy", str(frame.get("cmd"))[:LONGEST_CMD])
            return
        trips = self.subscriber.trips if self.subscriber else None
        credit_ms = trips.credit_ms if trips else 0
        self.waiting.append(Received(frame, received_ms, credit_ms, self._heard(received_ms)))
        self.process.live.receive()
        if self.working is None:
            self.working = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self.waiting:
                await self._command(self.waiting.popleft())
                self.process.live.answer()
        except Exception:
            log.exception("a command on match %s failed", self.match_id)
            self.process.live.answer(1 + len(self.waiting))
            self.waiting.clear()
            await self.bye("unavailable")
        finally:
            self.working = None

    async def _command(self, received: Received) -> None:
        frame = received.frame
        cmd, text, ply = frame.get("cmd"), frame.get("a"), frame.get("ply")
        ply_sound = ply is None or type(ply) is int
        if not isinstance(cmd, str) or not _is_cmd(cmd) or not isinstance(text, str) or not ply_sound:
            self.refuse("bad_command", cmd if isinstance(cmd, str) else None)
            return
        stamp_ms = frame.get("stamp_ms")
        if stamp_ms is not None and _whole(stamp_ms) is None:
            self.refuse("bad_command", cmd)
            return
        stamp = None if stamp_ms is None else Stamp(stamp_ms, received.heard_ms)
        seat = frame.get("seat", self.seat)
        if type(seat) is not int or seat not in self.seats:
            self.refuse(self._why_not(seat), cmd)
            return
        try:
            intent = Intent(seat, text, received.at_ms, cmd, ply, received.credit_ms, stamp)
            ack, plan = await self.process.live.act(self.match_id, intent)
        except (OperationalError, InterfaceError):
            # Not known whether it counts: no answer, and the client sends the same command again.
            log.warning("command %s on match %s has no answer", cmd, self.match_id, exc_info=True)
            return
        self.put(self._answer(cmd, ack))
        if plan is not None:
            self.process.live.publish_soon(plan)

    def _heard(self, received_ms: int) -> int | None:
        """Return when the frame before this one came; None while the device hands in what had to wait."""
        return None if received_ms < self.opened_ms + CATCH_UP_MS else self.before_ms

    def _why_not(self, seat: Any) -> str:
        """Return why no command is taken for a seat."""
        if seat is None and self.seats:
            return "which_seat"
        return "may_not_play" if seat is not None and seat == self.seat else "not_your_seat"

    async def _claim(self, frame: Mapping[str, Any]) -> None:
        """Claim because somebody is away; `a` is `win` or `draw`."""
        cmd, result = frame.get("cmd"), frame.get("a")
        if not isinstance(cmd, str) or not _is_cmd(cmd) or not isinstance(result, str):
            self.refuse("bad_command", cmd if isinstance(cmd, str) else None)
        elif self.seat is None or self.seat not in self.seats:
            self.refuse(self._why_not(self.seat), cmd)
        else:
            self.put(self._answer(cmd, await self.process.threads.run(_claim, self.match_id, self.seat, result, cmd)))

    def _answer(self, cmd: str, ack: Ack) -> dict[str, Any]:
        frame = self._asking({"t": "ack", "cmd": cmd, "ok": ack.ok, "seq": ack.seq, "ply": ack.ply})
        return frame if ack.ok else {**frame, **ack.refusal, "msg": ack.message_in(self.language)}


class FeedConsumer(Socket):
    """One watcher of an overview: the page of a tournament, the list of free tables, or one of these."""

    follower: Follower | None = None

    async def enter(self, principal: Principal) -> None:
        """Follow the room, if it is open to the asker."""
        self.process = web.process()
        named = self.scope["url_route"]["kwargs"]
        self.room_name = named.get("room") or f"t/{named['slug']}"
        if not await self.process.threads.run(access.may_follow, principal, self.room_name):
            raise MatchError("may_not_see")
        self.follower = Follower(principal.keys, self.send_frame, self.end)
        self.process.hub.feeds.join(self.room_name, self.follower)
        self.put({"t": "hello", "proto": PROTOCOL, "room": self.room_name, "server_ms": now_ms()})
        drawn_ms = _number(self.query.get("since"))
        if drawn_ms is not None:
            self.process.hub.feeds.catch_up(self.room_name, self.follower, drawn_ms)

    async def disconnect(self, code: int) -> None:
        """Follow no longer."""
        if self.follower is not None:
            self.process.hub.feeds.leave(self.room_name, self.follower)

    @property
    def outbox(self) -> Outbox | None:
        """Return what waits to be sent to this socket."""
        return self.follower.outbox if self.follower else None

    async def take(self, frame: Mapping[str, Any]) -> None:
        """Answer a ping; there is nothing else to ask for."""
        if frame.get("t") == "ping":
            self.put({"t": "pong", "n": _whole(frame.get("n")), "server_ms": now_ms()})
        else:
            self.refuse("unknown_command")


def _role(principal: Principal, match_id: str) -> Role:
    match = Match.objects.prefetch_related("seats").filter(pk=match_id).first()
    if match is None:
        raise MatchError("no_such_match")
    return access.role_for(principal, match)


def _arrive(match_id: str, seats: Sequence[Seat], address: str, agent: str) -> tuple[int, ...]:
    numbers = tuple(presence.connection_open(match_id, seat, address, agent) for seat in seats)
    announce.tell({"t": "presence", "id": match_id})
    return numbers


def _claim(match_id: str, seat: Seat, result: str, cmd: str) -> Ack:
    return services.match_claim(match_id=match_id, seat=seat, result=result, cmd=cmd)


def _settle(match_id: str) -> None:
    try:
        services.match_settle(match_id=match_id)
    except MatchError:
        log.debug("a flag was claimed in match %s, which is gone", match_id)


def _evidence(scope: Mapping[str, Any]) -> tuple[str, str]:
    """Return the address and the name of the client's program."""
    headers = dict(scope.get("headers", ()))
    client = scope.get("client") or ("",)
    return str(client[0]), headers.get(b"user-agent", b"").decode("latin-1")


def _is_cmd(cmd: str) -> bool:
    return 0 < len(cmd) <= LONGEST_CMD and cmd.isprintable()


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def _whole(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 2**53 else None
