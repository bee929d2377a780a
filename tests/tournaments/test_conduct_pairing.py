"""A round that Celery pairs: progress, reasons, refusals, failures that are kept, choices that people make."""

import pytest

from tests.builders import ORGANIZER, actor, advanced, an_entry, pairing_of, round_of, the_stage
from tests.tournaments.rounds import (
    boards,
    byes,
    drafted,
    finished,
    id_of,
    ids_of,
    job,
    names_in,
    played,
    published,
    started,
    swiss,
)
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import PairingJob, Round
from tournaments.permissions import Role
from tournaments.selectors import conduct
from tournaments.services.standings import standings_of
from tournaments.tasks import round_pair, tend

pytestmark = pytest.mark.django_db


def ask(tournament, **given):
    return services.round_pair(stage_id=the_stage(tournament).pk, by=ORGANIZER, **given)


def refused(code, call, **given):
    with pytest.raises(TournamentError) as caught:
        call(**given)
    assert caught.value.code == code
    return caught.value


def test_asking_queues_a_job_for_celery_and_makes_nothing_yet(asked, django_capture_on_commit_callbacks):
    tournament = swiss(4)

    with django_capture_on_commit_callbacks(execute=True):
        queued = ask(tournament)

    assert ("work.round_pair", (queued.pk,)) in asked
    assert (queued.state, queued.round_number) == ("queued", 1)
    assert not the_stage(tournament).rounds.exists()
    assert conduct.job_of(the_stage(tournament)) == queued


def test_the_task_makes_a_draft_with_numbers_the_computed_pairing_and_reasons():
    tournament = swiss(5)
    queued = ask(tournament)

    round_pair(queued.pk)

    queued.refresh_from_db()
    assert (queued.state, queued.attempts, queued.code) == ("done", 1, "")
    round_ = round_of(tournament, 1)
    assert round_.state == Round.State.DRAFT
    assert boards(round_)[-1] == ("5", None)
    assert round_.paired_from.numbers == {id_of(tournament, str(number)): number for number in range(1, 6)}
    assert round_.paired_from.computed == [list(ids) for ids in round_.pairings.values_list("entry_0_id", "entry_1_id")]
    said = conduct.reasons_of(round_)
    assert said["R1-3"][0].kind == "bye"
    assert "5" in said["R1-3"][0].text.de
    assert said["R1-1"][0].text.en == "both are in the group with 0 points"
    assert conduct.trace_of(round_)[0].en.startswith("Bracket of 0 points")


def test_whoever_asks_while_a_job_is_open_gets_that_job():
    tournament = swiss(4)

    assert ask(tournament) == ask(tournament)
    assert PairingJob.objects.count() == 1


def test_the_same_job_delivered_again_changes_nothing():
    tournament = swiss(4)
    done = job(tournament)
    keys = list(round_of(tournament, 1).pairings.values_list("pk", flat=True))

    services.round_pair_run(job_id=done.pk)

    assert list(round_of(tournament, 1).pairings.values_list("pk", flat=True)) == keys
    assert the_stage(tournament).rounds.count() == 1


def test_a_worker_that_dies_over_a_job_leaves_it_to_the_next_but_not_for_ever(monkeypatch):
    """P2: what fails does not loop."""
    tournament = swiss(4)
    queued = ask(tournament)

    def killed(*_args, **_given):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.services.pairing.write_draft", killed)
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                services.round_pair_run(job_id=queued.pk)
    assert not the_stage(tournament).rounds.exists()
    assert services.round_pair_run(job_id=queued.pk).state == "running", "somebody may still be at it"
    PairingJob.objects.update(started_at_ms=0)

    given_up = services.round_pair_run(job_id=queued.pk)

    assert (given_up.state, given_up.code) == ("failed", "gave_up")
    assert drafted(tournament).number == 1


