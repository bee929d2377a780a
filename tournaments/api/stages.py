"""Stages: their settings, their seeds, their rounds, their ranking."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.fields import PageQuery
from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.rounds import RoundOut
from tournaments.api.serializers.tournaments import DrawIn, StageChange, StageOut, StandingsOut
from tournaments.api.views import TournamentView
from tournaments.errors import TournamentError
from tournaments.models import Stage
from tournaments.selectors.open_to import stage_open_to
from tournaments.selectors.public import rounds_for
from tournaments.selectors.ranking import ranking_of
from tournaments.services.common import lock_stage


class StageList(TournamentView):
    """The stages of a tournament."""

    tag = "stages"
    ordering = ("number",)

    @operation("List the stages of a tournament", gives=StageOut, many=True, query=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the stages in order."""
        return self.page(self.here(slug)[0].stages.select_related("tournament"))


class StageDetail(TournamentView):
    """One stage."""

    tag = "stages"

    @operation("Read a stage", gives=StageOut)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the stage with every setting of its format."""
        return self.versioned(stage_open_to(self.asker, stage_id).row)

    @operation("Change a stage", takes=StageChange, gives=StageOut, needs="manage", edits=True)
    def patch(self, request: Request, stage_id: str) -> Response:
        """Change the name or the settings that are given; settings only until the seeds are fixed."""
        found = stage_open_to(self.asker, stage_id)
        settings = self.given.pop("settings", {})
        _known(found.row, settings)
        with transaction.atomic():
            self.require_version(lock_stage(stage_id))
            return self.versioned(services.stage_update(stage_id=stage_id, by=found.actor, **self.given, **settings))


def _known(stage: Stage, settings: dict[str, object]) -> None:
    """Raise TournamentError `bad_setting` for a name that is no setting: the service takes settings by their names."""
    for key in settings:
        if key not in stage.settings:
            raise TournamentError("bad_setting", key[:60])


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

    @operation("Read the standings of a stage", gives=StandingsOut)
    def get(self, request: Request, stage_id: str) -> Response:
        """Return the places that are settled, best first."""
        stage = stage_open_to(self.asker, stage_id).row
        return self.answer({"stage": stage, "places": ranking_of(stage)})


class RoundList(TournamentView):
    """The rounds of a tournament."""

    tag = "rounds"
    ordering = ("place",)

    @operation("List the rounds of a tournament", gives=RoundOut, many=True, query=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the rounds of all stages in order; drafts to the staff alone."""
        rounds = rounds_for(*self.here(slug)).select_related("stage__tournament")
        return self.page(rounds.annotate(place=F("stage__number") * 1000 + F("number")))
