"""Looking ahead over what is face-up: alpha-beta, with exchanges played to their end.

Face-down pieces stand as blocks. A reveal deeper in the tree counts as a pass, since nobody knows what it will show;
the reveals that can be played now are judged by the expert itself.
"""

from __future__ import annotations

from typing import Final

from gameengine.core.budget import Budget
from gameengine.games.junqi.bots.sight import Sight
from gameengine.games.junqi.bots.worth import Worth
from gameengine.games.junqi.content import (
    BATTLE,
    BLUE_BIT,
    BOTH,
    EMPTY,
    ENGINEER,
    IS_CAMP,
    IS_HEADQUARTERS,
    MINE,
    MOVER,
    TAKES_FLAG,
    WIN,
)
from gameengine.games.junqi.movement import reach

MATE: Final = 100_000.0
"""Worth of a won match; less one for each ply until then."""
INFINITE: Final = 2 * MATE
EXCHANGE_PLIES: Final = 6
"""How far exchanges are followed below the full depth."""
NO_LIMIT: Final = 1_000_000

Undo = tuple[int, int, int, int, float, int]


class OutOfTimeError(Exception):
    """The budget is spent. The board is left in the middle of a line; what was found before stands."""


class Search:
    """One decision's board, which is played on and taken back. Values are from the side that is to move."""

    def __init__(self, sight: Sight, worth: Worth, budget: Budget) -> None:
        self.board = list(sight.board)
        self.place = worth.place
        self.hidden = sight.hidden_total
        self.quiet = sight.quiet
        self._budget = budget
        self.nodes = 0
        self._variant = sight.variant
        self._turning = ENGINEER if sight.variant.engineer_turns else -1
        self._mines = [sight.mines(0), sight.mines(1)]
        self._movers = [sight.movers(0), sight.movers(1)]
        self._limit = sight.quiet_limit or NO_LIMIT
        # An advantage is worth less the nearer the draw by quiet moves is; at the limit it is worth nothing.
        self._fade = [1 - 0.5 * (quiet / self._limit) ** 2 for quiet in range(min(self._limit, 255) + 1)]
        self.balance = self._balance(sight, worth)
        """Worth of all pieces, red less blue."""

    def _balance(self, sight: Sight, worth: Worth) -> float:
        down = sum(count * _sign(piece) * worth.piece[piece] for piece, count in sight.hidden.items())
        up = sum(
            _sign(piece) * worth.place[piece][node]
            for node, piece in enumerate(self.board)
            if piece and piece < 2 * BLUE_BIT
        )
        return down + up + worth.exposure(1) - worth.exposure(0)

    def turn_up(self, node: int, piece: int, worth: Worth) -> float:
        """Lay `piece` open on a face-down place; return the change of balance, for `turn_down`."""
        change = _sign(piece) * (worth.place[piece][node] - worth.piece[piece])
        self.board[node] = piece
        self.hidden -= 1
        self.balance += change
        return change

    def turn_down(self, node: int, there: int, change: float) -> None:
        """Take back `turn_up`."""
        self.board[node] = there
        self.hidden += 1
        self.balance -= change

    def value(self, side: int, depth: int, alpha: float, beta: float, ply: int) -> float:
        """Return the worth of the board for `side`, which is to move, looking `depth` plies ahead."""
        if self.quiet >= self._limit:
            return 0.0
        if depth <= 0:
            return self._exchanges(side, depth, alpha, beta, ply)
        self._watch_time()
        best = self._passed(side, depth, alpha, beta, ply) if self.hidden else ply - MATE
        if best >= beta:
            return best
        for _, origin, target in self.moves(side, captures_only=False):
            best = max(best, self.after(side, origin, target, depth - 1, alpha=max(alpha, best), beta=beta, ply=ply))
            if best >= beta:
                break
        return best

    def _watch_time(self) -> None:
        self.nodes += 1
        if not self.nodes & 15 and self._budget.is_spent():
            raise OutOfTimeError

    def _passed(self, side: int, depth: int, alpha: float, beta: float, ply: int) -> float:
        """Return the worth of some reveal that changes nothing but the count of quiet moves; searched less deep."""
        quiet, self.quiet = self.quiet, 0
        value = -self.value(1 - side, depth - 2, -beta, -alpha, ply + 1)
        self.quiet = quiet
        return value

    def _exchanges(self, side: int, depth: int, alpha: float, beta: float, ply: int) -> float:
        """Return the worth once captures that gain are played out; the side may stop at any time."""
        standing = self.balance if side == 0 else -self.balance
        best = standing * self._fade[min(self.quiet, len(self._fade) - 1)]
        if best >= beta or depth <= -EXCHANGE_PLIES:
            return best
        for order, origin, target in self.moves(side, captures_only=True):
            if order >= MATE:
                return MATE - ply
            best = max(best, self.after(side, origin, target, depth - 1, alpha=max(alpha, best), beta=beta, ply=ply))
            if best >= beta:
                break
        return best

    def after(self, side: int, origin: int, target: int, depth: int, *, alpha: float, beta: float, ply: int) -> float:
        """Return the worth for `side` of going from `origin` to `target`."""
        if BATTLE[self.board[origin]][self.board[target]] == TAKES_FLAG:
            return MATE - ply
        undo = self._play(side, origin, target)
        value = self._end(side, ply)
        if value is None:
            value = -self.value(1 - side, depth, -beta, -alpha, ply + 1)
        self._take_back(side, undo)
        return value

    def _end(self, side: int, ply: int) -> float | None:
        """Return the worth of a side without movable pieces, after a move of `side`."""
        mine, theirs = self._movers[side], self._movers[1 - side]
        if mine and theirs:
            return None
        if mine:
            return MATE - ply
        return ply - MATE if theirs else 0.0

    def _play(self, side: int, origin: int, target: int) -> Undo:
        board, place = self.board, self.place
        piece, there = board[origin], board[target]
        undo = origin, target, piece, there, self.balance, self.quiet
        change = -place[piece][origin]
        board[origin] = EMPTY
        self.quiet = 0 if there else self.quiet + 1
        if there:
            change += place[there][target]
            self._count(1 - side, there, -1)
        if not there or BATTLE[piece][there] == WIN:
            change += place[piece][target]
            board[target] = piece
        else:
            board[target] = EMPTY
            self._movers[side] -= 1
        self.balance += change if side == 0 else -change
        return undo

    def _take_back(self, side: int, undo: Undo) -> None:
        origin, target, piece, there, self.balance, self.quiet = undo
        if self.board[target] != piece:
            self._movers[side] += 1
        if there:
            self._count(1 - side, there, 1)
        self.board[origin], self.board[target] = piece, there

    def _count(self, side: int, piece: int, change: int) -> None:
        if piece & 15 == MINE:
            self._mines[side] += change
        else:
            self._movers[side] += change

    def flag_open(self, colour: int) -> bool:
        """Tell whether the flag of a colour may be attacked now (6.5.4)."""
        if self._variant.flag_rule == "always":
            return True
        return not self._mines[colour] and (self._variant.flag_rule == "mines" or not self.hidden)

    def moves(self, side: int, *, captures_only: bool) -> list[tuple[float, int, int]]:
        """Return (promise, from, to) of the moves of a side, the most promising first.

        With `captures_only` exchanges that cost more than they win are left out.
        """
        board, place, found = self.board, self.place, []
        flag_open = self.flag_open(1 - side)
        for origin, piece in enumerate(board):
            if MOVER[piece] != side or (self._variant.hq_traps and IS_HEADQUARTERS[origin]):
                continue
            clash, places = BATTLE[piece], place[piece]
            here = places[origin]
            for target in reach(board, origin, turns=piece & 15 == self._turning):
                there = board[target]
                if there:
                    battle = 0 if IS_CAMP[target] else clash[there]
                    if battle == WIN:
                        found.append((1000 + place[there][target] - here / 16, origin, target))
                    elif battle == BOTH:
                        gain = place[there][target] - here
                        if gain > 0 or not captures_only:
                            found.append((500 + gain if gain > 0 else gain, origin, target))
                    elif battle and flag_open:
                        found.append((MATE, origin, target))
                elif not captures_only:
                    found.append((places[target] - here, origin, target))
        found.sort(reverse=True)
        return found


def _sign(piece: int) -> int:
    return -1 if piece & BLUE_BIT else 1
