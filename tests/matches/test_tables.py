"""Free tables: opening, sitting down, playing, playing again, leaving, and what becomes of a table that was left."""

from fractions import Fraction

import pytest

from gameengine.core.errors import Refusal
from gameengine.core.game import Outcome
from matches import services as match_services
from matches.choosing import brought
from matches.errors import MatchError
from matches.models import Match
from matches.services import match_act
from matches.sides import Side, versus
from matches.store import load
from matches.tables import services
from matches.tables.models import FreeTable
from matches.tables.pages import points, result_word
from matches.tables.selectors import series_of, share, table_of_key, table_shown_to, tables_of, tables_open
from matches.tables.services import OWN
from matches.tables.services.opening import MOST_TABLES
from tests.builders import a_user
from tests.cardtoy import GOOD_DECK, CardToy, hosted
from tests.matches.building import UNLIMITED
from tests.matches.tabling import (
    ANA,
    BEN,
    CY,
    DORA,
    Pairs,
    Principal,
    Trio,
    a_table,
    finish,
    fresh,
    join,
    match_of,
    names_at,
    over,
    person,
    playing,
)

pytestmark = pytest.mark.django_db
MINUTE_MS = 60_000


@pytest.fixture
def _trio():
    with hosted(Trio()):
        yield


@pytest.fixture
def _pairs():
    with hosted(Pairs()):
        yield


def refused(code):
    return pytest.raises(MatchError, match=f"^{code}")


def again(table, by, answer="yes"):
    return services.table_again(table_id=table.pk, by=by, answer=answer)


# opening


def test_whoever_opens_a_table_sits_there_as_host():
    table = a_table(OWN, "")

    assert table.state == "open"
    assert names_at(table) == [(0, "Ana")]
    assert table.sitters.get().host
    assert table.options["quiet_limit"] == 60


def test_a_table_full_of_bots_begins_at_once():
    table = a_table(OWN, "beginner")

    match = match_of(table)
    assert table.state == "playing"
    assert [(seat.name, seat.bot_level, seat.player_ref) for seat in match.seats.all()] == [
        ("Ana", "", "guest/ana"),
        ("Computer", "beginner", ""),
    ]


@pytest.mark.parametrize(
    ("places", "about", "code"),
    [
        ((OWN, "", ""), {}, "bad_seats"),
        (("", ""), {}, "own_seat_missing"),
        ((OWN, OWN), {}, "own_seat_twice"),
        ((OWN, "godlike"), {}, "no_such_level"),
        ((OWN, ""), {"control": UNLIMITED}, "untimed_listed"),
    ],
)
def test_what_no_table_may_be_is_refused(places, about, code):
    with refused(code):
        a_table(*places, **about)
    assert not FreeTable.objects.exists()


def test_options_that_cannot_be_played_are_refused():
    with pytest.raises(Refusal, match="BAD_OPTION"):
        a_table(options={"quiet_limit": 3})
    with hosted(CardToy()), pytest.raises(Refusal, match="BAD_OPTION"):
        a_table(game="cardtoy", options={"heroes": ["bear", "fox"]})


@pytest.mark.usefixtures("_pairs")
def test_options_decide_how_many_play():
    with refused("bad_seats"):
        a_table(OWN, "", game="pairs", options={"four": True})

    assert a_table(OWN, "", "", "", game="pairs", options={"four": True}).seats == 4


def test_a_table_by_link_may_have_no_limit():
    assert a_table(control=UNLIMITED, listed=False).control == {"kind": "none"}


def test_one_person_sits_at_so_many_tables_and_no_more():
    tables = [a_table() for _ in range(MOST_TABLES)]

    with refused("too_many_tables"):
        a_table()
    with refused("too_many_tables"):
        join(a_table(by=BEN), ANA)

    services.table_leave(table_id=tables[0].pk, by=ANA)
    a_table()


# sitting down


def test_the_game_begins_with_the_last_seat():
    table = a_table(OWN, "")

    join(table, BEN)

    match = match_of(table)
    assert fresh(table).state == "playing"
    assert (match.status, match.room, match.owner_ref) == ("waiting", f"tables/{table.pk}", f"table/{table.pk}/1")
    assert [seat.name for seat in match.seats.all()] == ["Ana", "Ben"]
    assert match.listed


def test_users_and_guests_play_with_each_other():
    user = a_user("Ursula")
    ursula = Principal(user_id=user.pk)

    table = join(a_table(), ursula)

    assert [seat.user_id for seat in match_of(table).seats.all()] == [None, user.pk]


