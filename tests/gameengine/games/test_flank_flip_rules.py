import pytest

from gameengine.clock import control_from_json
from gameengine.core.errors import Refusal
from gameengine.core.types import CHANCE
from gameengine.games.flank_flip import game
from gameengine.randomness import SeededRandom
from gameengine.table import (
    Scripted,
    Seeded,
    act,
    advance,
    complete_options,
    dump,
    load,
    next_deadline,
    start_now,
    view,
)

from .flank_flip_play import DUEL, SIXTEEN, dealt, events_of, mover, options, play, position, read

NOTHING = "97X^,94O^,90O^/95X^,96O^,92O^/91X^,93X^,98O^"
"""Neither `turn a1` by X nor `turn c3` by O attacks anything here."""


# the deal


def test_each_mode_draws_sides_then_cards():
    state = game.start(options(), 2)

    assert game.to_act(state).chance.stream == "sides"
    state = game.apply(state, CHANCE, "X.O").state
    assert game.to_act(state).chance.stream == "deal"
    assert game.write(game.apply(state, CHANCE, DUEL).state) == f"{DUEL} X.O X start 0 O5X4 1"


def test_random_armies_are_nine_different_cards_of_all():
    state = dealt("O.X", cards="random")
    drawn = game.draw(state, SeededRandom(1))

    assert game.to_act(state).chance.stream == "armies"
    assert len(set(drawn.split(","))) == 9
    state = game.apply(state, CHANCE, drawn).state
    assert game.apply(state, CHANCE, game.draw(state, SeededRandom(2))).state.cards == ()


@pytest.mark.parametrize(
    ("outcomes", "changed"),
    [
        pytest.param(["X.X"], {}, id="no seats"),
        pytest.param(["O.X", DUEL.replace("90", "91")], {}, id="a card twice"),
        pytest.param(["O.X", DUEL.replace("90", "99")], {}, id="a card of another set"),
        pytest.param(["O.X", DUEL.replace("/", ",")], {}, id="no rows"),
        pytest.param(["O.X", "90,91,92,93,94,95,96,97"], {"cards": "random"}, id="eight cards"),
        pytest.param(["O.X", "90,91,92,93,94,95,96,97,42"], {"cards": "random"}, id="an unknown card"),
        pytest.param(["r.b.v.y", SIXTEEN, "q"], {"mode": "team16_4p"}, id="no army"),
    ],
)
def test_no_other_outcome_of_chance_is_taken(outcomes, changed):
    state = dealt(*outcomes[:-1], **changed)

    with pytest.raises(Refusal, match="BAD_SYNTAX"):
        game.apply(state, CHANCE, outcomes[-1])


def test_every_army_with_a_card_may_be_drawn_to_begin():
    state = dealt("r.b.v.y", SIXTEEN, mode="team16_4p")

    assert game.to_act(state).chance.stream == "first"
    assert {game.draw(state, SeededRandom(seed)) for seed in range(60)} == set("rbvy")


def test_a_first_army_without_a_card_is_skipped():
    """No yellow card is up: 94, 97, 99, ... lie with O or belong to blue."""
    board = "90O^,91X^,92O^,93X^/94O^,96X^,97O^,98X^/99O^,100X^,102O^,103X^/104X^,105O^,106X^,107O^"
    step = game.apply(dealt("r.b.v.y", mode="team16_4p", first_army="y"), CHANCE, board)

    assert mover(step.state) == 0
    assert [event["type"] for event in events_of(step)] == ["skipped", "turn"]


def test_a_partner_may_give_and_choose():
    """10 : 6 for X: blue sits at seat 1, yellow at seat 3; then O names its first army."""
    board = SIXTEEN.replace("90O", "90X").replace("92O", "92X")
    state = dealt("r.b.v.y", board, mode="team16_4p")

    assert game.to_act(state).seats == (1, 3)
    assert game.legal_actions(state, 1) == game.legal_actions(state, 3)
    state = game.apply(state, 3, "give a4 E").state
    assert game.to_act(state).seats == (0, 2)
    assert game.legal_actions(state, 2) == ("first r", "first v")
    with pytest.raises(Refusal, match="NOT_YOUR_ARMY"):
        game.apply(state, 0, "first y")
    assert mover(game.apply(state, 0, "first v").state) == 2


