"""Nothing outside a game's own package knows its key: what a game needs, the interface has for all games."""

import re

import pytest

from gameengine.games.registry import GAMES
from tests.live import ROOT

PLACES = ("matches", "tournaments", "flagfall", "templates", "static", "gameengine")
KINDS = {".py", ".html", ".js", ".css", ".txt", ".svg"}
OWN = re.compile(r"gameengine/games/(?P<key>\w+)(/|\.py$)")
REGISTRY = ROOT / "gameengine/games/registry.py"


def files():
    """Yield every source file that belongs to no single game."""
    for place in PLACES:
        for path in sorted((ROOT / place).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            own = OWN.match(name)
            if path.suffix in KINDS and path != REGISTRY and not (own and own["key"] in GAMES):
                yield name, path


# A key may be an everyday word ("flagged"): as a key it stands in quotes, in a path, or is imported.
def pattern(key):
    return re.compile(
        rf"[\"'/.]{key}[\"'/.]|(import |games\.){key}\b|[\"']{key}[-_:]|^\s*{key}\s*=|\b{key}\.(html|js|css)"
    )


@pytest.mark.parametrize("key", GAMES)
def test_no_key_of_a_game_stands_outside_its_package(key):
    wanted = pattern(key)
    found = {
        f"{name}:{number}: {line.strip()}"
        for name, path in files()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if wanted.search(line)
    }

    assert found == set()


@pytest.mark.parametrize("key", GAMES)
def test_no_game_has_a_template_a_style_or_a_script_of_its_own(key):
    assert [name for name, path in files() if key in path.relative_to(ROOT).parts[1:] or path.stem == key] == []


def test_the_pattern_finds_what_it_is_for():
    for line in (
        'if game == "cards":',
        "{% if game.key == 'cards' %}",
        "from gameengine.games.cards import rules",
        "import cards",
        'include "games/cards/board.html"',
        "url(../pieces/cards/knight.svg)",
    ):
        assert pattern("cards").search(line), line
    for line in ("The seat has flagged and cards fall.", "cards_of(game)", "decks/cards_of.html"):
        assert not pattern("cards").search(line), line
