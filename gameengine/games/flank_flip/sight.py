"""A view as a state, for the picture and for bots. Nothing else reaches either."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gameengine.board.same import Same
from gameengine.core.types import JsonObject
from gameengine.games.flank_flip.grid import NOWHERE
from gameengine.games.flank_flip.setting import setting_of
from gameengine.games.flank_flip.state import MOVERS, NOBODY, State


def see(view: JsonObject) -> State:
    """Return the position of a view, without its history; after the end it is that of the last action."""
    return _seen(Same(view))


@lru_cache(maxsize=32)
def _seen(of: Same[JsonObject]) -> State:
    view: Mapping[str, Any] = of.it
    setting = setting_of(view["options"])
    names, best = setting.grid.names, view["best"]
    return State(
        setting,
        view["phase"],
        ".".join(view["seats"]),
        board=bytes(setting.codes[view["board"][name]] for name in names) if view["board"] else b"",
        mover=NOBODY if view["army"] is None else MOVERS.index(view["army"]),
        attacker=setting.grid.index.get(view["attacker"], NOWHERE),
        quiet=view["quiet"],
        best=(best["O"], best["X"]),
        turn_no=view["turn_no"],
    )
