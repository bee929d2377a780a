"""Rules of Flagged: values in, values out.

Source: the rule page `docs/games/flagged.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Outcome, Step, ToAct
from gameengine.core.types import CHANCE, Actor, Json, JsonObject, Seat
from gameengine.games.flagged.content import Card
from gameengine.games.flagged.decks import check_deck, deck_of_options
from gameengine.games.flagged.draft import Draft, changed
from gameengine.games.flagged.effects import half_limit, is_target, set_wall, use_ability
from gameengine.games.flagged.figures import enter, step, step_refusal
from gameengine.games.flagged.geometry import (
    CLONE,
    CLONE_START,
    COLUMNS,
    EDGE,
    FIGURE,
    FIGURES,
    HALF,
    HERO,
    HERO_START,
    OFF_BOARD,
    SEAT_OF,
    SLOT,
    SQUARE,
    column_of,
)
from gameengine.games.flagged.legal import (
    ability_refusal,
    answers,
    ban,
    clone_squares,
    costs_of,
    entered_for,
    free_edge,
    legal_actions,
    met,
)
from gameengine.games.flagged.notation import Action, parse
from gameengine.games.flagged.state import (
    DISCARD,
    MAIN,
    NOBODY,
    OVER,
    REACT,
    REBIRTH,
    SETUP,
    SHUFFLE,
    Played,
    State,
    variant_of,
)
from gameengine.games.flagged.turns import apply_shuffle, end_turn, leader, settle
from gameengine.games.flagged.walls import wall_refusal

_WORDS: Final[Mapping[str, frozenset[str]]] = {
    SETUP: frozenset({"wall"}),
    REBIRTH: frozenset({"rebirth"}),
    DISCARD: frozenset({"discard"}),
    MAIN: frozenset({"move", "wall", "card", "counter", "ability", "end"}),
    REACT: frozenset({"counter", "pass"}),
}


# The beginning


def start(options: JsonObject, secrets: Sequence[Json] = ()) -> State:
    """Return the position before the decks are shuffled (6.1). Raises Refusal for heroes, decks or terrain."""
    variant = variant_of(options)
    decks = [_deck_of(options, seat, secrets[seat] if secrets else None) for seat in (0, 1)]
    heroes = (str(decks[0]["hero"]), str(decks[1]["hero"]))
    return State(
        options=options,
        variant=variant,
        heroes=heroes,
        turn_no=0,
        turn=0,
        phase=SHUFFLE,
        actor=NOBODY,
        figures=_first_figures([variant.content.heroes[hero].clone for hero in heroes]),
        walls=0,
        reserves=(variant.walls, variant.walls),
        steps=variant.steps,
        plays=variant.plays,
        wall_plays=variant.wall_plays,
        diagonal=0,
        clone_captures=False,
        points=(0, 0),
        captures=(0, 0),
        skips=(0, 0),
        used=(False, False),
        carries=(False, False),
        hands=((), ()),
        decks=tuple(_cards_of(deck) for deck in decks),
        discards=((), ()),
        markers=(),
        statuses=(),
        chain=(),
        triggers=(),
        live=(),
        todo=("shuffle:0", "shuffle:1"),
        quiet=0,
        progress=False,
        result="",
    )


def _deck_of(options: Any, seat: Seat, secret: Json) -> Mapping[str, Json]:
    return check_deck(options, deck_of_options(options, seat) if secret is None else secret)


def _cards_of(deck: Any) -> tuple[str, ...]:
    return tuple(card for card, count in deck["cards"].items() for _ in range(count))


def _first_figures(clones: Sequence[bool]) -> tuple[int, ...]:
    figures = [OFF_BOARD] * len(FIGURES)
    for seat in (0, 1):
        figures[HERO[seat]] = HERO_START[seat]
        if clones[seat]:
            figures[CLONE[seat]] = CLONE_START[seat]
    return tuple(figures)


# Who acts


def to_act(state: State) -> ToAct:
    """Return who must act (6, 13): the clock of the actor runs, but not in the setup."""
    if state.phase == OVER:
        return ToAct(OVER)
    if state.phase == SHUFFLE:
        return ToAct(SHUFFLE, chance=Chance(f"deck{state.todo[0][-1]}", "server"))
    seat = state.actor
    if state.phase == SETUP:
        return ToAct(SETUP, (seat,))
    return ToAct(state.phase, (seat,), seat, window=window_of(state) if state.phase == REACT else None)


def window_of(state: State) -> str:
    """Return the trigger for which the open window stands, the newest one."""
    if state.chain:
        return "counter" if state.variant.content.cards[state.chain[-1].card].is_counter else "play"
    return state.triggers[-1].partition(":")[0]


# Actions


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action or a chance outcome does. Raises Refusal in the order of 6 and of the action."""
    if state.phase == OVER:
        raise Refusal("GAME_OVER", text)
    if actor == CHANCE:
        return apply_shuffle(state, text)
    action = parse(text)
    if actor != state.actor:
        raise Refusal("NOT_YOUR_TURN", text)
    if action.word not in _WORDS[state.phase]:
        raise Refusal("WRONG_PHASE", text)
    code = _REFUSALS[action.word](state, action)
    if code:
        raise Refusal(code, text)
    draft = Draft(state)
    _PLAY[action.word](draft, action)
    settle(draft)
    return Step(draft.freeze(), tuple(draft.events), draft.turn_done)


