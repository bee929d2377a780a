import copy

import pytest

from gameengine.core.errors import Refusal
from gameengine.games.queens_race import game
from gameengine.games.queens_race.content import CONTENTS, DEFAULT_CONTENT
from gameengine.randomness import SeededRandom
from gameengine.table import complete_options

from .queens_race_play import options, position, rolled


def content(**changed):
    """Return the default content with parts replaced by their dotted path, dots written as two underscores."""
    data = copy.deepcopy(dict(CONTENTS[DEFAULT_CONTENT]))
    for path, value in changed.items():
        *above, last = path.split("__")
        part = data
        for key in above:
            part = part[key]
        part[last] = value
    return data


CARD = {"count": 1, "type": "advantage", "de": "Neu", "en": "New", "args": "none", "effect": [{"op": "extra_turn"}]}
SMALL = {
    "board": {"width": 5, "height": 6, "bonus_squares": ["C3"]},
    "formations": {"A": list("MGQGM"), "B": list("GMQMG")},
}


def test_the_built_in_content_is_good():
    assert game.check_content(CONTENTS[DEFAULT_CONTENT]) == ()
    assert sum(card["count"] for card in CONTENTS[DEFAULT_CONTENT]["bonus_cards"].values()) == 12


@pytest.mark.parametrize(
    ("changed", "path", "code"),
    [
        pytest.param({"colour": "red"}, "colour", "UNKNOWN_KEY", id="an unknown key"),
        pytest.param({"board__width": "7"}, "board.width", "WRONG_TYPE", id="a text for a number"),
        pytest.param({"board__height": 12}, "board.height", "OUT_OF_RANGE", id="too high a board"),
        pytest.param({"board__bonus_squares": ["B4", "d4"]}, "board.bonus_squares.1", "BAD_SQUARE", id="no square"),
        pytest.param({"board__bonus_squares": ["H4"]}, "board.bonus_squares.0", "OFF_BOARD", id="off the board"),
        pytest.param({"board__bonus_squares": ["B4", "B4"]}, "board.bonus_squares.1", "TWICE", id="a square twice"),
        pytest.param({"dice__green": ["F"] * 5}, "dice.green", "OUT_OF_RANGE", id="five faces"),
        pytest.param({"dice__blue": ["F"] * 5 + ["X"]}, "dice.blue.5", "UNKNOWN_VALUE", id="an unknown symbol"),
        pytest.param({"pieces__G__dice": ["red"]}, "pieces.G.dice.0", "UNKNOWN_VALUE", id="an unknown die"),
        pytest.param({"formations__A": list("MGMGMGM")}, "formations.A", "ONE_QUEEN", id="no queen"),
        pytest.param({"formations__B": list("MGMQMG")}, "formations.B", "WRONG_SIZE", id="a formation too short"),
        pytest.param({"formations__B": list("GGGQMMM")}, "formations.B", "OTHER_PIECES", id="other pieces"),
        pytest.param({"bonus_cards__New": CARD}, "bonus_cards.New", "BAD_ID", id="a bad id"),
        pytest.param(
            {"bonus_cards__new": {**CARD, "effect": [{"op": "win"}]}},
            "bonus_cards.new.effect.0",
            "UNKNOWN_OP",
            id="an unknown effect",
        ),
        pytest.param(
            {"bonus_cards__new": {**CARD, "effect": [{"op": "add_point", "n": 0}]}},
            "bonus_cards.new.effect.0.n",
            "OUT_OF_RANGE",
            id="no points",
        ),
        pytest.param(
            {"bonus_cards__new": {**CARD, "effect": [{"op": "swap"}]}},
            "bonus_cards.new.args",
            "WRONG_ARGS",
            id="a target that the card does not name",
        ),
        pytest.param(
            {"bonus_cards__new": {**CARD, "args": "two_own_pieces", "effect": [{"op": "swap"}, {"op": "extra_turn"}]}},
            "bonus_cards.new.args",
            "WRONG_ARGS",
            id="something after the target",
        ),
    ],
)
def test_every_fault_is_told_with_its_place(changed, path, code):
    problems = game.check_content(content(**changed))

    assert (path, code) in [(problem.path, problem.code) for problem in problems]
    assert all(problem.text.en and problem.text.de for problem in problems)


@pytest.mark.parametrize("data", [None, [], "queens", 7, {}])
def test_anything_else_is_no_content(data):
    assert game.check_content(data)


def test_the_option_takes_a_name_or_a_whole_content():
    assert complete_options(game, {})["content"] == DEFAULT_CONTENT
    assert complete_options(game, {"content": content(**SMALL)})["content"]["board"]["width"] == 5
    with pytest.raises(Refusal, match=r"board\.width"):
        complete_options(game, {"content": content(board__width=1)})
    with pytest.raises(Refusal, match="BAD_OPTION"):
        complete_options(game, {"content": "queens-race-secret"})


def test_a_content_of_its_own_sets_the_board():
    state = game.start(options(content=content(**SMALL), bonus_cards=False), 2)

    assert game.write(state).startswith("qr1 mgqgm/5/5/5/5/MGQGM ")
    assert game.write(game.start(options(content=content(**SMALL), formation="B", bonus_cards=False), 2)).startswith(
        "qr1 gmqmg/"
    )


def test_a_content_of_its_own_sets_dice_and_cards():
    own = content(dice__green=["BL"] * 6, bonus_cards={"new": {**CARD, "count": 3}})
    state = game.start(options(content=own), 2)

    assert game.draw(state, SeededRandom(1)) == "new,new,new"
    state = rolled(state, "new,new,new")
    assert game.draw(state, SeededRandom(1)).startswith("BL/")


@pytest.mark.parametrize("squares", [["H4"], ["B8"]])
def test_bonus_squares_must_be_on_the_board(squares):
    with pytest.raises(Refusal, match="BAD_OPTION"):
        complete_options(game, {"bonus_squares": squares})


@pytest.mark.parametrize("squares", ["B4", ["B4", "B4"], ["4B"], [4]])
def test_bonus_squares_are_a_list_of_squares(squares):
    with pytest.raises(Refusal, match="BAD_OPTION"):
        complete_options(game, {"bonus_squares": squares})


def test_a_board_is_as_wide_as_a_formation():
    with pytest.raises(Refusal, match="width"):
        complete_options(game, {"width": 8})


def test_a_card_of_several_effects_does_what_is_possible():
    card = {**CARD, "effect": [{"op": "move_lander", "by": "forward"}, {"op": "add_point", "n": 2}]}
    changed = {"content": content(bonus_cards={"new": card})}
    state = position("3q3/7/3m3/3M3/7/7/3Q3", phase="bonus", c="D4", b="new", changed=changed)

    step = game.apply(state, 0, "bonus draw")

    assert step.state.score == (2, 0)
    assert [event.type for event in step.events] == ["BONUS_DRAWN"]
    told = game.describe("bonus draw", [event.full() for event in step.events])
    assert told.de.startswith("Hell zieht Neu: ")
