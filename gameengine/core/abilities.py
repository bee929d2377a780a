"""What some games have besides what every game has: abilities that the engine and the host ask a game for.

Each is a protocol of its own, and a game without it is a complete game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from gameengine.board.offers import Offer
from gameengine.core.decks import Catalogue
from gameengine.core.errors import Refusal
from gameengine.core.game import Outcome, Step
from gameengine.core.types import Json, JsonObject, Seat, Text, Viewer

State = TypeVar("State")
Seen_contra = TypeVar("Seen_contra", contravariant=True)


@runtime_checkable
class Departs(Protocol[State]):
    """A game that says itself what follows when a seat goes: teams, scores, more than two seats.

    Without it the seat loses and the others win.
    """

    def depart(self, state: State, seat: Seat, reason: str) -> Step[State]:
        """Return what the game does when `seat` is gone: `RESIGN`, `LEFT`, `TIME`, `AUTOPILOT`, `FORFEIT`.

        The game goes on unless `outcome` of the new state says otherwise. Raises Refusal if the seat is out already.
        """
        ...


@runtime_checkable
class EndsQuietly(Protocol[Seen_contra]):
    """A game whose end by the quiet limit is not a plain draw (own scores, teams)."""

    def quiet_outcome(self, state: Seen_contra) -> Outcome:
        """Return the outcome when the quiet limit is reached."""
        ...


@runtime_checkable
class SetsQuietLimit(Protocol):
    """A game whose default quiet limit depends on other options; else the option `quiet_limit` is the limit."""

    def quiet_limit(self, options: JsonObject) -> int:
        """Return the limit that complete options ask for, 0 for none."""
        ...


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready set of options with a name, for whoever makes a tournament; `options` are those that differ."""

    key: str
    name: Text
    options: Mapping[str, Json]


@runtime_checkable
class HasPresets(Protocol):
    """A game that offers ready sets of options beside its defaults. The demo plays the first of them."""

    presets: tuple[Preset, ...]


@runtime_checkable
class SetsSeats(Protocol):
    """A game whose options decide how many play; else `min_seats` to `max_seats` do, whatever the options are."""

    def seat_range(self, options: JsonObject) -> tuple[int, int]:
        """Return the least and the largest number of seats under complete options."""
        ...


@runtime_checkable
class RelatesOptions(Protocol):
    """A game with options whose values must fit each other, such as decks and the content that they are made of."""

    def check_options(self, options: JsonObject) -> None:
        """Raise Refusal BAD_OPTION if complete options, each good by itself, cannot be played together."""
        ...


@runtime_checkable
class PlaysInSteps(Protocol):
    """A game in which one turn may be many actions, which its record puts on one line."""

    def continues(self, text: str) -> bool:
        """Tell whether an action goes on with the turn that the action before it has begun."""
        ...


@runtime_checkable
class Remembers(Protocol[State]):
    """A game whose rules look back further than its position text does (a position that comes back).

    A table that is stored keeps the memory beside the position, so that nothing of it is lost.
    """

    def memory(self, state: State) -> Json:
        """Return what has been, in JSON form; it is read by `remembering` alone."""
        ...

    def remembering(self, state: State, memory: Json) -> State:
        """Return a state that was read from its position text with the memory of the one that was written."""
        ...


@runtime_checkable
class Hides(Protocol[Seen_contra]):
    """A game that says what it hides, so that the test kit can check both sides: nothing more, nothing less."""

    def hidden_paths(self, state: Seen_contra, viewer: Viewer, *, over: bool) -> frozenset[str]:
        """Return the dotted paths of `state_json` that `viewer` may not see."""
        ...


@runtime_checkable
class HidesFromAll(Protocol):
    """A game whose page says that nobody learns what is hidden before the end: no seat, and no arbiter either."""

    hidden_from_all: bool


@runtime_checkable
class HasInvariants(Protocol[Seen_contra]):
    """A game whose page names what always holds, so that the test kit can look at it after every action."""

    def broken(self, state: Seen_contra, events: Sequence[JsonObject]) -> Sequence[str]:
        """Return what does not hold in a state to which all `events` of the match have led, a sentence for each."""
        ...


@runtime_checkable
class NamesEvents(Protocol):
    """A game whose page has other names for the table's events; an empty name means that the game tells it itself."""

    table_events: Mapping[str, str]


@runtime_checkable
class HasTeams(Protocol):
    """A game whose seats win and lose together."""

    def teams(self, options: JsonObject, seats: int) -> tuple[int, ...]:
        """Return the number of each seat's team."""
        ...


@runtime_checkable
class NamesWinners(Protocol[Seen_contra]):
    """A game whose page has a name for the team that has won; result and last event then tell it as `team`."""

    def winning_team(self, state: Seen_contra, outcome: Outcome) -> str | None:
        """Return the name, None if nobody has won."""
        ...


