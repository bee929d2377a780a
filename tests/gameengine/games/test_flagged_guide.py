import pytest

from gameengine.core.errors import Refusal
from gameengine.games.flagged import game
from gameengine.games.flagged.content import DEFAULT, content_of
from gameengine.table import complete_options
from matches.guide import rule_page

GUIDE = game.guide
EXAMPLES = [*GUIDE.steps, *(example for section in GUIDE.sections for example in section.examples)]
REFUSED = {
    "move H0 D4-D5": "WALL_BLOCKS",
    "wall A1E": "WALL_CLOSED",
    "wall H4N": "WALL_PATH",
    "move C0 E5-E6": "CLONE_CANNOT_CAPTURE",
    "move H1 F6-G6": "SMOKE_HOLDS",
}
"""What the page shows as forbidden, with the reason that its words give."""


def state_of(example):
    return game.read(example.position, complete_options(game, example.options), 2)


def test_has_three_steps_and_questions():
    assert len(GUIDE.steps) == 3
    assert len(GUIDE.faq) >= 30


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.action], ids=lambda one: one.action)
def test_examples_are_played_or_refused_as_the_page_says(example):
    state = state_of(example)

    if example.action in REFUSED and example.action not in game.legal_actions(state, example.seat):
        with pytest.raises(Refusal) as refused:
            game.apply(state, example.seat, example.action)
        assert refused.value.code == REFUSED[example.action]
    else:
        assert example.action in game.legal_actions(state, example.seat)


def test_every_position_can_be_read():
    assert all(state_of(example) for example in EXAMPLES)


def test_each_refusal_is_shown_once():
    refused = []
    for example in EXAMPLES:
        state = state_of(example)
        if example.action and example.action not in game.legal_actions(state, example.seat):
            refused.append(example.action)

    assert sorted(refused) == sorted(REFUSED)


def test_shows_every_hero_and_every_card_once():
    content = content_of({"content": DEFAULT})
    shown = [item.label.en for section in GUIDE.sections for tray in section.trays for item in tray.items]

    assert sorted(shown) == sorted([one.name.en for one in (*content.heroes.values(), *content.cards.values())])


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_is_drawn_with_boards_cards_and_reasons(language):
    page = rule_page("flagged", language)
    chapters = {chapter.key: chapter for chapter in page.chapters}

    assert "playcard--whole" in chapters["all-cards"].cards
    assert 'id="all-cards-cards-g-counter"' in chapters["all-cards"].cards
    assert [bool(figure.refused) for figure in chapters["walls"].figures] == [True, True]
    # What is only there to be read up is no part of the position.
    assert "hero-0" not in chapters["walls"].figures[0].before
