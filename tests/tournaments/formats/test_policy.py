"""Best of n, alternating seats and the steps that decide when it stays equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.base import complete_settings
from tournaments.formats.policy import SETTINGS, Decided, Game, NextGame, Policy, lot, policy_of, state

WIN, LOSS, DRAW = (2, 0), (0, 2), (1, 1)


def policy(*, seeds=(1, 2), key="R1-1", **settings) -> Policy:
    return policy_of(complete_settings(SETTINGS, settings), seeds=seeds, rng_seed="fixed", key=key)


def play(rules: Policy, *points: tuple[int, int], end="played"):
    """Return what the policy says after these games, and the games that it had asked for."""
    games: list[Game] = []
    for half_points in points:
        asked = state(rules, games)
        assert isinstance(asked, NextGame), f"already decided: {asked}"
        games.append(Game(asked.kind, asked.swapped, half_points, end))
    return state(rules, games)


def test_one_game_decides_when_it_has_a_winner():
    assert play(policy(), LOSS) == Decided(1, "games", (0, 2))


def test_best_of_three_ends_as_soon_as_nobody_can_catch_up():
    assert play(policy(best_of=3), WIN, WIN) == Decided(0, "games", (4, 0))


def test_all_games_are_played_if_the_stage_says_so():
    assert play(policy(best_of=3, all_games=True), WIN, WIN) == NextGame(3, "regular", swapped=False)


def test_a_lead_that_can_still_be_equalled_is_no_decision():
    assert isinstance(play(policy(best_of=3), WIN, DRAW), NextGame)


@pytest.mark.parametrize(("seeds", "first"), [((1, 2), [0, 1, 0]), ((5, 2), [1, 0, 1])])
def test_seats_alternate_and_the_better_seed_begins(seeds, first):
    rules = policy(best_of=3, all_games=True, seeds=seeds)

    asked = [state(rules, [Game("regular", False, DRAW)] * played) for played in range(3)]

    assert [int(game.swapped) for game in asked] == first


def test_the_first_seat_can_be_drawn_by_lot_and_stays_drawn():
    drawn = {policy(first_seat="lot", key=f"R1-{board}").lot for board in range(20)}

    assert drawn == {0, 1}
    assert state(policy(first_seat="lot", key="R1-3"), []) == state(policy(first_seat="lot", key="R1-3"), [])


def test_drawn_games_lead_to_extra_games_then_to_sudden_death():
    rules = policy(extra_games=2)

    assert play(rules, DRAW) == NextGame(2, "extra", swapped=True)
    assert play(rules, DRAW, DRAW) == NextGame(3, "extra", swapped=False)
    assert play(rules, DRAW, DRAW, DRAW) == NextGame(4, "sudden_death", swapped=True)


def test_an_extra_game_with_a_winner_decides():
    assert play(policy(extra_games=2), DRAW, LOSS) == Decided(1, "extra_games", (1, 3))


@pytest.mark.parametrize(("counts_for", "winner"), [("second_seat", 0), ("first_seat", 1), ("better_seed", 0)])
def test_a_draw_in_sudden_death_counts_for_one_side(counts_for, winner):
    # Side 1 has the first seat in game 2.
    assert play(policy(extra_games=0, draw_counts_for=counts_for), DRAW, DRAW) == Decided(
        winner, "sudden_death", (2, 2)
    )


def test_sudden_death_with_a_winner_is_won_by_them():
    assert play(policy(extra_games=0), DRAW, LOSS) == Decided(1, "sudden_death", (1, 3))


@pytest.mark.parametrize(("resort", "step"), [("better_seed", "better_seed"), ("lot", "lot")])
def test_without_any_more_games_seed_or_lot_decides(resort, step):
    rules = policy(extra_games=0, sudden_death=False, last_resort=resort, seeds=(7, 2))

    decided = play(rules, DRAW)

    assert (decided.step, decided.half_points) == (step, (1, 1))
    assert decided.winner == (1 if resort == "better_seed" else rules.lot)


def test_who_does_not_come_to_the_first_game_loses_the_pairing():
    assert play(policy(best_of=5), WIN, end="forfeit") == Decided(0, "forfeit", (2, 0))


def test_a_forfeit_in_a_later_game_is_a_lost_game():
    games = [Game("regular", False, WIN), Game("regular", True, LOSS, "forfeit")]

    assert state(policy(best_of=3), games) == NextGame(3, "regular", swapped=False)


@pytest.mark.parametrize(("earlier", "winner"), [([], None), ([Game("regular", False, LOSS)], 1)])
def test_when_both_are_absent_only_a_lead_helps(earlier, winner):
    games = [*earlier, Game("regular", False, (0, 0), "double_forfeit")]

    assert state(policy(best_of=3), games).winner == winner


def test_a_lot_has_two_sides():
    assert {lot("seed", str(number)) for number in range(30)} == {0, 1}


@given(
    settings=st.fixed_dictionaries(
        {
            "best_of": st.integers(1, 9),
            "all_games": st.booleans(),
            "extra_games": st.integers(0, 6),
            "sudden_death": st.booleans(),
            "draw_counts_for": st.sampled_from(["second_seat", "first_seat", "better_seed"]),
            "last_resort": st.sampled_from(["better_seed", "lot"]),
        }
    ),
    points=st.lists(st.sampled_from([WIN, LOSS, DRAW]), min_size=20, max_size=20),
)
def test_every_pairing_ends_with_a_winner(settings, points):
    rules, games = policy(**settings), []

    while isinstance(asked := state(rules, games), NextGame):
        assert asked.number == len(games) + 1
        games.append(Game(asked.kind, asked.swapped, points[len(games)]))

    assert asked.winner in (0, 1)
    assert len(games) <= settings["best_of"] + settings["extra_games"] + 1
