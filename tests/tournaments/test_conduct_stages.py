"""Stages that feed each other, rounds that start at a time, boards that are postponed."""

import pytest

from matches import now
from matches.services import match_rule
from tests.builders import ORGANIZER, begin, entered, match_of, pairing_of, round_of, rule, the_stage
from tests.tournaments.rounds import as_swiss, boards, drafted, finished, id_of, played, published, started, swiss
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import Pairing, Round, Stage
from tournaments.selectors import conduct
from tournaments.selectors.ranking import ranking_of
from tournaments.tasks import forfeit_seat, round_start, tend

pytestmark = pytest.mark.django_db


def refusal(call, *args, **more):
    with pytest.raises(TournamentError) as caught:
        call(*args, **more)
    return caught.value.code


# ---- stages that feed each other


def fed(tournament, places=4, **more):
    """Add a knockout of the first places of the Swiss."""
    return services.stage_add(
        tournament_id=tournament.pk,
        by=ORGANIZER,
        format="knockout",
        source_stage=tournament.stages.first().pk,
        places=places,
        **more,
    )


def first_of(tournament):
    return tournament.stages.first()


def field(stage):
    return list(stage.field.order_by("seed").values_list("entry__name", flat=True))


def over(tournament):
    """Play the Swiss to its end."""
    stage = first_of(tournament)
    while stage.state != "finished":
        job = services.round_pair(stage_id=stage.pk, by=ORGANIZER)
        number = services.round_pair_run(job_id=job.pk).round_number
        round_ = stage.rounds.get(number=number)
        services.round_publish(round_id=round_.pk, by=ORGANIZER)
        services.round_start(round_id=round_.pk, by=ORGANIZER)
        for pairing in round_.pairings.filter(state="running"):
            game = pairing.games.get(end="")
            rule(game.match, f"result {1 if game.swapped else 0}")
        services.stage_advance(stage_id=stage.pk)
        stage.refresh_from_db()


def test_the_first_four_of_the_swiss_go_to_a_knockout_seeded_by_final_order():
    tournament = swiss(7)
    knockout = fed(tournament)
    assert refusal(services.stage_feed, stage_id=knockout.pk, by=ORGANIZER) == "source_open"
    assert refusal(services.stage_draw, stage_id=knockout.pk, by=ORGANIZER) == "fed_stage"
    over(tournament)
    order = [placing.entry.name for placing in ranking_of(first_of(tournament))]

    services.stage_feed(stage_id=knockout.pk, by=ORGANIZER)

    assert field(knockout) == order[:4]
    services.round_draft(stage_id=knockout.pk, by=ORGANIZER)
    round_ = knockout.rounds.get(number=1)
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    assert set(boards(round_)[0]) == {order[0], order[3]}
    assert refusal(services.tournament_finish, tournament_id=tournament.pk, by=ORGANIZER) == "not_finished"


def test_who_has_left_is_passed_over_and_the_next_one_moves_up():
    tournament = swiss(7)
    knockout = fed(tournament)
    over(tournament)
    order = [placing.entry.name for placing in ranking_of(first_of(tournament))]
    services.entry_withdraw(entry_id=id_of(tournament, order[1]), by=ORGANIZER, reason="train")

    services.stage_feed(stage_id=knockout.pk, by=ORGANIZER)

    assert field(knockout) == [order[0], order[2], order[3], order[4]]


def test_a_stage_that_feeds_itself_takes_its_field_without_being_told():
    tournament = swiss(5)
    knockout = fed(tournament, feeds_itself=True)
    over(tournament)

    tend()
    tend()

    knockout.refresh_from_db()
    assert (knockout.state, len(field(knockout))) == ("drawn", 4)
    assert tournament.audit.filter(act="stage_feed").count() == 1


def test_a_penalty_counts_in_the_final_order_that_is_taken_over():
    tournament = swiss(7)
    knockout = fed(tournament)
    over(tournament)
    order = [placing.entry.name for placing in ranking_of(first_of(tournament))]
    services.penalty_add(
        stage_id=first_of(tournament).pk,
        by=ORGANIZER,
        entry_id=id_of(tournament, order[0]),
        round_number=3,
        tenths=100,
        reason="telephone",
    )

    services.stage_feed(stage_id=knockout.pk, by=ORGANIZER)

    assert order[0] not in field(knockout)


