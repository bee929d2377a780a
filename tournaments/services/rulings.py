"""What arbiters do to the matches of a tournament: each act with a reason, in the match's log and in the audit trail.

No transaction spans both: the match has a lock of its own, and a ruling that stands must not be undone because
something else fails.
"""

from __future__ import annotations

from matches.models import Call, Match
from matches.rows import Ack
from matches.services import call_close, call_take, match_rule
from tournaments.errors import NotFoundError
from tournaments.models import PairingMatch, Tournament
from tournaments.permissions import Actor, Capability, Right
from tournaments.services.common import audit, not_own, require, tell, user_row


def match_ruling(*, match_id: str, by: Actor, text: str, reason: str) -> Ack:
    """Return the match's answer to a ruling; what it refuses is not written.

    `pause`, `unpause`, `add-time SEAT MS`, `quiet on|off|N`, `result SEAT|draw`, `forfeit SEAT|both` or `release`.
    Raises NotAllowedError, `own_match` for staff who play in it, `reason_missing`.
    """
    game = _game(match_id)
    require(by, Capability.RULE, Right.DECIDE, reason=reason)
    not_own(by, game.pairing)
    ack = match_rule(match_id=match_id, text=text, by_user=user_row(by), reason=reason)
    if ack.ok:
        tournament = game.pairing.stage.tournament
        audit(tournament, by, "match_ruling", subject=game.match, reason=reason, after={"ruling": text})
        tell(tournament, "queue", "boards")
    return ack


def pause_all(*, tournament_id: str, by: Actor, reason: str) -> dict[str, Ack]:
    """Pause every running match, as for a fire alarm; return the answers by match. Own matches are paused as well."""
    return _rule_all(tournament_id, by, "pause", reason, Match.Status.LIVE)


def unpause_all(*, tournament_id: str, by: Actor, reason: str) -> dict[str, Ack]:
    """Let every paused match go on."""
    return _rule_all(tournament_id, by, "unpause", reason, Match.Status.PAUSED)


def call_take_up(*, call_id: str, by: Actor) -> Call:
    """Take a call from the queue. Raises MatchError `no_call`, NotAllowedError."""
    require(by, Capability.RULE, Right.DECIDE)
    not_own(by, _game_of_call(call_id).pairing)
    return call_take(call_id=call_id, by_user=user_row(by))


def call_decide(*, call_id: str, by: Actor, decision: str) -> Call:
    """Close a call with a decision in words. Raises MatchError `no_call`, `reason_missing`, NotAllowedError."""
    require(by, Capability.RULE, Right.DECIDE)
    game = _game_of_call(call_id)
    not_own(by, game.pairing)
    call = call_close(call_id=call_id, by_user=user_row(by), decision=decision)
    audit(game.pairing.stage.tournament, by, "call_decide", subject=game.match, reason=decision)
    return call


def _rule_all(tournament_id: str, by: Actor, text: str, reason: str, status: Match.Status) -> dict[str, Ack]:
    """Give the same ruling to every match in a status."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFoundError("no_such_tournament")
    require(by, Capability.RULE, Right.DECIDE, reason=reason)
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament, status=status)
    ids = list(matches.values_list("pk", flat=True))
    user = user_row(by)
    acks = {pk: match_rule(match_id=pk, text=text, by_user=user, reason=reason) for pk in ids}
    audit(tournament, by, f"{text}_all", subject=tournament, reason=reason, after={"matches": ids})
    tell(tournament, "queue", "boards")
    return acks


def _game(match_id: str) -> PairingMatch:
    """Return the place of a match in its tournament."""
    games = PairingMatch.objects.select_related("match", "pairing__stage__tournament")
    game = games.filter(match=match_id).first()
    if game is None:
        raise NotFoundError("no_such_pairing")
    return game


def _game_of_call(call_id: str) -> PairingMatch:
    """Return the place of a call's match in its tournament."""
    match_id = Call.objects.filter(pk=call_id).values_list("match_id", flat=True).first()
    return _game(match_id or "")
