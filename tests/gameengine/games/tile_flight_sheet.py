"""Every tile in every rotation on one sheet: `python -m tests.gameengine.games.tile_flight_sheet FILE`."""

import sys
from pathlib import Path

from gameengine.board.svg import render
from gameengine.board.view import BoardView, Element
from gameengine.core.types import Text
from gameengine.games.tile_flight.content import TILES
from gameengine.games.tile_flight.drawing import TILE, parts_of

STYLESHEET = Path(__file__).parents[3] / "static/css/flagfall.css"
ACROSS = 5
STEP, WIDTH, HEIGHT = 22, 92, 27


def sheet() -> BoardView:
    """Return a picture of each tile four times, with its id below."""
    return BoardView(
        ACROSS * WIDTH,
        -(-len(TILES) // ACROSS) * HEIGHT,
        Text("All tiles", "Alle Karten"),
        tuple(element for number, tile in enumerate(TILES) for element in _row(number, tile)),
    )


def _row(number, tile):
    down, across = divmod(number, ACROSS)
    left, top = across * WIDTH, down * HEIGHT
    yield Element(f"name-{tile}", "label", "text", left + TILE // 2, top + STEP + 1, h=3, text=tile)
    for rotation in range(4):
        yield Element(
            f"{tile}-{rotation}",
            "tile",
            "rect",
            left + rotation * STEP,
            top,
            TILE,
            TILE,
            turn=90 * rotation,
            title=TILES[tile].name,
            parts=parts_of(tile),
        )


def page() -> str:
    """Return the sheet twice in one page, light and dark."""
    drawn = [render(sheet(), "en", prefix=theme, scale=4) for theme in ("light", "dark")]
    parts = "".join(
        f'<div style="color-scheme:{theme};background:var(--paper);padding:8px">{svg}</div>'
        for theme, svg in zip(("light", "dark"), drawn, strict=True)
    )
    style = STYLESHEET.read_text(encoding="utf-8")
    return f'<!doctype html><meta charset="utf-8"><title>All tiles</title><style>{style}</style>{parts}'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
