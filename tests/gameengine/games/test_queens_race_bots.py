import pytest

from gameengine.bots import choose
from gameengine.bots.strength import compare
from gameengine.games.queens_race import game
from gameengine.games.queens_race.bots.expert import expectation
from gameengine.games.queens_race.bots.worth import WIN, worth
from gameengine.randomness import SeededRandom

from .queens_race_play import mirrored, position, random_play

LEVELS = ("beginner", "normal", "expert")


def chosen(level, state, budget_ms=200, seed=1):
    view = game.view(state, state.turn, over=False)
    return choose(game, level, view, state.turn, game.legal_actions(state, state.turn), SeededRandom(seed), budget_ms)


@pytest.mark.parametrize("level", LEVELS)
def test_play_legal_actions_through_a_match(level):
    for state in [*random_play(5, 300)][::9]:
        if game.to_act(state).seats:
            assert chosen(level, state, budget_ms=5) in game.legal_actions(state, state.turn)


@pytest.mark.parametrize("level", ["normal", "expert"])
@pytest.mark.parametrize(
    ("board", "fields", "wanted"),
    [
        pytest.param(
            "7/7/7/2q4/1G5/7/M2Q3", {"dice": "F/C/B", "q": "0/1"}, "C B3xC4", id="captures the queen the second time"
        ),
        pytest.param("6q/M6/7/7/7/7/M2Q3", {"dice": "F/C/B"}, "F A6-A7", id="arrives"),
        pytest.param("q6/5Q1/7/7/7/7/M6", {"dice": "F/C/B", "z": 1, "s": "3/2", "r": 5}, "F F6-F7", id="enters to win"),
        pytest.param(
            "q6/5Q1/7/7/7/7/M6", {"dice": "F/C/C", "z": 1, "s": "0/4", "r": 5}, "F A1-A2", id="waits if behind"
        ),
    ],
)
def test_see_what_is_at_hand(level, board, fields, wanted):
    assert chosen(level, position(board, **fields)) == wanted


def test_the_expert_does_not_leave_its_queen_where_she_is_lost():
    """She has one life left, and from C5 a guard looks at B4, C4 and D4."""
    state = position("3q3/7/2g4/7/1Q5/7/M6", dice="FR/C/F", q="1/0")

    assert chosen("expert", state) == "FR A1-B2"


def test_a_card_is_drawn_when_most_of_those_left_are_good():
    state = position("m2q2m/7/7/3M3/7/M*6/3Q3", phase="bonus", c="D4", b="point,thaw,chill")

    assert chosen("normal", state) == "bonus draw"
    assert chosen("expert", state) == "bonus draw"


def test_only_the_number_of_cards_counts_not_their_order():
    """The bots see a view, in which the order is not."""
    one = position("3q3/7/7/3M3/7/7/3Q3", phase="bonus", c="D4", b="point,thaw,chill")
    two = position("3q3/7/7/3M3/7/7/3Q3", phase="bonus", c="D4", b="chill,point,thaw")

    for level in LEVELS:
        assert chosen(level, one) == chosen(level, two)


def test_worth_is_the_same_for_both_sides_and_the_other_way_round():
    for state in [*random_play(3, 200)][::5]:
        assert worth(state, 0) == pytest.approx(-worth(state, 1))
        assert worth(state, 0) == pytest.approx(worth(mirrored(state), 1))


def test_expectation_weighs_all_rolls():
    """A messenger stands before the line: of the six green faces F, FL, FR and J bring it in, FF and B do not."""
    state = position("7/5M1/7/7/7/7/7", phase="roll", dice="-")

    def best(symbol):
        after = state._replace(phase="act", roll=f"{symbol}/C/C")
        texts = game.legal_actions(after, 0)
        return max(
            (worth(game.apply(after, 0, text).state, 0) for text in texts), default=worth(state._replace(turn=1), 0)
        )

    green = state.setting.content.faces[0]
    assert expectation(state, 0) == pytest.approx(sum(map(best, green)) / len(green))
    assert best("B") < best("F") < WIN


@pytest.mark.slow
@pytest.mark.parametrize("levels", [("normal", "beginner"), ("expert", "normal")])
def test_each_level_beats_the_one_below(levels):
    """The measure of the rule page is 65 % of 200; with few matches chance has its share."""
    found = compare(game, levels, 16, 20, 7)

    assert found.share > 0.55
