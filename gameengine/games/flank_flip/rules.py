"""Rules of Flank Flip: values in, values out.

Source: the rule page `docs/games/flank_flip.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Event, Outcome, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, Actor, JsonObject, Seat
from gameengine.games.flank_flip.actions import (
    FIRST_TEXTS,
    FLIP,
    HIT,
    STOP,
    STOP_TEXT,
    SWAP,
    TURN,
    Action,
    vocabulary,
)
from gameengine.games.flank_flip.content import ARMIES, CODES_PER_CARD, DIRECTIONS, DOWN_BIT, team_of
from gameengine.games.flank_flip.grid import NOWHERE
from gameengine.games.flank_flip.moves import start_texts, targets
from gameengine.games.flank_flip.notation import are_drawn, begun, board_text, read_board
from gameengine.games.flank_flip.setting import DUEL_CARDS, Setting, setting_of
from gameengine.games.flank_flip.state import (
    ATTACK,
    DEAL,
    DRAWN,
    FIRST,
    GIVE,
    LOT,
    MOVERS,
    OVER,
    SIDES,
    START,
    Ending,
    State,
)

_OVER: Final = ToAct(OVER)
_CHANCES: Final = {
    SIDES: ToAct(SIDES, chance=Chance("sides")),
    DRAWN: ToAct(DRAWN, chance=Chance("armies")),
    DEAL: ToAct(DEAL, chance=Chance("deal")),
    LOT: ToAct(LOT, chance=Chance("first")),
}
_PHASE_OF: Final = {GIVE: GIVE, FIRST: FIRST, SWAP: START, FLIP: START, TURN: START, HIT: ATTACK, STOP: ATTACK}
_FIRST_SIDE: Final = len(ARMIES)
"""The movers from here on are sides."""


def start(options: JsonObject) -> State:
    """Return the empty table before the sides are drawn (5)."""
    return State(setting_of(options), SIDES)


def to_act(state: State) -> ToAct:
    """Return who must act (5)."""
    return _CHANCES.get(state.phase) or _to_act(state.phase, state.seats, state.mover)


@lru_cache(maxsize=1024)
def _to_act(phase: str, seats: str, mover: int) -> ToAct:
    if phase == OVER:
        return _OVER
    asked = _seats_asked(seats, mover)
    return ToAct(phase, asked, asked[0])


def _seats_asked(seats: str, mover: int) -> tuple[Seat, ...]:
    """Return the seat of an army; of a side all its seats, in the order of its armies."""
    shares = seats.split(".")
    armies = [mover] if mover < _FIRST_SIDE else [army for army in range(len(ARMIES)) if army & 1 == mover & 1]
    wanted = chain((MOVERS[mover],), (ARMIES[army] for army in armies))
    return tuple(dict.fromkeys(seat for code in wanted for seat, share in enumerate(shares) if code in share))


def seat_to_move(state: State) -> Seat:
    """Return the seat whose turn it is."""
    return _to_act(state.phase, state.seats, state.mover).seats[0]


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the action texts of a seat: swaps, flips and turns by square."""
    if state.phase in _CHANCES or seat not in to_act(state).seats:
        return ()
    setting, board = state.setting, state.board
    match state.phase:
        case "start":
            return start_texts(setting, board, state.mover)
        case "attack":
            return tuple(_hit_texts(state))
        case "give":
            along = vocabulary(setting.grid.size).along[GIVE]
            mine = (square for square, code in enumerate(board) if team_of(code) == state.team)
            return tuple(along[square][way] for square in mine for way in setting.arrows[board[square]])
        case "first":
            return tuple(FIRST_TEXTS[army] for army in _armies_with_cards(state) if army & 1 == state.team)
        case _:
            return ()


def _hit_texts(state: State) -> list[str]:
    setting, board = state.setting, state.board
    along = vocabulary(setting.grid.size).along[HIT]
    aims = targets(setting, board, state.attacker)
    hits = [along[square][way] for square in aims for way in setting.arrows[board[square]]]
    return hits if setting.chain_is_forced else [*hits, STOP_TEXT]


