"""What drawing a bonus card is worth, as nobody knows the order of the deck but everybody what is left in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gameengine.core.types import Seat
from gameengine.games.queens_race.notation import DRAW_TEXT
from gameengine.games.queens_race.rules import apply, legal_actions
from gameengine.games.queens_race.state import TARGET, State

Judge = Callable[[State, Seat], float]


def drawn_worth(state: State, seat: Seat, judge: Judge) -> float:
    """Return the mean worth of the cards that may come."""
    left = _left(state)
    total = sum(left.values())
    return sum(count * _card_worth(state, seat, card, judge) for card, count in left.items()) / total


def _left(state: State) -> Counter[str]:
    """Return the cards of which one is drawn next: those in the deck, else those that were used."""
    if not state.deck:
        return Counter(state.discard)
    left = Counter(state.setting.content.deck)
    left.subtract(state.discard)
    # A composed position may have fewer cards than the content.
    return +left or Counter(state.setting.content.deck)


def _card_worth(state: State, seat: Seat, card: str, judge: Judge) -> float:
    after = apply(state._replace(deck=(card,)), seat, DRAW_TEXT).state
    if after.phase != TARGET:
        return judge(after, seat)
    return max(judge(apply(after, seat, text).state, seat) for text in legal_actions(after, seat))
