"""Rounds: published, taken back, started exactly once, closed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Q

from matches.now import now_ms
from tournaments.errors import TournamentError
from tournaments.models import Announcement, Bye, Pairing, Round, Stage, Tournament
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.advance import advance, begin_round, close_round, close_rounds, start_due
from tournaments.services.common import ROUND_START, audit, later, lock_round, require, tell, user_row
from tournaments.services.drafts import open_boards
from tournaments.services.snapshots import snapshot_pairings

log = logging.getLogger(__name__)

PROMOTED_MS: Final = 15_000
"""How long before its time the start of a round is put before Celery; until then the row alone knows of it."""


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The answer to "start": the round, how many matches it has, and whether it had been started before."""

    round: Round
    matches: int
    already: bool

    @property
    def code(self) -> str:
        """Return "already_started" for every call but the first, else nothing."""
        return "already_started" if self.already else ""


@transaction.atomic
def round_publish(*, round_id: str, by: Actor, starts_at_ms: int | None = None, starts_itself: bool = False) -> Round:
    """Let everybody see the pairings. Where later rounds begin on their own, the whole tree is published with it.

    `starts_itself` lets the service start the round at `starts_at_ms`; else the time is an announcement. Raises
    TournamentError `round_not_draft`, `round_before_open`, `being_edited`, `no_boards`, `bye_and_board` for somebody
    with a granted bye at a board, `bad_value` without a time, or `not_open` while the tournament is a draft.
    """
    stage, round_ = lock_round(round_id)
    require(by, Capability.PUBLISH)
    if not stage.tournament.published:
        raise TournamentError("not_open")
    if round_.state != Round.State.DRAFT:
        raise TournamentError("round_not_draft")
    if stage.rounds.filter(number__lt=round_.number, state=Round.State.DRAFT).exists():
        raise TournamentError("round_before_open")
    if starts_itself and starts_at_ms is None:
        raise TournamentError("bad_value", "starts_at")
    _presentable(stage, round_)
    for shown in _together(stage, round_):
        shown.state = Round.State.PUBLISHED
        shown.snapshot += 1
        shown.published_at_ms = now_ms()
        shown.starts_at_ms = starts_at_ms if shown.pk == round_.pk else shown.starts_at_ms
        shown.starts_itself = starts_itself if shown.pk == round_.pk else shown.starts_itself
        shown.save(update_fields=["state", "snapshot", "published_at_ms", "starts_at_ms", "starts_itself"])
        snapshot_pairings(stage, shown)
    if starts_itself and starts_at_ms is not None and starts_at_ms - now_ms() < PROMOTED_MS:
        later(ROUND_START, round_.pk, at_ms=starts_at_ms)
    audit(stage.tournament, by, "round_publish", subject=round_)
    tell(stage.tournament, "status", "bracket", "console", "lobby")
    round_.refresh_from_db()
    return round_


@transaction.atomic
def round_unpublish(*, round_id: str, by: Actor, reason: str) -> Round:
    """Take a published round back into the draft, with a public note. Raises TournamentError `round_under_way`."""
    stage, round_ = lock_round(round_id)
    require(by, Capability.PUBLISH, reason=reason)
    if round_.state == Round.State.DRAFT:
        raise TournamentError("round_not_published")
    if round_.state != Round.State.PUBLISHED:
        raise TournamentError("round_under_way")
    shown = stage.rounds.filter(number__gte=round_.number, state=Round.State.PUBLISHED)
    shown.update(state=Round.State.DRAFT, published_at_ms=None, starts_itself=False)
    stage.pairings.filter(round__number__gte=round_.number).update(postponed=False, postponed_until_ms=None)
    note(stage.tournament, by, "round_unpublished", round=round_.number, reason=reason.strip())
    audit(stage.tournament, by, "round_unpublish", subject=round_, reason=reason)
    tell(stage.tournament, "status", "bracket", "console", "lobby")
    round_.refresh_from_db()
    return round_


@transaction.atomic
def round_start(*, round_id: str, by: Actor) -> RoundStarted:
    """Start a round: byes are decided and every match that is due is made, each exactly once.

    Called again, or twenty times at once, it answers `already` with the same round. Raises TournamentError
    `round_not_published`, `round_before_open`.
    """
    stage, round_ = lock_round(round_id)
    require(by, Capability.PUBLISH)
    already = round_.state in (Round.State.RUNNING, Round.State.CLOSED)
    if not already:
        _may_start(stage, round_)
        _start(stage, round_, by)
    round_.refresh_from_db()
    return RoundStarted(round_, _matches(round_), already)