@runtime_checkable
class HidesEvents(Protocol):
    """A game with events whose very existence is secret: each line of its log then has a part for every audience."""

    hidden_events: bool


@runtime_checkable
class Reacts(Protocol[Seen_contra]):
    """A game with reaction windows, in which a seat may let what has happened stand or answer it.

    While a window is open `ToAct.window` names its kind.
    """

    window_kinds: Mapping[str, Text]
    """For each kind of window: what people read of it. Seats may have windows of some kinds let go for them."""

    def passes(self, state: Seen_contra, seat: Seat) -> str | None:
        """Return the text of the action with which `seat` lets the open window go; None if it is not asked in one."""
        ...


@runtime_checkable
class HidesInActions(Protocol):
    """A game with actions that name something which others may not know yet, such as a card laid face down."""

    def public_text(self, text: str) -> str:
        """Return the notation of an action as everybody may see it while the match runs; mostly the same."""
        ...


@runtime_checkable
class Mirrors(Protocol[State]):
    """A game of two seats that can exchange them, so that the test kit can see that neither has an advantage."""

    def mirrored(self, state: State) -> State:
        """Return the position in which each seat has what the other had."""
        ...

    def mirrored_action(self, text: str) -> str:
        """Return the action of the other seat in the mirrored position."""
        ...


@runtime_checkable
class Offers(Protocol[Seen_contra]):
    """A game that may have thousands of actions at once, and names them by what they are put together from."""

    def offers(self, state: Seen_contra, seat: Seat) -> tuple[Offer, ...]:
        """Return the actions of `legal_actions`, each once, with the picks that `picks` gives them."""
        ...


@runtime_checkable
class HasDecks(Protocol):
    """A game in which each seat brings a secret set-up part, its deck.

    A deck is `{"hero": "knight", "cards": {"sprint": 3, ...}}`; without `cards` it is the ready deck of its hero.
    `start` takes one deck per seat as `secrets`; None stands for the ready deck of the hero that the options give to
    the seat.
    """

    def catalogue(self, options: JsonObject) -> Catalogue:
        """Return what decks may be built of under complete options."""
        ...

    def check_deck(self, options: JsonObject, deck: Json) -> JsonObject:
        """Return the deck in its canonical form. Raises Refusal with the code of the first thing that is wrong."""
        ...

    def deck_problems(self, options: JsonObject, deck: Json) -> tuple[Refusal, ...]:
        """Return everything that is wrong with a deck, for a page that shows it all at once."""
        ...


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a content: where (`cards.sprint.cost`), a code that never changes, a sentence."""

    path: str
    code: str
    text: Text


@runtime_checkable
class HasContent(Protocol):
    """A game whose content (cards, heroes, squares) is data that an organizer may replace.

    The option `content` holds the name of a built-in content or a whole content, so that a log is complete in itself.
    """

    contents: Mapping[str, JsonObject]
    """The built-in contents by name."""

    def check_content(self, data: Json) -> tuple[Problem, ...]:
        """Return what is wrong with a content; nothing if it can be played."""
        ...


@runtime_checkable
class HasScenarioOptions(Protocol):
    """A game whose scenario files stand on other options than new matches do."""

    scenario_options: JsonObject
    """What a scenario takes where neither it nor its file says otherwise."""


@runtime_checkable
class Balances(Protocol):
    """A game in which players choose among contenders (heroes) that ought to be equally strong."""

    def contenders(self, options: JsonObject) -> tuple[str, ...]:
        """Return the contenders under complete options."""
        ...

    def between(self, options: JsonObject, one: str, other: str) -> JsonObject:
        """Return the options of a match in which seat 0 plays `one` and seat 1 `other`."""
        ...


@runtime_checkable
class TrustsDevice(Protocol):
    """A game on a real board, whose clock is a device at the table: a command may say when it was pressed.

    The host bounds what the device says by what it has received itself, and marks the line. The table takes `fall`
    from the seat whose time is up.
    """

    device_grace_ms: int
    """How long after a deadline a press that was made in time may still arrive, in milliseconds."""


@runtime_checkable
class AnswersFlag(Protocol[State]):
    """A game that says itself what follows when a flag falls; without it `TimeoutPolicy` decides."""

    def flag_fell(self, state: State, seat: Seat) -> Step[State]:
        """Return what the fall of a seat's flag does. The game goes on unless `outcome` of the new state ends it."""
        ...


@runtime_checkable
class CallsArbiter(Protocol):
    """A game with events about which an arbiter must decide."""

    def calls(self, events: Sequence[JsonObject]) -> Text | None:
        """Return what the arbiter is told of the public events of a line, None if nothing needs one."""
        ...
