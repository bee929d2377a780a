"""The demo tournament, and places that anybody may take over."""

import pytest

from matches.access import Principal, role_for
from matches.models import Call, Match, SeatAssignment
from tests.builders import ORGANIZER, a_user, an_entry, entered, match_of
from tournaments import services
from tournaments.demo import demo_create, demo_wanted, free_place
from tournaments.errors import TournamentError
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def test_the_demo_runs_with_bots_one_free_place_and_one_call():
    assert demo_wanted()

    demo = demo_create(organizer=a_user())

    assert Match.objects.count() == 8
    assert Player.objects.exclude(bot_level="").count() == 15
    assert Call.objects.get().state == "open"
    assert free_place(demo.tournament).pk == demo.free_entry_id
    assert services.player_open(secret=demo.free_link).entry_id == demo.free_entry_id
    assert services.screen_open(secret=demo.screen_link).tournament == demo.tournament
    assert not demo_wanted()


@pytest.mark.parametrize("players", [4, 8])
def test_a_smaller_demo_is_complete_too(players):
    demo = demo_create(organizer=None, players=players)

    assert Match.objects.count() == players // 2
    assert free_place(demo.tournament)


def test_a_free_place_goes_to_the_first_who_asks_and_the_match_goes_on_with_them():
    demo = demo_create(organizer=None)
    user = a_user("Zoe")

    registered = services.entry_take_over(entry_id=demo.free_entry_id, user=user, name="Zoe")

    seat = SeatAssignment.objects.get(user=user)
    assert (seat.name, registered.entry.name) == ("Zoe", "Zoe")
    assert role_for(Principal(user_id=user.pk), seat.match).seat == seat.seat
    assert services.player_open(secret=registered.links[0]).user == user
    with pytest.raises(TournamentError, match="not_free"):
        services.entry_take_over(entry_id=demo.free_entry_id, user=a_user())
    with pytest.raises(TournamentError, match="link_unknown"):
        services.player_open(secret=demo.free_link)


def test_an_ordinary_place_is_not_free():
    entry = an_entry(entered(1)).entry

    with pytest.raises(TournamentError, match="not_free"):
        services.entry_take_over(entry_id=entry.pk, user=a_user())


def test_who_plays_already_takes_no_second_place():
    tournament, user = entered(1), a_user()
    an_entry(tournament, user=user)
    free = an_entry(tournament, "Free", free=True).entry

    with pytest.raises(TournamentError, match="already_entered"):
        services.entry_take_over(entry_id=free.pk, user=user)


def test_bots_sit_with_level_and_pace():
    tournament = entered(1)
    an_entry(tournament, "Bot", roster=[services.PlayerData("Bot", bot_level="normal", bot_pace_ms=500)])
    stage = tournament.stages.get()
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    round_ = services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    services.round_start(round_id=round_.pk, by=ORGANIZER)

    seat = match_of(tournament, "R1-1").seats.get(name="Bot")

    assert (seat.bot_level, seat.bot_pace_ms) == ("normal", 500)
