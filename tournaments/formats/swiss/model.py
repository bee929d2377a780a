"""What goes into the pairing of a round, and what comes out. Source: design page on pairing, section 2.

Points are whole numbers of one unit, tenths or half points, as long as all of a request use the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from gameengine.core.types import Text

Colour: TypeAlias = Literal[1, 0, -1]
"""First seat, none, second seat."""

Edition: TypeAlias = Literal["2026", "2017"]
"""Which text of C.04.3 holds: in force since 1 February 2026, or the one of 2017."""

Kind: TypeAlias = Literal["played", "forfeit_win", "forfeit_loss", "pab", "fpb", "hpb", "zpb"]
"""How a round went: a game was played, one side was absent, or one of the four byes. Before somebody enters: zpb."""

EDITIONS: Final[tuple[Edition, ...]] = ("2026", "2017")


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's round: what it was and what it brought. `opponent` is a number, 0 for none."""

    kind: Kind
    points: int
    opponent: int = 0
    colour: Colour = 0


@dataclass(frozen=True, slots=True)
class Participant:
    """A player: pairing number (1 is the strongest), rounds so far, virtual points by round, whether present now.

    `bonus` are points that belong to no round, a penalty for example.
    """

    number: int
    turns: tuple[Turn, ...] = ()
    virtual: tuple[int, ...] = ()
    bonus: int = 0
    present: bool = True


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """Everything that the pairing of one round depends on.

    `turns` of every participant cover the rounds before `round`. `win` and `loss` are what these results bring, `point`
    is one point.
    `forbidden` are pairs of numbers that must not meet in this round, `rematches` those that may meet once more
    although they have played, the smaller number first. Without `colour_rules` seats are by lot.
    """

    round: int
    rounds: int
    participants: tuple[Participant, ...]
    first_colour: Colour = 1
    edition: Edition = "2026"
    win: int = 10
    loss: int = 0
    point: int = 10
    forbidden: frozenset[tuple[int, int]] = frozenset()
    rematches: frozenset[tuple[int, int]] = frozenset()
    colour_rules: bool = True
    lot: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Two players by number: who has the first seat, who the second."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The pairing of a round: boards in order, and who has the pairing-allocated bye."""

    boards: tuple[Board, ...]
    bye: int | None = None
    steps: tuple[Step, ...] = field(default=(), compare=False)

    @property
    def lines(self) -> tuple[str, ...]:
        """Return the pairing as other programs write it: the number of lines, then `first second`, the bye last.

        >>> RoundPairing((Board(1, 2),), bye=3).lines
        ('2', '1 2', '3 0')
        """
        pairs = [f"{board.first} {board.second}" for board in self.boards]
        if self.bye is not None:
            pairs.append(f"{self.bye} 0")
        return (str(len(pairs)), *pairs)


@dataclass(frozen=True, slots=True)
class Step:
    """How one bracket was paired, by places in the order of the round: what the trace is made of.

    `how` names the method and what was proven; `pairs` have the better-placed player first.
    """

    score: int
    movers: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    how: str


class PairingError(ValueError):
    """The request makes no sense; `code` never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


class NoPairingError(Exception):
    """No pairing satisfies the absolute criteria, or there is nobody to pair. The arbiter decides (C.04.3, 1.9.3).

    `players` are the numbers that stand in each other's way, `forbidden` the forbidden pairs among them.
    """

    def __init__(
        self, code: str, reason: Text, players: Sequence[int] = (), forbidden: Sequence[tuple[int, int]] = ()
    ) -> None:
        super().__init__(f"{code}: {reason.en}")
        self.code = code
        self.reason = reason
        self.players = tuple(players)
        self.forbidden = tuple(forbidden)
