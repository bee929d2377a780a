"""One line of a match's log, and who may see how much of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from gameengine.core.game import Event
from gameengine.core.types import Actor, Audience, Json, JsonObject, Seat, Viewer

LineKind: TypeAlias = Literal[
    "open", "prepare", "ready", "nonce", "start", "chance", "action", "auto", "timeout", "resume", "resign", "leave",
    "no_show", "pause", "unpause", "unpause_at", "play_on", "add_time", "set_clock", "outage_credit", "set_quiet",
    "result", "forfeit", "absence", "annul", "warn", "void", "reopen", "reverse", "end", "fault",
]  # fmt: skip
"""`fault` is written by a host that takes a match out of play; it changes nothing at the table."""

SERVER: Final = "server"
"""Name of the part that nobody sees before the match is over."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one actor did at one instant, and what followed from it.

    `text` is the action, the chance outcome or the ruling; `audience` tells who may know it while the match runs.
    `told` is what all others are told of a text that is not for them, "" if nothing.
    `label` names the draw of a chance line. `used_ms` is what the running seat was charged, `credit_ms` what it was
    given back for the network besides; `clock` and `ply` are as they are after the line. `received_ms` is set where the
    device's word for `at_ms` counted: it is when the host received the act. `sealed_for` names audiences that have a
    private part even if there is nothing in it, so that its being there tells nothing.
    """

    kind: LineKind
    actor: Actor
    at_ms: int
    text: str = ""
    label: str = ""
    audience: Audience = "public"
    events: tuple[Event, ...] = ()
    clock: JsonObject | None = None
    used_ms: int | None = None
    ply: int = 0
    sealed_for: tuple[str, ...] = ()
    told: str = ""
    credit_ms: int = 0
    received_ms: int | None = None

    def public(self) -> dict[str, Json]:
        """Return what everybody may see."""
        data: dict[str, Json] = {
            "kind": self.kind,
            "actor": self.actor,
            "at_ms": self.at_ms,
            "ply": self.ply,
            "clock": self.clock,
            "events": [event.told() for event in self.events if not event.hidden],
        }
        if self.audience == "public":
            data["text"] = self.text
        else:
            data["audience"] = self.audience
            if self.told:
                data["text"] = self.told
        if self.label:
            data["label"] = self.label
        if self.used_ms is not None:
            data["used_ms"] = self.used_ms
        if self.credit_ms:
            data["credit_ms"] = self.credit_ms
        if self.received_ms is not None:
            data["stamped"] = True
            data["received_ms"] = self.received_ms
        return data

    def private_parts(self) -> dict[str, JsonObject]:
        """Return what only some may see, by audience: "0", "1", …, "server".

        A part has `text` if the text is for that audience, `events` with (number among the public events, what is
        merged over it), and `hidden` with (number of public events before it, the event).
        """
        parts: dict[str, dict[str, Json]] = {name: {} for name in self.sealed_for}
        if self.audience != "public":
            parts.setdefault(str(self.audience), {})["text"] = self.text
        for place, event in _places(self.events):
            if event.hidden:
                _add_hidden(parts, place, event)
            elif event.private or event.server:
                _add_private(parts, place, event)
        return dict(parts)

    def seen_by(self, viewer: Viewer) -> dict[str, Json]:
        """Return what a seat may see (None: everybody), in the form of `public`."""
        data = self.public()
        if viewer is None:
            return data
        data["events"] = [
            {"type": event.type, **event.public, **event.private.get(viewer, {})}
            for event in self.events
            if not event.hidden or viewer in event.private
        ]
        if self.audience == viewer:
            data["text"] = self.text
        return data

    def full(self) -> dict[str, Json]:
        """Return all that the server knows, in the form of `public`."""
        return {**self.public(), "text": self.text, "events": [event.full() for event in self.events]}


def line_from_json(public: JsonObject, parts: Mapping[str, JsonObject]) -> Line:
    """Return the line whose `public` and `private_parts` these are. Raises KeyError or TypeError for other data."""
    data: Any = public
    audience = _audience(str(data.get("audience", "public")))
    text = data["text"] if audience == "public" else parts[str(audience)]["text"]
    return Line(
        data["kind"],
        data["actor"],
        data["at_ms"],
        str(text),
        data.get("label", ""),
        audience,
        _events(data["events"], parts),
        data["clock"],
        data.get("used_ms"),
        data["ply"],
        () if all(parts.values()) else tuple(parts),
        "" if audience == "public" else str(data.get("text", "")),
        data.get("credit_ms", 0),
        data.get("received_ms"),
    )


def _audience(name: str) -> Audience:
    return int(name) if name.isdigit() else "server" if name == SERVER else "public"


def _places(events: Sequence[Event]) -> list[tuple[int, Event]]:
    """Return each event with the number of public events before it."""
    placed = []
    place = 0
    for event in events:
        placed.append((place, event))
        place += not event.hidden
    return placed


def _add_private(parts: dict[str, dict[str, Any]], place: int, event: Event) -> None:
    for seat, own in event.private.items():
        parts.setdefault(str(seat), {}).setdefault("events", []).append([place, dict(own)])
    if event.server:
        parts.setdefault(SERVER, {}).setdefault("events", []).append([place, dict(event.server)])


def _add_hidden(parts: dict[str, dict[str, Any]], place: int, event: Event) -> None:
    for seat, own in event.private.items():
        told = {"type": event.type, **event.public, **own}
        parts.setdefault(str(seat), {}).setdefault("hidden", []).append([place, told])
    whole = {
        "type": event.type,
        "public": dict(event.public),
        "private": {str(seat): dict(own) for seat, own in event.private.items()},
        "server": dict(event.server),
    }
    parts.setdefault(SERVER, {}).setdefault("hidden", []).append([place, whole])


def _events(public: Sequence[Any], parts: Mapping[str, Any]) -> tuple[Event, ...]:
    """Put the events together again from the public list and every part."""
    private: list[dict[Seat, JsonObject]] = [{} for _ in public]
    server: list[JsonObject] = [{} for _ in public]
    for name, part in parts.items():
        for place, own in part.get("events", ()):
            if name == SERVER:
                server[place] = own
            else:
                private[place][int(name)] = own
    shown = [_event(data, private[place], server[place]) for place, data in enumerate(public)]
    return _with_hidden(shown, parts.get(SERVER, {}).get("hidden", ()))


def _event(data: Mapping[str, Any], private: Mapping[Seat, JsonObject], server: JsonObject) -> Event:
    return Event(data["type"], {key: value for key, value in data.items() if key != "type"}, private, server)


def _with_hidden(shown: Sequence[Event], hidden: Sequence[Any]) -> tuple[Event, ...]:
    if not hidden:
        return tuple(shown)
    events: list[Event] = []
    waiting = list(hidden)
    for place in range(len(shown) + 1):
        while waiting and waiting[0][0] == place:
            data = waiting.pop(0)[1]
            private = {int(seat): own for seat, own in data["private"].items()}
            events.append(Event(data["type"], data["public"], private, data["server"], hidden=True))
        if place < len(shown):
            events.append(shown[place])
    return tuple(events)
