"""The conduct of a Swiss asked for many times at once: P6 and its relatives; on PostgreSQL too."""

import pytest

from matches.models import Match
from matches.services import match_act
from tests.builders import ORGANIZER, a_user, actor, advanced, an_entry, begin, pairing_of, round_of, the_stage
from tests.tournaments.rounds import boards, drafted, finished, id_of, played, published, started, swiss
from tests.tournaments.test_concurrency import at_once
from tournaments import services
from tournaments.models import Bye, PairingJob, PairingMatch, Result, Round, Snapshot
from tournaments.permissions import Role
from tournaments.tasks import round_pair, round_start, stage_advance, stage_feed, tend

pytestmark = pytest.mark.django_db(transaction=True)


def ask(tournament):
    return services.round_pair(stage_id=the_stage(tournament).pk, by=ORGANIZER)


def test_p6_the_same_job_done_by_four_workers_makes_one_round():
    tournament = swiss(8)
    queued = ask(tournament)

    at_once(*[lambda: round_pair(queued.pk)] * 4)

    queued.refresh_from_db()
    assert queued.state == "done"
    assert Round.objects.count() == 1
    assert len(boards(round_of(tournament, 1))) == 4


@pytest.mark.pg
def test_p6_asked_for_ten_times_at_once_there_is_one_job():
    tournament = swiss(8)

    answers = at_once(*[lambda: ask(tournament)] * 10)

    assert len({answer.pk for answer in answers}) == 1
    assert PairingJob.objects.count() == 1


@pytest.mark.pg
def test_p6_a_round_started_from_two_browsers_and_by_its_time_has_one_match_per_board():
    tournament = swiss(8)
    round_ = drafted(tournament)
    services.round_publish(round_id=round_.pk, by=ORGANIZER, starts_at_ms=1, starts_itself=True)

    at_once(
        *[lambda: services.round_start(round_id=round_.pk, by=ORGANIZER)] * 5,
        *[lambda: round_start(round_.pk)] * 5,
        *[tend] * 5,
    )

    assert Match.objects.count() == PairingMatch.objects.count() == 4
    assert tournament.audit.filter(act="round_start").count() == 1


@pytest.mark.pg
def test_p6_the_last_two_boards_end_in_the_same_instant_and_the_next_round_is_paired_once():
    tournament = swiss(4)
    started(tournament)
    matches = [game.match for game in PairingMatch.objects.select_related("match")]
    for match in matches:
        begin(match)
    stage = the_stage(tournament)

    def resign(match):
        return lambda: match_act(match_id=match.pk, seat=1, text="resign", cmd="end", ply=None)

    at_once(*map(resign, matches), *[lambda: stage_advance(stage.pk)] * 4, *[tend] * 2)
    advanced(tournament)
    jobs = at_once(*[lambda: ask(tournament)] * 6)
    at_once(*[lambda: round_pair(jobs[0].pk)] * 3, *[tend] * 2)

    assert Result.objects.filter(pairing__round__number=1).count() == 2
    assert round_of(tournament, 1).state == Round.State.CLOSED
    assert list(the_stage(tournament).rounds.values_list("number", flat=True)) == [1, 2]
    assert round_of(tournament, 2).pairings.count() == 2


@pytest.mark.pg
def test_byes_asked_for_at_once_stay_within_the_limit():
    tournament = swiss(8, rounds=7, half_byes=1)
    stage, entry = the_stage(tournament), id_of(tournament, "8")

    answers = at_once(
        *[
            lambda number=number: services.bye_ask(
                stage_id=stage.pk, entry_id=entry, by=ORGANIZER, round_number=number, kind="half"
            )
            for number in range(1, 7)
        ]
    )

    assert answers.count("bye_limit") == 5
    assert Bye.objects.count() == 1


@pytest.mark.pg
def test_late_entries_at_once_get_numbers_of_their_own():
    tournament = swiss(6, rounds=5)
    published(tournament)

    at_once(*[lambda name=name: an_entry(tournament, name, seed=2) for name in "abcdef"])

    seeds = list(the_stage(tournament).field.order_by("seed").values_list("seed", flat=True))
    assert seeds == list(range(1, 13))


