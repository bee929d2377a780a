"""The three bots of Flagged: legal at every turn, and not blind to what is at hand."""

import pytest

from gameengine.bots import choose
from gameengine.games.flagged import game
from gameengine.games.flagged.bots.sight import imagined, unknown_cards
from gameengine.games.flagged.bots.worth import FAR, Sketch, crossing, steps_to, worth
from gameengine.games.flagged.geometry import SQUARE
from gameengine.randomness import SeededRandom

from .flagged_play import played, position, random_play

LEVELS = ("beginner", "normal", "expert")


def chosen(level, state, budget_ms=60, seed=1):
    seat = state.actor
    view = game.view(state, seat, over=False)
    return choose(game, level, view, seat, game.legal_actions(state, seat), SeededRandom(seed), budget_ms)


@pytest.mark.parametrize("level", LEVELS)
def test_play_legal_actions_through_a_match(level):
    states = [state for state in random_play(5, 600, heroes=["assassin", "ranger"]) if state.actor >= 0]
    phases = {state.phase: state for state in states}

    for state in [*states[::40], *phases.values()]:
        assert chosen(level, state, budget_ms=4) in game.legal_actions(state, state.actor)
    assert {"setup", "main", "react"} <= set(phases)


@pytest.mark.parametrize("level", ["normal", "expert"])
@pytest.mark.parametrize(
    ("tokens", "wanted"),
    [
        pytest.param({"F": "H0@D2,H1@H5", "G": "0", "V": "1/0"}, {"move H0 D2-D1"}, id="brings the last flag home"),
        pytest.param(
            {"F": "H0@D4,H1@D5", "A": "1.1.2.0.-", "G": "1"}, {"move H0 D4-D5"}, id="captures who carries the flag"
        ),
        pytest.param({"F": "H0@C7,H1@H4", "A": "1.1.0.0.-"}, {"move H0 C7-C8"}, id="takes the flag"),
        pytest.param(
            {"F": "H0@D3,H1@H5", "G": "0", "V": "1/0", "H": "sprint/-", "A": "1.1.0.0.-"},
            {"card sprint"},
            id="sprints home",
        ),
    ],
)
def test_see_what_is_at_hand(level, tokens, wanted):
    assert chosen(level, position(U="1/1", **tokens)) in wanted


@pytest.mark.parametrize("level", ["normal", "expert"])
def test_set_a_wall_before_who_is_about_to_win(level):
    # The enemy hero stands one step from its goal with the flag; nothing but a wall can hold it.
    state = position(F="H0@A1,H1@E7", G="1", V="0/1", U="1/1", A="0.1.2.0.-")

    text = chosen(level, state)

    assert text.startswith("wall ")
    state = played(state, text)
    before, after = Sketch(position(F="H0@A1,H1@E7")), Sketch(state)
    goal = sum(1 << SQUARE[f"{column}8"] for column in "ABCDEFGH")
    assert steps_to(after.walls, 0, 1 << SQUARE["E7"], goal) > steps_to(before.walls, 0, 1 << SQUARE["E7"], goal)


@pytest.mark.parametrize("level", ["normal", "expert"])
def test_hold_an_attacker_with_a_counter(level):
    state = played(position(F="H0@D4,H1@D6", H="-/snare", G="1", U="1/1"), "move H0 D4-D5")

    assert chosen(level, state) == "counter snare"


def test_what_is_hidden_does_not_change_the_normal_bot():
    for state in [*random_play(7, 300)][60::40]:
        seat = state.actor
        other = game.redeal(state, seat, SeededRandom(1))
        assert chosen("normal", state, seed=3) == chosen("normal", other, seed=3)


def test_imagined_hands_have_the_right_size_and_cards_that_may_be_there():
    for state in [*random_play(11, 400)][50::50]:
        seat = 0
        view = game.view(state, seat, over=False)
        world = imagined(view, seat, SeededRandom(2))
        assert len(world.hands[1]) == len(state.hands[1])
        assert world.hands[0] == state.hands[0]
        assert sorted(world.decks[0]) == sorted(state.decks[0])
        assert sorted(unknown_cards(view, 1)) == sorted(
            [*state.hands[1], *state.decks[1], *(card for play in state.chain if play.by == 1 for card in play.cost)]
        )


def test_steps_are_counted_round_walls():
    state = position(W="A4N,B4N,C4N,D4N,E4N,F4N,G4N")
    north = sum(1 << SQUARE[f"{column}8"] for column in "ABCDEFGH")

    assert steps_to(state.walls, 0, 1 << SQUARE["A4"], north) == 7 + 4
    assert steps_to(state.walls, 0, 1 << SQUARE["H4"], north) == 4
    assert crossing(0, 0) == 7
    assert steps_to(state.walls, 1 << SQUARE["H5"], 1 << SQUARE["H4"], north) == FAR


def test_a_position_is_worth_as_much_to_one_as_it_costs_the_other():
    for state in [*random_play(13, 300)][::30]:
        sketch = Sketch(state)
        assert worth(sketch, 0) == pytest.approx(-worth(sketch, 1))
