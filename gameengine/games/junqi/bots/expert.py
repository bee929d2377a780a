"""The expert: searches what is face-up, and samples deals for what a reveal may show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gameengine.core.budget import Budget
from gameengine.core.random import Random
from gameengine.core.types import JsonObject, Seat
from gameengine.games.junqi.bots.reveal import around, reveal_value, revealed_as
from gameengine.games.junqi.bots.search import INFINITE, MATE, OutOfTimeError, Search
from gameengine.games.junqi.bots.sight import Sight, see
from gameengine.games.junqi.bots.worth import Worth
from gameengine.games.junqi.notation import ACTIONS, FLIP_TEXT

MAX_DEPTH: Final = 10
SEARCH_SHARE: Final = 0.7
"""Part of the budget for the search while reveals are left to be judged by sampling."""
REVEAL_BONUS: Final = 3.0
"""A reveal brings the match on."""
HASTE: Final = 60.0
"""Shared by the face-down pieces that still keep a bare flag from being open: what the last of them is worth."""
CONTENTION: Final = 25.0
"""A reveal this much better or worse than the best move is sampled before the choice."""
CANDIDATES: Final = 4
LAST_SHARE: Final = 0.3
"""Part of the budget for the reveal of the last face-down piece."""
MAX_DEALS: Final = 200
ERROR_LIMIT: Final = 200.0
DOUBT: Final = 4
"""Deals that the first estimate of a reveal counts for."""


class Expert:
    """Section 12, expert."""

    def choose(self, view: JsonObject, seat: Seat, actions: Sequence[str], random: Random, *, budget_ms: int) -> str:
        """Return the best action found within the budget; any reveal while the colours are open."""
        budget = Budget(budget_ms)
        sight = see(view, seat)
        if sight.mine is None:
            return actions[random.below(len(actions))]
        return _Decision(sight, sight.mine, actions, random, budget).best()


class _Decision:
    """One choice of one seat: reveals by their average, moves by search, both in the same points."""

    def __init__(self, sight: Sight, mine: int, actions: Sequence[str], random: Random, budget: Budget) -> None:
        self.sight, self.mine, self.random = sight, mine, random
        self.worth = Worth(sight)
        self.budget = budget
        flips = [ACTIONS[text].origin for text in actions if ACTIONS[text].type == "flip"]
        self.search_budget = budget.part(SEARCH_SHARE) if flips else budget
        average = {node: reveal_value(sight, mine, self.worth.piece, node) for node in flips}
        shuffled = [flips[place] for place in random.permutation(len(flips))]
        self.flips = {node: average[node] for node in sorted(shuffled, key=lambda node: -average[node])[:CANDIDATES]}
        self.moves = self._promising([text for text in actions if ACTIONS[text].type != "flip"])
        self.passed = 0.0
        self.last = self._last_reveal() if sight.hidden_total == 1 else None
        self.bonus = REVEAL_BONUS + self._haste()

    def _promising(self, moves: Sequence[str]) -> list[str]:
        """Return the moves in the order in which the search would try them, equals at random."""
        search = Search(self.sight, self.worth, self.budget)
        promise = {(origin, target): order for order, origin, target in search.moves(self.mine, captures_only=False)}
        shuffled = [moves[place] for place in self.random.permutation(len(moves))]
        return sorted(shuffled, key=lambda text: -promise.get(ACTIONS[text][1:], 0.0))

    def _haste(self) -> float:
        """Return what each reveal is worth because it brings the opening of a bare flag nearer."""
        bare = self.worth.exposure(1 - self.mine) - self.worth.exposure(self.mine)
        return 0.0 if not bare else HASTE / max(self.sight.hidden_total, 1) * (1 if bare > 0 else -1)

    def best(self) -> str:
        """Return the text of the best action."""
        values = self._deepen()
        move = max(values, key=lambda text: values[text], default="")
        if not self.flips:
            return move or self.moves[0]
        if self.last is None and (not move or abs(values[move] - self._best_flip()[1]) < CONTENTION):
            self._sample()
        node, value = self._best_flip()
        return move if move and values[move] > value else FLIP_TEXT[node]

    def _best_flip(self) -> tuple[int, float]:
        node = max(self.flips, key=lambda node: self.flips[node])
        return node, self.passed + self.bonus + self.flips[node] if self.last is None else self.last

    def _deepen(self) -> dict[str, float]:
        """Return the worth of every move by the deepest search that the time allows."""
        search = Search(self.sight, self.worth, self.search_budget)
        values: dict[str, float] = {}
        for depth in range(1, MAX_DEPTH + 1):
            try:
                values = self._round(search, depth)
            except OutOfTimeError:
                break
            self.moves.sort(key=lambda text: -values[text])
            if not self.moves or abs(values[self.moves[0]]) > MATE / 2:
                break
        return values

    def _round(self, search: Search, depth: int) -> dict[str, float]:
        alpha = -INFINITE
        if self.flips:
            self.passed = self._passed(search, depth - 1)
            alpha = self._best_flip()[1] - CONTENTION
        values: dict[str, float] = {}
        for text in self.moves:
            _, origin, target = ACTIONS[text]
            values[text] = search.after(self.mine, origin, target, depth - 1, alpha=alpha, beta=INFINITE, ply=0)
            alpha = max(alpha, values[text])
        return values

    def _passed(self, search: Search, depth: int) -> float:
        """Return the worth of the board after a reveal that changed nothing."""
        quiet, search.quiet = search.quiet, 0
        value = -search.value(1 - self.mine, depth, -INFINITE, INFINITE, 1)
        search.quiet = quiet
        return value

    def _sample(self) -> None:
        """Correct the averages of the reveals, against each other, by searching what they show in sampled deals."""
        search = Search(self.sight, self.worth, self.budget)
        hidden = [piece for piece, count in self.sight.hidden.items() for _ in range(count)]
        first = dict(self.flips)
        errors = dict.fromkeys(first, 0.0)
        try:
            passed = self._passed(search, 1)
            for deals in range(1, MAX_DEALS + 1):
                order = self.random.permutation(len(hidden))
                shown = {node: hidden[place] for node, place in zip(first, order, strict=False)}
                errors = {node: errors[node] + self._error(search, node, shown[node], passed) for node in first}
                mean = sum(errors.values()) / len(errors)
                self.flips = {node: first[node] + (errors[node] - mean) / (deals + DOUBT) for node in first}
        except OutOfTimeError:
            return

    def _error(self, search: Search, node: int, piece: int, passed: float) -> float:
        """Return by how much a search judges a reveal better than its estimate."""
        seen = around(self.sight.board, node, engineers_turn=self.sight.variant.engineer_turns)
        estimate = revealed_as(self.sight.board, self.mine, self.worth.piece, piece, seen)
        there = search.board[node]
        change = search.turn_up(node, piece, self.worth)
        gained = self._passed(search, 1) - passed
        search.turn_down(node, there, change)
        return max(-ERROR_LIMIT, min(ERROR_LIMIT, gained)) - estimate

    def _last_reveal(self) -> float:
        """Return the worth of the reveal that leaves nothing face-down, by a search of what comes of it."""
        (node,) = self.flips
        (piece,) = (piece for piece, count in self.sight.hidden.items() if count)
        after = self.sight.turned_up(node, piece)
        search = Search(after, Worth(after), self.budget.part(LAST_SHARE))
        value = 0.0
        try:
            for depth in range(1, MAX_DEPTH):
                value = self._passed(search, depth)
        except OutOfTimeError:
            return value
        return value
