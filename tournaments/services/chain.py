"""Stages that feed each other, and a stage that ends before its last round."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from typing import Final

from django.db import transaction

from gameengine.core.types import JsonObject
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.registry import FORMATS, format_of
from tournaments.models import Entry, Pairing, Round, Stage, StageEntry
from tournaments.permissions import SYSTEM, Actor, Capability
from tournaments.services.advance import finish_stage
from tournaments.services.common import audit, lock_stage, lock_tournament, require, tell
from tournaments.services.lots import place_lot
from tournaments.services.record import plan_of, record_of
from tournaments.services.tournaments import checked_settings

log = logging.getLogger(__name__)

_MOST_STAGES: Final = 9


@transaction.atomic
def stage_add(
    *,
    tournament_id: str,
    by: Actor,
    format: str,
    settings: JsonObject | None = None,
    name: str = "",
    source_stage: str | None = None,
    places: int = 0,
    feeds_itself: bool = False,
) -> Stage:
    """Add a stage after the others. With a source its field are the first `places` of that stage's final order.

    `feeds_itself` lets the service take them when the source is over; else `stage_feed` does. Raises TournamentError
    `tournament_finished`, `unknown_format`, `bad_setting`, `no_such_stage`, `bad_value` for the places.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.SETTINGS)
    if tournament.state == tournament.State.FINISHED:
        raise TournamentError("tournament_finished")
    if format not in FORMATS:
        raise TournamentError("unknown_format", format)
    stages = list(tournament.stages.all())
    if len(stages) >= _MOST_STAGES:
        raise TournamentError("too_many_stages", _MOST_STAGES)
    source = _source(stages, source_stage)
    if (source is None) != (places == 0):
        raise TournamentError("bad_value", "places")
    if source is not None:
        _may_feed(places, format)
    stage = Stage.objects.create(
        tournament=tournament,
        number=stages[-1].number + 1 if stages else 1,
        name=name.strip()[:80],
        format=format,
        settings=checked_settings(format, settings or {}),
        rng_seed=secrets.token_hex(16),
        source_stage=source,
        source_places=places,
        feeds_itself=feeds_itself and source is not None,
    )
    after = {"format": format, "source": str(source.number) if source else None, "places": places}
    audit(tournament, by, "stage_add", subject=stage, after=after)
    tell(tournament, "status", "console")
    return stage


