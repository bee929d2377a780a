"""Rules of Flagged: values in, values out.

Source: the rule page `docs/games/flagged.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from gameengine.board.same import Same
from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Outcome, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, Actor, Json, JsonObject, Seat
from gameengine.games.flagged.content import ULTIMATE, Card
from gameengine.games.flagged.decks import check_deck, listed_deck
from gameengine.games.flagged.draft import Draft, changed
from gameengine.games.flagged.effects import (
    entered_figures,
    half_limit,
    is_target,
    resolve,
    set_wall,
    targets_of,
    use_ability,
)
from gameengine.games.flagged.figures import (
    Position,
    enter,
    has_status,
    occupied,
    step,
    step_refusal,
    steps_of,
)
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
    OWN,
    SEAT_OF,
    SLOT,
    SLOTS,
    SQUARE,
    SQUARES,
    column_of,
    members,
)
from gameengine.games.flagged.notation import Action, deck_text, is_shuffle_of, parse
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
    enemy_clouds,
    variant_of,
)
from gameengine.games.flagged.walls import open_slots, wall_refusal

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
    if secret is not None:
        return check_deck(options, secret)
    lists, heroes = options["decks"], options["heroes"]
    if not lists:
        return check_deck(options, {"hero": heroes[seat]})
    return check_deck(options, listed_deck(heroes[seat], lists[seat]))


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


def _answers(card: Card, triggers: Mapping[str, bool]) -> bool:
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


def _opens(d: Draft, seat: Seat) -> bool:
    """Tell whether a window opens for a seat (10.2)."""
    if not d.hands[seat] or not met(d, seat) or ban(d, seat):
        return False
    return not d.variant.private_windows or bool(_plays(d, seat, counters=True))


# What may be played


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
    seat, free = state.actor, _free_edge(state, state.actor)
    if not state.variant.content.heroes[state.heroes[seat]].clone:
        return [f"rebirth {SQUARES[square]}" for square in free]
    found = []
    for square in free:
        beside = _clone_squares(free, square)
        found += [f"rebirth {SQUARES[square]} {SQUARES[clone]}" for clone in beside]
        if not beside:
            found.append(f"rebirth {SQUARES[square]}")
    return found


def _free_edge(p: Position, seat: Seat) -> list[int]:
    taken = occupied(p) | p.pillars
    return [square for square in EDGE[seat] if not taken >> square & 1]


def _clone_squares(free: Sequence[int], hero: int) -> list[int]:
    return [square for square in (hero - 1, hero + 1) if square in free]


def _list_discard(state: State) -> list[str]:
    return [f"discard {card}" for card in dict.fromkeys(state.hands[state.actor])]


def _list_react(state: State) -> list[str]:
    return ["pass", *_all_plays(state)]


def _list_main(state: State) -> list[str]:
    return [*_step_texts(state), *_all_plays(state), *_other_texts(state)]


def _all_plays(state: State) -> list[str]:
    return [text for counters in kinds_to_play(state) for text in _plays(state, state.actor, counters=counters)]


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
    if not _ability_refusal(state, seat):
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
        if card.is_counter != counters or (counters and not _answers(card, triggers)):
            continue
        if not (card.not_with_flag and p.carries[seat]):
            yield card


def entered_for(p: Position, seat: Seat) -> list[int]:
    """Return the figures whose entering a seat may answer now."""
    triggers = p.live if seat == p.turn else p.triggers
    return entered_figures(triggers) if triggers else []


def _plays(p: Position, seat: Seat, *, counters: bool) -> list[str]:
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


def _ability_refusal(p: Position, seat: Seat) -> str:
    if not p.variant.content.heroes[p.heroes[seat]].ability:
        return "NO_ABILITY"
    if p.used[seat]:
        return "ABILITY_USED"
    return "NEEDS_HERO" if p.figures[HERO[seat]] == OFF_BOARD else ""


# Actions


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action or a chance outcome does. Raises Refusal in the order of 6 and of the action."""
    if state.phase == OVER:
        raise Refusal("GAME_OVER", text)
    if actor == CHANCE:
        return _apply_shuffle(state, text)
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
    return "" if _answers(card, met(state, state.actor)) else "TRIGGER_NOT_MET"


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
    return _ability_refusal(state, state.actor)


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
    seat, free = state.actor, _free_edge(state, state.actor)
    hero = SQUARE[action.what]
    if hero not in EDGE[seat]:
        return "REBIRTH_SQUARE"
    if hero not in free:
        return "SQUARE_OCCUPIED"
    has_clone = state.variant.content.heroes[state.heroes[seat]].clone
    beside = _clone_squares(free, hero)
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
    _end_turn(d)


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


