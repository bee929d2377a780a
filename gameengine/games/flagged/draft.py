"""A position on its way through one action: what happens to figures, walls and cards, and the events that tell it."""

from __future__ import annotations

from operator import attrgetter
from typing import Final, TypeVar

from gameengine.core.game import Event
from gameengine.core.types import Json, JsonObject, Seat
from gameengine.games.flagged.content import CONTENTS, Card
from gameengine.games.flagged.state import Marker, Played, State, Status, Variant, pillars_of

T = TypeVar("T")

_NAMES: Final = tuple(State.__slots__)
_values = attrgetter(*_NAMES)


class Draft:
    """A state that may be written in, with the same names; `freeze` gives the state back."""

    options: JsonObject
    variant: Variant
    heroes: tuple[str, str]
    turn_no: int
    turn: Seat
    phase: str
    actor: Seat
    figures: tuple[int, ...]
    walls: int
    reserves: tuple[int, ...]
    steps: int
    plays: int
    wall_plays: int
    diagonal: int
    clone_captures: bool
    points: tuple[int, ...]
    captures: tuple[int, ...]
    skips: tuple[int, ...]
    used: tuple[bool, ...]
    carries: tuple[bool, ...]
    hands: tuple[tuple[str, ...], ...]
    decks: tuple[tuple[str, ...], ...]
    discards: tuple[tuple[str, ...], ...]
    markers: tuple[Marker, ...]
    statuses: tuple[Status, ...]
    chain: tuple[Played, ...]
    triggers: tuple[str, ...]
    live: tuple[str, ...]
    todo: tuple[str, ...]
    quiet: int
    progress: bool
    result: str
    pillars: int

    def __init__(self, state: State) -> None:
        self.__dict__.update(zip(_NAMES, _values(state), strict=True))
        self.pillars = state.pillars
        self.events: list[Event] = []
        self.passed = False
        """Whether the window over the top of the chain has just been passed."""
        self.turn_done: Seat | None = None

    def freeze(self) -> State:
        """Return the state."""
        return State(*_values(self))

    def tell(self, event: str, **public: Json) -> None:
        """Add an event that everybody may see."""
        self.events.append(Event(event, public))

    def tell_card(self, event: str, seat: Seat, card: str, **public: Json) -> None:
        """Add an event about a card that everybody may see."""
        self.tell(event, seat=seat, card=card, **self.title(card), **public)

    def tell_drawn(self, seat: Seat, card: str) -> None:
        """Add the event of a drawn card, which only its owner sees (16)."""
        self.events.append(Event("CARD_DRAWN", {"seat": seat}, {seat: {"card": card, **self.title(card)}}))

    def tell_played(self, seat: Seat, card: str, target: str, cost: tuple[str, ...]) -> None:
        """Add the event of a played card; its cost lies face down until it resolves (9.1)."""
        public: dict[str, Json] = {"seat": seat, "card": card, **self.title(card)}
        if target:
            public["target"] = target
        if not cost:
            self.events.append(Event("CARD_PLAYED", public))
            return
        public["cost_size"] = len(cost)
        self.events.append(Event("CARD_PLAYED", public, {seat: {"cost": list(cost)}}))

    def title(self, card: str) -> dict[str, Json]:
        """Return the name of a card where who reads the event could not look it up: of a content of the match's own."""
        if isinstance(self.options["content"], str) and self.options["content"] in CONTENTS:
            return {}
        name = self.variant.content.cards[card].name
        return {"title": {"en": name.en, "de": name.de}}

    def card(self, name: str) -> Card:
        """Return the card of an id."""
        return self.variant.content.cards[name]

    def with_markers(self, markers: tuple[Marker, ...]) -> None:
        """Set the markers, and the pillars that follow from them."""
        self.markers = markers
        self.pillars = pillars_of(self.variant.terrain, markers)

    def end_statuses(self, until: str) -> None:
        """Let everything end that lasts until an instant ("S0", "E1")."""
        if self.statuses:
            self.statuses = tuple(status for status in self.statuses if status.until != until)
        if self.markers:
            self.with_markers(tuple(marker for marker in self.markers if marker.until != until))


def changed(pair: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return a tuple with one entry exchanged."""
    return (*pair[:place], value, *pair[place + 1 :])
