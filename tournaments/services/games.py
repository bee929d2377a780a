"""The matches of a pairing: made exactly once, and recorded exactly once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from gameengine.clock import control_from_json, with_limits_of
from gameengine.core.seats import Sides
from matches.models import Match
from matches.now import now_ms
from matches.services.creating import SeatSpec, match_create
from tournaments.formats.policy import Decided, NextGame, state
from tournaments.models import Entry, Notice, Pairing, PairingMatch, Player, Result
from tournaments.seating import seated, sides_in
from tournaments.services.common import STAGE_ADVANCE, later, lock_pairing_row, tell
from tournaments.services.decks import decks_for
from tournaments.services.record import games_of, policy_of_pairing
from tournaments.services.round_rulings import pause_new_match
from tournaments.services.tournaments import checked_control
from tournaments.venue import played_as

OWNER: Final = "pairing/"
"""How the names of the matches begin that belong to a pairing."""

NOTICE_MS: Final = 60_000
"""A match that is made later than the published time of its round begins so long after it was made."""
_END_OF_REASON: Final = {
    "FORFEIT": PairingMatch.End.FORFEIT,
    "DOUBLE_FORFEIT": PairingMatch.End.DOUBLE_FORFEIT,
    "ADJUDICATED": PairingMatch.End.ADJUDICATED,
    "ANNULLED": PairingMatch.End.VOID,
}
"""What the reasons that a table gives mean for a pairing; every other end is a played one."""


def match_ensure(*, pairing: Pairing) -> Match | None:
    """Return the match that is due at a board, made now if it is missing; None if the board needs no more.

    The caller's transaction holds the lock of the stage. However often this is called, there is one match per game.
    """
    pairing = lock_pairing_row(pairing.pk)
    unfinished = pairing.games.filter(end="").select_related("match").first()
    if unfinished is not None:
        return unfinished.match
    due = state(policy_of_pairing(pairing), games_of(pairing))
    if isinstance(due, Decided) or pairing.state == Pairing.State.DECIDED:
        return None
    return _make(pairing, due)


def _make(pairing: Pairing, due: NextGame) -> Match:
    """Create a match with its place in the pairing, and tell its players."""
    first, second = pairing.entry_0, pairing.entry_1
    assert first is not None and second is not None  # noqa: S101, PT018
    number = pairing.games.count() + 1
    tournament, (game, options) = pairing.stage.tournament, played_as(pairing)
    sitting = seated(tournament, *((second, first) if due.swapped else (first, second)))
    match = match_create(
        game=game,
        options=options,
        control=_control(pairing, due),
        seats=[_seat(entry, player, together=len(sitting) > 2) for entry, player in sitting],
        label=f"{tournament.name} · {pairing.round.number}.{pairing.board}",
        owner_ref=f"{OWNER}{pairing.pk}/{number}",
        room=tournament.room,
        no_show_ms=tournament.no_show_ms,
        secret_parts=decks_for(tournament, sitting) if game == tournament.game else (),
        **_beginning(pairing, number),
    )
    PairingMatch.objects.create(pairing=pairing, number=number, match=match, kind=due.kind, swapped=due.swapped)
    Pairing.objects.filter(pk=pairing.pk).update(state=Pairing.State.RUNNING)
    _notify(pairing, match)
    pause_new_match(pairing=pairing, match=match)
    return match


def _beginning(pairing: Pairing, number: int) -> dict[str, Any]:
    """Return how a match of a board begins, and what absence means in it: settings of the stage.

    Stages of before do not have them.
    """
    settings = pairing.stage.settings
    published_ms, present = pairing.round.starts_at_ms, now_ms()
    on_time = number == 1 and published_ms is not None and published_ms + NOTICE_MS >= present
    return {
        "start_policy": settings.get("start", "when_both_ready"),
        "start_at_ms": published_ms if on_time else present + NOTICE_MS,
        "tell_away_ms": 1_000 * settings.get("tell_away_s", 60) or None,
        "claim_away_ms": 1_000 * settings.get("claim_away_s", 0) or None,
    }


def _control(pairing: Pairing, due: NextGame) -> dict[str, Any]:
    """Return the clock of a game: deciders may have another one, also with unequal times; what is limited stays so."""
    usual = dict(pairing.stage.tournament.control)
    extra = pairing.stage.settings.get("extra_control", "")
    if due.kind == "regular" or not extra:
        return usual
    control = control_from_json(checked_control(extra))
    return dict(with_limits_of(control, control_from_json(usual)).to_json())


def _seat(entry: Entry, player: Player, *, together: bool) -> SeatSpec:
    """Return who sits at a seat: a player by the name of the entry, or by the own one under that of the team."""
    name, team = (player.name, entry.name) if together else (entry.name, "")
    return SeatSpec(name, player.pk, player.user_id, player.bot_level, player.bot_pace_ms, team)


def _notify(pairing: Pairing, match: Match) -> None:
    """Write one notice per player, in the transaction that makes the match: neither exists without the other."""
    players = Player.objects.filter(entry__in=[entry.pk for entry in pairing.entries if entry], bot_level="")
    Notice.objects.bulk_create(
        (
            Notice(player=player, key=f"match/{match.pk}", kind="match_ready", data={"match": match.pk}, at_ms=now_ms())
            for player in players
        ),
        ignore_conflicts=True,
    )


@transaction.atomic
def game_record(*, match: Match) -> bool:
    """Write the end of a match into its pairing, and the pairing's result if that decides it; tell whether it was new.

    Runs inside the transaction that ends the match. It locks one pairing and nothing else, so it waits for nobody long.
    """
    game = PairingMatch.objects.filter(match=match).first()
    if game is None:
        return False
    pairing = lock_pairing_row(game.pairing_id)
    game = PairingMatch.objects.get(pk=game.pk)
    if game.end or match.status != Match.Status.OVER:
        return False
    _write_end(game, match)
    _decide(pairing)
    later(STAGE_ADVANCE, pairing.stage_id)
    tell(pairing.stage.tournament, "bracket", "boards", "console", "lobby")
    return True


def _write_end(game: PairingMatch, match: Match) -> None:
    """Translate the outcome of the table, by seat, into points by side of the pairing."""
    outcome = match.outcome or {}
    points = half_points(outcome, sides_in(match))
    game.half_points_0, game.half_points_1 = reversed(points) if game.swapped else points
    game.reason = str(outcome.get("reason", ""))[:60]
    game.end = _END_OF_REASON.get(game.reason, PairingMatch.End.PLAYED)
    game.ended_at_ms = match.ended_at_ms
    game.save(update_fields=["half_points_0", "half_points_1", "reason", "end", "ended_at_ms"])


def half_points(outcome: Mapping[str, Any], sides: Sides) -> tuple[int, int]:
    """Return the half points of both sides: who is ranked first has won, whatever the game's own scores are.

    >>> duel, teams = ((0,), (1,)), ((0, 2), (1, 3))
    >>> half_points({"outcome": "win", "ranks": [2, 1], "scores": [8, 5]}, duel)
    (0, 2)
    >>> half_points({"outcome": "draw", "ranks": [1, 1]}, duel), half_points({"outcome": "none", "ranks": [1, 1]}, duel)
    ((1, 1), (0, 0))
    >>> half_points({"outcome": "win", "ranks": [3, 1, 3, 1]}, teams)
    (0, 2)
    """
    first, second = (outcome["ranks"][seats[0]] for seats in sides)
    if outcome["outcome"] == "none":
        return 0, 0
    return (1, 1) if first == second else (2, 0) if first < second else (0, 2)


def _decide(pairing: Pairing) -> None:
    """Write the result of a pairing if its games decide it."""
    decided = state(policy_of_pairing(pairing), games_of(pairing))
    if isinstance(decided, NextGame) or pairing.state == Pairing.State.DECIDED:
        return
    last = pairing.games.exclude(end__in=["", PairingMatch.End.VOID]).last()
    Result.objects.create(
        pairing=pairing,
        kind=_kind(decided, last),
        half_points_0=decided.half_points[0],
        half_points_1=decided.half_points[1],
        winner=decided.winner,
        advances=decided.winner,
        step=decided.step,
        reason=last.reason if last else "",
        decided_at_ms=now_ms(),
    )
    Pairing.objects.filter(pk=pairing.pk).update(state=Pairing.State.DECIDED)


def _kind(decided: Decided, last: PairingMatch | None) -> str:
    """Return the kind of a result from the step that decided and the game that was last."""
    if decided.step == "forfeit":
        return Result.Kind.FORFEIT if decided.winner is not None else Result.Kind.DOUBLE_FORFEIT
    adjudicated = last is not None and last.end == PairingMatch.End.ADJUDICATED
    return Result.Kind.ADJUDICATED if adjudicated else Result.Kind.PLAYED
