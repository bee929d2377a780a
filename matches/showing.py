"""What the page of a match and its frames share besides the parts: board, sentence, and the data of the script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameengine.board.svg import render as draw
from gameengine.core.types import JsonObject
from matches import now, parts, words
from matches.picture import MatchPicture


def board_markup(picture: MatchPicture) -> str:
    """Return the picture of the board; a player's can be picked from."""
    return draw(picture.board, words.language(), interactive=picture.can_pick)


def last_text(picture: MatchPicture, lines: Sequence[JsonObject]) -> str:
    """Return the sentences about an action and the chance events after it, as the viewer may know them."""
    game, told = picture.table.game, []
    for line in lines:
        events: Any = line["events"]
        # A secret outcome (a deck that was shuffled) can have led to things that everybody sees.
        if ("text" in line or events) and not str(line.get("label", "")).endswith(":autopilot"):
            told.append(game.describe(str(line.get("text", "")), list(events)).to(words.language()))
    return " ".join(told)


def live_data(picture: MatchPicture) -> dict[str, Any]:
    """Return what the page's script begins with; frames go on from here."""
    server_ms = now.now_ms()
    return {
        "match": picture.about.match_id,
        "seq": picture.seq,
        "ply": picture.table.ply,
        "server_ms": server_ms,
        "legal": parts.legal(picture),
        "clk": parts.clk(picture, server_ms),
        "open_nonces": _nonces_are_due(picture),
    }


def _nonces_are_due(picture: MatchPicture) -> bool:
    opening = picture.table.opening
    return picture.status == "waiting" and opening.open_until_ms is not None
