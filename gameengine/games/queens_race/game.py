"""Queens' Race as the engine sees every game: the parts of this package behind one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gameengine.board.view import BoardView, Pick
from gameengine.core.abilities import Problem
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Bot, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.random import Random
from gameengine.core.types import Actor, Json, JsonObject, Seat, Text, Viewer
from gameengine.games.queens_race import checking, document, entry, notation, picture, rules, telling, words
from gameengine.games.queens_race.bots import BOTS
from gameengine.games.queens_race.content import CONTENTS, RULES_VERSION
from gameengine.games.queens_race.guide import load_guide
from gameengine.games.queens_race.options import OPTIONS
from gameengine.games.queens_race.setting import setting_of
from gameengine.games.queens_race.state import State


class QueensRace:
    """A dice race for two seats, rules as in `docs/games/queens_race.md`."""

    key: str = "queens_race"
    rules_version: int = RULES_VERSION
    name: Text = Text("Queens' Race", "Rennen der Königinnen")
    summary: Text = Text(
        "Three dice, one symbol a turn: messengers run, guards capture and freeze, and a queen decides the race.",
        "Drei Würfel, ein Symbol pro Zug: Boten laufen, Wächter schlagen und frieren ein, eine Königin entscheidet.",
    )
    min_seats: int = 2
    max_seats: int = 2
    # Section 9: 26 events of progress at most, each at most 60 turns apart, and a turn has three decisions at most.
    max_actions: int = 3 * 27 * 60
    options: tuple[Option, ...] = OPTIONS
    contents: Mapping[str, JsonObject] = CONTENTS
    default_control: JsonObject = {"kind": "fischer", "base_ms": 600_000, "increment_ms": 5_000}
    refusals: Mapping[str, RefusalText] = words.REFUSALS
    reasons: Mapping[str, Text] = words.REASONS
    # Seat 0 always begins (section 2).
    symmetric_seats: bool = False
    # 3.2: the order of the bonus deck is hidden from everybody.
    hidden_from_all: bool = True
    table_events: Mapping[str, str] = {"auto": "AUTOPILOT", "game_over": "GAME_OVER"}
    guide: Guide = load_guide()
    bots: Mapping[str, Bot] = BOTS

    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the start position before the bonus cards are shuffled; there are no secret set-up parts."""
        if seats != self.max_seats or any(secrets):
            raise Refusal("BAD_OPTION", f"{seats} seats")
        return rules.start(options)

    def to_act(self, state: State) -> ToAct:
        """Return who must act (4)."""
        return rules.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the actions in the canonical order of section 11."""
        return rules.legal_actions(state, seat)

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what an action or chance outcome does. Raises Refusal in the order of section 4."""
        return rules.apply(state, actor, text)

    def draw(self, state: State, random: Random) -> str:
        """Return an outcome for the stream that is due (10)."""
        return rules.draw(state, random)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by the rules, or None (6.3)."""
        return rules.outcome(state)

    def quiet(self, state: State) -> int:
        """Return the turns of both seats since the last progress (9)."""
        return state.quiet

    def quiet_outcome(self, state: State) -> Outcome:
        """Return what the quiet limit decides (6.3)."""
        return rules.quiet_outcome(state)

    def depart(self, state: State, seat: Seat, reason: str) -> Step[State]:
        """Return the end by a seat that is gone: the other one wins, the points stay (6.3)."""
        return rules.depart(state, seat, reason)

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the one action of section 11."""
        return rules.automatic_actions(state, seat)

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return section 11: a flag fall loses; the end of the time for one decision is answered for the seat."""
        return TimeoutPolicy(on_timeout="autopilot", on_empty_bank="lose", period="decision", stays=False)

    def check_options(self, options: JsonObject) -> None:
        """Raise Refusal BAD_OPTION unless board, formation and bonus squares go together (8)."""
        setting_of(options)

    def check_content(self, data: Json) -> tuple[Problem, ...]:
        """Return what is wrong with a content file; nothing if it can be played."""
        return checking.check_content(data)

    def write(self, state: State) -> str:
        """Return the position text (3.1)."""
        return notation.write(state)

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        if seats != self.max_seats:
            raise Refusal("BAD_POSITION", text)
        return notation.read(text, options)

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form (3.2)."""
        return document.state_json(state)

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_FORMAT."""
        return notation.action_text(data)

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record, e.g. "bonus draw (point)"."""
        return notation.record(text, events)

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return the spoken sentences about a finished action."""
        return telling.describe(events)

    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return the state without the order of the deck; all viewers see the same (3.2)."""
        return document.view(state)

    def hidden_paths(self, state: State, viewer: Viewer, *, over: bool) -> frozenset[str]:
        """Return the paths of the bonus deck; all viewers see the same (3.2)."""
        return document.hidden_paths(state)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the state with its bonus deck in another order."""
        return document.redeal(state, random)

    def board(self, view: JsonObject, viewer: Viewer) -> BoardView:
        """Return the picture of a view."""
        return picture.board(view, viewer)

    def picks(self, view: JsonObject, action: str) -> tuple[Pick, ...]:
        """Return the elements and choices that a person touches to enter an action."""
        return entry.picks(view, action)

    def touched(self, event: JsonObject) -> tuple[tuple[str, str], ...]:
        """Return the elements that an event touched, each with its mark."""
        return picture.touched(event)


game: Final = QueensRace()
