"""The expert: plans whole turns of cards, steps and walls, and judges them by the other seat's best answers.

What the other seat holds is imagined anew in every decision, several times as long as there is time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from gameengine.core.budget import Budget
from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.flagged.bots.normal import (
    card_gains,
    decide,
    price_of,
    value_at_end,
    value_of,
    walks,
    wall_gains,
)
from gameengine.games.flagged.bots.plans import plays_of, wall_text
from gameengine.games.flagged.bots.sight import imagined, without_enemy_cards
from gameengine.games.flagged.bots.worth import PLAIN, WIN, Weights
from gameengine.games.flagged.content import Op
from gameengine.games.flagged.draft import Draft
from gameengine.games.flagged.effects import set_wall
from gameengine.games.flagged.legal import ban
from gameengine.games.flagged.rules import apply
from gameengine.games.flagged.state import DISCARD, MAIN, REACT, SHUFFLE, State
from gameengine.games.flagged.walls import open_slots

MOST_WORLDS: Final = 24
PLANS: Final = 14
"""So many plans of the turn are judged by their answers."""
OPENINGS: Final = 4
"""So many cards to begin with are thought through, beside none."""
ENDS: Final = 5
"""So many ends of walks are thought through for each opening."""
LEAD: Final = 6.0
"""By so much a plan must be better than the plain choice, in tenths of a step."""
CAREFUL: Final = replace(PLAIN, card=8.0)
"""The expert holds its cards back for what they are best at."""
STEP_WORDS: Final = frozenset({"add_steps"})


@dataclass
class Plan:
    """A way through the turn: its first action, the position at its end, the price of its cards, what it is worth."""

    first: str
    end: State
    price: float
    value: float
    judged: list[float] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The mean of what the answers left of it."""
        return sum(self.judged) / len(self.judged) if self.judged else self.value


class Expert:
    """Two turns deep, with sampled hands."""

    weights: Weights = CAREFUL

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the action that begins the best plan."""
        budget = Budget(0.9 * budget_ms)
        state = without_enemy_cards(view, seat)
        if state.phase == MAIN:
            plans = plan_turn(state, seat, actions, self.weights)
        elif state.phase == REACT:
            plans = plan_answer(state, seat, self.weights)
        else:
            return decide(state, seat, actions, random, self.weights)
        judge(plans, view, seat, random, weights=self.weights, budget=budget)
        plain = decide(state, seat, actions, random, self.weights)
        return chosen_first(plans, plain)


def chosen_first(plans: Sequence[Plan], plain: str) -> str:
    """Return the first action of the best plan, or the plain choice if no plan is clearly better than that.

    The worlds are few, so a small lead says little.
    """
    best = max(plans, key=lambda plan: plan.worth)
    same = [plan.worth for plan in plans if plan.first == plain]
    if not best.judged or (same and best.worth < max(same) + LEAD):
        return plain
    # A step of a helper for which the hero has no use is better than no step.
    return plain if best.first == "end" and not same else best.first


def plan_turn(state: State, seat: Seat, actions: Sequence[str], weights: Weights) -> list[Plan]:
    """Return the best plans by their own worth; there is one at least, that of ending the turn at once."""
    found: list[Plan] = []
    for first, opened, price in _openings(state, seat, actions, weights):
        after = going_on(opened)
        if after.phase != MAIN or after.actor != seat:
            found.append(Plan(first, after, price, value_of(after, seat, weights) - price))
            continue
        found += _continued(first, after, price, seat, weights)
    found.sort(key=lambda plan: plan.value, reverse=True)
    return found[:PLANS]


def going_on(state: State) -> State:
    """Return the position as if its turn went on at once: discards, shuffles and windows hardly matter to a plan."""
    if state.phase not in {DISCARD, SHUFFLE, REACT}:
        return state
    return replace(state, phase=MAIN, actor=state.turn, chain=(), triggers=(), todo=())


def _openings(state: State, seat: Seat, actions: Sequence[str], weights: Weights) -> Iterator[tuple[str, State, float]]:
    yield "", state, 0.0
    gains = sorted(card_gains(state, seat, actions, weights), reverse=True)
    for _, play in gains[:OPENINGS]:
        yield play.text, apply(state, seat, play.text).state, price_of(state, seat, play, weights)


def _continued(first: str, state: State, price: float, seat: Seat, weights: Weights) -> Iterator[Plan]:
    """Yield plans that go on with a walk and end with walls."""
    ends = sorted(walks(state, seat, weights), key=lambda walk: walk.value, reverse=True)[:ENDS]
    for walk in ends:
        begin = first or walk.first
        yield Plan(begin or "end", walk.end, price, walk.value - price)
        if walk.end.result:
            continue
        for walls, end in _walled(walk.end, seat, walk.value, weights):
            value = value_at_end(end, seat, weights) - price
            yield Plan(begin or wall_text(walls[0]), end, price, value)


def _walled(state: State, seat: Seat, value: float, weights: Weights) -> Iterator[tuple[tuple[int, ...], State]]:
    """Yield the position with one or two walls set in the other's way."""
    gains = sorted(wall_gains(state, seat, value, weights), reverse=True)[:5]
    slots = [wall for _, wall in gains]
    for wall in slots[:3]:
        yield (wall,), _with_walls(state, seat, (wall,))
    if state.wall_plays > 1 and state.reserves[seat] > 1:
        for pair in combinations(slots, 2):
            if open_slots(state.walls | pair[0], state.pillars) & pair[1]:
                yield pair, _with_walls(state, seat, pair)


