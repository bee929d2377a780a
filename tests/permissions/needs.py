"""What an address, an operation or a message needs, and whether somebody has it: read from the table alone.

`may` of the product is not asked on purpose: what it answers is what the test wants to know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from matches.access import Principal
from tournaments.permissions import TABLE, Capability, Right, Role


@dataclass(frozen=True)
class Person:
    """Somebody who asks: the roles, and what is their own: "entry", "match", "self" (a player of whatever kind).

    `session` is the key of a session that has proven it, if there is one; `principal` is the same to a socket.
    """

    name: str
    session: str
    principal: Principal
    roles: frozenset[Role]
    owns: frozenset[str] = frozenset()
    logged_in: bool = False


@dataclass(frozen=True)
class Need:
    """A right on a row of the table; without a row everybody may, or everybody who has logged in.

    `of` names whose it is, for rights on one's own things; `own`: they may in any case; `apart`: not by who plays at
    that board. `sent` is what is
    sent along: values may be functions of the world.
    """

    capability: Capability | None = None
    right: Right = Right.READ
    of: str = ""
    apart: bool = False
    own: bool = False
    login: bool = False
    sent: Mapping[str, Any] | None = None

    def sending(self, **sent: Any) -> Need:
        """Return the same with what is sent."""
        return replace(self, sent=sent)

    def allows(self, who: Person) -> bool:
        """Tell whether the table lets somebody do this."""
        if self.apart and "match" in who.owns:
            return False
        if self.own and self.of in who.owns:
            return True
        if self.capability is None:
            return who.logged_in or not self.login
        given = Right.NONE
        for role in who.roles:
            given |= TABLE[self.capability][role]
        enough, own = {
            Right.READ: (Right.READ, Right.OWN_READ),
            Right.WRITE: (Right.WRITE | Right.DECIDE, Right.OWN_WRITE),
            # Nobody decides about what is their own.
            Right.DECIDE: (Right.DECIDE, Right.NONE),
        }[self.right]
        return bool(given & enough) or bool(given & own and self.of in who.owns)


def asked(need: Need, people: Sequence[Person]) -> Sequence[Person]:
    """Return who has to be asked: all, but for what visitors may do three stand for the others, because every role is a
    visitor's and more.
    """
    if not need.allows(people[0]):
        return people
    return [who for who in people if who.name in ("visitor", "player", "organizer")]


ANYBODY = Need()
LOGGED_IN = Need(login=True)


def reads(capability: str, of: str = "") -> Need:
    """Return the need to read a row of the table."""
    return Need(Capability(capability), Right.READ, of)


def writes(capability: str, of: str = "", *, apart: bool = False) -> Need:
    """Return the need to write."""
    return Need(Capability(capability), Right.WRITE, of, apart)


def decides(capability: str, *, apart: bool = False) -> Need:
    """Return the need to decide, with a reason."""
    return Need(Capability(capability), Right.DECIDE, "", apart)
