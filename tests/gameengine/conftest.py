"""Makes the toy games known to the registry, so that tables of them can be stored and replayed."""

from types import MappingProxyType

import pytest

from gameengine.games import registry
from tests.gameengine.toy import deck_toy, departing_toy, pairs_toy, team_toy, toy


@pytest.fixture(autouse=True)
def toys_are_hosted(monkeypatch):
    toys = {game.key: game for game in (toy, deck_toy, departing_toy, team_toy, pairs_toy)}
    monkeypatch.setattr(registry, "GAMES", MappingProxyType({**registry.GAMES, **toys}))
