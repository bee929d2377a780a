"""What holds for every pairing, whatever happened before."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.swiss.kit import answer
from tests.tournaments.formats.swiss.tournaments import random_plan, random_request
from tournaments.exchange.trf.generate import generate
from tournaments.formats.swiss.engine import Method
from tournaments.formats.swiss.model import EDITIONS, Board

requests = st.builds(random_request, st.integers(10_000, 10_000_000), st.just(2), st.just(40))
checked = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def played(request):
    """Return the pairs that have played."""
    return {
        frozenset((entry.number, turn.opponent))
        for entry in request.participants
        for turn in entry.turns
        if turn.kind == "played"
    }


@given(requests)
@checked
def test_everybody_present_is_paired_once_and_nobody_else(request):
    found = answer(request, Method())
    if found is None:
        return

    seated = [number for board in found.boards for number in (board.first, board.second)]
    seated += [found.bye] if found.bye is not None else []

    present = [entry.number for entry in request.participants if entry.present]
    assert sorted(seated) == sorted(present)
    assert (found.bye is not None) == (len(present) % 2 == 1)


@given(requests)
@checked
def test_nobody_meets_twice_and_forbidden_pairs_do_not_meet(request):
    found = answer(request, Method())
    if found is None:
        return

    pairs = {frozenset((board.first, board.second)) for board in found.boards}

    assert not pairs & played(request)
    assert not pairs & {frozenset(pair) for pair in request.forbidden}


@given(requests)
@checked
def test_nobody_gets_a_second_bye(request):
    found = answer(request, Method())
    if found is None or found.bye is None:
        return

    turns = next(entry.turns for entry in request.participants if entry.number == found.bye)

    assert not [turn for turn in turns if turn.kind == "pab" or (turn.kind != "played" and turn.points >= request.win)]


@given(requests, st.integers(1, 50), st.randoms(use_true_random=False))
@checked
def test_only_the_order_of_numbers_matters(request, step, shuffled):
    """Spread the numbers and mix the lines: the same players meet, in the same seats."""
    name = {entry.number: entry.number * step for entry in request.participants}
    entries = [
        replace(
            entry,
            number=name[entry.number],
            turns=tuple(replace(turn, opponent=name.get(turn.opponent, 0)) for turn in entry.turns),
        )
        for entry in request.participants
    ]
    shuffled.shuffle(entries)
    forbidden = frozenset((name[one], name[other]) for one, other in request.forbidden)
    renamed = replace(request, participants=tuple(entries), forbidden=forbidden)

    found, other = answer(request, Method()), answer(renamed, Method())

    if found is None:
        assert other is None
        return
    assert other.boards == tuple(Board(name[board.first], name[board.second]) for board in found.boards)
    assert other.bye == (None if found.bye is None else name[found.bye])


@given(requests)
@checked
def test_without_colour_rules_nobody_is_kept_apart_by_colours(request):
    free = replace(request, colour_rules=False, lot="some lot")

    found = answer(free, Method())

    if answer(request, Method()) is not None:
        assert found is not None
        assert found == answer(free, Method())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(8))
def test_nobody_has_two_byes_in_a_whole_tournament(seed, edition):
    trf = generate(replace(random_plan(seed, 5, 31), played=None, edition=edition))

    byes = [[cell.result for cell in player.cells].count("U") for player in trf.players.values()]

    assert max(byes) <= 1
