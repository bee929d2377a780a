"""Late entries, withdrawals and returns, pairing numbers: O3."""

import pytest

from tests.builders import (
    ORGANIZER,
    actor,
    advanced,
    an_entry,
    begin,
    entered,
    match_of,
    pairing_of,
    round_of,
    the_stage,
)
from tests.tournaments.rounds import (
    as_swiss,
    boards,
    byes,
    drafted,
    finished,
    id_of,
    names_in,
    played,
    published,
    started,
    swiss,
)
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import Entry
from tournaments.services.standings import standings_of
from tournaments.tasks import forfeit_board

pytestmark = pytest.mark.django_db


def refusal(call, *args, **more):
    with pytest.raises(TournamentError) as caught:
        call(*args, **more)
    return caught.value.code


def field(tournament):
    """Return the names by number."""
    return list(the_stage(tournament).field.order_by("seed").values_list("entry__name", flat=True))


def points(tournament, name):
    return standings_of(the_stage(tournament)).line_of[id_of(tournament, name)].points


def rated(*ratings, rounds=5):
    """Return a tournament drawn by rating, its entries called by their ratings."""
    tournament = entered(0)
    for rating in ratings:
        an_entry(tournament, str(rating), rating=rating)
    services.stage_draw(stage_id=as_swiss(tournament, rounds=rounds).pk, by=ORGANIZER, seeding="rating")
    return tournament


# ---- O3


def test_o3_a_player_leaves_in_the_middle_of_a_match_and_somebody_comes_late():
    tournament = swiss(8, rounds=5)
    played(tournament)
    started(tournament)
    board = pairing_of(tournament, "R2-1")
    leaver = board.entry_0
    begin(match_of(tournament, "R2-1"))

    assert refusal(services.entry_withdraw, entry_id=leaver.pk, by=ORGANIZER) == "match_under_way"
    services.entry_withdraw(entry_id=leaver.pk, by=ORGANIZER, running="finish", reason="ill")
    advanced(tournament)
    assert pairing_of(tournament, "R2-1").state == "running"
    finished(tournament, 2)
    third = started(tournament)
    assert leaver.name not in names_in(third)
    assert leaver.name in {name for board in boards(round_of(tournament, 2)) for name in board}
    finished(tournament, 3)

    late = an_entry(tournament, "late").entry
    assert points(tournament, "late") == "0"
    assert late.name in names_in(started(tournament))


def test_o3_forfeiting_the_match_lets_the_round_go_on(asked, django_capture_on_commit_callbacks):
    tournament = swiss(4)
    started(tournament)
    match = match_of(tournament, "R1-1")
    begin(match)
    leaver = pairing_of(tournament, "R1-1").entry_0

    with django_capture_on_commit_callbacks(execute=True):
        services.entry_withdraw(entry_id=leaver.pk, by=ORGANIZER, running="forfeit", reason="ill")

    assert [args[0] for task, args in asked if task == "work.forfeit_seat"] == [match.pk]


def test_o3_in_a_hall_the_board_is_forfeited_or_waits_for_its_result(asked, django_capture_on_commit_callbacks):
    tournament = swiss(4, hosted=False)
    started(tournament)
    boards_ = [pairing_of(tournament, key) for key in ("R1-1", "R1-2")]
    with django_capture_on_commit_callbacks(execute=True):
        services.entry_withdraw(entry_id=boards_[0].entry_0_id, by=ORGANIZER, running="forfeit", reason="ill")
        services.entry_withdraw(entry_id=boards_[1].entry_0_id, by=ORGANIZER, reason="train")

    tasks = [args for task, args in asked if task == "work.forfeit_board"]
    for args in tasks * 2:
        forfeit_board(*args)

    assert [args[0] for args in tasks] == [boards_[0].pk]
    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner) == ("forfeit", 1)
    assert pairing_of(tournament, "R1-2").state == "running"


def test_who_comes_back_is_paired_again_with_nothing_for_the_rounds_between():
    tournament = swiss(6, rounds=4)
    played(tournament)
    winner = pairing_of(tournament, "R1-1").entry_0
    services.entry_withdraw(entry_id=winner.pk, by=ORGANIZER, reason="ill")
    assert winner.name not in names_in(played(tournament))

    services.entry_reinstate(entry_id=winner.pk, by=ORGANIZER)

    assert winner.name in names_in(drafted(tournament))
    assert points(tournament, winner.name) == "1"