def test_shared_places_are_ordered_by_the_same_lot_every_time():
    tournament = swiss(4, rounds=1, tie_breaks="WIN")
    knockout = fed(tournament, places=2)
    over(tournament)
    services.stage_feed(stage_id=knockout.pk, by=ORGANIZER)
    before = field(knockout)

    services.stage_undraw(stage_id=knockout.pk, by=ORGANIZER)
    services.stage_feed(stage_id=knockout.pk, by=ORGANIZER)

    assert field(knockout) == before


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"format": "chess960"}, "unknown_format"),
        ({"format": "knockout", "places": 4}, "bad_value"),
        ({"format": "knockout", "source_stage": "nobody", "places": 4}, "no_such_stage"),
        ({"format": "knockout", "settings": {"third_place": "perhaps"}}, "bad_setting"),
    ],
)
def test_a_stage_that_makes_no_sense_is_not_added(given, code):
    tournament = swiss(4)

    assert refusal(services.stage_add, tournament_id=tournament.pk, by=ORGANIZER, **given) == code
    assert tournament.stages.count() == 1


def test_a_stage_without_a_field_can_go_again_and_one_that_feeds_cannot():
    tournament = entered(4)
    knockout = fed(tournament)
    source = first_of(tournament)

    assert refusal(services.stage_remove, stage_id=source.pk, by=ORGANIZER) == "stage_needed"
    services.stage_remove(stage_id=knockout.pk, by=ORGANIZER)

    assert list(tournament.stages.all()) == [source]


def test_the_round_robin_that_is_offered_can_be_chosen_until_the_draw():
    tournament = entered(6)
    stage = as_swiss(tournament, rounds=5)
    assert conduct.rounds_advice(stage) == "round_robin"

    services.stage_format_set(stage_id=stage.pk, by=ORGANIZER, format="round_robin")
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    services.round_draft(stage_id=stage.pk, by=ORGANIZER)

    assert stage.rounds.count() == 5
    assert refusal(services.stage_format_set, stage_id=stage.pk, by=ORGANIZER, format="swiss") == "settings_locked"


def test_a_fed_stage_changes_only_to_a_format_for_so_many():
    tournament = entered(4)
    knockout = fed(tournament, places=2)

    code = refusal(services.stage_format_set, stage_id=knockout.pk, by=ORGANIZER, format="double_elimination")

    assert code == "bad_value"


# ---- start at a time


def publish_at(tournament, at_ms):
    round_ = drafted(tournament)
    return services.round_publish(round_id=round_.pk, by=ORGANIZER, starts_at_ms=at_ms, starts_itself=True)


@pytest.fixture
def clock(monkeypatch):
    """Let the time stand still where the test says."""

    class Clock:
        ms = now.now_ms()

    for module in ("rounds", "postponing", "pairing"):
        monkeypatch.setattr(f"tournaments.services.{module}.now_ms", lambda: Clock.ms)
    return Clock


def test_a_round_starts_at_its_time_and_not_before(clock):
    tournament = swiss(4)
    round_ = publish_at(tournament, clock.ms + 60_000)

    tend()
    round_start(round_.pk)
    assert round_of(tournament, 1).state == Round.State.PUBLISHED

    clock.ms += 60_000
    round_start(round_.pk)
    round_start(round_.pk)
    tend()

    assert round_of(tournament, 1).state == Round.State.RUNNING
    assert Pairing.objects.filter(games__isnull=False).count() == 2
    assert tournament.audit.filter(act="round_start", actor="system").count() == 1


def test_celery_is_asked_for_the_exact_instant_shortly_before(clock, asked):
    tournament = swiss(4)
    round_ = publish_at(tournament, clock.ms + 60_000)
    tend()
    assert ("work.round_start", (round_.pk,)) not in asked

    clock.ms += 50_000
    tend()

    assert ("work.round_start", (round_.pk,)) in asked


def test_a_time_that_is_only_announced_starts_nothing(clock):
    tournament = swiss(4)
    services.round_publish(round_id=drafted(tournament).pk, by=ORGANIZER, starts_at_ms=clock.ms)
    clock.ms += 60_000

    tend()

    assert round_of(tournament, 1).state == Round.State.PUBLISHED


