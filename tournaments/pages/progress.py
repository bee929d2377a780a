"""How far a tournament has got, in words: for the head of its pages, its state strip, and lists of tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.registry import format_of
from tournaments.models import Round, Tournament
from tournaments.pages import words
from tournaments.pages.when import Moment, moment
from tournaments.selectors.progress import Progress


@dataclass(frozen=True, slots=True)
class Head:
    """A tournament at this moment. `state` is two or three words, `more` what is going on, one short clause each.

    `round_query`, `table_query` and `tree_query` lead to the stage of the round, and to the last public one with a
    table or a tree: "?stage=2", or "" where there is only one; None if there is none.
    """

    name: str
    url: str
    state: str
    live: bool
    more: tuple[str, ...]
    starts: Moment | None
    round_number: int | None
    round_query: str = ""
    table_query: str | None = None
    tree_query: str | None = None

    @property
    def place(self) -> dict[str, Any]:
        """Return what the head of every page shows."""
        return {"name": self.name, "url": self.url, "round": self.state, "live": self.live}


def head(progress: Progress) -> Head:
    """Return the words for a tournament's progress."""
    tournament, current = progress.tournament, progress.current
    running = tournament.state == Tournament.State.RUNNING
    return Head(
        name=tournament.name,
        url=reverse("tournament", args=[tournament.slug]),
        state=_state(tournament, current),
        live=running and progress.playing > 0,
        more=tuple(_more(progress)),
        starts=_next_start(tournament, current),
        round_number=current.number if current else None,
        round_query=_query(progress, current) or "",
        table_query=_query(progress, _last(progress, tables=True)),
        tree_query=_query(progress, _last(progress, tables=False)),
    )


def _last(progress: Progress, *, tables: bool) -> Round | None:
    """Return the last public round of a stage with a table, or of one with a tree."""
    fitting = [one for one in progress.rounds if (format_of(one.stage.format).table is not None) is tables]
    return fitting[-1] if fitting else None


def _query(progress: Progress, round_: Round | None) -> str | None:
    """Return what leads to the stage of a round; nothing needs to where only one stage is public."""
    if round_ is None:
        return None
    several = len({one.stage_id for one in progress.rounds}) > 1
    return f"?stage={round_.stage.number}" if several else ""


def _state(tournament: Tournament, current: Round | None) -> str:
    """Return "Quarter-finals running"; without a public round, where the tournament stands."""
    if current is None or tournament.state == Tournament.State.FINISHED:
        return words.tournament_state(tournament)
    name = words.round_name(current)
    if current.state == Round.State.RUNNING:
        return _("%(round)s running") % {"round": name}
    if current.state == Round.State.PUBLISHED:
        return _("%(round)s published") % {"round": name}
    return _("%(round)s finished") % {"round": name}


def _more(progress: Progress) -> list[str]:
    current, tournament = progress.current, progress.tournament
    if current is None:
        return [entries_text(progress.entries, tournament.max_entries)]
    if tournament.state == Tournament.State.FINISHED:
        return [entries_text(progress.entries)]
    said = [_("round %(number)s of %(count)s") % {"number": current.number, "count": progress.planned(current)}]
    if current.state == Round.State.RUNNING:
        left = progress.open_boards(current)
        said.append(ngettext("%(n)s board open", "%(n)s boards open", left) % {"n": left})
    return said


def entries_text(entries: int, places: int | None = None) -> str:
    """Return how many take part: "12 entries", "12 of 64 places taken"."""
    if places is not None:
        return _("%(entries)s of %(places)s places taken") % {"entries": entries, "places": places}
    return ngettext("%(n)s entry", "%(n)s entries", entries) % {"n": entries}


def _next_start(tournament: Tournament, current: Round | None) -> Moment | None:
    """Return when the next thing begins, if that is known."""
    if current is not None and current.state == Round.State.PUBLISHED:
        return moment(current.starts_at_ms, tournament.zone)
    if tournament.state in (Tournament.State.DRAFT, Tournament.State.OPEN):
        return moment(tournament.starts_at_ms, tournament.zone)
    return None
