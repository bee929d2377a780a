"""What free tables hear from matches."""

from __future__ import annotations

from typing import Any

from matches.models import Match
from matches.tables.services import game_record


def match_is_over(match: Match, **_kwargs: Any) -> None:
    """Take note of the end of a game in the transaction that ends it; matches of no table are ignored."""
    game_record(match=match)
