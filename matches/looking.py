"""What is hidden in a match, whether an arbiter may look behind the screen of it, and who has."""

from __future__ import annotations

from typing import Any

from gameengine.core.abilities import Hides, HidesFromAll
from gameengine.core.game import Game
from gameengine.games.registry import GAMES
from matches.models import Look, Match


def can_be_looked_into(game: Game[Any]) -> bool:
    """Tell whether a game hides something that its rules let an arbiter see."""
    return isinstance(game, Hides) and not isinstance(game, HidesFromAll)


def why_not(match: Match) -> str:
    """Return the code of what forbids a look behind the screen of a match to everybody, "" if nothing does."""
    game = GAMES[match.game]
    if match.status == Match.Status.OVER or not isinstance(game, Hides):
        return "look_needless"
    return "look_never" if isinstance(game, HidesFromAll) else ""


def has_looked(match: Match, user_id: int | None) -> bool:
    """Tell whether somebody has looked behind the screen of a match."""
    return user_id is not None and Look.objects.filter(match=match, user_id=user_id).exists()


def sees_all(match: Match, user_id: int | None) -> bool:
    """Tell whether all that is hidden in a match is open to somebody who may rule: it is over, or they have looked.

    Where the rules let nobody look, no look opens anything.
    """
    if match.status == Match.Status.OVER:
        return True
    return can_be_looked_into(GAMES[match.game]) and has_looked(match, user_id)


def looks_of(match: Match) -> list[Look]:
    """Return who looked behind the screen of a match, for those who may rule there."""
    return list(match.looks.select_related("user"))


def looks_told(match: Match) -> list[Look]:
    """Return what everybody reads of that: all of it once the match is over, before nothing."""
    return looks_of(match) if match.status == Match.Status.OVER else []
