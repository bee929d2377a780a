"""The interface of a game: everything that the table, the host, bots and pages may ask of it.

A game is one package in `gameengine/games/` whose `game` object fulfils `Game`. All its functions are pure: values in,
values out, no clock, no random source of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, Protocol, TypeVar

from gameengine.board.view import BoardView, Pick, Tray
from gameengine.core.errors import RefusalText
from gameengine.core.random import Random
from gameengine.core.types import Actor, Audience, Json, JsonObject, Seat, Text, Viewer

State = TypeVar("State")

DOUBLE_FORFEIT = "DOUBLE_FORFEIT"
"""The reason of an outcome in which every seat has lost because none appeared."""
_EMPTY: Mapping[Any, Any] = MappingProxyType({})
_NO_TEXT = Text("", "")


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that an organizer may choose before the match; the default is the rule page's."""

    key: str
    default: Json
    label: Text
    help: Text = _NO_TEXT
    choices: tuple[tuple[Json, Text], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    variant: bool = False
    """Whether a value other than the default makes the match a "variant" in lists."""
    check: Callable[[Json], Json] | None = None
    """The game's own check of a value that is no choice and no number: returns the value as the match keeps it, or
    raises Refusal BAD_OPTION with what is wrong."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance must act next: `stream` is the rule page's name, `audience` tells who may know the outcome."""

    stream: str
    audience: Audience = "public"


@dataclass(frozen=True, slots=True)
class ToAct:
    """Who must act now.

    `seats` are in the order in which they are asked; empty when chance must act or the game is over.
    `clock` is the seat whose clock runs, None when none runs. `window` names an open reaction window.
    """

    phase: str
    seats: tuple[Seat, ...] = ()
    clock: Seat | None = None
    chance: Chance | None = None
    window: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as the rule page's section on events names it.

    `public` is what everybody may see; `private[seat]` is merged over it for that seat, `server` for the full record.
    An event whose very existence is secret has `hidden` set: only its seats and the server see it.
    """

    type: str
    public: Mapping[str, Json] = field(default_factory=lambda: _EMPTY)
    private: Mapping[Seat, Mapping[str, Json]] = field(default_factory=lambda: _EMPTY)
    server: Mapping[str, Json] = field(default_factory=lambda: _EMPTY)
    hidden: bool = False

    def told(self) -> dict[str, Json]:
        """Return what everybody may see of this event, as one flat map with `type`."""
        return {"type": self.type, **self.public}

    def full(self) -> dict[str, Json]:
        """Return everything that the server knows of this event, as one flat map with `type`."""
        merged = self.told()
        for part in self.private.values():
            merged.update(part)
        return {**merged, **self.server}


@dataclass(frozen=True, slots=True)
class Step(Generic[State]):
    """What one action or chance outcome did. `turn_done` is the seat whose turn it completed, if any."""

    state: State
    events: tuple[Event, ...] = ()
    turn_done: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: `winner` is None for a draw; one score and one rank (1 = best) per seat, exact."""

    reason: str
    winner: Seat | None
    scores: tuple[Fraction, ...]
    ranks: tuple[int, ...]

    @property
    def kind(self) -> Literal["win", "draw", "none"]:
        """Return "win" or "draw", the words of the scenario files; "none" when nobody came to play."""
        if self.reason == DOUBLE_FORFEIT:
            return "none"
        return "draw" if self.winner is None else "win"

    @classmethod
    def won_by(cls, winner: Seat, reason: str, seats: int = 2) -> Outcome:
        """Return a win for one seat and a loss for every other."""
        return cls(
            reason,
            winner,
            tuple(Fraction(int(seat == winner)) for seat in range(seats)),
            tuple(1 if seat == winner else 2 for seat in range(seats)),
        )

    @classmethod
    def drawn(cls, reason: str, seats: int = 2) -> Outcome:
        """Return equal scores and rank 1 for all."""
        return cls(reason, None, (Fraction(1, seats),) * seats, (1,) * seats)


@dataclass(frozen=True, slots=True)
class TimeoutPolicy:
    """What the table does when a clock runs out or an autopilot sits at a seat (the game's rule, not the clock's).

    `forfeit_after` automatic moves in a row lose the game (0 = never); `delay_ms` is how long an autopilot waits.
    `on_empty_bank` is what an empty bank does where that differs from the end of a per-move period.
    `period` says what a per-move period is for. `stays` tells whether the autopilot stays on after it was called in,
    and `whole_turn` whether it does at once all that the seat still owes in this turn.
    """

    on_timeout: Literal["lose", "autopilot"] = "lose"
    forfeit_after: int = 0
    delay_ms: int = 1000
    on_empty_bank: Literal["lose", "autopilot"] | None = None
    period: Literal["turn", "decision"] = "turn"
    stays: bool = True
    whole_turn: bool = False
    forfeit_reason: str = "AUTOPILOT"


@dataclass(frozen=True, slots=True)
class Example:
    """One picture of a rule page: a position, optionally an action that is shown being played, and a caption."""

    position: str
    caption: Text
    action: str = ""
    seat: Seat = 0
    options: Mapping[str, Json] = field(default_factory=lambda: _EMPTY)


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a rule page: paragraphs are separated by an empty line in the text."""

    key: str
    title: Text
    text: Text
    examples: tuple[Example, ...] = ()
    trays: tuple[Tray, ...] = ()
    """An overview of cards below the text, drawn like those beside a board."""


@dataclass(frozen=True, slots=True)
class Guide:
    """A game's rule page: three steps to begin with, the sections, questions with answers, where the rules are from."""

    steps: tuple[Example, ...]
    sections: tuple[Section, ...]
    faq: tuple[tuple[Text, Text], ...]
    source: Text


class Bot(Protocol):
    """A player made of code. It sees what its seat sees and nothing more."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return one of `actions`, taking about `budget_ms` of processor time at most."""
        ...


class Game(Protocol[State]):
    """One set of rules. `key`, `rules_version` and every code, phase, event and option name are the rule page's."""

    key: str
    rules_version: int
    name: Text
    summary: Text
    min_seats: int
    max_seats: int
    max_actions: int
    options: tuple[Option, ...]
    default_control: JsonObject
    """The rule page's default time control, in the JSON form of `gameengine.clock`."""
    refusals: Mapping[str, RefusalText]
    reasons: Mapping[str, Text]
    """For each reason of an outcome that this game can give: what people read ("Flag captured")."""
    symmetric_seats: bool
    """Whether seat 0 has no advantage, so that colour rules of pairings are off."""
    guide: Guide
    bots: Mapping[str, Bot]
    """`beginner`, `normal` and `expert`; none in a game that is not played here."""

    # rules
    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the state before the first chance event; no randomness here. `options` are complete and checked."""
        ...

    def to_act(self, state: State) -> ToAct:
        """Return who must act; no seat and no chance when the game has ended by its rules."""
        ...

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return every action text that `seat` may play now, in a stable order; empty when it is not to act."""
        ...

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what a seat's action or an outcome of CHANCE does. Raises Refusal in the page's order of checks."""
        ...

    def draw(self, state: State, random: Random) -> str:
        """Return an outcome for the chance event that is due, as text that `apply(state, CHANCE, text)` takes."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by the rules, or None. The quiet limit and time belong to the table."""
        ...

    def quiet(self, state: State) -> int:
        """Return the number of completed actions since the last progress, as the rule page counts them."""
        ...

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the candidates of which the table draws one (stream `autopilot`) for an absent seat.

        They depend on nothing that the seat itself may not know.
        """
        ...

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return what the table does at a deadline."""
        ...

    # text and JSON
    def write(self, state: State) -> str:
        """Return the canonical position text: the whole state, server side."""
        ...

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        ...

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form of the whole state (rule page, section on state)."""
        ...

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_SYNTAX."""
        ...

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record: the action and what became known, e.g. "flip a5 (E)"."""
        ...

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return one spoken sentence about a finished action, for the line under the board and screen readers."""
        ...

    # what others may see
    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return what `viewer` may know, in the form of `state_json` with secrets masked. The only door to a state."""
        ...

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return a state that differs only in what is hidden from `viewer`, drawn at random (the secrecy test)."""
        ...

    def board(self, view: JsonObject, viewer: Viewer) -> BoardView:
        """Return the picture of a view: built from what the viewer may know, so it cannot show more."""
        ...

    def picks(self, view: JsonObject, action: str) -> tuple[Pick, ...]:
        """Return the action as the sequence of elements and choices by which a person enters it."""
        ...

    def touched(self, event: JsonObject) -> tuple[tuple[str, str], ...]:
        """Return (element id, mark) for what an event touched: `last-from`, `last-to`, `fallen`; ids may be unknown."""
        ...
