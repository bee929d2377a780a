import pytest

from gameengine.core.errors import Refusal
from gameengine.games.queens_race import game
from gameengine.games.queens_race.content import CONTENTS, DEFAULT_CONTENT, content_of
from gameengine.games.queens_race.glyphs import GLYPHS
from gameengine.games.queens_race.words import card_text

from .queens_race_play import options

GUIDE = game.guide
EXAMPLES = [*GUIDE.steps, *(example for section in GUIDE.sections for example in section.examples)]
CONTENT = content_of(CONTENTS[DEFAULT_CONTENT])


def section(key):
    (found,) = [section for section in GUIDE.sections if section.key == key]
    return found


def test_has_three_steps_and_the_questions_of_the_page():
    assert len(GUIDE.steps) == 3
    assert len(GUIDE.faq) == 35


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.action)
def test_examples_are_positions_and_their_actions_are_played_or_refused_as_they_say(example):
    state = game.read(example.position, options(**example.options), 2)

    if example.action == "F D6-D7" and not state.zone_active:
        with pytest.raises(Refusal, match="ZONE_INACTIVE"):
            game.apply(state, example.seat, example.action)
    elif example.action:
        assert example.action in game.legal_actions(state, example.seat)


def test_the_forced_queen_has_no_other_action():
    (forced,) = [example for example in section("zone").examples if "two to three" in example.caption.en]
    state = game.read(forced.position, options(), 2)

    assert game.legal_actions(state, 0) == (forced.action,)
    assert game.outcome(game.apply(state, 0, forced.action).state).scores == (2, 3)


def test_lists_pieces_and_the_faces_of_the_dice():
    text = section("pieces").text

    for names in CONTENT.piece_names:
        assert names.en in text.en
        assert names.de in text.de
    orange = section("pieces").trays[1]
    assert [item.badge for item in orange.items] == ["F", "3 × C", "Z", "J"]
    glyphs = {item.glyph for tray in section("pieces").trays for item in tray.items}
    assert glyphs <= {key for key, _path in GLYPHS}


def test_every_card_is_shown_with_what_it_does_and_how_often_there_is_one():
    shown = {item.label: item for tray in section("cards").trays for item in tray.items}

    assert set(shown) == {card.name for card in CONTENT.cards.values()}
    for card in CONTENT.cards.values():
        assert shown[card.name].detail.en.lower() == card_text(card).en.lower()
        assert shown[card.name].detail.de[0].isupper()
        assert shown[card.name].badge == (f"{card.count} ×" if card.count > 1 else "")
        assert card_text(card).en.endswith(".")
        assert card_text(card).de.endswith(".")
