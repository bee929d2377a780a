"""Rules of Junqi: values in, values out.

Source: the rule page `docs/games/junqi.md`, cited by paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Chance, Event, Outcome, Step, ToAct
from gameengine.core.random import Random
from gameengine.core.types import CHANCE, Actor, JsonObject, Seat
from gameengine.games.junqi.content import (
    BATTLE,
    BLUE_BIT,
    BOMB,
    BOTH,
    COLOUR_KEYS,
    DOWN_BIT,
    EMPTY,
    FLAG,
    FULL_SET,
    IS_CAMP,
    KINDS,
    MINE,
    NODES,
    PIECES,
    START_NODES,
    TAKES_FLAG,
    WIN,
    battle_refusal,
    colour_of,
    kind_of,
    letter_of,
)
from gameengine.games.junqi.movement import flag_is_open, may_leave, path, reach_of, steps
from gameengine.games.junqi.notation import ACTIONS, ATTACK_TEXT, FLIP_TEXT, MOVE_TEXT, Action, is_deal
from gameengine.games.junqi.state import NO_PIECES, UNKNOWN, State, Variant, has_face_down, movable


def start(options: JsonObject) -> State:
    """Return the empty board before the layout is drawn."""
    return State(options, Variant.of(options), NO_PIECES, UNKNOWN, UNKNOWN, (UNKNOWN, UNKNOWN), 0, 0)


def to_act(state: State) -> ToAct:
    """Return who must act (5.1); the set-up counts to the phase `colours`."""
    if state.ending is not None:
        return ToAct("over")
    if state.to_move == UNKNOWN:
        return ToAct("colours", chance=Chance("starter") if state.dealt else Chance("layout", "server"))
    if state.lot_due:
        return ToAct("colours", chance=Chance("colour_lot"))
    return ToAct("colours" if state.colour == UNKNOWN else "play", (state.to_move,), state.to_move)


def legal_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the action texts of `seat`: flips in node order, then moves and attacks by origin."""
    if seat != state.to_move or seat == UNKNOWN or state.ending is not None or state.lot_due:
        return ()
    board = state.board
    flips = [FLIP_TEXT[node] for node, piece in enumerate(board) if piece & DOWN_BIT]
    if state.colour == UNKNOWN:
        return tuple(flips)
    going = steps(board, state.colour ^ seat, state.variant)
    return *flips, *[(ATTACK_TEXT if board[b] else MOVE_TEXT)[a][b] for a, b in going]


def apply(state: State, actor: Actor, text: str) -> Step[State]:
    """Return what an action or a chance outcome does. Raises Refusal in the order of 6.6."""
    if state.ending is not None:
        raise Refusal("GAME_OVER", text)
    if actor == CHANCE:
        return _apply_chance(state, text)
    action = ACTIONS.get(text)
    if action is None:
        raise Refusal("BAD_SYNTAX", text)
    if actor != state.to_move or state.lot_due:
        raise Refusal("NOT_YOUR_TURN", text)
    code = refusal(state, action)
    if code:
        raise Refusal(code, text)
    return _PLAY[action.type](state, action)


def refusal(state: State, action: Action) -> str:
    """Return the first failing check of 6.6, 4 and 5, for the seat to move, or "" for a legal action."""
    if action.type == "flip":
        piece = state.board[action.origin]
        return "" if piece & DOWN_BIT else "ALREADY_FACE_UP" if piece else "NODE_EMPTY"
    if state.colour == UNKNOWN:
        return "COLOURS_NOT_SET"
    return (
        _origin_refusal(state, action)
        or ("SAME_NODE" if action.origin == action.target else "")
        or _target_refusal(state, action)
        or ("" if action.target in reach_of(state.board, action.origin, state.variant) else "UNREACHABLE")
        or (_attack_refusal(state, action) if action.type == "attack" else "")
    )


def _origin_refusal(state: State, action: Action) -> str:
    piece = state.board[action.origin]
    if piece == EMPTY:
        return "NODE_EMPTY"
    if piece & DOWN_BIT:
        return "PIECE_FACE_DOWN"
    if colour_of(piece) != state.colour_of_seat(state.to_move):
        return "NOT_YOUR_PIECE"
    if kind_of(piece) >= MINE or not may_leave(action.origin, state.variant):
        return "PIECE_IMMOBILE"
    return ""


