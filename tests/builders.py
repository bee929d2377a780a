"""Plain functions that make what tests need of a tournament, and play it."""

from __future__ import annotations

import itertools
from typing import Any

from django.contrib.auth import get_user_model

from matches.models import Match
from matches.services import match_act, match_rule
from tests.matches.building import play
from tournaments import services
from tournaments.models import Entry, Pairing, Round, StaffRole, Stage, Tournament
from tournaments.permissions import Actor, Role
from tournaments.seating import seats_of
from tournaments.services import Registered

FIVE_MINUTES = {"kind": "absolute", "base_ms": 300_000}
_numbers = itertools.count(1)


def a_user(name: str = "", **fields: Any) -> Any:
    """Return a user with an account."""
    name = name or f"user{next(_numbers)}"
    return get_user_model().objects.create(username=name, display_name=name, **fields)


def actor(*roles: Role, user: Any = None, entry: Entry | None = None) -> Actor:
    """Return somebody with these roles; the entry's players are theirs."""
    players = frozenset(player.pk for player in entry.players.all()) if entry else frozenset()
    entries = frozenset([entry.pk]) if entry else frozenset()
    if entry:
        roles = (*roles, Role.PLAYER)
    name = str(user) if user else "somebody"
    return Actor(frozenset({Role.VISITOR, *roles}), user.pk if user else None, name, players, entries)


ORGANIZER = actor(Role.ORGANIZER, Role.CHIEF_ARBITER)


def a_tournament(*, open_: bool = True, settings: dict[str, Any] | None = None, **fields: Any) -> Tournament:
    """Return a tournament in Junqi, open for entries unless told otherwise."""
    given = {"name": f"Cup {next(_numbers)}", "game": "junqi", "control": FIVE_MINUTES, **fields}
    made = services.tournament_create(by_user=None, settings=settings, **given)
    if open_:
        services.tournament_open(tournament_id=made.pk, by=ORGANIZER)
    made.refresh_from_db()
    return made


def the_stage(tournament: Tournament) -> Stage:
    """Return the only stage of a tournament."""
    return tournament.stages.get()


def an_entry(tournament: Tournament, name: str = "", **fields: Any) -> Registered:
    """Return a new entry, entered by the organizer."""
    return services.entry_register(
        tournament_id=tournament.pk, by=ORGANIZER, name=name or f"Player {next(_numbers)}", **fields
    )


def entered(count: int, **fields: Any) -> Tournament:
    """Return an open tournament with entries called "1", "2", … by their seeds."""
    tournament = a_tournament(**fields)
    for seed in range(1, count + 1):
        an_entry(tournament, str(seed), seed=seed)
    return tournament


def drafted(count: int, **fields: Any) -> Tournament:
    """Return a tournament whose rounds are drafts."""
    tournament = entered(count, **fields)
    stage = the_stage(tournament)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    return tournament


def published(count: int, **fields: Any) -> Tournament:
    """Return a tournament whose first round is published."""
    tournament = drafted(count, **fields)
    services.round_publish(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    return tournament


def started(count: int, **fields: Any) -> Tournament:
    """Return a tournament whose first round runs."""
    tournament = published(count, **fields)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    tournament.refresh_from_db()
    return tournament


def round_of(tournament: Tournament, number: int) -> Round:
    """Return a round of the only stage."""
    return the_stage(tournament).rounds.get(number=number)


def pairing_of(tournament: Tournament, key: str) -> Pairing:
    """Return a pairing by its key, as it is now."""
    return Pairing.objects.select_related("entry_0", "entry_1", "round", "stage").get(
        stage__tournament=tournament, key=key
    )


def names_at(tournament: Tournament, key: str) -> tuple[str | None, str | None]:
    """Return who sits at a board."""
    first, second = pairing_of(tournament, key).entries
    return (first.name if first else None), (second.name if second else None)


def entry_called(tournament: Tournament, name: str) -> Entry:
    """Return an entry by its name."""
    return tournament.entries.get(name=name)


def match_of(tournament: Tournament, key: str) -> Match:
    """Return the match that is being played at a board."""
    return pairing_of(tournament, key).games.get(end="").match


def win(tournament: Tournament, key: str, side: int) -> None:
    """Let a side of a board win its match, by a ruling."""
    game = pairing_of(tournament, key).games.get(end="")
    rule(game.match, f"result {seats_of(game, side)[0]}")


def draw(tournament: Tournament, key: str) -> None:
    """Let the match at a board end drawn, by a ruling."""
    rule(match_of(tournament, key), "result draw")


def rule(match: Match, text: str) -> None:
    """Rule on a match. It must have begun for everything but a forfeit."""
    if match.status == Match.Status.WAITING and not text.startswith("forfeit"):
        begin(match)
    answer = match_rule(match_id=match.pk, text=text, by_user=None, reason="test")
    assert answer.ok, answer


def begin(match: Match) -> None:
    """Let all seats say that they are ready, without numbers of their own."""
    for seat in range(match.seats.count()):
        answer = match_act(match_id=match.pk, seat=seat, text="ready", cmd=f"ready{seat}", ply=None, received_ms=None)
        assert answer.ok, answer


def under_way(tournament: Tournament, key: str = "R1-1", plies: int = 2) -> Match:
    """Return the match at a board after so many moves."""
    match = match_of(tournament, key)
    begin(match)
    for _ in range(plies):
        assert play(match.pk).ok
    return match


def staffed(tournament: Tournament, role: Role, user: Any = None) -> Any:
    """Return a user who has the role in the tournament."""
    user = user or a_user()
    StaffRole.objects.create(tournament=tournament, user=user, role=role.value, since_ms=0)
    return user


def advanced(tournament: Tournament) -> None:
    """Do what Celery would do after the last change."""
    services.stage_advance(stage_id=the_stage(tournament).pk)