@pytest.mark.pg
def test_a_late_entry_while_the_round_is_paired_is_in_it_or_in_the_next():
    tournament = swiss(7, rounds=5)
    queued = ask(tournament)

    at_once(lambda: round_pair(queued.pk), lambda: an_entry(tournament, "late"))

    queued.refresh_from_db()
    assert queued.state == "done"
    names = {name for board in boards(round_of(tournament, 1)) for name in board if name}
    assert names - {"late"} == set("1234567")
    assert sum(second is None for _, second in boards(round_of(tournament, 1))) == len(names) % 2


@pytest.mark.pg
def test_one_of_many_edits_a_round():
    tournament = swiss(6)
    round_ = drafted(tournament)
    people = [actor(Role.ORGANIZER, user=a_user()) for _ in range(6)]

    answers = at_once(
        *[lambda by=by: services.round_edit_begin(round_id=round_.pk, by=by) for by in people],
    )

    assert answers.count("being_edited") == 5


@pytest.mark.pg
def test_publishing_and_pairing_again_at_once_leave_a_round_that_is_whole():
    tournament = swiss(8)
    round_ = drafted(tournament)

    at_once(
        lambda: services.round_publish(round_id=round_.pk, by=ORGANIZER),
        lambda: services.round_pair_run(job_id=ask(tournament).pk),
    )

    round_.refresh_from_db()
    assert round_.state in ("published", "draft")
    assert round_.pairings.count() == 4
    kept = Snapshot.objects.filter(kind="pairings")
    for picture in kept:
        shown = [board["entries"] for board in picture.data["boards"]]
        assert shown == [list(pair) for pair in round_.pairings.values_list("entry_0_id", "entry_1_id")]


@pytest.mark.pg
def test_a_stage_is_fed_once_however_many_ask():
    tournament = swiss(5, rounds=1)
    knockout = services.stage_add(
        tournament_id=tournament.pk,
        by=ORGANIZER,
        format="knockout",
        source_stage=the_stage(tournament).pk,
        places=4,
        feeds_itself=True,
    )
    source = tournament.stages.first()
    job = services.round_pair(stage_id=source.pk, by=ORGANIZER)
    services.round_pair_run(job_id=job.pk)
    round_ = source.rounds.get()
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    for game in PairingMatch.objects.select_related("match"):
        begin(game.match)
        match_act(match_id=game.match_id, seat=1, text="resign", cmd="end", ply=None)
    services.stage_advance(stage_id=source.pk)

    at_once(*[lambda: stage_feed(knockout.pk)] * 5, *[tend] * 3)

    knockout.refresh_from_db()
    assert (knockout.state, knockout.field.count()) == ("drawn", 4)
    assert tournament.audit.filter(act="stage_feed").count() == 1


def test_a_worker_killed_while_it_writes_leaves_no_half_round(monkeypatch):
    tournament = swiss(6)
    queued = ask(tournament)

    def killed(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.services.pairing._finish", killed)
        with pytest.raises(KeyboardInterrupt):
            round_pair(queued.pk)
    assert not Round.objects.exists()

    round_pair(queued.pk)

    assert round_of(tournament, 1).pairings.count() == 3
    assert pairing_of(tournament, "R1-1").state == "ready"


def test_a_worker_killed_while_it_starts_a_round_leaves_nothing_that_the_next_one_would_double(monkeypatch):
    tournament = swiss(6)
    round_ = published(tournament)

    def killed(*_args):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.services.games._notify", killed)
        with pytest.raises(KeyboardInterrupt):
            services.round_start(round_id=round_.pk, by=ORGANIZER)
    assert not Match.objects.exists()

    assert services.round_start(round_id=round_.pk, by=ORGANIZER).matches == 3
    finished(tournament, 1)
    assert played(tournament).number == 2