def _target_refusal(state: State, action: Action) -> str:
    piece = state.board[action.target]
    if piece == EMPTY:
        return "TARGET_EMPTY" if action.type == "attack" else ""
    # 7: judged before anything that depends on what lies face-down.
    if piece & DOWN_BIT:
        return "TARGET_FACE_DOWN"
    if colour_of(piece) == state.colour_of_seat(state.to_move):
        return "TARGET_OWN_PIECE"
    return "TARGET_OCCUPIED" if action.type == "move" else ""


def _attack_refusal(state: State, action: Action) -> str:
    target = state.board[action.target]
    if IS_CAMP[action.target]:
        return "TARGET_IN_CAMP"
    if kind_of(target) == FLAG:
        return "" if flag_is_open(state.board, colour_of(target), state.variant.flag_rule) else "FLAG_PROTECTED"
    return battle_refusal(state.board[action.origin], target)


def _flip(state: State, action: Action) -> Step[State]:
    piece = state.board[action.origin] & ~DOWN_BIT
    board = bytearray(state.board)
    board[action.origin] = piece
    seat = state.to_move
    revealed = Event("revealed", {"seat": seat, "node": NODES[action.origin], "piece": letter_of(piece)})
    after = replace(state, board=bytes(board), to_move=1 - seat, quiet=0, ply=state.ply + 1)
    if state.colour != UNKNOWN:
        return Step(settled(after), (revealed,), seat)
    step = _colour_after_reveal(after, seat, colour_of(piece))
    return Step(step.state, (revealed, *step.events), seat)


def _colour_after_reveal(state: State, seat: Seat, colour: int) -> Step[State]:
    """Fix the colours if the reveal makes a pair (5.2), else remember it."""
    compared = state.last[1 - seat] if state.variant.table_pair else state.last[seat]
    if compared == colour:
        return _with_colours(state, colour ^ seat)
    last = (colour, state.last[1]) if seat == 0 else (state.last[0], colour)
    return Step(replace(state, last=last))


def _with_colours(state: State, colour: int) -> Step[State]:
    colours = [COLOUR_KEYS[colour], COLOUR_KEYS[1 - colour]]
    after = settled(replace(state, colour=colour, last=(UNKNOWN, UNKNOWN)))
    return Step(after, (Event("colours_set", {"colours": colours}),))


def _move(state: State, action: Action) -> Step[State]:
    origin, target = action.origin, action.target
    board = bytearray(state.board)
    board[target], board[origin] = board[origin], EMPTY
    event = Event("moved", {**_journey(state, action), "piece": letter_of(board[target])})
    return Step(_played(state, board, state.quiet + 1), (event,), state.to_move)


def _attack(state: State, action: Action) -> Step[State]:
    origin, target = action.origin, action.target
    attacker, defender = state.board[origin], state.board[target]
    survives = _survives(attacker, defender)
    board = bytearray(state.board)
    board[target], board[origin] = (attacker if survives else EMPTY), EMPTY
    attacked = Event(
        "attacked",
        {
            **_journey(state, action),
            "attacker": letter_of(attacker),
            "defender": letter_of(defender),
            "outcome": "win" if survives else "both",
        },
    )
    fallen = (defender,) if survives else (defender, attacker)
    removed = tuple(Event("removed", {"piece": letter_of(piece), "node": NODES[target]}) for piece in fallen)
    return Step(_played(state, board, 0), (attacked, *removed), state.to_move)


def _survives(attacker: int, defender: int) -> bool:
    battle = BATTLE[attacker][defender]
    return battle == WIN or (battle == TAKES_FLAG and kind_of(attacker) != BOMB)


def _journey(state: State, action: Action) -> dict[str, str | int | list[str]]:
    way = path(state.board, action.origin, action.target)
    names = [NODES[node] for node in way]
    return {"seat": state.to_move, "from": names[0], "to": names[-1], "path": names}


def _played(state: State, board: bytearray, quiet: int) -> State:
    return settled(replace(state, board=bytes(board), to_move=1 - state.to_move, quiet=quiet, ply=state.ply + 1))


_PLAY: Final[Mapping[str, Callable[[State, Action], Step[State]]]] = {"flip": _flip, "move": _move, "attack": _attack}


