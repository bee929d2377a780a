"""A viewer's view as numbers, for the picture and for bots. Nothing else reaches either."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from gameengine.board.same import Same
from gameengine.core.types import JsonObject
from gameengine.games.queens_race.content import ARRIVED_BIT, DARK_BIT, FROZEN_BIT, KINDS
from gameengine.games.queens_race.setting import NOWHERE, Setting, setting_of
from gameengine.games.queens_race.state import ACT, BONUS, ROLL, TARGET, State

_KINDS: Final = {letter: kind for kind, letter in enumerate(KINDS, 1)}


def see(view: JsonObject) -> State:
    """Return the position of a view; of the deck, whose order nobody knows, it has the cards' number as "?"."""
    known: Mapping[str, Any] = view
    setting = setting_of(known["options"])
    bonus, players = known["bonus"], known["players"]
    square = setting.index.get(bonus["square"], NOWHERE)
    return State(
        setting=setting,
        board=_board(setting, Same(known["board"])),
        turn=known["turn"],
        turn_no=known["turn_no"],
        phase=_phase(known["dice"], square, bonus["card"]),
        roll="/".join(known["dice"] or ()),
        score=(players[0]["score"], players[1]["score"]),
        queens=(players[0]["queen_captured"], players[1]["queen_captured"]),
        skips=(players[0]["skip"], players[1]["skip"]),
        removed=known["removed"],
        arrived=known["arrived"],
        zone_active=known["zone_active"],
        quiet=known["quiet"],
        progress=known["progress"],
        extra=known["extra_turn"],
        square=square,
        card=bonus["card"] or "",
        deck=("?",) * bonus["deck_size"],
        discard=tuple(bonus["discard"]),
    )


def _phase(dice: list[str] | None, square: int, card: str | None) -> str:
    """Return what is to be decided; before the start and after the end the view's own word for it is another one."""
    if card:
        return TARGET
    if square != NOWHERE:
        return BONUS
    return ACT if dice else ROLL


@lru_cache(maxsize=64)
def _board(setting: Setting, pieces: Same[Mapping[str, Mapping[str, Any]]]) -> bytes:
    board = bytearray(len(setting.names))
    for name, piece in pieces.it.items():
        number = _KINDS[piece["kind"]] | DARK_BIT * piece["owner"]
        board[setting.index[name]] = number | ARRIVED_BIT * piece["arrived"] | FROZEN_BIT * piece["frozen"]
    return bytes(board)
