"""Reading one match for one viewer: the committed row, the log as that viewer may see it, and the picture of both."""

from __future__ import annotations

from dataclasses import dataclass

from gameengine.core.types import JsonObject, Viewer
from matches import store
from matches.branching import counting
from matches.models import Match
from matches.moves import list_markup
from matches.picture import About, Face, MatchPicture, latest, outage_since, picture
from matches.presence import Away, away_from
from matches.rows import EventRow
from matches.store.read import events_after
from matches.words import pause_reason


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match at this moment for one viewer: the picture, and the log in which only what the viewer may know stands."""

    match: Match
    picture: MatchPicture
    lines: tuple[tuple[int, JsonObject], ...]

    @property
    def names(self) -> list[str]:
        """Return who sits where."""
        return [face.name for face in self.picture.faces]

    @property
    def moves(self) -> str:
        """Return the list of moves as markup, in the active language."""
        return list_markup(self.lines, self.picture.table.game, self.names, self.match.pk)

    @property
    def last(self) -> tuple[JsonObject, ...]:
        """Return the lines of the last action that counts."""
        return latest([line for _seq, line in counting(self.lines)])


def match_view(match: Match, viewer: Viewer) -> MatchView:
    """Return the match as `viewer` sees it now (None: the public)."""
    row = store.load(match.pk)
    lines = seen_lines(events_after(match.pk, 0), viewer)
    # The log may be longer than the row read before it; what came later belongs to the next look.
    lines = tuple((seq, line) for seq, line in lines if seq <= row.seq)
    seen, away = [line for _seq, line in counting(lines)], away_from(match.pk)
    drawn = picture(
        row.table,
        viewer,
        about=about(match),
        faces=_faces(match, viewer, away),
        seq=row.seq,
        status=row.status,
        last=latest(seen),
        paused_for=pause_reason([line for _seq, line in lines], [seat.name for seat in match.seats.all()]),
        away=away,
        claim_away_ms=row.claim_away_ms,
        outage_ms=outage_since(seen),
    )
    return MatchView(match, drawn, lines)


def about(match: Match) -> About:
    """Return what stays the same for the whole match."""
    return About(match.pk, match.label, match.room, match.practice)


def faces(match: Match, viewer: Viewer = None) -> tuple[Face, ...]:
    """Return who sits where, and who is there now: the viewer of course."""
    return _faces(match, viewer, away_from(match.pk))


def _faces(match: Match, viewer: Viewer, away: Away) -> tuple[Face, ...]:
    return tuple(
        Face(one.seat, one.name, one.bot_level, one.seat not in away or one.seat == viewer, one.team)
        for one in match.seats.all()
    )


def seen_lines(events: list[EventRow], viewer: Viewer) -> tuple[tuple[int, JsonObject], ...]:
    """Return (number, line as the viewer may see it)."""
    return tuple((event.seq, event.line.seen_by(viewer)) for event in events)
