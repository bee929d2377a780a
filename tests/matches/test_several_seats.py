"""Matches of more than two seats, and of teams: who they are, how they end, and what their pages say."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches import services, words
from matches.access import SESSION_PLAYERS
from matches.api.state import state_of
from matches.models import Match
from matches.services import SeatSpec
from matches.store import load
from matches.viewing import match_view
from tests.cardtoy import hosted
from tests.gameengine.toy import departing_toy, pairs_toy
from tests.matches.building import live_match, new_match
from tests.matches.pages import arbiter, page, words_of

pytestmark = pytest.mark.django_db
NAMES = ("Ana", "Ben", "Cem", "Dua")
TEAMS = ("Foxes", "Owls")


def teams(make=live_match, *, named=True, **about):
    """A match of two teams of two; partners sit opposite each other."""
    seats = [SeatSpec(name, f"entry/{name}", team=TEAMS[seat % 2] if named else "") for seat, name in enumerate(NAMES)]
    return make(game="pairs_toy", seats=seats, **about)


def three(make=live_match, **about):
    """A match of three, each for themselves, from which seats may go."""
    return make(game="departing_toy", seats=[SeatSpec(name, f"entry/{name}") for name in NAMES[:3]], **about)


def sitting(name):
    client = Client()
    session = client.session
    session[SESSION_PLAYERS] = [f"entry/{name}"]
    session.save()
    client.cookies["sessionid"] = session.session_key
    return client


def rule(match, text):
    return services.match_rule(match_id=match.pk, text=text, by_user=None, reason="Agreed")


def told(match, viewer=None):
    """Result, score and names as `viewer` reads them."""
    picture = match_view(Match.objects.get(pk=match.pk), viewer).picture
    return words.result_text(picture), words.score_text(picture), words.versus(picture)


@pytest.fixture(autouse=True)
def _hosted():
    with hosted(pairs_toy), hosted(departing_toy):
        yield


def test_a_team_wins_by_its_name():
    match = teams()
    rule(match, "result 2")

    assert told(match) == ("Foxes wins", "1 : 0", "Foxes : Owls")
    assert [told(match, seat)[0] for seat in range(4)] == ["You win", "You lose", "You win", "You lose"]


def test_a_team_without_a_name_is_called_after_those_who_play():
    match = teams(named=False)
    rule(match, "forfeit 2")

    assert told(match) == ("Ben & Dua win", "- : +", "Ana & Cem : Ben & Dua")


def test_teams_share_a_draw():
    match = teams()
    rule(match, "result draw")

    assert told(match)[:2] == ("Drawn", "½ : ½")


def test_of_three_one_wins_and_all_have_places():
    match = three()
    rule(match, "result 1")

    assert told(match) == ("Ben wins", "1. Ben 1 · 2. Ana 0 · 2. Cem 0", "Ana · Ben · Cem")
    assert told(match, 0)[0] == "Ben wins"
    assert told(match, 1)[0] == "You win"


def test_when_none_of_three_comes_all_forfeit(clock):
    match = three(new_match, no_show_ms=60_000)
    clock.pass_ms(60_000)
    rule(match, "forfeit both")

    assert told(match)[:2] == ("All forfeit", "")


def test_the_resignation_of_one_partner_loses_for_the_team():
    match = teams()
    services.match_act(match_id=match.pk, seat=2, text="resign", cmd="c1")

    assert told(match)[:2] == ("Owls wins", "0 : 1")


def test_the_others_play_on_without_a_seat_that_goes():
    match = three()
    services.match_act(match_id=match.pk, seat=1, text="leave", cmd="c1")

    assert load(match.pk).status == "live"
    assert [seat["out"] for seat in state_of(match, None)["seats"]] == [False, True, False]
    own = page(sitting("Ben"), "match", match.pk)
    assert "You are out." in words_of(own)
    assert "clock--out" in own
    assert reverse("match-resign", args=[match.pk]) not in re.sub(r"<dialog.*?</dialog>", "", own, flags=re.DOTALL)
    assert "You are out." not in words_of(page(sitting("Ana"), "match", match.pk))


def test_an_arbiter_lets_one_seat_forfeit_and_the_others_play_on():
    match = three()
    answer = arbiter().post(
        reverse("match-rule", args=[match.pk, "forfeit"]),
        {"seat": "0", "reason": "Phone", "seq": Match.objects.get(pk=match.pk).seq},
    )

    assert answer.status_code == 302
    assert load(match.pk).table.gone == (0,)
    desk = words_of(page(Client(), "match", match.pk))
    assert "Forfeit by decision of the arbiter: Phone" in desk


def test_the_desk_names_sides_and_seats():
    text = page(arbiter(), "match", teams().pk)

    assert "Foxes wins" in text
    assert "Cem (Foxes)" in text


@pytest.mark.parametrize(
    ("viewer", "above", "below"),
    [(None, [1, 2, 3], [0]), ("Cem", [3, 0, 1], [2])],
)
def test_clocks_stand_as_the_seats_sit_round_the_table(viewer, above, below):
    match = teams()
    text = page(sitting(viewer) if viewer else Client(), "match", match.pk)

    order = [int(seat) for seat in re.findall(r'id="clock-(\d)"', text)]

    assert order == [*above, *below]


def test_partners_are_pointed_out():
    text = words_of(page(sitting("Ana"), "match", teams().pk))

    assert text.count("Cem your partner") == 1
    assert "Ana Foxes · you" in text


def test_it_says_what_giving_up_means():
    both = page(sitting("Ana"), "match-resign", teams().pk)
    alone = page(sitting("Ana"), "match-resign", three().pk)

    assert "Your team loses at once" in both
    assert "the others play on without you" in alone


def test_practice_against_as_many_computers_as_one_likes():
    client = Client()
    client.post(reverse("practice", args=["tile_flight"]), {"level": "beginner", "computers": "2"})

    match = Match.objects.get()
    people = [seat.name for seat in match.seats.all() if not seat.bot_level]
    assert match.seats.count() == 3
    assert len(people) == 1
    assert {seat.name for seat in match.seats.all()} == {"Guest", "Computer 1", "Computer 2"}

    client.post(reverse("match-rematch", args=[match.pk]))
    assert Match.objects.order_by("-created_at_ms").first().seats.count() == 3


def test_practice_in_a_team_with_the_computer():
    Client().post(reverse("practice", args=["flank_flip"]), {"level": "beginner", "option-mode": "team16_4p"})

    match = Match.objects.get()
    assert match.seats.count() == 4
    assert sum(bool(seat.bot_level) for seat in match.seats.all()) == 3


def test_options_that_do_not_go_together_are_told_in_the_form():
    answer = Client().post(
        reverse("practice", args=["flank_flip"]),
        {"level": "beginner", "option-mode": "duel9", "option-total_defeat": "on"},
    )

    assert answer.status_code == 400
    assert not Match.objects.exists()


def test_values_name_teams():
    seats = state_of(teams(), 0)["seats"]

    assert [seat["team"] for seat in seats] == [0, 1, 0, 1]
    assert [seat["team_name"] for seat in seats] == ["Foxes", "Owls", "Foxes", "Owls"]
