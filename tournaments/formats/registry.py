"""The one list of formats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.formats.base import Format, FormatError
from tournaments.formats.double_elimination import DOUBLE_ELIMINATION
from tournaments.formats.knockout import KNOCKOUT
from tournaments.formats.roundrobin import ROUND_ROBIN
from tournaments.formats.swiss.format import SWISS

FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {entry.key: entry for entry in (KNOCKOUT, DOUBLE_ELIMINATION, ROUND_ROBIN, SWISS)}
)


def format_of(key: str) -> Format:
    """Return a format by its key. Raises FormatError `unknown_format`."""
    if key not in FORMATS:
        raise FormatError("unknown_format", key)
    return FORMATS[key]
