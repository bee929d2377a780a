"""What follows by itself in Flagged: pending work, the chain and its windows, turns that begin and end, shuffles.

Source: the rule page `docs/games/flagged.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameengine.core.errors import Refusal
from gameengine.core.game import Step
from gameengine.core.random import Random
from gameengine.core.types import Seat
from gameengine.games.flagged.content import ULTIMATE
from gameengine.games.flagged.draft import Draft, changed
from gameengine.games.flagged.effects import resolve
from gameengine.games.flagged.figures import Position
from gameengine.games.flagged.geometry import HERO, OFF_BOARD
from gameengine.games.flagged.legal import ban, entered_for, met, plays, setup_slots
from gameengine.games.flagged.notation import deck_text, is_shuffle_of
from gameengine.games.flagged.state import DISCARD, MAIN, NOBODY, OVER, REACT, REBIRTH, SETUP, SHUFFLE, Played, State


def _opens(d: Draft, seat: Seat) -> bool:
    """Tell whether a window opens for a seat (10.2)."""
    if not d.hands[seat] or not met(d, seat) or ban(d, seat):
        return False
    return not d.variant.private_windows or bool(plays(d, seat, counters=True))


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
        end_turn(d)
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


def end_turn(d: Draft) -> None:
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
        winner = leader(d) if d.variant.score_decides else None
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


def apply_shuffle(state: State, text: str) -> Step[State]:
    """Return what a shuffled deck does (6.1, 9.2). Raises Refusal for a text that is no shuffle of these cards."""
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


def leader(p: Position) -> Seat | None:
    """Return who leads by flag points, then by fewer captures of the own hero, or None."""
    one, other = ((p.points[seat], -p.captures[seat]) for seat in (0, 1))
    return None if one == other else int(other > one)
