"""The catalogue, game pages, rules and "how to play"; for every game of the registry."""

import re

import pytest
from django.urls import reverse

from gameengine.games.registry import GAMES
from matches import guide
from tests.matches.pages import page, visitor, words_of

pytestmark = pytest.mark.django_db
every_game = pytest.mark.parametrize("key", list(GAMES))
both_languages = pytest.mark.parametrize("language", ["en", "de"])


def in_language(language, name, *args):
    return visitor().get(reverse(name, args=args), headers={"accept-language": language}).content.decode()


def test_the_catalogue_names_every_game():
    text = words_of(page(visitor(), "games"))

    for game in GAMES.values():
        assert game.name.en in text
        assert game.summary.en in text


@every_game
def test_the_page_of_a_game_says_what_can_be_chosen(key):
    text = words_of(page(visitor(), "game", key))

    for option in GAMES[key].options:
        assert option.label.en in text


@every_game
@both_languages
def test_the_rules_have_every_section_question_and_the_source(key, language):
    text = words_of(in_language(language, "game-rules", key))

    told = GAMES[key].guide
    for section in told.sections:
        assert section.title.to(language) in text
    for question, answer in told.faq:
        assert question.to(language) in text
        assert answer.to(language) in text
    assert " ".join(told.source.to(language).split()) in text


@every_game
@both_languages
def test_every_example_is_drawn_before_and_after_its_action(key, language):
    text = in_language(language, "game-rules", key)

    told = GAMES[key].guide
    examples = [*told.steps, *(example for section in told.sections for example in section.examples)]
    shown = [example for example in examples if example.action]
    assert text.count('class="board') >= len(examples)
    for example in examples:
        assert example.caption.to(language) in words_of(text)
    assert shown, "a rule page needs an example with an action"
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


@every_game
def test_how_to_play_has_three_steps(key):
    text = page(visitor(), "game-how", key)

    assert text.count('<li class="step">') == 3


def test_how_to_play_leads_back_to_the_match_that_waits():
    text = page(visitor(), "game-how", next(iter(GAMES)), match="abcdefghijkl")

    assert reverse("match", args=["abcdefghijkl"]) in text


@pytest.mark.parametrize("name", ["game", "game-rules", "game-how", "practice"])
def test_an_unknown_game_is_not_found(name):
    answer = visitor().get(reverse(name, args=["no_such_game"]))

    assert answer.status_code == 404


def test_an_example_that_the_rules_refuse_shows_why():
    game = GAMES["junqi"]
    example = game.guide.steps[1]
    low = type(example)(example.position, example.caption, "a4-e12", example.seat)

    drawn = guide.figure(game, low, "en", prefix="x")

    assert drawn.after == ""
    assert drawn.refused == game.refusals["UNREACHABLE"].text.en or drawn.refused


def test_dashes_make_a_list():
    blocks = guide.blocks("One.\n\n- first\n- second,\n  longer")

    assert [(block.lines, block.is_list) for block in blocks] == [
        (("One.",), False),
        (("first", "second, longer"), True),
    ]
