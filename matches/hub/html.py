"""The stream for pages: markup of what has changed, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import override

from gameengine.board.svg import changed
from gameengine.core.types import JsonObject, Viewer
from matches import parts, words
from matches.absence import absences
from matches.branching import Lines, counting, goes_back_to
from matches.hub.scenes import SHORT_HASH, SeatName, encode
from matches.moves import PLAYED, items, list_markup, markup
from matches.picture import About, Face, MatchPicture, latest, outage_since, picture
from matches.presence import Away
from matches.rows import EventRow, Row
from matches.showing import board_markup, last_text, live_data


class HtmlScene:
    """Remembers the last picture; the next one is compared with it, value by value."""

    needs_log = True

    def __init__(self, viewer: Viewer, language: str, seats: Sequence[SeatName], about: About) -> None:
        self._viewer, self._language, self._about = viewer, language, about
        self._faces = [Face(seat.seat, seat.name, seat.bot_level, team=seat.team) for seat in seats]
        self._last: MatchPicture | None = None
        self._contents: Mapping[str, Any] = {}
        self._paused_for = ""
        self._outage_ms = 0
        self._away: Away = {}

    def prime(self, row: Row, recent: Sequence[EventRow], away: Away) -> None:
        """Remember the picture that the pages of this audience show."""
        with override(self._language):
            self._note_presence(away)
            self._remember(self._picture(row, self._seen(recent)))

    def events(self, row: Row, events: Sequence[EventRow]) -> list[str]:
        """Return one frame per event; the last carries the elements and parts that differ."""
        with override(self._language):
            seen = self._seen(events)
            new = self._picture(row, seen)
            frames = [self._event(event, lines, new) for event, lines in zip(events, seen, strict=True)]
            frames[-1] |= self._difference(new) | _moment(new, seen, self._contents["status"])
        return [encode(frame) for frame in frames]

    def replay(self, row: Row, events: Sequence[EventRow]) -> list[str]:
        """Return one frame per event; the last carries the whole picture and every part."""
        with override(self._language):
            seen = self._seen(events)
            new = self._picture(row, seen)
            frames = [self._event(event, lines, new) for event, lines in zip(events, seen, strict=True)]
            frames[-1] |= _whole(new) | _moment(new, seen)
        return [encode(frame) for frame in frames]

    def snapshot(self, row: Row, log: Sequence[EventRow]) -> str:
        """Return the whole picture, every part and the list of moves."""
        with override(self._language):
            seen = self._seen(log)
            new = self._picture(row, seen)
            frame = {"t": "snap", "h": row.head[:SHORT_HASH], **_whole(new), **_moment(new, seen)}
            frame["parts"]["moves"] = moves_list(list_markup(seen, new.table.game, self._names, self._about.match_id))
        return encode(frame)

    def presence(self, row: Row, away: Away) -> list[str]:
        """Return the marks beside the names, and for who plays what it means that somebody is away."""
        told: dict[str, str] = {}
        with override(self._language):
            self._note_presence(away)
            for face in self._faces:
                told |= parts.presence(face)
            before, last = self._contents, self._last
            if last is not None:
                gone = tuple(one for one in absences(row.table, away, row.claim_away_ms) if one.seat != self._viewer)
                self._remember(replace(last, faces=tuple(self._faces), absences=gone))
                told |= parts.changed_parts(before, self._contents, last)
        return [encode({"t": "presence", "parts": told})]

    def own(self, row: Row) -> str:
        """Return the parts that differ; board, clocks and list of moves cannot."""
        with override(self._language):
            before, last = self._contents, self._last
            new = self._picture(row, []) if last is None else replace(last, table=row.table)
            self._remember(new)
            told = parts.changed_parts(before, self._contents, new)
        return encode({"t": "own", "seq": row.seq, "parts": told})

    def _note_presence(self, away: Away) -> None:
        self._away = away
        self._faces = [replace(face, here=face.seat not in away or face.seat == self._viewer) for face in self._faces]

    def _items(self, seen: Lines, new: MatchPicture) -> list[str]:
        return [markup(item, self._about.match_id) for item in items(seen, new.table.game, self._names)]

    @property
    def _names(self) -> list[str]:
        return [face.name for face in self._faces]

    def _seen(self, events: Sequence[EventRow]) -> Lines:
        seen: Lines = [(event.seq, event.line.seen_by(self._viewer)) for event in events]
        lines = [line for _seq, line in seen]
        self._paused_for = words.pause_reason(lines, self._names) or self._paused_for
        acted = any(line["kind"] in PLAYED for line in lines)
        self._outage_ms = outage_since(lines) + (0 if acted else self._outage_ms)
        return seen

    def _picture(self, row: Row, seen: Lines) -> MatchPicture:
        return picture(
            row.table,
            self._viewer,
            about=self._about,
            faces=self._faces,
            seq=row.seq,
            status=row.status,
            last=latest([line for _seq, line in counting(seen)]),
            paused_for=self._paused_for,
            away=self._away,
            claim_away_ms=row.claim_away_ms,
            outage_ms=self._outage_ms,
        )

    def _event(self, event: EventRow, seen: tuple[int, JsonObject], new: MatchPicture) -> dict[str, Any]:
        frame: dict[str, Any] = {
            "t": "ev",
            "seq": event.seq,
            "ply": event.line.ply,
            "kind": event.kind,
            "actor": event.actor,
            "at_ms": event.at_ms,
            "h": event.hash[:SHORT_HASH],
        }
        if told := self._items([seen], new):
            frame["append"] = {"moves": "".join(told)}
        return frame

    def _difference(self, new: MatchPicture) -> dict[str, Any]:
        """Return what has changed since the last picture, and remember the new one."""
        old, before = self._last, self._contents
        self._remember(new)
        if old is None:
            return _whole(new)
        told = parts.changed_parts(before, self._contents, new)
        changes = changed(old.board, new.board, self._language, interactive=new.can_pick)
        if changes.redraw or old.can_pick != new.can_pick:
            return {"svg": board_markup(new), "parts": told}
        grown = {"box": changes.box} if changes.box else {}
        return {"els": dict(changes.markup), "gone": list(changes.removed), **grown, "parts": told}

    def _remember(self, picture: MatchPicture) -> None:
        self._last, self._contents = picture, parts.contents(picture)


def moves_list(inner: str) -> str:
    """Return the list of moves with its DOM id."""
    return f'<ol class="moves" id="moves" data-live>{inner}</ol>'


def _whole(picture: MatchPicture) -> dict[str, Any]:
    return {"svg": board_markup(picture), "parts": parts.parts(picture)}


def _moment(picture: MatchPicture, seen: Lines, status: str | None = None) -> dict[str, Any]:
    said = last_text(picture, latest([line for _seq, line in counting(seen)]))
    if seen and goes_back_to(seen[-1][1]) is not None:
        said = words.line_text(seen[-1][1], [face.name for face in picture.faces])
    if not said and seen:
        said = " ".join(words.line_text(line, [face.name for face in picture.faces]) for _seq, line in seen).strip()
    return {**live_data(picture), "say": said, "title": words.title_text(picture, status)}
