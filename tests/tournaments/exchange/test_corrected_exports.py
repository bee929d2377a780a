"""A result of round 2 is corrected after round 4 was paired, both ways, and taken back: what files say of it."""

import pytest

from tests.builders import ORGANIZER, begin, match_of, pairing_of, round_of, the_stage
from tests.tournaments import rounds
from tests.tournaments.stages import finish_round, next_round, play, swiss
from tournaments import services
from tournaments.exchange import archive
from tournaments.exchange.trf import read
from tournaments.selectors.reports import report_of
from tournaments.selectors.rulings import rulings_report

pytestmark = pytest.mark.django_db

WAYS = [pytest.param(False, id="recompute"), pytest.param(True, id="for the record only")]
SAID = {
    False: "### Correction 1, round 2, board 1: 1 : 0 became 0 : 1; rounds up to 4 were paired with the old result",
    True: "### Correction 1, round 2, board 1: 1 : 0 became 0 : 1; "
    "for the record only, pairings keep counting the old result",
}


def after_four():
    """Return a tournament in a hall whose fourth round is paired and runs."""
    tournament = swiss(8, rounds=5)
    play(tournament, 3)
    next_round(tournament)
    return tournament


def corrected(tournament, *, record_only):
    board = pairing_of(tournament, "R2-1")
    services.result_correct(
        pairing_id=board.pk, by=ORGANIZER, kind="played", winner=1, reason="swapped", record_only=record_only
    )
    return board


def records(tournament):
    """Return what the public file has beside its remarks, and those about corrections."""
    lines = report_of(the_stage(tournament)).splitlines()
    return [line for line in lines if line[:3] != "###"], [line for line in lines if line.startswith("### Correction")]


def kept(tournament, *parts):
    """Return lists of the archive, without what tells how often something was changed and why."""
    content = archive.read(services.tournament_archive(slug=tournament.slug, by=ORGANIZER))
    left_out = {"revision", "reason", "step"}
    return [[{key: row[key] for key in row.keys() - left_out} for row in content[part]] for part in parts]


@pytest.mark.parametrize("record_only", WAYS)
def test_the_report_file_has_the_new_result_and_says_which_way(record_only):
    tournament = after_four()
    before = read(report_of(the_stage(tournament))).players

    board = corrected(tournament, record_only=record_only)

    sides = {place.seed for place in the_stage(tournament).field.all() if place.entry_id in {
        board.entry_0_id, board.entry_1_id
    }}  # fmt: skip
    after = read(report_of(the_stage(tournament))).players
    for number, player in after.items():
        cells = zip(before[number].cells, player.cells, strict=True)
        changed = [place for place, (old, new) in enumerate(cells, 1) if old != new]
        assert changed == ([2] if number in sides else [])
        assert (player.points != before[number].points) == (number in sides)
    assert records(tournament)[1] == [SAID[record_only]]


@pytest.mark.parametrize("record_only", WAYS)
def test_the_archive_has_both_results_and_which_way(record_only):
    tournament = after_four()
    corrected(tournament, record_only=record_only)

    [[revision]] = kept(tournament, "revisions")

    assert (revision["before"]["winner"], revision["after"]["winner"]) == (0, 1)
    assert (revision["record_only"], revision["paired_through"]) == (record_only, 4)
    assert (revision["after"].get("pairs_as") or {}).get("winner", 1) == (0 if record_only else 1)


@pytest.mark.parametrize("record_only", WAYS)
def test_after_the_undoing_files_are_as_before_but_for_what_they_tell_of_it(record_only):
    tournament = after_four()
    file, archived = records(tournament)[0], kept(tournament, "results", "pairings", "field")
    board = corrected(tournament, record_only=record_only)
    assert records(tournament)[0] != file

    services.correction_undo(pairing_id=board.pk, by=ORGANIZER, reason="it was right")

    again, remarks = records(tournament)
    assert again == file
    assert kept(tournament, "results", "pairings", "field") == archived
    assert remarks[0].startswith("### Correction 1, round 2, board 1: 1 : 0 became 0 : 1; undone")


@pytest.mark.parametrize("record_only", WAYS)
def test_the_next_pairing_counts_it_or_not_and_earlier_ones_stay(record_only):
    tournament = after_four()
    finish_round(tournament, 4)
    public = [rounds.boards(round_of(tournament, number)) for number in (1, 2, 3, 4)]
    without = rounds.boards(rounds.drafted(tournament))

    corrected(tournament, record_only=record_only)

    assert (rounds.boards(rounds.drafted(tournament)) == without) == record_only
    assert [rounds.boards(round_of(tournament, number)) for number in (1, 2, 3, 4)] == public


def test_rulings_and_penalties_are_remarks_in_the_file_of_the_staff_alone():
    tournament = rounds.swiss(4)
    rounds.started(tournament)
    match = match_of(tournament, "R1-1")
    begin(match)
    assert services.match_ruling(match_id=match.pk, by=ORGANIZER, text="warn 0", reason="phone").ok
    assert services.match_ruling(match_id=match.pk, by=ORGANIZER, text="add-time 1 60000", reason="noise").ok
    gift = rulings_report(tournament)[1].line
    assert services.match_ruling(match_id=match.pk, by=ORGANIZER, text=f"reverse {gift}", reason="no noise").ok
    services.penalty_add(
        stage_id=the_stage(tournament).pk, by=ORGANIZER, entry_id=rounds.id_of(tournament, "1"), round_number=1,
        tenths=5, reason="late",
    )  # fmt: skip

    full = report_of(the_stage(tournament), for_staff=True).splitlines()
    public = report_of(the_stage(tournament)).splitlines()

    remarks = [line for line in full if line.startswith("### Ruling")]
    assert remarks[:2] == [
        "### Ruling 1, round 1, board 1: warn 0; reason: phone",
        "### Ruling 2, round 1, board 1: add-time 1 60000; taken back by 3; reason: noise",
    ]
    assert remarks[-1].endswith("penalty add; reason: late")
    assert not [line for line in public if line.startswith("### Ruling")]
    assert [line[:3] for line in public].count("299") == 1
