"""What stands above the board of a match: how it stands, what the viewer is asked, and who is away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext as _

from gameengine.core.abilities import HasDecks
from gameengine.core.types import Seat
from gameengine.table import Table, begins_without, missing
from gameengine.table.decks import deck_choice
from matches import now, words
from matches.absence import Claim, claimable, results
from matches.picture import MatchPicture


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands above the board until it is over: the result, a pause, an autopilot, the wait for the start."""

    kind: str
    match_id: str
    viewer: Seat | None = None
    text: str = ""
    detail: str = ""
    score: str = ""
    practice: bool = False
    back: str = ""
    at_table: bool = False
    is_ready: bool = False
    many: bool = False
    until_ms: int | None = None
    chooses_deck: bool = False

    @property
    def until(self) -> str:
        """Return the time until `until_ms`, before a script counts it down."""
        return "" if self.until_ms is None else words.clock_text(max(0, self.until_ms - now.now_ms()))

    @property
    def instant(self) -> str:
        """Return `until_ms` in the form that a script reads."""
        return "" if self.until_ms is None else datetime.fromtimestamp(self.until_ms / 1000, UTC).isoformat()

    @property
    def at(self) -> str:
        """Return `until_ms` as a time of day, before a script writes it in the reader's own zone."""
        return "" if self.until_ms is None else f"{datetime.fromtimestamp(self.until_ms / 1000, UTC):%H:%M} UTC"


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who is away: since when, and from when the viewer may claim what (never: None, nothing)."""

    name: str
    since_ms: int
    claim_at_ms: int | None = None
    results: tuple[Claim, ...] = ()

    @property
    def span(self) -> str:
        """Return for how long, before a script counts it."""
        return words.span_text(max(0, now.now_ms() - self.since_ms))

    @property
    def may_claim(self) -> bool:
        """Tell whether a claim is possible now."""
        return bool(self.results) and self.claim_at_ms is not None and self.claim_at_ms <= now.now_ms()

    @property
    def wait(self) -> str:
        """Return how long it takes until a claim is possible, before a script counts it down."""
        return "" if self.claim_at_ms is None else words.clock_text(max(0, self.claim_at_ms - now.now_ms()))


@dataclass(frozen=True, slots=True)
class Absences:
    """Who is away, for somebody who plays."""

    match_id: str
    away: tuple[Away, ...] = ()


def notice(picture: MatchPicture) -> Notice:
    """Return what stands above the board."""
    match_id, viewer = picture.about.match_id, picture.viewer
    if picture.status == "over":
        return Notice(
            "result",
            match_id,
            viewer,
            text=words.result_text(picture),
            detail=words.result_reason(picture),
            score=words.score_text(picture),
            practice=picture.about.practice,
            back=picture.about.back,
            at_table=picture.about.at_table,
        )
    if picture.status in {"paused", "quarantined"}:
        until_ms = picture.table.resumes_at_ms if picture.status == "paused" else None
        return Notice(picture.status, match_id, viewer, detail=picture.paused_for, until_ms=until_ms)
    if picture.status == "waiting":
        return _waiting(picture)
    return _autopilot(picture)


_BEGINS: Final = {"at_round_start": "start", "on_first_turn": "latest"}
"""What the time of a match that waits means: it begins then, or at the latest; else who is absent forfeits."""


def _waiting(picture: MatchPicture) -> Notice:
    opening = picture.table.opening
    return Notice(
        "waiting",
        match_id=picture.about.match_id,
        viewer=picture.viewer,
        is_ready=picture.viewer is not None and opening.ready[picture.viewer],
        many=picture.table.seats > 2,
        until_ms=opening.no_show_at_ms if opening.start_at_ms is None else opening.start_at_ms,
        detail=_BEGINS.get(opening.start_policy, "no_show"),
        chooses_deck=_chooses_deck(picture),
    )


def _chooses_deck(picture: MatchPicture) -> bool:
    """Tell whether the viewer brings a deck and may still choose another."""
    table, viewer = picture.table, picture.viewer
    may = isinstance(table.game, HasDecks) and deck_choice(table.options) != "fixed"
    return may and viewer is not None and not table.opening.ready[viewer]


def _autopilot(picture: MatchPicture) -> Notice:
    """Return the notice that the server moves for the viewer; that it does for others stands beside their names."""
    about = picture.about
    if picture.is_out:
        return Notice("out", about.match_id, picture.viewer)
    if picture.viewer is not None and picture.viewer in awaited(picture.table):
        return _not_come(picture)
    if picture.viewer is None or not picture.table.autopilot[picture.viewer].active:
        if picture.outage_ms:
            return Notice("outage", about.match_id, picture.viewer, detail=words.span_text(picture.outage_ms))
        return Notice("", about.match_id)
    return Notice("autopilot", about.match_id, picture.viewer, detail=_left_note(picture))


def awaited(table: Table) -> tuple[Seat, ...]:
    """Return the seats that have not come to a match that has begun without them, and forfeit if they do not."""
    return missing(table) if begins_without(table.opening) and table.opening.no_show_ms is not None else ()


def _not_come(picture: MatchPicture) -> Notice:
    """Return the question whether the viewer is there."""
    opening, clock = picture.table.opening, picture.table.clock
    at_start = opening.start_policy == "at_round_start"
    return Notice(
        "not_come",
        picture.about.match_id,
        picture.viewer,
        until_ms=opening.no_show_at_ms if at_start else clock.limit_at_ms,
    )


def absence_part(picture: MatchPicture) -> Absences:
    """Return who is away besides the viewer. Spectators see it beside the names alone."""
    viewer, table = picture.viewer, picture.table
    if viewer is None or picture.status == "over":
        return Absences(picture.about.match_id)
    against = claimable(picture.absences, table, viewer) if picture.status == "live" else None
    return Absences(
        picture.about.match_id,
        tuple(
            Away(picture.name(one.seat), one.since_ms, one.claim_at_ms, results(table))
            if one == against
            else Away(picture.name(one.seat), one.since_ms)
            for one in picture.absences
        ),
    )


def _left_note(picture: MatchPicture) -> str:
    limit = picture.table.policy.forfeit_after
    if picture.viewer is None or not limit:
        return ""
    left = limit - picture.table.autopilot[picture.viewer].streak
    return _("%(left)s more automatic moves in a row lose the match.") % {"left": left}
