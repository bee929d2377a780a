"""How a person enters an action of Flagged, and what an event leaves marked on the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from gameengine.board.offers import Offer, Way
from gameengine.board.same import Same
from gameengine.board.view import Pick
from gameengine.core.types import JsonObject, Seat, Text
from gameengine.games.flagged.content import Card, Content, content_of
from gameengine.games.flagged.effects import targets_of
from gameengine.games.flagged.geometry import FIGURE, SQUARES
from gameengine.games.flagged.legal import costs_of, entered_for, kinds_to_play, legal_actions, playable, without_cards
from gameengine.games.flagged.notation import Action, parse
from gameengine.games.flagged.state import MAIN, REACT, State

Marks = tuple[tuple[str, str], ...]

_PLAY: Final = Pick(choice="play", label=Text("Play this card", "Karte ausspielen"))
_NOTHING: Final[tuple[Way, ...]] = (("", ()),)
"""The ways to choose where there is nothing to choose."""
_DISCARD: Final = Pick(choice="discard", label=Text("Discard this card", "Karte abwerfen"))
_CHOICES: Final[Mapping[str, Pick]] = {
    "end": Pick(choice="end", label=Text("End the turn", "Zug beenden")),
    "pass": Pick(choice="pass", label=Text("No counter", "Kein Konter")),
    "ability": Pick(choice="ability", label=Text("Use the ability", "Fähigkeit nutzen")),
}


def picks(view: JsonObject, action: str) -> tuple[Pick, ...]:
    """Return what a person touches to enter an action.

    A step: from and to. A wall: its slot. A card: the card, its targets (a figure by its square), then the cards that
    it costs; one that needs nothing more is confirmed, so that no slip of a finger plays it.
    """
    known: Any = view
    figure = _aimed_at(action, Same(content_of(known["options"])))
    return _picks(action, known["to_move"], known["figures"].get(figure, ""))


# Most actions are possible before and after another one too.
@lru_cache(maxsize=65_536)
def _aimed_at(action: str, content: Same[Content]) -> str:
    """Return the figure that a card is aimed at, "" for none: `H1` may also be a square, as the card says."""
    parsed = parse(action)
    card = content.it.cards.get(parsed.what)
    aims_at_figure = card is not None and card.args.startswith("figure")
    return parsed.target.partition(">")[0] if aims_at_figure else ""


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Return what a seat may do now: each card once, with its targets and the ways to pay for it."""
    if seat != state.actor:
        return ()
    if state.phase not in {MAIN, REACT}:
        return tuple(_bare(text, seat) for text in legal_actions(state, seat))
    cards = (card for counters in kinds_to_play(state) for card in _card_offers(state, seat, counters=counters))
    return (*(_bare(text, seat) for text in without_cards(state)), *cards)


@lru_cache(maxsize=4096)
def _bare(text: str, seat: Seat) -> Offer:
    return Offer(text, _picks(text, seat, ""))


def _card_offers(state: State, seat: Seat, *, counters: bool) -> Iterator[Offer]:
    entered, word = entered_for(state, seat), "counter" if counters else "card"
    for card in playable(state, seat, counters=counters):
        costs = costs_of(state.hands[seat], card.id, card.cost)
        targets = targets_of(state, card, seat, entered) if costs else ()
        if targets:
            parts = [
                _target_ways(tuple(targets), _figures_aimed_at(state, card, targets)),
                _cost_ways(tuple(costs), seat),
            ]
            parts = [part for part in parts if part != _NOTHING]
            text, pick = f"{word} {card.id}", Pick(f"hand-{seat}-{card.id}")
            yield Offer(text, (pick,), tuple(parts)) if parts else Offer(text, (pick, _PLAY))


def _figures_aimed_at(state: State, card: Card, targets: Sequence[str]) -> tuple[str, ...]:
    """Return the square of the figure in each target, for a card that is aimed at figures; else nothing."""
    if not card.args.startswith("figure"):
        return ()
    return tuple(SQUARES[state.figures[FIGURE[target[:2]]]] for target in targets)


# Targets are the same while nothing moves that they depend on; those of moved walls are many.
@lru_cache(maxsize=512)
def _target_ways(targets: tuple[str, ...], squares: tuple[str, ...]) -> tuple[Way, ...]:
    if targets == ("",):
        return _NOTHING
    aims = squares or ("",) * len(targets)
    return tuple((f" {target}", _targets(target, square)) for target, square in zip(targets, aims, strict=True))


@lru_cache(maxsize=4096)
def _cost_ways(costs: tuple[tuple[str, ...], ...], seat: Seat) -> tuple[Way, ...]:
    return tuple((f" cost {' '.join(cost)}" if cost else "", _cost(cost, seat)) for cost in costs)


def _cost(cost: Sequence[str], seat: Seat) -> tuple[Pick, ...]:
    return tuple(Pick(f"hand-{seat}-{card}", loose=True) for card in cost)


