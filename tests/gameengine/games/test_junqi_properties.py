import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameengine.core.errors import Refusal
from gameengine.games.junqi import game
from gameengine.games.junqi.notation import ACTIONS
from gameengine.randomness import SeededRandom

from .junqi_play import options, random_play

QUICK = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 10**6)
VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "color_rule": st.just("table_pair"),
        "engineer_turns": st.just(False),
        "flag_rule": st.sampled_from(["mines", "always"]),
        "both_exhausted": st.just("mover_wins"),
        "hq_traps": st.just(True),
    },
)
TEXTS = sorted(ACTIONS)


@QUICK
@given(SEEDS, VARIANTS)
def test_positions_come_back_as_they_were(seed, variant):
    for state in random_play(seed, 150, **variant):
        again = game.read(game.write(state), options(**variant), 2)

        assert again == state
        assert game.outcome(again) == game.outcome(state)


@QUICK
@given(SEEDS, VARIANTS, st.data())
def test_what_is_listed_is_accepted_and_nothing_else(seed, variant, data):
    states = list(random_play(seed, 200, **variant))
    state = data.draw(st.sampled_from(states))
    legal = set(game.legal_actions(state, state.to_move))

    for text in [*legal, *data.draw(st.lists(st.sampled_from(TEXTS), min_size=50, max_size=50))]:
        if text in legal:
            game.apply(state, state.to_move, text)
        else:
            with pytest.raises(Refusal):
                game.apply(state, state.to_move, text)


@QUICK
@given(SEEDS, st.data())
def test_nothing_that_a_player_meets_depends_on_what_is_face_down(seed, data):
    state = data.draw(st.sampled_from(list(random_play(seed, 200))))
    other = game.redeal(state, None, SeededRandom(seed))
    seat = state.to_move

    assert game.view(other, seat, over=False) == game.view(state, seat, over=False)
    assert game.legal_actions(other, seat) == game.legal_actions(state, seat)
    assert game.automatic_actions(other, seat) == game.automatic_actions(state, seat)
    assert game.outcome(other) == game.outcome(state)
    for text in data.draw(st.lists(st.sampled_from(TEXTS), min_size=30, max_size=30)):
        assert code_of(other, seat, text) == code_of(state, seat, text)


def code_of(state, seat, text):
    try:
        game.apply(state, seat, text)
    except Refusal as refusal:
        return refusal.code
    return ""


@QUICK
@given(SEEDS)
def test_somebody_can_act_until_the_end(seed):
    for state in random_play(seed, 400):
        turn = game.to_act(state)
        if game.outcome(state) is None:
            assert game.legal_actions(state, turn.seats[0])
            assert set(game.automatic_actions(state, turn.seats[0])) <= set(game.legal_actions(state, turn.seats[0]))
        else:
            assert turn.seats == ()
            assert game.legal_actions(state, 0) == game.legal_actions(state, 1) == ()
