"""Refused commands of a match, as an arbiter may read them: what was tried, why it was refused, which rule says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameengine.core.errors import TABLE_REFUSALS
from gameengine.core.types import Seat
from gameengine.games.registry import GAMES
from matches.errors import SENTENCES, sentence
from matches.looking import can_be_looked_into, sees_all
from matches.models import Attempt, Match


@dataclass(frozen=True, slots=True)
class Tried:
    """One refused command. `text` and `code` are empty where they might tell something that is hidden from the reader.

    `paragraph` is that of the game's rules behind the refusal, "" if it has none.
    """

    id: int
    seat: Seat
    ply: int
    at_ms: int
    text: str
    code: str
    game: str
    paragraph: str = ""

    @property
    def is_masked(self) -> bool:
        """Tell whether only somebody who looks behind the screen may read what was tried."""
        return not self.code

    @property
    def sentence(self) -> str:
        """Return the sentence about the refusal in the active language."""
        return sentence(self.code, self.game) if self.code else ""


def attempts_of(match: Match, user_id: int | None) -> tuple[Tried, ...]:
    """Return the refused commands of a match in their order, for somebody who may rule there.

    While it runs, an attempt with a hidden card tells of that card as much as the card itself: before a look behind the
    screen one reads that there was one, and why only where the reason is the table's and not the game's.
    """
    open_ = sees_all(match, user_id) or not can_be_looked_into(GAMES[match.game])
    return tuple(_tried(attempt, match.game, open_) for attempt in match.attempts.all())


def _tried(attempt: Attempt, game: str, open_: bool) -> Tried:
    of_game = GAMES[game].refusals.get(attempt.code)
    harmless = attempt.code in SENTENCES or (attempt.code in TABLE_REFUSALS and of_game is None)
    return Tried(
        attempt.pk,
        attempt.seat,
        attempt.ply,
        attempt.at_ms,
        attempt.text if open_ else "",
        attempt.code if open_ or harmless else "",
        game,
        of_game.paragraph if open_ and of_game is not None else "",
    )


def before_ply(tried: Sequence[Tried], ply: int) -> tuple[Tried, ...]:
    """Return what was tried in vain between action `ply` and the one before it."""
    return tuple(one for one in tried if one.ply == ply - 1)