@pytest.mark.parametrize(
    ("who", "about", "code"),
    [
        (ANA, {}, "joined_twice"),
        (BEN, {"seat": 0}, "seat_taken"),
        (BEN, {"seat": 7}, "no_such_seat"),
    ],
    ids=["who sits there", "on another", "on none"],
)
def test_nobody_sits_down_where_that_cannot_be(who, about, code):
    table = a_table()

    with refused(code):
        join(table, who, **about)
    assert names_at(table) == [(0, "Ana")]


def test_nobody_sits_down_at_a_table_that_is_full_closed_or_gone():
    table = playing()
    with refused("table_full"):
        join(table, CY)

    closed = a_table()
    services.table_close(table_id=closed.pk, by=ANA)
    with refused("table_gone"):
        join(closed, CY)

    closed.delete()
    with refused("no_such_table"):
        services.table_join(table_id="nothing00000", by=CY, person=person(CY))


def test_a_table_by_link_opens_to_its_key_alone():
    table = a_table(listed=False)

    with refused("table_by_link"):
        join(table, BEN, key="wrong")
    with refused("table_by_link"):
        table_shown_to(BEN, table.pk)
    with refused("table_link_unknown"):
        table_of_key("wrong")

    assert table_of_key(table.key) == table
    assert table_shown_to(BEN, table.pk, [table.key]) == table
    join(table, BEN)
    assert table_shown_to(BEN, table.pk) == table
    assert not match_of(table).listed


def test_only_open_listed_tables_stand_in_the_list():
    shown = a_table()
    a_table(listed=False)
    playing(CY, by=DORA)

    assert list(tables_open()) == [shown]
    assert list(tables_open("queens_race")) == []
    assert len(tables_of(ANA)) == 2


@pytest.mark.usefixtures("_trio")
def test_one_chooses_a_seat_and_changes_it():
    table = a_table("", OWN, "", game="trio")
    join(table, BEN, seat=2)

    services.seat_move(table_id=table.pk, by=ANA, seat=0)

    assert names_at(table) == [(0, "Ana"), (2, "Ben")]
    with refused("seat_taken"):
        services.seat_move(table_id=table.pk, by=ANA, seat=2)
    with refused("not_at_table"):
        services.seat_move(table_id=table.pk, by=CY, seat=1)


def test_lots_decide_about_the_seats_of_the_first_game():
    seated = {tuple(seat.name for seat in match_of(playing(by_lot=True)).seats.all()) for _ in range(3)}

    assert seated <= {("Ana", "Ben"), ("Ben", "Ana")}


# standing up, and what the host may do


def test_whoever_leaves_makes_room_and_the_next_person_is_host():
    table = a_table(OWN, "")
    with hosted(Trio()):
        table = a_table(OWN, "", "", game="trio")
        join(table, BEN)

        services.table_leave(table_id=table.pk, by=ANA)

        assert names_at(table) == [(1, "Ben")]
        assert table.sitters.get().host
        with refused("not_at_table"):
            services.table_leave(table_id=table.pk, by=ANA)


@pytest.mark.usefixtures("_trio")
def test_a_table_without_people_closes():
    table = a_table(OWN, "", "normal", game="trio")

    services.table_leave(table_id=table.pk, by=ANA)

    assert (fresh(table).state, fresh(table).closed_because) == ("closed", "empty")


def test_nobody_leaves_a_game_by_leaving_the_table():
    table = playing()

    for use_case in (services.table_leave, services.table_close):
        with refused("table_playing"):
            use_case(table_id=table.pk, by=ANA)


@pytest.mark.usefixtures("_trio")
def test_the_host_removes_a_player_and_lets_a_bot_play():
    table = a_table(OWN, "", "", game="trio")
    join(table, BEN)

    services.seat_free(table_id=table.pk, by=ANA, seat=1)
    services.seat_give(table_id=table.pk, by=ANA, seat=2, level="expert")
    services.seat_give(table_id=table.pk, by=ANA, seat=1, level="normal")

    assert [(seat.name, seat.bot_level) for seat in match_of(table).seats.all()] == [
        ("Ana", ""),
        ("Computer 2", "normal"),
        ("Computer", "expert"),
    ]


