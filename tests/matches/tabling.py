"""Free tables made for tests, and the people who sit at them."""

from __future__ import annotations

from typing import Any

from django.test import Client

from gameengine.clock import control_from_json
from gameengine.core.game import Option
from gameengine.core.types import Text
from matches.access import SESSION_PLAYERS, Principal
from matches.guests import SESSION_NAME, Person, person_of
from matches.models import Match
from matches.services import match_act
from matches.tables import services
from matches.tables.models import FreeTable
from matches.tables.selectors import current_match
from matches.tables.services import OWN, TableSpec
from tests.cardtoy import CardToy
from tests.gameengine.toy import Toy
from tests.matches.building import FIVE_MINUTES

GAME = "junqi"


def guest(name: str) -> Principal:
    """Return a guest whose session has proven to be somebody."""
    return Principal(players=frozenset({f"guest/{name.lower()}"}))


ANA, BEN, CY, DORA = map(guest, ("Ana", "Ben", "Cy", "Dora"))


def person(by: Principal) -> Person:
    """Return a principal as a person with a name."""
    name = min(by.players, default="").removeprefix("guest/").title()
    found = person_of(by, name)
    assert found is not None
    return found


def a_table(*places: str, by: Principal = ANA, **about: Any) -> FreeTable:
    """Return a table of Ana's for two, with one seat free, unless told otherwise; seats are as chosen."""
    control = about.pop("control", FIVE_MINUTES)
    spec = TableSpec(
        **{
            "game": GAME,
            "options": {},
            "control": control_from_json(control),
            "places": places or (OWN, ""),
            "by_lot": False,
            **about,
        }
    )
    return services.table_open(by=by, person=person(by), spec=spec)


def join(table: FreeTable, by: Principal = BEN, **about: Any) -> FreeTable:
    """Let somebody sit down."""
    return services.table_join(table_id=table.pk, by=by, person=person(by), **{"key": table.key, **about})


def playing(*others: Principal, **about: Any) -> FreeTable:
    """Return a table at which a game has been begun: Ana's, with Ben or the others."""
    others = others or (BEN,)
    table = a_table(OWN, *[""] * len(others), **about)
    for other in others:
        join(table, other)
    return fresh(table)


def over(*others: Principal, **about: Any) -> FreeTable:
    """Return a table whose first game is over: seat 0 has resigned."""
    table = playing(*others, **about)
    finish(table)
    return fresh(table)


def finish(table: FreeTable, loser: int = 0) -> Match:
    """End the game of a table: one seat resigns."""
    match = match_of(table)
    for seat in range(table.seats):
        match_act(match_id=match.pk, seat=seat, text="ready", cmd=f"ready{seat}")
    answer = match_act(match_id=match.pk, seat=loser, text="resign", cmd="end")
    assert answer.ok, answer
    return match


def match_of(table: FreeTable) -> Match:
    """Return the match that is being played at a table."""
    match = current_match(fresh(table))
    assert match is not None
    return match


def fresh(table: FreeTable) -> FreeTable:
    """Return the table as it is now."""
    return FreeTable.objects.get(pk=table.pk)


def names_at(table: FreeTable) -> list[tuple[int, str]]:
    """Return who sits where."""
    return [(sitter.seat, sitter.name) for sitter in table.sitters.all()]


def browser(by: Principal, name: str = "") -> Client:
    """Return the browser of a guest, who has given a name already."""
    client = Client()
    session = client.session
    session[SESSION_PLAYERS] = sorted(by.players)
    session[SESSION_NAME] = name or person(by).name
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


class Trio(Toy):
    """Toy for two or three, with bots."""

    key = "trio"
    bots = CardToy.bots


class Pairs(Trio):
    """Toy for two, or for four in two teams whose partners sit beside each other."""

    key = "pairs"
    max_seats = 4
    options = (*Toy.options, Option("four", False, Text("four", "vier")))

    def seat_range(self, options: Any) -> tuple[int, int]:
        return (4, 4) if options["four"] else (2, 2)

    def teams(self, options: Any, seats: int) -> tuple[int, ...]:
        return (0, 0, 1, 1) if seats == 4 else (0, 1)
