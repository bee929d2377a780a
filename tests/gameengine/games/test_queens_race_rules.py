"""What the scenarios of the rule page leave open."""

import pytest

from gameengine.clock import control_from_json
from gameengine.core.errors import Refusal
from gameengine.core.types import CHANCE
from gameengine.games.queens_race import game
from gameengine.randomness import SeededRandom
from gameengine.table import Seeded, advance, start_now, state_json

from .queens_race_play import events_of, options, position, rolled, text_of


def code_of(state, text, seat=0):
    with pytest.raises(Refusal) as refused:
        game.apply(state, seat, text)
    return refused.value.code


class TestChance:
    def test_a_match_begins_with_the_bonus_cards_in_secret_then_the_dice(self):
        state = game.start(options(), 2)

        assert game.to_act(state).chance.stream == "bonus_deck"
        assert game.to_act(state).chance.audience == "server"
        deck = game.draw(state, SeededRandom(1))
        state = rolled(state, deck)
        assert ",".join(state.deck) == deck
        assert game.to_act(state).chance.stream == "dice"
        assert game.to_act(state).chance.audience == "public"
        assert game.to_act(rolled(state, "F/C/J")).seats == (0,)

    def test_without_bonus_cards_the_dice_come_first(self):
        assert game.to_act(game.start(options(bonus_cards=False), 2)).chance.stream == "dice"

    def test_every_face_comes_about_as_often_as_the_die_has_it(self):
        state = game.start(options(bonus_cards=False), 2)
        random = SeededRandom(1)

        rolls = [game.draw(state, random).split("/") for _ in range(3000)]

        assert 400 < sum(green == "FL" for green, _, _ in rolls) < 600
        assert 1350 < sum(orange == "C" for _, orange, _ in rolls) < 1650
        assert 850 < sum(blue == "C" for _, _, blue in rolls) < 1150

    @pytest.mark.parametrize("outcome", ["", "F/C", "F/C/X", "point,thaw"])
    def test_outcomes_of_another_form_are_refused(self, outcome):
        with pytest.raises(Refusal, match="BAD_FORMAT"):
            game.apply(game.start(options(bonus_cards=False), 2), CHANCE, outcome)

    def test_a_deck_must_be_the_whole_set(self):
        with pytest.raises(Refusal, match="BAD_FORMAT"):
            game.apply(game.start(options(), 2), CHANCE, "point,thaw")


class TestOrderOfChecks:
    def test_over_before_anything(self):
        state = position("3q3/7/7/7/7/7/3Q3", phase="over", o="0:RESIGN")

        assert code_of(state, "nonsense", 1) == "GAME_OVER"

    @pytest.mark.parametrize(
        "text", ["pass", "F A1", "F A1xA2", "C A1-A2", "Z A1-A2", "X A1-A2", "F A0-A1", "pick", ""]
    )
    def test_form_before_turn(self, text):
        assert code_of(position("3q3/7/7/7/7/7/M2Q3"), text, 1) == "BAD_FORMAT"

    def test_turn_before_phase(self):
        assert code_of(position("3q3/7/7/7/7/7/M2Q3"), "bonus draw", 1) == "NOT_YOUR_TURN"
        assert code_of(position("3q3/7/7/7/7/7/M2Q3"), "bonus draw", 0) == "WRONG_PHASE"
        assert code_of(position("3q3/7/7/7/7/7/M2Q3"), "pick A1", 0) == "WRONG_PHASE"

    def test_nobody_acts_while_the_dice_are_due(self):
        state = rolled(game.start(options(), 2), game.draw(game.start(options(), 2), SeededRandom(1)))

        assert code_of(state, "F A1-A2") == "NOT_YOUR_TURN"

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("C H1xA2", "NO_PIECE"),
            ("B D7-D8", "NOT_YOUR_PIECE"),
            ("B A1-A0", "BAD_FORMAT"),
            ("L A1-H1", "SYMBOL_NOT_AVAILABLE"),
            ("F C1-C2", "PIECE_FROZEN"),
            ("Z C1^C1", "SYMBOL_NOT_AVAILABLE"),
            ("F A1-H2", "OFF_BOARD"),
            ("Z E1^D1", "BAD_TARGET"),
            ("Z E1^E1", "BAD_TARGET"),
            ("Z D1^D1", "CANNOT_FREE"),
            ("Z E1*H2", "OFF_BOARD"),
            ("Z E1*D1", "BAD_TARGET"),
            ("F A1-B1", "WRONG_DIRECTION"),
            ("F A1-A1", "SQUARE_OCCUPIED"),
        ],
    )
    def test_the_first_failing_check_names_the_refusal(self, text, code):
        state = position("3q3/7/7/7/7/7/M1M*QG2", dice="F/Z/F")

        assert code_of(state, text) == code

    def test_messengers_never_capture_even_where_their_die_has_the_symbol(self):
        assert code_of(position("3q3/7/7/7/7/m6/M2Q3", dice="C/F/F"), "C A1xA2") == "CANNOT_CAPTURE"

    def test_messengers_never_free_even_where_their_die_has_the_symbol(self):
        assert code_of(position("3q3/7/7/7/7/7/M2Q*3", dice="Z/F/F"), "Z A1^D1") == "CANNOT_FREE"

    def test_a_card_takes_only_its_targets(self):
        state = position("3q3/7/7/3M3/7/7/M*2Q3", phase="target", c="D4:thaw")

        assert code_of(state, "pick D1") == "BAD_TARGET"
        assert code_of(state, "F D4-D5") == "WRONG_PHASE"


