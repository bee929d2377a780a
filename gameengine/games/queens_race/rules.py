"""Rules of Queens' Race: values in, values out.

Source: the rule page `docs/games/queens_race.md`, cited by paragraph.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Outcome, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, Actor, JsonObject, Seat, Text
from gameengine.games.queens_race.bonus import Squares, picks_of, play_card, play_pick
from gameengine.games.queens_race.content import DARK_BIT
from gameengine.games.queens_race.draft import Draft, leader_by_points
from gameengine.games.queens_race.movement import refusal, uses
from gameengine.games.queens_race.notation import (
    CAPTURES,
    DECLINE_TEXT,
    DRAW_TEXT,
    FREEZES,
    MOVE,
    Action,
    action_of,
    is_pick,
    is_roll,
)
from gameengine.games.queens_race.setting import setting_of
from gameengine.games.queens_race.state import (
    ACT,
    BONUS,
    OVER,
    ROLL,
    SETUP,
    SHUFFLE,
    TARGET,
    Ending,
    State,
)
from gameengine.games.queens_race.words import card_text

_OVER: Final = ToAct(OVER)
_BONUS_TEXTS: Final = (DRAW_TEXT, DECLINE_TEXT)
_TO_ACT: Final = {(phase, seat): ToAct(phase, (seat,), seat) for phase in (ACT, BONUS, TARGET) for seat in (0, 1)}
_CHANCES: Final = {
    SETUP: ToAct(SETUP, chance=Chance("bonus_deck", "server")),
    SHUFFLE: ToAct(SHUFFLE, chance=Chance("bonus_deck", "server")),
    ROLL: ToAct(ROLL, chance=Chance("dice")),
}


def start(options: JsonObject) -> State:
    """Return the start position before the bonus cards are shuffled and the first roll (section 2)."""
    setting = setting_of(options)
    board = bytearray(len(setting.names))
    for column, kind in enumerate(setting.formation):
        board[setting.square(column, 0)] = kind
        board[setting.square(column, setting.height - 1)] = kind | DARK_BIT
    return State(setting, bytes(board), 0, 1, SETUP if setting.options["bonus_cards"] else ROLL)


def to_act(state: State) -> ToAct:
    """Return who must act (section 4)."""
    if state.ending is not None:
        return _OVER
    return _CHANCES.get(state.phase) or _TO_ACT[state.phase, state.turn]


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the action texts of a seat in the canonical order of section 11."""
    if seat != state.turn:
        return ()
    match state.phase:
        case "act":
            return tuple(_uses(state))
        case "bonus":
            return _BONUS_TEXTS
        case "target":
            return tuple(_picks(state))
        case _:
            return ()


def _uses(state: State) -> Mapping[str, Action]:
    return uses(state.setting, state.board, state.turn, state.roll, state.zone_active)


