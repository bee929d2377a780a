"""The arbiters' queue and boards at a glance: what stands there, and who looks after it."""

import pytest
from django.db.models import F

from matches.models import Call, Match
from matches.services import call_open, call_take, match_act
from tests.builders import (
    a_user,
    actor,
    begin,
    entry_called,
    match_of,
    pairing_of,
    rule,
    staffed,
    started,
)
from tests.e2e.acts import play_quietly
from tests.matches.building import still_clock
from tests.tournaments.pages import said, staff, text, url
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.pages.glance import glances
from tournaments.permissions import Role
from tournaments.selectors.boards import live_games
from tournaments.selectors.glance import watched
from tournaments.selectors.queue import arbiter_queue, queue_item
from tournaments.services import Disputed
from tournaments.urgency import HOLD_MS, call_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock():
    with still_clock() as clock:
        yield clock


def judge(tournament, name=""):
    """Return an arbiter of the tournament."""
    return actor(Role.ARBITER, user=staffed(tournament, Role.ARBITER, a_user(name) if name else None))


def called(tournament, key="R1-1"):
    """Return the key of a call from a match that has begun."""
    match = match_of(tournament, key)
    begin(match)
    return call_key(call_open(match_id=match.pk, seat=0, reason="rules").pk)


def take(tournament, key, by, **about):
    return services.queue_take(tournament=tournament, item=queue_item(tournament, key), by=by, **about)


def release(tournament, key, by):
    services.queue_release(tournament=tournament, item=queue_item(tournament, key), by=by)


def holder(tournament, key):
    taken = queue_item(tournament, key).taken_by
    return taken.name if taken else None


# what stands there


def test_a_match_near_its_limit_of_quiet_moves_is_told_with_what_is_left():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    rule(match, "quiet 12")
    quiet = play_quietly(match.pk, until=2)

    (item,) = arbiter_queue(tournament)

    assert (item.kind, item.subject.quiet_left) == ("quiet", 12 - quiet)
    (board,) = glances(watched(live_games(tournament)))
    assert board.flags == (f"{12 - quiet} quiet moves left",)
    rule(match, "quiet off")
    assert arbiter_queue(tournament) == []


def test_a_flag_about_to_fall_is_told_of_real_boards_alone(clock):
    board, screen = started(2, on_board=True), started(2)
    for tournament in (board, screen):
        match = match_of(tournament, "R1-1")
        begin(match)
        Match.objects.filter(pk=match.pk).update(version=F("version") + 1, deadline_ms=clock.at_ms + 20_000)

    assert [item.kind for item in arbiter_queue(board)] == ["clock"]
    assert arbiter_queue(screen) == []


def disputed(tournament, by=None, **about):
    thing, by = Disputed(**about), by or actor(entry=entry_called(tournament, "1"))
    return services.dispute_open(tournament_id=tournament.pk, by=by, thing=thing, reason="other", text="So it was.")


def test_disputes_and_their_appeals_stand_in_the_queue_each_as_a_thing_of_its_own():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    dispute = disputed(tournament, about="clock", match_id=match.pk)
    ann = judge(tournament, "Ann")
    page = staff(tournament, Role.CHIEF_ARBITER)

    (item,) = arbiter_queue(tournament)
    assert (item.kind, item.subject.match) == ("dispute", match)
    assert "Dispute by 1" in text(page.get(url("arbiter", tournament)))
    assert glances(watched(live_games(tournament)))[0].flags == ("1 dispute",)
    take(tournament, item.key, ann)
    dispute.refresh_from_db()
    assert dispute.taken_by_id == ann.user_id
    release(tournament, item.key, ann)
    dispute.refresh_from_db()
    assert (dispute.state, dispute.taken_by) == ("open", None)
    services.dispute_take(dispute_id=dispute.pk, by=ann)
    assert holder(tournament, item.key) == "Ann"
    services.dispute_decide(dispute_id=dispute.pk, by=ann, outcome="upheld", decision="It stands.")
    assert arbiter_queue(tournament) == []
    services.appeal_open(dispute_id=dispute.pk, by=actor(entry=entry_called(tournament, "1")), text="No.")

    (appeal,) = arbiter_queue(tournament)

    assert (appeal.kind, appeal.taken_by) == ("appeal", None)
    with pytest.raises(NotAllowedError):
        take(tournament, appeal.key, ann)
    assert "Appeal by 1" in text(page.get(url("arbiter", tournament)))


