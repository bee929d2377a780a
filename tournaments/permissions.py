"""Who may do what: the one table. Views, API, sockets and the services themselves ask it.

Source: design page on the product, section 5. Beside the table: who plays in the tournament has no arbiter's rights
on own matches and those of rivals (`tournaments/impartial.py`), and every decision needs a reason (the services see to
that).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Role(Enum):
    """What somebody is in one tournament."""

    VISITOR = "visitor"
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    ARBITER = "arbiter"
    CHIEF_ARBITER = "chief_arbiter"
    ORGANIZER = "organizer"
    SCREEN = "screen"
    OPERATOR = "operator"

    @property
    def label(self) -> Promise:
        """Return how people call the role."""
        return _LABELS[self]


_LABELS: Final[Mapping[Role, Promise]] = {
    Role.VISITOR: _("visitor"),
    Role.PLAYER: _("player"),
    Role.SCOREKEEPER: _("scorekeeper"),
    Role.ARBITER: _("arbiter"),
    Role.CHIEF_ARBITER: _("chief arbiter"),
    Role.ORGANIZER: _("organizer"),
    Role.SCREEN: _("screen"),
    Role.OPERATOR: _("operator"),
}

STAFF_ROLES: Final = frozenset({Role.SCOREKEEPER, Role.ARBITER, Role.CHIEF_ARBITER, Role.ORGANIZER})


class Right(Flag):
    """Read, write, decide (write with a reason), or only on what is one's own."""

    NONE = 0
    READ = auto()
    WRITE = auto()
    DECIDE = auto()
    OWN_READ = auto()
    OWN_WRITE = auto()


class Capability(Enum):
    """What the table is about; one row each."""

    PUBLISHED = "published"
    DRAFT_ROUND = "draft_round"
    REGISTER = "register"
    CHECK_IN = "check_in"
    CONTACT_DATA = "contact_data"
    PAIR = "pair"
    PUBLISH = "publish"
    PLAY = "play"
    REPORT_RESULT = "report_result"
    CONFIRM_RESULT = "confirm_result"
    CORRECT_CURRENT = "correct_current"
    CORRECT_OLDER = "correct_older"
    OPEN_DISPUTE = "open_dispute"
    RULE = "rule"
    RULE_ROUND = "rule_round"
    REVERSE_RULING = "reverse_ruling"
    HIDDEN_LIVE = "hidden_live"
    HIDDEN_FINISHED = "hidden_finished"
    SCREENS = "screens"
    SETTINGS = "settings"
    DELETE = "delete"


_CODES: Final[Mapping[str, Right]] = {
    "-": Right.NONE,
    "R": Right.READ,
    "W": Right.WRITE,
    "RW": Right.READ | Right.WRITE,
    "D": Right.DECIDE,
    "oR": Right.OWN_READ,
    "oW": Right.OWN_WRITE,
    "oRW": Right.OWN_READ | Right.OWN_WRITE,
}

# One row per capability; the columns are the roles in the order of `Role`.
_ROWS: Final[Mapping[Capability, str]] = {
    # ------------------------ visitor player scorekeeper arbiter chief organizer screen operator
    Capability.PUBLISHED: "      R       R      R           R       R     R         R      R",
    Capability.DRAFT_ROUND: "    -       -      R           R       R     RW        -      R",
    Capability.REGISTER: "       -       oW     W           W       W     W         -      -",
    Capability.CHECK_IN: "       -       oW     W           W       W     W         -      -",
    Capability.CONTACT_DATA: "   -       oRW    R           R       R     RW        -      -",
    Capability.PAIR: "           -       -      -           R       W     W         -      -",
    Capability.PUBLISH: "        -       -      -           -       W     W         -      -",
    Capability.PLAY: "           -       oW     -           -       -     -         -      -",
    Capability.REPORT_RESULT: "  -       oW     W           W       W     W         -      -",
    Capability.CONFIRM_RESULT: " -       oW     -           D       D     D         -      -",
    Capability.CORRECT_CURRENT: "-       -      -           D       D     D         -      -",
    Capability.CORRECT_OLDER: "  -       -      -           -       D     D         -      -",
    Capability.OPEN_DISPUTE: "   -       oW     W           W       W     W         -      -",
    Capability.RULE: "           -       -      -           D       D     -         -      -",
    Capability.RULE_ROUND: "     -       -      -           D       D     -         -      -",
    Capability.REVERSE_RULING: " -       -      -           -       D     -         -      -",
    Capability.HIDDEN_LIVE: "    -       oR     -           D       D     -         -      -",
    Capability.HIDDEN_FINISHED: "R       R      R           R       R     R         R      R",
    Capability.SCREENS: "        -       -      R           R       R     RW        R      R",
    Capability.SETTINGS: "       -       -      -           -       R     RW        -      RW",
    Capability.DELETE: "         -       -      -           -       -     -         -      D",
}


def _read_table() -> Mapping[Capability, Mapping[Role, Right]]:
    """Return the rows as rights by role."""
    return {
        capability: {role: _CODES[code] for role, code in zip(Role, row.split(), strict=True)}
        for capability, row in _ROWS.items()
    }


TABLE: Final = _read_table()


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts in one tournament: the roles, and the players and entries that are theirs.

    `system` is the service itself, acting for a rule that people have set; it may do everything.
    """

    roles: frozenset[Role] = frozenset({Role.VISITOR})
    user_id: int | None = None
    name: str = ""
    players: frozenset[str] = field(default_factory=frozenset)
    entries: frozenset[str] = field(default_factory=frozenset)
    system: bool = False

    @property
    def ref(self) -> str:
        """Return the name of the actor in the audit trail."""
        if self.system:
            return "system"
        if self.user_id is not None:
            return f"user/{self.user_id}"
        return f"player/{min(self.players)}" if self.players else "visitor"

    @property
    def names(self) -> frozenset[str]:
        """Return the ids of the actor's players and entries: one of them stands beside each seat that is theirs."""
        return self.players | self.entries

    @property
    def staff(self) -> bool:
        """Tell whether this is a member of the staff."""
        return bool(self.roles & STAFF_ROLES)


SYSTEM: Final = Actor(system=True, name="system")


def rights(roles: Iterable[Role], capability: Capability) -> Right:
    """Return everything that these roles together give."""
    total = Right.NONE
    for role in roles:
        total |= TABLE[capability][role]
    return total


def may(actor: Actor, capability: Capability, right: Right = Right.WRITE, *, entry_id: str | None = None) -> bool:
    """Tell whether the actor may do this; `entry_id` is whose it is about, for rights on one's own things.

    Deciding includes writing: who may decide may also do what a scorekeeper does.
    """
    if actor.system:
        return True
    given = rights(actor.roles, capability)
    if right is Right.WRITE and given & Right.DECIDE:
        return True
    if given & right:
        return True
    own = Right.OWN_READ if right is Right.READ else Right.OWN_WRITE
    return bool(given & own) and entry_id is not None and entry_id in actor.entries


def ruling_role(by: Actor) -> str:
    """Return as what somebody rules: the highest role that may."""
    ranked = (Role.CHIEF_ARBITER, Role.ARBITER)
    return next((role.value for role in ranked if role in by.roles), "")
