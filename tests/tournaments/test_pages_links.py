"""Private links, invitations, and the place to which they lead."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches import now
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    an_entry,
    entered,
    entry_called,
    match_of,
    pairing_of,
    started,
)
from tests.tournaments.pages import logged_in, player, staff, text, url
from tournaments import services
from tournaments.models import Entry, Invitation, StaffRole
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3_600_000


def opened(made):
    """Return a browser that has followed a private link."""
    client = Client()
    client.post(reverse("player-link", args=[made.links[0]]))
    return client


def invited(tournament, role=Role.ARBITER):
    return services.invitation_create(tournament_id=tournament.pk, by=ORGANIZER, role=role.value)


def test_looking_at_a_private_link_proves_nothing():
    tournament = a_tournament()
    made = an_entry(tournament, "Ana")
    client = Client()

    page = client.get(reverse("player-link", args=[made.links[0]]))

    assert "Continue as Ana" in text(page)
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert client.get(url("lobby", tournament)).status_code == 403


def test_pressing_the_button_leads_to_a_clean_address_and_is_remembered():
    tournament = a_tournament()
    made = an_entry(tournament, "Ana")
    client = Client()

    answer = client.post(reverse("player-link", args=[made.links[0]]))

    assert answer.headers["Location"] == url("lobby", tournament)
    assert answer.headers["Referrer-Policy"] == "strict-origin"
    assert "Ana" in text(client.get(url("lobby", tournament)))


def test_a_link_opens_its_own_tournament_alone():
    here, there = a_tournament(), a_tournament()

    client = opened(an_entry(here, "Ana"))

    assert client.get(url("lobby", there)).status_code == 403


@pytest.mark.parametrize("secret", ["nonsense", "x" * 300, "%00"])
@pytest.mark.parametrize("name", ["player-link", "invitation-link", "screen"])
def test_a_link_that_opens_nothing_is_a_page_with_code_and_sentence(name, secret):
    answer = Client().get(reverse(name, args=[secret]))

    assert answer.status_code == 404
    assert "link_unknown" in text(answer)
    assert answer.headers["Referrer-Policy"] in {"no-referrer", "strict-origin"}


def test_a_new_link_puts_the_old_one_and_its_browsers_out():
    tournament = a_tournament()
    made = an_entry(tournament, "Ana")
    client = opened(made)
    services.player_link_rotate(player_id=made.players[0].pk, by=ORGANIZER)

    assert client.get(url("lobby", tournament)).status_code == 403
    assert client.get(reverse("player-link", args=[made.links[0]])).status_code == 404


def test_a_revoked_link_opens_nothing():
    tournament = a_tournament()
    made = an_entry(tournament, "Ana")
    services.player_link_revoke(player_id=made.players[0].pk, by=ORGANIZER)

    assert Client().post(reverse("player-link", args=[made.links[0]])).status_code == 404


def test_an_invitation_gives_its_role_to_the_first_account_that_takes_it():
    tournament = a_tournament()
    made = invited(tournament)
    user = a_user("Ida")
    client = logged_in(user)

    assert client.post(reverse("invitation-link", args=[made.link])).headers["Location"] == reverse("join")
    answer = client.post(reverse("join"))

    assert answer.headers["Location"] == url("arbiter", tournament)
    assert StaffRole.objects.get(user=user).role == Role.ARBITER.value


def test_an_invitation_waits_while_its_reader_gets_an_account():
    tournament = a_tournament()
    client = Client()
    client.post(reverse("invitation-link", args=[invited(tournament).link]))

    page = text(client.get(reverse("join")))
    client.post(reverse("account-guest"), {"display_name": "Gast"})
    client.post(reverse("join"))

    assert "/accounts/log-in/?next=" in page
    assert StaffRole.objects.get(tournament=tournament).user.display_name == "Gast"


def test_an_invitation_works_once():
    tournament = a_tournament()
    made = invited(tournament)
    client = logged_in(a_user())
    client.post(reverse("invitation-link", args=[made.link]))
    services.invitation_accept(secret=made.link, user=a_user())

    for answer in (client.post(reverse("join")), client.get(reverse("invitation-link", args=[made.link]))):
        assert answer.status_code == 410
        assert "link_used" in text(answer)


def test_an_expired_invitation_says_so():
    tournament = a_tournament()
    made = invited(tournament)
    Invitation.objects.update(expires_at_ms=now.now_ms() - DAY_MS)

    answer = Client().get(reverse("invitation-link", args=[made.link]))

    assert answer.status_code == 410
    assert "link_expired" in text(answer)


def test_joining_without_an_invitation_opens_nothing():
    assert Client().get(reverse("join")).status_code == 404


# the lobby


def test_a_player_checks_in_and_takes_it_back_with_one_press_each():
    tournament = entered(2, check_in=True)
    entry = entry_called(tournament, "1")
    client = player(entry)

    client.post(url("lobby-check-in", tournament))
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is not None
    assert "You are checked in." in text(client.get(url("lobby", tournament)))

    client.post(url("lobby-check-in-undo", tournament))
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is None


def test_check_in_after_the_draw_is_refused_in_words():
    tournament = started(2)

    answer = player(entry_called(tournament, "1")).post(url("lobby-check-in", tournament), follow=True)

    assert "Check-in is closed." in text(answer)


def test_a_stranger_checks_nobody_in():
    tournament = entered(2, check_in=True)

    assert Client().post(url("lobby-check-in", tournament)).status_code == 403


def test_the_lobby_shows_the_match_with_a_button_to_be_there():
    tournament = started(2)
    match = match_of(tournament, "R1-1")

    page = text(player(entry_called(tournament, "1")).get(url("lobby", tournament)))

    assert "You play against 2" in page
    assert f'action="/m/{match.pk}/ready/"' in page
    assert f'data-until-ms="{match.deadline_ms}"' in page


def test_being_there_from_the_lobby_leads_to_the_board():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    client = player(entry_called(tournament, "1"))

    answer = client.post(reverse("match-ready", args=[match.pk]))

    assert answer.headers["Location"] == reverse("match", args=[match.pk])
    assert "You are marked as here." in text(client.get(url("lobby", tournament)))


def test_leaving_while_a_match_runs_asks_what_becomes_of_it():
    tournament = started(2)
    entry = entry_called(tournament, "1")
    client = player(entry)

    asked = client.get(url("lobby-withdraw", tournament))
    refused = client.post(url("lobby-withdraw", tournament))
    entry.refresh_from_db()
    assert "I finish it first" in text(asked)
    assert refused.status_code == 409
    assert entry.status == Entry.Status.CONFIRMED

    client.post(url("lobby-withdraw", tournament), {"running": "finish"})
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN


def test_entering_shows_the_private_link_once_and_remembers_the_browser():
    tournament = a_tournament()
    client = Client()

    page = text(client.post(url("tournament-enter", tournament), {"name": "Ana", "email": ""}))
    secret = re.search(r"/p/([\w-]+)/", page)[1]

    assert services.player_open(secret=secret).name == "Ana"
    assert client.get(url("lobby", tournament)).status_code == 200
    assert secret not in text(client.get(url("lobby", tournament)))


@pytest.mark.parametrize(("name", "sentence"), [("1", "an entry of this name already"), ("x" * 200, "at most 80")])
def test_a_name_that_cannot_be_is_told_at_its_field(name, sentence):
    tournament = entered(1)

    answer = Client().post(url("tournament-enter", tournament), {"name": name})

    assert sentence in text(answer)
    assert tournament.entries.count() == 1


def test_nobody_enters_themselves_where_only_the_staff_may():
    tournament = a_tournament(self_registration=False)

    assert "cannot enter themselves" in text(Client().get(url("tournament-enter", tournament)))
    assert Client().post(url("tournament-enter", tournament), {"name": "Ana"}).status_code == 409
    assert not tournament.entries.exists()


def test_who_is_staff_without_playing_has_no_lobby():
    tournament = entered(2)

    assert staff(tournament, Role.ORGANIZER).get(url("lobby", tournament)).status_code == 403


@pytest.mark.parametrize("name", ["lobby-check-in", "lobby-check-in-undo"])
def test_acts_are_never_done_by_looking(name):
    tournament = entered(2, check_in=True)

    assert player(entry_called(tournament, "1")).get(url(name, tournament)).status_code == 405


def test_acts_need_the_form_of_our_own_pages():
    tournament = entered(2, check_in=True)
    entry = entry_called(tournament, "1")
    client = player(entry)
    client.handler.enforce_csrf_checks = True

    assert client.post(url("lobby-check-in", tournament)).status_code == 403
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is None


def test_both_sides_of_a_board_in_the_hall_report_its_result():
    tournament = started(2, hosted=False)
    one, two = (player(entry_called(tournament, name)) for name in "12")

    assert "say who won" in text(one.get(url("lobby", tournament)))
    first = one.post(url("lobby-report", tournament), {"winner": "0"}, follow=True)
    assert "It counts as soon as the other side says the same." in text(first)
    assert "The other side has said something already." in text(two.get(url("lobby", tournament)))
    two.post(url("lobby-report", tournament), {"winner": "0"})

    assert pairing_of(tournament, "R1-1").result.winner == 0


@pytest.mark.parametrize("winner", ["", "2", "x"])
def test_a_report_without_a_winner_is_refused_in_words(winner):
    tournament = started(2, hosted=False)

    answer = player(entry_called(tournament, "1")).post(
        url("lobby-report", tournament), {"winner": winner}, follow=True
    )

    assert "Say who goes on." in text(answer)


def test_nobody_reports_a_match_that_is_played_on_this_server():
    tournament = started(2)

    answer = player(entry_called(tournament, "1")).post(url("lobby-report", tournament), {"winner": "0"}, follow=True)

    assert "comes from its match" in text(answer)
