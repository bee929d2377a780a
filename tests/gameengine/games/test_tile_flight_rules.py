"""What the scenarios leave open: departures, final scoring, circles, time per turn, invariants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import control_from_json
from gameengine.core.errors import Refusal
from gameengine.core.types import CHANCE
from gameengine.games.tile_flight import game
from gameengine.randomness import SeededRandom
from gameengine.table import Scripted, Seeded, act, advance, start_now

from .tile_flight_play import events_of, options, played, position, random_play

NOBODY = "-1,0:U/1"


def left(state, seat, reason="RESIGN"):
    return game.depart(state, seat, reason)


class TestLeaving:
    def test_sets_aside_the_tile_in_hand(self):
        step = left(position(scores=(0, 0, 0), t="V", g="B*1"), 0)

        assert step.state.aside[21] == 1
        assert (step.state.active, step.state.phase, step.state.tile) == (1, "draw", "")
        assert [event.type for event in step.events] == ["resign", "out", "set_aside"]

    def test_scores_the_tile_just_placed_without_own_followers(self):
        land = "-1,0:A/3;0,0:D/0[r1=01];1,0:A/1"
        state = position(land, scores=(0, 0, 0), supply=(6, 6, 7), t="-", l="1,0", p="follower")

        step = left(state, 0)

        assert step.state.scores == (0, 3, 0)
        assert step.state.supply == (7, 7, 7)
        assert step.state.land.followers == {}

    def test_brings_back_a_follower_in_the_air(self):
        state = position("0,0:D/0;1,0:Y5/0", scores=(0, 0, 0), supply=(6, 7, 7), t="-", l="1,0", f="0,0", p="land")

        step = left(state, 0)

        assert step.state.supply == (7, 7, 7)
        assert step.state.phase == "draw"

    def test_drops_the_crop_circle_of_the_seat_whose_turn_it_is(self):
        state = position(
            f"{NOBODY}[r1=1];0,0:D/0;1,0:Z1/0", scores=(0, 0, 0), supply=(7, 6, 7), t="-", l="1,0", p="circle"
        )

        assert left(state, 0).state.phase == "draw"

    def test_passes_over_a_seat_that_owes_an_action_for_a_crop_circle(self):
        state = position(
            f"{NOBODY}[r1=1];0,0:D/0[r1=2];1,0:Z1/0[r1=0]",
            scores=(0, 0, 0),
            supply=(6, 6, 6),
            t="-",
            l="1,0",
            p="circle_add",
            w="1",
        )

        assert left(state, 1).state.mover == 2

    def test_leaves_others_in_the_middle_of_their_turn(self):
        state = position("0,0:D/0[r1=2]", scores=(0, 0, 0), supply=(7, 7, 6))

        after = left(state, 2).state

        assert (after.phase, after.mover, after.tile) == ("place", 0, "V")
        assert after.supply == (7, 7, 7)
        with pytest.raises(Refusal, match="NOT_YOUR_TURN"):
            left(after, 2)

    def test_lets_the_turn_pass_over_those_who_are_out(self):
        state = left(position(scores=(0, 0, 0, 0), g="V*2"), 1).state

        assert played(state, "@1,0/0", "-").active == 2

    def test_ends_when_one_is_left_and_ranks_by_when_one_left(self):
        state = left(left(position(scores=(5, 40, 9)), 1).state, 2, "TIME").state
        outcome = game.outcome(state)

        assert (outcome.winner, outcome.ranks, outcome.reason) == (0, (1, 3, 2), "TIME")
        assert list(outcome.scores) == [5, 40, 9]
        assert state.tile == "V"

    def test_leaves_the_board_as_it_is_in_a_duel(self):
        state = position("0,0:D/0[f1=1,r1=0]", supply=(6, 6))

        after = left(state, 0, "LEFT").state

        assert after.land.followers == state.land.followers
        assert game.outcome(after).reason == "ABANDON"

    @given(st.integers(0, 10_000), st.integers(0, 150), st.integers(0, 4))
    def test_keeps_a_game_that_can_be_played_to_its_end(self, seed, actions, seat):
        *_, state = random_play(seed, actions, seats=5)
        random = SeededRandom(seed)
        if state.phase != "over":
            state = left(state, seat).state
        while game.outcome(state) is None:
            turn = game.to_act(state)
            if turn.chance:
                state = game.apply(state, CHANCE, game.draw(state, random)).state
                continue
            assert seat not in turn.seats
            legal = game.legal_actions(state, turn.seats[0])
            state = game.apply(state, turn.seats[0], legal[random.below(len(legal))]).state
        assert game.read(game.write(state), options(), 5) == state


class TestFinalScoring:
    FIELDS = "0,-2:E/2;0,-1:H/0;0,0:D/0[f1=0]"

    @pytest.mark.parametrize(
        ("rule", "land", "scores"),
        [
            pytest.param("third", "0,-1:E/2[f1=0];0,0:D/0[f1=01]", (6, 3), id="each field by itself"),
            pytest.param("second", "0,-1:E/2[f1=0];0,0:D/0[f1=01]", (3, 3), id="once for each owner"),
            pytest.param("first", "0,-1:E/2[f1=0];0,0:D/0[f1=01]", (4, 0), id="all fields together"),
            pytest.param("first", "0,-1:E/2[f1=1];0,0:D/0[f1=0]", (4, 4), id="all fields together, tied"),
        ],
    )
    def test_of_fields(self, rule, land, scores):
        supply = tuple(7 - land.split("b=")[-1].count(str(seat), land.index("[")) for seat in (0, 1))
        state = position(land, supply=(0, 0) if min(supply) < 0 else (3, 3), g="-", changed={"field_scoring": rule})

        after = played(state, "@1,0/0", "-")

        assert after.phase == "over"
        assert after.scores == scores

    def test_tells_owners_with_different_shares_apart(self):
        """Second version: seat 0 was paid for the lower city before, seat 1 was not."""
        land = "0,-3:E/2[f1=0];0,-2:H/0[f1=01];0,-1:H/0;0,0:D/0"
        state = position(land, supply=(5, 6), g="-", changed={"field_scoring": "second"})

        step = game.apply(played(state, "@1,0/0"), 0, "-")
        paid = [(event["points"], event["seats"]) for event in events_of(step) if event["type"] == "final_score"]

        assert sorted(paid) == [(3, [0]), (3, [0]), (6, [1])]
        assert step.state.scores == (6, 6)


class TestTimePerTurn:
    CONTROL = control_from_json({"kind": "per_move", "per_move_ms": 30_000})

    def table(self, land="0,0:D/0", *, chance, seats=2, **fields):
        state = position(land, **fields)
        begun = start_now(game, {}, seats, self.CONTROL, at_ms=0, chance=chance, position=game.write(state))
        return begun.table

    def test_is_one_period_for_all_decisions_of_a_turn(self):
        chance = Scripted({"bag": ["V"]}, Seeded(1))
        table = self.table(chance=chance)

        table = act(table, 0, "@1,0/0", 20_000, chance).table
        table = advance(table, 30_000, chance).table

        assert table.state.active == 1

    def test_begins_anew_for_another_seat_at_a_crop_circle(self):
        chance = Scripted({"bag": ["V"]}, Seeded(1))
        land = f"{NOBODY}[r1=1];0,0:D/0;0,1:U/1[r1=1];1,0:Z1/0"
        table = self.table(land, chance=chance, supply=(7, 5), t="-", l="1,0", p="circle")
        table = act(table, 0, "oR", 29_000, chance).table

        assert table.state.mover == 1
        assert advance(table, 58_000, chance).table.state.mover == 1
        over = advance(table, 59_000, chance).table
        assert over.state.active == 1
        assert over.state.phase == "place"

    def test_leads_out_after_three_turns_in_a_row(self):
        chance = Seeded(3)
        table = start_now(game, {}, 2, self.CONTROL, at_ms=0, chance=chance).table
        while table.status != "over":
            if table.state.mover == 0:
                text = game.automatic_actions(table.state, 0)[0]
                table = act(table, 0, text, table.at_ms + 1000, chance).table
            else:
                table = advance(table, table.at_ms + 31_000, chance).table

        assert (table.outcome.reason, table.outcome.winner) == ("ABANDON", 0)
        assert len(table.state.land.tiles) == 7

    def test_never_leads_out_where_the_limit_is_off(self):
        assert game.timeouts(options(auto_limit=0)).forfeit_after == 0


class TestCropCircles:
    def test_ask_for_a_single_one_where_the_server_shall_not_decide(self):
        land = f"{NOBODY}[r1=1];0,0:D/0;1,0:Z1/0"
        changed = {"auto_single": False}
        state = position(land, supply=(7, 6), t="-", l="1,0", p="circle", changed=changed)

        after = played(state, "oR")

        assert game.legal_actions(after, 1) == ("o--1,0.r1",)

    def test_offer_both_parts_of_a_tile_that_belong_to_one_feature(self):
        """The whole feature is the scope: the crossing is reached twice by the same road."""
        land = "0,0:D/0;0,1:W/0;1,1:V/0[r1=0];1,2:V/1;-1,0:Z1/0"
        state = position(
            land, supply=(6, 7), t="-", l="-1,0", p="circle_add", w="0", changed={"circle_add_scope": "feature"}
        )

        assert "o+0,1.r1" in game.legal_actions(state, 0)


@given(st.integers(0, 10_000), st.integers(2, 5), st.booleans())
def test_invariants_hold_in_every_state(seed, seats, single):
    for state in random_play(seed, 60, seats=seats, auto_single=single, followers=1 + seed % 7):
        assert [what for what in game.broken(state, ()) if "events pay" not in what] == []


def test_broken_invariants_are_seen():
    state = position("0,0:D/0[r1=0]", supply=(5, 7), g="-")

    found = game.broken(state, [{"type": "score", "points": 3, "seats": [0]}])

    assert any("followers" in what for what in found)
    assert any("tiles" in what for what in found)
    assert any("points" in what for what in found)
