"""A game on a real board as the engine sees every game: the parts of this package behind one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from gameengine.board.view import BoardView, Pick
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Bot, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.random import Random
from gameengine.core.types import Actor, Json, JsonObject, Seat, Text, Viewer
from gameengine.games.guides import read_guide
from gameengine.games.over_the_board import notation, picture, rules, words
from gameengine.games.over_the_board.options import OPTIONS
from gameengine.games.over_the_board.state import RULES_VERSION, SEATS, State, setting_of


class OverTheBoard:
    """Clock, move counter and result of a game on a real board, as in `docs/games/over_the_board.md`."""

    key: str = "over_the_board"
    rules_version: int = RULES_VERSION
    name: Text = Text("Game on a real board", "Partie am echten Brett")
    summary: Text = Text(
        "Any game for two at a table: a phone or tablet is its clock, and both enter the result.",
        "Irgendein Spiel zu zweit am Tisch: Ein Telefon oder Tablet ist die Uhr, und beide tragen das Ergebnis ein.",
    )
    min_seats: int = SEATS
    max_seats: int = SEATS
    max_actions: int = 4_000
    options: tuple[Option, ...] = OPTIONS
    default_control: JsonObject = {"kind": "fischer", "base_ms": 5_400_000, "increment_ms": 30_000}
    device_grace_ms: int = 60_000
    refusals: Mapping[str, RefusalText] = words.REFUSALS
    reasons: Mapping[str, Text] = words.REASONS
    # Seat 0 begins.
    symmetric_seats: bool = False
    guide: Guide = read_guide(Path(__file__).parent)
    # Nobody plays here: the game is on the table.
    bots: Mapping[str, Bot] = MappingProxyType({})

    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the state before the first move."""
        if seats != SEATS or any(secrets):
            raise Refusal("BAD_OPTION", f"{seats} seats")
        return State(setting_of(options))

    def to_act(self, state: State) -> ToAct:
        """Return who must act (2)."""
        return rules.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the actions of a seat (3)."""
        return rules.legal_actions(state, seat)

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what an action does. Raises Refusal in the order of section 3."""
        return rules.apply(state, actor, text)

    def draw(self, state: State, random: Random) -> str:
        """Raise: there is no chance in the clock."""
        raise ValueError("no chance event is due")

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by entries or by a flag, or None (3, 4)."""
        return rules.outcome(state)

    def quiet(self, state: State) -> int:
        """Return the moves of both seats since the last that was marked as progress (2)."""
        return state.quiet

    def flag_fell(self, state: State, seat: Seat) -> Step[State]:
        """Return what follows when the flag of a seat falls (4)."""
        return rules.fall(state, seat)

    def calls(self, events: Sequence[JsonObject]) -> Text | None:
        """Return for what an arbiter is called: entries that differ, and a flag about which one decides."""
        return words.calls(events)

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the first action: it is never played, since a fallen flag is not answered by a move."""
        return rules.legal_actions(state, seat)[:1]

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return that an empty clock loses; where an arbiter decides, `flag_fell` says so."""
        return TimeoutPolicy()

    def write(self, state: State) -> str:
        """Return the position text (6)."""
        return notation.write(state)

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        if seats != SEATS:
            raise Refusal("BAD_POSITION", text)
        return notation.read(text, options)

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form (6)."""
        return {
            "options": state.setting.options,
            "turn": state.turn,
            "moves": state.moves,
            "quiet": state.quiet,
            "claims": tuple(claim or None for claim in state.claims),
            "fallen": state.fallen,
        }

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_SYNTAX."""
        return notation.action_text(data)

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record, e.g. "press 12"."""
        return notation.record(text, events)

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return the spoken sentences about a finished action."""
        return words.describe(events)

    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return the state: nothing is hidden."""
        return self.state_json(state)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the same state: nothing is hidden."""
        return state

    def board(self, view: JsonObject, viewer: Viewer) -> BoardView:
        """Return the picture of a view."""
        return picture.board(view)

    def picks(self, view: JsonObject, action: str) -> tuple[Pick, ...]:
        """Return the choice by which a person enters an action."""
        return picture.picks(action)

    def touched(self, event: JsonObject) -> tuple[tuple[str, str], ...]:
        """Return the face that an event is about."""
        return picture.touched(event)


game: Final = OverTheBoard()
"""Games on a real board, game key `over_the_board`."""