def _armies_with_cards(state: State) -> list[int]:
    """Return the armies that control a card, in the order in which they play."""
    shown = {state.setting.army[code] for code in state.board}
    return sorted(shown)


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action or a chance outcome does. Raises Refusal in the order of 6.6."""
    if state.phase == OVER:
        raise Refusal("GAME_OVER", text)
    if actor == CHANCE:
        return _apply_chance(state, text)
    action = vocabulary(state.setting.grid.size).actions.get(text)
    if action is None:
        raise Refusal("BAD_SYNTAX", text)
    if actor not in to_act(state).seats:
        raise Refusal("NOT_YOUR_TURN", text)
    if _PHASE_OF[action.kind] != state.phase:
        raise Refusal("WRONG_PHASE", text)
    code = _REFUSED[action.kind](state, action)
    if code:
        raise Refusal(code, text)
    return _PLAY[action.kind](state, action)


# What is not allowed (6.6)


def _give_refused(state: State, action: Action) -> str:
    code = state.board[action.square]
    return "NOT_YOUR_CARD" if team_of(code) != state.team else _arrow_refused(state, action)


def _arrow_refused(state: State, action: Action) -> str:
    return "" if action.other in state.setting.arrows[state.board[action.square]] else "NO_SUCH_ARROW"


def _first_refused(state: State, action: Action) -> str:
    if action.other & 1 != state.team:
        return "NOT_YOUR_ARMY"
    return "" if action.other in _armies_with_cards(state) else "ARMY_HAS_NO_CARD"


def _swap_refused(state: State, action: Action) -> str:
    return _own_refused(state, action) or ("SAME_SQUARE" if action.square == action.other else "")


def _own_refused(state: State, action: Action) -> str:
    setting = state.setting
    if action.kind not in setting.actions:
        return "ACTION_DISABLED"
    return "" if setting.is_own[state.mover][state.board[action.square]] else "NOT_YOUR_CARD"


def _flip_refused(state: State, action: Action) -> str:
    return "ACTION_DISABLED" if FLIP not in state.setting.actions else _enemy_refused(state, action)


def _enemy_refused(state: State, action: Action) -> str:
    is_enemy = team_of(state.board[action.square]) != state.team
    return _arrow_refused(state, action) if is_enemy else "NOT_ENEMY_CARD"


def _hit_refused(state: State, action: Action) -> str:
    setting = state.setting
    beside = setting.grid.beside[state.attacker]
    is_aim = any(beside[way] == action.square for way in setting.arrows[state.board[state.attacker]])
    return _enemy_refused(state, action) if is_aim else "NOT_POINTED_AT"


def _stop_refused(state: State, _action: Action) -> str:
    return "CHAIN_FORCED" if state.setting.chain_is_forced else ""


_REFUSED: Final[Mapping[str, Callable[[State, Action], str]]] = {
    GIVE: _give_refused,
    FIRST: _first_refused,
    SWAP: _swap_refused,
    FLIP: _flip_refused,
    TURN: _own_refused,
    HIT: _hit_refused,
    STOP: _stop_refused,
}


# What actions do


def _give(state: State, action: Action) -> Step[State]:
    after = state._replace(board=_with_flip(state, action))
    told = {**_card_event(after, action.square), "direction": DIRECTIONS[action.other]}
    return _equalized(after, [Event("given", told)])


def _choose_first(state: State, action: Action) -> Step[State]:
    return _begin(state, action.other, [])


def _swap(state: State, action: Action) -> Step[State]:
    board = bytearray(state.board)
    board[action.square], board[action.other] = board[action.other], board[action.square]
    names = state.setting.grid.names
    swapped = Event("swapped", {"from": names[action.square], "to": names[action.other]})
    return _attack_or_end(state._replace(board=bytes(board), attacker=action.other), [swapped])


def _turn(state: State, action: Action) -> Step[State]:
    board = bytearray(state.board)
    board[action.square] ^= DOWN_BIT
    turned = Event("turned", {"square": state.setting.grid.names[action.square]})
    return _attack_or_end(state._replace(board=bytes(board), attacker=action.square), [turned])


def _flip(state: State, action: Action) -> Step[State]:
    after = state._replace(board=_with_flip(state, action), attacker=action.square)
    told = {**_card_event(after, action.square), "direction": DIRECTIONS[action.other]}
    return _attack_or_end(after, [Event("flipped", told)])


def _hit(state: State, action: Action) -> Step[State]:
    attacker = state.setting.grid.names[state.attacker]
    after = state._replace(board=_with_flip(state, action), attacker=action.square)
    told = {"attacker": attacker, **_card_event(after, action.square), "direction": DIRECTIONS[action.other]}
    return _attack_or_end(after, [Event("hit", told)])


def _stop(state: State, _action: Action) -> Step[State]:
    return _end_turn(state, [])


_PLAY: Final[Mapping[str, Callable[[State, Action], Step[State]]]] = {
    GIVE: _give,
    FIRST: _choose_first,
    SWAP: _swap,
    FLIP: _flip,
    TURN: _turn,
    HIT: _hit,
    STOP: _stop,
}


def _with_flip(state: State, action: Action) -> bytes:
    board = bytearray(state.board)
    board[action.square] = state.setting.flipped[board[action.square]][action.other]
    return bytes(board)


def _card_event(state: State, square: int) -> dict[str, str]:
    """Return a square and the card that lies on it now, as events tell them."""
    return {"square": state.setting.grid.names[square], "card": state.setting.texts[state.board[square]]}


def _attack_or_end(state: State, events: list[Event]) -> Step[State]:
    """Return what follows a start action or a hit: a win, an attack, or the end of the turn (6.4, 8.1)."""
    control = state.control()
    if max(control) >= state.setting.goal:
        winner = control.index(max(control))
        return Step(_ended(state, winner, "CONTROL"), tuple(events))
    if targets(state.setting, state.board, state.attacker):
        return Step(state._replace(phase=ATTACK), tuple(events))
    return _end_turn(state, events)


def _ended(state: State, team: int | None, reason: str) -> State:
    return state._replace(phase=OVER, attacker=NOWHERE, ending=Ending(team, reason))


def _end_turn(state: State, events: list[Event]) -> Step[State]:
    """Count the turn, then begin that of the next army that has a card (5, 8.2)."""
    seat = seat_to_move(state)
    best = (max(state.best[0], state.control()[0]), max(state.best[1], state.control()[1]))
    quiet = state.quiet + 1 if best == state.best else 0
    events.append(Event("turn_ended", {"army": MOVERS[state.mover], "quiet": quiet}))
    after = state._replace(quiet=quiet, best=best, turn_no=state.turn_no + 1)
    return Step(_at_start(after, _next_mover(state.mover), events), tuple(events), seat)


def _next_mover(mover: int) -> int:
    """Return who follows in order: the other side, or the next army clockwise."""
    return mover ^ 1 if mover >= _FIRST_SIDE else (mover + 1) % len(ARMIES)


def _at_start(state: State, mover: int, events: list[Event]) -> State:
    """Return the start of the turn of `mover`, or of the first army after it that has a card; 8.3 may end the game."""
    while mover < _FIRST_SIDE and mover not in map(state.setting.army.__getitem__, state.board):
        events.append(Event("skipped", {"army": MOVERS[mover]}))
        mover = _next_mover(mover)
    begins = begun(state._replace(phase=START, mover=mover, attacker=NOWHERE))
    if begins.setting.repetition_limit and begins.repetitions >= begins.setting.repetition_limit:
        return _ended(begins, None, "REPETITION")
    events.append(Event("turn", {"army": MOVERS[mover]}))
    return begins


# From the deal to the first turn (5)


def _equalized(state: State, events: list[Event]) -> Step[State]:
    """Return the next thing to do before the first turn: give, choose or draw the first army, or begin."""
    setting, control = state.setting, state.control()
    more = control.index(max(control))
    if control[more] > setting.most_kept:
        return Step(state._replace(phase=GIVE, mover=_FIRST_SIDE + more), tuple(events))
    if setting.is_duel:
        return _begin(state, _FIRST_SIDE + (1 - more), events)
    if control[0] != control[1]:
        return Step(state._replace(phase=FIRST, mover=_FIRST_SIDE + (1 - more)), tuple(events))
    if setting.first_army is not None:
        return _begin(state, setting.first_army, events)
    return Step(state._replace(phase=LOT), tuple(events))


def _begin(state: State, mover: int, events: list[Event]) -> Step[State]:
    state = state._replace(best=state.control(), turn_no=1)
    return Step(_at_start(state, mover, events), tuple(events))


# Chance (9)


def draw(state: State, random: Random) -> str:
    """Return an outcome for the chance event that is due."""
    setting = state.setting
    match state.phase:
        case "sides":
            return setting.seatings[random.below(len(setting.seatings))]
        case "armies":
            cards = setting.content.cards
            places = sorted(random.permutation(len(cards))[:DUEL_CARDS])
            return ",".join(str(cards[place].number) for place in places)
        case "deal":
            return _drawn_deal(setting, state.cards or setting.numbers, random)
        case _:
            armies = _armies_with_cards(state)
            return ARMIES[armies[random.below(len(armies))]]


def _drawn_deal(setting: Setting, numbers: tuple[int, ...], random: Random) -> str:
    first = {card.number: place * CODES_PER_CARD for place, card in enumerate(setting.content.cards)}
    order = random.permutation(len(numbers))
    return board_text(setting, bytes(first[numbers[place]] + random.below(CODES_PER_CARD) for place in order))


def _apply_chance(state: State, text: str) -> Step[State]:
    setting = state.setting
    match state.phase:
        case "sides" if text in setting.seatings:
            return Step(state._replace(phase=DEAL if setting.numbers else DRAWN, seats=text))
        case "armies" if are_drawn(setting, numbers := _numbers(text)):
            return Step(state._replace(phase=DEAL, cards=numbers))
        case "deal" if board := _dealt(state, text):
            return _equalized(state._replace(cards=(), board=board), [])
        case "lot" if text in {ARMIES[army] for army in _armies_with_cards(state)}:
            return _begin(state, ARMIES.index(text), [])
        case _:
            raise Refusal("BAD_SYNTAX", text)


def _numbers(text: str) -> tuple[int, ...]:
    parts = text.split(",")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def _dealt(state: State, text: str) -> bytes:
    """Return the cards of a deal, nothing unless they are those that are to be dealt."""
    setting = state.setting
    board = read_board(setting, text)
    dealt = {setting.content.cards[code // CODES_PER_CARD].number for code in board}
    return board if dealt == set(state.cards or setting.numbers) else b""


# The end (8)


def outcome(state: State) -> Outcome | None:
    """Return the end by the rules, or None."""
    return None if state.ending is None else _outcome(state, *state.ending)


def quiet_outcome(state: State) -> Outcome:
    """Return a draw: half a point for everybody (8.4)."""
    return _outcome(state, None, "QUIET_LIMIT")


def depart(state: State, seat: Seat, reason: str) -> Step[State]:
    """Return the position in which the team of a seat has lost at once (8.1)."""
    return Step(_ended(state, 1 - teams_of(state.seats)[seat], reason))


def _outcome(state: State, team: int | None, reason: str) -> Outcome:
    teams = teams_of(state.seats)
    if team is None:
        return Outcome(reason, None, (Fraction(1, 2),) * len(teams), (1,) * len(teams))
    won = [member == team for member in teams]
    ranks = tuple(1 if winning else 1 + sum(won) for winning in won)
    return Outcome(reason, won.index(True), tuple(Fraction(int(winning)) for winning in won), ranks)


@lru_cache(maxsize=64)
def teams_of(seats: str) -> tuple[int, ...]:
    """Return the team of each seat, 0 for O and 1 for X.

    >>> teams_of("by.rv"), teams_of("r.b.v.y")
    ((1, 0), (0, 1, 0, 1))
    """
    return tuple(MOVERS.index(share[0]) & 1 for share in seats.split("."))
