"""A position on its way through one action: what moves, falls, arrives and ends, with the events that tell it."""

from __future__ import annotations

from typing import Any

from gameengine.core.game import Event, Step
from gameengine.core.types import Json, Seat
from gameengine.games.queens_race.content import (
    ARRIVED_BIT,
    EMPTY,
    FROZEN_BIT,
    KINDS,
    QUEEN,
    kind_of,
    owner_of,
)
from gameengine.games.queens_race.setting import NOWHERE
from gameengine.games.queens_race.state import OVER, ROLL, Ending, State


class Draft:
    """The changing copy of a state. It lives within one call of the rules and is turned into a value at its end."""

    __slots__ = ("board", "changes", "events", "lander", "seat", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state.turn
        self.board = bytearray(state.board)
        self.changes: dict[str, Any] = {}
        self.events: list[Event] = []
        self.lander = state.square
        """Where the piece stands that this action or bonus card has moved; NOWHERE once it has left the board."""

    def tell(self, type: str, **public: Json) -> None:
        """Add an event."""
        self.events.append(Event(type, public))

    def now(self, name: str) -> Any:
        """Return what a part of the state is by now."""
        return self.changes[name] if name in self.changes else getattr(self.state, name)

    def add(self, name: str, number: int = 1) -> None:
        """Raise a counter."""
        self.changes[name] = self.now(name) + number

    def add_for(self, name: str, seat: Seat, number: int = 1) -> None:
        """Raise one seat's part of a pair of counters."""
        first, second = self.now(name)
        self.changes[name] = (first, second + number) if seat else (first + number, second)

    def name(self, square: int) -> str:
        """Return the name of a square."""
        return self.state.setting.names[square]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return "ending" in self.changes

    def end(self, winner: Seat | None, reason: str) -> None:
        """End the match."""
        self.changes.update(ending=Ending(winner, reason), phase=OVER)

    def step(self, turn_done: Seat | None = None) -> Step[State]:
        """Return the state that has become of it, as a step."""
        return Step(self.state._replace(board=bytes(self.board), **self.changes), tuple(self.events), turn_done)

    # pieces

    def move(self, origin: int, target: int, symbol: str = "") -> None:
        """Move a piece onto a free square and see what it reaches there."""
        self.tell("MOVED", seat=self.seat, **{"from": self.name(origin)}, to=self.name(target), symbol=symbol)
        self._put(origin, target)
        self._arrive(target)

    def capture(self, origin: int, target: int) -> None:
        """Capture the piece on a square and see what the capturer reaches there (5.2, 5.3)."""
        piece = self.board[target]
        self._put(origin, target)
        self.changes["progress"] = True
        if kind_of(piece) == QUEEN:
            self._capture_queen(piece, origin, target)
        else:
            self.add("removed")
            self.add_for("score", self.seat)
            kind = KINDS[kind_of(piece) - 1]
            self.tell("CAPTURED", seat=self.seat, **{"from": self.name(origin)}, square=self.name(target), kind=kind)
        if not self.is_over:
            self._arrive(target)

    def freeze(self, square: int) -> None:
        """Freeze the piece on a square."""
        self.board[square] |= FROZEN_BIT
        self.tell("FROZEN", seat=owner_of(self.board[square]), square=self.name(square))

    def free(self, square: int) -> None:
        """Free the piece on a square."""
        self.board[square] &= ~FROZEN_BIT
        self.tell("FREED", seat=owner_of(self.board[square]), square=self.name(square))

    def exchange(self, one: int, other: int) -> None:
        """Let two pieces change places."""
        for origin, target in ((one, other), (other, one)):
            self.tell("MOVED", seat=self.seat, **{"from": self.name(origin)}, to=self.name(target), symbol="")
        self.board[one], self.board[other] = self.board[other], self.board[one]

    def _put(self, origin: int, target: int) -> None:
        self.board[target], self.board[origin] = self.board[origin], EMPTY
        self.lander = target

    def _capture_queen(self, queen: int, origin: int, square: int) -> None:
        owner = owner_of(queen)
        self.add_for("queens", owner)
        count = self.now("queens")[owner]
        places = {"from": self.name(origin), "square": self.name(square)}
        self.tell("QUEEN_CAPTURED", seat=owner, count=count, **places)
        if count > 1:
            self.end(self.seat, "QUEEN_CAPTURED_TWICE")
            return
        home = next(home for home in self.state.setting.homes[owner] if not self.board[home])
        self.board[home] = queen
        self.tell("QUEEN_RETURNED", seat=owner, square=self.name(home))

    def _arrive(self, square: int) -> None:
        """Count an arrival, activate the zone, or end the match by a queen that enters it (section 6)."""
        piece, setting = self.board[square], self.state.setting
        is_home = setting.goal[self.seat][square]
        # 6.2: the action that activates the zone is judged with the old state.
        enters = is_home and kind_of(piece) == QUEEN
        if is_home and not enters and not piece & ARRIVED_BIT:
            self._count_arrival(square)
        self._activate_zone()
        if enters:
            self.add_for("score", self.seat)
            self.tell("ZONE_ENTERED", seat=self.seat, square=self.name(square))
            self.end(self._leader(), "VICTORY_ZONE")

    def _count_arrival(self, square: int) -> None:
        piece = self.board[square]
        self.add("arrived")
        self.add_for("score", self.seat)
        self.changes["progress"] = True
        self.tell("ARRIVED", seat=self.seat, square=self.name(square), kind=KINDS[kind_of(piece) - 1])
        if self.state.setting.goal_removes:
            self.board[square], self.lander = EMPTY, NOWHERE
        else:
            self.board[square] = piece | ARRIVED_BIT

    def _activate_zone(self) -> None:
        setting = self.state.setting
        counted = self.now("arrived" if setting.by_arrivals else "removed")
        if counted >= setting.threshold and not self.state.zone_active and not self.is_over:
            self.changes["zone_active"] = True
            self.tell("ZONE_ACTIVATED")

    def _leader(self) -> Seat | None:
        """Return who wins when a queen of the seat to move has entered the zone (6.3)."""
        own, enemy = self.now("score")[self.seat], self.now("score")[1 - self.seat]
        if own == enemy:
            return None if self.state.setting.tie_draws else self.seat
        return self.seat if own > enemy else 1 - self.seat

    # turns

    def end_turn(self) -> None:
        """Count the turn and begin the next one that is not skipped (section 4, section 9)."""
        while not self.is_over:
            self._count_turn()
            if self.is_over or not self.now("skips")[self.seat]:
                return
            self.add_for("skips", self.seat, -1)
            self.tell("TURN_SKIPPED", seat=self.seat)

    def _count_turn(self) -> None:
        self.changes["quiet"] = 0 if self.now("progress") else self.now("quiet") + 1
        if self.now("turn_no") >= self.state.setting.max_turns:
            self.end(leader_by_points(self.state.setting.points_decide, self.now("score")), "MAX_TURNS")
            return
        self.add("turn_no")
        self.seat = self.seat if self.now("extra") else 1 - self.seat
        self.changes.update(turn=self.seat, phase=ROLL, roll="", square=NOWHERE, card="", progress=False, extra=False)


def leader_by_points(points_decide: bool, score: tuple[int, int]) -> Seat | None:
    """Return who wins by points where points decide, None for a draw.

    >>> leader_by_points(True, (2, 3)), leader_by_points(False, (2, 3))
    (1, None)
    """
    if not points_decide or score[0] == score[1]:
        return None
    return int(score[1] > score[0])
