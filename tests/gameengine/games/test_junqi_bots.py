import pytest

from gameengine.bots import choose
from gameengine.core.budget import Budget
from gameengine.games.junqi import game
from gameengine.games.junqi.bots.search import MATE, Search
from gameengine.games.junqi.bots.sight import see
from gameengine.games.junqi.bots.worth import Worth
from gameengine.randomness import SeededRandom

from .junqi_play import position, random_play

LEVELS = ("beginner", "normal", "expert")


def chosen(level, state, budget_ms=200, seed=1):
    view = game.view(state, state.to_move, over=False)
    legal = game.legal_actions(state, state.to_move)
    return choose(game, level, view, state.to_move, legal, SeededRandom(seed), budget_ms)


@pytest.mark.parametrize("level", LEVELS)
def test_play_legal_actions_through_a_match(level):
    for state in [*random_play(5, 250)][::12]:
        if game.to_act(state).seats:
            assert chosen(level, state, budget_ms=5) in game.legal_actions(state, state.to_move)


@pytest.mark.parametrize("level", ["normal", "expert"])
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("3Df/5/5/5/4t/5/c4/5/D4/5/5/F4 0 r -- 0 40", {"d12xe12"}, id="takes the open flag"),
        pytest.param("4f/1m3/5/5/4t/5/k4/5/S4/5/5/F4 0 r -- 0 40", {"a4xa6"}, id="takes what hangs"),
        pytest.param("4f/1m3/5/5/4t/5/s4/2C2/X4/5/2M2/F3E 0 r -- 0 40", {"a4xa6"}, id="bombs the highest rank"),
    ],
)
def test_see_what_is_at_hand(level, text, wanted):
    assert chosen(level, position(text)) in wanted


def test_the_expert_saves_what_is_attacked():
    # The blue commander on a9 looks down the railway at the red corps commander on a4.
    state = position("4f/1m3/5/s4/4t/5/5/5/K4/5/3C1/F3M 0 r -- 0 40")

    move = chosen("expert", state)

    after = game.apply(state, 0, move).state
    assert not any("x" in text for text in game.legal_actions(after, 1))


def test_the_expert_sends_an_engineer_round_the_corner_to_the_last_mine():
    state = position("4f/1m3/5/5/4t/5/5/2D2/5/5/E4/F3M 0 r -- 0 40")

    assert chosen("expert", state) == "a2xb11"


def test_the_expert_wins_a_flag_race_in_two():
    # Any way to e12 in two moves wins, since blue's lieutenant cannot stop the rail on column e.
    state = position("4f/5/5/5/t4/5/5/5/5/5/4D/F3M 0 r -- 0 40")

    after = game.apply(state, 0, chosen("expert", state)).state
    reply = game.apply(after, 1, game.legal_actions(after, 1)[0]).state
    end = game.apply(reply, 0, chosen("expert", reply)).state

    assert game.outcome(end).reason == "FLAG_CAPTURED"


def test_choices_do_not_depend_on_what_is_face_down():
    state = [*random_play(7, 60)][-1]
    other = game.redeal(state, None, SeededRandom(1))

    for level in ("beginner", "normal"):
        assert chosen(level, state, seed=3) == chosen(level, other, seed=3)


def test_search_takes_back_all_that_it_plays():
    state = [*random_play(11, 160)][-1]
    sight = see(game.view(state, 0, over=False), state.to_move)
    search = Search(sight, Worth(sight), Budget(60_000))
    before = list(search.board), search.balance, search.quiet, search.hidden

    search.value(sight.mine, 2, -2 * MATE, 2 * MATE, 0)

    assert (search.board, search.quiet, search.hidden) == (before[0], before[2], before[3])
    assert search.balance == pytest.approx(before[1])


def test_the_search_knows_the_moves_of_the_rules():
    for state in [*random_play(13, 260)][::10]:
        if state.colour < 0 or not game.to_act(state).seats:
            continue
        sight = see(game.view(state, 0, over=False), state.to_move)
        search = Search(sight, Worth(sight), Budget(60_000))
        found = {(origin, target) for _, origin, target in search.moves(sight.mine, captures_only=False)}
        legal = [text for text in game.legal_actions(state, state.to_move) if not text.startswith("flip")]

        assert len(found) == len(legal)