def test_a_dispute_about_a_person_is_about_no_board():
    tournament = started(4)
    about = {"about": "person", "entry_id": entry_called(tournament, "2").pk}
    disputed(tournament, judge(tournament, "Ann"), **about)

    (item,) = arbiter_queue(tournament)

    assert (item.subject.pairing, item.subject.match) == (None, None)
    assert "Dispute by Ann" in text(staff(tournament, Role.ARBITER).get(url("arbiter", tournament)))


# who looks after it


def test_a_taken_item_is_kept_from_colleagues_until_it_is_given_back():
    tournament = started(2)
    key, ann, ben = called(tournament), judge(tournament, "Ann"), judge(tournament, "Ben")

    take(tournament, key, ann)
    with pytest.raises(TournamentError, match="item_held: Ann"):
        take(tournament, key, ben)
    release(tournament, key, ben)
    assert holder(tournament, key) == "Ann"
    release(tournament, key, ann)

    assert holder(tournament, key) is None
    assert Call.objects.get().state == Call.State.OPEN
    take(tournament, key, ben)
    assert holder(tournament, key) == str(Call.objects.get().taken_by) == "Ben"


def test_a_hold_ends_by_itself_and_is_renewed_by_taking_again(clock):
    tournament = started(2)
    key, ann, ben = called(tournament), judge(tournament, "Ann"), judge(tournament, "Ben")
    take(tournament, key, ann)
    clock.pass_ms(HOLD_MS - 1)
    take(tournament, key, ann)
    clock.pass_ms(HOLD_MS - 1)
    assert holder(tournament, key) == "Ann"

    clock.pass_ms(1)

    assert holder(tournament, key) is None
    take(tournament, key, ben)
    assert holder(tournament, key) == "Ben"


def test_an_item_is_taken_over_from_whom_one_has_asked_and_from_nobody_else():
    tournament = started(2)
    key = called(tournament)
    ann, ben, cem = (judge(tournament, name) for name in ("Ann", "Ben", "Cem"))
    take(tournament, key, ann)

    take(tournament, key, ben, over=ann.user_id)
    with pytest.raises(TournamentError, match="item_held: Ben"):
        take(tournament, key, cem, over=ann.user_id)

    assert holder(tournament, key) == "Ben"


def test_a_call_taken_on_the_page_of_its_match_is_taken_in_the_queue():
    tournament = started(2)
    key, ann = called(tournament), judge(tournament, "Ann")

    call_take(call_id=Call.objects.get().pk, by_user=staffed(tournament, Role.ARBITER, a_user("Ben")))

    assert holder(tournament, key) == "Ben"
    with pytest.raises(TournamentError, match="item_held"):
        take(tournament, key, ann)


def test_items_that_are_no_calls_are_taken_too_and_stay_the_same_thing_as_they_change():
    tournament = started(2, hosted=False)
    pairing = pairing_of(tournament, "R1-1")
    services.result_report(pairing_id=pairing.pk, by=actor(entry=entry_called(tournament, "1")), winner=0)
    (item,) = arbiter_queue(tournament)
    take(tournament, item.key, judge(tournament, "Ann"))

    services.result_report(pairing_id=pairing.pk, by=actor(entry=entry_called(tournament, "2")), winner=1)

    (item,) = arbiter_queue(tournament)
    assert (item.kind, item.taken_by.name) == ("mismatch", "Ann")


def test_nobody_takes_what_is_about_themselves_or_is_no_arbiter():
    tournament = started(2)
    key, user = called(tournament), staffed(tournament, Role.ARBITER)
    entry = entry_called(tournament, "1")
    with pytest.raises(NotAllowedError, match="own_match"):
        take(tournament, key, actor(Role.ARBITER, user=user, entry=entry))
    with pytest.raises(NotAllowedError):
        take(tournament, key, actor(Role.ORGANIZER, user=a_user()))

    assert holder(tournament, key) is None


# the page


def test_the_page_says_who_has_what_and_asks_before_it_is_taken_over():
    tournament = started(2)
    key, ann = called(tournament), judge(tournament, "Ann")
    take(tournament, key, ann)
    client = staff(tournament, Role.ARBITER)

    page = text(client.get(url("arbiter", tournament)))
    assert "taken by Ann" in page
    assert "Take it over from Ann" in page
    refused = client.post(url("arbiter-take", tournament, key), {"over": "nobody"}, follow=True)
    assert said(refused) == ["Ann has taken this. You may take it over."]
    client.post(url("arbiter-take", tournament, key), {"over": ann.user_id})
    assert ">yours<" in text(client.get(url("arbiter", tournament)))
    client.post(url("arbiter-release", tournament, key))

    assert holder(tournament, key) is None


