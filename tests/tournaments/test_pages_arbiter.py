"""The arbiters' desk: who needs one, and rulings with a reason."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Call, Match, Ruling
from matches.services import call_open
from matches.store import events_after, load
from tests.builders import a_user, begin, entered, entry_called, match_of, started
from tests.matches.building import play
from tests.tournaments.pages import logged_in, player, said, staff, text, url
from tournaments.permissions import Role
from tournaments.urgency import call_key

pytestmark = pytest.mark.django_db

DESK = Role.ARBITER


def called(tournament, key="R1-1", words="Please come"):
    """Return an open call of a match that has begun."""
    match = match_of(tournament, key)
    begin(match)
    return call_open(match_id=match.pk, seat=0, reason="rules", text=words)


def rule(client, tournament, act, *matches, reason="fire alarm", **data):
    sent = {"act": act, "reason": reason, "match": [match.pk for match in matches], **data}
    return client.post(url("arbiter-several", tournament), sent, follow=True)


@pytest.mark.parametrize("role", [None, Role.SCOREKEEPER, Role.ORGANIZER])
def test_the_desk_is_for_arbiters(role):
    tournament = started(2)
    client = staff(tournament, role) if role else Client()
    match = match_of(tournament, "R1-1")

    for address in (url("arbiter", tournament), url("arbiter-board", tournament, match.pk)):
        assert client.get(address).status_code == 403
    assert client.post(reverse("match-rule", args=[match.pk, "pause"]), {"reason": "x"}).status_code == 403


def test_an_empty_queue_says_so():
    assert "Nobody needs an arbiter." in text(staff(t := entered(2), DESK).get(url("arbiter", t)))


def test_a_call_stands_in_the_queue_until_it_is_closed_with_a_decision():
    tournament = started(2)
    call = called(tournament)
    client = staff(tournament, DESK)

    assert "Please come" in text(client.get(url("arbiter", tournament)))
    client.post(url("arbiter-take", tournament, call_key(call.pk)))
    assert ">yours<" in text(client.get(url("arbiter", tournament)))
    call.refresh_from_db()
    assert call.state == Call.State.TAKEN
    refused = client.post(url("arbiter-close", tournament, call.pk), {"decision": " "}, follow=True)
    assert "A reason is needed." in text(refused)
    client.post(url("arbiter-close", tournament, call.pk), {"decision": "Play on."})

    call.refresh_from_db()
    assert (call.state, call.decision) == (Call.State.CLOSED, "Play on.")
    assert "Nobody needs an arbiter." in text(client.get(url("arbiter", tournament)))


def test_calls_of_another_tournament_are_out_of_reach():
    here, there = started(2), started(2)
    call = called(there)

    taken = staff(here, DESK).post(url("arbiter-take", here, call_key(call.pk)), follow=True)
    closed = staff(here, DESK).post(url("arbiter-close", here, call.pk), {"decision": "no"}, follow=True)

    call.refresh_from_db()
    assert call.state == Call.State.OPEN
    assert said(taken) == ["This is not in the queue any more: it was settled."]
    assert "There is no such open call." in text(closed)


def test_what_players_write_is_escaped():
    tournament = started(2)
    called(tournament, words="<script>x</script>")

    assert "<script>x" not in text(staff(tournament, DESK).get(url("arbiter", tournament)))


def test_the_chosen_boards_are_paused_with_a_reason_and_the_others_play_on():
    tournament = started(4)
    first, second = match_of(tournament, "R1-1"), match_of(tournament, "R1-2")
    begin(first)
    begin(second)

    answer = rule(staff(tournament, DESK), tournament, "pause", first)

    first.refresh_from_db()
    second.refresh_from_db()
    assert "1 board is paused" in text(answer)
    assert (first.status, second.status) == (Match.Status.PAUSED, Match.Status.LIVE)
    assert Ruling.objects.get().reason == "fire alarm"


def test_extra_time_goes_to_both_sides():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)

    client = staff(tournament, DESK)
    rule(client, tournament, "add-time", match, seconds="90", key="once")
    rule(client, tournament, "add-time", match, seconds="90", key="once")

    assert sorted(ruling.text for ruling in Ruling.objects.all()) == ["add-time all 90000"]


@pytest.mark.parametrize(
    ("act", "data", "sentence"),
    [
        ("add-time", {"seconds": "x"}, "seconds"),
        ("add-time", {"seconds": "0"}, "seconds"),
        ("add-time", {"seconds": "9" * 40}, "seconds"),
        ("explode", {}, "not allowed"),
        ("pause", {"reason": ""}, "A reason is needed."),
    ],
)
def test_a_ruling_that_makes_no_sense_changes_nothing(act, data, sentence):
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)

    answer = rule(staff(tournament, DESK), tournament, act, match, **data)

    assert sentence in text(answer)
    assert not Ruling.objects.exists()


def test_without_a_chosen_board_nothing_is_ruled():
    tournament = started(2)

    assert "choose at least one match" in text(rule(staff(tournament, DESK), tournament, "pause"))


@pytest.mark.parametrize(
    ("apart", "paused", "said"),
    [("own", True, "1 board is paused"), ("stage", False, "You play in this stage: ask another arbiter")],
)
def test_who_plays_cannot_rule_there_and_is_told_so(apart, paused, said):
    tournament = started(4)
    tournament.stand_apart = apart
    tournament.save()
    user = a_user()
    client = staff(tournament, DESK)
    entry_called(tournament, "1").players.update(user=user)
    user.tournament_roles.create(tournament=tournament, role=DESK.value, since_ms=0)
    client = logged_in(user)
    own, other = match_of(tournament, "R1-1"), match_of(tournament, "R1-2")
    begin(own)
    begin(other)

    answer = rule(client, tournament, "pause", own, other)

    own.refresh_from_db()
    other.refresh_from_db()
    assert own.status == Match.Status.LIVE
    assert other.status == (Match.Status.PAUSED if paused else Match.Status.LIVE)
    assert said in text(answer)
    assert "You play there: ask another arbiter" in text(answer)
    page = text(client.get(url("arbiter-board", tournament, own.pk)))
    assert "cannot decide about it" in page
    assert "rule/result/" not in page


def test_a_result_is_decided_with_a_reason_that_both_sides_can_read():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    client = staff(tournament, DESK)
    address = reverse("match-rule", args=[match.pk, "result"])
    match.refresh_from_db()

    assert client.post(address, {"seat": "0", "seq": match.seq}).status_code == 400
    client.post(address, {"seat": "0", "reason": "flag stands", "seq": match.seq})

    match.refresh_from_db()
    assert (match.status, match.winner) == (Match.Status.OVER, 0)
    assert tournament.audit.filter(act="match_ruling", reason="flag stands").exists()


def test_the_last_lines_of_a_match_stand_beside_its_board():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    play(match.pk)

    page = text(staff(tournament, DESK).get(url("arbiter-board", tournament, match.pk)))

    move = load(match.pk).table.game.notation(events_after(match.pk, 0)[-1].line.text, [])
    assert "The match begins." in page
    assert f"<span>{move}" in page


def test_an_unknown_ruling_or_match_is_a_page_or_a_sentence():
    tournament = started(2)
    client = staff(tournament, DESK)

    assert client.get(url("arbiter-board", tournament, "nothing")).status_code == 404
    unknown = reverse("match-rule", args=[match_of(tournament, "R1-1").pk, "dance"])
    answer = client.post(unknown, follow=True)
    assert "does not know this command" in text(answer)


def test_players_and_their_links_open_no_desk():
    tournament = started(2)

    assert player(entry_called(tournament, "1")).get(url("arbiter", tournament)).status_code == 403
