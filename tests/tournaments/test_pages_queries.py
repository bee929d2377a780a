"""A page asks the database as often for 16 entries as for four."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import ORGANIZER, entry_called, published, round_of, the_stage
from tests.tournaments.pages import player, staff, url
from tests.tournaments.stages import next_round, play, swiss
from tournaments import services
from tournaments.models import Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

SIZES = (4, 16)
PUBLIC = {
    "tournament": 32,
    "tournament-bracket": 26,
    "tournament-entries": 14,
}
DESK = {
    "console": 32,
    "console-entries": 20,
    "console-rounds": 26,
    "console-links": 16,
    "console-audit": 20,
    "arbiter": 32,
}


def anew(tournaments):
    return [Tournament.objects.get(pk=tournament.pk) for tournament in tournaments]


@pytest.fixture(scope="module")
def running(module_rows):
    made = [published(size) for size in SIZES]
    for tournament in made:
        services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    return made


@pytest.fixture
def big(running):
    """Return a running tournament of four entries and one of 16."""
    return anew(running)


def queries(client, address):
    """Return how many questions a page asks."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
    assert answer.status_code == 200
    return len(asked)


def compare(tournaments, client_of, address_of, most):
    small, large = (queries(client_of(tournament), address_of(tournament)) for tournament in tournaments)
    assert large == small
    assert large <= most


@pytest.mark.parametrize("name", PUBLIC)
def test_public_pages(big, name):
    compare(big, lambda _: Client(), lambda tournament: url(name, tournament), PUBLIC[name])


@pytest.mark.parametrize("by", ["board", "name"])
def test_pairing_lists(big, by):
    compare(big, lambda _: Client(), lambda tournament: url("tournament-round", tournament, 1) + f"?by={by}", 22)


@pytest.mark.parametrize("name", DESK)
def test_pages_of_the_staff(big, name):
    compare(
        big,
        lambda tournament: staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER),
        lambda tournament: url(name, tournament),
        DESK[name],
    )


@pytest.fixture(scope="module")
def played(module_rows):
    made = [swiss(size) for size in (6, 12)]
    for tournament in made:
        play(tournament, 1)
        next_round(tournament)
    return made


@pytest.fixture
def tables(played):
    """Return two Swiss tournaments of different size after a round, with a second one running."""
    return anew(played)


TABLES = {
    "tournament-standings": 24,
    "tournament-crosstable": 24,
    "tournament-wallchart": 24,
    "tournament-standings-print": 24,
    "tournament": 40,
}


@pytest.mark.parametrize("name", TABLES)
def test_tables(tables, name):
    compare(tables, lambda _: Client(), lambda tournament: url(name, tournament), TABLES[name])


@pytest.mark.parametrize("name", ["tournament-round", "tournament-round-why"])
def test_rounds_that_say_why(tables, name):
    compare(tables, lambda _: Client(), lambda tournament: url(name, tournament, 2), 30)


def test_the_page_of_an_entry(tables):
    compare(
        tables,
        lambda _: Client(),
        lambda tournament: url("tournament-entry", tournament, entry_called(tournament, "1").pk),
        28,
    )


def test_the_lobby(big):
    compare(big, lambda found: player(entry_called(found, "1")), lambda found: url("lobby", found), 30)


def test_the_screen_in_the_hall(big):
    def address(tournament):
        made = services.screen_create(
            tournament_id=tournament.pk, by=ORGANIZER, name="Hall", playlist=["boards", "bracket", "pairings"]
        )
        return f"/screen/{made.link}/"

    compare(big, lambda _: Client(), address, 24)


def test_the_front_page_does_not_ask_more_for_more_tournaments(big):
    few = queries(Client(), "/")
    for _ in range(4):
        services.tournament_open(tournament_id=_another().pk, by=ORGANIZER)

    assert queries(Client(), "/") == few <= 26


def _another():
    return services.tournament_create(by_user=None, name="One more", game="junqi")


def test_a_part_asks_less_than_its_page(big):
    address = url("tournament", big[1])

    assert queries(Client(), f"{address}?part=entries") < queries(Client(), address) / 2


def test_the_stages_are_what_was_meant(big):
    assert [the_stage(tournament).field.count() for tournament in big] == list(SIZES)
