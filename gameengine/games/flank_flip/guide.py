"""The rule page for players, read once from `guide.yaml`, with all cards of the default content."""

from __future__ import annotations

from pathlib import Path

from gameengine.board.view import Tray
from gameengine.core.game import Guide
from gameengine.core.types import Text
from gameengine.games.flank_flip.content import SETS, SYMBOLS
from gameengine.games.flank_flip.options import OPTIONS
from gameengine.games.flank_flip.picture import printed
from gameengine.games.flank_flip.setting import FOUR, Setting, setting_of
from gameengine.games.guides import read_guide


def load_guide() -> Guide:
    """Return the guide in both languages."""
    # The cards of the large game show everything: their armies too.
    setting = setting_of({**{option.key: option.default for option in OPTIONS}, "mode": FOUR})
    return read_guide(Path(__file__).parent, trays={"cards": _trays(setting)})


def _trays(setting: Setting) -> tuple[Tray, ...]:
    """Return the cards of each set, both faces of a card side by side."""
    return tuple(_tray(setting, name) for name in SETS)


def _tray(setting: Setting, name: str) -> Tray:
    faces = (
        printed(setting, place, team)
        for place, card in enumerate(setting.content.cards)
        if card.set == name
        for team in range(len(SYMBOLS))
    )
    named = setting.content.set_names[name]
    title = Text(f"{named.en} cards, O and X of each", f"{named.de}: alle Karten, je O und X")
    return Tray(name, title, tuple(faces), reference=True)
