"""Entries of two players: who sits where, how their matches count, and what pages and lists say of them."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.access import Principal
from matches.services import match_settle
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    an_entry,
    begin,
    entry_called,
    match_of,
    pairing_of,
    round_of,
    rule,
    the_stage,
    win,
)
from tests.cardtoy import hosted
from tests.gameengine.toy import crowd_toy, pairs_toy
from tests.matches.building import still_clock
from tests.tournaments.pages import logged_in, staff, text, url
from tournaments import services
from tournaments.access import TournamentAccess
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.forms.entries import EnterForm
from tournaments.forms.tournaments import GameForm
from tournaments.links import remember_player
from tournaments.models import Notice, Player, Tournament
from tournaments.permissions import Role
from tournaments.selectors.lobby import lobby_of
from tournaments.services import PlayerData

pytestmark = pytest.mark.django_db
ROSTERS = {"Foxes": ("Ana", "Cem"), "Owls": ("Ben", "Dua"), "Hares": ("Eve", "Fay"), "Bears": ("Gil", "Hal")}


@pytest.fixture(autouse=True)
def _hosted():
    with hosted(pairs_toy), hosted(crowd_toy):
        yield


def refused(code):
    return pytest.raises(TournamentError, match=f"^{code}")


def teams(count=2, **fields):
    """A tournament with teams; the first round runs."""
    tournament = entered(count, **fields)
    stage = the_stage(tournament)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    services.round_publish(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    tournament.refresh_from_db()
    return tournament


def entered(count=2, **fields):
    tournament = a_tournament(game="pairs_toy", format="knockout", **fields)
    for seed, (team, names) in enumerate(list(ROSTERS.items())[:count], start=1):
        an_entry(tournament, team, seed=seed, roster=[PlayerData(name) for name in names])
    return tournament


def called(name):
    return Player.objects.get(name=name)


def sitting(name):
    """The browser of a player who has opened the private link."""
    client = Client()
    session = client.session
    remember_player(session, called(name))
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def act(match, name, words):
    answer = sitting(name).post(reverse("match-act", args=[match.pk]), {"cmd": f"{name}-{words}", "ply": 0, "a": words})
    return answer.status_code


# how many play together


def test_the_game_says_how_many_play_together():
    assert a_tournament(game="pairs_toy").roster_size == 2
    assert a_tournament().roster_size == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "pairs_toy", "roster_size": 1}, "roster_of_game"),
        ({"roster_size": 2}, "roster_of_game"),
        ({"game": "crowd_toy", "options": {"crowd": 3}}, "no_pair"),
    ],
)
def test_rules_that_two_entries_cannot_fill_are_refused(fields, code):
    with refused(code) as found:
        a_tournament(**fields)

    assert len(found.value.message) > 20


def test_in_a_hall_the_organizer_says_how_many_are_in_an_entry():
    assert a_tournament(hosted=False, roster_size=4).roster_size == 4


def test_rules_that_need_others_in_an_entry_are_refused_once_somebody_has_entered():
    tournament = a_tournament(hosted=False, roster_size=2)
    an_entry(tournament, roster=[PlayerData("Ana"), PlayerData("Ben")])

    with refused("roster_differs"):
        services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, hosted=True)


def test_what_does_not_make_matches_may_change_whatever_an_entry_was():
    tournament = a_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(roster_size=2)

    assert services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, place="Hall").place == "Hall"


def test_changed_options_change_how_many_play_together():
    tournament = a_tournament(game="crowd_toy")

    with refused("no_pair"):
        services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, options={"crowd": 3})

    tournament.refresh_from_db()
    assert tournament.roster_size == 1


def test_forms_ask_for_as_many_names_as_sit_together():
    tournament = a_tournament(game="pairs_toy")

    form = EnterForm(tournament, {"name": "Foxes", "players": "Ana"})

    assert form.errors["players"] == ["An entry of this tournament has 2 player(s)."]
    assert EnterForm(tournament, {"name": "Foxes", "players": "Ana\nCem"}).is_valid()


def test_the_form_of_the_rules_leaves_the_number_of_players_to_the_game():
    tournament = a_tournament(game="pairs_toy")
    form = GameForm.of_tournament(tournament, {"control": "5+3", "venue": "here", "roster_size": "1"})

    form.is_valid()

    assert "roster_size" not in form.making


def test_ready_options_are_a_template():
    client = logged_in(a_user())
    address = reverse("tournament-new-game", args=["flank_flip"]) + "?preset=teams"

    assert f'href="{address}"' in text(client.get(reverse("tournament-new")))
    form = client.get(address).context["form"]
    assert form["option-mode"].initial == "team16_4p"


@pytest.mark.parametrize("names", [["Ana"], ["Ana", "Ben", "Cem"]])
def test_an_entry_has_as_many_players_as_a_side_has_seats(names):
    with refused("roster_size"):
        an_entry(a_tournament(game="pairs_toy"), "Foxes", roster=[PlayerData(name) for name in names])


# who sits where


def test_partners_sit_opposite_each_other_and_each_is_named():
    match = match_of(teams(), "R1-1")

    seats = list(match.seats.values_list("name", "team"))

    assert seats == [("Ana", "Foxes"), ("Ben", "Owls"), ("Cem", "Foxes"), ("Dua", "Owls")]


def test_every_player_has_a_seat_by_their_own_link():
    match = match_of(teams(), "R1-1")
    port = TournamentAccess()

    roles = [
        port.role_for(Principal(players=frozenset([called(name).ref])), match).seat for name in ("Ana", "Ben", "Cem")
    ]

    assert roles == [0, 1, 2]


def test_every_player_is_told_that_the_match_is_ready():
    teams()

    assert Notice.objects.count() == 4


def test_sides_change_places_from_game_to_game():
    tournament = teams(settings={"best_of": 3})
    win(tournament, "R1-1", 0)
    services.stage_advance(stage_id=the_stage(tournament).pk)

    second = match_of(tournament, "R1-1")

    assert [seat.name for seat in second.seats.all()] == ["Ben", "Ana", "Dua", "Cem"]


# how it counts


@pytest.mark.parametrize(("loser", "winner"), [("Cem", "Owls"), ("Dua", "Foxes")])
def test_a_player_resigns_for_the_team(loser, winner):
    tournament = teams()
    match = match_of(tournament, "R1-1")
    begin(match)

    act(match, loser, "resign")

    pairing = pairing_of(tournament, "R1-1")
    assert pairing.entries[pairing.result.winner].name == winner


@pytest.mark.parametrize(
    ("ready", "kind", "winner"),
    [
        pytest.param(["Ana", "Cem", "Ben"], "forfeit", 0, id="one partner is absent"),
        pytest.param(["Ben", "Dua"], "forfeit", 1, id="a team is absent"),
        pytest.param(["Ana", "Dua"], "double_forfeit", None, id="one of each team is absent"),
    ],
)
def test_a_team_that_is_not_complete_forfeits(ready, kind, winner):
    with still_clock() as clock:
        tournament = teams(no_show_ms=600_000)
        match = match_of(tournament, "R1-1")
        for name in ready:
            assert act(match, name, "ready") == 302
        clock.pass_ms(610_000)
        assert match_settle(match_id=match.pk)

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner) == (kind, winner)


def test_a_ruling_on_a_team_counts_for_the_entry():
    tournament = teams()
    rule(match_of(tournament, "R1-1"), "forfeit 3")

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner, result.half_points_0) == ("forfeit", 0, 2)


def test_an_entry_that_leaves_forfeits_for_both(asked, django_capture_on_commit_callbacks):
    tournament = teams()
    with django_capture_on_commit_callbacks(execute=True):
        services.entry_withdraw(entry_id=entry_called(tournament, "Owls").pk, by=ORGANIZER, running="forfeit")

    assert ("work.forfeit_seat", (match_of(tournament, "R1-1").pk, 1, "withdrawn")) in asked


# being there


def test_partners_check_in_each_for_themselves():
    tournament = entered(check_in=True)
    entry = entry_called(tournament, "Foxes")

    services.check_in(entry_id=entry.pk, by=_player("Ana"))
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is None
    assert lobby_of(called("Ana")).can_undo_check_in
    assert lobby_of(called("Cem")).can_check_in

    services.check_in(entry_id=entry.pk, by=_player("Cem"))
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is not None

    services.check_in_undo(entry_id=entry.pk, by=_player("Ana"))
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is None


def test_partners_have_no_say_in_each_others_links():
    entered()

    services.player_link_rotate(player_id=called("Ana").pk, by=_player("Ana"))
    with pytest.raises(NotAllowedError):
        services.player_link_rotate(player_id=called("Cem").pk, by=_player("Ana"))


def test_the_staff_checks_a_whole_entry_in():
    tournament = entered(check_in=True)

    entry = services.check_in(entry_id=entry_called(tournament, "Foxes").pk, by=ORGANIZER)

    assert entry.checked_in_at_ms is not None
    assert all(player.checked_in_at_ms for player in entry.players.all())


def _player(name):
    player = called(name)
    whole = actor(entry=player.entry)
    return type(whole)(whole.roles, None, name, frozenset([player.pk]), whole.entries)


def test_the_place_of_a_player_shows_the_partner_and_the_opponents():
    tournament = teams()
    match = match_of(tournament, "R1-1")
    act(match, "Cem", "ready")

    page = text(sitting("Ana").get(url("lobby", tournament)))

    assert "You play against Owls" in page
    assert "Cem" in page
    assert "Ben, Dua" in page
    assert "ready" in page
    assert "as soon as everybody is here" in text(sitting("Cem").get(url("lobby", tournament)))


def test_a_free_place_in_a_team_is_taken_by_one_person():
    tournament = a_tournament(game="pairs_toy", format="knockout", self_registration=False)
    an_entry(tournament, "Foxes", free=True, roster=[PlayerData("Ana"), PlayerData("Free", free=True)])
    an_entry(tournament, "Owls", roster=[PlayerData("Ben"), PlayerData("Dua")])
    client = Client()
    assert "You play in the team Foxes." in text(client.get(url("tournament-place", tournament)))

    page = text(client.post(url("tournament-place", tournament), {"name": "Zoe"}))

    entry = entry_called(tournament, "Foxes")
    assert "/p/" in page
    assert [player.name for player in entry.players.all()] == ["Ana", "Zoe"]
    assert not entry.free


# what pages say


def test_pages_name_the_players_of_an_entry():
    tournament = teams()
    win(tournament, "R1-1", 0)
    visitor = Client()

    for page in (
        text(visitor.get(url("tournament-entries", tournament))),
        text(visitor.get(url("tournament", tournament))),
        text(visitor.get(url("tournament-entry", tournament, entry_called(tournament, "Foxes").pk))),
    ):
        assert "Ana" in page
        assert "Cem" in page


def test_the_desk_shows_the_link_of_every_player():
    tournament = teams()

    page = text(
        staff(tournament, Role.ORGANIZER).get(url("console-entry", tournament, entry_called(tournament, "Foxes").pk))
    )

    assert page.count("link made") == 2


def test_a_list_of_entries_names_players_between_slashes():
    tournament = a_tournament(game="pairs_toy")
    draft = services.entry_import_preview(
        tournament_id=tournament.pk,
        by=ORGANIZER,
        file_name="teams.csv",
        content=b"name,players\nFoxes,Ana / Cem\nOwls,Ben\n",
    )

    assert [problem["code"] for row in draft.rows for problem in row["problems"]] == ["roster_size"]


def test_the_end_of_a_match_names_the_team():
    tournament = teams()
    match = match_of(tournament, "R1-1")
    win(tournament, "R1-1", 1)

    page = text(Client().get(reverse("match", args=[match.pk])))

    assert "Owls wins" in page
