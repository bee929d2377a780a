"""One action of a match for the desk: the board before and after it, what might have been played, what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from gameengine.board.view import BoardView
from gameengine.core.abilities import Offers
from gameengine.core.types import Seat
from gameengine.table import Table, seats_to_act
from matches.clocks.account import AccountLine, clock_account
from matches.looking import can_be_looked_into
from matches.models import Match
from matches.replaying import Replay, Sight, Stop, board_at
from matches.rows import EventRow

MOST_NAMED: Final = 200
"""So many legal actions are named at most; their number always is."""
OPEN_NAMED: Final = 24
"""With more than so many they are folded."""

_PLAYED: Final = ("action", "auto")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat might have played at an instant: how many actions, and the first of them in notation."""

    seat: Seat
    count: int
    named: tuple[str, ...]

    @property
    def is_folded(self) -> bool:
        """Tell whether there are too many to be read at a glance."""
        return self.count > OPEN_NAMED

    @property
    def unnamed(self) -> int:
        """Return how many are not named."""
        return self.count - len(self.named)


@dataclass(frozen=True, slots=True)
class Scene:
    """Action `ply`. `before` is None at the start of the match (ply 0), `after` for an action that is still to come.

    `choices` is None where they would tell the reader what is hidden.
    """

    ply: int
    before: Stop | None
    after: Stop | None
    choices: tuple[Choice, ...] | None
    account: AccountLine | None

    @property
    def stop(self) -> Stop:
        """Return the latest place that is shown."""
        found = self.after or self.before
        if found is None:
            raise ValueError("a scene has a place before or after its action")
        return found

    @property
    def at_ms(self) -> int:
        """Return the instant of the action; of the last line before it while it is still to come."""
        played = [line.at_ms for line in self.after.lines if line.kind in _PLAYED] if self.after else []
        return played[-1] if played else self.stop.table.at_ms

    def boards(self, sight: Sight) -> tuple[BoardView | None, BoardView | None]:
        """Return the pictures before and after, as they may be seen."""
        first = board_at(self.before, sight, marks=False) if self.before else None
        return first, board_at(self.after, sight) if self.after else None


def scene(events: Sequence[EventRow], replay: Replay, ply: int, *, open_: bool) -> Scene:
    """Return action `ply` of a branch; `events` are the whole log of its match.

    `open_`: whether the reader may know all that is hidden at that instant.
    """
    before = replay.at(ply - 1) if ply > 0 else None
    after = replay.at(ply) if ply <= replay.last else None
    return Scene(ply, before, after, _choices(before, open_=open_), _account(replay.match, after, events))


def _choices(before: Stop | None, *, open_: bool) -> tuple[Choice, ...] | None:
    if before is None or before.table.state is None or before.table.status == "over":
        return ()
    if not open_ and can_be_looked_into(before.table.game):
        # What somebody could play tells what was in the hand.
        return None
    return tuple(_choice(before.table, seat) for seat in seats_to_act(before.table))


def _choice(table: Table, seat: Seat) -> Choice:
    game = table.game
    if isinstance(game, Offers):
        offers = game.offers(table.state, seat)
        count = sum(map(len, offers))
        texts = [text for offer in offers for text, _picks in islice(offer.actions(), MOST_NAMED)][:MOST_NAMED]
    else:
        legal = game.legal_actions(table.state, seat)
        count, texts = len(legal), list(legal[:MOST_NAMED])
    return Choice(seat, count, tuple(game.notation(text, []) for text in texts))


def _account(match: Match, after: Stop | None, events: Sequence[EventRow]) -> AccountLine | None:
    """Return the line of the clock's account for the action that led to a place."""
    played = [line for line in after.lines if line.kind in _PLAYED] if after else []
    if not played:
        return None
    lines = clock_account(match, None, events).lines
    found = [one for one in lines if one.entry.kind in _PLAYED and one.entry.ply == played[-1].ply]
    return next((one for one in reversed(found) if one.entry.at_ms == played[-1].at_ms), None)