def test_a_fault_of_the_engine_is_kept_with_the_job_and_raised(monkeypatch):
    tournament = swiss(4)
    queued = ask(tournament)

    def broken(*_args, **_given):
        raise ZeroDivisionError

    monkeypatch.setattr("tournaments.services.pairing.pairing_record", broken)
    with pytest.raises(ZeroDivisionError):
        services.round_pair_run(job_id=queued.pk)

    queued.refresh_from_db()
    assert (queued.state, queued.code) == ("failed", "internal")


def test_tending_runs_a_job_whose_message_was_lost():
    tournament = swiss(4)
    queued = ask(tournament)
    PairingJob.objects.update(asked_at_ms=queued.asked_at_ms - 60_000)

    tend()

    queued.refresh_from_db()
    assert queued.state == "done"


def test_a_job_that_was_called_off_makes_nothing():
    tournament = swiss(4)
    queued = ask(tournament)

    services.pairing_job_cancel(job_id=queued.pk, by=ORGANIZER)
    services.round_pair_run(job_id=queued.pk)

    queued.refresh_from_db()
    assert queued.state == "cancelled"
    assert not the_stage(tournament).rounds.exists()


def test_what_changes_while_the_round_is_worked_out_is_in_the_pairing(monkeypatch):
    tournament = swiss(6)
    queued = ask(tournament)
    real, calls = services.pairing.paired_round, []

    def slow(stage, record, heard):
        if not calls:
            services.entry_withdraw(entry_id=id_of(tournament, "6"), by=ORGANIZER, reason="ill")
        calls.append(record)
        return real(stage, record, heard)

    monkeypatch.setattr("tournaments.services.pairing.paired_round", slow)
    services.round_pair_run(job_id=queued.pk)

    assert len(calls) == 2
    assert names_in(round_of(tournament, 1)) == {"1", "2", "3", "4", "5"}


def test_what_changes_all_the_time_ends_as_a_failure(monkeypatch):
    tournament = swiss(6)
    queued = ask(tournament)
    real, numbers = services.pairing.paired_round, iter(range(100))

    def restless(stage, record, heard):
        an_entry(tournament, f"late {next(numbers)}")
        return real(stage, record, heard)

    monkeypatch.setattr("tournaments.services.pairing.paired_round", restless)

    assert services.round_pair_run(job_id=queued.pk).code == "keeps_changing"


def test_a_draft_is_paired_once_more_at_the_same_address():
    tournament = swiss(6)
    first = drafted(tournament)
    services.entry_withdraw(entry_id=id_of(tournament, "6"), by=ORGANIZER, reason="ill")
    assert conduct.draft_outdated(round_of(tournament, 1))

    again = drafted(tournament)

    assert again.pk == first.pk
    assert names_in(again) == {"1", "2", "3", "4", "5"}
    assert not conduct.draft_outdated(again)


def test_who_may_not_pair_is_refused():
    tournament = swiss(4)
    arbiter = actor(Role.ARBITER)

    with pytest.raises(NotAllowedError):
        services.round_pair(stage_id=the_stage(tournament).pk, by=arbiter)


def test_a_published_round_is_not_paired_over():
    tournament = swiss(4)
    published(tournament)

    refused("round_not_started", ask, tournament=tournament)


def test_after_the_last_round_there_is_none():
    tournament = swiss(6, rounds=2)
    played(tournament)
    played(tournament)

    refused("over", ask, tournament=tournament)


# ---- P2: somebody leaves between the pairing and the start


def test_p2_who_leaves_before_the_start_forfeits_and_the_next_round_can_be_paired():
    tournament = swiss(6)
    published(tournament)
    board = pairing_of(tournament, "R1-1")
    services.entry_withdraw(entry_id=board.entry_1_id, by=ORGANIZER, reason="ill")
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)

    board = pairing_of(tournament, "R1-1")
    assert (board.result.kind, board.result.winner) == ("forfeit", 0)
    assert board.entry_1 is not None
    finished(tournament, 1)

    second = started(tournament)
    assert board.entry_1.name not in names_in(second)
    assert len(byes(second)) == 1


