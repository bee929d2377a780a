"""The standings of a stage as values for the page, the print and the hall screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Snapshot, Stage
from tournaments.pages import words
from tournaments.pages.figures import Points, column, points
from tournaments.pages.when import Moment, moment
from tournaments.selectors.conduct import Correction
from tournaments.selectors.pairings import rosters_of
from tournaments.selectors.standings import Line, StageStandings
from tournaments.standings.score import tenths

Own = frozenset[str]
"""The entries of whoever looks."""

OUT: Final = frozenset({Entry.Status.WITHDRAWN.value, Entry.Status.DISQUALIFIED.value})
"""Who plays no more."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of tie-break values: short for its head, in full below the table."""

    code: str
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """One line. `place` is empty for who has no rank; `labelled` are the values with their headings, in order.

    `note` is what became of somebody who plays no more, `mark` changes whenever the line does.
    """

    entry_id: str
    place: str
    name: str
    url: str
    seed: int | None
    rating: int | None
    points: Points | None
    labelled: tuple[tuple[str, str], ...]
    note: str
    out: bool
    own: bool
    mark: str
    roster: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The standings after a round. `tree` tells that there are places alone, without points."""

    title: str
    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    tree: bool
    publication: str
    at: Moment | None
    corrections: tuple[str, ...] = ()


def table(found: StageStandings, own: Own, *, link: str = "", snapshot: Snapshot | None = None) -> Table:
    """Return the standings; `link` is added to the addresses of the entries."""
    tree = found.worked is None
    headings = tuple(Heading(one.code, words.say(one.heading), words.say(one.name)) for one in found.columns)
    columns = [column(line.values[index] for line in found.lines if line.values) for index in range(len(found.columns))]
    values = list(zip(*columns, strict=True)) if columns else []
    rosters = rosters_of(found.stage.tournament)
    lines = zip(found.lines, [*values, *[()] * (len(found.lines) - len(values))], strict=True)
    return Table(
        title=after_text(found),
        headings=headings,
        rows=tuple(
            _together(_row(line, _labelled(headings, texts), found.stage, own, link), rosters) for line, texts in lines
        ),
        tree=tree,
        publication=str(snapshot.number) if snapshot else "",
        at=moment(snapshot.at_ms, found.stage.tournament.zone) if snapshot else None,
    )


def after_text(found: StageStandings) -> str:
    """Return what the standings are: "after round 3 of 5", "final standings"."""
    if found.worked is None:
        return _("places that are settled")
    if found.final:
        return _("final standings")
    if not found.after:
        return _("before round 1")
    return _("after round %(number)s of %(count)s") % {"number": found.after, "count": found.rounds}


def _labelled(headings: Sequence[Heading], texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return values with their headings; none for who has no rank."""
    return tuple((heading.short, text) for heading, text in zip(headings, texts, strict=False))


def _row(line: Line, labelled: tuple[tuple[str, str], ...], stage: Stage, own: Own, link: str) -> Row:
    """Return one line."""
    place, scored = _place(line), points(tenths(line.points)) if line.points else None
    out = line.status in OUT
    return Row(
        entry_id=line.entry_id or "",
        place=place,
        name=line.name or _("not awarded"),
        url=entry_url(stage, line.entry_id) + link if line.entry_id else "",
        seed=line.seed,
        rating=line.rating,
        points=scored,
        labelled=labelled,
        note=str(Entry.Status(line.status).label) if out else "",
        out=out,
        own=line.entry_id in own,
        mark=f"{place}/{scored}",
    )


def _together(row: Row, rosters: Mapping[str, str]) -> Row:
    """Return a line with the names of those who play together."""
    return replace(row, roster=rosters.get(row.entry_id, ""))


def _place(line: Line) -> str:
    """Return a place: "3", or "3–4" where a tree shares it; equal ranks of a table are the same number."""
    if line.rank is None:
        return ""
    return f"{line.rank}–{line.to_rank}" if line.shared and not line.points else str(line.rank)


def entry_url(stage: Stage, entry_id: str) -> str:
    """Return the address of an entry's page. The stage knows its tournament."""
    return reverse("tournament-entry", args=[stage.tournament.slug, entry_id])


def with_notes(made: Table, found: StageStandings, corrections: Sequence[Correction]) -> Table:
    """Return the standings with a sentence for each result of theirs that was corrected too late for a pairing."""
    counted = [one for one in corrections if one.round_number <= found.after]
    return replace(made, corrections=tuple(map(_correction, counted)))


def _correction(late: Correction) -> str:
    """Return what was corrected, and which pairings go by it."""
    about = {
        "board": late.board,
        "round": late.round_number,
        "names": " – ".join(entry.name for entry in late.revision.pairing.entries if entry is not None),
        "last": late.paired_through,
        "next": late.counts_from,
    }
    said = _("Round %(round)s, board %(board)s (%(names)s) was corrected after round %(last)s had been paired.") % about
    if late.counts_from is None:
        effect = _("The standings count the correction; the pairings go on with the old result.")
    else:
        effect = _("The standings count the correction, and so do the pairings from round %(next)s on.") % about
    return f"{said} {effect}"


def place_text(found: StageStandings, entry_id: str) -> str:
    """Return where an entry stands: "place 3 with 2½ points after round 3 of 5"; nothing before round 1 has counted."""
    line = found.line_of.get(entry_id)
    if line is None or line.rank is None or found.worked is None or not found.after:
        return ""
    scored = found.worked.row[line.seed or 0].points
    said = ngettext("place %(place)s with %(n)s point", "place %(place)s with %(n)s points", 1 if scored == 10 else 2)
    return f"{said % {'place': line.rank, 'n': points(scored)}}, {after_text(found)}"


def settled_place(line: Line | None) -> str:
    """Return the place of an entry in a tree: "place 3–4"; nothing as long as it is not settled."""
    return _("place %(place)s") % {"place": _place(line)} if line else ""
