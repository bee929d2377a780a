"""Junqi as the engine sees every game: the parts of this package behind one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gameengine.board.view import BoardView, Pick
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Bot, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.random import Random
from gameengine.core.types import Actor, Json, JsonObject, Seat, Text, Viewer
from gameengine.games.junqi import document, notation, picture, rules, words
from gameengine.games.junqi.bots import BOTS
from gameengine.games.junqi.content import RULES_VERSION
from gameengine.games.junqi.guide import load_guide
from gameengine.games.junqi.state import State


class Junqi:
    """Flip Luzhanqi for two seats, rules as in `docs/games/junqi.md`."""

    key: str = "junqi"
    rules_version: int = RULES_VERSION
    name: Text = Text("Junqi", "Junqi")
    summary: Text = Text(
        "Flip Luzhanqi: 50 face-down pieces, roads and railways, engineers, bombs, mines, and a flag each.",
        "Luzhanqi zum Aufdecken: 50 verdeckte Figuren, Straßen und Bahnen, Pioniere, Bomben, Minen und je eine Fahne.",
    )
    min_seats: int = 2
    max_seats: int = 2
    # 8.3: at most 50 reveals and 48 removing battles, each at most 60 moves apart, and 60 to the end.
    max_actions: int = 98 + 99 * 60
    options: tuple[Option, ...] = words.OPTIONS
    default_control: JsonObject = {"kind": "per_move", "per_move_ms": 30_000}
    refusals: Mapping[str, RefusalText] = words.REFUSALS
    reasons: Mapping[str, Text] = words.REASONS
    symmetric_seats: bool = True
    # 7: nobody, arbiters included, learns what lies face-down during the game.
    hidden_from_all: bool = True
    guide: Guide = load_guide()
    bots: Mapping[str, Bot] = BOTS

    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the empty board before the layout is drawn; there are no secret set-up parts."""
        if seats != self.max_seats or any(secrets):
            raise Refusal("BAD_OPTION", f"{seats} seats")
        return rules.start(options)

    def to_act(self, state: State) -> ToAct:
        """Return who must act (5.1)."""
        return rules.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return flips in node order, then moves and attacks by origin."""
        return rules.legal_actions(state, seat)

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what an action or chance outcome does. Raises Refusal in the order of 6.6."""
        return rules.apply(state, actor, text)

    def draw(self, state: State, random: Random) -> str:
        """Return an outcome for the stream that is due (9)."""
        return rules.draw(state, random)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by checks 1 to 4 of 8.1, or None."""
        return state.ending

    def quiet(self, state: State) -> int:
        """Return the moves of both seats since the last reveal or battle (8.2)."""
        return state.quiet

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the first non-empty list of 10.2."""
        return rules.automatic_actions(state, seat)

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return what the options say about an absent player (10.2, 10.3, 11)."""
        return TimeoutPolicy(
            on_timeout="lose" if options["on_timeout"] == "lose" else "autopilot",
            forfeit_after=_number(options["autopilot_forfeit_after"]),
            delay_ms=1000 * _number(options["autopilot_delay_s"]),
        )

    def write(self, state: State) -> str:
        """Return the position text (3)."""
        return notation.write(state)

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        if seats != self.max_seats:
            raise Refusal("BAD_POSITION", text)
        return rules.settled(notation.read(text, options))

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form (13), with `options`."""
        return document.state_json(state)

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_SYNTAX."""
        return notation.action_text(data)

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record, e.g. "a2xa7 (D>c)" (3)."""
        return notation.record(text, events)

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return one or two spoken sentences about a finished action."""
        return words.describe(text, events)

    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return the state with face-down pieces masked; all viewers see the same (7)."""
        return document.view(state, over=over)

    def hidden_paths(self, state: State, viewer: Viewer, *, over: bool) -> frozenset[str]:
        """Return the places whose pieces lie face-down; all viewers see the same (7)."""
        return document.hidden_paths(state, over=over)

    def mirrored(self, state: State) -> State:
        """Return the position in which each seat has turn and colour of the other."""
        return document.mirrored(state)

    def mirrored_action(self, text: str) -> str:
        """Return the same action: the board has no sides."""
        return text

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the state with its face-down pieces shuffled among their places."""
        return document.redeal(state, random)

    def board(self, view: JsonObject, viewer: Viewer) -> BoardView:
        """Return the picture of a view."""
        return picture.board(view, viewer)

    def picks(self, view: JsonObject, action: str) -> tuple[Pick, ...]:
        """Return the places that a person touches to enter an action."""
        return picture.picks(action)

    def touched(self, event: JsonObject) -> tuple[tuple[str, str], ...]:
        """Return the elements that an event touched, each with its mark."""
        return picture.touched(event)


def _number(value: Json) -> int:
    if not isinstance(value, int):
        raise Refusal("BAD_OPTION", str(value))
    return value


game: Final = Junqi()
