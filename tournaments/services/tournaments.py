"""Making a tournament, changing it, opening it to the public, and ending it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils.text import slugify

from gameengine.clock.notation import control_from_notation
from gameengine.clock.registry import control_from_json
from gameengine.core.abilities import HasPresets, Preset
from gameengine.core.errors import Refusal, told_of
from gameengine.core.game import Game
from gameengine.core.types import Json, JsonObject
from gameengine.games.registry import GAMES, ON_BOARD
from gameengine.table.options import complete_options
from matches.content_text import digest
from matches.contents import CONTENT
from matches.now import now_ms
from matches.services.contents import content_add
from matches.words import language
from tournaments.errors import TournamentError
from tournaments.formats.base import FormatError
from tournaments.formats.registry import FORMATS, format_of
from tournaments.formats.settings import complete_stage_settings
from tournaments.models import (
    PENDING,
    Announcement,
    Entry,
    Pairing,
    PairingMatch,
    StaffRole,
    Stage,
    Tournament,
)
from tournaments.permissions import Actor, Capability, Role
from tournaments.seating import roster_size_of
from tournaments.services.common import audit, lock_stage, lock_tournament, require, tell, user_row
from tournaments.venue import fits_board

DEFAULT_FORMAT: Final = next(iter(FORMATS))
_TEXT_FIELDS: Final[Mapping[str, int]] = {"name": 120, "place": 120, "description": 5000, "contact": 200}
_MAKES_MATCHES: Final = frozenset({"game", "options", "control", "hosted", "roster_size", "board_options"})
"""What matches are made with: locked once there is one."""
_PLAIN: Final = frozenset(
    {
        "starts_at_ms", "no_show_ms", "self_registration", "check_in", "max_entries",
        "hosted", "roster_size", "on_board", "one_device", "claim_ms", "appeal_ms", "dispute_pauses",
    }
)  # fmt: skip
_CHOICES: Final = {"second_arbiter": Tournament.SecondArbiter, "stand_apart": Tournament.StandApart}
_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "no_show_ms": (10_000, 24 * 3_600_000),
    "claim_ms": (0, 24 * 3_600_000),
    "appeal_ms": (0, 24 * 3_600_000),
    "max_entries": (2, 5000),
    "roster_size": (1, 8),
    "starts_at_ms": (0, 2**53),
}
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Template:
    """What a new tournament of a game begins with; all of it comes from the data of the game and of the format."""

    game: str
    options: Mapping[str, Json]
    control: JsonObject
    format: str
    settings: Mapping[str, Json]


def template_of(game: str, format_key: str = DEFAULT_FORMAT, preset: str = "") -> Template:
    """Return the template of a game, with one of its ready sets of options if that is asked for.

    Raises TournamentError `unknown_game`, `unknown_format`.
    """
    if game not in GAMES:
        raise TournamentError("unknown_game", game)
    chosen = GAMES[game]
    options: JsonObject = next((one.options for one in presets_of(chosen) if one.key == preset), {})
    return Template(
        game, complete_options(chosen, options), chosen.default_control, format_key, checked_settings(format_key, {})
    )


def presets_of(game: Game[Any]) -> tuple[Preset, ...]:
    """Return the ready sets of options that a game offers beside its defaults."""
    return game.presets if isinstance(game, HasPresets) else ()


@transaction.atomic
def tournament_create(
    *,
    by_user: Any,
    name: str,
    game: str,
    slug: str = "",
    options: JsonObject | None = None,
    control: JsonObject | None = None,
    format: str = DEFAULT_FORMAT,
    settings: JsonObject | None = None,
    demo: bool = False,
    **fields: Any,
) -> Tournament:
    """Return a new draft with one stage, from the template of the game; what is given replaces the template's values.

    Who makes it becomes its organizer and chief arbiter. `fields` are those of `tournament_update`. Raises
    TournamentError `no_pair`, `roster_of_game`, or a code for a wrong value.
    """
    template = template_of(game, format)
    row = Tournament(
        game=game,
        created_at_ms=now_ms(),
        created_by=by_user,
        demo=demo,
        options=template.options,
        control=template.control,
    )
    given = {"name": name, "options": options, "control": control, **fields}
    _apply(row, {key: value for key, value in given.items() if value is not None})
    _fit_roster(row, fields.get("roster_size"))
    if row.on_board and not fits_board(row):
        raise TournamentError("no_duel")
    row.slug = chosen_slug(slug) if slug else _free_slug(row.name)
    _insert(row)
    Stage.objects.create(
        tournament=row,
        format=format,
        settings=checked_settings(format, settings or {}),
        rng_seed=secrets.token_hex(16),
    )
    _found(row, by_user)
    return row


def _insert(row: Tournament) -> None:
    """Write the new row. Raises TournamentError `slug_taken` if somebody took the address in the same instant."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        raise TournamentError("slug_taken") from error


