"""Tournaments: listed, read, made, changed, opened, finished; and what is announced in them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.fields import PageQuery
from matches.api.operation import operation
from tournaments import services
from tournaments.api.serializers.entries import LobbyOut, lobby_values
from tournaments.api.serializers.tournaments import (
    AnnouncementIn,
    AnnouncementOut,
    TournamentChange,
    TournamentIn,
    TournamentOut,
    TournamentQuery,
)
from tournaments.api.views import TournamentView
from tournaments.models import Announcement, Player, Tournament
from tournaments.pages.words import note_text
from tournaments.selectors.lobby import lobby_of
from tournaments.selectors.public import announcements_of, tournament_list, tournament_list_of
from tournaments.services.common import lock_tournament


class TournamentList(TournamentView):
    """All tournaments."""

    tag = "tournaments"

    @operation("List the tournaments", gives=TournamentOut, many=True, query=TournamentQuery)
    def get(self, request: Request) -> Response:
        """Return the tournaments that everybody may know of; with `mine`, those in which you have a part."""
        asked = self.asked_for
        rows = tournament_list_of(self.asker.user, self.asker.refs) if asked.get("mine") else tournament_list()
        self.ordering = (f"{asked['ordering']}_ms", "id")
        return self.page(_filtered(rows, asked))

    @operation("Make a tournament", takes=TournamentIn, gives=TournamentOut, status=201, needs="manage", once=True)
    def post(self, request: Request) -> Response:
        """Make a draft with one stage. You become its organizer and chief arbiter; nobody else sees it yet."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        return self.versioned(services.tournament_create(by_user=request.user, **self.given))


def _filtered(rows: QuerySet[Tournament], asked: dict[str, Any]) -> QuerySet[Tournament]:
    return rows.filter(**{word: asked[word] for word in ("state", "game") if word in asked})


class TournamentDetail(TournamentView):
    """One tournament."""

    tag = "tournaments"

    @operation("Read a tournament", gives=TournamentOut)
    def get(self, request: Request, slug: str) -> Response:
        """Return what was chosen for the tournament, and where it stands."""
        return self.versioned(self.here(slug)[0])

    @operation("Change a tournament", takes=TournamentChange, gives=TournamentOut, needs="manage", edits=True)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what is given. What matches have been made with stays as it is: `settings_locked`."""
        tournament, actor = self.here(slug)
        with transaction.atomic():
            self.require_version(lock_tournament(tournament.pk))
            return self.versioned(services.tournament_update(tournament_id=tournament.pk, by=actor, **self.given))


class TournamentOpening(TournamentView):
    """The act that makes a tournament public."""

    tag = "tournaments"

    @operation("Open a tournament", gives=TournamentOut, needs="manage", once=True)
    def post(self, request: Request, slug: str) -> Response:
        """Let everybody see the tournament, and players enter."""
        tournament, actor = self.here(slug)
        return self.versioned(services.tournament_open(tournament_id=tournament.pk, by=actor))


class TournamentFinish(TournamentView):
    """The act that ends a tournament."""

    tag = "tournaments"

    @operation("Finish a tournament", gives=TournamentOut, needs="manage", once=True)
    def post(self, request: Request, slug: str) -> Response:
        """Make the results final."""
        tournament, actor = self.here(slug)
        return self.versioned(services.tournament_finish(tournament_id=tournament.pk, by=actor))


class AnnouncementList(TournamentView):
    """What is said to everybody."""

    tag = "tournaments"
    ordering = ("-at_ms", "id")

    @operation("List the announcements", gives=AnnouncementOut, many=True, query=PageQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the announcements, newest first."""
        return self.page(announcements_of(self.here(slug)[0]), text_of=_text)

    @operation(
        "Post an announcement", takes=AnnouncementIn, gives=AnnouncementOut, status=201, needs="manage", once=True
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say something to everybody who looks at the tournament."""
        tournament, actor = self.here(slug)
        posted = services.announcement_post(tournament_id=tournament.pk, by=actor, **self.given)
        return self.answer(posted, text_of=_text)


def _text(row: Announcement) -> str:
    return row.text or note_text(row.code, row.data)


class Lobby(TournamentView):
    """Where the asker's own players have to be."""

    tag = "entries"

    @operation("Read your lobby", gives=LobbyOut, many=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return, for each player that is yours, where to be now: the match, the seat, the opponent."""
        _tournament, actor = self.here(slug)
        players = Player.objects.filter(pk__in=actor.players).select_related("entry__tournament").order_by("pk")
        return self.all_of(lobby_values(player, lobby_of(player)) for player in players)
