"""Rulings reach the audit trail of the tournament wherever they were made."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.services import call_open, match_rule
from tests.builders import a_user, begin, entry_called, match_of, staffed, started
from tournaments.permissions import Role
from tournaments.tasks import forfeit_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return started(2)


@pytest.fixture
def match(tournament):
    match = match_of(tournament, "R1-1")
    begin(match)
    return match


def judge(tournament):
    client = Client()
    client.force_login(staffed(tournament, Role.ARBITER, a_user("Arne")))
    return client


def lines(tournament, act):
    return [
        (line.actor_name, line.role, line.reason, line.after)
        for line in tournament.audit.filter(act=act).order_by("pk")
    ]


def test_a_ruling_is_one_audit_line(tournament, match):
    url = reverse("match-rule", args=[match.pk, "add-time"])
    match.refresh_from_db()
    judge(tournament).post(url, {"seat": "0", "seconds": "60", "reason": "wrong clock", "seq": match.seq})

    assert lines(tournament, "match_ruling") == [
        ("Arne", "arbiter", "wrong clock", {"ruling": "add-time 0 60000", "line": match.rulings.get().seq}),
    ]


@pytest.mark.parametrize("desk", ["match page", "arbiters' desk"])
def test_so_is_the_decision_of_a_call(tournament, match, desk):
    call = call_open(match_id=match.pk, seat=0, reason="rules")
    url = {
        "match page": reverse("match-call-close", args=[match.pk, call.pk]),
        "arbiters' desk": reverse("arbiter-close", args=[tournament.slug, call.pk]),
    }[desk]

    judge(tournament).post(url, {"decision": "play on"})

    assert lines(tournament, "call_decide") == [("Arne", "arbiter", "play on", None)]


def test_what_the_service_rules_is_written_as_its_own(tournament, match):
    forfeit_seat(match.pk, 0, "withdrawn")

    line = match.rulings.get().seq
    assert lines(tournament, "match_ruling") == [
        ("system", "system", "withdrawn", {"ruling": "forfeit 0", "line": line}),
    ]


def test_a_ruling_whose_audit_line_fails_is_not_made(tournament, match, monkeypatch):
    def fail(**_fields):
        raise RuntimeError("disk full")

    monkeypatch.setattr("tournaments.receivers.ruling_record", fail)

    with pytest.raises(RuntimeError):
        match_rule(match_id=match.pk, text="pause", by_user=None, reason="bell")

    match.refresh_from_db()
    assert match.status == "live"
    assert not match.rulings.exists()


# looking behind the screen


def cards(count=2):
    """Return a tournament of a game in which an arbiter may look, and its first match."""
    made = started(count, game="flagged")
    match = match_of(made, "R1-1")
    begin(match)
    return made, match


def look(client, match):
    return client.post(reverse("match-look", args=[match.pk]), {"reason": "a dispute about a card"})


def test_a_look_behind_the_screen_is_in_the_audit_trail_with_name_role_and_reason():
    tournament, match = cards()

    assert look(judge(tournament), match).status_code == 302

    assert lines(tournament, "match_look") == [("Arne", "arbiter", "a dispute about a card", None)]
    assert match.looks.get().role == "arbiter"


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANIZER])
def test_other_staff_may_not_look(role):
    tournament, match = cards()
    client = Client()
    client.force_login(staffed(tournament, role))

    assert look(client, match).status_code == 403
    assert not match.looks.exists()


@pytest.mark.parametrize("board", ["R1-1", "R1-2"])
def test_an_arbiter_who_plays_looks_neither_at_the_own_board_nor_at_a_rivals(board):
    tournament, _match = cards(4)
    match = match_of(tournament, board)
    begin(match)
    user = staffed(tournament, Role.ARBITER)
    entry_called(tournament, "1").players.update(user=user)
    client = Client()
    client.force_login(user)

    assert look(client, match).status_code == 403
    assert not match.looks.exists()
    entry_called(tournament, "1").players.update(user=None)
    assert look(client, match).status_code == 302
