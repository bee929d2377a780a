"""The demo tournament, and places that anybody may take over."""

from dataclasses import replace

import pytest

from gameengine.games.registry import HOSTED
from matches.access import Principal, role_for
from matches.models import Call, Match, SeatAssignment
from tests.builders import ORGANIZER, a_user, an_entry, entered, match_of, rule
from tournaments import services
from tournaments.demo import demo_create, demo_wanted
from tournaments.errors import TournamentError
from tournaments.models import PairingMatch, Player, Result, Tournament
from tournaments.selectors.entries import free_place
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def created(module_rows):
    return demo_create(organizer=a_user())


@pytest.fixture
def demo(created):
    return replace(created, tournament=Tournament.objects.get(pk=created.tournament.pk))


def test_the_demo_runs_with_bots_one_free_place_and_one_call(demo):
    swiss, finals = demo.tournament.stages.all()

    assert swiss.field.count() == 24
    assert Player.objects.filter(entry__tournament=demo.tournament).exclude(bot_level="").count() == 23
    assert Match.objects.filter(room=demo.tournament.room).count() == 6
    assert Call.objects.get().state == "open"
    assert free_place(demo.tournament).pk == demo.free_entry_id
    assert Match.objects.filter(seats__player_ref=Player.objects.get(entry=demo.free_entry_id).pk).count() == 1
    assert services.player_open(secret=demo.free_link).entry_id == demo.free_entry_id
    assert services.screen_open(secret=demo.screen_link).tournament == demo.tournament
    assert (finals.format, finals.source_stage, finals.source_places) == ("knockout", swiss, 4)
    assert not demo_wanted()


def test_every_game_is_played_in_the_demo(demo):
    played = {match.game for match in Match.objects.exclude(status=Match.Status.OVER)}

    assert played == set(HOSTED)
    assert Tournament.objects.filter(demo=True).first() == demo.tournament, "the others stand behind it"


def test_in_the_demo_one_partner_of_a_team_is_free(demo):
    teams = Tournament.objects.get(demo=True, roster_size=2)
    place = free_place(teams)

    registered = services.entry_take_over(entry_id=place.pk, name="Zoe")

    assert registered.players[0].name == "Zoe"
    assert SeatAssignment.objects.get(player_ref=registered.players[0].pk).name == "Zoe"
    assert place.players.exclude(pk=registered.players[0].pk).get().bot_level
    assert free_place(teams) is None


def test_a_second_demo_is_wanted_only_after_the_first_is_over(demo):
    Tournament.objects.update(state=Tournament.State.FINISHED)

    assert demo_wanted()


def test_three_rounds_are_in_the_record_and_say_that_nobody_played_them(demo):
    swiss = demo.tournament.stages.first()
    decided = Result.objects.filter(pairing__stage=swiss).exclude(kind__in=["bye", "empty"])

    assert [round_.state for round_ in swiss.rounds.all()] == ["closed", "closed", "closed", "running"]
    assert set(decided.values_list("kind", flat=True)) == {"adjudicated"}
    assert set(decided.values_list("reason", flat=True)) == {"Entered for the demo, not played."}
    assert standings_of(swiss).after == 3
    assert swiss.rounds.get(number=2).pairings.filter(result__kind="bye").count() == 1
    assert swiss.byes.get().kind == "half"


def test_the_demo_can_be_brought_to_its_final(demo):
    swiss, finals = demo.tournament.stages.all()
    for number in (4, 5):
        if number == 5:
            next_round = services.round_draft(stage_id=swiss.pk, by=ORGANIZER)
            services.round_publish(round_id=next_round.pk, by=ORGANIZER)
            services.round_start(round_id=next_round.pk, by=ORGANIZER)
        for game in PairingMatch.objects.filter(end="", pairing__stage=swiss):
            rule(game.match, "result 0")
        services.stage_advance(stage_id=swiss.pk)
    assert services.stages_feed_due() == 1

    finals.refresh_from_db()
    assert finals.state == "drawn"
    ranks = {line.entry_id: line.rank for line in standings_of(swiss).lines}
    fed = [ranks[place.entry_id] for place in finals.field.order_by("seed")]
    assert fed == sorted(fed)
    assert len(fed) == 4
    assert fed[-1] <= 4


def test_a_free_place_goes_to_the_first_who_asks_and_the_match_goes_on_with_them(demo):
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