def _found(tournament: Tournament, user: Any) -> None:
    """Give the founder the roles, and write the first audit line."""
    roles = [Role.ORGANIZER, Role.CHIEF_ARBITER] if user is not None else []
    for role in roles:
        StaffRole.objects.create(tournament=tournament, user=user, role=role.value, since_ms=tournament.created_at_ms)
    by = Actor(roles=frozenset(roles), user_id=user.pk, name=str(user)) if user is not None else Actor(system=True)
    audit(tournament, by, "tournament_create", subject=tournament)


@transaction.atomic
def tournament_update(*, tournament_id: str, by: Actor, reason: str = "", **changes: Any) -> Tournament:
    """Change settings: name, slug, place, description, contact, zone, options, control, starts_at_ms, no_show_ms,
    self_registration, check_in, second_arbiter, stand_apart, max_entries, hosted, roster_size, on_board,
    board_options, one_device, claim_ms, appeal_ms, dispute_pauses.

    The number of players per entry follows from the game and its options where the matches are played here. Raises
    TournamentError `settings_locked` for what matches have been made with, `no_pair` for options under which two
    entries do not fill the seats, `no_duel` for real boards at which more than two sit down, `roster_of_game`,
    `roster_differs` if there are entries of another size already, or a code for a wrong value.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.SETTINGS)
    before = {key: getattr(tournament, key) for key in (*changes, "roster_size") if hasattr(tournament, key)}
    slug = changes.pop("slug", None)
    if slug is not None and slug != tournament.slug:
        tournament.slug = chosen_slug(slug)
    _apply(tournament, changes)
    if _MAKES_MATCHES.intersection(changes):
        _fit_roster(tournament, changes.get("roster_size"))
    if tournament.on_board and not fits_board(tournament):
        raise TournamentError("no_duel")
    if tournament.roster_size != before["roster_size"]:
        _entries_fit(tournament)
    after = {key: getattr(tournament, key) for key in before}
    changed = {key for key in before if before[key] != after[key]}
    if changed & _MAKES_MATCHES and PairingMatch.objects.filter(pairing__stage__tournament=tournament).exists():
        raise TournamentError("settings_locked", ", ".join(sorted(changed & _MAKES_MATCHES)))
    tournament.save()
    _audit_changes(tournament, by, "tournament_update", before=before, after=after, reason=reason)
    return tournament


@transaction.atomic
def stage_update(*, stage_id: str, by: Actor, reason: str = "", name: str | None = None, **settings: Json) -> Stage:
    """Change the name or settings of a stage. Raises TournamentError `settings_locked` once its seeds are fixed."""
    stage = lock_stage(stage_id)
    require(by, Capability.SETTINGS)
    before = dict(stage.settings)
    stage.settings = checked_settings(stage.format, {**before, **settings})
    changed = {key for key in before if before[key] != stage.settings[key]}
    if changed and stage.state != Stage.State.DRAFT:
        raise TournamentError("settings_locked", ", ".join(sorted(changed)))
    if name is not None:
        stage.name = name.strip()[:80]
    stage.save(update_fields=["settings", "name"])
    _audit_changes(stage.tournament, by, "stage_update", before=before, after=stage.settings, reason=reason)
    return stage


@transaction.atomic
def tournament_open(*, tournament_id: str, by: Actor) -> Tournament:
    """Publish the tournament: everybody may see it, and players may enter. Raises TournamentError `already_open`."""
    tournament = lock_tournament(tournament_id)
    require(by, Capability.PUBLISH)
    if tournament.published:
        raise TournamentError("already_open")
    # One that was taken over from a file is in the middle of it.
    begun = tournament.stages.exclude(state__in=[Stage.State.DRAFT, Stage.State.DRAWN]).exists()
    tournament.state = Tournament.State.RUNNING if begun else Tournament.State.OPEN
    tournament.opened_at_ms = now_ms()
    tournament.save(update_fields=["state", "opened_at_ms"])
    audit(tournament, by, "tournament_open", subject=tournament)
    tell(tournament, "status", "console")
    return tournament


@transaction.atomic
def tournament_finish(*, tournament_id: str, by: Actor) -> Tournament:
    """End the tournament: its results are final. Raises TournamentError `not_finished`, `disputes_open`,
    `already_finished`.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.PUBLISH)
    if tournament.state == Tournament.State.FINISHED:
        raise TournamentError("already_finished")
    undecided = Pairing.objects.filter(stage__tournament=tournament).exclude(state=Pairing.State.DECIDED).count()
    if undecided or tournament.stages.exclude(state=Stage.State.FINISHED).exists():
        raise TournamentError("not_finished", undecided)
    disputes = tournament.disputes.filter(state__in=PENDING).count()
    if disputes:
        raise TournamentError("disputes_open", disputes)
    tournament.state = Tournament.State.FINISHED
    tournament.finished_at_ms = now_ms()
    tournament.save(update_fields=["state", "finished_at_ms"])
    audit(tournament, by, "tournament_finish", subject=tournament)
    tell(tournament, "status", "console", "bracket")
    return tournament


