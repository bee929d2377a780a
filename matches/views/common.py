"""What the pages of a match share: who asks, what that person is here, and the answer to a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, JsonResponse

from gameengine.core.types import Seat
from matches import now
from matches.access import Role, principal_of_request, role_for
from matches.errors import MatchError
from matches.models import Match, SeatAssignment
from matches.rows import Ack

_NOTE_EVERY_MS: Final = 5_000
_UNREADABLE: Final = frozenset({"bad_command", "unknown_command", "BAD_SYNTAX", "reason_missing"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A match with what the asker is in it."""

    match: Match
    role: Role

    @property
    def own_seat(self) -> Seat:
        """Return the asker's seat. Raises MatchError `not_your_seat`."""
        if self.role.seat is None:
            raise MatchError("not_your_seat")
        return self.role.seat


def asked(request: HttpRequest, match_id: str) -> Asked:
    """Return the match of an address and the asker's role. Raises MatchError `no_such_match` or `may_not_see`.

    A seat that asks for anything is there.
    """
    match = Match.objects.prefetch_related("seats").filter(pk=match_id).first()
    if match is None:
        raise MatchError("no_such_match")
    role = role_for(principal_of_request(request), match)
    if not role.can_see:
        raise MatchError("may_not_see")
    if role.seat is not None:
        _note_presence(match, role.seat)
    return Asked(match, role)


def ruling(request: HttpRequest, match_id: str) -> Asked:
    """Return the match for somebody who may rule. Raises MatchError `may_not_rule` for anybody else."""
    found = asked(request, match_id)
    if not found.role.can_rule:
        raise MatchError("may_not_rule")
    return found


def _note_presence(match: Match, seat: Seat) -> None:
    present = now.now_ms()
    assignment = SeatAssignment.objects.filter(match=match, seat=seat, seen_ms__lt=present - _NOTE_EVERY_MS)
    assignment.update(seen_ms=present)


def status_of(ack: Ack) -> int:
    """Return the HTTP status for the answer to a command."""
    if ack.ok:
        return 200
    if ack.code == "busy":
        return 503
    return 400 if ack.code in _UNREADABLE else 409


def ack_response(ack: Ack, cmd: str) -> JsonResponse:
    """Return the answer to a command as the socket would give it."""
    frame: dict[str, Any] = {"t": "ack", "cmd": cmd, "ok": ack.ok, "seq": ack.seq, "ply": ack.ply}
    if not ack.ok:
        frame |= {"code": ack.code, "msg": ack.message}
    return JsonResponse(frame, status=status_of(ack))


def wants_json(request: HttpRequest) -> bool:
    """Tell whether a script asks."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
