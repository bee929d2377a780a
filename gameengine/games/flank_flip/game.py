"""Flank Flip as the engine sees every game: the parts of this package behind one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gameengine.board.view import BoardView, Pick
from gameengine.core.abilities import Preset, Problem
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Bot, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.random import Random
from gameengine.core.types import Actor, Json, JsonObject, Seat, Text, Viewer
from gameengine.games.flank_flip import (
    actions,
    checking,
    document,
    entry,
    invariants,
    notation,
    picture,
    rules,
    telling,
    words,
)
from gameengine.games.flank_flip.bots import BOTS
from gameengine.games.flank_flip.content import CONTENTS, RULES_VERSION, SYMBOLS
from gameengine.games.flank_flip.guide import load_guide
from gameengine.games.flank_flip.options import OPTIONS
from gameengine.games.flank_flip.setting import default_quiet_limit, seats_of, setting_of
from gameengine.games.flank_flip.state import State


class FlankFlip:
    """Double-sided cards for two seats, or for four in two teams, rules as in `docs/games/flank_flip.md`."""

    key: str = "flank_flip"
    rules_version: int = RULES_VERSION
    name: Text = Text("Flank Flip", "Flank Flip")
    summary: Text = Text(
        "Double-sided cards with arrows: swap, flip or turn one, then chain attacks until the table shows your symbol.",
        "Doppelseitige Karten mit Pfeilen: tauschen, umdrehen oder wenden, dann greifen Ketten an, bis der Tisch dein "
        "Symbol zeigt.",
    )
    min_seats: int = 2
    max_seats: int = 4
    # 8.2: within 1560 turns with 16 cards; a turn takes 15 cards at most, and 7 are given away before the first.
    max_actions: int = 8 + 1560 * 16
    options: tuple[Option, ...] = OPTIONS
    contents: Mapping[str, JsonObject] = CONTENTS
    default_control: JsonObject = {"kind": "fischer", "base_ms": 600_000, "increment_ms": 5_000}
    refusals: Mapping[str, RefusalText] = words.REFUSALS
    reasons: Mapping[str, Text] = words.REASONS
    # The lot gives the sides (5), and whoever controls four cards begins.
    symmetric_seats: bool = True
    guide: Guide = load_guide()
    bots: Mapping[str, Bot] = BOTS
    presets: tuple[Preset, ...] = (
        Preset("teams", Text("Teams of two on 4 × 4", "Zweierteams auf 4 × 4"), {"mode": "team16_4p"}),
        Preset("armies", Text("Two armies each on 4 × 4", "Je zwei Armeen auf 4 × 4"), {"mode": "team16_2p"}),
    )

    def seat_range(self, options: JsonObject) -> tuple[int, int]:
        """Return the least and the largest number of seats, which the mode says (4)."""
        seats = seats_of(str(options["mode"]))
        return seats, seats

    def teams(self, options: JsonObject, seats: int) -> tuple[int, ...]:
        """Return the team of each seat: with four, partners sit opposite (4)."""
        return tuple(seat & 1 for seat in range(seats))

    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the empty table before the sides are drawn; there are no secret set-up parts."""
        state = rules.start(options)
        if seats != state.setting.seats or any(secrets):
            raise Refusal("BAD_OPTION", f"{seats} seats")
        return state

    def to_act(self, state: State) -> ToAct:
        """Return who must act (5)."""
        return rules.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return swaps by their own card, then flips and turns by square; in an attack the hits."""
        return rules.legal_actions(state, seat)

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what an action or chance outcome does. Raises Refusal in the order of 6.6."""
        return rules.apply(state, actor, text)

    def draw(self, state: State, random: Random) -> str:
        """Return an outcome for the stream that is due (9)."""
        return rules.draw(state, random)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by the rules, or None (8)."""
        return rules.outcome(state)

    def quiet(self, state: State) -> int:
        """Return the turns since a team controlled more cards than ever before (8.2)."""
        return state.quiet

    def quiet_limit(self, options: JsonObject) -> int:
        """Return the limit of the options, else that of the mode (8.2)."""
        chosen: Any = options["quiet_limit"]
        return default_quiet_limit(str(options["mode"])) if chosen is None else int(chosen)

    def quiet_outcome(self, state: State) -> Outcome:
        """Return a draw: half a point for every seat (8.4)."""
        return rules.quiet_outcome(state)

    def winning_team(self, state: State, outcome: Outcome) -> str | None:
        """Return the symbol of the team that has won (8.4)."""
        return None if outcome.winner is None else SYMBOLS[rules.teams_of(state.seats)[outcome.winner]]

    def depart(self, state: State, seat: Seat, reason: str) -> Step[State]:
        """Return the end by a seat that is gone: its team loses at once, also with a partner still there (8.1)."""
        return rules.depart(state, seat, reason)

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return everything that is legal: whose time is over has lost, so that hardly anybody needs it (10)."""
        return rules.legal_actions(state, seat)

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return section 10: a flag fall loses, also in the middle of a chain."""
        return TimeoutPolicy()

    def check_options(self, options: JsonObject) -> None:
        """Raise Refusal BAD_OPTION unless the values go together (11)."""
        setting_of(options)

    def check_content(self, data: Json) -> tuple[Problem, ...]:
        """Return what is wrong with a content file; nothing if it can be played."""
        return checking.check_content(data)

    def broken(self, state: State, events: Sequence[JsonObject]) -> tuple[str, ...]:
        """Return which invariants do not hold."""
        return tuple(invariants.broken(state, events))

    def write(self, state: State) -> str:
        """Return the position text (3)."""
        return notation.write(state)

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        state = notation.read(text, options)
        if seats != state.setting.seats:
            raise Refusal("BAD_POSITION", text)
        return state

    def memory(self, state: State) -> str:
        """Return the positions that may not come back a third time (8.3); the position text does not have them (3)."""
        return notation.write_history(state)

    def remembering(self, state: State, memory: Json) -> State:
        """Return the state with the history that `memory` wrote."""
        return notation.read_history(state, str(memory))

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form (13), with `options`."""
        return document.state_json(state)

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_SYNTAX."""
        return actions.action_text(data)

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record, which is the action (3)."""
        return notation.record(text, events)

    def continues(self, text: str) -> bool:
        """Tell whether an action is part of an attack: a whole turn is one line (3)."""
        return actions.is_step(text)

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return the spoken sentences about a finished action."""
        return telling.describe(text, events)

    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return the state: everything is public (7)."""
        return document.state_json(state)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the same state: nothing is hidden (7)."""
        return state

    def board(self, view: JsonObject, viewer: Viewer) -> BoardView:
        """Return the picture of a view."""
        return picture.board(view)

    def picks(self, view: JsonObject, action: str) -> tuple[Pick, ...]:
        """Return the elements and choices that a person touches to enter an action."""
        return entry.picks(view, action)

    def touched(self, event: JsonObject) -> tuple[tuple[str, str], ...]:
        """Return the elements that an event touched, each with its mark."""
        return picture.touched(event)


game: Final = FlankFlip()
