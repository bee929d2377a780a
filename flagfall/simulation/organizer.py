"""The organizer's part: making the tournament, starting it, and looking how far it has got."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.urls import reverse

from flagfall.accounts.services import operator_get_or_create
from flagfall.simulation.plan import Character, Plan
from gameengine.games.registry import GAMES
from matches.models import Match
from tournaments import services
from tournaments.formats.registry import FORMATS, format_of
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.pages import words
from tournaments.permissions import SYSTEM
from tournaments.services import PlayerData
from tournaments.services.drafts import next_wanted


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who is to come, and the path of the private link that was given to them."""

    character: Character
    path: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the tournament has got; matches that wait for an arbiter will not go on by themselves."""

    boards: int
    decided: int
    finished: bool
    quarantined: int


@transaction.atomic
def tournament_prepare(plan: Plan, people: Sequence[Character]) -> tuple[Tournament, list[Invitation]]:
    """Return an open tournament with everybody entered, and their private links. Raises TournamentError."""
    name = f"Simulation: {words.say(GAMES[plan.game].name)}, {words.say(FORMATS[plan.format].name)}"
    given: dict[str, Any] = {} if plan.no_show_ms is None else {"no_show_ms": plan.no_show_ms}
    tournament = services.tournament_create(
        by_user=operator_get_or_create(),
        name=name,
        game=plan.game,
        format=plan.format,
        options=plan.options or None,
        control=plan.control,
        self_registration=False,
        check_in=True,
        settings=None if plan.rounds is None else {"rounds": plan.rounds},
        **given,
    )
    services.tournament_open(tournament_id=tournament.pk, by=SYSTEM)
    invitations = []
    size = tournament.roster_size
    for seed, first in enumerate(range(0, len(people), size), start=1):
        invitations += _entered(tournament, people[first : first + size], seed)
    return tournament, invitations


def _entered(tournament: Tournament, together: Sequence[Character], seed: int) -> list[Invitation]:
    """Enter those who play together, each with a link of their own."""
    entered = services.entry_register(
        tournament_id=tournament.pk,
        by=SYSTEM,
        name=" & ".join(one.name for one in together),
        seed=seed,
        roster=[PlayerData(one.name) for one in together],
    )
    links = [reverse("player-link", args=[link]) for link in entered.links]
    return [Invitation(one, link) for one, link in zip(together, links, strict=True)]


def missing(tournament: Tournament) -> int:
    """Return how many entries are not complete yet."""
    return tournament.entries.filter(status=Entry.Status.CONFIRMED, checked_in_at_ms=None).count()


def tournament_begin(tournament: Tournament) -> None:
    """Draw, publish and start the first round. Raises TournamentError."""
    stage = tournament.stages.get()
    services.stage_draw(stage_id=stage.pk, by=SYSTEM)
    _next_round(stage)


def tournament_go_on(tournament: Tournament) -> bool:
    """Start the next round, if rounds are paired one by one and every one so far is closed; tell whether there is one.

    Raises TournamentError, for example `no_pairing`.
    """
    stage = tournament.stages.get()
    if format_of(stage.format).pairer is None or not next_wanted(stage):
        return False
    _next_round(stage)
    return True


def _next_round(stage: Stage) -> None:
    """Pair, publish and start a round."""
    round_ = services.round_draft(stage_id=stage.pk, by=SYSTEM)
    services.round_publish(round_id=round_.pk, by=SYSTEM)
    services.round_start(round_id=round_.pk, by=SYSTEM)


def standing(tournament: Tournament) -> Standing:
    """Return how far the tournament has got."""
    pairings = Pairing.objects.filter(stage__tournament=tournament)
    return Standing(
        pairings.count(),
        pairings.filter(state=Pairing.State.DECIDED).count(),
        not tournament.stages.exclude(state=Stage.State.FINISHED).exists(),
        Match.objects.filter(room=tournament.room, status=Match.Status.QUARANTINED).count(),
    )


def tournament_end(tournament: Tournament) -> None:
    """Make the results final. Raises TournamentError."""
    services.tournament_finish(tournament_id=tournament.pk, by=SYSTEM)