@pytest.mark.usefixtures("_trio")
def test_the_host_begins_early_when_the_seats_suffice():
    table = a_table("", OWN, "", game="trio")
    with refused("too_few_players"):
        services.table_start(table_id=table.pk, by=ANA)
    join(table, BEN, seat=2)

    services.table_start(table_id=table.pk, by=ANA)

    assert [seat.name for seat in match_of(table).seats.all()] == ["Ana", "Ben"]
    assert fresh(table).seats == 2


@pytest.mark.usefixtures("_trio")
@pytest.mark.parametrize("who", [BEN, CY], ids=["another player", "a stranger"])
def test_only_the_host_decides_about_the_table(who):
    table = a_table(OWN, "", "", game="trio")
    join(table, BEN)
    acts = [
        lambda: services.seat_free(table_id=table.pk, by=who, seat=0),
        lambda: services.seat_give(table_id=table.pk, by=who, seat=2, level="normal"),
        lambda: services.table_start(table_id=table.pk, by=who),
        lambda: services.table_close(table_id=table.pk, by=who),
    ]

    for act in acts:
        with refused("not_host"):
            act()
    assert fresh(table).state == "open"


def test_nobody_is_removed_from_a_free_seat():
    with refused("no_such_seat"):
        services.seat_free(table_id=a_table().pk, by=ANA, seat=1)


# playing


def test_who_does_not_come_forfeits(clock):
    table = playing()
    match = match_of(table)
    match_act(match_id=match.pk, seat=1, text="ready", cmd="ready")

    clock.pass_ms(4 * MINUTE_MS)
    match_services.match_settle(match_id=match.pk)

    assert fresh(table).state == "over"
    assert [(score.name, score.points) for score in series_of(fresh(table)).scores] == [("Ben", 1), ("Ana", 0)]


def test_the_end_of_a_game_is_noted_and_scored():
    table = over()

    series = series_of(table)
    assert table.state == "over"
    assert [(game.number, versus(game.sides), result_word(game)) for game in series.games] == [
        (1, "Ana : Ben", "Ben wins")
    ]
    assert [(score.name, points(score.points)) for score in series.scores] == [("Ben", "1"), ("Ana", "0")]


@pytest.mark.parametrize(
    ("ranks", "winner", "counted"),
    [((1, 2, 3), 0, ["1", "0", "0"]), ((1, 1, 3), None, ["1/2", "1/2", "0"]), ((1, 1, 1), None, ["1/3"] * 3)],
)
def test_a_win_counts_one_point_whatever_the_game_itself_gives(ranks, winner, counted):
    sides = [Side((seat,), str(seat)) for seat in range(3)]
    outcome = Outcome("GOAL", winner, (Fraction(45), Fraction(38), Fraction(7)), ranks)

    assert [str(share(outcome, sides, seat)) for seat in range(3)] == counted


def test_results_count_nowhere_else():
    table = over()

    assert table.series.get().match.owner_ref.startswith("table/")
    assert not Match.objects.filter(practice=True).exists()


# playing again


def test_both_play_again_and_the_seats_change():
    table = over()

    assert again(table, ANA) is None
    match = again(table, BEN)

    assert [seat.name for seat in match.seats.all()] == ["Ben", "Ana"]
    assert names_at(table) == [(0, "Ben"), (1, "Ana")]
    assert fresh(table).games == 2
    finish(table)
    assert [(score.name, points(score.points)) for score in series_of(table).scores] == [("Ana", "1"), ("Ben", "1")]


def test_an_offer_is_taken_back():
    table = over()
    again(table, ANA)

    again(table, ANA, "back")

    assert again(table, BEN) is None
    assert fresh(table).state == "over"


def test_an_offer_is_declined_and_may_be_made_again():
    table = over()
    again(table, ANA)

    again(table, BEN, "no")

    assert fresh(table).declined_by == "Ben"
    assert not table.sitters.filter(again=True).exists()
    again(table, ANA)
    assert fresh(table).declined_by == ""
    assert again(table, BEN) is not None


def test_only_players_offer_and_only_after_a_game():
    table = playing()
    with refused("table_playing"):
        again(table, ANA)
    with refused("no_game_over"):
        again(a_table(), ANA)
    with refused("not_at_table"):
        again(over(), CY)


def test_a_bot_plays_again_at_once():
    table = a_table(OWN, "beginner")
    finish(table)

    assert [seat.bot_level for seat in again(table, ANA).seats.all()] == ["beginner", ""]


@pytest.mark.usefixtures("_trio")
def test_all_three_must_want_it_and_all_move_on():
    table = over(BEN, CY, game="trio")

    assert again(table, ANA) is None
    assert again(table, CY) is None
    assert [seat.name for seat in again(table, BEN).seats.all()] == ["Cy", "Ana", "Ben"]