def test_an_army_without_a_card_may_not_be_named_first():
    """Seven red cards, and no violet one."""
    board = "90O^,91O^,92X^,93X^/94O^,96X^,97X^,98O^/99O^,100X^,102X^,103O^/104X^,105O^,106X^,107X^"
    state = dealt("r.b.v.y", board, mode="team16_4p")

    assert game.legal_actions(state, 2) == ("first r",)
    with pytest.raises(Refusal, match="ARMY_HAS_NO_CARD"):
        game.apply(state, 2, "first v")


# turns


def test_two_own_arrows_at_two_enemies_leave_a_choice():
    state = play(position(mover="O"), "swap c1 b2")

    assert game.legal_actions(state, 0) == ("hit c2 N", "hit c2 W", "hit a2 N")


def test_an_action_that_is_switched_off_is_not_listed():
    state = position(start_actions=["flip"])

    assert {text.split()[0] for text in game.legal_actions(state, 1)} == {"flip"}
    for text in ("swap a2 b1", "turn a2"):
        with pytest.raises(Refusal, match="ACTION_DISABLED"):
            game.apply(state, 1, text)


def test_stopping_an_attack_ends_the_turn_where_it_is_allowed():
    state = position(chain="optional")
    step = game.apply(play(state, "turn a2"), 1, "stop")

    assert step.turn_done == 1
    assert events_of(step)[0] == {"type": "turn_ended", "army": "X", "quiet": 1}
    assert step.state.phase == "start"


def test_a_win_in_the_middle_of_a_chain_ends_no_turn():
    state = position("90X^,91X^,92X^/93X^,94X^,95X^/96X^,97O^,98O^", best="O2X7")
    step = game.apply(state, 1, "flip c1 E")

    assert step.turn_done is None
    assert game.outcome(step.state).reason == "CONTROL"
    assert not game.to_act(step.state).seats
    with pytest.raises(Refusal, match="GAME_OVER"):
        game.apply(step.state, 0, "turn a1")


def test_with_two_players_the_order_of_armies_is_the_same():
    state = position(SIXTEEN, "r", mode="team16_2p", best="O8X8")
    seen = []
    for _ in range(5):
        seen.append((state.mover, mover(state)))
        quiet = next(
            text
            for text in game.legal_actions(state, mover(state))
            if text.startswith("swap") and play(state, text).phase == "start"
        )
        state = play(state, quiet)

    assert seen == [(0, 0), (1, 1), (2, 0), (3, 1), (0, 0)]


# draws


def test_the_third_time_is_counted_by_side_and_survives_storing():
    """A table that is stored between two actions must not forget what has been."""
    chance, control = Seeded(1), control_from_json({"kind": "none"})
    table = start_now(game, {}, 2, control, at_ms=0, chance=chance, position=f"{NOTHING} O.X X start 0 O5X4 1").table
    for text in ["turn a1", "turn c3"] * 4:
        table = load(dump(table))
        table = act(table, mover(table.state), text, 0, chance).table

    assert table.outcome.reason == "REPETITION"
    assert table.outcome.winner is None


def test_repetition_may_be_switched_off_or_set_to_another_number():
    twice = play(position(NOTHING, repetition_limit=2), *["turn a1", "turn c3"] * 2)
    never = play(position(NOTHING, repetition_limit=0), *["turn a1", "turn c3"] * 6)

    assert game.outcome(twice).reason == "REPETITION"
    assert game.outcome(never) is None
    assert game.memory(never) == ""


def test_repetition_goes_before_the_quiet_limit():
    state = position(NOTHING, quiet=52, turn_no=60)

    assert game.outcome(play(state, *["turn a1", "turn c3"] * 4)).reason == "REPETITION"


@pytest.mark.parametrize(
    ("mode", "chosen", "limit"),
    [("duel9", None, 60), ("team16_2p", None, 120), ("team16_4p", None, 120), ("duel9", 20, 20), ("duel9", 0, 0)],
)
def test_the_quiet_limit_is_that_of_the_mode_unless_one_is_chosen(mode, chosen, limit):
    assert game.quiet_limit(complete_options(game, {"mode": mode, "quiet_limit": chosen})) == limit


# ends


def test_partners_win_and_lose_together_however_it_ends():
    state = position(SIXTEEN, "r", mode="team16_4p", best="O8X8")

    for seat, reason in [(0, "RESIGN"), (1, "LEFT"), (2, "TIME")]:
        outcome = game.outcome(game.depart(state, seat, reason).state)
        assert (outcome.reason, outcome.winner) == (reason, 1 - seat % 2)
        assert [outcome.scores[partner] for partner in (seat, (seat + 2) % 4)] == [0, 0]
        assert sorted(outcome.ranks) == [1, 1, 3, 3]


