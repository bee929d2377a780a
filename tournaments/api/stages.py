"""Stages: their settings, their seeds, their rounds, their ranking."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.fields import PageQuery
from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.common import ReasonIn
from tournaments.api.serializers.rounds import RoundOut, VenueIn
from tournaments.api.serializers.tournaments import (
    DrawIn,
    StageChange,
    StageIn,
    StageOut,
    StandingsOut,
    StandingsQuery,
    standings_values,
)
from tournaments.api.views import TournamentView
from tournaments.errors import TournamentError
from tournaments.models import Stage
from tournaments.selectors.open_to import stage_open_to
from tournaments.selectors.public import rounds_for
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.standings import snapshot_of, standings_of
from tournaments.services.common import lock_stage


class StageList(TournamentView):
    """The stages of a tournament."""

    tag = "stages"
    ordering = ("number",)

    @operation("List the stages of a tournament", gives=StageOut, many=True, query=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the stages in order."""
        return self.page(self.here(slug)[0].stages.select_related("tournament"))

    @operation("Add a stage", takes=StageIn, gives=StageOut, status=201, needs="manage", once=True)
    def post(self, request: Request, slug: str) -> Response:
        """Add a stage after the others. With a source its field are the first places of that stage's final order."""
        tournament, actor = self.here(slug)
        return self.versioned(services.stage_add(tournament_id=tournament.pk, by=actor, **self.given))


class StageDetail(TournamentView):
    """One stage."""

    tag = "stages"

    @operation("Read a stage", gives=StageOut)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the stage with every setting of its format."""
        return self.versioned(stage_open_to(self.asker, stage_id).row)

    @operation("Change a stage", takes=StageChange, gives=StageOut, needs="manage", edits=True)
    def patch(self, request: Request, stage_id: str) -> Response:
        """Change name, format or the settings that are given; format and settings only until the seeds are fixed."""
        found = stage_open_to(self.asker, stage_id)
        settings, chosen = self.given.pop("settings", {}), self.given.pop("format", None)
        with transaction.atomic():
            self.require_version(lock_stage(stage_id))
            if chosen is not None:
                services.stage_format_set(stage_id=stage_id, by=found.actor, format=chosen, settings=settings)
                settings = {}
            _known(found.row, settings)
            return self.versioned(services.stage_update(stage_id=stage_id, by=found.actor, **self.given, **settings))

    @operation("Remove a stage", status=204, needs="manage")
    def delete(self, request: Request, stage_id: str) -> Response:
        """Remove a stage that has no field yet and feeds no other."""
        services.stage_remove(stage_id=stage_id, by=stage_open_to(self.asker, stage_id).actor)
        return self.done()


class StageVenue(TournamentView):
    """Where the boards of a stage are played."""

    tag = "stages"

    @operation("Choose where a stage is played", takes=VenueIn, gives=StageOut, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Play the stage on real boards or by the rules here, before its first match is made."""
        found = stage_open_to(self.asker, stage_id)
        return self.answer(services.stage_venue(stage_id=stage_id, by=found.actor, **self.given))


def _known(stage: Stage, settings: dict[str, object]) -> None:
    """Raise TournamentError `bad_setting` for a name that is no setting: the service takes settings by their names."""
    for key in settings:
        if key not in stage.settings:
            raise TournamentError("bad_setting", key[:60])


class StageFeed(TournamentView):
    """The field of a stage, from the one before."""

    tag = "stages"

    @operation("Take the field from the source", gives=StageOut, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Take the final order of the source as seeds. Those who have left are passed over."""
        found = stage_open_to(self.asker, stage_id)
        return self.versioned(services.stage_feed(stage_id=stage_id, by=found.actor))


class StageEnd(TournamentView):
    """The end of a stage before its last round."""

    tag = "stages"

    @operation("End a stage early", takes=ReasonIn, gives=StageOut, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """End a stage that pairs round by round with the standings as they are, with a reason."""
        found = stage_open_to(self.asker, stage_id)
        return self.versioned(services.stage_end(stage_id=stage_id, by=found.actor, **self.given))


class StageDraw(TournamentView):
    """The seeds of a stage, fixed."""

    tag = "stages"

    @operation("Fix the seeds", takes=DrawIn, gives=StageOut, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Fix who plays and with which seed. Nobody can enter afterwards."""
        found = stage_open_to(self.asker, stage_id)
        return self.versioned(services.stage_draw(stage_id=stage_id, by=found.actor, **self.given))

    @operation("Take the draw back", status=204, needs="manage")
    def delete(self, request: Request, stage_id: str) -> Response:
        """Let entries change again, as long as nothing is published."""
        found = stage_open_to(self.asker, stage_id)
        services.stage_undraw(stage_id=stage_id, by=found.actor)
        return self.done()


class StageRounds(TournamentView):
    """The rounds of a stage."""

    tag = "rounds"
    ordering = ("number",)

    @operation("List the rounds of a stage", gives=RoundOut, many=True, query=PageQuery)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the rounds in order; drafts to the staff alone."""
        found = stage_open_to(self.asker, stage_id)
        rounds = rounds_for(found.tournament, found.actor).filter(stage=found.row)
        return self.page(rounds.select_related("stage__tournament"))

    @operation("Draft the pairings", gives=RoundOut, status=201, needs="manage", once=True)
    def post(self, request: Request, stage_id: str) -> Response:
        """Make the pairings that can be named now, as drafts; return the first round that is a draft."""
        found = stage_open_to(self.asker, stage_id)
        return self.answer(services.round_draft(stage_id=stage_id, by=found.actor))


class StageStandings(TournamentView):
    """The ranking of a stage."""

    tag = "stages"

    @operation("Read the standings of a stage", gives=StandingsOut, query=StandingsQuery)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the table after a round, without `after` the last that is closed; and the places that are settled."""
        stage = stage_open_to(self.asker, stage_id).row
        found = standings_of(stage, after=self.asked_for.get("after"))
        snapshot = snapshot_of(stage, found.after)
        return self.answer(standings_values(found, ranking_of(stage), snapshot.number if snapshot else None))


class RoundList(TournamentView):
    """The rounds of a tournament."""

    tag = "rounds"
    ordering = ("place",)

    @operation("List the rounds of a tournament", gives=RoundOut, many=True, query=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the rounds of all stages in order; drafts to the staff alone."""
        rounds = rounds_for(*self.here(slug)).select_related("stage__tournament")
        return self.page(rounds.annotate(place=F("stage__number") * 1000 + F("number")))