def _start(stage: Stage, round_: Round, by: Actor) -> None:
    """Set round, stage and tournament running, and begin what can begin."""
    begin_round(round_)
    stage.state = Stage.State.RUNNING
    stage.save(update_fields=["state"])
    Tournament.objects.filter(pk=stage.tournament_id).update(state=Tournament.State.RUNNING)
    stage.tournament.state = Tournament.State.RUNNING
    advance(stage)
    start_due(stage)
    close_rounds(stage)
    audit(stage.tournament, by, "round_start", subject=round_)
    tell(stage.tournament, "status", "bracket", "boards", "console", "lobby")


def _may_start(stage: Stage, round_: Round) -> None:
    """Raise unless it is this round's turn."""
    if round_.state == Round.State.DRAFT:
        raise TournamentError("round_not_published")
    # A postponed board is played later; it keeps its own round open, and nobody else from playing.
    before = stage.rounds.filter(number__lt=round_.number).exclude(state=Round.State.CLOSED)
    if before.exclude(state=Round.State.RUNNING).exists():
        raise TournamentError("round_before_open")
    if open_boards(stage, round_.number).filter(postponed=False).exists():
        raise TournamentError("round_before_open")


def rounds_start_due() -> int:
    """Start every published round whose time has come; return how many. Called by tasks, as often as one likes.

    One that cannot start yet, because boards before it are open, is found again the next time.
    """
    due = Round.objects.filter(state=Round.State.PUBLISHED, starts_itself=True, starts_at_ms__lte=now_ms())
    return sum(round_start_if_due(round_id=round_id) for round_id in due.values_list("pk", flat=True))


def rounds_to_promote() -> list[tuple[str, int]]:
    """Return the rounds that start by themselves within the next seconds, with their instants."""
    soon = Round.objects.filter(
        state=Round.State.PUBLISHED, starts_itself=True, starts_at_ms__range=(now_ms() + 1, now_ms() + PROMOTED_MS)
    )
    return [(round_id, int(at_ms or 0)) for round_id, at_ms in soon.values_list("pk", "starts_at_ms")]


@transaction.atomic
def round_start_if_due(*, round_id: str) -> bool:
    """Start a round if it starts by itself, its time has come, and no board before it is still played; tell whether."""
    stage, round_ = lock_round(round_id)
    due = round_.starts_at_ms is not None and round_.starts_at_ms <= now_ms()
    if round_.state != Round.State.PUBLISHED or not round_.starts_itself or not due:
        return False
    try:
        _may_start(stage, round_)
    except TournamentError as refusal:
        log.info("round %s does not start yet: %s", round_id, refusal.code)
        return False
    _start(stage, round_, SYSTEM)
    return True


@transaction.atomic
def round_close(*, round_id: str, by: Actor) -> Round:
    """Close a round whose boards all have a result; closing a closed round changes nothing.

    Raises TournamentError `boards_open`, `round_not_published`. Rounds also close by themselves after the last result.
    """
    stage, round_ = lock_round(round_id)
    require(by, Capability.PUBLISH)
    if round_.state == Round.State.CLOSED:
        return round_
    if round_.state == Round.State.DRAFT:
        raise TournamentError("round_not_published")
    undecided = round_.pairings.exclude(state=Pairing.State.DECIDED).count()
    if undecided:
        raise TournamentError("boards_open", undecided)
    close_round(stage, round_)
    close_rounds(stage)
    return round_


def note(tournament: Tournament, by: Actor, code: str, **data: object) -> None:
    """Put a note of the service on the tournament's page, told in each reader's language."""
    Announcement.objects.create(tournament=tournament, code=code, data=data, at_ms=now_ms(), by_user=user_row(by))


def _presentable(stage: Stage, round_: Round) -> None:
    """Raise if a draft cannot be shown as it is."""
    if round_.editing:
        raise TournamentError("being_edited")
    if not round_.pairings.exists():
        raise TournamentError("no_boards")
    granted = stage.byes.filter(round_number=round_.number, state=Bye.State.GRANTED).values_list("entry_id", flat=True)
    seated = round_.pairings.filter(Q(entry_0__in=granted) | Q(entry_1__in=granted))
    if seated.exists():
        raise TournamentError("bye_and_board", ", ".join(str(pairing.board) for pairing in seated))


def _together(stage: Stage, round_: Round) -> list[Round]:
    """Return the rounds that are published with this one."""
    if not stage.as_ready:
        return [round_]
    return list(stage.rounds.filter(number__gte=round_.number, state=Round.State.DRAFT))


def _matches(round_: Round) -> int:
    """Return how many matches a round has so far."""
    return sum(pairing.games.count() for pairing in round_.pairings.prefetch_related("games"))
