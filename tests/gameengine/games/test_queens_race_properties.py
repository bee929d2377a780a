import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameengine.core.errors import Refusal
from gameengine.games.queens_race import game
from gameengine.games.queens_race.content import ARRIVED_BIT, FROZEN_BIT, QUEEN, kind_of, owner_of
from gameengine.games.queens_race.notation import SYMBOLS
from gameengine.games.queens_race.sight import see
from gameengine.randomness import SeededRandom

from .queens_race_play import mirrored, mirrored_action, options, random_play

QUICK = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 10**6)
VARIANTS = st.fixed_dictionaries(
    {},
    optional={
        "formation": st.just("B"),
        "variant": st.just("breakthrough"),
        "height": st.sampled_from([5, 6, 8, 9]),
        "bonus_cards": st.just(False),
        "bonus_squares": st.just(["B3", "F3", "D4"]),
        "zone_threshold": st.integers(1, 12),
        "zone_tie": st.just("draw"),
        "goal_pieces": st.just("remove"),
        "quiet_result": st.just("points"),
        "max_turns": st.integers(10, 100),
    },
)
SQUARES = [f"{column}{row}" for column in "ABCDEFGH" for row in range(1, 10)]
TEXTS = st.one_of(
    st.tuples(
        st.sampled_from(SYMBOLS), st.sampled_from(SQUARES), st.sampled_from("-x*^"), st.sampled_from(SQUARES)
    ).map(lambda parts: f"{parts[0]} {parts[1]}{parts[2]}{parts[3]}"),
    st.sampled_from(["bonus draw", "bonus decline"]),
    st.sampled_from([f"pick {square}" for square in SQUARES]),
)


def drawn_state(data, seed, plies=250, **variant):
    return data.draw(st.sampled_from(list(random_play(seed, plies, **variant))))


@QUICK
@given(SEEDS, VARIANTS)
def test_positions_come_back_as_they_were(seed, variant):
    for state in random_play(seed, 200, **variant):
        again = game.read(game.write(state), options(**variant), 2)

        assert again == state
        assert game.outcome(again) == game.outcome(state)


def test_a_game_that_a_bonus_card_ended_comes_back():
    cards = "b=point,thaw,lose_turn,frost,step_forward,step_forward,chill j=thaw,sidestep,step_back,roll_again,swap"
    counts = "t=62.0 p=over d=FF/C/B s=1/1 q=0/0 k=0/0 r=2 a=0 z=0 n=20 f=- c=B3"
    text = f"qr1 1g4m/4mmg/2M1G2/7/MQ2q2/5M1/2M4 {counts} {cards} o=draw:MAX_TURNS"

    assert game.write(game.read(text, options(max_turns=62), 2)) == text


@QUICK
@given(SEEDS, VARIANTS, st.data())
def test_what_is_listed_is_accepted_and_nothing_else(seed, variant, data):
    state = drawn_state(data, seed, **variant)
    legal = set(game.legal_actions(state, state.turn))

    for text in [*legal, *data.draw(st.lists(TEXTS, min_size=40, max_size=40))]:
        if text in legal:
            game.apply(state, state.turn, text)
        else:
            with pytest.raises(Refusal) as refused:
                game.apply(state, state.turn, text)
            assert refused.value.code in game.refusals


@QUICK
@given(SEEDS, VARIANTS, st.data())
def test_both_seats_play_the_same_game_in_the_mirror(seed, variant, data):
    """The order of columns, by which ties are settled (5.3), is the same for both; left and right change places."""
    # In a mirror the bonus squares are the same only in the middle row.
    state = drawn_state(data, seed, **{**variant, "height": 7, "bonus_squares": ["B4", "D4", "F4"]})
    image = mirrored(state)
    legal = game.legal_actions(state, state.turn)

    assert {mirrored_action(state, text) for text in legal} == set(game.legal_actions(image, image.turn))
    for text in legal:
        after = game.apply(state, state.turn, text).state
        assert mirrored(after) == game.apply(image, image.turn, mirrored_action(state, text)).state


@QUICK
@given(SEEDS, VARIANTS)
def test_counts_stay_within_their_bounds_and_never_fall(seed, variant):
    before = None
    for state in random_play(seed, 300, **variant):
        without_cards = not state.setting.options["bonus_cards"]
        assert sum(state.score) <= state.removed + state.arrived + (0 if without_cards else state.turn_no) + 1
        assert not without_cards or sum(state.score) >= state.removed + state.arrived
        assert 0 <= state.removed <= 12
        assert 0 <= state.arrived <= 12
        assert max(state.queens) <= 2
        if before is not None:
            assert state.turn_no >= before.turn_no
            assert state.removed >= before.removed
            assert state.arrived >= before.arrived
            assert state.zone_active >= before.zone_active
        before = state


@QUICK
@given(SEEDS, VARIANTS)
def test_pieces_are_where_the_counters_say(seed, variant):
    for state in random_play(seed, 300, **variant):
        pieces = [piece for piece in state.board if piece]
        queens = [piece for piece in pieces if kind_of(piece) == QUEEN]
        gone = state.arrived if state.setting.goal_removes else 0
        assert len(pieces) - len(queens) == 12 - state.removed - gone
        assert sorted(map(owner_of, queens)) == [seat for seat in (0, 1) if state.queens[seat] < 2]
        assert not any(piece & ARRIVED_BIT for piece in queens)
        cards = [*state.deck, *state.discard, *([state.card] if state.card else [])]
        assert sorted(cards) == (sorted(state.setting.content.deck) if state.setting.options["bonus_cards"] else [])


@QUICK
@given(SEEDS, VARIANTS)
def test_a_queen_stands_on_the_enemy_line_only_when_the_match_is_over(seed, variant):
    for state in random_play(seed, 300, **variant):
        entered = [
            piece
            for square, piece in enumerate(state.board)
            if kind_of(piece) == QUEEN and state.setting.goal[owner_of(piece)][square]
        ]
        assert not entered or (state.ending is not None and state.zone_active)


@QUICK
@given(SEEDS, VARIANTS)
def test_what_is_frozen_does_nothing_but_free_itself(seed, variant):
    for state in random_play(seed, 200, **variant):
        if state.phase != "act":
            continue
        for text in game.legal_actions(state, state.turn):
            origin = text.split(" ")[1][:2]
            if state.board[state.setting.index[origin]] & FROZEN_BIT:
                assert text == f"Z {origin}^{origin}"


@QUICK
@given(SEEDS, VARIANTS)
def test_the_quiet_counter_and_the_bound_on_actions_end_every_match(seed, variant):
    *_, last = random_play(seed, game.max_actions + 1, **variant)

    assert game.outcome(last) is not None or game.quiet(last) > 60


@QUICK
@given(SEEDS, VARIANTS, st.data())
def test_nothing_that_anybody_meets_depends_on_the_order_of_the_deck(seed, variant, data):
    state = drawn_state(data, seed, **variant)
    other = game.redeal(state, None, SeededRandom(seed))

    assert game.view(other, 0, over=False) == game.view(state, 0, over=False)
    assert game.legal_actions(other, state.turn) == game.legal_actions(state, state.turn)
    assert sorted(other.deck) == sorted(state.deck)


@QUICK
@given(SEEDS, VARIANTS)
def test_a_view_read_again_is_the_position_without_the_deck(seed, variant):
    for state in random_play(seed, 100, **variant):
        seen = see(game.view(state, 0, over=False))
        if state.ending is None:
            assert seen == state._replace(deck=("?",) * len(state.deck))
