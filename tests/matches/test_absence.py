"""Who is away, since when, and what others may do about it."""

import pytest
from django.urls import reverse

from gameengine.table import seats_to_act
from matches import outages, presence, services
from matches.models import Heartbeat, Match, MatchEvent, SeatAssignment
from matches.presence import OFFLINE_AFTER_MS, SEEN_MS, away_from, away_since
from matches.store import load
from tests.matches.building import FIVE_MINUTES, START_MS, findings, live_match, new_match, play
from tests.matches.pages import page, player, visitor, words_of

pytestmark = pytest.mark.django_db

LIMIT = 120_000
DAYS = {"kind": "correspondence", "per_move_ms": 3 * 24 * 3600 * 1000}


@pytest.fixture
def match(clock):
    return live_match(FIVE_MINUTES, claim_away_ms=LIMIT)


def sit_down(match, seat):
    """Open a socket for a seat in a process that is alive."""
    Heartbeat.objects.update_or_create(name=presence.PROCESS, defaults={"beat_ms": 2**50})
    return presence.connection_open(match.pk, seat, "", "")


def mover_and_other(match):
    (mover,) = seats_to_act(load(match.pk).table)
    return mover, 1 - mover


def shown(client, match, part):
    """Return the words of a part of the match's page."""
    after = {"absence": 'id="status"', "notice": 'class="game__table"'}[part]
    text = page(client, "match", match.pk).split(f'id="{part}"')[1].split(after)[0]
    return words_of("<p " + text + "<p>").strip()


def claim(match, seat, result="win", cmd="c"):
    return services.match_claim(match_id=match.pk, seat=seat, result=result, cmd=cmd)


# presence


@pytest.mark.parametrize(
    ("seen", "left", "after", "since"),
    [
        pytest.param(0, 1_000, OFFLINE_AFTER_MS - 1, None, id="a socket has just gone"),
        pytest.param(0, 1_000, OFFLINE_AFTER_MS, 1_000, id="five seconds without a socket"),
        pytest.param(1_000, 0, SEEN_MS - 1, None, id="a request counts for longer"),
        pytest.param(1_000, 0, SEEN_MS, 1_000, id="but not for ever"),
        pytest.param(500, 1_000, OFFLINE_AFTER_MS, 1_000, id="a socket that came after the request has gone"),
    ],
)
def test_away_since_the_last_sign(seen, left, after, since):
    assert away_since(seen, left, 1_000 + after) == since


def test_who_was_never_there_is_away_since_the_match_was_made(match, clock):
    clock.pass_ms(30_000)

    assert away_from(match.pk) == {0: START_MS, 1: START_MS}


def test_one_of_several_sockets_is_enough(match, clock):
    first, second = sit_down(match, 0), sit_down(match, 0)
    clock.pass_ms(30_000)
    presence.connection_close(first)
    clock.pass_ms(30_000)
    assert away_from(match.pk) == {1: START_MS}

    presence.connection_close(second)
    clock.pass_ms(12_000)

    assert away_from(match.pk) == {0: START_MS + 60_000, 1: START_MS}


def test_sockets_end_with_their_process(match, clock):
    sit_down(match, 0)
    Heartbeat.objects.filter(name=presence.PROCESS).update(beat_ms=START_MS + 20_000)
    clock.pass_ms(60_000)

    assert away_from(match.pk)[0] == START_MS + 20_000


def test_a_bot_is_never_away(match):
    SeatAssignment.objects.filter(match=match, seat=1).update(bot_level="normal")

    assert 1 not in away_from(match.pk)


# claims


def test_a_claim_counts_from_when_the_seat_is_awaited(match, clock):
    mover, other = mover_and_other(match)
    sit_down(match, other)
    gone = sit_down(match, mover)
    clock.pass_ms(10_000)
    presence.connection_close(gone)
    clock.pass_ms(LIMIT - 1)

    early = claim(match, other)
    assert (early.code, early.wait_ms) == ("claim_early", 1)
    assert "1 s" in early.message
    clock.pass_ms(1)
    assert claim(match, other, cmd="again").ok

    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.outcome["reason"], after.winner) == ("over", "ABSENT", other)
    line = MatchEvent.objects.get(match=match, kind="absence")
    assert f'"away_ms":{LIMIT}' in line.public
    assert claim(match, other, cmd="again").ok
    assert claim(match, other, cmd="third").code == "match_over"
    assert findings(match.pk) == []