# What follows by itself


def settle(d: Draft) -> None:
    """Do what is due until somebody must decide: pending work, then the chain and the windows, then main (6)."""
    while not d.result:
        if d.todo:
            if not _work(d):
                return
        elif d.turn_no == 0:
            if _in_setup(d):
                return
        elif d.chain:
            top = d.chain[-1]
            if not d.passed and _opens(d, 1 - top.by):
                _await(d, REACT, 1 - top.by)
                return
            d.passed = False
            _resolve_top(d)
        elif d.triggers and _opens(d, 1 - d.turn):
            _await(d, REACT, 1 - d.turn)
            return
        else:
            d.triggers = ()
            _await(d, MAIN, d.turn)
            return
    d.chain, d.triggers, d.live, d.todo = (), (), (), ()
    _await(d, OVER, NOBODY)


def _await(d: Draft, phase: str, actor: Seat) -> None:
    d.phase, d.actor = phase, actor


def _in_setup(d: Draft) -> bool:
    """Return whether a seat must place a wall; else begin the first turn (6.1)."""
    owed = min(d.variant.setup_walls, d.variant.walls)
    first = d.actor if d.phase == SETUP else 0
    for seat in (first, 1 - first):
        if d.variant.walls - d.reserves[seat] < owed and setup_slots(d, seat):
            _await(d, SETUP, seat)
            return True
    _start_turn(d, 0)
    return False


def _work(d: Draft) -> bool:
    """Do the first piece of pending work. Returns False when somebody must decide or chance must act."""
    work, _, seat_text = d.todo[0].partition(":")
    seat = int(seat_text or d.turn)
    if work == "shuffle" or (work == "draw" and not d.decks[seat] and _to_shuffle(d, seat)):
        _await(d, SHUFFLE, NOBODY)
        return False
    d.todo = d.todo[1:]
    if work == "end":
        _end_turn(d)
    elif work == "rebirth":
        _await(d, REBIRTH, seat)
        return False
    elif work == "draw":
        _draw_card(d, seat)
        if len(d.hands[seat]) > d.variant.hand_limit:
            _await(d, DISCARD, seat)
            return False
    elif d.hands[seat]:
        _await(d, DISCARD, seat)
        return False
    return True


def _to_shuffle(p: Position, seat: Seat) -> list[str]:
    """Return the discard pile without the ultimates (9.2)."""
    cards = p.variant.content.cards
    return [card for card in p.discards[seat] if cards[card].kind != ULTIMATE]


def _draw_card(d: Draft, seat: Seat) -> None:
    if not d.decks[seat]:
        d.tell("NO_CARD_TO_DRAW", seat=seat)
        return
    card, *rest = d.decks[seat]
    d.decks = changed(d.decks, seat, tuple(rest))
    d.hands = changed(d.hands, seat, (*d.hands[seat], card))
    d.tell_drawn(seat, card)


def _resolve_top(d: Draft) -> None:
    """Let the top card of the chain take effect, and remove negated ones below it (9.1, 10.4)."""
    top, d.chain = d.chain[-1], d.chain[:-1]
    if top.negated:
        _negated(d, top)
        return
    d.discards = changed(d.discards, top.by, (*d.discards[top.by], *top.cost, top.card))
    cost = {"cost": list(top.cost)} if top.cost else {}
    d.tell_card("CARD_RESOLVED", top.by, top.card, **cost)
    resolve(d, d.card(top.card), top.by, entered_for(d, top.by), top.args)
    while d.chain and d.chain[-1].negated:
        below, d.chain = d.chain[-1], d.chain[:-1]
        _negated(d, below)


