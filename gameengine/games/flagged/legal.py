"""What a seat may do in Flagged: triggers that are met, and every action text.

Source: the rule page `docs/games/flagged.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from gameengine.board.same import Same
from gameengine.core.types import Seat
from gameengine.games.flagged.content import Card
from gameengine.games.flagged.effects import entered_figures, half_limit, targets_of
from gameengine.games.flagged.figures import Position, has_status, occupied, steps_of
from gameengine.games.flagged.geometry import EDGE, FIGURES, HALF, HERO, OFF_BOARD, OWN, SLOTS, SQUARES, members
from gameengine.games.flagged.state import DISCARD, MAIN, REACT, REBIRTH, SETUP, State, enemy_clouds
from gameengine.games.flagged.walls import open_slots


def met(p: Position, seat: Seat) -> dict[str, bool]:
    """Return the triggers that a seat may answer now (10.1); for `own` whether the hero took the step."""
    if p.chain:
        top = p.chain[-1]
        if top.by == seat:
            return {}
        if not p.variant.content.cards[top.card].is_counter:
            return {"play": True}
        return {"counter": True} if seat == p.turn else {}
    triggers = p.live if seat == p.turn else p.triggers
    return {trigger.partition(":")[0]: trigger[-2:] == FIGURES[HERO[seat]] for trigger in triggers}


def answers(card: Card, triggers: Mapping[str, bool]) -> bool:
    """Tell whether a counter answers one of the triggers that are met."""
    return card.trigger in triggers and (card.step_of != "hero" or triggers[card.trigger])


def ban(p: Position, seat: Seat) -> str:
    """Return why a seat may play no card at all now, or "" (6.4, 9.4)."""
    if p.turn_no == 1 and seat == 0 and p.variant.first_player_card_ban:
        return "CARD_FIRST_TURN"
    if p.statuses and has_status(p, "silence", seat):
        return "CARD_SILENCED"
    if p.markers:
        standing = [p.figures[figure] for figure in OWN[seat] if p.figures[figure] != OFF_BOARD]
        if any(cloud >> square & 1 for cloud in enemy_clouds(p.markers, seat) for square in standing):
            return "CARD_SMOKED"
    return ""


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the action texts of `seat`, in a stable order."""
    return _legal(Same(state)) if seat == state.actor else ()


@lru_cache(maxsize=16)
def _legal(state: Same[State]) -> tuple[str, ...]:
    return tuple(_LISTS[state.it.phase](state.it))


def _list_setup(state: State) -> list[str]:
    return list(_wall_texts(setup_slots(state, state.actor)))


def setup_slots(p: Position, seat: Seat) -> int:
    """Return the slots for a wall before the game (6.1)."""
    return open_slots(p.walls, p.pillars) & HALF[seat]


def _list_rebirth(state: State) -> list[str]:
    seat, free = state.actor, free_edge(state, state.actor)
    if not state.variant.content.heroes[state.heroes[seat]].clone:
        return [f"rebirth {SQUARES[square]}" for square in free]
    found = []
    for square in free:
        beside = clone_squares(free, square)
        found += [f"rebirth {SQUARES[square]} {SQUARES[clone]}" for clone in beside]
        if not beside:
            found.append(f"rebirth {SQUARES[square]}")
    return found


def free_edge(p: Position, seat: Seat) -> list[int]:
    """Return the squares of the own edge on which a figure may be placed (8.3)."""
    taken = occupied(p) | p.pillars
    return [square for square in EDGE[seat] if not taken >> square & 1]


def clone_squares(free: Sequence[int], hero: int) -> list[int]:
    """Return the free squares of the edge directly beside a hero (8.3)."""
    return [square for square in (hero - 1, hero + 1) if square in free]


def _list_discard(state: State) -> list[str]:
    return [f"discard {card}" for card in dict.fromkeys(state.hands[state.actor])]


def _list_react(state: State) -> list[str]:
    return ["pass", *_allplays(state)]


