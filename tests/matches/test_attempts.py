"""Refused commands of seats are kept as evidence, from forms and from sockets alike, and never stand in the log."""

import pytest

from gameengine.table import legal_actions
from matches import services
from matches.ids import new_id
from matches.models import Attempt, MatchEvent
from matches.services import attempting, housekeeping
from matches.store import load
from tests.matches.building import live_match, play, seat_to_act
from tests.matches.sockets import ANA, BEN, clients, in_database, web_process


def refused(match, text="flip z9", cmd=None, ply=0):
    return services.match_act(match_id=match.pk, seat=seat_to_act(match.pk), text=text, cmd=cmd or new_id(), ply=ply)


@pytest.mark.django_db
def test_a_refused_command_is_kept_with_its_code_and_stands_in_no_log(clock):
    match = live_match()
    lines = MatchEvent.objects.count()

    ack = refused(match)

    kept = Attempt.objects.get()
    assert (kept.seat, kept.ply, kept.text, kept.code) == (seat_to_act(match.pk), 0, "flip z9", ack.code)
    assert kept.at_ms == clock.at_ms
    assert MatchEvent.objects.count() == lines


@pytest.mark.django_db
def test_what_is_played_or_repeated_leaves_no_attempt():
    match = live_match()
    play(match.pk, cmd="once")
    play(match.pk, cmd="once")
    assert not Attempt.objects.exists()

    refused(match, cmd="twice", ply=1)
    refused(match, cmd="twice", ply=1)

    assert Attempt.objects.count() == 1


@pytest.mark.django_db
def test_only_the_last_ones_of_a_match_are_kept(monkeypatch):
    monkeypatch.setattr(attempting, "KEPT", 3)
    match, other = live_match(), live_match()
    refused(other)

    for number in range(5):
        refused(match, cmd=f"c{number}")

    assert list(match.attempts.values_list("cmd", flat=True)) == ["c2", "c3", "c4"]
    assert other.attempts.count() == 1


@pytest.mark.django_db
def test_secrets_that_a_seat_sends_are_not_kept():
    match = live_match()
    refused(match, text='prepare {"hero":"knight"}')

    assert Attempt.objects.get().text == "prepare"


@pytest.mark.django_db
def test_attempts_are_forgotten_with_the_connections(clock):
    match = live_match()
    refused(match)
    clock.pass_ms(housekeeping.KEEP_EVIDENCE_MS)
    assert housekeeping.forget_evidence() == 0

    clock.pass_ms(1)

    assert housekeeping.forget_evidence() == 1
    assert not Attempt.objects.exists()


@pytest.mark.django_db(transaction=True)
async def test_a_command_that_a_socket_refuses_is_kept_after_the_answer():
    match = await in_database(live_match)()
    seat, text = await in_database(first_action)(match.pk)
    async with web_process() as process, clients(match.pk, (ANA, BEN)[seat]) as (client,):
        ack = await client.command("flip z9", ply=0)
        assert not ack["ok"]
        assert (await client.command(text, ply=0))["ok"]
        await process.threads.run(lambda: None)

    kept = await in_database(lambda: list(Attempt.objects.values_list("text", "code")))()
    assert kept == [("flip z9", ack["code"])]


def first_action(match_id):
    """Return who is to act, and something that may be played."""
    seat = seat_to_act(match_id)
    return seat, legal_actions(load(match_id).table, seat)[0]
