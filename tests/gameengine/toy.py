"""Toy: a tiny game with everything that tables must cope with, for tests only.

Cards 1, 2, … are dealt, three per seat, unseen by others; first to 12 points wins. A turn has any number of actions:
`roll` (once; the die adds 1 to 3), `play N` (a card; the next seat may `block` it once in the game or `pass`), `step`
(twice; does nothing), `end`. After `end` the next seat draws the top card. Whoever will draw card 6 next has an omen
that nobody else hears of. A window for a card above 5 is of the kind `trump`. With the option `vows` the seats first
say `vow 0` to `vow 2` in any order, while no clock runs: points to begin with.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gameengine.board.view import BoardView, Element, Pick, Tray
from gameengine.core.decks import Catalogue
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Chance, Event, Guide, Option, Outcome, Step, TimeoutPolicy, ToAct
from gameengine.core.types import CHANCE, Text

GOAL = 12
CARDS = 13


def _text(word: str) -> Text:
    return Text(word, word)


@dataclass(frozen=True)
class State:
    seats: int
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...] = ()
    turn: int = 0
    phase: str = "deal"
    steps: int = 0
    rolled: bool = False
    played: int = 0
    blocks: tuple[bool, ...] = ()
    quiet: int = 0
    scored: bool = False
    omen: int = -1
    """The seat that knows that card 6 lies on top."""
    vows: tuple[int, ...] = ()
    """What each seat has vowed, -1 for nothing yet; empty without vows."""


class Toy:
    key = "toy"
    rules_version = 1
    name = summary = _text("Toy")
    min_seats, max_seats = 2, 3
    max_actions = 1000
    default_control: Mapping[str, Any] = {"kind": "fischer", "base_ms": 60_000, "increment_ms": 5_000}
    refusals: Mapping[str, RefusalText] = {
        code: RefusalText(_text(code), "2")
        for code in (
            "WRONG_PHASE",
            "NO_SUCH_CARD",
            "NO_STEPS_LEFT",
            "HAS_ROLLED",
            "NO_BLOCK_LEFT",
            "BAD_DECK",
            "DECK_SIZE",
            "UNKNOWN_CARD",
        )
    }
    reasons: Mapping[str, Text] = {reason: _text(reason) for reason in ("GOAL", "RESIGN", "LEFT", "TIME", "AUTOPILOT")}
    symmetric_seats = False
    guide = Guide((), (), (), _text("tests"))
    bots: Mapping[str, Any] = {}
    masks = ("?",)
    hidden_events = True
    window_kinds: Mapping[str, Text] = {"block": _text("low card"), "trump": _text("high card")}
    options = (
        Option("vows", False, _text("vows")),
        Option("quiet_limit", 60, _text("quiet"), minimum=0, maximum=1000),
        Option("on_timeout", "lose", _text("timeout"), choices=(("lose", _text("")), ("autopilot", _text("")))),
        Option("on_empty_bank", "same", _text("bank"), choices=(("same", _text("")), ("lose", _text("")))),
        Option("forfeit_after", 0, _text("forfeit"), minimum=0),
        Option("period", "turn", _text("period"), choices=(("turn", _text("")), ("decision", _text("")))),
        Option("stays", True, _text("stays")),
        Option("whole_turn", False, _text("whole turn")),
        Option("delay_ms", 1000, _text("delay"), minimum=0),
    )

    def start(self, options: Any, seats: int, secrets: Sequence[Any] = ()) -> State:
        hands = tuple((secrets[seat],) if secrets else () for seat in range(seats))
        vows = (-1,) * seats if options["vows"] else ()
        return State(seats, (0,) * seats, hands, blocks=(True,) * seats, vows=vows)

    def timeouts(self, options: Any) -> TimeoutPolicy:
        return TimeoutPolicy(
            options["on_timeout"],
            options["forfeit_after"],
            options["delay_ms"],
            None if options["on_empty_bank"] == "same" else options["on_empty_bank"],
            options["period"],
            options["stays"],
            options["whole_turn"],
        )

    def to_act(self, state: State) -> ToAct:
        if self.outcome(state):
            return ToAct("over")
        if state.phase == "deal":
            return ToAct("deal", chance=Chance("deck", "server"))
        if state.phase == "die":
            return ToAct("die", chance=Chance("die"))
        if state.phase == "react":
            seat = self._reactor(state)
            return ToAct("react", (seat,), seat, window="block" if state.played <= 5 else "trump")
        if -1 in state.vows:
            return ToAct("vow", tuple(seat for seat, vow in enumerate(state.vows) if vow < 0))
        return ToAct("main", (state.turn,), state.turn)

    def legal_actions(self, state: State, seat: int) -> tuple[str, ...]:
        if seat not in self.to_act(state).seats:
            return ()
        if -1 in state.vows:
            return ("vow 0", "vow 1", "vow 2")
        if state.phase == "react":
            return ("pass", "block") if state.blocks[seat] else ("pass",)
        plays = tuple(f"play {card}" for card in state.hands[seat])
        return (*plays, *(["roll"] if not state.rolled else []), *(["step"] if state.steps < 2 else []), "end")

    def apply(self, state: State, actor: int, text: str) -> Step[State]:
        if actor == CHANCE:
            return self._chance(state, text)
        if self.outcome(state):
            raise Refusal("GAME_OVER", text)
        word, _, rest = text.partition(" ")
        known = {"play", "roll", "step", "end", "pass", "block", "vow"}
        numbered = rest.isascii() and rest.isdigit() and str(int(rest)) == rest
        if word not in known or (word in {"play", "vow"}) != numbered:
            raise Refusal("BAD_SYNTAX", text)
        if actor not in self.to_act(state).seats:
            raise Refusal("NOT_YOUR_TURN", text)
        if (word in {"pass", "block"}) != (state.phase == "react") or (word == "vow") != (-1 in state.vows):
            raise Refusal("WRONG_PHASE", text)
        return getattr(self, f"_{word}")(state, actor, rest)

    def _chance(self, state: State, text: str) -> Step[State]:
        if state.phase == "die":
            scored = self._score(replace(state, phase="main"), state.turn, int(text))
            return Step(scored, (Event("rolled", {"seat": state.turn, "die": int(text)}),))
        cards = tuple(int(card) for card in text.split(","))
        hands = tuple(hand + cards[3 * seat : 3 * seat + 3] for seat, hand in enumerate(state.hands))
        deck = cards[3 * state.seats :]
        dealt = tuple(
            Event("dealt", {"seat": seat, "count": len(hand)}, {seat: {"cards": list(hand)}})
            for seat, hand in enumerate(hands)
        )
        return Step(replace(state, hands=hands, deck=deck, phase="main"), dealt)

    def _play(self, state: State, seat: int, rest: str) -> Step[State]:
        card = int(rest)
        if card not in state.hands[seat]:
            raise Refusal("NO_SUCH_CARD", rest)
        hand = tuple(other for other in state.hands[seat] if other != card)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        return Step(replace(state, hands=hands, phase="react", played=card), (Event("played", {"card": card}),))

    def _vow(self, state: State, seat: int, rest: str) -> Step[State]:
        if int(rest) > 2:
            raise Refusal("BAD_SYNTAX", rest)
        vows = (*state.vows[:seat], int(rest), *state.vows[seat + 1 :])
        scores = state.scores if -1 in vows else vows
        return Step(replace(state, vows=vows, scores=scores), (Event("vowed", {"seat": seat}),))

    def passes(self, state: State, seat: int) -> str | None:
        return "pass" if state.phase == "react" and seat in self.to_act(state).seats else None

    def _roll(self, state: State, seat: int, rest: str) -> Step[State]:
        if state.rolled:
            raise Refusal("HAS_ROLLED", "roll")
        return Step(replace(state, rolled=True, phase="die"))

    def _step(self, state: State, seat: int, rest: str) -> Step[State]:
        if state.steps == 2:
            raise Refusal("NO_STEPS_LEFT", "step")
        return Step(replace(state, steps=state.steps + 1), (Event("stepped", {"seat": seat}),))

    def _pass(self, state: State, seat: int, rest: str) -> Step[State]:
        scored = self._score(state, state.turn, state.played)
        return Step(replace(scored, phase="main", played=0), (Event("passed", {"seat": seat}),))

    def _block(self, state: State, seat: int, rest: str) -> Step[State]:
        if not state.blocks[seat]:
            raise Refusal("NO_BLOCK_LEFT", "block")
        blocks = tuple(has and at != seat for at, has in enumerate(state.blocks))
        return Step(replace(state, phase="main", played=0, blocks=blocks), (Event("blocked", {"seat": seat}),))

    def _end(self, state: State, seat: int, rest: str) -> Step[State]:
        after = self._next(state, seat)
        quiet = 0 if state.scored else state.quiet + 1
        state = replace(state, turn=after, steps=0, rolled=False, quiet=quiet, scored=False, omen=-1)
        events = [Event("turn_ended", {"seat": seat})]
        if state.deck:
            card, deck = state.deck[0], state.deck[1:]
            hands = (*state.hands[:after], (*state.hands[after], card), *state.hands[after + 1 :])
            state = replace(state, deck=deck, hands=hands)
            events.append(Event("drawn", {"seat": after}, {after: {"card": card}}, {"left": list(deck)}))
            if deck[:1] == (6,):
                omen = self._next(state, after)
                state = replace(state, omen=omen)
                events.insert(0, Event("omen", {"of": 6}, {omen: {"soon": True}}, hidden=True))
        return Step(state, tuple(events), seat)

    @staticmethod
    def _score(state: State, seat: int, points: int) -> State:
        scores = tuple(score + points * (at == seat) for at, score in enumerate(state.scores))
        return replace(state, scores=scores, scored=True)

    def _reactor(self, state: State) -> int:
        return self._next(state, state.turn)

    @staticmethod
    def _next(state: State, seat: int) -> int:
        return next(at % state.seats for at in range(seat + 1, seat + 4) if state.scores[at % state.seats] >= 0)

    def draw(self, state: State, random: Any) -> str:
        if state.phase == "die":
            return str(1 + random.below(3))
        return ",".join(str(1 + card) for card in random.permutation(CARDS))

    def outcome(self, state: State) -> Outcome | None:
        winner = next((seat for seat, score in enumerate(state.scores) if score >= GOAL), None)
        return None if winner is None else Outcome.won_by(winner, "GOAL", state.seats)

    def quiet(self, state: State) -> int:
        return state.quiet

    def automatic_actions(self, state: State, seat: int) -> tuple[str, ...]:
        if -1 in state.vows:
            return ("vow 0",)
        if state.phase == "react":
            return ("pass",)
        return ("end",) if state.steps else ("step", "end")

    def write(self, state: State) -> str:
        return json.dumps(vars(state), separators=(",", ":"))

    def read(self, text: str, options: Any, seats: int) -> State:
        try:
            data = json.loads(text)
            data["hands"] = tuple(tuple(hand) for hand in data["hands"])
            state = State(**{key: tuple(value) if isinstance(value, list) else value for key, value in data.items()})
        except (ValueError, KeyError, TypeError) as error:
            raise Refusal("BAD_POSITION", text) from error
        return state

    def state_json(self, state: State) -> dict[str, Any]:
        return {
            "scores": list(state.scores),
            "turn": state.turn,
            "hands": {str(seat): list(hand) for seat, hand in enumerate(state.hands)},
            "hand_sizes": [len(hand) for hand in state.hands],
            "deck": list(state.deck),
            "deck_size": len(state.deck),
            "steps": state.steps,
            "played": state.played,
            "blocks": list(state.blocks),
            "quiet": state.quiet,
            "omen": state.omen,
            "vows": list(state.vows),
        }

    def view(self, state: State, viewer: int | None, *, over: bool) -> dict[str, Any]:
        data = self.state_json(state)
        if not over:
            data["omen"] = state.omen if state.omen == viewer else "?"
            data["deck"] = "?"
            data["vows"] = [
                vow if seat == viewer or -1 not in state.vows else "?" for seat, vow in enumerate(state.vows)
            ]
            data["hands"] = {seat: hand if seat == str(viewer) else "?" for seat, hand in data["hands"].items()}
        return data

    def hidden_paths(self, state: State, viewer: int | None, *, over: bool) -> frozenset[str]:
        if over:
            return frozenset()
        paths = {f"deck.{place}" for place in range(len(state.deck))} or {"deck"}
        paths |= {"omen"} if state.omen != viewer else set()
        paths |= {f"vows.{seat}" for seat in range(len(state.vows)) if seat != viewer and -1 in state.vows}
        for seat, hand in enumerate(state.hands):
            if seat != viewer:
                paths |= {f"hands.{seat}.{place}" for place in range(len(hand))} or {f"hands.{seat}"}
        return frozenset(paths)

    def redeal(self, state: State, viewer: int | None, random: Any) -> State:
        top = state.deck[:1] if state.omen == viewer else ()
        unknown = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
        unknown += state.deck[len(top) :]
        mixed = iter([unknown[place] for place in random.permutation(len(unknown))])
        hands = tuple(
            hand if seat == viewer else tuple(next(mixed) for _ in hand) for seat, hand in enumerate(state.hands)
        )
        vows = tuple(
            vow if -1 not in state.vows or seat == viewer or vow < 0 else random.below(3)
            for seat, vow in enumerate(state.vows)
        )
        return replace(state, hands=hands, deck=top + tuple(mixed), vows=vows)

    def board(self, view: Any, viewer: int | None) -> BoardView:
        trays = (Tray(f"hand-{seat}", _text("Hand"), tuple(self._cards(view, int(seat)))) for seat in view["hands"])
        return BoardView(100, 100, _text("Toy"), (), trays=tuple(trays))

    @staticmethod
    def _cards(view: Any, seat: int) -> Any:
        hand = view["hands"][str(seat)]
        for place in range(view["hand_sizes"][seat]):
            card = "" if hand == "?" else f"card {hand[place]}"
            title = _text(card or "?")
            known = {"text": card, "face_down": not card, "title": title, "row": seat, "col": place}
            yield Element(f"hand-{seat}-{place}", "card", "card", 0, 0, **known)

    def picks(self, view: Any, action: str) -> tuple[Pick, ...]:
        word, _, card = action.partition(" ")
        if word != "play":
            return (Pick(choice=action, label=_text(action)),)
        seat = next(seat for seat, hand in view["hands"].items() if hand != "?" and int(card) in hand)
        return (Pick(f"hand-{seat}-{view['hands'][seat].index(int(card))}"),)

    def touched(self, event: Any) -> tuple[tuple[str, str], ...]:
        return ()

    def action_text(self, data: Any) -> str:
        return " ".join(str(part) for part in data.values())

    def notation(self, text: str, events: Any) -> str:
        return text

    def describe(self, text: str, events: Any) -> Text:
        return _text(text)


class DepartingToy(Toy):
    """Toy in which a seat that goes is skipped until one is left."""

    key = "departing_toy"

    def depart(self, state: State, seat: int, reason: str) -> Step[State]:
        if state.scores[seat] < 0:
            raise Refusal("NOT_YOUR_TURN", reason)
        scores = tuple(-1 if at == seat else score for at, score in enumerate(state.scores))
        left = [at for at, score in enumerate(scores) if score >= 0]
        state = replace(state, scores=scores, phase="main", turn=left[0], omen=-1)
        return Step(state, (Event("out", {"seat": seat, "reason": reason}),))

    def outcome(self, state: State) -> Outcome | None:
        left = [at for at, score in enumerate(state.scores) if score >= 0]
        return Outcome.won_by(left[0], "RESIGN", state.seats) if len(left) == 1 else super().outcome(state)


class TeamToy(Toy):
    """Toy with own words for the table's events, and two teams if three play."""

    key = "team_toy"
    table_events: Mapping[str, str] = {"game_over": "END", "timeout": ""}

    def teams(self, options: Any, seats: int) -> tuple[int, ...]:
        return (0, 1, 0)[:seats]

    def quiet_limit(self, options: Any) -> int:
        return options["quiet_limit"] // 2

    def quiet_outcome(self, state: State) -> Outcome:
        return Outcome.won_by(1, "POINTS", state.seats)