@transaction.atomic
def announcement_post(*, tournament_id: str, by: Actor, text: str) -> Announcement:
    """Say something on the tournament's page. Raises TournamentError `bad_value` for an empty or very long text."""
    tournament = lock_tournament(tournament_id)
    require(by, Capability.PUBLISH)
    text = text.strip()
    if not text or len(text) > 2000:
        raise TournamentError("bad_value", "text")
    posted = Announcement.objects.create(tournament=tournament, text=text, at_ms=now_ms(), by_user=user_row(by))
    audit(tournament, by, "announcement_post", subject=posted)
    tell(tournament, "announcements")
    return posted


def _audit_changes(
    tournament: Tournament, by: Actor, act: str, *, before: Mapping[str, Any], after: Mapping[str, Any], reason: str
) -> None:
    """Write what was changed, if anything was, and tell the pages."""
    changed = {key for key in before if before[key] != after[key]}
    if changed:
        old, new = ({key: _named(side[key]) for key in sorted(changed)} for side in (before, after))
        audit(tournament, by, act, subject=tournament, reason=reason, before=old, after=new)
        tell(tournament, "status", "console")


def _named(value: Any) -> Any:
    """Return a value as the audit trail has it: a whole content is named by its hash."""
    if not isinstance(value, Mapping) or not isinstance(value.get(CONTENT), Mapping):
        return value
    return {**value, CONTENT: {"sha256": digest(value[CONTENT])}}


def _apply(row: Tournament, changes: Mapping[str, Any]) -> None:
    """Set checked values on the row."""
    for key, value in changes.items():
        setattr(row, key, _checked(row, key, value))


def _fit_roster(row: Tournament, asked: int | None) -> None:
    """Set how many players an entry has: as many as the game seats on a side, in a hall as many as the organizer says.

    Raises TournamentError `no_pair`, and `roster_of_game` if another number is `asked` for.
    """
    if not row.hosted:
        return
    needed = roster_size_of(GAMES[row.game], row.options)
    if needed is None:
        raise TournamentError("no_pair")
    if asked is not None and asked != needed:
        raise TournamentError("roster_of_game", needed)
    row.roster_size = needed


