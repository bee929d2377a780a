import pytest

from gameengine.bots import choose
from gameengine.bots.strength import compare
from gameengine.games.flank_flip import game
from gameengine.randomness import SeededRandom

from .flank_flip_play import SIXTEEN, dealt, mover, play, position, random_play

LEVELS = ("beginner", "normal", "expert")


def chosen(level, state, budget_ms=500, seed=1):
    view, seat = game.view(state, mover(state), over=False), mover(state)
    return choose(game, level, view, seat, game.legal_actions(state, seat), SeededRandom(seed), budget_ms)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", ["duel9", "team16_2p", "team16_4p"])
def test_play_legal_actions_through_a_match(level, mode):
    for state in [*random_play(5, 120, mode=mode)][::7]:
        if game.to_act(state).seats:
            assert chosen(level, state, budget_ms=5) in game.legal_actions(state, mover(state))


@pytest.mark.parametrize("level", ["normal", "expert"])
def test_take_the_whole_chain_that_wins(level):
    """28 of the scenarios: 90 hits 97, 92, 94 and 96, and X holds eight cards."""
    state = position("90Xv,97O^,92O^/93X^,95X^,94Ov/91X^,98O^,96O^")
    while state.turn_no == 1 and game.to_act(state).seats:
        state = play(state, chosen(level, state))

    assert game.outcome(state).winner == 1


def test_the_beginner_attacks_where_it_can():
    for state in [*random_play(9, 60)]:
        if state.phase == "start" and any(
            play(state, text).phase == "attack" for text in game.legal_actions(state, mover(state))
        ):
            assert play(state, chosen("beginner", state)).phase == "attack"


def test_the_expert_looks_at_the_answer():
    """Of all turns it takes one after which the best answer leaves it most cards."""

    def left(state):
        team = 1 - state.team
        ends = [state]
        most = 0
        while ends:
            now = ends.pop()
            for text in game.legal_actions(now, mover(now)):
                after = play(now, text)
                most = max(most, after.control()[state.team])
                if after.phase == "attack":
                    ends.append(after)
        return sum(state.control()) - most, team

    state = position(mover="O")
    after = play(state, chosen("expert", state))
    while after.phase == "attack" and after.turn_no == state.turn_no:
        after = play(after, chosen("expert", after))
    greedy = play(state, chosen("normal", state))
    while greedy.phase == "attack" and greedy.turn_no == state.turn_no:
        greedy = play(greedy, chosen("normal", greedy))

    assert left(after)[0] >= left(greedy)[0]


def test_the_expert_gives_away_what_hurts_least_and_names_its_stronger_army():
    given = dealt("O.X", "90O^,91O^,92O^/93O^,94O^,95X^/96O^,97O^,98O^")
    assert chosen("expert", given).startswith("give ")

    board = SIXTEEN.replace("92O", "92X")
    assert chosen("expert", dealt("r.b.v.y", board, mode="team16_4p")) in {"first r", "first v"}


@pytest.mark.slow
@pytest.mark.parametrize("levels", [("normal", "beginner"), ("expert", "normal")])
def test_each_level_beats_the_one_below(levels):
    """The measure of the rule page is 65 % of 200."""
    found = compare(game, levels, 16, 20, 7)

    assert found.share > 0.65