def _refuse_wall(state: State, action: Action) -> str:
    seat = state.actor
    if state.phase == MAIN:
        if not state.reserves[seat]:
            return "NO_WALLS_LEFT"
        if not state.wall_plays:
            return "NO_WALL_ACTIONS_LEFT"
    if action.what not in SLOT:
        return "BAD_WALL"
    slot = SLOT[action.what]
    code = wall_refusal(state.walls, state.pillars, slot)
    if code in {"WALL_OCCUPIED", "WALL_TERRAIN"}:
        return code
    allowed = HALF[seat] if state.phase == SETUP else half_limit(state, seat)
    return code if allowed >> slot & 1 else "WALL_OUTSIDE_HALF"


def _play_wall(d: Draft, action: Action) -> None:
    set_wall(d, d.actor, SLOT[action.what])
    if d.phase == SETUP:
        d.actor = 1 - d.actor
        return
    d.wall_plays -= 1
    d.progress = True
    d.live = ()


def _refuse_move(state: State, action: Action) -> str:
    origin, _, target = action.target.partition("-")
    figure = FIGURE[action.what]
    if SEAT_OF[figure] != state.actor or state.figures[figure] == OFF_BOARD:
        return "NO_FIGURE"
    if SQUARE.get(origin) != state.figures[figure]:
        return "NO_FIGURE"
    if target not in SQUARE:
        return "OFF_BOARD"
    return step_refusal(state, figure, SQUARE[origin], SQUARE[target])


def _play_move(d: Draft, action: Action) -> None:
    origin, _, target = action.target.partition("-")
    step(d, FIGURE[action.what], SQUARE[origin], SQUARE[target])


def _refuse_card(state: State, action: Action) -> str:
    seat, hand = state.actor, state.hands[state.actor]
    card = state.variant.content.cards.get(action.what)
    if card is None:
        return "UNKNOWN_CARD"
    if card.id not in hand:
        return "CARD_NOT_IN_HAND"
    code = ban(state, seat) or _kind_refusal(state, action.word, card)
    if code:
        return code
    if card.not_with_flag and state.carries[seat]:
        return "CARRIES_FLAG"
    if not is_target(state, card, seat, entered_for(state, seat), action.target):
        return "BAD_TARGET"
    return "" if action.cost in costs_of(hand, card.id, card.cost) else "COST_UNPAID"


def _kind_refusal(state: State, word: str, card: Card) -> str:
    if word == "card":
        return "COUNTER_ONLY" if card.is_counter else "" if state.plays else "NO_CARD_PLAYS_LEFT"
    if not card.is_counter:
        return "NOT_A_COUNTER"
    return "" if answers(card, met(state, state.actor)) else "TRIGGER_NOT_MET"


def _play_card(d: Draft, action: Action) -> None:
    seat = d.actor
    hand = list(d.hands[seat])
    for card in (action.what, *action.cost):
        hand.remove(card)
    d.hands = changed(d.hands, seat, tuple(hand))
    if action.word == "card":
        d.plays -= 1
        d.live = ()
    d.chain = (*d.chain, Played(seat, action.what, action.target, action.cost))
    d.tell_played(seat, action.what, action.target, action.cost)


def _refuse_nothing(state: State, action: Action) -> str:
    return ""


def _play_pass(d: Draft, action: Action) -> None:
    if d.chain:
        d.passed = True
    else:
        d.triggers = ()


def _refuse_ability(state: State, action: Action) -> str:
    return ability_refusal(state, state.actor)


def _play_ability(d: Draft, action: Action) -> None:
    seat = d.actor
    d.live = ()
    d.used = changed(d.used, seat, True)
    d.tell("ABILITY_USED", seat=seat)
    use_ability(d, d.variant.content.heroes[d.heroes[seat]].ability, seat)


