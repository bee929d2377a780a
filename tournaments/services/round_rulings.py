"""Rulings on all boards of a round at once, as for a fire alarm: each match once, with one reason, and a clear report.

Each match is ruled on in a transaction of its own, as if the arbiter had gone from board to board, and the line of its
log names the pause that it belongs to. So whoever is interrupted in the middle may press again, two may press at once,
and a board that somebody has paused for another reason is not let go on with the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from django.db import transaction

from matches.models import Command, Match
from matches.now import now_ms
from matches.rows import Ack
from matches.selectors import paused_by
from matches.services import match_rule
from tournaments.errors import TournamentError
from tournaments.models import Pairing, PairingMatch, Round, RoundPause
from tournaments.permissions import Actor, Capability, Right, ruling_role
from tournaments.services.common import audit, lock_round, require, tell, user_row

Reached: TypeAlias = Literal["done", "already", "over", "apart", "not_begun", "runs", "own", "rival", "refused"]
"""What became of a board: the ruling holds; it held before; the match is over; it stays paused for a reason of its own;
it has not begun; it is not paused; the arbiter plays there; it refuses.
"""
MOST_EXTRA_MS: Final = 24 * 3_600_000
_LIVE: Final = (Match.Status.LIVE, Match.Status.WAITING)


@dataclass(frozen=True, slots=True)
class BoardReport:
    """What became of one match of the round; `code` tells why it refuses."""

    board: int
    match_id: str
    names: str
    reached: Reached
    code: str = ""


@dataclass(frozen=True, slots=True)
class RoundReport:
    """What a ruling on a round has reached, board by board."""

    round: Round
    act: str
    boards: tuple[BoardReport, ...]

    def count(self, *reached: Reached) -> int:
        """Return for how many boards it came out so."""
        return sum(board.reached in reached for board in self.boards)


def round_pause(*, round_id: str, by: Actor, reason: str) -> RoundReport:
    """Pause every match of a running round that is not over, also those that have not begun.

    Called again it pauses what runs meanwhile. Raises TournamentError `round_not_running`, `reason_missing`.
    """
    pause = _pause_of(round_id, by, reason)
    boards = [_paused(game, pause, by, reason) for game in _games(pause.round)]
    return reported(pause.round, "round_pause", by, reason, boards)


def round_unpause(*, round_id: str, by: Actor, reason: str, at_ms: int | None = None) -> RoundReport:
    """Let every match go on that `round_pause` has paused: now, or all at an announced instant.

    A match that an arbiter has paused by itself stays paused. Raises TournamentError `round_not_paused`,
    `reason_missing`, `bad_value` for an instant that has passed.
    """
    pause = _open_pause(round_id, by, reason)
    if at_ms is not None and at_ms <= now_ms():
        raise TournamentError("bad_value", "at")
    text = "unpause" if at_ms is None else f"unpause-at {at_ms}"
    boards = [_unpaused(game, pause, by, text, reason) for game in _games(pause.round)]
    changes = {"ended_at_ms": now_ms()} if at_ms is None else {"resumes_at_ms": at_ms}
    RoundPause.objects.filter(pk=pause.pk).update(**changes)
    return reported(pause.round, "round_unpause", by, reason, boards, at_ms=at_ms)


def round_add_time(*, round_id: str, by: Actor, reason: str, ms: int, key: str) -> RoundReport:
    """Give both sides of every match of a round that is played `ms` more; the same `key` again gives nothing more.

    Raises TournamentError `round_not_running`, `bad_value`, `reason_missing`.
    """
    round_ = _running(round_id, by, reason)
    if not 0 < ms <= MOST_EXTRA_MS:
        raise TournamentError("bad_value", "ms")
    boards = [_given_time(game, by, reason, ms, key) for game in _games(round_)]
    return reported(round_, "round_add_time", by, reason, boards, ms=ms)


def pause_new_match(*, pairing: Pairing, match: Match) -> None:
    """Pause a match that is made while its round is paused: it waits with the others."""
    pause = next((one for one in pairing.round.pauses.filter(ended_at_ms=None) if one.holds(now_ms())), None)
    if pause is None:
        return
    texts = ["pause"] if pause.resumes_at_ms is None else ["pause", f"unpause-at {pause.resumes_at_ms}"]
    for text in texts:
        cmd = pause.command(match.version) if text == "pause" else ""
        match_rule(match_id=match.pk, text=text, by_user=pause.by_user, reason=pause.reason, cmd=cmd)


# one board


def _paused(game: PairingMatch, pause: RoundPause, by: Actor, reason: str) -> BoardReport:
    match = game.match
    if match.status in _LIVE:
        ack = _rule(match, "pause", by, reason, pause.command(match.version))
        if ack.ok:
            return board_report(game, "done")
        match.refresh_from_db(fields=["status"])
    if match.status == Match.Status.PAUSED:
        return board_report(game, "already" if paused_by(match, pause.prefix) else "apart")
    return _rest(game)


def _unpaused(game: PairingMatch, pause: RoundPause, by: Actor, text: str, reason: str) -> BoardReport:
    match = game.match
    if match.status != Match.Status.PAUSED:
        return board_report(game, "runs") if match.status in _LIVE else _rest(game)
    if not paused_by(match, pause.prefix):
        return board_report(game, "apart")
    ack = _rule(match, text, by, reason, "")
    if ack.ok:
        return board_report(game, "done")
    # Somebody else has let it go on in the same moment.
    return board_report(game, "already") if ack.code == "NOT_PAUSED" else board_report(game, "refused", ack.code)


def _given_time(game: PairingMatch, by: Actor, reason: str, ms: int, key: str) -> BoardReport:
    if game.match.status not in (*_LIVE, Match.Status.PAUSED):
        return _rest(game)
    cmd = f"round-time/{key}"[:80]
    known = Command.objects.filter(match=game.match, cmd=cmd).exists()
    ack = _rule(game.match, f"add-time all {ms}", by, reason, cmd)
    if ack.ok:
        return board_report(game, "already" if known else "done")
    return board_report(game, "not_begun") if ack.code == "NOT_STARTED" else board_report(game, "refused", ack.code)


def _rule(match: Match, text: str, by: Actor, reason: str, cmd: str) -> Ack:
    return match_rule(match_id=match.pk, text=text, by_user=user_row(by), reason=reason, cmd=cmd, role=ruling_role(by))


def _rest(game: PairingMatch) -> BoardReport:
    if game.match.status == Match.Status.OVER:
        return board_report(game, "over")
    return board_report(game, "refused", str(game.match.status))


def board_report(game: PairingMatch, reached: Reached, code: str = "") -> BoardReport:
    """Return what became of a board."""
    names = " : ".join(str(entry) if entry else "–" for entry in game.pairing.entries)
    return BoardReport(game.pairing.board, game.match_id, names, reached, code)


# the round


def _games(round_: Round) -> Iterable[PairingMatch]:
    """Return the last match of each board, in the order of the boards."""
    games = PairingMatch.objects.filter(pairing__round=round_).select_related(
        "match", "pairing__entry_0", "pairing__entry_1"
    )
    last = {game.pairing_id: game for game in games.defer("match__table").order_by("pairing__board", "number")}
    return last.values()


def _running(round_id: str, by: Actor, reason: str) -> Round:
    """Return a round that is played. Raises TournamentError `round_not_running`."""
    round_ = _as_it_is(round_id)
    require(by, Capability.RULE_ROUND, Right.DECIDE, reason=reason)
    if round_.state != Round.State.RUNNING:
        raise TournamentError("round_not_running")
    return round_


@transaction.atomic
def _as_it_is(round_id: str) -> Round:
    """Return a round as it is now. Its lock ends with this: a match is locked before anything of the tournament."""
    return lock_round(round_id)[1]


@transaction.atomic
def _pause_of(round_id: str, by: Actor, reason: str) -> RoundPause:
    """Return the pause of a round that holds now, made if there is none: of two who press at once one makes it."""
    _stage, round_ = lock_round(round_id)
    require(by, Capability.RULE_ROUND, Right.DECIDE, reason=reason)
    if round_.state != Round.State.RUNNING:
        raise TournamentError("round_not_running")
    open_pauses = round_.pauses.filter(ended_at_ms=None)
    holds = next((pause for pause in open_pauses if pause.holds(now_ms())), None)
    if holds is not None:
        return holds
    open_pauses.update(ended_at_ms=now_ms())
    return RoundPause.objects.create(round=round_, reason=reason.strip()[:300], by_user=user_row(by), at_ms=now_ms())


def _open_pause(round_id: str, by: Actor, reason: str) -> RoundPause:
    """Return the pause of a round that is to end. Raises TournamentError `round_not_paused`."""
    round_ = _as_it_is(round_id)
    require(by, Capability.RULE_ROUND, Right.DECIDE, reason=reason)
    pause = round_.pauses.select_related("round__stage__tournament").filter(ended_at_ms=None).last()
    if pause is None or not pause.holds(now_ms()):
        raise TournamentError("round_not_paused")
    return pause


@transaction.atomic
def reported(
    round_: Round, act: str, by: Actor, reason: str, boards: list[BoardReport], **about: int | None
) -> RoundReport:
    """Return the report, with its line in the audit trail."""
    report = RoundReport(round_, act, tuple(boards))
    after = {
        **{key: value for key, value in about.items() if value is not None},
        "boards": [board.board for board in boards if board.reached == "done"],
        "left": {str(board.board): board.reached for board in boards if board.reached != "done"},
    }
    tournament = round_.stage.tournament
    audit(tournament, by, act, subject=round_, reason=reason, after=after)
    tell(tournament, "queue", "boards", "status")
    return report
