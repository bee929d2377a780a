"""O7: a result of an older round is corrected after the next ones were paired."""

import pytest

from tests.builders import ORGANIZER, advanced, pairing_of, round_of, the_stage, win
from tests.builders import started as started_knockout
from tests.tournaments.rounds import boards, drafted, finished, id_of, played, published, started, swiss
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.selectors import conduct
from tournaments.services.record import paired_as, pairing_record
from tournaments.services.standings import standings_of

pytestmark = pytest.mark.django_db


def after_three():
    """Return a tournament whose third round is paired and runs; at board 1.1 the first side has won."""
    tournament = swiss(8, rounds=5)
    played(tournament)
    played(tournament)
    started(tournament)
    return tournament


def corrected(tournament, *, record_only, winner=1):
    board = pairing_of(tournament, "R1-1")
    return services.result_correct(
        pairing_id=board.pk,
        by=ORGANIZER,
        kind="adjudicated",
        winner=winner,
        reason="the score sheet says so",
        record_only=record_only,
    )


def points(tournament, name):
    return standings_of(the_stage(tournament)).line_of[id_of(tournament, name)].points


def state(tournament):
    """Return everything that an undoing must bring back."""
    stage = the_stage(tournament)
    result = pairing_of(tournament, "R1-1").result
    kept = (result.kind, result.winner, result.advances, result.half_points_0, result.half_points_1, result.pairs_as)
    return kept, standings_of(stage).as_json(), pairing_record(stage, 4).decisions


@pytest.mark.parametrize("record_only", [False, True])
def test_o7_rounds_that_are_public_stay_and_the_standings_change(record_only):
    tournament = after_three()
    winner, loser = (entry.name for entry in pairing_of(tournament, "R1-1").entries)
    before = [boards(round_of(tournament, number)) for number in (1, 2, 3)]
    had = float(points(tournament, winner)), float(points(tournament, loser))

    corrected(tournament, record_only=record_only)

    assert [boards(round_of(tournament, number)) for number in (1, 2, 3)] == before
    assert (float(points(tournament, winner)), float(points(tournament, loser))) == (had[0] - 1, had[1] + 1)


def test_o7_for_the_record_only_pairings_go_on_with_the_old_result():
    tournament = after_three()
    finished(tournament, 3)
    before = boards(drafted(tournament))

    corrected(tournament, record_only=True)

    result = pairing_of(tournament, "R1-1").result
    assert (result.winner, paired_as(result).advances) == (1, 0)
    assert not conduct.draft_outdated(round_of(tournament, 4))
    assert boards(drafted(tournament)) == before


def test_o7_counted_from_the_next_pairing_on_it_changes_that_pairing():
    tournament = after_three()
    corrected(tournament, record_only=False)

    result = pairing_of(tournament, "R1-1").result
    assert (result.winner, paired_as(result).advances) == (1, 1)
    record = pairing_record(the_stage(tournament), 4)
    assert record.decisions["R1-1"].advances == 1


@pytest.mark.parametrize(("record_only", "counts_from"), [(False, 4), (True, None)])
def test_o7_the_cut_off_is_named(record_only, counts_from):
    tournament = after_three()

    corrected(tournament, record_only=record_only)

    (correction,) = conduct.corrections_of(the_stage(tournament))
    assert (correction.round_number, correction.board, correction.paired_through) == (1, 1, 3)
    assert correction.counts_from == counts_from
    assert correction.revision.reason == "the score sheet says so"


@pytest.mark.parametrize("record_only", [False, True])
def test_o7_undoing_restores_the_state_before(record_only):
    tournament = after_three()
    before = state(tournament)
    corrected(tournament, record_only=record_only)
    assert state(tournament) != before

    services.correction_undo(
        pairing_id=pairing_of(tournament, "R1-1").pk, by=ORGANIZER, reason="it was the other board"
    )

    assert state(tournament) == before
    assert conduct.corrections_of(the_stage(tournament)) == ()
    board = pairing_of(tournament, "R1-1")
    assert list(board.revisions.values_list("number", "undoes", "undone")) == [(1, None, True), (2, 1, False)]
    acts = tournament.audit.filter(subject=f"pairing/{board.pk}").values_list("act", flat=True)
    assert list(acts)[:2] == ["correction_undo", "result_correct_record" if record_only else "result_correct"]


def test_o7_two_corrections_are_taken_back_one_after_the_other():
    tournament = after_three()
    states = [state(tournament)]
    corrected(tournament, record_only=True)
    states.append(state(tournament))
    corrected(tournament, record_only=False, winner=None)
    board = pairing_of(tournament, "R1-1").pk

    for expected in reversed(states):
        services.correction_undo(pairing_id=board, by=ORGANIZER, reason="wrong again")
        assert state(tournament) == expected

    with pytest.raises(TournamentError) as caught:
        services.correction_undo(pairing_id=board, by=ORGANIZER, reason="wrong again")
    assert caught.value.code == "nothing_to_undo"


def test_known_before_the_next_pairing_it_counts_there_and_nothing_is_cut_off():
    tournament = swiss(8, rounds=5)
    played(tournament)
    round_ = drafted(tournament)

    corrected(tournament, record_only=False)

    assert conduct.draft_outdated(round_)
    assert conduct.corrections_of(the_stage(tournament)) == ()
    again = drafted(tournament)
    assert not conduct.draft_outdated(again)
    # The four winners of round 1 meet each other: the one who has won by the correction is among them.
    upper = {name for board in boards(again)[:2] for name in board}
    loser, winner = (entry.name for entry in pairing_of(tournament, "R1-1").entries)
    assert winner in upper
    assert loser not in upper


def test_the_standings_are_kept_again_under_new_numbers():
    tournament = after_three()
    before = list(the_stage(tournament).snapshots.filter(kind="standings").values_list("round_number", "number"))
    assert [number for number, _ in before] == [1, 2]

    corrected(tournament, record_only=True)

    after = list(the_stage(tournament).snapshots.filter(kind="standings").values_list("round_number", "number"))
    assert after[:2] == before
    assert [number for number, _ in after[2:]] == [1, 2]


def test_a_knockout_is_undone_too():
    tournament = started_knockout(4)
    win(tournament, "R1-1", 0)
    win(tournament, "R1-2", 0)
    advanced(tournament)
    before = pairing_of(tournament, "R2-1").entry_0_id
    board = pairing_of(tournament, "R1-1")
    services.result_correct(
        pairing_id=board.pk, by=ORGANIZER, kind="forfeit", winner=1, reason="late", record_only=True
    )

    services.correction_undo(pairing_id=board.pk, by=ORGANIZER, reason="not late")

    result = pairing_of(tournament, "R1-1").result
    assert (result.winner, result.advances) == (0, 0)
    assert pairing_of(tournament, "R2-1").entry_0_id == before


def test_a_snapshot_of_the_pairings_is_numbered_when_they_are_published():
    tournament = swiss(4)
    round_ = published(tournament)
    services.round_unpublish(round_id=round_.pk, by=ORGANIZER, reason="a mistake")
    services.round_publish(round_id=round_.pk, by=ORGANIZER)

    kept = the_stage(tournament).snapshots.filter(kind="pairings")
    assert [picture.number for picture in kept] == [1, 2]
    assert kept[0].sha == kept[1].sha
    assert [board["names"] for board in kept[0].data["boards"]] == [list(board) for board in boards(round_)]
