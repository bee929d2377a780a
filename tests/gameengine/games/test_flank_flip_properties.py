import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameengine.core.errors import Refusal
from gameengine.games.flank_flip import game
from gameengine.games.flank_flip.actions import vocabulary
from gameengine.games.flank_flip.bots.turns import whole_turns
from gameengine.games.flank_flip.content import DOWN_BIT, X_BIT, team_of
from gameengine.games.flank_flip.grid import grid_of, opposite
from gameengine.games.flank_flip.setting import setting_of
from gameengine.games.flank_flip.sight import see

from .flank_flip_play import options, play, random_play

QUICK = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 10**6)
ANY_MODE = {
    "start_actions": st.sampled_from([["swap"], ["flip"], ["turn"], ["swap", "turn"]]),
    "chain": st.just("optional"),
    "quiet_limit": st.sampled_from([20, 33]),
    "repetition_limit": st.sampled_from([0, 2]),
    "back_alignment": st.just("calendar"),
}
DUELS = st.fixed_dictionaries({}, optional={**ANY_MODE, "cards": st.sampled_from(["yellow", "random"])})
SIXTEENS = st.fixed_dictionaries(
    {"mode": st.sampled_from(["team16_2p", "team16_4p"])},
    optional={**ANY_MODE, "total_defeat": st.just(True), "first_army": st.sampled_from("rvyb")},
)
VARIANTS = DUELS | SIXTEENS


def drawn_state(data, seed, plies=150, **variant):
    return data.draw(st.sampled_from(list(random_play(seed, plies, **variant))))


@QUICK
@given(SEEDS, VARIANTS)
def test_positions_come_back_as_they_were_with_their_memory(seed, variant):
    for state in random_play(seed, 120, **variant):
        again = game.read(game.write(state), options(**variant), state.setting.seats)
        remembered = game.remembering(again, game.memory(state))

        assert remembered == state
        assert again._replace(history=b"") == state._replace(history=b"")
        assert game.outcome(again) == game.outcome(state)


@QUICK
@given(SEEDS, VARIANTS)
def test_what_the_page_promises_holds_after_every_action(seed, variant):
    for state in random_play(seed, 400, **variant):
        assert game.broken(state, []) == ()


@QUICK
@given(SEEDS, VARIANTS, st.data())
def test_what_is_listed_is_accepted_and_nothing_else(seed, variant, data):
    state = drawn_state(data, seed, **variant)
    texts = sorted(vocabulary(state.setting.grid.size).actions)

    for seat in range(state.setting.seats):
        legal = set(game.legal_actions(state, seat))
        for text in [*legal, *data.draw(st.lists(st.sampled_from(texts), min_size=30, max_size=30))]:
            if text in legal:
                game.apply(state, seat, text)
            else:
                with pytest.raises(Refusal) as refused:
                    game.apply(state, seat, text)
                assert refused.value.code in game.refusals


@QUICK
@given(SEEDS, VARIANTS)
def test_only_flips_and_hits_change_control_and_only_for_the_acting_team(seed, variant):
    """7, FAQ-24: a hit takes one enemy card, none is given back; swaps and turns leave control as it is."""
    before = None
    for state in random_play(seed, 200, **variant):
        if before is not None and before.phase in {"start", "attack"}:
            gained = state.control()[before.team] - before.control()[before.team]
            assert gained in {0, 1}
            assert gained or before.phase == "start" or "optional" in variant.values()
        before = state


@QUICK
@given(SEEDS, DUELS | SIXTEENS)
def test_an_attack_ends_before_the_enemy_cards_do(seed, variant):
    """6.4: every hit takes one enemy card, so a chain has at most as many hits as the team lacks to its goal."""
    hits = 0
    for state in random_play(seed, 300, **variant):
        hits = hits + 1 if state.phase == "attack" else 0
        assert hits <= len(state.board)


@given(st.sampled_from(["page", "calendar"]), st.integers(0, 71), st.integers(0, 3))
def test_flips_and_turns_undo_themselves_and_opposite_directions_are_alike(alignment, code, way):
    setting = setting_of(options(back_alignment=alignment))
    flipped = setting.flipped[code]

    assert setting.flipped[flipped[way]][way] == code
    assert flipped[way] == flipped[opposite(way)]
    assert flipped[way] ^ flipped[way ^ 1] == DOWN_BIT
    assert (flipped[way] ^ code) & X_BIT
    assert setting.arrows[code ^ DOWN_BIT] == tuple(sorted(map(opposite, setting.arrows[code])))


@given(st.integers(0, 71), st.integers(0, 3))
def test_a_calendar_turns_what_a_page_keeps(code, way):
    page, calendar = (setting_of(options(back_alignment=name)) for name in ("page", "calendar"))

    assert page.flipped[code][way] == calendar.flipped[code][way] ^ DOWN_BIT


@given(st.sampled_from([3, 4]), st.data())
def test_neighbours_look_at_each_other_and_nothing_wraps_around(size, data):
    grid = grid_of(size)
    square, way = data.draw(st.integers(0, size * size - 1)), data.draw(st.integers(0, 3))
    beside = grid.beside[square][way]

    assert beside == -1 or grid.beside[beside][opposite(way)] == square
    assert sum(other >= 0 for row in grid.beside for other in row) == 4 * size * (size - 1)


@QUICK
@given(SEEDS, VARIANTS)
def test_a_view_read_again_is_the_position_without_its_history(seed, variant):
    for state in random_play(seed, 60, **variant):
        if state.ending is None:
            assert see(game.view(state, None, over=False)) == state._replace(history=b"")


@QUICK
@given(SEEDS, VARIANTS, st.data())
def test_the_turns_that_bots_see_are_those_that_the_rules_play(seed, variant, data):
    state = drawn_state(data, seed, plies=40, **variant)
    if state.phase != "start":
        return
    played = {}
    for text in game.legal_actions(state, game.to_act(state).seats[0]):
        for after in _ends(play(state, text), state.turn_no):
            played.setdefault(after.board, after.control()[state.team])

    assert {turn.board: turn.held for turn in whole_turns(state.setting, state.board, state.mover)} == played


def _ends(state, turn_no):
    """Yield the states in which a turn can end."""
    if state.phase != "attack" or state.turn_no != turn_no:
        yield state
        return
    for text in game.legal_actions(state, game.to_act(state).seats[0]):
        yield from _ends(play(state, text), turn_no)


@QUICK
@given(SEEDS, VARIANTS)
def test_cards_stay_the_same_and_belong_to_somebody(seed, variant):
    first = None
    for state in random_play(seed, 100, **variant):
        cards = sorted(code // 4 for code in state.board)
        first = first or cards
        assert cards == first
        assert sum(team_of(code) for code in state.board) == state.control()[1]