def _picks(state: State) -> Mapping[str, Squares]:
    args = state.setting.content.cards[state.card].args
    return picks_of(state.setting, state.board, state.turn, args)


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action or a chance outcome does. Raises Refusal in the order of section 4."""
    if state.ending is not None:
        raise Refusal("GAME_OVER", text)
    if actor == CHANCE:
        return _apply_chance(state, text)
    if actor == state.turn and state.phase == ACT:
        action = _uses(state).get(text)
        if action is not None:
            return _use(state, action)
    return _apply_other(state, actor, text)


def _apply_other(state: State, actor: Actor, text: str) -> Step[State]:
    """Carry out what is no legal use of a symbol: an answer to a bonus square, or a refusal."""
    action = action_of(state.setting, text)
    phase = ACT if action else BONUS if text in _BONUS_TEXTS else TARGET if is_pick(text) else ""
    if not phase:
        raise Refusal("BAD_FORMAT", text)
    if actor != state.turn or state.phase not in {ACT, BONUS, TARGET}:
        raise Refusal("NOT_YOUR_TURN", text)
    if phase != state.phase:
        raise Refusal("WRONG_PHASE", text)
    if action is not None:
        raise Refusal(refusal(state, action), text)
    if phase == TARGET:
        return _pick(state, text)
    return _draw_card(state) if text == DRAW_TEXT else _decline(state)


def _use(state: State, action: Action) -> Step[State]:
    """Use one symbol with one piece (section 5), then ask about the bonus square or end the turn."""
    draft = Draft(state)
    if action.kind == MOVE:
        draft.move(action.origin, action.target, action.symbol)
    elif action.kind == CAPTURES:
        draft.capture(action.origin, action.target)
    elif action.kind == FREEZES:
        draft.freeze(action.target)
    else:
        draft.free(action.target)
    if not draft.is_over and action.kind in _LANDING and draft.lander in state.setting.bonus and _has_cards(state):
        draft.changes.update(phase=BONUS, square=draft.lander)
        return draft.step()
    return _ended_turn(draft)


_LANDING: Final = frozenset({MOVE, CAPTURES})


def _has_cards(state: State) -> bool:
    return bool(state.deck or state.discard)


def _ended_turn(draft: Draft) -> Step[State]:
    draft.end_turn()
    return draft.step(draft.state.turn)


def _decline(state: State) -> Step[State]:
    draft = Draft(state)
    draft.tell("BONUS_DECLINED", seat=state.turn)
    return _ended_turn(draft)


def _draw_card(state: State) -> Step[State]:
    draft = Draft(state)
    if not state.deck:
        draft.changes["phase"] = SHUFFLE
        return draft.step()
    return _carry_out_card(draft, state.deck)


def _carry_out_card(draft: Draft, deck: tuple[str, ...]) -> Step[State]:
    """Turn up the top card of the deck and let it take effect (7.2)."""
    card, draft.changes["deck"] = deck[0], deck[1:]
    name, effect = draft.state.setting.content.cards[card].name, card_text(draft.state.setting.content.cards[card])
    draft.tell("BONUS_DRAWN", seat=draft.seat, card=card, name=_both(name), effect=_both(effect))
    if play_card(draft, card):
        draft.changes.update(phase=TARGET, card=card)
        return draft.step()
    draft.changes["discard"] = (*draft.now("discard"), card)
    return _ended_turn(draft)


def _both(text: Text) -> JsonObject:
    """Return a text for an event: a content of its own is not known where events are told."""
    return {"en": text.en, "de": text.de}


def _pick(state: State, text: str) -> Step[State]:
    squares = _picks(state).get(text)
    if squares is None:
        raise Refusal("BAD_TARGET", text)
    draft = Draft(state)
    play_pick(draft, state.card, squares)
    draft.changes.update(discard=(*state.discard, state.card), card="")
    return _ended_turn(draft)


# chance (section 10)


def draw(state: State, random: Random) -> str:
    """Return an outcome for the chance event that is due."""
    if state.phase == ROLL:
        return "/".join([faces[random.below(len(faces))] for faces in state.setting.content.faces])
    cards = _cards_to_shuffle(state)
    return ",".join([cards[place] for place in random.permutation(len(cards))])


def _cards_to_shuffle(state: State) -> tuple[str, ...]:
    return state.setting.content.deck if state.phase == SETUP else state.discard


def _apply_chance(state: State, text: str) -> Step[State]:
    if state.phase == ROLL:
        return _rolled(state, text)
    deck = tuple(text.split(",")) if text else ()
    if state.phase not in {SETUP, SHUFFLE} or Counter(deck) != Counter(_cards_to_shuffle(state)):
        raise Refusal("BAD_FORMAT", text)
    if state.phase == SETUP:
        return Step(state._replace(deck=deck, phase=ROLL))
    draft = Draft(state)
    draft.changes["discard"] = ()
    draft.tell("DECK_RESHUFFLED")
    return _carry_out_card(draft, deck)


def _rolled(state: State, text: str) -> Step[State]:
    """Begin to act with a roll, or waste the turn if no piece can use a symbol (section 4)."""
    if not is_roll(text):
        raise Refusal("BAD_FORMAT", text)
    draft = Draft(state)
    draft.tell("DICE_ROLLED", seat=state.turn, dice=text.split("/"))
    draft.changes.update(roll=text, phase=ACT)
    if not uses(state.setting, state.board, state.turn, text, state.zone_active):
        draft.tell("TURN_WASTED", seat=state.turn)
        draft.end_turn()
    return draft.step()


# the end


def outcome(state: State) -> Outcome | None:
    """Return the end by the rules, with the points of both seats as scores (6.3)."""
    if state.ending is None:
        return None
    return _outcome(state, *state.ending)


def quiet_outcome(state: State) -> Outcome:
    """Return what the quiet limit decides: a draw, unless points do (6.3)."""
    return _outcome(state, leader_by_points(state.setting.points_decide, state.score), "QUIET_LIMIT")


def _outcome(state: State, winner: Seat | None, reason: str) -> Outcome:
    scores = tuple(Fraction(points) for points in state.score)
    return Outcome(reason, winner, scores, (1, 1) if winner is None else (1 + winner, 2 - winner))


def depart(state: State, seat: Seat, reason: str) -> Step[State]:
    """Return the position in which a seat has lost by time or by leaving; the points stay as they are."""
    return Step(state._replace(ending=Ending(1 - seat, reason), phase=OVER))


def automatic_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the one action of section 11: declining a card, else the first of the list."""
    return (DECLINE_TEXT,) if state.phase == BONUS else legal_actions(state, seat)[:1]