def test_a_round_that_was_taken_back_does_not_start(clock):
    tournament = swiss(4)
    round_ = publish_at(tournament, clock.ms + 60_000)
    services.round_unpublish(round_id=round_.pk, by=ORGANIZER, reason="a mistake")
    clock.ms += 90_000

    tend()
    round_start(round_.pk)

    assert round_of(tournament, 1).state == Round.State.DRAFT


def test_a_published_swiss_round_never_begins_by_tending_alone():
    tournament = swiss(6)
    played(tournament)
    published(tournament)

    tend()

    assert round_of(tournament, 2).state == Round.State.PUBLISHED


# ---- postponed boards


def postponed(tournament, key, **more):
    return services.pairing_postpone(
        pairing_id=pairing_of(tournament, key).pk, by=ORGANIZER, reason="the train", **more
    )


def test_a_postponed_board_does_not_start_and_does_not_keep_the_next_round_from_starting():
    tournament = swiss(6)
    published(tournament)
    postponed(tournament, "R1-2")
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    assert not pairing_of(tournament, "R1-2").games.exists()
    finished(tournament, 1)
    board = pairing_of(tournament, "R1-2")
    assert round_of(tournament, 1).state == "running"

    assert refusal(services.round_pair, stage_id=the_stage(tournament).pk, by=ORGANIZER) == "boards_unsettled"
    second = started(tournament, count_open_as_draw=[board.pk])
    assert second.state == "running"

    services.pairing_resume(pairing_id=board.pk, by=ORGANIZER)
    assert pairing_of(tournament, "R1-2").state == "running"
    finished(tournament, 1)
    assert round_of(tournament, 1).state == "closed"
    finished(tournament, 2)
    assert round_of(tournament, 2).state == "closed"
    assert started(tournament).number == 3


def test_a_board_is_taken_up_at_its_time(clock):
    tournament = swiss(4)
    started(tournament)
    match = match_of(tournament, "R1-1")
    begin(match)
    assert refusal(postponed, tournament, "R1-1") == "match_not_paused"
    assert match_rule(match_id=match.pk, text="pause", by_user=None, reason="the train").ok
    postponed(tournament, "R1-1", until_ms=clock.ms + 3_600_000)
    assert refusal(postponed, tournament, "R1-1") == "already_postponed"

    tend()
    assert pairing_of(tournament, "R1-1").postponed
    clock.ms += 3_600_000
    tend()

    assert not pairing_of(tournament, "R1-1").postponed
    assert pairing_of(tournament, "R1-1").games.count() == 1


def test_a_match_that_nobody_has_begun_is_called_off_and_made_anew_without_a_penalty(
    asked, django_capture_on_commit_callbacks
):
    """P6: what was called off counts for nothing."""
    tournament = swiss(4)
    started(tournament)
    match = match_of(tournament, "R1-1")

    with django_capture_on_commit_callbacks(execute=True):
        postponed(tournament, "R1-1")
    (called_off,) = [args for task, args in asked if task == "work.forfeit_seat"]
    forfeit_seat(*called_off)

    match.refresh_from_db()
    assert match.status == "over"
    board = pairing_of(tournament, "R1-1")
    assert (board.state, hasattr(board, "result")) == ("ready", False)
    services.pairing_resume(pairing_id=board.pk, by=ORGANIZER)
    again = match_of(tournament, "R1-1")
    assert again.pk != match.pk
    begin(again)
    finished(tournament, 1)
    assert pairing_of(tournament, "R1-1").result.kind == "adjudicated"


def test_a_board_of_a_draft_or_with_a_result_is_not_postponed():
    tournament = swiss(4)
    played(tournament)

    assert refusal(postponed, tournament, "R1-1") == "result_exists"
    assert refusal(services.pairing_resume, pairing_id=pairing_of(tournament, "R1-1").pk, by=ORGANIZER) == (
        "not_postponed"
    )


def test_stages_are_numbered_in_a_row():
    tournament = swiss(4)
    fed(tournament)

    assert list(Stage.objects.filter(tournament=tournament).values_list("number", flat=True)) == [1, 2]
