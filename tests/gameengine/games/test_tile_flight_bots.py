import pytest

from gameengine.bots import choose
from gameengine.bots.strength import compare
from gameengine.games.tile_flight import game
from gameengine.games.tile_flight.bots.counting import Counting
from gameengine.games.tile_flight.bots.expert import NEAR
from gameengine.games.tile_flight.bots.normal import outlook
from gameengine.games.tile_flight.bots.plain import Plain
from gameengine.games.tile_flight.bots.worth import worth
from gameengine.randomness import SeededRandom

from .tile_flight_play import position, random_play

LEVELS = ("beginner", "normal", "expert")


def chosen(level, state, budget_ms=50, seed=1):
    view = game.view(state, state.mover, over=False)
    actions = game.legal_actions(state, state.mover)
    return choose(game, level, view, state.mover, actions, SeededRandom(seed), budget_ms)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 5])
def test_play_legal_actions_through_a_game(level, seats):
    for state in [*random_play(4, 200, seats=seats, circle_tile="Z1")][::23]:
        if state.mover is not None:
            assert chosen(level, state, budget_ms=5) in game.legal_actions(state, state.mover)


@pytest.mark.parametrize("level", ["normal", "expert"])
class TestSeesWhatIsAtHand:
    def test_completes_an_own_city(self, level):
        state = position("0,-1:F/1[c1=0];0,0:D/0;-1,0:V/3", supply=(6, 7), t="E", g="B*2,V*3")

        assert chosen(level, state) == "@0,-2/2"

    def test_claims_a_monastery_that_is_complete(self, level):
        land = "-1,0:A/3;0,0:D/0;1,0:A/1;-1,1:E/3;0,1:B/0;1,1:E/1;-1,2:E/3;0,2:E/2;1,2:E/1"
        state = position(land, t="-", l="0,1", p="follower", g="V*3")

        assert chosen(level, state) == "+m1"

    def test_flies_into_an_opponents_large_city(self, level):
        """Every distance lands in the same city of four tiles and two shields."""
        land = "0,0:C/0;-1,0:F/0[c1=1];-2,0:F/0;1,0:E/3;0,-1:E/2;0,1:E/0;2,0:Y2/0"
        state = position(land, supply=(7, 6), t="-", l="2,0", p="follower", g="E*3,V*3")

        assert chosen(level, state) == "^"

    def test_keeps_followers_at_the_very_end_if_they_bring_nothing(self, level):
        state = position("0,0:D/0[r1=0];1,0:V/0", supply=(6, 7), t="-", l="1,0", p="follower", g="-")

        assert chosen(level, state) in {"-", "+f1", "+f2"}


def test_the_expert_takes_nothing_that_looks_much_worse_at_once():
    for state in [*random_play(9, 120)][3::17]:
        if state.mover is None:
            continue
        promise = {
            text: outlook(state, state.mover, text, Counting()) for text in game.legal_actions(state, state.mover)
        }

        assert promise[chosen("expert", state, budget_ms=30)] >= max(promise.values()) - NEAR


def test_the_expert_counts_what_can_still_complete_a_city():
    """With a bag of fields alone the city is never closed, with one city edge it may be."""
    hopeless, hopeful = (position("0,0:D/0[c1=0]", supply=(6, 7), t="B", g=bag) for bag in ("B*3", "B*2,E*1"))
    (city,) = [feature for feature in hopeless.land.features.values() if feature.kind == "city"]

    assert Counting().expects(hopeless, city) == pytest.approx(1)
    assert Counting().expects(hopeful, city) > 1.1


@pytest.mark.parametrize("judge", [Plain(), Counting()], ids=lambda judge: type(judge).__name__)
def test_worth_of_a_duel_is_the_same_the_other_way_round(judge):
    for state in [*random_play(6, 160)][::11]:
        assert worth(state, 0, judge) == pytest.approx(-worth(state, 1, judge))


@pytest.mark.parametrize("judge", [Plain(), Counting()], ids=lambda judge: type(judge).__name__)
def test_worth_at_the_end_is_the_lead(judge):
    *_, state = random_play(7)

    assert worth(state, 0, judge) == state.scores[0] - state.scores[1]


@pytest.mark.slow
@pytest.mark.parametrize("levels", [("normal", "beginner"), ("expert", "normal")])
def test_each_level_beats_the_one_below(levels):
    """The measure of the rule page is 65 % of 200; with few matches chance has its share."""
    assert compare(game, levels, 10, 15, 7).share > 0.55
