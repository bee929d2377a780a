"""What is said beside the pairings of one round: points before it, why a board came about, who has no opponent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.base import Reason
from tournaments.pages import words
from tournaments.pages.figures import Points, points
from tournaments.pages.pairings import Absence, Beside, Own
from tournaments.selectors.standings import StageTable
from tournaments.standings.crosstable import Cell, Kind

_ALONE: Final[Mapping[Kind, Any]] = {
    Kind.PAIRING_BYE: gettext_lazy("bye of the pairing"),
    Kind.FULL_BYE: gettext_lazy("full-point bye"),
    Kind.HALF_BYE: gettext_lazy("half-point bye"),
    Kind.ZERO_BYE: gettext_lazy("absent"),
    Kind.FREE: gettext_lazy("rests in this round"),
}


def beside(known: StageTable, number: int, reasons: Mapping[str, Sequence[Reason]]) -> Beside:
    """Return the points of everybody before a round, and why each board came about."""
    said = {key: tuple(words.say(reason.text) for reason in told) for key, told in reasons.items()}
    slug = known.stage.tournament.slug
    if known.table is None:
        return Beside(why=said, slug=slug)
    before = {
        known.field[each.number].entry_id: str(points(sum(cell.points for cell in each.cells[: number - 1])))
        for each in known.table.competitors
    }
    # Before round 1 everybody has none, and nobody need be told.
    return Beside(before if number > 1 else {}, said, slug)


def alone(known: StageTable, number: int, own: Own, why: Mapping[str, tuple[str, ...]]) -> list[Absence]:
    """Return who has no opponent in a round of a table, what for, and what it brings. `why` is by entry.

    Who has left the tournament is not named in every round to come.
    """
    return list(_alone(known, number, own, why))


def _alone(known: StageTable, number: int, own: Own, why: Mapping[str, tuple[str, ...]]) -> Iterator[Absence]:
    for each in known.table.competitors if known.table else ():
        place = known.field[each.number]
        cell = each.cells[number - 1] if len(each.cells) >= number else None
        if cell is None or cell.kind not in _ALONE or (cell.kind is Kind.ZERO_BYE and not place.entry.plays):
            continue
        yield Absence(place.entry.name, each.number, _reason(cell), place.entry_id in own, why.get(place.entry_id, ()))


def _reason(cell: Cell) -> str:
    """Return why somebody plays nobody, and the points for it."""
    said = str(_ALONE[cell.kind])
    if cell.kind is Kind.FREE:
        return said
    return _("%(why)s: %(points)s") % {"why": said, "points": _in_words(points(cell.points), cell.points)}


def _in_words(shown: Points, tenths: int) -> str:
    """Return points in words: "1 point", "no points"."""
    if not tenths:
        return _("no points")
    return ngettext("%(n)s point", "%(n)s points", 1 if 0 < tenths <= 10 else 2) % {"n": shown}
