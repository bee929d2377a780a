"""Who somebody is for a match: the port through which roles and links reach it.

A *principal* is what a request or a socket has proven: a log-in, player ids opened by private links, or a token. The
port turns principal and match into a role. `tournaments` registers its port at start-up; without one, a seat belongs
to its user or to whoever holds the player's link, and staff may rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest
from rest_framework.request import Request

from gameengine.core.types import Seat
from matches.models import BoardCode, Match, SeatAssignment

SESSION_PLAYERS: Final = "players"
"""Key of the session under which the player refs lie that private links have proven."""

SESSION_BOARDS: Final = "boards"
"""Key of the session under which the references to boards lie whose clocks were taken over."""

_BOARDS_KEPT: Final = 20


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks: a user (None: nobody known), player refs proven by links, the name of an API token."""

    user_id: int | None = None
    staff: bool = False
    players: frozenset[str] = frozenset()
    token: str = ""
    boards: frozenset[str] = frozenset()
    """References to real boards whose clocks this browser has taken over with a code."""
    plays: bool = True
    """Whether it may act at its seats; a token for reading may not."""
    manages: bool = True
    """Whether it may use the roles of its user; a token for reading or playing may not."""

    @property
    def keys(self) -> frozenset[str]:
        """Return the names under which this principal's sockets can be closed: its user, players, boards, token."""
        names = set(self.players | self.boards)
        if self.user_id is not None:
            names.add(f"user/{self.user_id}")
        if self.token:
            names.add(f"token/{self.token}")
        return frozenset(names)


ANONYMOUS: Final = Principal()


@dataclass(frozen=True, slots=True)
class Role:
    """What a principal is in one match: a seat, somebody who may rule, or a spectator who may or may not look.

    `seat` is whose eyes it has. `also` are other seats for which it may act: a device that is the clock of a board.
    """

    seat: Seat | None = None
    can_rule: bool = False
    can_look: bool = False
    """Whether it may look behind the screen of the running match, by an act that is recorded."""
    can_see: bool = True
    also: tuple[Seat, ...] = ()
    can_reverse: bool = False
    """Whether it may take back what somebody else has ruled."""
    title: str = ""
    """As what it rules, for the records."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats for which it may act, in their order."""
        own = () if self.seat is None else (self.seat,)
        return tuple(sorted({*own, *self.also}))


@dataclass(frozen=True, slots=True)
class Disputing:
    """What is disputed in a match, as markup, and the address at which more can be; empty for who may not."""

    markup: str
    address: str


class AccessPort(Protocol):
    """What the owner of matches knows about people. Called outside the event loop; may read the database."""

    def role_for(self, principal: Principal, match: Match) -> Role:
        """Return the role of `principal` in `match`."""
        ...

    def may_follow(self, principal: Principal, room: str) -> bool:
        """Tell whether `principal` may hear when something in a room (for example `t/<slug>`) has changed."""
        ...

    def disputing(self, principal: Principal, match: Match) -> Disputing | None:
        """Return what is disputed in `match`, and where `principal` may dispute; None if nobody would decide it."""
        ...

    def own_names(self, principal: Principal) -> frozenset[str]:
        """Return the names of who `principal` is besides its user: they hold now, and last longer than a link."""
        ...


def seat_of(principal: Principal, match: Match) -> Seat | None:
    """Return the seat that belongs to the principal's user or to one of its proven players; the first if several do."""
    for assignment in match.seats.all():
        if _owns(principal, assignment):
            return assignment.seat
    return None


def _owns(principal: Principal, assignment: SeatAssignment) -> bool:
    by_user = principal.user_id is not None and assignment.user_id == principal.user_id
    return by_user or (assignment.player_ref != "" and assignment.player_ref in principal.players)


class SeatsOnly:
    """The port without an owner: seats by assignment, rulings by staff who do not play themselves."""

    def role_for(self, principal: Principal, match: Match) -> Role:
        """Return the role as the match's own seats tell it."""
        seat = seat_of(principal, match)
        rules = principal.staff and seat is None
        return Role(seat=seat, can_rule=rules, can_look=rules, can_reverse=rules)

    def may_follow(self, principal: Principal, room: str) -> bool:
        """Let everybody follow: there is nothing to follow without an owner."""
        return True

    def disputing(self, principal: Principal, match: Match) -> Disputing | None:
        """Return None: there is nobody who would decide."""
        return None

    def own_names(self, principal: Principal) -> frozenset[str]:
        """Return the references as they are: nothing else is known about them."""
        return principal.players


TokenReader = Callable[[str], Principal | None]


_port: AccessPort = SeatsOnly()
_read_token: TokenReader | None = None


def register(port: AccessPort) -> AccessPort:
    """Make `port` the one that decides from now on; returns the one before."""
    global _port
    before, _port = _port, port
    return before


def register_tokens(reader: TokenReader) -> None:
    """Make `reader` the one that knows whose a secret is; until then no token opens anything."""
    global _read_token  # noqa: PLW0603
    _read_token = reader


def principal_of_token(secret: str) -> Principal | None:
    """Return the principal of an API token; None if it opens nothing."""
    return None if _read_token is None else _read_token(secret)


def may_follow(principal: Principal, room: str) -> bool:
    """Tell whether `principal` may hear when something in a room has changed."""
    return _port.may_follow(principal, room)


def disputing(principal: Principal, match: Match) -> Disputing | None:
    """Return what is disputed in a match, and where `principal` may dispute it; None if nobody would decide."""
    return _port.disputing(principal, match)


def role_for(principal: Principal, match: Match) -> Role:
    """Return the role of `principal` in `match`; who has taken over the clock of a real board acts for every seat."""
    role = _port.role_for(principal, match)
    if not principal.boards or board_ref(match) not in principal.boards:
        return role
    return replace(role, also=tuple(assignment.seat for assignment in match.seats.all()))


def board_ref(match: Match) -> str | None:
    """Return the reference by which the clock of a match is held at present; None if it cannot be taken over."""
    code = BoardCode.objects.filter(match_id=match.pk).first()
    return None if code is None else f"board/{match.pk}/{code.number}"


def own_names(principal: Principal) -> frozenset[str]:
    """Return the names under which things of `principal` are kept that has no user."""
    return _port.own_names(principal)


def principal_of(user: AbstractBaseUser | AnonymousUser | None, session: Mapping[str, Any] | None) -> Principal:
    """Return the principal of a user and a session."""
    players, boards = (frozenset(map(str, (session or {}).get(key, ()))) for key in (SESSION_PLAYERS, SESSION_BOARDS))
    if user is None or not user.is_authenticated:
        return Principal(players=players, boards=boards)
    return Principal(user_id=user.pk, staff=bool(getattr(user, "is_staff", False)), players=players, boards=boards)


def principal_of_request(request: HttpRequest | Request) -> Principal:
    """Return the principal of a page or API request. Where a token has proven one, it alone counts, not the cookies."""
    proven = getattr(request, "auth", None)
    if isinstance(proven, Principal):
        return proven
    return principal_of(request.user, getattr(request, "session", None))


def remember_player(request: HttpRequest, player_ref: str) -> None:
    """Note in the session that the holder of this browser has proven to be `player_ref`."""
    players = set(request.session.get(SESSION_PLAYERS, ()))
    request.session[SESSION_PLAYERS] = sorted(players | {player_ref})


def remember_board(request: HttpRequest, ref: str) -> None:
    """Note in the session that this browser has taken over the clock of a board."""
    others = [one for one in request.session.get(SESSION_BOARDS, ()) if one != ref]
    request.session[SESSION_BOARDS] = [*others, ref][-_BOARDS_KEPT:]
