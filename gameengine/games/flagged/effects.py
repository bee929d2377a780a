"""Effects of cards and abilities (rule page, 9.4): what each may be aimed at, and what it does.

A target is its text in the notation. Who plays is `by`; `entered` are the figures whose entering a counter answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from gameengine.core.types import Seat
from gameengine.games.flagged.content import Card, Op, aim_of
from gameengine.games.flagged.draft import Draft, changed
from gameengine.games.flagged.figures import (
    Position,
    capture,
    enter,
    has_status,
    is_held,
    is_rooted,
    occupied,
    put,
    told_move,
)
from gameengine.games.flagged.geometry import (
    BETWEEN,
    CLONE,
    COMPANION,
    DISTANCE,
    FIGURE,
    FIGURES,
    HALF,
    HERO,
    NEXT,
    OFF_BOARD,
    OWN,
    SIDES,
    SIDES_OF,
    SLOT,
    SLOTS,
    SQUARE,
    SQUARES,
    WITHIN,
    line_between,
    members,
)
from gameengine.games.flagged.state import Marker, Status
from gameengine.games.flagged.walls import open_slots, pillar_squares

Figures: TypeAlias = Sequence[int]
_WARD_PAIRS: Final = tuple((1 << one | 1 << other, f"{SQUARES[one]}+{SQUARES[other]}") for one, other in SIDES)


def entered_figures(triggers: Sequence[str]) -> list[int]:
    """Return the figures whose entering is among some triggers.

    >>> entered_figures(["own:H0", "adj:C1"])
    [4]
    """
    return [FIGURE[trigger[4:]] for trigger in triggers if trigger.startswith("adj:")]


def targets_of(p: Position, card: Card, by: Seat, entered: Figures) -> Sequence[str]:
    """Return every target that a card may have now, [""] for a card without target that can be played."""
    for op in card.effect:
        if not _is_possible(p, op, by, entered):
            return ()
    aim = card.aim
    return ("",) if aim is None else _TARGETS[aim.op](p, aim, by, entered)


def is_target(p: Position, card: Card, by: Seat, entered: Figures, target: str) -> bool:
    """Tell whether a card may be played at a target."""
    aim = card.aim
    if aim is not None and aim.op == "move_wall":
        possible = all(_is_possible(p, op, by, entered) for op in card.effect)
        return possible and _may_move_wall(p, by, target)
    return target in targets_of(p, card, by, entered)


def resolve(d: Draft, card: Card, by: Seat, entered: Figures, target: str) -> None:
    """Let a card take effect; an effect that has become impossible lapses (9.1)."""
    for op in card.effect:
        if d.result:
            return
        if not _still_holds(d, op, by, entered, target):
            d.tell_card("EFFECT_LAPSED", by, card.id)
            continue
        _EFFECTS[op.op](d, op, by, entered, target)


def use_ability(d: Draft, effects: Sequence[Op], by: Seat) -> None:
    """Let the hero's ability take effect."""
    for op in effects:
        _EFFECTS[op.op](d, op, by, (), "")


