"""A match with what the asker is in it: where pages and the API begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from rest_framework.request import Request

from gameengine.core.types import Seat
from matches import now
from matches.access import Role, principal_of_request, role_for
from matches.errors import MatchError
from matches.models import Match, SeatAssignment

_NOTE_EVERY_MS: Final = 5_000


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


def asked(request: HttpRequest | Request, match_id: str) -> Asked:
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


def ruling(request: HttpRequest | Request, match_id: str) -> Asked:
    """Return the match for somebody who may rule. Raises MatchError `may_not_rule` for anybody else."""
    found = asked(request, match_id)
    if not found.role.can_rule:
        raise MatchError("may_not_rule")
    return found


def _note_presence(match: Match, seat: Seat) -> None:
    present = now.now_ms()
    assignment = SeatAssignment.objects.filter(match=match, seat=seat, seen_ms__lt=present - _NOTE_EVERY_MS)
    assignment.update(seen_ms=present)
