"""Flagged as the engine sees every game: the parts of this package behind one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gameengine.board.offers import Offer
from gameengine.board.view import BoardView, Pick
from gameengine.core.abilities import Problem
from gameengine.core.decks import Catalogue
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Bot, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.random import Random
from gameengine.core.types import Actor, Json, JsonObject, Seat, Text, Viewer
from gameengine.games.flagged import (
    checking,
    decks,
    document,
    legal,
    notation,
    options,
    picking,
    picture,
    rules,
    turns,
    words,
)
from gameengine.games.flagged.bots import BOTS
from gameengine.games.flagged.content import CONTENTS, RULES_VERSION, content_of
from gameengine.games.flagged.guide import load_guide
from gameengine.games.flagged.state import REACT, State


class Flagged:
    """Flags, walls and cards for two seats, rules as in `docs/games/flagged.md`."""

    key: str = "flagged"
    rules_version: int = RULES_VERSION
    name: Text = Text("Flagged", "Flagged")
    summary: Text = Text(
        "Bring the enemy flag home: heroes, walls between the squares, and a deck of cards that may be countered.",
        "Bring die gegnerische Flagge heim: Helden, Mauern zwischen den Feldern und ein Kartendeck mit Kontern.",
    )
    min_seats: int = 2
    max_seats: int = 2
    # 1000 turns at most; in each a few dozen decisions, counters and discards of the other seat included.
    max_actions: int = 60_000
    options: tuple[Option, ...] = options.OPTIONS
    # 13: a seat that reacts is charged from the third second of a window on; decisions of the set-up have a limit.
    default_control: JsonObject = {
        "kind": "absolute",
        "base_ms": 4_500_000,
        "reaction": {"free_ms": 2_000, "limit_ms": 15_000},
        "untimed_ms": 120_000,
    }
    refusals: Mapping[str, RefusalText] = words.REFUSALS
    reasons: Mapping[str, Text] = words.REASONS
    symmetric_seats: bool = False
    guide: Guide = load_guide()
    bots: Mapping[str, Bot] = BOTS
    contents: Mapping[str, JsonObject] = CONTENTS
    scenario_options: JsonObject = {"content": "flagged-default-1"}
    table_events: Mapping[str, str] = words.TABLE_EVENTS
    window_kinds: Mapping[str, Text] = words.WINDOW_KINDS
    masks: tuple[Json, ...] = (notation.MASK,)

    # rules

    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the position before the shuffles; `secrets` are the decks of the seats, None for a ready one."""
        if seats != self.max_seats or len(secrets) not in {0, seats}:
            raise Refusal("BAD_OPTION", f"{seats} seats")
        return rules.start(options, secrets)

    def to_act(self, state: State) -> ToAct:
        """Return who must act (6)."""
        return rules.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return what a seat may play: steps, cards, counters, the ability, walls, the end of the turn."""
        return legal.legal_actions(state, seat)

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what an action or a shuffle does. Raises Refusal in the order of 6."""
        return rules.apply(state, actor, text)

    def draw(self, state: State, random: Random) -> str:
        """Return a shuffled deck (14)."""
        return turns.draw(state, random)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by the rules (11), or None."""
        return rules.outcome(state)

    def quiet(self, state: State) -> int:
        """Return the turns of both seats without progress (11)."""
        return state.quiet

    def quiet_outcome(self, state: State) -> Outcome:
        """Return a draw, or who leads if the options say so (11)."""
        return rules.quiet_outcome(state)

    def depart(self, state: State, seat: Seat, reason: str) -> Step[State]:
        """Return the position that the seat has lost; scores stay the flag points (11)."""
        return rules.depart(state, seat, reason)

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the one action that the autopilot plays (13)."""
        return rules.automatic_actions(state, seat)

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return what a deadline does: an empty bank loses, the end of a decision's time plays for the seat (13)."""
        return TimeoutPolicy(on_timeout="autopilot", on_empty_bank="lose", period="decision", stays=False)

    # text and JSON

    def write(self, state: State) -> str:
        """Return the position text (4)."""
        return notation.write(state)

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        if seats != self.max_seats:
            raise Refusal("BAD_POSITION", text)
        return notation.read(text, options)

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form (5)."""
        return document.state_json(state)

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_FORMAT."""
        return notation.action_text(data)

    def public_text(self, text: str) -> str:
        """Return an action with its cost cards face down (9.1)."""
        return notation.public_text(text)

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record, e.g. "move H0 D4-D5 (x H1)"."""
        return words.record(text, events)

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return spoken sentences about a finished action."""
        return words.describe(text, events)

    # what others may see

    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return the state without the hands of others, decks, and cost cards that lie face down (5)."""
        return document.view(state, viewer, over=over)

    def hidden_paths(self, state: State, viewer: Viewer, *, over: bool) -> frozenset[str]:
        """Return the places of what the viewer may not see (5)."""
        return document.hidden_paths(state, viewer, over=over)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the state with hands, decks and cost cards mixed as far as the viewer cannot see them."""
        return document.redeal(state, viewer, random)

    def board(self, view: JsonObject, viewer: Viewer) -> BoardView:
        """Return the picture of a view."""
        return picture.board(view, viewer)

    def picks(self, view: JsonObject, action: str) -> tuple[Pick, ...]:
        """Return the squares, slots and cards that a person touches to enter an action."""
        return picking.picks(view, action)

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        """Return the actions of a seat as cards, targets and costs."""
        return picking.offers(state, seat)

    def touched(self, event: JsonObject) -> tuple[tuple[str, str], ...]:
        """Return the elements that an event touched, each with its mark."""
        return picking.touched(event)

    # reaction windows

    def passes(self, state: State, seat: Seat) -> str | None:
        """Return `pass` for the seat that may answer in an open window (10)."""
        return "pass" if state.phase == REACT and state.actor == seat else None

    # decks and content

    def catalogue(self, options: JsonObject) -> Catalogue:
        """Return what decks may be built of (15)."""
        return decks.catalogue(options)

    def check_deck(self, options: JsonObject, deck: Json) -> JsonObject:
        """Return a deck in its canonical form. Raises Refusal (15)."""
        return decks.check_deck(options, deck)

    def deck_problems(self, options: JsonObject, deck: Json) -> tuple[Refusal, ...]:
        """Return everything that is wrong with a deck (15)."""
        return decks.deck_problems(options, deck)

    def check_options(self, options: JsonObject) -> None:
        """Raise Refusal BAD_OPTION unless heroes and decks fit the content (15)."""
        decks.check_given(options)

    def check_content(self, data: Json) -> tuple[Problem, ...]:
        """Return what is wrong with a content file."""
        return checking.check_content(data)

    def contenders(self, options: JsonObject) -> tuple[str, ...]:
        """Return the heroes of the content."""
        return tuple(content_of(options).heroes)

    def between(self, options: JsonObject, one: str, other: str) -> JsonObject:
        """Return the options of a match between two heroes with their ready decks."""
        return {**options, "heroes": [one, other], "decks": None}


game: Final = Flagged()
