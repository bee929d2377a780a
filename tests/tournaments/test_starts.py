"""How the matches of a stage begin, and what absence means in them, as the organizer has chosen."""

import pytest
from django.test import Client
from django.urls import reverse

from gameengine.table import seats_to_act
from matches import services as match_services
from matches.models import Match
from matches.store import load
from tests.builders import ORGANIZER, advanced, entered, match_of, pairing_of, round_of, staffed, the_stage
from tests.matches.building import START_MS, still_clock
from tournaments import services
from tournaments.permissions import Role
from tournaments.selectors.queue import arbiter_queue

pytestmark = pytest.mark.django_db
MINUTE = 60_000


def begun(clock, count=2, *, starts_at_ms=None, no_show_ms=2 * MINUTE, **settings):
    """Return a tournament whose first round is started, at the time that the clock shows."""
    tournament = entered(count, no_show_ms=no_show_ms)
    stage = the_stage(tournament)
    services.stage_update(stage_id=stage.pk, by=ORGANIZER, **settings)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    round_ = services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    services.round_publish(round_id=round_.pk, by=ORGANIZER, starts_at_ms=starts_at_ms)
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    return tournament


@pytest.fixture
def clock():
    with still_clock() as clock:
        yield clock


@pytest.mark.parametrize(
    ("published_ms", "starts_ms"),
    [
        pytest.param(5 * MINUTE, 5 * MINUTE, id="the published time lies ahead"),
        pytest.param(0, 0, id="it is now"),
        pytest.param(-30 * MINUTE, MINUTE, id="it is long past"),
        pytest.param(None, MINUTE, id="there is none"),
    ],
)
def test_a_match_begins_at_the_published_time_or_a_minute_after_it_was_made(clock, published_ms, starts_ms):
    at_ms = None if published_ms is None else START_MS + published_ms
    match = match_of(begun(clock, starts_at_ms=at_ms, start="at_round_start"), "R1-1")

    table = load(match.pk).table
    assert (table.start_policy, table.start_at_ms) == ("at_round_start", START_MS + starts_ms)
    assert table.no_show_at_ms == START_MS + starts_ms + 2 * MINUTE


@pytest.mark.parametrize("start", ["when_both_ready", "at_round_start", "on_first_turn"])
def test_when_neither_comes_both_forfeit_and_the_round_closes(clock, start):
    tournament = begun(clock, start=start)

    clock.pass_ms(10 * MINUTE)
    match_services.match_settle(match_id=match_of(tournament, "R1-1").pk)
    advanced(tournament)

    pairing = pairing_of(tournament, "R1-1")
    assert pairing.result.kind == "double_forfeit"
    assert round_of(tournament, 1).state == "closed"


def test_who_comes_alone_wins_by_forfeit(clock):
    tournament = begun(clock, start="at_round_start")
    match = match_of(tournament, "R1-1")
    match_services.match_act(match_id=match.pk, seat=1, text="ready", cmd="r")

    clock.pass_ms(10 * MINUTE)
    match_services.match_settle(match_id=match.pk)

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.reason) == ("forfeit", "FORFEIT")


def test_the_defaults_wait_for_both_and_allow_no_claim(clock):
    match = match_of(begun(clock), "R1-1")

    assert load(match.pk).table.start_policy == "when_both_ready"
    assert (match.tell_away_ms, match.claim_away_ms) == (60_000, None)


def test_the_desk_learns_of_who_is_away_and_claims_follow_the_setting(clock):
    tournament = begun(clock, claim_away_s=120, tell_away_s=30)
    match = match_of(tournament, "R1-1")
    for seat in (0, 1):
        match_services.match_act(match_id=match.pk, seat=seat, text="ready", cmd=f"r{seat}")
    assert Match.objects.get(pk=match.pk).status == "live"
    clock.pass_ms(29_000)
    assert arbiter_queue(tournament) == []

    clock.pass_ms(2_000)

    (item,) = arbiter_queue(tournament)
    assert (item.kind, item.subject.match.pk) == ("away", match.pk)
    (mover,) = seats_to_act(load(match.pk).table)
    assert item.subject.seat_name == match.seats.get(seat=mover).name
    assert services.absences_tell() == 1
    clock.pass_ms(90_000)
    assert services.absences_tell() == 0
    assert match_services.match_claim(match_id=match.pk, seat=1 - mover, result="win", cmd="c").ok
    assert pairing_of(tournament, "R1-1").result.kind == "played"


def test_the_console_offers_it_in_words():
    client = Client()
    tournament = entered(2)
    client.force_login(staffed(tournament, Role.ORGANIZER))

    text = client.get(reverse("console-stage", args=[tournament.slug, the_stage(tournament).pk])).content.decode()

    assert "at the time of the round: the first clock runs, whoever is there" in text
    assert "How matches begin, and absence" in text