def _list_main(state: State) -> list[str]:
    return [*_step_texts(state), *_allplays(state), *_other_texts(state)]


def _allplays(state: State) -> list[str]:
    return [text for counters in kinds_to_play(state) for text in plays(state, state.actor, counters=counters)]


def kinds_to_play(state: State) -> tuple[bool, ...]:
    """Return whether the actor may play cards (False), counters (True), both or neither."""
    seat = state.actor
    if not state.hands[seat] or ban(state, seat):
        return ()
    if state.phase == REACT:
        return (True,)
    return (*((False,) if state.plays else ()), *((True,) if state.live else ()))


def without_cards(state: State) -> list[str]:
    """Return what the actor may do in the main phase or in a window besides playing cards."""
    return ["pass"] if state.phase == REACT else [*_step_texts(state), *_other_texts(state)]


def _step_texts(state: State) -> list[str]:
    return [f"move {FIGURES[figure]} {SQUARES[at]}-{SQUARES[to]}" for figure, at, to in steps_of(state, state.actor)]


def _other_texts(state: State) -> list[str]:
    seat, found = state.actor, []
    if not ability_refusal(state, seat):
        found.append("ability")
    if state.wall_plays and state.reserves[seat]:
        slots = open_slots(state.walls, state.pillars) & half_limit(state, seat)
        found += _wall_texts(slots)
    return [*found, "end"]


@lru_cache(maxsize=2048)
def _wall_texts(slots: int) -> tuple[str, ...]:
    return tuple(f"wall {SLOTS[slot]}" for slot in members(slots))


_LISTS: Final[Mapping[str, Callable[[State], list[str]]]] = {
    SETUP: _list_setup,
    REBIRTH: _list_rebirth,
    DISCARD: _list_discard,
    REACT: _list_react,
    MAIN: _list_main,
}


def playable(p: Position, seat: Seat, *, counters: bool) -> Iterator[Card]:
    """Yield the cards, or the counters, of a seat that is not banned, target and cost left aside."""
    triggers = met(p, seat) if counters else {}
    for name in dict.fromkeys(p.hands[seat]):
        card = p.variant.content.cards[name]
        if card.is_counter != counters or (counters and not answers(card, triggers)):
            continue
        if not (card.not_with_flag and p.carries[seat]):
            yield card


def entered_for(p: Position, seat: Seat) -> list[int]:
    """Return the figures whose entering a seat may answer now."""
    triggers = p.live if seat == p.turn else p.triggers
    return entered_figures(triggers) if triggers else []


def plays(p: Position, seat: Seat, *, counters: bool) -> list[str]:
    """Return the texts with which a seat that is not banned may play its cards, or its counters."""
    entered, word = entered_for(p, seat), "counter" if counters else "card"
    found: list[str] = []
    for card in playable(p, seat, counters=counters):
        costs = costs_of(p.hands[seat], card.id, card.cost)
        targets = targets_of(p, card, seat, entered) if costs else ()
        before = f"{word} {card.id}"
        for cost in costs:
            after = f" cost {' '.join(cost)}" if cost else ""
            found += [f"{before} {target}{after}" if target else before + after for target in targets]
    return found


def costs_of(hand: Sequence[str], name: str, count: int) -> list[tuple[str, ...]]:
    """Return every choice of cost cards among the others of a hand."""
    if not count:
        return [()]
    others = sorted(hand)
    others.remove(name)
    return list(dict.fromkeys(combinations(others, count)))


def ability_refusal(p: Position, seat: Seat) -> str:
    """Return why the hero of a seat cannot use its ability, or "" (6.3)."""
    if not p.variant.content.heroes[p.heroes[seat]].ability:
        return "NO_ABILITY"
    if p.used[seat]:
        return "ABILITY_USED"
    return "NEEDS_HERO" if p.figures[HERO[seat]] == OFF_BOARD else ""