@pytest.mark.usefixtures("_pairs")
def test_partners_stay_partners():
    table = playing(BEN, CY, DORA, game="pairs", options={"four": True})
    services_of = match_of(table)
    FreeTable.objects.filter(pk=table.pk).update(state="over")

    for who in (ANA, BEN, CY):
        again(table, who)
    match = again(table, DORA)

    assert [seat.name for seat in services_of.seats.all()] == ["Ana", "Ben", "Cy", "Dora"]
    assert [seat.name for seat in match.seats.all()] == ["Cy", "Dora", "Ana", "Ben"]


def test_when_somebody_leaves_after_a_game_another_may_come():
    table = over()
    services.table_leave(table_id=table.pk, by=BEN)
    with refused("table_incomplete"):
        again(table, ANA)
    with refused("table_playing"):
        join(table, CY)
    with refused("not_at_table"):
        services.table_reopen(table_id=table.pk, by=CY)

    services.table_reopen(table_id=table.pk, by=ANA)
    join(table, CY)

    assert {seat.name for seat in match_of(table).seats.all()} == {"Ana", "Cy"}
    assert [game.number for game in series_of(table).games] == [1, 2]


def test_a_full_table_is_not_opened_to_others():
    with refused("table_full"):
        services.table_reopen(table_id=over().pk, by=ANA)


def test_everybody_keeps_the_deck_and_the_computer_draws_one():
    with hosted(CardToy()):
        table = a_table(OWN, "normal", game="cardtoy")
        first = match_of(table)
        assert load(first.pk).table.opening.secrets[1]["hero"] in {"fox", "owl"}
        words = 'prepare {"hero":"fox","cards":{"jump":3,"storm":1,"trick":1}}'
        assert match_act(match_id=first.pk, seat=0, text=words, cmd="deck").ok
        finish(table)

        match = again(table, ANA)

        assert brought(match, 1) == GOOD_DECK


# what becomes of a table that was left


def test_a_seat_becomes_free_when_nobody_was_seen_for_long(clock, settings):
    with hosted(Trio()):
        table = a_table(OWN, "", "", game="trio")
        join(table, BEN)
        clock.pass_ms(settings.TABLE_IDLE_MS - 1)
        services.table_seen(table=table, by=BEN)
        assert services.tables_tend() == 0

        clock.pass_ms(2)

        assert services.tables_tend() == 1
        assert names_at(table) == [(1, "Ben")]
        assert table.sitters.get().host


def test_a_table_that_everybody_has_left_closes(clock, settings):
    tables = [a_table(), over(CY, by=BEN)]

    clock.pass_ms(settings.TABLE_IDLE_MS + 1)
    services.tables_tend()

    assert [(fresh(table).state, fresh(table).closed_because) for table in tables] == [("closed", "idle")] * 2


def test_between_two_games_one_who_is_there_keeps_the_table(clock, settings):
    table = over()
    clock.pass_ms(settings.TABLE_IDLE_MS + 1)
    services.table_seen(table=table, by=BEN)

    services.tables_tend()

    assert names_at(table) == [(0, "Ana"), (1, "Ben")]


def test_a_running_game_is_left_alone(clock, settings):
    table = playing()

    clock.pass_ms(settings.TABLE_IDLE_MS * 10)

    assert services.tables_tend() == 0
    assert fresh(table).state == "playing"


def test_a_table_goes_on_when_its_match_was_deleted():
    table = playing()
    match_services.match_purge(match_id=match_of(table).pk, by_user=None, reason="test")

    services.tables_tend()

    assert fresh(table).state == "over"
    assert again(table, ANA) is None
    assert again(table, BEN) is not None


def test_a_match_without_limit_does_not_wait_for_ever(clock):
    table = playing(control=UNLIMITED, listed=False)
    match = match_of(table)

    clock.pass_ms(8 * 24 * 60 * MINUTE_MS)
    services.tables_tend()

    assert not Match.objects.filter(pk=match.pk).exists()
    assert fresh(table).state == "over"


def test_closed_tables_are_forgotten_unless_something_was_played(clock):
    played, empty = over(), a_table()
    for table in (played, empty):
        services.table_close(table_id=table.pk, by=ANA)

    clock.pass_ms(25 * 60 * MINUTE_MS)
    services.tables_tend()

    assert list(FreeTable.objects.all()) == [played]