def _negated(d: Draft, played: Played) -> None:
    d.discards = changed(d.discards, played.by, (*d.discards[played.by], played.card))
    d.hands = changed(d.hands, played.by, (*d.hands[played.by], *played.cost))
    d.tell_card("CARD_NEGATED", played.by, played.card)


def _end_turn(d: Draft) -> None:
    """End the turn that runs, and start the next one (6.5)."""
    seat = d.turn
    d.turn_done = seat
    _close_turn(d, seat)
    if not d.result:
        _start_turn(d, 1 - seat)


def _close_turn(d: Draft, seat: Seat) -> None:
    d.end_statuses(f"E{seat}")
    d.triggers, d.live, d.todo = (), (), ()
    d.quiet = 0 if d.progress else d.quiet + 1
    d.progress = False
    if d.turn_no >= d.variant.max_turns:
        winner = _leader(d) if d.variant.score_decides else None
        d.result = f"{'draw' if winner is None else winner}:MAX_TURNS"


def _start_turn(d: Draft, seat: Seat) -> None:
    """Start a turn, and pass over those that are skipped (6.2)."""
    variant = d.variant
    while not d.result:
        d.turn_no += 1
        d.turn = seat
        d.steps, d.plays, d.wall_plays = variant.steps, variant.plays, variant.wall_plays
        d.diagonal, d.clone_captures = 0, False
        d.end_statuses(f"S{seat}")
        if not d.skips[seat]:
            draw = f"draw:{seat}"
            d.todo = (draw,) if d.figures[HERO[seat]] != OFF_BOARD else ("rebirth", draw)
            return
        d.skips = changed(d.skips, seat, d.skips[seat] - 1)
        d.tell("TURN_SKIPPED", seat=seat)
        _close_turn(d, seat)
        seat = 1 - seat


# Chance


def _apply_shuffle(state: State, text: str) -> Step[State]:
    if state.phase != SHUFFLE:
        raise Refusal("WRONG_PHASE", text)
    draft = Draft(state)
    work, _, seat_text = state.todo[0].partition(":")
    seat = int(seat_text)
    if not is_shuffle_of(text, _cards_to_shuffle(state)):
        raise Refusal("BAD_FORMAT", text)
    draft.decks = changed(draft.decks, seat, tuple(text.split(",")))
    if work == "shuffle":
        draft.todo = draft.todo[1:]
        for _ in range(draft.variant.start_hand):
            _draw_card(draft, seat)
    else:
        cards = draft.variant.content.cards
        kept = tuple(card for card in draft.discards[seat] if cards[card].kind == ULTIMATE)
        draft.discards = changed(draft.discards, seat, kept)
        draft.tell("DECK_RESHUFFLED", seat=seat, cards=len(draft.decks[seat]))
    settle(draft)
    return Step(draft.freeze(), tuple(draft.events), draft.turn_done)


def _cards_to_shuffle(state: State) -> Sequence[str]:
    seat = int(state.todo[0][-1])
    return state.decks[seat] if state.todo[0].startswith("shuffle") else _to_shuffle(state, seat)


def draw(state: State, random: Random) -> str:
    """Return a shuffled deck for the stream that is due (14)."""
    cards = _cards_to_shuffle(state)
    return deck_text(cards[place] for place in random.permutation(len(cards)))


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
    return outcome_for(state, _leader(state) if state.variant.score_decides else None, "QUIET_LIMIT")


def _leader(p: Position) -> Seat | None:
    """Return who leads by flag points, then by fewer captures of the own hero, or None."""
    one, other = ((p.points[seat], -p.captures[seat]) for seat in (0, 1))
    return None if one == other else int(other > one)


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
