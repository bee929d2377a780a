"""A whole tournament as one file, and back: on an empty database, or beside others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model

from gameengine import log
from gameengine.games.registry import UnknownGameError
from matches.content_text import digest
from matches.contents import CONTENT
from matches.errors import MatchError
from matches.models import ContentFile, Match, MatchSeed
from matches.sealing import seal_all, unseal_all
from matches.selectors import match_record
from matches.services.contents import content_upload
from tournaments.errors import NotFoundError, TournamentError
from tournaments.exchange import archive
from tournaments.exchange.archive import ArchiveError, Content, Row
from tournaments.models import AuditLine, StaffRole, Stage, Tournament
from tournaments.permissions import SYSTEM, Actor, Capability, Right, Role
from tournaments.services.archive_parts import PARTS, Part
from tournaments.services.common import audit, lock_tournament, require
from tournaments.services.tournaments import chosen_slug

_SEEDS = "seeds"
_CONTENTS = "contents"
_BATCH = 500


@transaction.atomic
def tournament_archive(*, slug: str, by: Actor, with_email: bool = False) -> bytes:
    """Return the archive of a tournament: everything but accounts, secrets, and, unless asked for, addresses.

    The secret of a match that runs must not leave the server, so there is none then. Raises TournamentError
    `matches_under_way`, NotFoundError `no_such_tournament`.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise NotFoundError("no_such_tournament")
    require(by, Capability.SETTINGS, Right.READ)
    tournament = lock_tournament(tournament.pk)
    # Whoever pairs or starts something waits at the stages.
    list(Stage.objects.select_for_update(of=("self",)).filter(tournament=tournament).order_by("pk"))
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament)
    under_way = matches.exclude(status=Match.Status.OVER).count()
    if under_way:
        raise TournamentError("matches_under_way", under_way)
    content = {part.name: [_row(part, row, with_email) for row in part.rows(tournament)] for part in PARTS}
    content[_SEEDS] = sorted(_seeds(tournament), key=lambda row: str(row["match_id"]))
    content[_CONTENTS] = list(_contents(tournament))
    return archive.write(content)


def _row(part: Part, row: Model, with_email: bool) -> Row:
    """Return a row as it is archived."""
    values = {field.attname: getattr(row, field.attname) for field in part.columns(with_email=with_email)}
    for many in part.model._meta.many_to_many:
        values[many.name] = sorted(getattr(row, many.name).values_list("pk", flat=True))
    if isinstance(row, AuditLine):
        values |= {name: _elsewhere(values[name]) for name in ("actor", "subject")}
    return values


def _elsewhere(name: str) -> str:
    """Return the name of an account so that nobody takes it for the account of that number on another server."""
    return f"elsewhere/{name}" if name.startswith("user/") else name


def _seeds(tournament: Tournament) -> Iterator[Row]:
    """Yield the opened seeds of the finished matches; they are public in the proof of each log."""
    for seed in MatchSeed.objects.filter(match__pairing_match__pairing__stage__tournament=tournament):
        yield {"match_id": seed.match_id, "seed": " ".join(one.hex() for one in unseal_all(seed.sealed))}


def _contents(tournament: Tournament) -> Iterator[Row]:
    """Yield the uploaded content on which the tournament is played, as the file that it was."""
    chosen = tournament.options.get(CONTENT)
    if isinstance(chosen, Mapping):
        found = ContentFile.objects.filter(game=tournament.game, hash=digest(chosen)).first()
        if found is not None:
            yield {"game": found.game, "hash": found.hash, "name": found.name, "text": found.text}


def _keep_contents(rows: Sequence[Row]) -> None:
    """Keep the uploaded contents. Raises TournamentError `archive_bad` for one that is not what it says."""
    for row in rows:
        try:
            kept = content_upload(game=row["game"], name=str(row["name"]), text=str(row["text"]).encode(), by_user=None)
        except (MatchError, UnknownGameError, KeyError) as error:
            raise TournamentError("archive_bad", f"{_CONTENTS}: {error}") from error
        if kept.hash != row.get("hash"):
            raise TournamentError("archive_bad", _CONTENTS)


