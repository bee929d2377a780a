"""Tile Flight as the engine sees every game: the parts of this package behind one object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gameengine.board.view import BoardView, Pick
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Bot, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.random import Random
from gameengine.core.types import Actor, Json, JsonObject, Seat, Text, Viewer
from gameengine.games.tile_flight import (
    document,
    entry,
    invariants,
    leaving,
    listing,
    notation,
    picture,
    rules,
    telling,
    words,
)
from gameengine.games.tile_flight.bots import BOTS
from gameengine.games.tile_flight.content import RULES_VERSION
from gameengine.games.tile_flight.guide import load_guide
from gameengine.games.tile_flight.options import OPTIONS
from gameengine.games.tile_flight.setting import setting_of
from gameengine.games.tile_flight.state import State


class TileFlight:
    """Tile laying with a flier for two to five seats, rules as in `docs/games/tile_flight.md`."""

    key: str = "tile_flight"
    rules_version: int = RULES_VERSION
    name: Text = Text("Tile Flight", "Kartenflug")
    summary: Text = Text(
        "Lay tiles into one growing landscape, claim roads, cities, monasteries and fields, and fly to where others "
        "build.",
        "Karten zu einer wachsenden Landschaft legen, Straßen, Städte, Klöster und Wiesen besetzen und hinfliegen, wo "
        "andere bauen.",
    )
    min_seats: int = 2
    max_seats: int = 5
    # 80 turns with a placement and a follower, 8 landings, a crop circle for which everybody acts.
    max_actions: int = 2 * 80 + 8 + 6
    options: tuple[Option, ...] = OPTIONS
    default_control: JsonObject = {"kind": "fischer", "base_ms": 900_000, "increment_ms": 10_000}
    refusals: Mapping[str, RefusalText] = words.REFUSALS
    reasons: Mapping[str, Text] = words.REASONS
    # Seat 0 lays the first tile.
    symmetric_seats: bool = False
    table_events: Mapping[str, str] = {"game_over": "end"}
    guide: Guide = load_guide()
    bots: Mapping[str, Bot] = BOTS

    def start(self, options: JsonObject, seats: int, secrets: Sequence[Json] = ()) -> State:
        """Return the start position before the first tile is drawn; there are no secret set-up parts."""
        if not self.min_seats <= seats <= self.max_seats or any(secrets):
            raise Refusal("BAD_OPTION", f"{seats} seats")
        return rules.start(options, seats)

    def to_act(self, state: State) -> ToAct:
        """Return who must act (6)."""
        return rules.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the actions, cells in reading order and segments in the order of the tile."""
        return listing.legal_actions(state, seat)

    def apply(self, state: State, actor: Actor, text: str) -> Step[State]:
        """Return what an action or chance outcome does. Raises Refusal in the order of section 10."""
        return rules.apply(state, actor, text)

    def draw(self, state: State, random: Random) -> str:
        """Return an outcome for the stream that is due (15)."""
        return rules.draw(state, random)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end by the rules, or None (9.3)."""
        return leaving.outcome(state)

    def quiet(self, state: State) -> int:
        """Return 0: every turn lays a tile for good (14)."""
        return 0

    def depart(self, state: State, seat: Seat, reason: str) -> Step[State]:
        """Return what follows when a seat has gone (9.3)."""
        return leaving.depart(state, seat, reason)

    def automatic_actions(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the one action of section 13."""
        return listing.automatic_actions(state, seat)

    def timeouts(self, options: JsonObject) -> TimeoutPolicy:
        """Return section 13: a flag fall loses; with time per turn the server plays the rest of the turn."""
        return TimeoutPolicy(
            on_timeout="autopilot",
            on_empty_bank="lose",
            forfeit_after=setting_of(options).auto_limit,
            forfeit_reason="ABANDON",
            stays=False,
            whole_turn=True,
        )

    def broken(self, state: State, events: Sequence[JsonObject]) -> tuple[str, ...]:
        """Return which of the invariants of section 9.4 do not hold."""
        return tuple(invariants.broken(state, events))

    def write(self, state: State) -> str:
        """Return the position text (3.5)."""
        return notation.write(state)

    def read(self, text: str, options: JsonObject, seats: int) -> State:
        """Return the state of a position text. Raises Refusal BAD_POSITION."""
        return notation.read(text, options, seats)

    def state_json(self, state: State) -> dict[str, Json]:
        """Return the documented JSON form (3.6)."""
        return document.state_json(state)

    def action_text(self, data: JsonObject) -> str:
        """Return the notation of an action in JSON form. Raises Refusal BAD_SYNTAX."""
        return notation.action_text(data)

    def notation(self, text: str, events: Sequence[JsonObject]) -> str:
        """Return the line of the game record, e.g. "^ (2)"."""
        return notation.record(text, events)

    def describe(self, text: str, events: Sequence[JsonObject]) -> Text:
        """Return the spoken sentences about a finished action."""
        return telling.describe(events)

    def view(self, state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
        """Return the whole state: nothing is decided in advance, so nothing is hidden (11)."""
        return document.state_json(state)

    def redeal(self, state: State, viewer: Viewer, random: Random) -> State:
        """Return the state itself: nothing is hidden from anybody."""
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


game: Final = TileFlight()