def test_a_flag_that_falls_loses_for_the_team_in_a_choice_of_two_too():
    """10: the clock of the first seat asked runs while partners give."""
    board = SIXTEEN.replace("90O", "90X").replace("92O", "92X")
    chance = Scripted({"sides": ["r.b.v.y"], "deal": [board]})
    control = control_from_json({"kind": "fischer", "base_ms": 10_000, "increment_ms": 5_000})
    table = start_now(game, {"mode": "team16_4p"}, 4, control, at_ms=0, chance=chance).table

    assert table.clock.running == 1
    given = act(table, 3, "give a4 E", 4_000, chance).table
    assert given.clock.left_ms(1, 4_000) == 6_000
    lost = advance(given, next_deadline(given), chance).table
    assert (lost.outcome.reason, lost.outcome.winner) == ("TIME", 1)


def test_result_and_last_event_name_the_team():
    """8.4 and 13: by its symbol, whichever seats it has."""
    chance, control = Seeded(1), control_from_json({"kind": "none"})
    position = "90X^,91X^,92X^/93X^,94X^,95X^/96X^,97O^,98O^ X.O X start 0 O2X7 1"
    step = act(
        start_now(game, {}, 2, control, at_ms=0, chance=chance, position=position).table, 0, "flip c1 E", 0, chance
    )

    assert view(step.table, None)["result"]["team"] == "X"
    assert step.lines[-1].events[-1].full() == {"type": "game_over", "winner": 0, "reason": "CONTROL", "team": "X"}


def test_four_players_share_a_draw_as_two_do():
    state = position(SIXTEEN, "r", mode="team16_4p", best="O8X8")

    assert [float(score) for score in game.quiet_outcome(state).scores] == [0.5] * 4


# options


@pytest.mark.parametrize(
    "chosen",
    [
        {"mode": "solo"},
        {"start_actions": []},
        {"start_actions": ["swap", "swap"]},
        {"start_actions": ["jump"]},
        {"cards": "chosen"},
        {"cards": "chosen", "chosen_cards": [90, 91]},
        {"cards": "chosen", "chosen_cards": [90, 91, 92, 93, 94, 95, 96, 97, 97]},
        {"cards": "chosen", "chosen_cards": [90, 91, 92, 93, 94, 95, 96, 97, 7]},
        {"chosen_cards": [90, 91, 92, 93, 94, 95, 96, 97, 98]},
        {"total_defeat": True},
        {"first_army": "r"},
        {"mode": "team16_4p", "first_army": "O"},
        {"mode": "team16_2p", "cards": "yellow"},
        {"quiet_limit": 19},
        {"quiet_limit": True},
        {"repetition_limit": 1},
        {"back_alignment": "sheet"},
        {"solo": True},
    ],
    ids=str,
)
def test_impossible_options_are_refused(chosen):
    with pytest.raises(Refusal, match="BAD_OPTION"):
        complete_options(game, chosen)


def test_start_actions_and_chosen_cards_may_come_in_any_order_and_as_words():
    chosen = complete_options(
        game,
        {
            "start_actions": ["turn", "swap"],
            "cards": "chosen",
            "chosen_cards": ["98", "107", "90", "91", "92", "93", "94", "95", "96"],
        },
    )

    assert chosen["start_actions"] == ["swap", "turn"]
    assert chosen["chosen_cards"] == [98, 107, 90, 91, 92, 93, 94, 95, 96]


def test_the_mode_says_how_many_play_and_who_together():
    for mode, seats in (("duel9", 2), ("team16_2p", 2), ("team16_4p", 4)):
        assert game.seat_range({"mode": mode}) == (seats, seats)
        with pytest.raises(Refusal, match="BAD_OPTION"):
            game.start(options(mode=mode), 6 - seats)
    assert game.teams(options(mode="team16_4p"), 4) == (0, 1, 0, 1)


def test_a_whole_turn_is_one_line():
    assert [game.continues(text) for text in ("turn a2", "hit a1 E", "stop", "give a1 N")] == [False, True, True, False]


def test_a_position_may_be_loaded_anywhere():
    state = read(f"{SIXTEEN} b.r.y.v O first 0 O0X0 0", mode="team16_4p")

    assert game.to_act(state).seats == (1, 3)
    assert game.write(state).endswith("b.r.y.v O first 0 O0X0 0")
