"""What the options of a match make of the rules (rule page, chapter 12)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from gameengine.core.types import Json
from gameengine.games.options import kept_by_options
from gameengine.games.tile_flight.content import START_TILE, TILES

FIELD_RULES: Final = ("third", "second", "first", "none")
SCOPES: Final = ("segment", "feature")


class Setting(NamedTuple):
    """The options of a match, under their names."""

    flier: bool
    crop_circle: bool
    circle_tile: str
    circle_add_scope: str
    field_scoring: str
    small_city: str
    followers: int
    auto_single: bool
    auto_limit: int

    @property
    def options(self) -> dict[str, Json]:
        """Return the options as a match has them."""
        return self._asdict()

    @property
    def has_farmers(self) -> bool:
        """Whether followers may stand on fields."""
        return self.field_scoring != "none"

    @property
    def bag(self) -> tuple[int, ...]:
        """Return how many of each tile are drawn in a match; the start tile is not (chapter 2)."""
        return tuple(_count(self, name) for name in TILES)


def _count(setting: Setting, name: str) -> int:
    tile = TILES[name]
    if tile.set == "flier":
        return tile.count if setting.flier else 0
    if tile.set == "circle":
        return int(setting.crop_circle and name == setting.circle_tile)
    return tile.count - (name == START_TILE)


@kept_by_options
def setting_of(_key: str, options: dict[str, Any]) -> Setting:
    """Return the setting of complete options."""
    return Setting(**{name: options[name] for name in Setting._fields})
