import pytest

from gameengine.games.junqi import game
from gameengine.games.junqi.content import KINDS

from .junqi_play import options, position

GUIDE = game.guide
EXAMPLES = [*GUIDE.steps, *(example for section in GUIDE.sections for example in section.examples)]


def test_has_three_steps_and_the_questions_of_the_page():
    assert len(GUIDE.steps) == 3
    assert len(GUIDE.faq) == 32


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.action)
def test_examples_can_be_played(example):
    state = position(example.position, **example.options)

    assert example.action in game.legal_actions(state, example.seat)


def test_lists_every_piece():
    (pieces,) = [section for section in GUIDE.sections if section.key == "pieces"]

    for kind in KINDS:
        assert kind.name.en in pieces.text.en
        assert kind.name.de in pieces.text.de


def test_options_of_examples_are_the_games():
    assert all(set(example.options) <= set(options()) for example in EXAMPLES)
