"""Reasons in plain words, in both languages."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from gameengine.core.types import Text
from tests.tournaments.formats.swiss.tournaments import random_request
from tournaments.exchange.trf import read
from tournaments.exchange.trf.pairing import request_of
from tournaments.formats.swiss import alternatives
from tournaments.formats.swiss.criteria import NAMES
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.model import NoPairingError, PairingRequest, Participant, Turn
from tournaments.formats.swiss.trace import trace
from tournaments.formats.swiss.why import Why

FOLDER = Path(__file__).parent / "reference"


def explained(name, **options):
    [file] = FOLDER.glob(f"{name}_*.trf")
    request = request_of(read(file.read_bytes()), **options)
    return Why(request, pair(request))


def sentences(reasons, language="en"):
    return [reason.text.to(language) for reason in reasons]


def test_says_score_group_floats_and_their_history():
    why = explained("s54")
    board = next(board for board in why.pairing.boards if {board.first, board.second} == {4, 2})

    said = sentences(why.board(board))

    assert said[0] == "No. 4 floats down from 5 points and meets No. 2 with 4.5 points"
    assert "No. 4 floated down in round 5, 6 as well" in said
    assert "No. 2 floated up in round 5 as well" in said


def test_says_who_yields_the_seat():
    why = explained("s54")
    board = next(board for board in why.pairing.boards if {board.first, board.second} == {4, 2})

    assert sentences(why.board(board), "de")[-1] == (
        "beiden steht der zweite Platz zu; Nr. 2 bekommt ihn, Nr. 4 gibt nach: der stärkere Anspruch zählt"
    )


def test_names_the_round_in_which_the_obvious_opponents_have_met():
    why = explained("s54")
    board = next(board for board in why.pairing.boards if {board.first, board.second} == {8, 3})

    assert "No. 3 would have met No. 6, but they have met in round 5 (C1)" in sentences(why.board(board))


def test_names_the_criterion_against_the_obvious_alternative():
    why = explained("s54")
    board = next(board for board in why.pairing.boards if {board.first, board.second} == {6, 14})

    assert "No. 6 against No. 5 would have made worse: nobody floats up twice running (C15)" in sentences(
        why.board(board)
    )


def test_says_why_others_did_not_get_the_bye():
    said = sentences(explained("s06").bye(), "de")

    assert said[0] == "die Zahl der Spieler ist ungerade; das Freilos geht an Nr. 1 mit 2 Punkten"
    assert "Nr. 9 hatte in Runde 1 ein Freilos oder einen kampflosen Sieg (C2)" in said


def test_names_a_forbidden_pair_that_was_avoided():
    participants = tuple(Participant(number) for number in range(1, 5))
    request = PairingRequest(1, 3, participants, forbidden=frozenset({(1, 3)}))
    why = Why(request, pair(request))

    assert "No. 1 would have met No. 3, but the pair is forbidden" in sentences(why.board(why.pairing.boards[0]))


def test_calls_players_as_it_is_told():
    request = request_of(read(next(FOLDER.glob("s63_*.trf")).read_bytes()))
    why = Why(request, pair(request), lambda number: Text(f"Player {number}", f"Spielerin {number}"))

    assert sentences(why.bye(), "de")[0].endswith("geht an Spielerin 2 mit 0 Punkten")


@pytest.mark.parametrize("edition", ["2026", "2017"])
@pytest.mark.parametrize("seed", range(500, 512))
def test_every_board_of_any_round_has_reasons(seed, edition):
    request = replace(random_request(seed, 2, 40), edition=edition)
    try:
        found = pair(request)
    except NoPairingError:
        return

    why = Why(request, found)

    for _, reasons in why.lines():
        assert [reason.kind for reason in reasons]
        assert all(text and "None" not in text for reason in reasons for text in (reason.text.en, reason.text.de))
    assert trace(request, found)


def verdicts(request, found, monkeypatch, most):
    """Return the criterion against the obvious opponent of each better-placed player, solving up to so many."""
    monkeypatch.setattr(alternatives, "_MOST_SOLVED", most)
    why = Why(request, found)
    rivals = why._rivals
    told = {}
    for step in found.steps:
        for better, worse in step.pairs:
            rival = rivals.obvious(step, why.field.members[better])
            if rival is not None and rival.place not in (better, worse) and rival.place not in step.movers:
                told[better] = rivals.pair_verdict(step, why.field.members[better], rival)
    return told


@pytest.mark.parametrize("seed", range(40, 52))
def test_one_exchange_is_never_better_than_the_best_of_all(seed, monkeypatch):
    request = random_request(seed, 16, 40)
    found = pair(request)
    order = list(NAMES)

    solved = verdicts(request, found, monkeypatch, 1000)
    exchanged = verdicts(request, found, monkeypatch, 0)

    assert solved.keys() == exchanged.keys()
    for place, exact in solved.items():
        near = exchanged[place]
        if near.criterion and exact.criterion not in (None, "C4", "C8"):
            assert order.index(near.criterion) <= order.index(exact.criterion)


def test_in_a_large_bracket_the_others_of_the_exchange_are_named():
    participants = tuple(Participant(number) for number in range(1, 121))
    first = pair(PairingRequest(1, 5, participants))
    turns, lots = {}, random.Random(1)
    for board in first.boards:
        won = lots.random() < 0.5
        turns[board.first] = (Turn("played", 10 if won else 0, board.second, 1),)
        turns[board.second] = (Turn("played", 0 if won else 10, board.first, -1),)
    request = PairingRequest(2, 5, tuple(Participant(number, turns[number]) for number in range(1, 121)))
    why = Why(request, pair(request))

    said = [text for _, reasons in why.lines() for text in sentences(reasons)]

    told = [text for text in said if ", would have made worse: as many as possible get their colour (C12)" in text]
    assert told
    assert all(", and No. " in text for text in told)


def test_the_trace_shows_every_bracket_and_what_could_not_be_met():
    why = explained("s54")

    lines = [line.en for line in trace(why.request, why.pairing)]

    assert lines[0] == "Bracket of 5 points: moved down -; residents 1 4"
    assert "  C17 nobody floats up again after two rounds: 1 not" in lines


def test_criteria_have_the_numbers_of_their_edition():
    lines = [line.en for line in trace(*_parts(explained("s54", edition="2017")))]

    assert any(line.startswith("  C10 as many as possible get their colour") for line in lines)


def _parts(why):
    return why.request, why.pairing
