"""What can be wrong with a cross table or with a list of tie-breaks: one table of stable codes and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gameengine.core.types import Text

SENTENCES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "bad_round": Text(
            "round {detail} cannot be counted: it was never declared",
            "Runde {detail} kann nicht zählen: sie ist nicht angesetzt",
        ),
        "number_twice": Text("number {detail} is there twice", "die Nummer {detail} kommt zweimal vor"),
        "bad_rounds": Text(
            "the rounds of {detail} do not fit the table", "die Runden von {detail} passen nicht zur Tabelle"
        ),
        "bad_opponent": Text(
            "with or without opponent, this does not fit: {detail}",
            "ob mit oder ohne Gegner, das passt nicht: {detail}",
        ),
        "sides_disagree": Text(
            "the two sides of a board disagree: {detail}", "die beiden Seiten eines Bretts widersprechen sich: {detail}"
        ),
        "unknown_tie_break": Text("there is no tie-break {detail}", "es gibt keine Feinwertung {detail}"),
        "bad_modifier": Text("{detail} has a modifier that does not fit", "{detail} hat einen Zusatz, der nicht passt"),
        "not_in_this_system": Text(
            "{detail} means nothing in this kind of tournament", "{detail} hat in dieser Turnierart keinen Sinn"
        ),
        "tie_break_twice": Text("a tie-break is there twice: {detail}", "eine Feinwertung kommt zweimal vor: {detail}"),
    }
)
"""For each code: the sentence."""


class StandingsError(ValueError):
    """The standings cannot be worked out; `code` never changes, `detail` names the part that is wrong."""

    def __init__(self, code: str, detail: str) -> None:
        self.text = Text(SENTENCES[code].en.format(detail=detail), SENTENCES[code].de.format(detail=detail))
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