def test_time_away_before_the_turn_does_not_count(match, clock):
    mover, other = mover_and_other(match)
    sit_down(match, mover)
    clock.pass_ms(200_000)
    assert claim(match, mover).code == "nobody_away"

    assert play(match.pk).ok
    clock.pass_ms(50_000)

    assert claim(match, mover).wait_ms == LIMIT - 50_000
    assert other in away_from(match.pk)


def test_nor_does_a_pause(match, clock, admin_user):
    other = mover_and_other(match)[1]
    clock.pass_ms(60_000)
    services.match_rule(match_id=match.pk, text="pause", by_user=admin_user, reason="bell")
    clock.pass_ms(600_000)
    assert claim(match, other).code == "nobody_away"
    services.match_rule(match_id=match.pk, text="unpause", by_user=admin_user, reason="over")

    assert claim(match, other).wait_ms == LIMIT


def test_who_comes_back_is_there(match, clock):
    mover, other = mover_and_other(match)
    clock.pass_ms(LIMIT + 50_000)

    sit_down(match, mover)

    assert claim(match, other).code == "nobody_away"


@pytest.mark.parametrize(("result", "code"), [("draw", ""), ("loss", "bad_command"), ("", "bad_command")])
def test_what_may_be_claimed(match, clock, result, code):
    clock.pass_ms(LIMIT)

    assert claim(match, mover_and_other(match)[1], result).code == code


def test_who_is_to_act_claims_nothing(match, clock):
    clock.pass_ms(2 * LIMIT)

    assert claim(match, mover_and_other(match)[0]).code == "nobody_away"


@pytest.mark.parametrize("control", [FIVE_MINUTES, DAYS], ids=lambda control: control["kind"])
def test_without_leave_nobody_claims(clock, control):
    match = live_match(control, claim_away_ms=None if control is FIVE_MINUTES else LIMIT)
    clock.pass_ms(2 * LIMIT)

    assert claim(match, mover_and_other(match)[1]).code == "claims_off"


def test_before_the_start_nobody_is_away(clock):
    match = new_match(claim_away_ms=LIMIT)
    clock.pass_ms(2 * LIMIT)

    assert claim(match, 0).code == "nobody_away"


# on the page


def test_the_page_tells_who_is_away_and_offers_what_is_possible(match, clock):
    mover, other = mover_and_other(match)
    clock.pass_ms(60_000)
    own = player(other)

    before = shown(own, match, "absence")
    assert "is away for 1:00" in before
    assert "You may end the match in 1:00" in before
    early = own.post(reverse("match-claim", args=[match.pk]), {"result": "win"}, follow=True)
    assert "Try again in 60 seconds" in early.content.decode()

    clock.pass_ms(60_000)
    form = page(own, "match", match.pk).split(f'action="{reverse("match-claim", args=[match.pk])}"')[1]
    assert "hidden" not in form.split(">")[0]
    done = own.post(reverse("match-claim", args=[match.pk]), {"result": "win"}, follow=True)

    assert "claims the win" in done.content.decode()
    assert Match.objects.get(pk=match.pk).winner == other
    assert mover != other


def test_spectators_and_the_one_who_is_back_are_told_nothing(match, clock):
    mover, _ = mover_and_other(match)
    clock.pass_ms(300_000 - 1_000)

    assert shown(visitor(), match, "absence") == ""
    assert "claim" not in shown(player(mover), match, "absence")


def test_only_a_player_claims(match, clock):
    clock.pass_ms(LIMIT)

    assert visitor().post(reverse("match-claim", args=[match.pk]), {"result": "win"}).status_code == 403


# matches that begin without everybody


def test_who_does_not_come_to_a_match_that_runs_forfeits(clock, finished):
    match = new_match(FIVE_MINUTES, start_policy="at_round_start", start_at_ms=START_MS + 60_000, no_show_ms=120_000)
    assert services.match_act(match_id=match.pk, seat=1, text="ready", cmd="r").ok
    clock.pass_ms(60_000 + 250)
    assert services.match_settle(match_id=match.pk)
    assert Match.objects.get(pk=match.pk).status == "live"
    assert "I am here" in page(player(0), "match", match.pk)
    assert "I am here" not in page(player(1), "match", match.pk)

    clock.pass_ms(120_000)
    assert services.match_settle(match_id=match.pk)

    after = Match.objects.get(pk=match.pk)
    assert (after.outcome["reason"], after.winner, after.ended_at_ms) == ("FORFEIT", 1, START_MS + 180_000)
    assert finished == [match.pk]
    assert findings(match.pk) == []


