"""The same thing asked for at the same time, from many threads: on SQLite, and on PostgreSQL with `--stack=full`."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from matches.models import Match, MatchEvent
from matches.services import call_open, match_act
from tests.builders import (
    ORGANIZER,
    a_user,
    actor,
    advanced,
    an_entry,
    begin,
    entered,
    entry_called,
    match_of,
    pairing_of,
    published,
    round_of,
    staffed,
    started,
    the_stage,
    win,
)
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import Entry, Notice, PairingMatch, QueueHold, Result, Round
from tournaments.permissions import Role
from tournaments.selectors.queue import arbiter_queue
from tournaments.tasks import stage_advance, tend

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run all calls at the same instant, each in a thread with a connection of its own; return answers or refusals."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        try:
            return call()
        except TournamentError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def starts_of(round_):
    return lambda: services.round_start(round_id=round_.pk, by=ORGANIZER)


def assert_started_once(tournament, answers):
    round_ = round_of(tournament, 1)
    assert [answer.round.pk for answer in answers] == [round_.pk] * len(answers)
    assert sorted(answer.code for answer in answers) == ["", *["already_started"] * (len(answers) - 1)]
    assert Match.objects.count() == PairingMatch.objects.count() == round_.pairings.count()
    assert Notice.objects.count() == 2 * round_.pairings.count()
    assert tournament.audit.filter(act="round_start").count() == 1


def test_o1_a_round_started_five_times_at_once_makes_each_match_once():
    tournament = published(8)

    answers = at_once(*[starts_of(round_of(tournament, 1))] * 5)

    assert_started_once(tournament, answers)


@pytest.mark.pg
def test_c11a_a_round_started_twenty_times_at_once_makes_each_match_once():
    tournament = published(16)

    answers = at_once(*[starts_of(round_of(tournament, 1))] * 20)

    assert_started_once(tournament, answers)


@pytest.mark.pg
def test_starting_and_advancing_and_tending_at_once_makes_each_match_once():
    tournament = started(8)
    for key in ("R1-1", "R1-2", "R1-3", "R1-4"):
        win(tournament, key, 0)
    stage = the_stage(tournament)

    at_once(*[lambda: stage_advance(stage.pk)] * 6, *[tend] * 4, *[starts_of(round_of(tournament, 1))] * 2)

    assert PairingMatch.objects.filter(pairing__round__number=2).count() == 2
    assert Match.objects.count() == 6


@pytest.mark.pg
def test_c11b_the_last_boards_of_a_round_end_in_the_same_instant():
    tournament = started(8)
    matches = [match_of(tournament, f"R1-{board}") for board in range(1, 5)]
    for match in matches:
        begin(match)
    stage = the_stage(tournament)

    def resign(match):
        return lambda: match_act(match_id=match.pk, seat=1, text="resign", cmd="end", ply=None)

    at_once(*map(resign, matches), *[lambda: stage_advance(stage.pk)] * 4)
    advanced(tournament)

    assert Result.objects.filter(pairing__round__number=1).count() == 4
    assert PairingMatch.objects.filter(pairing__round__number=2).count() == 2
    assert round_of(tournament, 1).state == Round.State.CLOSED


@pytest.mark.pg
def test_c11c_a_round_is_closed_at_the_instant_its_last_match_ends():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    round_ = round_of(tournament, 1)

    answers = at_once(
        lambda: match_act(match_id=match.pk, seat=0, text="resign", cmd="end", ply=None),
        *[lambda: services.round_close(round_id=round_.pk, by=ORGANIZER)] * 6,
    )
    advanced(tournament)

    assert {answer for answer in answers[1:] if isinstance(answer, str)} <= {"boards_open"}
    assert Result.objects.count() == 1
    assert round_of(tournament, 1).state == Round.State.CLOSED


@pytest.mark.pg
def test_the_same_end_recorded_by_ten_at_once_is_one_result():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    win(tournament, "R1-1", 0)
    Result.objects.all().delete()
    PairingMatch.objects.update(end="")
    pairing_of(tournament, "R1-1").stage.pairings.update(state="running")
    match.refresh_from_db()

    answers = at_once(*[lambda: services.game_record(match=match)] * 10)

    assert sorted(answers) == [False] * 9 + [True]
    assert Result.objects.count() == 1


@pytest.mark.pg
def test_a_free_place_goes_to_one_of_ten():
    tournament = entered(1)
    free = an_entry(tournament, "Free", free=True).entry
    users = [a_user() for _ in range(10)]

    answers = at_once(
        *[lambda user=user: services.entry_take_over(entry_id=free.pk, user=user, name=str(user)) for user in users]
    )

    assert answers.count("not_free") == 9


@pytest.mark.pg
@pytest.mark.parametrize("held", [False, True], ids=["free", "taken over from one"])
def test_an_item_of_the_queue_goes_to_one_of_ten(held):
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    call = call_open(match_id=match.pk, seat=0, reason="rules")
    (item,) = arbiter_queue(tournament)
    arbiters = [actor(Role.ARBITER, user=staffed(tournament, Role.ARBITER)) for _ in range(11)]
    first = arbiters.pop()
    if held:
        services.queue_take(tournament=tournament, item=item, by=first)

    answers = at_once(
        *[
            lambda by=by: services.queue_take(tournament=tournament, item=item, by=by, over=first.user_id)
            for by in arbiters
        ]
    )

    assert answers.count("item_held") == 9
    (taken,) = [answer for answer in answers if answer != "item_held"]
    call.refresh_from_db()
    (hold,) = QueueHold.objects.all()
    assert taken == hold.taken == arbiter_queue(tournament)[0].taken_by
    assert call.taken_by_id == taken.user_id


@pytest.mark.pg
def test_taking_and_giving_back_at_once_ends_in_one_of_the_two():
    tournament = started(2)
    match = match_of(tournament, "R1-1")
    begin(match)
    call = call_open(match_id=match.pk, seat=0, reason="rules")
    ann, ben = (actor(Role.ARBITER, user=staffed(tournament, Role.ARBITER)) for _ in range(2))
    (item,) = arbiter_queue(tournament)
    services.queue_take(tournament=tournament, item=item, by=ann)
    (item,) = arbiter_queue(tournament)

    at_once(
        lambda: services.queue_release(tournament=tournament, item=item, by=ann),
        *[lambda: services.queue_take(tournament=tournament, item=item, by=ben)] * 3,
    )

    call.refresh_from_db()
    taken = arbiter_queue(tournament)[0].taken_by
    assert call.taken_by_id == (taken.user_id if taken else None)


@pytest.mark.pg
def test_the_alarm_pressed_by_five_at_once_pauses_each_board_once():
    tournament = started(8)
    for key in ("R1-1", "R1-2", "R1-3"):
        begin(match_of(tournament, key))
    judge = actor(Role.ARBITER, user=staffed(tournament, Role.ARBITER))
    ids = list(Match.objects.values_list("pk", flat=True))
    about = {"tournament": tournament, "by": judge, "reason": "fire alarm"}

    at_once(
        *[lambda: services.tournament_pause(**about)] * 3,
        *[lambda: services.boards_pause(**about, match_ids=ids, key="k")] * 2,
    )

    assert set(Match.objects.values_list("status", flat=True)) == {"paused"}
    assert MatchEvent.objects.filter(kind="pause").count() == 4


@pytest.mark.pg
def test_nobody_enters_while_seeds_are_fixed():
    tournament = entered(4)
    stage = the_stage(tournament)

    at_once(
        lambda: services.stage_draw(stage_id=stage.pk, by=ORGANIZER),
        *[lambda name=name: an_entry(tournament, name) for name in "abcdef"],
    )

    assert set(stage.field.values_list("entry", flat=True)) == set(Entry.objects.values_list("pk", flat=True))


@pytest.mark.pg
def test_withdrawing_while_the_match_ends_leaves_one_result():
    tournament = started(4)
    match = match_of(tournament, "R1-1")
    begin(match)
    entry = entry_called(tournament, "1")

    at_once(
        lambda: match_act(match_id=match.pk, seat=1, text="resign", cmd="end", ply=None),
        lambda: services.entry_withdraw(entry_id=entry.pk, by=ORGANIZER, running="finish"),
        *[lambda: stage_advance(the_stage(tournament).pk)] * 3,
    )
    advanced(tournament)

    assert Result.objects.filter(pairing=pairing_of(tournament, "R1-1")).count() == 1


def test_o2_a_worker_killed_half_way_leaves_nothing_that_the_next_run_would_double(monkeypatch):
    tournament = started(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    stage = the_stage(tournament)

    def killed(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.services.games._notify", killed)
        with pytest.raises(KeyboardInterrupt):
            stage_advance(stage.pk)
    assert not pairing_of(tournament, "R2-1").games.exists()

    stage_advance(stage.pk)
    stage_advance(stage.pk)

    final = match_of(tournament, "R2-1")
    assert PairingMatch.objects.filter(pairing__round__number=2).count() == 2
    assert Notice.objects.filter(data__match=final.pk).count() == 2


def test_tending_finds_what_a_lost_task_has_left_undone():
    tournament = started(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)

    tend()

    assert pairing_of(tournament, "R2-1").games.count() == 1
