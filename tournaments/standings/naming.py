"""What tie-breaks are called with their modifiers: in full for people, short for the head of a narrow column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gameengine.core.types import Text
from tournaments.standings.registry import Chosen
from tournaments.standings.tiebreaks.base import PLAIN, Modifiers

_CUT_BOTH: Final = (
    Text("without the highest and the lowest value", "ohne den höchsten und den niedrigsten Wert"),
    Text("without {n} values at both ends", "ohne {n} Werte an beiden Enden"),
)
_CUT_FIRST: Final = (
    Text("without the first round", "ohne die erste Runde"),
    Text("without the first {n} rounds", "ohne die ersten {n} Runden"),
)
_CUT_LOW: Final = (
    Text("without the lowest value", "ohne den niedrigsten Wert"),
    Text("without the {n} lowest values", "ohne die {n} niedrigsten Werte"),
)
_FORFEITS: Final = Text("forfeits as games", "Kampfloses als Partien")
_UNRATED: Final = Text("unrated as {n}", "ohne Wertungszahl als {n}")
_LIMIT: Final = Text("from {n} per cent of the points", "ab {n} Prozent der Punkte")
_CAP: Final = Text("at most {n} per game", "höchstens {n} je Partie")
_REVERSED: Final = Text("reversed", "umgekehrt")


def full_name(each: Chosen) -> Text:
    """Return what people call a tie-break with its modifiers.

    >>> from tournaments.standings.registry import chosen
    >>> full_name(chosen("BH/C1", "swiss")).en
    'Buchholz, without the lowest value'
    """
    parts = [each.tie_break.name, *_modifiers(each.modifiers, first_rounds=each.tie_break.code == "PS")]
    return Text(", ".join(part.en for part in parts), ", ".join(part.de for part in parts))


def short_name(each: Chosen) -> Text:
    """Return a tie-break as the head of a narrow column, with its modifiers as lists write them.

    >>> from tournaments.standings.registry import chosen
    >>> short_name(chosen("BH/C1", "swiss")).en
    'BH/C1'
    """
    _, stroke, modifiers = each.key.partition("/")
    heading = each.tie_break.heading
    return Text(heading.en + stroke + modifiers, heading.de + stroke + modifiers)


def _modifiers(given: Modifiers, *, first_rounds: bool) -> Iterator[Text]:
    """Yield the modifiers in words; those of which there are none are left out."""
    if given.cut_high:
        yield _counted(_CUT_BOTH, given.cut_high)
    elif given.cut_low:
        yield _counted(_CUT_FIRST if first_rounds else _CUT_LOW, given.cut_low)
    if given.forfeits:
        yield _FORFEITS
    limit = None if given.limit == PLAIN.limit else given.limit
    for text, number in ((_UNRATED, given.unrated), (_LIMIT, limit), (_CAP, given.cap)):
        if number is not None:
            yield _filled(text, number)
    if given.reverse:
        yield _REVERSED


def _counted(texts: tuple[Text, Text], count: int) -> Text:
    """Return the text for one, or the one for several."""
    return texts[0] if count == 1 else _filled(texts[1], count)


def _filled(text: Text, number: int) -> Text:
    """Return a text with its number."""
    return Text(text.en.format(n=number), text.de.format(n=number))
