"""How many play, and who plays together."""

import pytest

from gameengine.clock import control_from_notation
from gameengine.core.seats import seat_range, sides_of, teams_of
from gameengine.kit.playing import RandomGame
from gameengine.table import complete_options, open_table
from tests.gameengine.toy import crowd_toy, pairs_toy, team_toy, toy


@pytest.mark.parametrize(("crowd", "seats"), [(0, (2, 3)), (2, (2, 2)), (3, (3, 3))])
def test_options_may_decide_how_many_play(crowd, seats):
    assert seat_range(crowd_toy, complete_options(crowd_toy, {"crowd": crowd})) == seats


def test_without_such_options_the_game_says_how_many_play():
    assert seat_range(toy, complete_options(toy, {})) == (2, 3)


def test_a_table_has_no_more_and_no_fewer_seats_than_its_options_say():
    with pytest.raises(ValueError, match="3 to 3"):
        open_table(crowd_toy, {"crowd": 3}, 2, control_from_notation("none"), at_ms=0)

    table = open_table(crowd_toy, {"crowd": 3}, 3, control_from_notation("none"), at_ms=0).table

    assert table.seats == 3


def test_random_games_have_as_many_seats_as_their_options_say():
    for number in range(40):
        table = RandomGame(crowd_toy, number).table
        assert not table.options["crowd"] or table.seats == table.options["crowd"]


def test_without_teams_everybody_plays_alone():
    assert teams_of(team_toy, complete_options(team_toy, {}), 3) == (0, 1, 0)
    assert teams_of(toy, complete_options(toy, {}), 3) == (0, 1, 2)


@pytest.mark.parametrize(
    ("game", "options", "sides"),
    [
        pytest.param(toy, {}, ((0,), (1,)), id="a duel, though three may play"),
        pytest.param(crowd_toy, {"crowd": 3}, None, id="three are no pair"),
        pytest.param(pairs_toy, {}, ((0, 2), (1, 3)), id="two teams of two"),
    ],
)
def test_two_equal_sides_can_meet(game, options, sides):
    assert sides_of(game, complete_options(game, options)) == sides