def _entries_fit(tournament: Tournament) -> None:
    """Raise TournamentError `roster_differs` if an entry that takes part has another number of players."""
    out = (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED)
    entries = tournament.entries.exclude(status__in=out).annotate(size=Count("players"))
    others = entries.exclude(size=tournament.roster_size).count()
    if others:
        raise TournamentError("roster_differs", others)


def _checked(row: Tournament, key: str, value: Any) -> Any:
    """Return the value as it is kept. Raises TournamentError with the code for what is wrong."""
    if key in _TEXT_FIELDS:
        return _checked_text(key, value)
    if key in ("options", "board_options"):
        return _checked_options(row.game if key == "options" else ON_BOARD.key, value)
    if key == "control":
        return checked_control(value)
    if key == "zone":
        return _checked_zone(value)
    if key in _CHOICES:
        return _checked_choice(key, value)
    if key in _PLAIN:
        return _checked_plain(key, value)
    raise TournamentError("bad_value", key)


def _checked_choice(key: str, value: Any) -> str:
    """Return one of the values that there are."""
    if value not in _CHOICES[key].values:
        raise TournamentError("bad_value", key)
    return str(value)


def _checked_text(key: str, value: Any) -> str:
    """Return a text without blanks around it."""
    text = str(value).strip()
    if key == "name" and not text:
        raise TournamentError("name_missing")
    if len(text) > _TEXT_FIELDS[key]:
        raise TournamentError("name_too_long" if key == "name" else "bad_value", key)
    return text


def _checked_plain(key: str, value: Any) -> Any:
    """Return a number in its range, or a yes or no."""
    if key == "starts_at_ms" and value is None:
        return None
    if key not in _RANGES:
        fits = isinstance(value, bool)
    else:
        low, high = _RANGES[key]
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    if not fits:
        raise TournamentError("bad_value", key)
    return value


def _checked_options(game: str, value: Any) -> dict[str, Json]:
    """Return complete options of the game."""
    if not isinstance(value, Mapping):
        raise TournamentError("bad_option", "options")
    if isinstance(value.get(CONTENT), Mapping):
        # Kept, so that pages can name it; a bad one is refused with everything that is wrong.
        content_add(game=game, name="", data=value[CONTENT], by_user=None)
    try:
        return complete_options(GAMES[game], value)
    except Refusal as refusal:
        raise TournamentError("bad_option", refusal.quoted) from refusal


def checked_control(value: Any) -> dict[str, Json]:
    """Return a clock in its JSON form, from that form or from notation. Raises TournamentError `bad_control`."""
    try:
        control = control_from_notation(value) if isinstance(value, str) else control_from_json(value)
    except Refusal as refusal:
        raise TournamentError("bad_control", told_of(refusal).to(language())) from refusal
    return dict(control.to_json())


def _checked_zone(value: Any) -> str:
    """Return the name of a time zone that exists."""
    try:
        return ZoneInfo(str(value)).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise TournamentError("bad_zone", str(value)[:60]) from error


def checked_settings(format_key: str, given: JsonObject) -> dict[str, Json]:
    """Return complete settings of a stage."""
    try:
        settings = complete_stage_settings(format_of(format_key), given)
    except FormatError as error:
        raise TournamentError(error.code, error.detail) from error
    if settings.get("extra_control"):
        checked_control(settings["extra_control"])
    return settings


def chosen_slug(slug: str) -> str:
    """Return an address that the organizer chose, if it is well formed and free."""
    if not _SLUG.fullmatch(slug) or len(slug) > 60:
        raise TournamentError("bad_slug")
    if Tournament.objects.filter(slug=slug).exists():
        raise TournamentError("slug_taken")
    return slug


def _free_slug(name: str) -> str:
    """Return an address made of the name; with a number if it is taken."""
    stem = slugify(name)[:50].strip("-") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = (stem if number == 1 else f"{stem}-{number}" for number in range(1, len(taken) + 2))
    return next(slug for slug in candidates if slug not in taken)