def test_p2_who_comes_back_before_the_start_plays():
    tournament = swiss(4)
    published(tournament)
    entry = pairing_of(tournament, "R1-1").entry_1
    services.entry_withdraw(entry_id=entry.pk, by=ORGANIZER, reason="train")
    advanced(tournament)
    services.entry_reinstate(entry_id=entry.pk, by=ORGANIZER)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)

    assert pairing_of(tournament, "R1-1").state == "running"


# ---- P3: nobody is left


@pytest.mark.parametrize("present", [0, 1])
def test_p3_with_nobody_there_no_round_is_made_and_one_alone_has_the_bye(present):
    tournament = swiss(4)
    for number in range(present + 1, 5):
        services.bye_give(
            stage_id=the_stage(tournament).pk,
            entry_id=id_of(tournament, str(number)),
            by=ORGANIZER,
            round_number=1,
            kind="zero",
        )

    done = job(tournament)

    if present:
        assert (done.state, boards(round_of(tournament, 1))) == ("done", [("1", None)])
    else:
        assert (done.state, done.code) == ("failed", "no_one_to_pair")
        assert done.detail_de == "es ist niemand zu paaren"
        assert not the_stage(tournament).rounds.exists()


# ---- P5: no pairing exists


def stuck():
    """Return a tournament of four after three rounds: everybody has met everybody."""
    tournament = swiss(4, rounds=4)
    for _ in range(3):
        played(tournament)
    return tournament


def test_p5_a_failure_keeps_its_reason_in_both_languages_and_who_stands_in_the_way():
    tournament = stuck()

    failed = job(tournament)

    assert (failed.state, failed.code, failed.attempts) == ("failed", "no_pairing", 1)
    assert "too few possible opponents" in failed.detail_en
    assert "zu wenige mögliche Gegner" in failed.detail_de
    assert sorted(failed.entries) == sorted(ids_of(tournament, "1", "2", "3", "4"))
    assert conduct.job_of(the_stage(tournament)) == failed
    assert the_stage(tournament).state == "running"
    assert standings_of(the_stage(tournament)).after == 3
    tend()
    assert PairingJob.objects.filter(round_number=4).count() == 1


def test_p5_choice_one_the_stage_ends_with_the_standings_as_they_are():
    tournament = stuck()
    job(tournament)

    ended = services.stage_end(stage_id=the_stage(tournament).pk, by=ORGANIZER, reason="nobody can meet anybody")

    assert (ended.state, ended.settings["rounds"]) == ("finished", 3)
    assert standings_of(ended).final
    assert tournament.audit.filter(act="stage_end", reason="nobody can meet anybody").exists()


def test_p5_choice_two_one_rematch_is_allowed_by_name():
    tournament = stuck()
    pairs = [("1", "2"), ("3", "4")]

    round_ = drafted(tournament, rematches=[tuple(ids_of(tournament, *pair)) for pair in pairs])

    assert {frozenset(board) for board in boards(round_)} == {frozenset(pair) for pair in pairs}
    line = tournament.audit.filter(act="round_pair").first()
    assert line.after["rematches"] == ["1 / 2", "3 / 4"]


def test_p5_choice_three_the_round_is_put_together_by_hand():
    tournament = stuck()
    stage = the_stage(tournament)

    round_ = services.round_by_hand(stage_id=stage.pk, by=ORGANIZER, reason="no pairing exists")
    refused("being_edited", ask, tournament=tournament)
    services.round_edit_save(
        round_id=round_.pk,
        by=ORGANIZER,
        boards=[tuple(ids_of(tournament, "1", "2")), tuple(ids_of(tournament, "3", "4"))],
    )
    check = services.round_edit_check(round_id=round_.pk)
    assert check.of_grade("confirm_twice") == ("rematch",)
    confirmed = ["deviations", "rematch", "rematch", *check.of_grade("confirm")]
    services.round_edit_end(round_id=round_.pk, by=ORGANIZER, confirmed=confirmed, reason="no pairing exists")
    services.round_publish(round_id=round_.pk, by=ORGANIZER)
    services.round_start(round_id=round_.pk, by=ORGANIZER)
    finished(tournament, 4)

    assert the_stage(tournament).state == "finished"


