"""What an archive has of a tournament: which rows, which of their columns, and how they are found.

Accounts are not part of a tournament: columns that name one stay out, as do all secrets (hashes of links, sessions,
addresses of sockets) and what only serves work under way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db.models import AutoField, BigAutoField, Field, ForeignKey, Model

from matches.models import Call, Look, Match, MatchEvent, ResultSignature, Ruling, SeatAssignment
from tournaments.models import (
    Announcement,
    Appeal,
    AuditLine,
    Bye,
    Dispute,
    Entry,
    ImportedReport,
    KeptApart,
    Pairing,
    PairingMatch,
    Penalty,
    PendingRuling,
    Player,
    Result,
    ResultReport,
    ResultRevision,
    Round,
    RoundOrigin,
    Snapshot,
    Stage,
    StageEntry,
    Tournament,
)

EMAIL: Final = (Player, "email")
"""The one column that an archive has only if the operator asks for it."""
_SECRET: Final = frozenset({(Player, "link_hash"), (Player, "link_made_at_ms")})


@dataclass(frozen=True, slots=True)
class Part:
    """One list of rows: the name of its list, its model, and the path from a row to the tournament."""

    name: str
    model: type[Model]
    owner: str

    def rows(self, tournament: Tournament) -> list[Any]:
        """Return the rows in an order that does not depend on the database: as made, or by their own names."""
        found = list(self.model._default_manager.filter(**{self.owner: tournament.pk}))
        return sorted(found, key=lambda row: row.pk)

    def columns(self, *, with_email: bool) -> Iterator[Field[Any, Any]]:
        """Yield the columns that an archive has."""
        for field in self.model._meta.concrete_fields:
            left_out = (self.model, field.name) in _SECRET or ((self.model, field.name) == EMAIL and not with_email)
            if not (left_out or isinstance(field, (AutoField, BigAutoField)) or _names_account(field)):
                yield field


def _names_account(field: Field[Any, Any]) -> bool:
    return isinstance(field, ForeignKey) and field.related_model is get_user_model()


_BOARD: Final = "pairing__stage__tournament"
_GAME: Final = "match__pairing_match__pairing__stage__tournament"

PARTS: Final = (
    Part("tournament", Tournament, "pk"),
    Part("entries", Entry, "tournament"),
    Part("players", Player, "entry__tournament"),
    Part("stages", Stage, "tournament"),
    Part("imported_reports", ImportedReport, "stage__tournament"),
    Part("field", StageEntry, "stage__tournament"),
    Part("byes", Bye, "stage__tournament"),
    Part("kept_apart", KeptApart, "stage__tournament"),
    Part("penalties", Penalty, "stage__tournament"),
    Part("rounds", Round, "stage__tournament"),
    Part("round_origins", RoundOrigin, "round__stage__tournament"),
    Part("pairings", Pairing, "stage__tournament"),
    Part("matches", Match, "pairing_match__pairing__stage__tournament"),
    Part("seats", SeatAssignment, _GAME),
    Part("events", MatchEvent, _GAME),
    Part("rulings", Ruling, _GAME),
    Part("signatures", ResultSignature, _GAME),
    Part("looks", Look, _GAME),
    Part("calls", Call, _GAME),
    Part("games", PairingMatch, _BOARD),
    Part("results", Result, _BOARD),
    Part("revisions", ResultRevision, _BOARD),
    Part("reports", ResultReport, _BOARD),
    Part("disputes", Dispute, "tournament"),
    Part("appeals", Appeal, "dispute__tournament"),
    Part("pending_rulings", PendingRuling, "tournament"),
    Part("snapshots", Snapshot, "stage__tournament"),
    Part("announcements", Announcement, "tournament"),
    Part("audit", AuditLine, "tournament"),
)
"""In the order in which they are restored: what is referred to comes first, but for feeding stages and matches."""