def _refuse_discard(state: State, action: Action) -> str:
    if action.what not in state.variant.content.cards:
        return "UNKNOWN_CARD"
    return "" if action.what in state.hands[state.actor] else "CARD_NOT_IN_HAND"


def _play_discard(d: Draft, action: Action) -> None:
    seat = d.actor
    hand = list(d.hands[seat])
    # The newest of equal cards goes, so that the order of the others tells nothing new.
    at = len(hand) - 1 - hand[::-1].index(action.what)
    del hand[at]
    d.hands = changed(d.hands, seat, tuple(hand))
    d.discards = changed(d.discards, seat, (*d.discards[seat], action.what))
    d.tell_card("CARD_DISCARDED", seat, action.what)


def _refuse_rebirth(state: State, action: Action) -> str:
    seat, free = state.actor, free_edge(state, state.actor)
    hero = SQUARE[action.what]
    if hero not in EDGE[seat]:
        return "REBIRTH_SQUARE"
    if hero not in free:
        return "SQUARE_OCCUPIED"
    has_clone = state.variant.content.heroes[state.heroes[seat]].clone
    beside = clone_squares(free, hero)
    if not action.target:
        return "REBIRTH_SQUARE" if has_clone and beside else ""
    clone = SQUARE[action.target]
    if not has_clone or clone not in EDGE[seat] or abs(column_of(clone) - column_of(hero)) != 1:
        return "REBIRTH_SQUARE"
    return "" if clone in beside else "SQUARE_OCCUPIED"


def _play_rebirth(d: Draft, action: Action) -> None:
    seat = d.actor
    clone = {"clone": action.target} if action.target else {}
    d.tell("REBORN", seat=seat, square=action.what, **clone)
    enter(d, HERO[seat], SQUARE[action.what])
    if action.target:
        enter(d, CLONE[seat], SQUARE[action.target])


def _play_end(d: Draft, action: Action) -> None:
    end_turn(d)


_REFUSALS: Final[Mapping[str, Callable[[State, Action], str]]] = {
    "wall": _refuse_wall,
    "move": _refuse_move,
    "card": _refuse_card,
    "counter": _refuse_card,
    "pass": _refuse_nothing,
    "end": _refuse_nothing,
    "ability": _refuse_ability,
    "discard": _refuse_discard,
    "rebirth": _refuse_rebirth,
}
_PLAY: Final[Mapping[str, Callable[[Draft, Action], None]]] = {
    "wall": _play_wall,
    "move": _play_move,
    "card": _play_card,
    "counter": _play_card,
    "pass": _play_pass,
    "end": _play_end,
    "ability": _play_ability,
    "discard": _play_discard,
    "rebirth": _play_rebirth,
}


# The end


def outcome(state: State) -> Outcome | None:
    """Return the end of the game by its rules, or None (11)."""
    if not state.result:
        return None
    winner, _, reason = state.result.partition(":")
    return outcome_for(state, None if winner == "draw" else int(winner), reason)


def outcome_for(state: State, winner: Seat | None, reason: str) -> Outcome:
    """Return an outcome whose scores are the flag points (11)."""
    ranks = (1, 1) if winner is None else tuple(1 if seat == winner else 2 for seat in (0, 1))
    return Outcome(reason, winner, tuple(map(Fraction, state.points)), ranks)


def quiet_outcome(state: State) -> Outcome:
    """Return the end after too many turns without progress (11)."""
    return outcome_for(state, leader(state) if state.variant.score_decides else None, "QUIET_LIMIT")


def depart(state: State, seat: Seat, reason: str) -> Step[State]:
    """Return the position after a seat has gone: the other one wins, with the flag points as scores."""
    draft = Draft(state)
    draft.result = f"{1 - seat}:{reason}"
    settle(draft)
    return Step(draft.freeze())


# The absent player


def automatic_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return what the autopilot plays (13)."""
    if seat != state.actor:
        return ()
    if state.phase == SETUP:
        return legal_actions(state, seat)[:1]
    if state.phase == REBIRTH:
        return (min(legal_actions(state, seat), key=_by_start_square(seat)),)
    if state.phase == DISCARD:
        return (f"discard {state.hands[seat][-1]}",)
    return ("pass" if state.phase == REACT else "end",)


def _by_start_square(seat: Seat) -> Callable[[str], tuple[int, str]]:
    column = column_of(HERO_START[seat])

    def distance(text: str) -> tuple[int, str]:
        square = text.split(" ")[1]
        return abs(COLUMNS.index(square[0]) - column), text

    return distance