@transaction.atomic
def tournament_restore(*, data: bytes, slug: str = "", organizer: Any = None) -> Tournament:
    """Make the tournament of an archive, all of it or nothing; it keeps its ids, and its address unless told otherwise.

    Every log is replayed and verified. Nobody has a role in it but the `organizer`, an account, and links of players
    must be made anew. Raises TournamentError `archive_unreadable`, `archive_version`, `archive_damaged`, `archive_bad`
    naming the place, `archive_log` naming the match, `archive_known` if the tournament is here, `slug_taken`.
    """
    try:
        content = archive.read(data)
    except ArchiveError as error:
        raise TournamentError(error.code, error.what) from error
    _check_shape(content)
    first = content["tournament"][0]
    here = Tournament.objects.filter(pk=first.get("id")).first()
    if here is not None:
        raise TournamentError("archive_known", here.slug)
    first["slug"] = chosen_slug(slug or str(first.get("slug")))
    for match in content.get("matches", ()):
        match["room"] = Tournament(slug=first["slug"]).room
    _keep_contents(content.get(_CONTENTS, ()))
    tournament = _write(content)
    _verify_logs(tournament)
    for role in (Role.ORGANIZER, Role.CHIEF_ARBITER) if organizer is not None else ():
        StaffRole.objects.create(
            tournament=tournament, user=organizer, role=role.value, since_ms=tournament.created_at_ms
        )
    audit(tournament, SYSTEM, "tournament_restore", subject=tournament, after={"sha256": archive.checksum(data)})
    return tournament


def _check_shape(content: Content) -> None:
    """Raise unless there is exactly one tournament, and no list that this version does not know."""
    unknown = content.keys() - {part.name for part in PARTS} - {_SEEDS, _CONTENTS}
    if unknown or len(content.get("tournament", ())) != 1:
        raise TournamentError("archive_bad", ", ".join(sorted(unknown)) or "tournament")


def _write(content: Content) -> Tournament:
    """Write every row. A wrong value, a double or a row that refers to nothing stops it all."""
    place = ""
    try:
        with transaction.atomic():
            for part in PARTS:
                place = part.name
                _write_part(part, content.get(part.name, ()))
            place = _SEEDS
            MatchSeed.objects.bulk_create(_seed(row) for row in content.get(_SEEDS, ()))
            place = "references"
            connection.check_constraints()
    except TournamentError:
        raise
    except (DatabaseError, ValidationError, KeyError, TypeError, ValueError) as error:
        raise TournamentError("archive_bad", _named(place, error)) from error
    return Tournament.objects.get(pk=content["tournament"][0]["id"])


def _named(place: str, error: Exception) -> str:
    return place if isinstance(error, IntegrityError) else f"{place}: {error}"


def _write_part(part: Part, rows: Sequence[Row]) -> None:
    """Write the rows of one list; what an older archive does not know takes its default value."""
    known = {field.attname for field in part.columns(with_email=True)}
    many = [field.name for field in part.model._meta.many_to_many]
    for number, row in enumerate(rows):
        if row.keys() - known - set(many):
            raise TournamentError("archive_bad", f"{part.name} {number + 1}")
    plain = [{name: value for name, value in row.items() if name in known} for row in rows]
    part.model._default_manager.bulk_create((part.model(**row) for row in plain), batch_size=_BATCH)
    for name in many:
        for row in rows:
            getattr(part.model._default_manager.get(pk=row["id"]), name).set(row[name])


def _seed(row: Row) -> MatchSeed:
    """Return the seeds of a match, one per branch, sealed with the key of this server."""
    return MatchSeed(match_id=row["match_id"], sealed=seal_all([bytes.fromhex(one) for one in row["seed"].split()]))


def _verify_logs(tournament: Tournament) -> None:
    """Replay every log. Raises TournamentError `archive_log` with the first one that does not hold."""
    matches = Match.objects.filter(pairing_match__pairing__stage__tournament=tournament).select_related("seed")
    for match in matches.order_by("pk").iterator(chunk_size=50):
        findings = log.verify(match_record(match))
        if findings:
            raise TournamentError("archive_log", f"{match.pk}: {findings[0]}")