def _still_holds(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> bool:
    if not _is_possible(d, op, by, entered):
        return False
    if aim_of(op) == "none":
        return True
    if op.op == "move_wall":
        return _may_move_wall(d, by, target)
    return target in _TARGETS[op.op](d, op, by, entered)


# What must be so for an effect without target


def _is_possible(p: Position, op: Op, by: Seat, entered: Figures) -> bool:
    if op.op == "swap_hero_clone":
        return _can_swap(p, by)
    if op.op == "destroy_walls_around_hero" or op.who == "enemies_within_N_of_hero":
        return p.figures[HERO[by]] != OFF_BOARD
    if op.who == "trigger_figure":
        return any(p.figures[figure] != OFF_BOARD for figure in entered)
    return True


def _can_swap(p: Position, by: Seat) -> bool:
    hero, clone = p.figures[HERO[by]], p.figures[CLONE[by]]
    return (
        OFF_BOARD not in {hero, clone}
        and not is_rooted(p, HERO[by])
        and not is_rooted(p, CLONE[by])
        and not is_held(p, by, hero, clone)
        and not is_held(p, by, clone, hero)
    )


# Targets


def _slots_beside(p: Position, figures: Sequence[int]) -> int:
    found = 0
    for figure in figures:
        if p.figures[figure] != OFF_BOARD:
            found |= SIDES_OF[p.figures[figure]]
    return found


def half_limit(p: Position, by: Seat) -> int:
    """Return the slots in which a seat may set or move a wall in this turn: at first those of its own half (6.4)."""
    return HALF[by] if p.turn_no <= 2 and p.variant.round1_half else -1


def _walls_to_destroy(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    walls = p.walls if op.scope == "any" else p.walls & _slots_beside(p, OWN[by])
    return [SLOTS[slot] for slot in members(walls)]


def _wall_moves(p: Position, op: Op, by: Seat, entered: Figures) -> Sequence[str]:
    return _all_wall_moves(p.walls, p.pillars, half_limit(p, by))


# There may be thousands, and walls change less often than anything else.
@lru_cache(maxsize=64)
def _all_wall_moves(walls: int, pillars: int, limit: int) -> tuple[str, ...]:
    return tuple(
        f"{SLOTS[wall]}>{SLOTS[slot]}"
        for wall in members(walls)
        for slot in members(_free_for(wall, walls, pillars) & limit)
    )


def _free_for(wall: int, walls: int, pillars: int) -> int:
    """Return where a wall may go that stands in a slot: checked without it, and not to where it is."""
    return open_slots(walls & ~(1 << wall), pillars) & ~(1 << wall)


def _may_move_wall(p: Position, by: Seat, target: str) -> bool:
    origin, _, goal = target.partition(">")
    if origin not in SLOT or goal not in SLOT or not p.walls >> SLOT[origin] & 1:
        return False
    return bool(_free_for(SLOT[origin], p.walls, p.pillars) & half_limit(p, by) & 1 << SLOT[goal])


def _slots_to_fill(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    if p.reserves[by] < 1:
        return []
    slots = open_slots(p.walls, p.pillars) & half_limit(p, by)
    if op.scope == "side_of_own_figure":
        slots &= _slots_beside(p, _own_near(p, by, entered, 1) if entered else OWN[by])
    return [SLOTS[slot] for slot in members(slots)]


def _own_near(p: Position, by: Seat, entered: Figures, reach: int) -> list[int]:
    """Return the own figures at that distance or less from a figure that has entered."""
    squares = [p.figures[figure] for figure in entered if p.figures[figure] != OFF_BOARD]
    return [
        own
        for own in OWN[by]
        if p.figures[own] != OFF_BOARD and any(DISTANCE[p.figures[own]][square] <= reach for square in squares)
    ]


def _single_moves(p: Position, figure: int, seat: Seat) -> Iterator[str]:
    """Yield the moves by one orthogonal square to a free one, with no wall or pillar between."""
    origin, taken = p.figures[figure], occupied(p) | p.pillars
    for target, wall in NEXT[origin]:
        if not p.walls & wall and not taken >> target & 1 and not is_held(p, seat, origin, target):
            yield f"{FIGURES[figure]}>{SQUARES[target]}"


def _pushes(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    own = [p.figures[figure] for figure in OWN[by] if p.figures[figure] != OFF_BOARD]
    near = [
        enemy
        for enemy in OWN[1 - by]
        if p.figures[enemy] != OFF_BOARD and any(DISTANCE[p.figures[enemy]][square] <= op.reach for square in own)
    ]
    return [move for enemy in near for move in _single_moves(p, enemy, 1 - by)]


def _free_moves(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    figures = OWN[by] if op.who == "own_figure" else _own_near(p, by, entered, op.reach)
    movable = [figure for figure in figures if p.figures[figure] != OFF_BOARD and not is_rooted(p, figure)]
    return [move for figure in movable for move in _single_moves(p, figure, by)]


def _free_within(p: Position, centre: int, reach: int) -> list[int]:
    if centre == OFF_BOARD:
        return []
    return members(WITHIN[centre][reach] & ~occupied(p) & ~p.pillars)


def _teleports(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    hero = p.figures[HERO[by]]
    if is_rooted(p, HERO[by]):
        return []
    return [SQUARES[square] for square in _free_within(p, hero, op.range) if not is_held(p, by, hero, square)]


def _summoned(op: Op, by: Seat) -> int:
    return (CLONE if op.figure == "C" else COMPANION)[by]


def _summonings(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    if p.figures[_summoned(op, by)] != OFF_BOARD:
        return []
    return [SQUARES[square] for square in _free_within(p, p.figures[HERO[by]], 1)]


def _marker_places(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    hero = p.figures[HERO[by]]
    if hero == OFF_BOARD:
        return []
    around = WITHIN[hero][op.range]
    if op.marker == "smoke":
        return [SQUARES[square] for square in members(around)]
    free = around & ~occupied(p) & ~p.pillars
    if op.marker == "pillar":
        return [SQUARES[square] for square in members(free & pillar_squares(p.walls, p.pillars))]
    return [text for pair, text in _WARD_PAIRS if free & pair == pair]


def _figures_in_line(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    hero = p.figures[HERO[by]]
    if hero == OFF_BOARD:
        return []
    return [
        FIGURES[enemy]
        for enemy in OWN[1 - by]
        if p.figures[enemy] != OFF_BOARD and _is_clear_line(p, hero, p.figures[enemy], op.reach)
    ]


def _is_clear_line(p: Position, origin: int, target: int, length: int) -> bool:
    line = line_between(origin, target)
    if len(line) != length + 1:
        return False
    pairs = pairwise(line)
    return not any(p.walls & BETWEEN[pair] for pair in pairs) and not any(p.pillars >> at & 1 for at in line)


def _figures_beside(p: Position, op: Op, by: Seat, entered: Figures) -> list[str]:
    hero = p.figures[HERO[by]]
    if hero == OFF_BOARD or has_status(p, "shield", 1 - by):
        return []
    open_squares = {target for target, wall in NEXT[hero] if not p.walls & wall}
    return [FIGURES[enemy] for enemy in OWN[1 - by] if p.figures[enemy] in open_squares]


_TARGETS: Final[Mapping[str, Callable[[Position, Op, Seat, Figures], Sequence[str]]]] = {
    "destroy_wall": _walls_to_destroy,
    "move_wall": _wall_moves,
    "place_wall": _slots_to_fill,
    "push": _pushes,
    "move_free": _free_moves,
    "teleport_hero": _teleports,
    "summon": _summonings,
    "marker": _marker_places,
    "root": _figures_in_line,
    "capture": _figures_beside,
}


# What happens


def _add_steps(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.steps += op.n


def _add_plays(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.plays += op.n


def _add_walls(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.wall_plays += op.n


def _add_diagonal(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.diagonal += op.n


def _clone_may_capture(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.clone_captures = True


def _draw(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.todo = (*d.todo, *(f"draw:{by}",) * op.n)


def _opponent_discards(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.todo = (*d.todo, *(f"disc:{1 - by}",) * op.n)


def _opponent_skips(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.skips = changed(d.skips, 1 - by, d.skips[1 - by] + op.n)


def _end_turn(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    d.todo = (*d.todo, "end")


def _negate(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    if d.chain:
        d.chain = (*d.chain[:-1], d.chain[-1]._replace(negated=True))


def destroy_walls(d: Draft, walls: int) -> None:
    """Take walls off the board for good."""
    for slot in members(walls):
        d.tell("WALL_DESTROYED", wall=SLOTS[slot])
    d.progress = d.progress or bool(walls)
    d.walls &= ~walls


def set_wall(d: Draft, by: Seat, slot: int) -> None:
    """Set a wall from the reserve."""
    d.walls |= 1 << slot
    d.reserves = changed(d.reserves, by, d.reserves[by] - 1)
    d.tell("WALL_PLACED", seat=by, wall=SLOTS[slot])


def _destroy_wall(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    destroy_walls(d, 1 << SLOT[target])


def _destroy_walls_around_hero(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    near = WITHIN[d.figures[HERO[by]]][op.radius]
    inside = [slot for slot in members(d.walls) if all(near >> square & 1 for square in SIDES[slot])]
    destroy_walls(d, sum(1 << slot for slot in inside))


def _move_wall(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    origin, _, goal = target.partition(">")
    d.walls = d.walls & ~(1 << SLOT[origin]) | 1 << SLOT[goal]
    d.tell("WALL_MOVED", seat=by, **{"from": origin, "to": goal})


def _place_wall(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    set_wall(d, by, SLOT[target])
    d.progress = True


def _move_figure(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    figure, _, square = target.partition(">")
    told_move(d, FIGURE[figure], d.figures[FIGURE[figure]], SQUARE[square], op.op)
    enter(d, FIGURE[figure], SQUARE[square])


def _teleport_hero(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    told_move(d, HERO[by], d.figures[HERO[by]], SQUARE[target], op.op)
    enter(d, HERO[by], SQUARE[target])


def _swap_hero_clone(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    hero, clone = d.figures[HERO[by]], d.figures[CLONE[by]]
    told_move(d, HERO[by], hero, clone, op.op)
    told_move(d, CLONE[by], clone, hero, op.op)
    put(d, CLONE[by], hero)
    put(d, HERO[by], OFF_BOARD)
    enter(d, HERO[by], clone)
    if not d.result:
        put(d, CLONE[by], OFF_BOARD)
        enter(d, CLONE[by], hero)


def _summon(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    figure = _summoned(op, by)
    d.tell("FIGURE_SUMMONED", figure=FIGURES[figure], square=target)
    enter(d, figure, SQUARE[target])


def until_of(d: Draft, op: Op, by: Seat) -> str:
    """Return the instant at which an effect ends, as the position text names it (4)."""
    return {"own_next_start": f"S{by}", "opponent_next_end": f"E{1 - by}", "turn_end": f"E{d.turn}"}[op.until]


def _marker(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    until = until_of(d, op, by)
    squares = target.split("+")
    d.with_markers((*d.markers, *(Marker(op.marker, SQUARE[square], op.radius, until) for square in squares)))
    d.tell("MARKER_PLACED", seat=by, marker=op.marker, squares=squares, radius=op.radius)


def _add_status(d: Draft, op: Op, target: str, until: str) -> None:
    status = Status(op.op, target, until)
    if status not in d.statuses:
        d.statuses = (*d.statuses, status)
    d.tell("STATUS_SET", kind=op.op, target=target)


def _root(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    until = until_of(d, op, by)
    if op.who == "trigger_figure":
        figures = [figure for figure in entered if d.figures[figure] != OFF_BOARD][:1]
    elif op.who == "enemies_within_N_of_hero":
        near = WITHIN[d.figures[HERO[by]]][op.reach]
        figures = [enemy for enemy in OWN[1 - by] if d.figures[enemy] != OFF_BOARD and near >> d.figures[enemy] & 1]
    else:
        figures = [FIGURE[target]]
    for figure in figures:
        _add_status(d, op, FIGURES[figure], until)


def _shield(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    _add_status(d, op, str(by), until_of(d, op, by))


def _silence(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    _add_status(d, op, str(1 - by), until_of(d, op, by))


def _capture(d: Draft, op: Op, by: Seat, entered: Figures, target: str) -> None:
    capture(d, FIGURE[target], by)


_EFFECTS: Final[Mapping[str, Callable[[Draft, Op, Seat, Figures, str], None]]] = {
    "add_steps": _add_steps,
    "add_plays": _add_plays,
    "add_walls": _add_walls,
    "add_diagonal": _add_diagonal,
    "clone_may_capture": _clone_may_capture,
    "draw": _draw,
    "destroy_wall": _destroy_wall,
    "destroy_walls_around_hero": _destroy_walls_around_hero,
    "move_wall": _move_wall,
    "place_wall": _place_wall,
    "push": _move_figure,
    "move_free": _move_figure,
    "teleport_hero": _teleport_hero,
    "swap_hero_clone": _swap_hero_clone,
    "summon": _summon,
    "marker": _marker,
    "root": _root,
    "shield": _shield,
    "silence": _silence,
    "opponent_discards": _opponent_discards,
    "opponent_skips": _opponent_skips,
    "negate": _negate,
    "capture": _capture,
    "end_turn": _end_turn,
}
