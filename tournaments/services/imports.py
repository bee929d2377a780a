"""Lists of entries from a file: first a preview with every problem row, then, on consent, the entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction

from matches.now import now_ms
from tournaments.errors import TournamentError, sentence
from tournaments.models import EntryImport, Tournament
from tournaments.permissions import Actor, Capability
from tournaments.services.common import audit, lock_tournament, require, user_row
from tournaments.services.entries import Registered, entry_register
from tournaments.services.entry_checks import (
    PlayerData,
    before_draw,
    checked_email,
    checked_length,
    checked_name,
    checked_rating,
    checked_seed,
)
from tournaments.sheets import Row, read

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "player", "entry", "spieler", "spielerin", "teilnehmer"),
    "rating": ("rating", "elo", "dwz", "wertung", "wertungszahl"),
    "seed": ("seed", "setzplatz", "setzung", "startnummer"),
    "email": ("email", "e-mail", "mail"),
    "players": ("players", "roster", "mitglieder"),
}
"""What a column may be called, in lower case."""
_SHOWN: Final = 40
"""How much of a wrong cell is shown."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a cell: line and column of the file, a stable code, and what it is about."""

    line: int
    column: str
    code: str
    what: str = ""

    @property
    def message(self) -> str:
        """Return the sentence for people in the active language."""
        return sentence(self.code, self.what)


@dataclass(slots=True)
class PreviewRow:
    """One entry as the file has it, with its problems."""

    line: int
    name: str = ""
    rating: int | None = None
    seed: int | None = None
    email: str = ""
    players: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Return what is kept until the list is accepted."""
        return {
            "line": self.line,
            "name": self.name,
            "rating": self.rating,
            "seed": self.seed,
            "email": self.email,
            "players": self.players,
            "problems": [
                {"column": problem.column, "code": problem.code, "what": problem.what} for problem in self.problems
            ],
        }


@transaction.atomic
def entry_import_preview(*, tournament_id: str, by: Actor, file_name: str, content: bytes) -> EntryImport:
    """Read a list and keep it for consent; no entry is made. `rows` tell, per line, the values and their problems.

    Raises TournamentError for a file that cannot be read at all, `no_name_column`, `already_drawn`.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.REGISTER)
    before_draw(tournament)
    head, rows = read(content)
    names = _columns(head)
    if "name" not in names:
        raise TournamentError("no_name_column")
    preview = _check_rows(tournament, rows, names)
    return EntryImport.objects.create(
        tournament=tournament,
        file_name=file_name[:120],
        rows=[row.as_json() for row in preview],
        at_ms=now_ms(),
        by_user=user_row(by),
    )


def problems_of(draft: EntryImport) -> list[Problem]:
    """Return every problem of a list, in the order of the file."""
    return [
        Problem(row["line"], problem["column"], problem["code"], problem["what"])
        for row in draft.rows
        for problem in row["problems"]
    ]


@transaction.atomic
def entry_import_accept(*, import_id: str, by: Actor, leave_out_problems: bool = False) -> tuple[Registered, ...]:
    """Enter everybody on the list, all or nobody. Rows with problems are refused, or left out if that was chosen.

    Raises TournamentError `no_such_import`, `import_has_problems`, or what `entry_register` says of a row that has
    become impossible since the preview (`data["line"]` names it).
    """
    draft = EntryImport.objects.select_for_update(of=("self",)).filter(pk=import_id, accepted_at_ms=None).first()
    if draft is None:
        raise TournamentError("no_such_import")
    require(by, Capability.REGISTER)
    good = [row for row in draft.rows if not row["problems"]]
    if len(good) < len(draft.rows) and not leave_out_problems:
        raise TournamentError("import_has_problems")
    entered = tuple(_enter(draft, by, row) for row in good)
    draft.accepted_at_ms = now_ms()
    draft.save(update_fields=["accepted_at_ms"])
    audit(draft.tournament, by, "entry_import", subject=draft, after={"entries": len(entered)})
    return entered


def _enter(draft: EntryImport, by: Actor, row: Mapping[str, Any]) -> Registered:
    """Register one row."""
    try:
        return entry_register(
            tournament_id=draft.tournament_id,
            by=by,
            name=row["name"],
            roster=[PlayerData(name, row["email"] if not place else "") for place, name in enumerate(row["players"])],
            rating=row["rating"],
            seed=row["seed"],
        )
    except TournamentError as error:
        raise TournamentError(error.code, error.what, line=row["line"]) from error


def _columns(head: list[str]) -> dict[str, str]:
    """Return, for each thing that we know, the column that holds it."""
    found = {}
    for key, names in COLUMNS.items():
        column = next((name for name in head if name in names), None)
        if column is not None:
            found[key] = column
    return found


def _check_rows(tournament: Tournament, rows: list[Row], names: Mapping[str, str]) -> list[PreviewRow]:
    """Return every row with all of its problems, those between rows included."""
    preview = [_check_row(tournament, row, names) for row in rows]
    _find_doubles(preview, "name", "name_taken", key=lambda row: row.name.casefold() or None)
    _find_doubles(preview, "seed", "seed_taken", key=lambda row: row.seed)
    free = tournament.max_entries - tournament.entries.filter(status="confirmed").count()
    for row in preview[max(free, 0) :]:
        row.problems.append(Problem(row.line, "name", "too_many_entries", str(tournament.max_entries)))
    return preview


def _check_row(tournament: Tournament, row: Row, names: Mapping[str, str]) -> PreviewRow:
    """Return one row with the problems that it has by itself."""
    checked = PreviewRow(row.line)

    def take(key: str, check: Callable[[str], Any]) -> Any:
        text = row.cells.get(names.get(key, ""), "")
        try:
            return check(text)
        except TournamentError as error:
            # The column is named beside the sentence; what stands in the cell tells more.
            what = text[:_SHOWN] if error.code == "bad_value" else str(error.what)
            checked.problems.append(Problem(row.line, names.get(key, key), error.code, what))
            return None

    checked.name = take("name", lambda text: checked_name(tournament, text)) or ""
    checked.rating = take("rating", lambda text: checked_rating(_whole(text)))
    checked.seed = take("seed", lambda text: checked_seed(tournament, _whole(text)))
    checked.email = take("email", checked_email) or ""
    checked.players = take("players", lambda text: _roster(tournament, checked.name, text)) or []
    return checked


def _whole(text: str) -> int | None:
    """Return a whole number, or None for an empty cell."""
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise TournamentError("bad_value", text)
    return int(text)


def _roster(tournament: Tournament, name: str, text: str) -> list[str]:
    """Return the names of a roster, which a list separates by a slash; an entry of one is the player."""
    names = [checked_length(part) for part in text.split("/")] if text else [name] if name else []
    if names and len(names) != tournament.roster_size:
        raise TournamentError("roster_size", tournament.roster_size)
    return names


def _find_doubles(rows: list[PreviewRow], column: str, code: str, *, key: Callable[[PreviewRow], Any]) -> None:
    """Mark every row whose value another row of the file had before."""
    seen = set()
    for row in rows:
        value = key(row)
        if value is not None and value in seen:
            row.problems.append(Problem(row.line, column, code))
        seen.add(value)
