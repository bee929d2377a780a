"""A position on its way through one action: what changes, with the events that tell it."""

from __future__ import annotations

from typing import Any

from gameengine.core.game import Event, Step
from gameengine.core.types import Json, Seat
from gameengine.games.tile_flight.geometry import cell_and_segment, place_of
from gameengine.games.tile_flight.scoring import Payment
from gameengine.games.tile_flight.state import OVER, State


class Draft:
    """The changing copy of a state. It lives within one call of the rules and is turned into a value at its end."""

    __slots__ = ("changes", "events", "land", "scores", "state", "supply", "turn_done")

    def __init__(self, state: State) -> None:
        self.state = state
        self.land = state.land
        self.scores = list(state.scores)
        self.supply = list(state.supply)
        self.changes: dict[str, Any] = {}
        self.events: list[Event] = []
        self.turn_done: Seat | None = None

    def tell(self, type: str, **public: Json) -> None:
        """Add an event."""
        self.events.append(Event(type, public))

    def now(self, name: str) -> Any:
        """Return what a part of the state is by now."""
        return self.changes[name] if name in self.changes else getattr(self.state, name)

    def set(self, **changes: Any) -> None:
        """Change parts of the state."""
        self.changes.update(changes)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.changes.get("phase") == OVER

    def step(self) -> Step[State]:
        """Return the state that has become of it, as a step."""
        state = self.state._replace(
            land=self.land, scores=tuple(self.scores), supply=tuple(self.supply), **self.changes
        )
        return Step(state, tuple(self.events), self.turn_done)

    # followers and points

    def where(self, spot: int) -> dict[str, Json]:
        """Return a spot in the words of events."""
        cell, segment = cell_and_segment(spot)
        x, y = place_of(cell)
        return {"x": x, "y": y, "segment": self.land.tile_at(cell).segments[segment].id}

    def put(self, spot: int, seat: Seat) -> None:
        """Put a follower out of the supply on a spot."""
        self.supply[seat] -= 1
        self.land = self.land.with_follower(spot, seat)

    def take_back(self, spot: int, seat: Seat) -> None:
        """Return a follower to the supply."""
        self.supply[seat] += 1
        self.land = self.land.without_follower(spot, seat)

    def take_all_back(self, seat: Seat) -> None:
        """Return every follower of a seat to its supply."""
        self.supply[seat] += sum(seats.count(seat) for seats in self.land.followers.values())
        self.land = self.land.without_seat(seat)

    def pay(self, payment: Payment, event: str) -> None:
        """Give points, and tell it."""
        for seat in payment.seats:
            self.scores[seat] += payment.points
        self.tell(
            event,
            feature=self.land.name(payment.id),
            kind=payment.kind,
            points=payment.points,
            seats=list(payment.seats),
        )

    def send_home(self, id: int) -> None:
        """Return all followers of a feature to their owners (7)."""
        followers = self.land.features[id].followers
        for seat in followers:
            self.supply[seat] += 1
        counts: dict[str, Json] = {str(seat): followers.count(seat) for seat in sorted(set(followers))}
        self.tell("return", feature=self.land.name(id), counts=counts)
        self.land = self.land.cleared(id)
