"""The few words that every part of the engine shares: seats, actors, JSON values, bilingual text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Seat: TypeAlias = int
"""A player's place in one match, 0 first."""

Actor: TypeAlias = int
"""A seat, or one of the three actors below that sit at no seat."""

CHANCE: Final[Actor] = -1
ARBITER: Final[Actor] = -2
CLOCK: Final[Actor] = -3

Viewer: TypeAlias = "Seat | None"
"""Who looks: a seat, or None for the public (spectators, hall screens, arbiters of a running match)."""

Audience: TypeAlias = "Seat | Literal['public', 'server']"
"""Who may know a thing while the match runs."""

# No floats: the canonical form of a log line has integers and strings only.
Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | bool | None"
JsonObject: TypeAlias = "Mapping[str, Json]"

Language: TypeAlias = Literal["en", "de"]


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or label in the two languages of the product.

    >>> Text("Flag", "Fahne").to("de")
    'Fahne'
    """

    en: str
    de: str

    @classmethod
    def of(cls, names: Mapping[str, str]) -> Text:
        """Return what a data file writes as `{en, de}`, without white space around it."""
        return cls(names["en"].strip(), names["de"].strip())

    def to(self, language: str) -> str:
        """Return the text in `language`; English for any language but German."""
        return self.de if language == "de" else self.en