@pytest.mark.parametrize(
    ("policy", "ended_ms"), [("when_both_ready", 120_000), ("at_round_start", 180_000), ("on_first_turn", 180_000)]
)
def test_when_nobody_comes_all_have_lost(clock, policy, ended_ms):
    match = new_match(FIVE_MINUTES, start_policy=policy, start_at_ms=START_MS + 60_000, no_show_ms=120_000)
    clock.pass_ms(3_600_000)

    services.match_settle(match_id=match.pk)

    after = Match.objects.get(pk=match.pk)
    assert (after.outcome["reason"], after.ended_at_ms) == ("DOUBLE_FORFEIT", START_MS + ended_ms)
    assert findings(match.pk) == []


def test_the_page_of_a_match_that_begins_at_its_time_says_so(clock):
    match = new_match(FIVE_MINUTES, start_policy="at_round_start", start_at_ms=START_MS + 60_000, no_show_ms=120_000)

    notice = shown(player(0), match, "notice")

    assert "The match begins at its time, and the clock runs whoever is there." in notice
    assert "The match begins by itself in 1:00" in notice


# pauses that end by themselves


def test_a_match_goes_on_at_the_announced_instant_by_itself(clock, admin_user):
    match = live_match(FIVE_MINUTES)
    clock.pass_ms(10_000)
    rule = {"match_id": match.pk, "by_user": admin_user, "reason": "fire alarm"}
    assert services.match_rule(text="pause", **rule).ok
    assert services.match_rule(text=f"unpause-at {START_MS + 600_000}", **rule).ok
    paused = Match.objects.get(pk=match.pk)
    assert (paused.deadline_ms, paused.resumes_at_ms) == (None, START_MS + 600_000)
    assert "Play goes on in 9:50" in shown(visitor(), match, "notice")

    clock.pass_ms(589_999)
    assert services.resume_due() == 0
    clock.pass_ms(1_500)
    assert services.resume_due() == 1

    after = Match.objects.get(pk=match.pk)
    assert (after.status, after.deadline_ms, after.resumes_at_ms) == ("live", START_MS + 600_000 + 290_000, None)
    assert MatchEvent.objects.get(match=match, kind="play_on").at_ms == START_MS + 600_000
    assert services.resume_due() == 0
    assert findings(match.pk) == []


def test_who_acts_first_after_the_instant_lets_it_go_on(clock, admin_user):
    match = live_match(FIVE_MINUTES)
    rule = {"match_id": match.pk, "by_user": admin_user, "reason": "fire alarm"}
    services.match_rule(text="pause", **rule)
    services.match_rule(text=f"unpause-at {START_MS + 60_000}", **rule)
    clock.pass_ms(59_999)
    assert services.match_act(match_id=match.pk, seat=0, text="flip a2", cmd="early").code == "paused"
    clock.pass_ms(501)

    seat = seats_to_act(load(match.pk).table)[0]
    assert services.match_act(match_id=match.pk, seat=seat, text="nonsense", cmd="late").code == "BAD_SYNTAX"

    assert Match.objects.get(pk=match.pk).status == "live"


def test_an_outage_over_the_announced_instant_costs_nobody_time(clock, admin_user):
    match = live_match(FIVE_MINUTES)
    outages.beat()
    rule = {"match_id": match.pk, "by_user": admin_user, "reason": "fire alarm"}
    services.match_rule(text="pause", **rule)
    services.match_rule(text=f"unpause-at {START_MS + 60_000}", **rule)
    clock.pass_ms(400_000)
    outages.beat()

    services.resume_due()

    assert Match.objects.get(pk=match.pk).deadline_ms == START_MS + 400_000 + 300_000


def test_the_same_ruling_counts_once(clock, admin_user):
    match = live_match(FIVE_MINUTES)
    rule = {"match_id": match.pk, "by_user": admin_user, "reason": "fire alarm", "text": "add-time all 60000"}

    assert services.match_rule(cmd="round/1", **rule).ok
    assert services.match_rule(cmd="round/1", **rule).ok

    assert match.rulings.count() == 1
    assert Match.objects.get(pk=match.pk).deadline_ms == START_MS + 360_000
