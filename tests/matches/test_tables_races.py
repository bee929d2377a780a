"""Two people on the last seat, two on one offer: the database decides, once."""

import pytest

from matches.errors import MatchError
from matches.models import Match
from matches.tables import services
from matches.tables.models import FreeTable, TableGame
from matches.tables.services import OWN
from tests.matches.tabling import ANA, BEN, a_table, fresh, guest, join, over
from tests.matches.test_races import released

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.pg]


def outcome_of(act):
    """Return an act that gives "ok" or the code of its refusal."""

    def run():
        try:
            act()
        except MatchError as refusal:
            return refusal.code
        return "ok"

    return run


def test_the_last_seat_goes_to_one_and_begins_one_game():
    for number in range(5):
        table = a_table(by=guest(f"host{number}"))
        rivals = [guest(f"rival{number}x{one}") for one in range(4)]

        told = released(*[outcome_of(lambda who=who, table=table: join(table, who)) for who in rivals])

        assert sorted(told) == ["ok", "table_full", "table_full", "table_full"]
        assert table.sitters.count() == 2
        assert table.series.count() == 1
    assert Match.objects.count() == 5


def test_who_comes_twice_at_once_sits_once():
    table = a_table(OWN, "")

    told = released(*[outcome_of(lambda: join(table, BEN))] * 3)

    assert sorted(told) == ["joined_twice", "joined_twice", "ok"]


def test_two_who_want_another_game_at_once_get_one():
    table = over()

    def again(who):
        return outcome_of(lambda: services.table_again(table_id=table.pk, by=who, answer="yes"))

    told = released(again(ANA), again(BEN), again(ANA))

    assert told.count("ok") >= 2
    assert set(told) <= {"ok", "table_playing"}
    assert TableGame.objects.filter(table=table).count() == 2


def test_leaving_and_joining_at_once_leave_nobody_in_between():
    for number in range(5):
        host, other = guest(f"host{number}"), guest(f"other{number}")
        table = a_table(by=host)

        left, joined = released(
            outcome_of(lambda table=table, host=host: services.table_leave(table_id=table.pk, by=host)),
            outcome_of(lambda table=table, other=other: join(table, other)),
        )

        state = fresh(table).state
        assert (left, joined, state) in {
            ("ok", "table_gone", FreeTable.State.CLOSED),
            ("table_playing", "ok", FreeTable.State.PLAYING),
        }