def test_results_that_differ_are_told_with_what_each_side_says_and_lead_to_the_board():
    tournament = started(2, hosted=False)
    pairing = pairing_of(tournament, "R1-1")
    for name, winner in (("1", 0), ("2", 1)):
        services.result_report(pairing_id=pairing.pk, by=actor(entry=entry_called(tournament, name)), winner=winner)
    client = staff(tournament, Role.ARBITER)

    page = text(client.get(url("arbiter", tournament)))

    assert "1: 1 wins · 2: 2 wins" in page
    assert url("console-board", tournament, pairing.pk) in page


def test_a_board_at_a_glance_shows_who_is_there_whose_turn_it_is_and_what_is_the_matter():
    tournament = started(4)
    called(tournament)
    match = match_of(tournament, "R1-1")
    match.seats.filter(seat=0).update(seen_ms=0)
    match.seats.filter(seat=1).update(bot_level="easy")

    first, second = glances(watched(live_games(tournament)))

    assert [seat.presence for seat in first.seats] == ["away", "bot"]
    assert first.flags == ("1 call",)
    assert sum(seat.side.to_act for seat in first.seats) == 1
    assert not any(seat.side.to_act for seat in second.seats)
    page = text(staff(tournament, Role.ARBITER).get(url("arbiter", tournament) + f"?part=glance&match={match.pk}"))
    assert page.count("<li") == 1


# several boards


def everywhere(client, tournament, act, **data):
    return text(client.post(url("arbiter-all", tournament), {"act": act, "reason": "fire alarm", **data}))


def test_the_alarm_pauses_the_boards_of_all_rounds_and_lets_them_go_on():
    tournament = started(4)
    begin(match_of(tournament, "R1-1"))
    client = staff(tournament, Role.ARBITER)

    assert "2 boards are paused" in everywhere(client, tournament, "pause")
    assert "2 boards go on" in everywhere(client, tournament, "unpause")
    assert "0 boards go on" in everywhere(client, tournament, "unpause")

    assert sorted(Match.objects.values_list("status", flat=True)) == ["live", "waiting"]
    assert client.get(url("arbiter-all", tournament)).status_code == 302
    assert staff(tournament, Role.ORGANIZER).post(url("arbiter-all", tournament)).status_code == 403


def test_each_chosen_board_is_ruled_on_once_and_the_report_tells_of_each():
    tournament = started(8)
    by = judge(tournament)
    keys = ["R1-1", "R1-2", "R1-3", "R1-4"]
    matches = [match_of(tournament, key) for key in keys]
    for match in matches[:3]:
        begin(match)
    rule(matches[1], "pause")
    match_act(match_id=matches[2].pk, seat=0, text="resign", cmd="r", ply=None)
    foreign = match_of(started(2), "R1-1")
    about = {"tournament": tournament, "match_ids": [match.pk for match in [*matches, foreign]], "by": by}

    (report,) = services.boards_pause(**about, reason="noise", key="k")
    (again,) = services.boards_pause(**about, reason="noise", key="k")

    assert [board.reached for board in report.boards] == ["done", "already", "over", "done"]
    assert [board.reached for board in again.boards] == ["already", "already", "over", "already"]
    assert matches[0].rulings.count() == matches[3].rulings.count() == 1
    (times,) = services.boards_add_time(**about, reason="noise", key="t", ms=5_000)
    assert [board.reached for board in times.boards] == ["done", "done", "over", "not_begun"]
    assert tournament.audit.filter(act="boards_pause", reason="noise").count() == 2


def test_boards_are_not_ruled_on_without_a_reason_a_board_or_the_right():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    about = {"tournament": tournament, "match_ids": [match.pk], "by": judge(tournament), "reason": "x", "key": "k"}

    for change, code in (({"reason": " "}, "reason_missing"), ({"match_ids": []}, "bad_value")):
        with pytest.raises(TournamentError, match=code):
            services.boards_pause(**{**about, **change})
    with pytest.raises(NotAllowedError):
        services.boards_pause(**{**about, "by": actor(Role.ORGANIZER)})
    with pytest.raises(TournamentError, match="bad_value"):
        services.boards_add_time(**about, ms=0)

    assert not match.rulings.exists()