def settled(state: State) -> State:
    """Return the state with its ending worked out: checks 1 to 4 of 8.1, from phase `play` on."""
    return replace(state, ending=_ending(state))


def _ending(state: State) -> Outcome | None:
    if state.colour == UNKNOWN:
        return None
    return _flag_ending(state) or _movable_ending(state) or _blocked_ending(state)


def _flag_ending(state: State) -> Outcome | None:
    for colour in (state.colour_of_seat(state.to_move), state.colour_of_seat(1 - state.to_move)):
        flag = FLAG | colour * BLUE_BIT
        if flag not in state.board and flag | DOWN_BIT not in state.board:
            return Outcome.won_by(state.seat_of_colour(1 - colour), "FLAG_CAPTURED")
    return None


def _movable_ending(state: State) -> Outcome | None:
    able = [movable(state.board, state.colour_of_seat(seat)) > 0 for seat in (0, 1)]
    if all(able):
        return None
    if any(able):
        return Outcome.won_by(able.index(True), "NO_MOVABLE_PIECE")
    if state.variant.mover_wins:
        return Outcome.won_by(1 - state.to_move, "NO_MOVABLE_PIECE")
    return Outcome.drawn("BOTH_EXHAUSTED")


def _blocked_ending(state: State) -> Outcome | None:
    if has_face_down(state.board):
        return None
    going = steps(state.board, state.colour_of_seat(state.to_move), state.variant)
    return None if any(True for _ in going) else Outcome.won_by(1 - state.to_move, "NO_LEGAL_MOVE")


def draw(state: State, random: Random) -> str:
    """Return an outcome for the chance event that is due (section 9)."""
    chance = to_act(state).chance
    if chance is None:
        raise ValueError("no chance event is due")
    if chance.stream == "layout":
        return "".join(letter_of(FULL_SET[place]) for place in random.permutation(len(FULL_SET)))
    if chance.stream == "starter":
        return str(random.below(2))
    return COLOUR_KEYS[random.below(2)]


def _apply_chance(state: State, text: str) -> Step[State]:
    chance = to_act(state).chance
    if chance is not None and chance.stream == "layout":
        return Step(replace(state, board=_deal(text)))
    if chance is not None and chance.stream == "starter" and text in {"0", "1"}:
        return Step(replace(state, to_move=int(text)))
    if chance is not None and chance.stream == "colour_lot" and text in COLOUR_KEYS:
        return _with_colours(state, COLOUR_KEYS.index(text))
    raise Refusal("BAD_SYNTAX", text)


def _deal(letters: str) -> bytes:
    board = bytearray(NO_PIECES)
    if len(letters) == len(START_NODES) and all(letter in PIECES for letter in letters):
        for node, letter in zip(START_NODES, letters, strict=True):
            board[node] = PIECES[letter] | DOWN_BIT
    if not is_deal(board):
        raise Refusal("BAD_SYNTAX", letters)
    return bytes(board)


def automatic_actions(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the first non-empty list of 10.2, of which the table draws one."""
    return automatic_choice(state.board, legal_actions(state, seat))


def automatic_choice(board: Sequence[int], legal: Sequence[str]) -> tuple[str, ...]:
    """Return the first non-empty list of 10.2 among legal actions, by public facts only."""
    attacks = [text for text in legal if ACTIONS[text].type == "attack"]
    flips = tuple(text for text in legal if ACTIONS[text].type == "flip")
    moves = tuple(text for text in legal if ACTIONS[text].type == "move")
    return _flag_attacks(board, attacks) or _best_wins(board, attacks) or flips or moves or tuple(legal)


def _flag_attacks(board: Sequence[int], attacks: list[str]) -> tuple[str, ...]:
    return tuple(text for text in attacks if kind_of(board[ACTIONS[text].target]) == FLAG)


def _best_wins(board: Sequence[int], attacks: list[str]) -> tuple[str, ...]:
    """Return the attacks that the attacker survives, on the most valuable piece only."""
    worth = {text: _win_value(board, ACTIONS[text]) for text in attacks}
    best = max(worth.values(), default=0)
    return tuple(text for text in attacks if best and worth[text] == best)


def _win_value(board: Sequence[int], action: Action) -> int:
    attacker, defender = board[action.origin], board[action.target]
    return KINDS[kind_of(defender) - 1].value if BATTLE[attacker][defender] != BOTH else 0
