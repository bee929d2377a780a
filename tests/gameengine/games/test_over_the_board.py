"""Games on a real board: what the scenarios cannot say."""

import pytest

from gameengine.clock import control_from_json
from gameengine.core.errors import Refusal
from gameengine.games.over_the_board import game
from gameengine.games.registry import GAMES, HOSTED
from gameengine.log import header, replay
from gameengine.table import Seeded, act, complete_options, dump, load, start_now

MINUTE = {"kind": "absolute", "base_ms": 60_000}
OPTIONS = complete_options(game, {})


def started(**options):
    return start_now(game, options, 2, control_from_json(MINUTE), at_ms=0, chance=Seeded(1))


def test_it_is_known_and_not_played_here():
    assert game.key in GAMES
    assert game.key not in HOSTED
    assert not game.bots


@pytest.mark.parametrize(
    "text",
    [
        "1:3 0 -:- -", "2:0 0 -:- -", "1:1 3 -:- -", "01:1 0 -:- -", "1:1 0 -:2-0 -", "1:1 0 -:- 1", "1:0 0 -:- 0", "",
        "1:1 0 -:- - ", "1:1 -1 -:- -",
    ],
)  # fmt: skip
def test_refuses_positions_that_cannot_be(text):
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read(text, OPTIONS, 2)


@pytest.mark.parametrize(
    "data",
    [
        {}, {"type": "press", "progress": 1}, {"type": "press", "now": True}, {"type": "claim"},
        {"type": "claim", "result": "2-0"}, {"type": "claim", "result": "-"}, {"type": "play_on", "seat": 0},
    ],
)  # fmt: skip
def test_refuses_actions_in_another_form(data):
    with pytest.raises(Refusal, match="BAD_SYNTAX"):
        game.action_text(data)


def test_an_arbiter_is_called_only_where_entries_differ_or_a_flag_is_shown():
    assert game.calls([{"type": "claimed", "seat": 0, "result": "1-0"}]) is None
    assert "different" in game.calls([{"type": "claims_differ", "claims": ["1-0", "0-1"]}]).en
    assert "flag" in game.calls([{"type": "timeout", "seat": 0}, {"type": "flag_shown", "seat": 0}]).en


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_says_that_its_own_flag_has_fallen_and_no_other_one(seat):
    table = started().table
    early = act(table, seat, "fall", 59_999, Seeded(1))
    assert early.refusal.code == ("TIME_LEFT" if seat == 0 else "NOT_YOUR_TURN")

    late = act(table, 0, "fall", 70_000, Seeded(1))

    assert late.refusal is None
    assert late.table.outcome.winner == 1
    assert [line.at_ms for line in late.lines] == [60_000]


def test_the_line_of_a_stamped_press_has_both_instants_and_is_replayed():
    opened = started()
    step = act(opened.table, 0, "press", 10_000, Seeded(1), received_ms=41_000)
    line = step.lines[0]

    assert (line.public()["stamped"], line.public()["at_ms"], line.public()["received_ms"]) == (True, 10_000, 41_000)
    assert step.table.clock.left_ms(0, 10_000) == 50_000
    assert load(dump(step.table)) == step.table
    *_, last = replay(header(opened.table, "m", "c"), [*opened.lines, *step.lines])
    assert last.table == step.table


def test_a_flag_that_fell_before_a_stamped_press_is_not_marked():
    step = act(started().table, 0, "press", 60_000, Seeded(1), received_ms=90_000)

    assert step.refusal.code == "GAME_OVER"
    assert [line.received_ms for line in step.lines] == [None]