def _with_walls(state: State, seat: Seat, walls: Sequence[int]) -> State:
    draft = Draft(state)
    for wall in walls:
        set_wall(draft, seat, wall.bit_length() - 1)
        draft.wall_plays -= 1
    draft.live = ()
    return draft.freeze()


def plan_answer(state: State, seat: Seat, weights: Weights) -> list[Plan]:
    """Return letting the window pass, and each counter with a few targets, as plans."""
    after = apply(state, seat, "pass").state
    plans = [Plan("pass", after, 0.0, value_of(after, seat, weights))]
    for play in plays_of(state, seat, counters=True, most=6):
        after = apply(state, seat, play.text).state
        price = price_of(state, seat, play, weights)
        plans.append(Plan(play.text, after, price, value_of(after, seat, weights) - price))
    return plans


def judge(
    plans: Sequence[Plan], view: JsonObject, seat: Seat, random: Random, *, weights: Weights, budget: Budget
) -> None:
    """Let the other seat answer every plan, in one imagined world after the other, until time is up.

    A world counts only if every plan was answered in it.
    """
    if len({plan.first for plan in plans}) == 1:
        return
    for _ in range(MOST_WORLDS):
        world = imagined(view, seat, random)
        values = []
        for plan in plans:
            if budget.is_spent():
                return
            values.append(answered(plan, world, seat, weights))
        for plan, value in zip(plans, values, strict=True):
            plan.judged.append(value)


def answered(plan: Plan, world: State, seat: Seat, weights: Weights) -> float:
    """Return what is left of a plan after the best turn of the other seat in a world."""
    other = 1 - seat
    if plan.end.result:
        return plan.value
    hands = tuple(() if at == seat else world.hands[at] for at in (0, 1))
    state = going_on(replace(plan.end, hands=hands, decks=world.decks, live=()))
    if state.actor == seat and state.phase == MAIN:
        state = going_on(apply(state, seat, "end").state)
    if state.result or state.phase != MAIN or state.actor != other:
        return value_of(state, seat, weights) + _hand_worth(plan.end, seat, weights) - plan.price
    end = best_turn(state, other, weights)
    return value_at_end(end, seat, weights) + _hand_worth(plan.end, seat, weights) - plan.price


def _hand_worth(state: State, seat: Seat, weights: Weights) -> float:
    return weights.card * min(len(state.hands[seat]), 4)


def best_turn(state: State, seat: Seat, weights: Weights) -> State:
    """Return the position at the end of a good turn of a seat: the best walk, with a card if one helps, and walls."""
    best: tuple[float, State] = (-WIN * 2, state)
    for opened in _quick_openings(state, seat):
        walk = max(walks(opened, seat, weights, 30), key=lambda one: one.value)
        best = max(best, (walk.value, walk.end), key=lambda pair: pair[0])
    value, end = best
    for _ in range(min(state.wall_plays, state.reserves[seat], 2)):
        if end.result:
            return end
        gain, wall = max(wall_gains(end, seat, value, weights, 6), default=(0.0, 0))
        if gain <= 0:
            return end
        end, value = _with_walls(end, seat, (wall,)), value + gain
    return end


def _quick_openings(state: State, seat: Seat) -> Iterator[State]:
    """Yield the position, and after the best card or ability that gives more steps."""
    yield state
    for text in _step_plays(state, seat)[:2]:
        after = going_on(apply(state, seat, text).state)
        if after.phase == MAIN and after.actor == seat and after.steps > state.steps:
            yield after


def _step_plays(state: State, seat: Seat) -> list[str]:
    """Return the plays without target and cost that give more steps."""
    content = state.variant.content
    found = []
    if not state.used[seat] and _gives_steps(content.heroes[state.heroes[seat]].ability):
        found.append("ability")
    if state.plays and not ban(state, seat):
        cards = [content.cards[name] for name in dict.fromkeys(state.hands[seat])]
        plain = [card for card in cards if not (card.is_counter or card.cost or card.aim)]
        found += [f"card {card.id}" for card in plain if _gives_steps(card.effect)]
    return found


def _gives_steps(effect: Sequence[Op]) -> bool:
    return any(op.op in STEP_WORDS for op in effect)