@lru_cache(maxsize=65_536)
def _picks(action: str, seat: Seat, square: str) -> tuple[Pick, ...]:
    """Return the picks of an action; `square` is where the figure stands that it aims at, "" if it aims at none."""
    parsed = parse(action)
    if parsed.word in _CHOICES:
        return (_CHOICES[parsed.word],)
    return _READERS[parsed.word](parsed, seat, square)


def _of_move(parsed: Action, _seat: Seat, _square: str) -> tuple[Pick, ...]:
    return tuple(Pick(f"square-{square}") for square in parsed.target.split("-"))


def _of_wall(parsed: Action, _seat: Seat, _square: str) -> tuple[Pick, ...]:
    return (Pick(f"slot-{parsed.what}"),)


def _of_rebirth(parsed: Action, _seat: Seat, _square: str) -> tuple[Pick, ...]:
    return tuple(Pick(f"square-{square}") for square in (parsed.what, parsed.target) if square)


def _of_discard(parsed: Action, seat: Seat, _square: str) -> tuple[Pick, ...]:
    return Pick(f"hand-{seat}-{parsed.what}"), _DISCARD


def _of_card(parsed: Action, seat: Seat, square: str) -> tuple[Pick, ...]:
    rest = (*_targets(parsed.target, square), *_cost(parsed.cost, seat))
    return (Pick(f"hand-{seat}-{parsed.what}"), *(rest or (_PLAY,)))


@lru_cache(maxsize=16_384)
def _targets(target: str, square: str) -> tuple[Pick, ...]:
    """Return the picks of a target: `D4`, `D4+D5`, `D4N`, `D4N>E4N`, `H1`, `H1>E7`."""
    first, sign, second = target.partition("+" if "+" in target else ">")
    places = [_place(part, loose=sign == "+") for part in (square or first, second) if part]
    return tuple(places)


def _place(part: str, *, loose: bool) -> Pick:
    return Pick(f"slot-{part}" if len(part) == len("D4N") else f"square-{part}", loose=loose)


_READERS: Final[Mapping[str, Callable[[Action, Seat, str], tuple[Pick, ...]]]] = {
    "move": _of_move,
    "wall": _of_wall,
    "rebirth": _of_rebirth,
    "discard": _of_discard,
    "card": _of_card,
    "counter": _of_card,
}


# Marks


def touched(event: JsonObject) -> Marks:
    """Return which elements an event touched: where something came from, where it went, what fell."""
    marker = _MARKERS.get(str(event["type"]))
    return marker(event) if marker else ()


def _moved(event: Any) -> Marks:
    figure = f"figure-{event['figure']}"
    return (f"square-{event['from']}", "last-from"), (f"square-{event['to']}", "last-to"), (figure, "last-to")


def _came(event: Any) -> Marks:
    return (f"square-{event['square']}", "last-to"), (f"figure-{event['figure']}", "last-to")


def _reborn(event: Any) -> Marks:
    return (f"square-{event['square']}", "last-to"), (f"figure-H{event['seat']}", "last-to")


def _fell(event: Any) -> Marks:
    return ((f"square-{event['square']}", "fallen"),)


def _wall(mark: str) -> Callable[[Any], Marks]:
    return lambda event: ((f"slot-{event['wall']}", mark),)


def _wall_moved(event: Any) -> Marks:
    return (f"slot-{event['from']}", "last-from"), (f"slot-{event['to']}", "last-to")


def _marked_squares(event: Any) -> Marks:
    return tuple((f"{event['marker']}-{square}-{event['seat']}", "last-to") for square in event["squares"])


def _discarded(event: Any) -> Marks:
    return ((f"discard-{event['seat']}-{event['card']}", "last-to"),)


def _drawn(event: Any) -> Marks:
    return ((f"hand-{event['seat']}-{event['card']}", "last-to"),) if "card" in event else ()


def _flag(event: Any) -> Marks:
    return (f"flag-{1 - event['seat']}", "last-to"), (f"carried-{event['seat']}", "last-to")


_MARKERS: Final[Mapping[str, Callable[[Any], Marks]]] = {
    "FIGURE_MOVED": _moved,
    "FIGURE_SUMMONED": _came,
    "FIGURE_LEFT": _fell,
    "REBORN": _reborn,
    "CAPTURED": _fell,
    "WALL_PLACED": _wall("last-to"),
    "WALL_DESTROYED": _wall("fallen"),
    "WALL_MOVED": _wall_moved,
    "MARKER_PLACED": _marked_squares,
    "CARD_DISCARDED": _discarded,
    "CARD_RESOLVED": _discarded,
    "CARD_NEGATED": _discarded,
    "CARD_DRAWN": _drawn,
    "FLAG_TAKEN": _flag,
    "FLAG_SCORED": _flag,
    "ABILITY_USED": lambda event: ((f"hero-{event['seat']}", "last-to"),),
}
