"""Dotted paths into JSON values: `players.0.score`, `board.[1,0].tile`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

MISSING: Final = object()
"""What `look_up` returns where a path leads nowhere."""

_SEGMENT = re.compile(r"\[([^\]]*)\]|([^.\[\]]+)")


def segments(path: str) -> list[str]:
    """Return the parts of a path; a part with a dot or colon stands in square brackets.

    >>> segments("board.[1,0].tile"), segments("followers.[0,0.c1]")
    (['board', '1,0', 'tile'], ['followers', '0,0.c1'])
    """
    return [bracketed or plain for bracketed, plain in _SEGMENT.findall(path)]


def look_up(value: Any, path: str) -> Any:
    """Return what a path leads to in a JSON value, or MISSING.

    >>> look_up({"players": [{"score": 3}]}, "players.0.score")
    3
    """
    for segment in segments(path):
        value = _inside(value, segment)
        if value is MISSING:
            return MISSING
    return value


def _inside(value: Any, segment: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(segment, MISSING)
    if isinstance(value, Sequence) and not isinstance(value, str) and segment.isdigit() and int(segment) < len(value):
        return value[int(segment)]
    return MISSING
