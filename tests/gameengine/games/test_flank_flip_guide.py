import pytest

from gameengine.core.errors import Refusal
from gameengine.games.flank_flip import game
from gameengine.games.flank_flip.checking import check_content
from gameengine.games.flank_flip.content import CONTENTS, DEFAULT_CONTENT, content_of

from .flank_flip_play import mover, options, seats

GUIDE = game.guide
EXAMPLES = [*GUIDE.steps, *(example for section in GUIDE.sections for example in section.examples)]
DATA = CONTENTS[DEFAULT_CONTENT]


def section(key):
    (found,) = [section for section in GUIDE.sections if section.key == key]
    return found


def test_has_three_steps_and_the_questions_of_the_page():
    assert len(GUIDE.steps) == 3
    assert len(GUIDE.faq) == 28


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.action)
def test_examples_are_positions_in_which_their_seat_may_play_so(example):
    complete = options(**example.options)
    state = game.read(example.position, complete, seats(complete["mode"]))

    assert example.seat == mover(state)
    assert example.action in game.legal_actions(state, example.seat)


def test_the_third_step_wins():
    step = GUIDE.steps[2]
    state = game.apply(game.read(step.position, options(), 2), step.seat, step.action).state

    assert game.outcome(state).winner == step.seat


def test_every_card_is_shown_with_both_faces():
    content = content_of(DATA)
    shown = [item for tray in section("cards").trays for item in tray.items]

    assert len(shown) == 2 * len(content.cards)
    assert {item.label for item in shown} == {card.name for card in content.cards}
    assert all(item.parts and item.title for item in shown)


def test_the_names_of_all_armies_stand_in_the_text():
    text = section("sixteen").text
    for en, de in [("red", "Rot"), ("violet", "Violett"), ("blue", "Blau"), ("yellow", "Gelb")]:
        assert en in text.en
        assert de in text.de


# content


def changed(**parts):
    return {**DATA, **parts}


def card(place, **parts):
    cards = [dict(one) for one in DATA["cards"]]
    cards[place] |= parts
    return changed(cards=cards)


def test_the_built_in_content_is_good():
    assert check_content(DATA) == ()


@pytest.mark.parametrize(
    ("content", "path", "code"),
    [
        pytest.param({}, "content", "MISSING_KEY", id="nothing"),
        pytest.param(changed(solo=True), "solo", "UNKNOWN_KEY", id="unknown key"),
        pytest.param(changed(rules_version=2), "rules_version", "UNKNOWN_VALUE", id="other rules"),
        pytest.param(card(1, number=90), "cards.0.number", "TWICE", id="a number twice"),
        pytest.param(card(0, set="yellow"), "sets.green", "WRONG_SIZE", id="eight green cards"),
        pytest.param(changed(sixteen_card_excluded=[95]), "sixteen_card_excluded", "WRONG_SIZE", id="seventeen cards"),
        pytest.param(
            changed(sixteen_card_excluded=[95, 7]), "sixteen_card_excluded.0", "UNKNOWN_VALUE", id="no such card"
        ),
        pytest.param(card(0, O={"army": "blue", "arrows": ["N"]}), "cards.0.O.army", "UNKNOWN_VALUE", id="X army on O"),
        pytest.param(card(0, O={"army": "red", "arrows": ["N", "N"]}), "cards.0.O.arrows", "TWICE", id="arrow twice"),
        pytest.param(card(0, O={"army": "red", "arrows": []}), "cards.0.O.arrows", "OUT_OF_RANGE", id="no arrow"),
        pytest.param(
            card(0, O={"army": "red", "arrows": ["NE"]}), "cards.0.O.arrows.0", "UNKNOWN_VALUE", id="diagonal"
        ),
    ],
)
def test_what_is_wrong_with_a_content_is_told_with_its_place(content, path, code):
    found = {(problem.path, problem.code) for problem in check_content(content)}

    assert (path, code) in found


def test_an_own_content_is_played():
    own = changed(content="mine", cards=[{**one, "number": one["number"] + 1000} for one in DATA["cards"]])
    own["sixteen_card_excluded"] = [1095, 1101]
    assert check_content(own) == ()

    state = game.read(
        "1090O^,1091X^,1092O^/1093X^,1094O^,1095X^/1096O^,1097X^,1098O^ O.X X start 0 O5X4 1", options(content=own), 2
    )
    assert "turn a2" in game.legal_actions(state, 1)
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read("90O^,91X^,92O^/93X^,94O^,95X^/96O^,97X^,98O^ O.X X start 0 O5X4 1", options(content=own), 2)
