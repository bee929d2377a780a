"""What arbiters do to the matches of a tournament: each act with a reason, in the match's log and in the audit trail.

The audit line is written in the match's transaction, by a receiver, so that it is there whichever page, address or task
the ruling came from. Locks are taken in one order: the match, then rows of the tournament, never the other way.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from matches.models import Call, Look, Ruling
from matches.rows import Ack
from matches.services import Preview, board_code_renew, call_close, call_take, match_rule, ruling_preview
from tournaments.actors import actor_of
from tournaments.errors import NotFoundError, TournamentError
from tournaments.models import PairingMatch
from tournaments.permissions import SYSTEM, Actor, Capability, Right, may, ruling_role
from tournaments.services.common import audit, impartial, require, tell, user_row
from tournaments.services.corrections import needs_second

_TAKE_BACK: Final = frozenset({"void", "reopen", "reverse", "annul"})
"""Rulings that can take the end of a match back."""


def match_ruling(*, match_id: str, by: Actor, text: str, reason: str, cmd: str = "", seq: int | None = None) -> Ack:
    """Return the match's answer to a ruling in the words of `match_rule`; what it refuses is not written.

    Raises NotAllowedError, `own_match`, `rival_board` for staff who play in it, `reason_missing`.
    """
    game = _game(match_id)
    require(by, Capability.RULE, Right.DECIDE, reason=reason)
    impartial(by, game.pairing)
    _result_stands_alone(game, text)
    return match_rule(
        match_id=match_id,
        text=text,
        by_user=user_row(by),
        reason=reason,
        cmd=cmd,
        seq=seq,
        role=ruling_role(by),
        others=may(by, Capability.REVERSE_RULING, Right.DECIDE),
    )


def _result_stands_alone(game: PairingMatch, text: str) -> None:
    """Raise `second_needed` if this takes a result back where a second arbiter must agree to that."""
    if game.end and text.split(" ", maxsplit=1)[0] in _TAKE_BACK and needs_second(game.pairing):
        raise TournamentError("second_needed")


def match_ruling_preview(*, match_id: str, by: Actor, text: str) -> Preview:
    """Return what a ruling would do; nothing is changed.

    Raises NotAllowedError, `own_match`, `rival_board`, and MatchError as `ruling_preview` does.
    """
    game = _game(match_id)
    require(by, Capability.RULE, Right.DECIDE)
    impartial(by, game.pairing)
    return ruling_preview(match_id=match_id, text=text)


def ruling_record(*, ruling: Ruling) -> None:
    """Write the audit line of a ruling; matches of nobody's tournament are ignored."""
    game = _found(ruling.match_id)
    if game is not None:
        after = {"ruling": ruling.text, "line": ruling.seq}
        _record(game, ruling.by_user, "match_ruling", reason=ruling.reason, after=after)


def look_record(*, look: Look) -> None:
    """Write the audit line of a look behind the screen; matches of nobody's tournament are ignored."""
    game = _found(look.match_id)
    if game is not None:
        _record(game, look.user, "match_look", reason=look.reason)


def call_record(*, call: Call, by_user: Any) -> None:
    """Write the audit line of a call's decision; matches of nobody's tournament are ignored."""
    game = _found(call.match_id)
    if game is not None:
        _record(game, by_user, "call_decide", reason=call.decision)


def _record(game: PairingMatch, by_user: Any, act: str, **fields: Any) -> None:
    tournament = game.pairing.stage.tournament
    by = actor_of(tournament, by_user) if by_user is not None else SYSTEM
    audit(tournament, by, act, subject=game.match, **fields)
    tell(tournament, "queue", "boards")


@transaction.atomic
def board_code_replace(*, match_id: str, by: Actor) -> None:
    """Make a new code for a real board; the devices that hold its clock by the old one lose it.

    Raises NotAllowedError, `own_match`, `rival_board` for staff who play there, MatchError `not_board`.
    """
    game = _game(match_id)
    require(by, Capability.RULE, Right.DECIDE)
    impartial(by, game.pairing)
    board_code_renew(match_id=match_id)
    audit(game.pairing.stage.tournament, by, "board_code_replace", subject=game.match)


def call_take_up(*, call_id: str, by: Actor) -> Call:
    """Take a call from the queue. Raises MatchError `no_call`, NotAllowedError."""
    require(by, Capability.RULE, Right.DECIDE)
    impartial(by, _game_of_call(call_id).pairing)
    return call_take(call_id=call_id, by_user=user_row(by))


def call_decide(*, call_id: str, by: Actor, decision: str) -> Call:
    """Close a call with a decision in words. Raises MatchError `no_call`, `reason_missing`, NotAllowedError."""
    require(by, Capability.RULE, Right.DECIDE)
    impartial(by, _game_of_call(call_id).pairing)
    return call_close(call_id=call_id, by_user=user_row(by), decision=decision)


def _game(match_id: str) -> PairingMatch:
    """Return the place of a match in its tournament."""
    game = _found(match_id)
    if game is None:
        raise NotFoundError("no_such_pairing")
    return game


def _found(match_id: str) -> PairingMatch | None:
    games = PairingMatch.objects.select_related("match", "pairing__round", "pairing__stage__tournament")
    return games.filter(match=match_id).first()


def _game_of_call(call_id: str) -> PairingMatch:
    """Return the place of a call's match in its tournament."""
    match_id = Call.objects.filter(pk=call_id).values_list("match_id", flat=True).first()
    return _game(match_id or "")