@pytest.mark.parametrize(
    ("entries", "rounds", "advice"),
    [(9, 4, None), (8, 4, "many_rounds"), (6, 4, "many_rounds"), (6, 5, "round_robin"), (4, 9, "round_robin")],
)
def test_p5_too_many_rounds_for_the_field_are_told_beforehand(entries, rounds, advice):
    assert conduct.rounds_advice(the_stage(swiss(entries, rounds=rounds))) == advice


# ---- O9: boards without a result


def test_o9_an_open_board_stands_against_the_next_pairing_unless_it_is_counted_as_drawn_by_name():
    tournament = swiss(6, hosted=False)
    started(tournament)
    for key in ("R1-1", "R1-2"):
        services.result_set(pairing_id=pairing_of(tournament, key).pk, by=ORGANIZER, kind="played", winner=0)
    last = pairing_of(tournament, "R1-3")
    player = actor(entry=last.entry_0)
    services.result_report(pairing_id=last.pk, by=player, winner=0)

    error = refused("boards_unsettled", ask, tournament=tournament)
    assert error.data["boards"] == [last.pk]
    assert "1.3" in error.message
    (shown,) = conduct.open_boards_of(the_stage(tournament))
    assert (shown.pairing.pk, shown.reported) == (last.pk, {0: 0})

    round_ = drafted(tournament, count_open_as_draw=[last.pk])

    # Whoever reported a win has half a point for this pairing, and nothing in the standings.
    assert round_.paired_from.assumed == ["R1-3"]
    winners = {pairing_of(tournament, key).entry_0.name for key in ("R1-1", "R1-2")}
    assert set(boards(round_)[0]) == winners
    assert tournament.audit.filter(act="round_pair").first().after["as_draw"] == ["1.3"]
    assert standings_of(the_stage(tournament)).after == 0


def test_o9_the_next_round_starts_when_the_open_board_is_settled():
    tournament = swiss(4, hosted=False)
    started(tournament)
    services.result_set(pairing_id=pairing_of(tournament, "R1-1").pk, by=ORGANIZER, kind="played", winner=0)
    last = pairing_of(tournament, "R1-2")
    second = published(tournament, count_open_as_draw=[last.pk])

    refused("round_before_open", services.round_start, round_id=second.pk, by=ORGANIZER)
    services.result_set(pairing_id=last.pk, by=ORGANIZER, kind="played", winner=1)
    advanced(tournament)

    assert services.round_start(round_id=second.pk, by=ORGANIZER).code == ""


def test_a_drawn_board_in_a_hall_needs_no_winner():
    tournament = swiss(4, hosted=False)
    started(tournament)
    board = pairing_of(tournament, "R1-1")

    result = services.result_set(pairing_id=board.pk, by=ORGANIZER, kind="played", winner=None)

    assert (result.winner, result.half_points_0, result.half_points_1) == (None, 1, 1)


def test_names_stand_in_the_reasons():
    tournament = swiss(4)
    for number, name in enumerate(("Ana", "Ben", "Cem", "Dora"), 1):
        services.entry_update(entry_id=id_of(tournament, str(number)), by=ORGANIZER, name=name)

    round_ = drafted(tournament)

    seats = [reason for reason in conduct.reasons_of(round_)["R1-2"] if reason.kind == "colour"]
    first = boards(round_)[1][0]
    assert first in {"Ben", "Dora"}
    assert seats[0].text.de.startswith(f"{first} hat den ersten Platz")
