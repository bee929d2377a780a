"""What somebody may know of, by its own id: the thing, its tournament, and who that person is there.

Everything in a draft, and every round that is a draft, exists for those alone who may see drafts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from matches.errors import MatchError
from matches.models import Call
from tournaments.actors import actor_of
from tournaments.errors import NotFoundError
from tournaments.models import (
    Bye,
    Entry,
    KeptApart,
    Pairing,
    PairingJob,
    PairingMatch,
    Penalty,
    PendingRuling,
    Round,
    Stage,
    Tournament,
)
from tournaments.permissions import Actor
from tournaments.selectors.pairings import pairing_rows
from tournaments.selectors.public import is_open_to, sees_drafts

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Found(Generic[Row]):
    """A thing that somebody may know of, and who they are in its tournament."""

    row: Row
    tournament: Tournament
    actor: Actor


@dataclass(frozen=True, slots=True)
class Asker:
    """Who looks: a user, and the player references proven by links."""

    user: Any = None
    refs: Iterable[str] = ()

    def found(self, row: Row | None, tournament: Tournament | None, code: str) -> Found[Row]:
        """Return a thing with who the asker is in its tournament. Raises NotFoundError with this code."""
        if row is None or tournament is None:
            raise NotFoundError(code)
        actor = actor_of(tournament, self.user, self.refs)
        if not is_open_to(tournament, actor):
            raise NotFoundError(code)
        return Found(row, tournament, actor)


def stage_open_to(asker: Asker, stage_id: str) -> Found[Stage]:
    """Return a stage. Raises NotFoundError `no_such_stage`."""
    stage = Stage.objects.select_related("tournament").filter(pk=stage_id).first()
    return asker.found(stage, stage.tournament if stage else None, "no_such_stage")


def entry_open_to(asker: Asker, entry_id: str) -> Found[Entry]:
    """Return an entry with its players. Raises NotFoundError `no_such_entry`."""
    entries = Entry.objects.select_related("tournament").prefetch_related("players")
    entry = entries.filter(pk=entry_id).first()
    return asker.found(entry, entry.tournament if entry else None, "no_such_entry")


def round_open_to(asker: Asker, round_id: str) -> Found[Round]:
    """Return a round; a draft for staff alone. Raises NotFoundError `no_such_round`."""
    row = Round.objects.select_related("stage__tournament").filter(pk=round_id).first()
    found = asker.found(row, row.stage.tournament if row else None, "no_such_round")
    if not found.row.public and not sees_drafts(found.actor):
        raise NotFoundError("no_such_round")
    return found


def pairing_open_to(asker: Asker, pairing_id: str) -> Found[Pairing]:
    """Return a pairing; one of a draft round for staff alone. Raises NotFoundError `no_such_pairing`."""
    row = pairing_rows().select_related("stage__tournament", "round").filter(pk=pairing_id).first()
    found = asker.found(row, row.stage.tournament if row else None, "no_such_pairing")
    if not found.row.round.public and not sees_drafts(found.actor):
        raise NotFoundError("no_such_pairing")
    return found


def job_open_to(asker: Asker, job_id: str) -> Found[PairingJob]:
    """Return a pairing job; for those alone who see drafts. Raises NotFoundError `no_such_job`."""
    row = PairingJob.objects.select_related("stage__tournament").filter(pk=job_id).first()
    return _for_staff(asker.found(row, row.stage.tournament if row else None, "no_such_job"), "no_such_job")


def bye_open_to(asker: Asker, bye_id: str) -> Found[Bye]:
    """Return a bye; for the entry and those who see drafts. Raises NotFoundError `no_such_bye`."""
    row = Bye.objects.select_related("entry", "stage__tournament").filter(pk=bye_id).first()
    found = asker.found(row, row.stage.tournament if row else None, "no_such_bye")
    return found if found.row.entry_id in found.actor.entries else _for_staff(found, "no_such_bye")


def byes_for(stage: Stage, actor: Actor) -> QuerySet[Bye]:
    """Return the byes of a stage that the actor may see: all for those who see drafts, else the own ones."""
    byes = stage.byes.select_related("entry")
    return byes if sees_drafts(actor) else byes.filter(entry__in=actor.entries)


def apart_open_to(asker: Asker, apart_id: str) -> Found[KeptApart]:
    """Return who is kept apart; for those alone who see drafts. Raises NotFoundError `no_such_rule`."""
    row = KeptApart.objects.select_related("stage__tournament").filter(pk=apart_id).first()
    return _for_staff(asker.found(row, row.stage.tournament if row else None, "no_such_rule"), "no_such_rule")


def penalty_open_to(asker: Asker, penalty_id: str) -> Found[Penalty]:
    """Return a penalty; for those alone who see drafts. Raises NotFoundError `no_such_rule`."""
    row = Penalty.objects.select_related("stage__tournament").filter(pk=penalty_id).first()
    return _for_staff(asker.found(row, row.stage.tournament if row else None, "no_such_rule"), "no_such_rule")


def pending_open_to(asker: Asker, pending_id: str) -> Found[PendingRuling]:
    """Return what waits for a second arbiter; for those alone who see drafts. Raises NotFoundError."""
    rows = PendingRuling.objects.select_related("tournament", "pairing__round", "by_user")
    row = rows.filter(pk=pending_id).first()
    code = "no_such_proposal"
    return _for_staff(asker.found(row, row.tournament if row else None, code), code)


def _for_staff(found: Found[Row], code: str) -> Found[Row]:
    """Return what was found if the actor sees drafts. Raises NotFoundError."""
    if not sees_drafts(found.actor):
        raise NotFoundError(code)
    return found


def game_open_to(asker: Asker, match_id: str) -> Found[PairingMatch]:
    """Return the place of a match in its tournament. Raises NotFoundError `no_such_pairing`."""
    games = PairingMatch.objects.select_related("match", "pairing__stage__tournament")
    game = games.filter(match=match_id).first()
    return asker.found(game, game.pairing.stage.tournament if game else None, "no_such_pairing")


def call_open_to(asker: Asker, call_id: str) -> Found[Call]:
    """Return a call from a match of a tournament; the right to read it is not checked. Raises MatchError `no_call`."""
    calls = Call.objects.select_related("taken_by", "match__pairing_match__pairing__stage__tournament")
    call = calls.filter(pk=call_id, match__pairing_match__isnull=False).first()
    if call is None:
        raise MatchError("no_call")
    return asker.found(call, call.match.pairing_match.pairing.stage.tournament, "no_such_tournament")


def calls_of(tournament: Tournament) -> QuerySet[Call]:
    """Return every call from the matches of a tournament."""
    calls = Call.objects.filter(match__pairing_match__pairing__stage__tournament=tournament)
    return calls.select_related("taken_by")
