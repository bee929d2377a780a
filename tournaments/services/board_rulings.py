"""Rulings on boards that an arbiter has chosen, and on all boards of a tournament: each match once, with one reason.

What became of each board is told round by round, as for all boards of one round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

from matches.models import Command, Match
from tournaments.errors import TournamentError
from tournaments.impartial import OWN, RIVAL, why_partial
from tournaments.models import PairingMatch, Round, Tournament
from tournaments.permissions import Actor, Capability, Right
from tournaments.services.common import require
from tournaments.services.round_rulings import (
    MOST_EXTRA_MS,
    BoardReport,
    Reached,
    RoundReport,
    board_report,
    reported,
    round_pause,
    round_unpause,
)
from tournaments.services.rulings import match_ruling

_REACHED: Final[Mapping[str, Reached]] = {
    "PAUSED": "already",
    "NOT_PAUSED": "runs",
    "NOT_STARTED": "not_begun",
    "GAME_OVER": "over",
}
"""What refusals of the table mean for a board."""
_PARTIAL: Final[Mapping[str, Reached]] = {OWN: "own", RIVAL: "rival"}

Reports: TypeAlias = tuple[RoundReport, ...]


@dataclass(frozen=True, slots=True)
class _Ruling:
    """What is done to each board: the act for the audit trail, the ruling's text, why, and what makes it once."""

    act: str
    text: str
    reason: str
    key: str

    @property
    def cmd(self) -> str:
        """Return the command under which each match keeps it."""
        return f"{self.act}/{self.key}"[:80]


def boards_pause(*, tournament: Tournament, match_ids: Collection[str], by: Actor, reason: str, key: str) -> Reports:
    """Pause the chosen matches. The same `key` again rules nothing twice; own matches are left out.

    Raises TournamentError `reason_missing`, `bad_value` if none is chosen, NotAllowedError.
    """
    return _ruled(_Ruling("boards_pause", "pause", reason, key), tournament, match_ids, by)


def boards_unpause(*, tournament: Tournament, match_ids: Collection[str], by: Actor, reason: str, key: str) -> Reports:
    """Let the chosen matches go on, as `boards_pause` does."""
    return _ruled(_Ruling("boards_unpause", "unpause", reason, key), tournament, match_ids, by)


def boards_add_time(
    *, tournament: Tournament, match_ids: Collection[str], by: Actor, reason: str, key: str, ms: int
) -> Reports:
    """Give both sides of the chosen matches `ms` more, as `boards_pause` does. Raises `bad_value` for too much time."""
    if not 0 < ms <= MOST_EXTRA_MS:
        raise TournamentError("bad_value", "ms")
    ruling = _Ruling("boards_add_time", f"add-time all {ms}", reason, key)
    return _ruled(ruling, tournament, match_ids, by, ms=ms)


def tournament_pause(*, tournament: Tournament, by: Actor, reason: str) -> Reports:
    """Pause all boards of all rounds that are played, as `round_pause` does: a fire alarm."""
    return _each_round(tournament, by, reason, lambda round_: round_pause(round_id=round_.pk, by=by, reason=reason))


def tournament_unpause(*, tournament: Tournament, by: Actor, reason: str, at_ms: int | None = None) -> Reports:
    """Let all rounds go on that are paused as a whole, as `round_unpause` does: now, or all at an instant."""

    def unpause(round_: Round) -> RoundReport | None:
        try:
            return round_unpause(round_id=round_.pk, by=by, reason=reason, at_ms=at_ms)
        except TournamentError as refusal:
            if refusal.code != "round_not_paused":
                raise
            return None

    return _each_round(tournament, by, reason, unpause)


def _each_round(tournament: Tournament, by: Actor, reason: str, rule: Callable[[Round], RoundReport | None]) -> Reports:
    require(by, Capability.RULE_ROUND, Right.DECIDE, reason=reason)
    rounds = Round.objects.filter(stage__tournament=tournament, state=Round.State.RUNNING)
    reports = (rule(round_) for round_ in rounds.order_by("stage__number", "number"))
    return tuple(report for report in reports if report is not None)


def _ruled(ruling: _Ruling, tournament: Tournament, match_ids: Collection[str], by: Actor, **about: int) -> Reports:
    require(by, Capability.RULE, Right.DECIDE, reason=ruling.reason)
    games = _chosen(tournament, match_ids)
    if not games:
        raise TournamentError("bad_value", "matches")
    return tuple(
        reported(round_, ruling.act, by, ruling.reason, [_board(game, by, ruling) for game in of_round], **about)
        for round_, of_round in groupby(games, key=lambda game: game.pairing.round)
    )


def _chosen(tournament: Tournament, match_ids: Collection[str]) -> list[PairingMatch]:
    """Return those of the matches that are of this tournament, in the order of rounds and boards."""
    games = PairingMatch.objects.filter(match__in=match_ids, pairing__stage__tournament=tournament)
    games = games.select_related("match", "pairing__round__stage__tournament", "pairing__entry_0", "pairing__entry_1")
    order = ("pairing__stage__number", "pairing__round__number", "pairing__board", "number")
    return list(games.defer("match__table").order_by(*order))


def _board(game: PairingMatch, by: Actor, ruling: _Ruling) -> BoardReport:
    """Rule on one match, in a transaction of its own."""
    if partial := why_partial(by, game.pairing):
        return board_report(game, _PARTIAL[partial])
    if game.match.status == Match.Status.OVER:
        return board_report(game, "over")
    known = Command.objects.filter(match=game.match, cmd=ruling.cmd).exists()
    ack = match_ruling(match_id=game.match_id, by=by, text=ruling.text, reason=ruling.reason, cmd=ruling.cmd)
    if ack.ok:
        return board_report(game, "already" if known else "done")
    reached = _REACHED.get(ack.code, "refused")
    return board_report(game, reached, ack.code if reached == "refused" else "")
