"""What the public reads about a correction: the page of the tournament, the list of pairings, the board."""

import pytest
from django.test import Client
from django.utils import translation

from tests.api.asking import stranger
from tests.builders import ORGANIZER, pairing_of, win
from tests.builders import started as started_knockout
from tests.tournaments.pages import text, url
from tests.tournaments.rounds import played, started, swiss
from tournaments import services
from tournaments.pages.words import note_text
from tournaments.views.public import news

pytestmark = pytest.mark.django_db


def later_round_paired():
    tournament = swiss(4)
    played(tournament)
    started(tournament)
    return tournament


def corrected(tournament, **given):
    board = pairing_of(tournament, "R1-1")
    about = {"kind": "adjudicated", "winner": 1, "reason": "wrong side", **given}
    services.result_correct(pairing_id=board.pk, by=ORGANIZER, **about)
    return board


def names(board):
    return " : ".join(entry.name for entry in board.entries)


@pytest.mark.parametrize(
    ("record_only", "then"),
    [
        (False, "The next pairing counts the new result."),
        (True, "Later pairings go on with the old result."),
    ],
)
def test_a_correction_is_told_with_what_it_means(record_only, then):
    tournament = later_round_paired()

    board = corrected(tournament, record_only=record_only)

    assert news(tournament)[0]["text"] == (
        f"Round 1, board 1 ({names(board)}): the result was corrected from 1 : 0 to 0 : 1. Reason: wrong side. "
        f"The rounds up to round 2 stay as they were paired. {then}"
    )


def test_taking_it_back_is_told_too_in_either_language():
    tournament = later_round_paired()
    board = corrected(tournament)

    services.correction_undo(pairing_id=board.pk, by=ORGANIZER, reason="it was right")

    said = f"Round 1, board 1 ({names(board)}): a correction was taken back; the result is 1 : 0 again, not 0 : 1."
    assert news(tournament)[0]["text"].startswith(said)
    with translation.override("de"):
        assert news(tournament)[0]["text"].startswith(f"Runde 1, Brett 1 ({names(board)}): ")
        assert "zurückgenommen" in news(tournament)[0]["text"]
    api = stranger().get(f"tournaments/{tournament.slug}/announcements/").json()["results"]
    assert api[0]["text"].startswith(said)


def test_an_annulled_match_and_one_that_goes_on_are_told():
    tournament = started_knockout(4)
    win(tournament, "R1-1", 0)
    board = pairing_of(tournament, "R1-1")
    services.game_void(pairing_id=board.pk, number=1, by=ORGANIZER, reason="wrong seats")

    assert news(tournament)[0]["text"] == (
        f"Round 1, board 1 ({names(board)}): match 1 does not count and is played again. Reason: wrong seats."
    )

    win(tournament, "R1-2", 0)
    other = pairing_of(tournament, "R1-2")
    match = other.games.get().match_id
    assert services.match_ruling(match_id=match, by=ORGANIZER, text="reopen", reason="the clock was wrong").ok
    assert "the match goes on by a ruling; the result 1 : 0 does not count any more." in news(tournament)[0]["text"]


def test_notes_of_older_versions_are_still_read():
    assert note_text("result_corrected", {"round": 1, "board": 2}) == "The result of board 2 in round 1 was corrected."


def test_the_list_of_pairings_and_the_board_mark_it_until_it_is_taken_back():
    tournament = later_round_paired()
    board, client = corrected(tournament), Client()
    address = url("tournament-board", tournament, board.pk)

    listed = text(client.get(url("tournament-round", tournament, 1)))
    shown = text(client.get(address))

    assert f'href="{address}#corrections"' in listed
    assert "1 : 0 → 0 : 1" in shown
    assert "wrong side" in shown

    services.correction_undo(pairing_id=board.pk, by=ORGANIZER, reason="it was right")

    assert f'href="{address}#corrections"' not in text(client.get(url("tournament-round", tournament, 1)))
    assert "taken back since" in text(client.get(address))
