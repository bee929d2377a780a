"""What is kept of a tournament."""

from tournaments.models.conduct import LAST_ROUND, Bye, KeptApart, PairingJob, Penalty, Snapshot
from tournaments.models.decks import DeckChoice
from tournaments.models.disputes import PENDING, REASONS, Appeal, Dispute, Outcome
from tournaments.models.exchange import ImportedReport
from tournaments.models.office import Announcement, AuditLine, EntryImport, Invitation, ScreenToken, StaffRole
from tournaments.models.pending import PendingRuling
from tournaments.models.people import Entry, Notice, Player
from tournaments.models.queue import QueueHold
from tournaments.models.rounds import (
    Pairing,
    PairingMatch,
    Result,
    ResultReport,
    ResultRevision,
    Round,
    RoundOrigin,
    RoundPause,
)
from tournaments.models.stages import Stage, StageEntry
from tournaments.models.tournament import Tournament

__all__ = [
    "LAST_ROUND",
    "PENDING",
    "REASONS",
    "Announcement",
    "Appeal",
    "AuditLine",
    "Bye",
    "DeckChoice",
    "Dispute",
    "Entry",
    "EntryImport",
    "ImportedReport",
    "Invitation",
    "KeptApart",
    "Notice",
    "Outcome",
    "Pairing",
    "PairingJob",
    "PairingMatch",
    "Penalty",
    "PendingRuling",
    "Player",
    "QueueHold",
    "Result",
    "ResultReport",
    "ResultRevision",
    "Round",
    "RoundOrigin",
    "RoundPause",
    "ScreenToken",
    "Snapshot",
    "StaffRole",
    "Stage",
    "StageEntry",
    "Tournament",
]
