"""What is kept of a tournament."""

from tournaments.models.office import Announcement, AuditLine, EntryImport, Invitation, ScreenToken, StaffRole
from tournaments.models.people import Entry, Notice, Player
from tournaments.models.rounds import Pairing, PairingMatch, Result, ResultReport, ResultRevision, Round
from tournaments.models.stages import Stage, StageEntry
from tournaments.models.tournament import Tournament

__all__ = [
    "Announcement",
    "AuditLine",
    "Entry",
    "EntryImport",
    "Invitation",
    "Notice",
    "Pairing",
    "PairingMatch",
    "Player",
    "Result",
    "ResultReport",
    "ResultRevision",
    "Round",
    "ScreenToken",
    "StaffRole",
    "Stage",
    "StageEntry",
    "Tournament",
]
