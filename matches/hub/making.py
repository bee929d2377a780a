"""Which scene an audience gets."""

from __future__ import annotations

from collections.abc import Sequence

from matches.hub.html import HtmlScene
from matches.hub.scenes import Audience, JsonScene, Scene, SeatName
from matches.picture import About
from matches.rows import Row


def make_scene(audience: Audience, row: Row, seats: Sequence[SeatName]) -> Scene:
    """Return a new scene for an audience of a match."""
    if audience.form == "json":
        return JsonScene(audience.viewer, seats)
    return HtmlScene(audience.viewer, audience.language, seats, About(row.id, "", row.room, row.practice))
