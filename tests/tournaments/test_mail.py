"""Private links by mail, and the tasks behind it."""

from smtplib import SMTPException

import pytest
from django.core import mail

from flagfall.celery import app, route
from tests.builders import ORGANIZER, a_tournament, actor, an_entry
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.permissions import Role
from tournaments.services import common
from tournaments.services.mail import player_link_mail

pytestmark = pytest.mark.django_db


def link_in(message):
    return next(word.rsplit("/", 2)[1] for word in message.body.split() if word.startswith("https://"))


def send(player, language="en"):
    return player_link_mail(player_id=player.pk, base_url="https://example.org", language=language)


def test_every_player_with_an_address_is_sent_a_link(asked, django_capture_on_commit_callbacks):
    tournament = a_tournament()
    with_address = an_entry(tournament, "Ana", email="ana@example.org").players[0]
    an_entry(tournament, "Ben")

    with django_capture_on_commit_callbacks(execute=True):
        count = services.player_links_send(
            tournament_id=tournament.pk, by=ORGANIZER, base_url="https://example.org", language="de"
        )

    assert count == 1
    assert ("work.mail_link", (with_address.pk, "https://example.org", "de")) in asked


def test_the_mailed_link_opens_the_place_and_the_one_before_does_not():
    registered = an_entry(a_tournament(), "Ana", email="ana@example.org")

    assert send(registered.players[0])

    [message] = mail.outbox
    assert message.to == ["ana@example.org"]
    assert services.player_open(secret=link_in(message)).pk == registered.players[0].pk
    with pytest.raises(TournamentError, match="link_unknown"):
        services.player_open(secret=registered.links[0])


def test_a_mail_that_cannot_be_sent_leaves_the_old_link(monkeypatch):
    registered = an_entry(a_tournament(), "Ana", email="ana@example.org")

    def away(*_args, **_more):
        raise SMTPException

    monkeypatch.setattr("tournaments.services.mail.send_mail", away)
    with pytest.raises(SMTPException):
        send(registered.players[0])

    assert services.player_open(secret=registered.links[0])


def test_a_name_cannot_smuggle_a_header_into_the_mail():
    tournament = a_tournament(name="Cup")
    type(tournament).objects.update(name="Cup\nBcc: everybody@example.org")
    registered = an_entry(tournament, "Ana", email="ana@example.org")

    send(registered.players[0])

    assert "\n" not in mail.outbox[0].subject


def test_nobody_without_the_right_sends_links():
    with pytest.raises(NotAllowedError):
        services.player_links_send(
            tournament_id=a_tournament().pk, by=actor(Role.PLAYER), base_url="https://example.org", language="en"
        )


@pytest.mark.parametrize("name", [common.STAGE_ADVANCE, common.FORFEIT_SEAT, common.MAIL_LINK, "work.tend_tournaments"])
def test_tasks_that_are_asked_for_by_name_exist_and_go_to_the_work_queue(name):
    app.loader.import_default_modules()

    assert name in app.tasks
    assert route(name) == {"queue": "work"}


def test_seeds_are_given_in_one_act():
    tournament = a_tournament()
    one, two, three = (an_entry(tournament, name, seed=seed).entry for name, seed in (("a", 1), ("b", 2), ("c", 3)))

    services.entry_seeds_set(tournament_id=tournament.pk, by=ORGANIZER, order=[three.pk, one.pk])

    assert dict(tournament.entries.values_list("name", "seed")) == {"c": 1, "a": 2, "b": None}
    with pytest.raises(TournamentError, match="bad_value"):
        services.entry_seeds_set(tournament_id=tournament.pk, by=ORGANIZER, order=[two.pk, two.pk])
