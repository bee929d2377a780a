"""What each piece is worth on each place, worked out anew for every decision of the expert.

Worth is counted in points. A rank is worth what it can still beat, an engineer the mines it may clear, a bomb the best
enemy. Places draw pieces towards what they hunt, so that a shallow search knows which way is forward.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gameengine.games.junqi.bots.sight import Sight
from gameengine.games.junqi.content import (
    BATTLE,
    BLUE_BIT,
    BOMB,
    ENGINEER,
    FLAG,
    IS_CAMP,
    KINDS,
    MINE,
    NODES,
    RAILS,
    RAYS,
    ROADS,
    WIN,
    colour_of,
    kind_of,
)

PER_BEATEN: Final = 4
"""Points of a rank for each enemy piece left that it beats."""
RANK_BASE: Final = 20
RANK_MINIMUM: Final = 8
LAST_ENGINEER: Final = 70
"""Shared by the engineers of a colour while the enemy has mines."""
BOMB_SHARE: Final = 0.6
BOMB_MINIMUM: Final = 20
MINE_WORTH: Final = (0, 90, 35, 20)
"""Worth of each mine by how many the colour has left, while the enemy can clear any."""
IDLE_MINE_WORTH: Final = 2
FLAG_WORTH: Final = 60
BARE_FLAG: Final = 40.0
OPEN_FLAG: Final = 90.0
CAMP_BONUS: Final = 3
CAMP_SHARE: Final = 0.05
"""Part of a piece's worth that the safety of a camp is worth."""
PREY_SHARE: Final = 0.3
"""A piece goes after what is worth at least this part of itself."""
REACH: Final = 3
"""Moves from its goal at which a piece is neither well nor badly placed."""


def _distances(beside: Sequence[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Return for each place the number of moves to every place on an empty board."""
    return tuple(tuple(_from(start, beside)) for start in range(len(NODES)))


def _from(start: int, beside: Sequence[Iterable[int]]) -> list[int]:
    moves = [-1] * len(NODES)
    moves[start] = 0
    ways = [start]
    for node in ways:
        for other in beside[node]:
            if moves[other] < 0:
                moves[other] = moves[node] + 1
                ways.append(other)
    return moves


_ALL_RAILS: Final = frozenset(node for node, rails in enumerate(RAILS) if rails)
DISTANCE: Final = _distances([(*ROADS[node], *(n for ray in RAYS[node] for n in ray)) for node in range(len(NODES))])
ENGINEER_DISTANCE: Final = _distances(
    [(*ROADS[node], *(_ALL_RAILS if node in _ALL_RAILS else ())) for node in range(len(NODES))]
)


class Worth:
    """The tables of one decision, in points: `piece[code]` without regard to place, `place[code][node]` with it."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._settled = sight.hidden_total == 0
        self.piece = [0.0] * 64
        for colour in (0, 1):
            self._value_ranks(colour)
        for colour in (0, 1):
            self._value_others(colour)
        self.place: list[list[float]] = [[] for _ in range(64)]
        for code in (*_codes(0), *_codes(1)):
            self.place[code] = self._places(code)

    def _value_ranks(self, colour: int) -> None:
        enemies = [(code, self._sight.on_board(code)) for code in _codes(1 - colour)]
        for code in _codes(colour):
            if KINDS[kind_of(code) - 1].rank is None:
                continue
            beaten = sum(count for other, count in enemies if BATTLE[code][other] == WIN and kind_of(other) < MINE)
            above = sum(count for other, count in enemies if BATTLE[other][code] == WIN)
            self.piece[code] = max(RANK_BASE + PER_BEATEN * beaten - above, RANK_MINIMUM)

    def _value_others(self, colour: int) -> None:
        sight, bit = self._sight, colour * BLUE_BIT
        engineers = sight.on_board(ENGINEER | bit)
        if engineers and sight.mines(1 - colour):
            self.piece[ENGINEER | bit] += LAST_ENGINEER / engineers
        best = max((self.piece[code] for code in _codes(1 - colour) if sight.on_board(code)), default=0)
        self.piece[BOMB | bit] = max(BOMB_SHARE * best, BOMB_MINIMUM)
        self.piece[MINE | bit] = MINE_WORTH[sight.mines(colour)] if self.can_clear(1 - colour) else IDLE_MINE_WORTH
        self.piece[FLAG | bit] = FLAG_WORTH

    def exposure(self, colour: int) -> float:
        """Return what it costs a colour that none of its mines guards the flag any more; more once the flag is open."""
        if self._sight.mines(colour):
            return 0.0
        return OPEN_FLAG if self._settled else BARE_FLAG

    def can_clear(self, colour: int) -> bool:
        """Tell whether a colour can still get rid of all enemy mines."""
        bit = colour * BLUE_BIT
        bombs = self._sight.on_board(BOMB | bit)
        return self._sight.on_board(ENGINEER | bit) > 0 or bombs >= self._sight.mines(1 - colour)

    def _places(self, code: int) -> list[float]:
        base = self.piece[code]
        if kind_of(code) >= MINE:
            return [base] * len(NODES)
        camp = CAMP_BONUS + CAMP_SHARE * base
        values = [base + (camp if IS_CAMP[node] else 0) for node in range(len(NODES))]
        pull, targets = self._hunted(code)
        if not targets:
            return values
        turning = kind_of(code) == ENGINEER and self._sight.variant.engineer_turns
        table = ENGINEER_DISTANCE if turning else DISTANCE
        nearest = map(min, zip(*(table[node] for node in targets), strict=True))
        return [value + pull * (REACH - moves) for value, moves in zip(values, nearest, strict=True)]

    def _hunted(self, code: int) -> tuple[float, list[int]]:
        """Return the places that a piece makes for, and the points per move of distance."""
        board, enemy = self._sight.board, 1 - colour_of(code)
        flag = FLAG | enemy * BLUE_BIT
        if self._sight.mines(enemy) == 0 and flag in board:
            return (8 if self._settled else 2), [board.index(flag)]
        if self._clears(code):
            mine = MINE | enemy * BLUE_BIT
            return (6 if self._settled else 2), [node for node, there in enumerate(board) if there == mine]
        return (2 if self._settled else 0.5), [node for node in range(len(NODES)) if self._is_prey(code, node)]

    def _clears(self, code: int) -> bool:
        """Tell whether clearing mines is the work of this piece: engineers, and bombs once there is no engineer."""
        if kind_of(code) == ENGINEER:
            return True
        engineers = self._sight.on_board(ENGINEER | code & BLUE_BIT)
        return kind_of(code) == BOMB and not engineers and self.can_clear(colour_of(code))

    def _is_prey(self, code: int, node: int) -> bool:
        there = self._sight.board[node]
        return (
            BATTLE[code][there] > 0
            and kind_of(there) < MINE
            and not IS_CAMP[node]
            and self.piece[there] > PREY_SHARE * self.piece[code]
        )


def _codes(colour: int) -> range:
    return range(1 + colour * BLUE_BIT, len(KINDS) + 1 + colour * BLUE_BIT)
