"""What every hosted game must do: a short run of the kit, and the recorded games line by line.

The long run is `python -m gameengine kit --games 1000`. A changed rule shows as a changed line of a playthrough; write
the file anew with `python -m gameengine playthrough GAME --seed N`.
"""

from pathlib import Path

import pytest

from gameengine.clock import control_from_json
from gameengine.core.errors import RefusalText
from gameengine.core.game import Option
from gameengine.games.registry import GAMES, HOSTED
from gameengine.kit import options_of, playthrough, run_kit
from gameengine.kit.running import OPENING
from gameengine.table import complete_options

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
KEYS = sorted(GAMES)
pytestmark = pytest.mark.parametrize("key", KEYS)


@pytest.mark.parametrize("first", [2, 4])
def test_random_games_pass_the_kit(key, first):
    report = run_kit(GAMES[key], 2, first=first, short=True)

    assert report.faults == []
    assert report.games == 2


def test_all_checks_hold_at_every_node_of_the_opening_of_one_game(key):
    report = run_kit(GAMES[key], 1, first=0, short=True)

    assert report.faults == []
    assert report.nodes_checked >= min(report.actions, OPENING)


def test_recorded_games_come_out_again(key):
    files = sorted(PLAYTHROUGHS.glob(f"{key}-*.txt"))

    assert files, f"{key} has no playthrough"
    for file in files:
        seed = int(file.stem.rpartition("-")[2])
        text = file.read_text(encoding="utf-8")
        recorded = text.splitlines()
        for number, line in enumerate(playthrough(GAMES[key], seed, options_of(text)).splitlines()):
            assert line == recorded[number], f"{file.name}, line {number + 1}"


def test_words_are_there_in_both_languages(key):
    game = GAMES[key]
    texts = [game.name, game.summary, *game.reasons.values()]
    texts += [words.text for words in game.refusals.values()]
    texts += [option.label for option in game.options]

    assert all(text.en and text.de for text in texts)
    assert all(isinstance(words, RefusalText) for words in game.refusals.values())


def test_the_rule_page_speaks_both_languages_everywhere(key):
    guide = GAMES[key].guide
    examples = [*guide.steps, *(example for section in guide.sections for example in section.examples)]
    texts = [guide.source, *(example.caption for example in examples)]
    texts += [text for section in guide.sections for text in (section.title, section.text)]
    texts += [text for question in guide.faq for text in question]

    assert all(text.en and text.de for text in texts)
    # Names such as "Clock" could be the same; whole sentences never are.
    assert all(text.en != text.de for text in texts if len(text.en) > 20)
    assert not any("{" in text.to(language) for text in texts for language in ("en", "de"))


def test_the_default_clock_and_the_default_options_are_valid(key):
    game = GAMES[key]

    assert control_from_json(game.default_control).kind
    assert complete_options(game, {option.key: option.default for option in game.options})
    assert all(isinstance(option, Option) for option in game.options)
    assert game.timeouts(complete_options(game, {})).on_timeout in {"lose", "autopilot"}


def test_has_three_bots_if_it_is_played_here(key):
    assert set(GAMES[key].bots) == ({"beginner", "normal", "expert"} if key in HOSTED else set())
