"""How what the owner of matches knows gets into the evidence: matches know nothing of disputes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from gameengine.core.types import JsonObject
from matches.models import Match

DisputeReader: TypeAlias = "Callable[[Match, bool], Sequence[JsonObject]]"
"""Returns the disputes of a match as they are told: in full to who rules (True), else what everybody may know."""

_read_disputes: DisputeReader | None = None


def register_disputes(reader: DisputeReader) -> DisputeReader | None:
    """Make `reader` the one that knows the disputes of matches from now on; returns the one before."""
    global _read_disputes
    before, _read_disputes = _read_disputes, reader
    return before


def disputes_of(match: Match, *, whole: bool) -> Sequence[JsonObject] | None:
    """Return the disputes of a match; None if nobody keeps any."""
    return None if _read_disputes is None else _read_disputes(match, whole)