class CrowdToy(Toy):
    """Toy whose option `crowd` says how many play: 2, 3, or with 0 either."""

    key = "crowd_toy"
    options = (*Toy.options, Option("crowd", 0, _text("crowd"), choices=tuple((n, _text(str(n))) for n in (0, 2, 3))))

    def seat_range(self, options: Any) -> tuple[int, int]:
        crowd = options["crowd"]
        return (crowd, crowd) if crowd else (self.min_seats, self.max_seats)


class PairsToy(Toy):
    """Toy for two teams of two; partners sit opposite each other."""

    key = "pairs_toy"
    min_seats, max_seats = 4, 4

    def teams(self, options: Any, seats: int) -> tuple[int, ...]:
        return (0, 1, 0, 1)


class DeckToy(Toy):
    """Toy to which each seat brings cards of its own: `{"cards": [31, 32]}`, at most two, above 30."""

    key = "deck_toy"

    def start(self, options: Any, seats: int, secrets: Sequence[Any] = ()) -> State:
        state = super().start(options, seats)
        decks = [deck or {"cards": [30]} for deck in (secrets or (None,) * seats)]
        return replace(state, hands=tuple(tuple(deck["cards"]) for deck in decks))

    def catalogue(self, options: Any) -> Catalogue:
        return Catalogue((), (), {}, 0, 2, 0)

    def check_deck(self, options: Any, deck: Any) -> Mapping[str, Any]:
        problems = self.deck_problems(options, deck)
        if problems:
            raise problems[0]
        return {"cards": sorted(deck["cards"])}

    def deck_problems(self, options: Any, deck: Any) -> tuple[Refusal, ...]:
        if not isinstance(deck, dict) or not isinstance(deck.get("cards"), list):
            return (Refusal("BAD_DECK", str(deck)[:80]),)
        too_many = (Refusal("DECK_SIZE", str(len(deck["cards"]))),) if len(deck["cards"]) > 2 else ()
        return too_many + tuple(Refusal("UNKNOWN_CARD", str(card)) for card in deck["cards"] if type(card) is not int)


toy = Toy()
deck_toy = DeckToy()
departing_toy = DepartingToy()
team_toy = TeamToy()
crowd_toy = CrowdToy()
pairs_toy = PairsToy()