@transaction.atomic
def stage_format_set(*, stage_id: str, by: Actor, format: str, settings: JsonObject | None = None) -> Stage:
    """Choose another format for a stage whose seeds are not fixed; what is not given gets the format's defaults.

    Raises TournamentError `settings_locked`, `unknown_format`, `bad_setting`, `bad_value` for more or fewer places of
    its source than the format can have.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.SETTINGS)
    if stage.state != Stage.State.DRAFT:
        raise TournamentError("settings_locked", "format")
    if format not in FORMATS:
        raise TournamentError("unknown_format", format)
    if stage.source_stage is not None:
        _may_feed(stage.source_places, format)
    before, stage.format = stage.format, format
    stage.settings = checked_settings(format, settings or {})
    stage.save(update_fields=["format", "settings"])
    audit(stage.tournament, by, "stage_format_set", subject=stage, before=before, after=format)
    tell(stage.tournament, "status", "console")
    return stage


@transaction.atomic
def stage_remove(*, stage_id: str, by: Actor) -> None:
    """Remove a stage that has no field yet and feeds no other.

    Raises TournamentError `already_drawn`, `stage_needed`.
    """
    stage = _with_tournament(stage_id)
    require(by, Capability.SETTINGS)
    if stage.state != Stage.State.DRAFT:
        raise TournamentError("already_drawn")
    if stage.feeds.exists() or stage.tournament.stages.count() == 1:
        raise TournamentError("stage_needed")
    audit(stage.tournament, by, "stage_remove", subject=stage)
    tell(stage.tournament, "status", "console")
    stage.delete()


@transaction.atomic
def stage_feed(*, stage_id: str, by: Actor) -> Stage:
    """Take the final order of the source as seeds. Those who have left are passed over, and the next ones move up.

    Shared places are ordered by lot, the same lot whenever it is asked. Raises TournamentError `no_source`,
    `source_open`, `already_drawn`, `too_few_entries`.
    """
    stage = _with_tournament(stage_id)
    require(by, Capability.PAIR)
    if stage.source_stage is None:
        raise TournamentError("no_source")
    if stage.state != Stage.State.DRAFT:
        raise TournamentError("already_drawn")
    if stage.source_stage.state != Stage.State.FINISHED:
        raise TournamentError("source_open")
    entries = list(_final_order(stage, stage.source_stage))[: stage.source_places]
    plan_of(stage, len(entries))
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry, seed=seed) for seed, entry in enumerate(entries, start=1)
    )
    stage.state, stage.seeding = Stage.State.DRAWN, "source"
    stage.save(update_fields=["state", "seeding"])
    audit(stage.tournament, by, "stage_feed", subject=stage, after={"order": [entry.name for entry in entries]})
    tell(stage.tournament, "status", "console", "entries")
    return stage


def stages_feed_due() -> int:
    """Feed every stage whose source is over and that need not be asked for; return how many. Called by tasks."""
    due = Stage.objects.filter(
        feeds_itself=True, state=Stage.State.DRAFT, source_stage__state=Stage.State.FINISHED
    ).values_list("pk", flat=True)
    return sum(stage_feed_if_due(stage_id=stage_id) for stage_id in due)


@transaction.atomic
def stage_feed_if_due(*, stage_id: str) -> bool:
    """Feed a stage that need not be asked for, once its source is over; tell whether.

    Too few that could go on is for the organizer to see, and is found again the next time.
    """
    stage = _with_tournament(stage_id)
    over = stage.source_stage is not None and stage.source_stage.state == Stage.State.FINISHED
    if stage.state != Stage.State.DRAFT or not stage.feeds_itself or not over:
        return False
    try:
        stage_feed(stage_id=stage_id, by=SYSTEM)
    except TournamentError as refusal:
        log.info("stage %s cannot be fed: %s", stage_id, refusal.code)
        return False
    return True


@transaction.atomic
def stage_end(*, stage_id: str, by: Actor, reason: str) -> Stage:
    """End a stage before its last round, with the standings as they are: the organizer's choice when no pairing exists.

    A draft that nobody has seen goes. Raises TournamentError `not_by_round`, `boards_open`, `no_such_round`,
    `already_finished`.
    """
    stage = lock_stage(stage_id)
    require(by, Capability.PUBLISH, reason=reason)
    if format_of(stage.format).pairer is None:
        raise TournamentError("not_by_round")
    if stage.state == Stage.State.FINISHED:
        raise TournamentError("already_finished")
    undecided = stage.pairings.exclude(round__state=Round.State.DRAFT).exclude(state=Pairing.State.DECIDED).count()
    if undecided:
        raise TournamentError("boards_open", undecided)
    stage.rounds.filter(state=Round.State.DRAFT).delete()
    played = stage.rounds.filter(state=Round.State.CLOSED).count()
    if not played:
        raise TournamentError("no_such_round")
    before = stage.settings["rounds"]
    stage.settings = {**stage.settings, "rounds": played}
    stage.save(update_fields=["settings"])
    audit(stage.tournament, by, "stage_end", subject=stage, reason=reason, before=before, after=played)
    finish_stage(stage, by, reason)
    return stage


def _with_tournament(stage_id: str) -> Stage:
    """Return a stage, locked together with its tournament."""
    tournament_id = Stage.objects.filter(pk=stage_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFoundError("no_such_stage")
    lock_tournament(tournament_id)
    return lock_stage(stage_id)


def _may_feed(places: int, format: str) -> None:
    """Raise unless a format can have so many entries."""
    if not FORMATS[format].min_entries <= places <= FORMATS[format].max_entries:
        raise TournamentError("bad_value", "places")


def _source(stages: list[Stage], stage_id: str | None) -> Stage | None:
    """Return the stage that feeds, which must be one of the tournament's."""
    if stage_id is None:
        return None
    found = next((stage for stage in stages if stage.pk == stage_id), None)
    if found is None:
        raise NotFoundError("no_such_stage")
    return found


def _final_order(stage: Stage, source: Stage) -> Iterator[Entry]:
    """Yield those who may go on, best first."""
    places = format_of(source.format).ranking(record_of(source))
    entries = {place.entry_id: place.entry for place in source.field.select_related("entry")}
    ordered = sorted(places, key=lambda placing: (placing.rank, place_lot(stage.rng_seed, placing.entry or "")))
    for placing in ordered:
        entry = entries.get(placing.entry or "")
        if entry is not None and entry.plays:
            yield entry