class TestQueens:
    def test_a_full_start_line_sends_her_to_the_next_row(self):
        state = position("mmmmmmm/3m3/7/2q4/1G5/7/3Q3", dice="B/C/F")

        after = game.apply(state, 0, "C B3xC4").state

        assert game.state_json(after)["board"]["C6"]["kind"] == "Q"

    def test_the_second_capture_ends_the_match_at_once(self):
        state = position("3q3/3G3/7/7/7/7/3Q3", dice="B/C/F", q="0/1", s="1/4")

        step = game.apply(state, 0, "C D6xD7")

        assert game.outcome(step.state).winner == 0
        assert game.outcome(step.state).scores == (1, 4)
        assert [event["type"] for event in events_of(step)] == ["QUEEN_CAPTURED"]

    def test_a_card_carries_her_into_a_zone_that_this_turn_has_activated(self):
        """6.2 bars the activating action itself; the card is the next one."""
        state = position("6q/3m3/3Q3/7/7/7/7", dice="B/C/C", r=4, b="step_forward", changed={"bonus_squares": ["D6"]})

        state = game.apply(state, 0, "C D5xD6").state
        assert state.zone_active
        after = game.apply(state, 0, "bonus draw").state

        assert game.outcome(after).reason == "VICTORY_ZONE"
        assert game.outcome(after).scores == (2, 0)


class TestTurns:
    def test_an_extra_turn_of_a_seat_that_must_skip_is_skipped(self):
        state = position("3q3/7/7/7/1M5/7/3Q3", k="1/0", b="roll_again")

        after = game.apply(game.apply(state, 0, "F B3-B4").state, 0, "bonus draw")

        assert after.state.turn == 1
        assert after.state.turn_no == 13
        assert [event["type"] for event in events_of(after)] == ["BONUS_DRAWN", "TURN_SKIPPED"]

    def test_a_piece_that_leaves_the_board_asks_for_no_card(self):
        state = position("6q/M6/7/7/7/7/3Q3", b="point", changed={"goal_pieces": "remove", "bonus_squares": ["A7"]})

        assert game.apply(state, 0, "F A6-A7").state.phase == "roll"

    def test_points_decide_at_the_last_turn_where_the_option_says_so(self):
        state = position("3q3/7/7/7/7/7/3Q3", turn="20.0", s="1/2", changed={"max_turns": 20, "quiet_result": "points"})

        outcome = game.outcome(game.apply(state, 0, "F D1-D2").state)

        assert (outcome.winner, outcome.reason, outcome.ranks) == (1, "MAX_TURNS", (2, 1))

    def test_who_leaves_loses_and_the_points_stay(self):
        outcome = game.outcome(game.depart(position("3q3/7/7/7/7/7/3Q3", s="5/1"), 0, "RESIGN").state)

        assert (outcome.winner, outcome.scores, outcome.ranks) == (1, (5, 1), (2, 1))


class TestCards:
    def test_a_swap_needs_both_kinds_unfrozen_and_off_the_enemy_line(self):
        state = position("M+2q3/7/7/3M3/7/7/G1G*Q3", phase="target", c="D4:swap")

        assert game.legal_actions(state, 0) == ("pick A1+D4",)

    def test_a_side_step_by_a_frozen_piece_is_no_target(self):
        state = position("3q3/7/7/3M3/7/7/G*2Q3", phase="target", c="D4:sidestep")

        assert game.legal_actions(state, 0) == ("pick D1-C1", "pick D1-E1", "pick D4-C4", "pick D4-E4")

    def test_hoarfrost_spares_messengers_that_are_frozen(self):
        state = position("m*m1q3/7/7/3M3/7/7/3Q3", phase="target", c="D4:frost")

        assert game.legal_actions(state, 0) == ("pick B7",)

    def test_a_step_onto_the_enemy_line_by_card_can_activate_a_breakthrough(self):
        changed = {"variant": "breakthrough", "bonus_squares": ["A6"]}
        state = position("6q/7/M6/7/7/7/3Q3", a=4, b="step_forward", changed=changed)

        after = game.apply(game.apply(state, 0, "F A5-A6").state, 0, "bonus draw")

        assert [event["type"] for event in events_of(after)] == ["BONUS_DRAWN", "MOVED", "ARRIVED", "ZONE_ACTIVATED"]


class TestTime:
    def started(self, control, board="3q3/7/7/7/1M5/7/3Q3", **fields):
        return start_now(
            game, {}, 2, control_from_json(control), at_ms=0, chance=Seeded(1), position=text_of(board, **fields)
        ).table

    def test_the_default_clock_credits_a_whole_turn_once(self):
        table = self.started(game.default_control, b="point")

        assert state_json(table)["clock"]["mode"] == "fischer"
        assert game.default_control == {"kind": "fischer", "base_ms": 600_000, "increment_ms": 5_000}

    def test_a_flag_that_falls_loses_with_the_points_as_they_are(self):
        table = advance(self.started(game.default_control, s="4/2"), 600_000, Seeded(1)).table

        assert (table.outcome.winner, table.outcome.reason, table.outcome.scores) == (1, "TIME", (4, 2))

    def test_the_end_of_the_time_for_a_decision_plays_the_first_action_of_the_list(self):
        table = self.started({"kind": "per_move", "per_move_ms": 45_000}, dice="F/B/C")

        lines = advance(table, 45_000, Seeded(1)).lines

        assert [line.text for line in lines if line.kind == "auto"] == ["F B3-B4"]
        assert any(event.type == "AUTOPILOT" for line in lines for event in line.events)

    def test_the_automatic_answer_to_a_bonus_square_is_no(self):
        state = position("3q3/7/7/1M5/7/7/3Q3", phase="bonus", c="B4", b="point")

        assert game.automatic_actions(state, 0) == ("bonus decline",)
