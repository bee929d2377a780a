"""What tournaments hear from matches."""

from __future__ import annotations

from typing import Any

from matches.models import Match
from tournaments.services.games import game_record


def match_is_over(match: Match, **_kwargs: Any) -> None:
    """Record the end of a match in the transaction that ends it; matches of nobody's tournament are ignored."""
    game_record(match=match)