# ---- late entries


def test_a_late_entry_takes_the_number_that_it_would_have_had_and_the_others_shift():
    tournament = rated(2400, 2200, 2000, 1800)
    first = played(tournament)
    numbers = dict(first.paired_from.numbers)

    an_entry(tournament, "2100", rating=2100)

    assert field(tournament) == ["2400", "2200", "2100", "2000", "1800"]
    assert round_of(tournament, 1).paired_from.numbers == numbers
    assert "2100" in names_in(drafted(tournament))


@pytest.mark.parametrize(("late_rounds", "made"), [("zero", "0"), ("half", "1")])
def test_missed_rounds_bring_what_the_stage_says(late_rounds, made):
    tournament = swiss(6, rounds=5, late_rounds=late_rounds)
    played(tournament)
    played(tournament)

    an_entry(tournament, "late")

    assert points(tournament, "late") == made


def test_from_round_four_on_nobody_shifts_and_late_entries_come_last():
    tournament = rated(2400, 2300, 2200, 2000, 1800, 1700, 1600, 1400)
    for _ in range(3):
        played(tournament)
    started(tournament)

    an_entry(tournament, "2100", rating=2100)

    assert field(tournament)[-1] == "2100"


def test_the_organizer_may_name_the_number_of_a_late_entry():
    tournament = swiss(4)

    an_entry(tournament, "late", seed=2)

    assert field(tournament) == ["1", "late", "2", "3", "4"]


def test_by_lot_the_late_entry_stands_where_the_lot_puts_it():
    tournament = entered(6)
    stage = as_swiss(tournament)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER, seeding="lot")
    an_entry(tournament, "late")
    before = field(tournament)

    services.stage_undraw(stage_id=stage.pk, by=ORGANIZER)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER, seeding="lot")

    assert field(tournament) == before


def test_players_do_not_enter_themselves_after_the_draw_and_nobody_after_the_last_round():
    tournament = swiss(4, rounds=2)

    assert refusal(services.entry_register, tournament_id=tournament.pk, by=actor(), name="me") == "already_drawn"
    played(tournament)
    published(tournament)
    assert refusal(an_entry, tournament, "late") == "already_drawn"


def test_a_knockout_takes_nobody_after_the_draw():
    tournament = entered(4)
    services.stage_draw(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    assert refusal(an_entry, tournament, "late") == "already_drawn"


def test_who_waited_joins_when_confirmed():
    tournament = swiss(4)
    waiting = an_entry(tournament, "late").entry
    the_stage(tournament).field.filter(entry=waiting).delete()
    Entry.objects.filter(pk=waiting.pk).update(status="waiting")

    services.entry_confirm(entry_id=waiting.pk, by=ORGANIZER)

    assert field(tournament)[-1] == "late"


# ---- numbers


@pytest.mark.parametrize(
    ("name", "number", "after"),
    [("5", 2, "15234"), ("1", 4, "23415"), ("3", 3, "12345")],
)
def test_a_number_is_put_right_and_those_between_shift(name, number, after):
    tournament = swiss(5)

    services.stage_number_set(
        stage_id=the_stage(tournament).pk,
        entry_id=id_of(tournament, name),
        number=number,
        by=ORGANIZER,
        reason="wrong rating",
    )

    assert "".join(field(tournament)) == after


def test_numbers_do_not_change_once_round_four_is_paired():
    tournament = swiss(8, rounds=5)
    for _ in range(3):
        played(tournament)
    published(tournament)

    code = refusal(
        services.stage_number_set,
        stage_id=the_stage(tournament).pk,
        entry_id=id_of(tournament, "8"),
        number=1,
        by=ORGANIZER,
        reason="wrong rating",
    )

    assert code == "numbers_fixed"


def test_a_late_entry_makes_an_even_field_odd_and_one_of_the_lowest_score_has_the_bye():
    tournament = swiss(4)
    played(tournament)
    an_entry(tournament, "late")

    (holder,) = byes(drafted(tournament))

    assert points(tournament, holder) == "0"
