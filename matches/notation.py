"""A match as a text to keep or print, and a board as a picture that stands alone."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders

from matches import words
from matches.branching import Lines
from matches.models import Match
from matches.moves import Item, items
from matches.picture import MatchPicture

WIDTH: Final = 80
_LIGHT: Final = re.compile(r"light-dark\(((?:[^(),]|\([^)]*\))*),(?:[^()]|\([^)]*\))*\)")
_BOARD_SECTIONS: Final = re.compile(r"(1 tokens|8[a-e]? )")


def moves_text(shown: MatchPicture, lines: Lines, match: Match) -> str:
    """Return a match as text: facts in brackets, then the numbered moves, rulings in braces, the result at the end.

    `shown` is its last table. `lines` are those that count, as the reader may see them.
    """
    table, names = shown.table, [face.name for face in shown.faces]
    started = table.started_at_ms
    facts = [
        ("Game", table.game.name.to(words.language())),
        ("Event", match.label),
        ("Date", "" if started is None else f"{datetime.fromtimestamp(started / 1000, UTC):%Y.%m.%d}"),
        *((f"Seat {seat}", name) for seat, name in enumerate(names)),
        ("TimeControl", table.control.sentence().to(words.language())),
        ("Match", match.pk),
        ("Result", words.score_text(shown) if table.status == "over" else "*"),
        ("Termination", words.result_reason(shown) if table.status == "over" else ""),
    ]
    head = "".join(f'[{name} "{_quoted(text)}"]\n' for name, text in facts if text)
    played = [_move(item) for item in items(lines, table.game, names)]
    return f"{head}\n{_wrapped([*played, words.score_text(shown) if table.status == 'over' else '*'])}\n"


def _move(item: Item) -> str:
    if item.ply is None:
        return "{" + item.text.replace("}", ")") + "}"
    return f"{item.ply}. {item.text}"


def _quoted(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _wrapped(parts: list[str]) -> str:
    """Return the parts in lines of so many signs; a part that is longer has one of its own."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 1 + len(part) <= WIDTH:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return "\n".join(lines)


def standalone(svg: str) -> str:
    """Return the markup of a board as a file: with the part of the stylesheet that boards are drawn by."""
    opening, rest = svg.split(">", 1)
    return f"{opening}><style>{_board_style()}</style>{rest}\n"


@lru_cache(maxsize=1)
def _board_style() -> str:
    """Return the sections of the stylesheet about tokens and boards, without what XML would read as markup."""
    found = finders.find("css/flagfall.css")
    if not isinstance(found, str):
        raise LookupError("the stylesheet is not where static files are found")
    _before, *sections = re.split(r"/\* -{16,} ", Path(found).read_text(encoding="utf-8"))
    kept = [section.partition("*/")[2] for section in sections if _BOARD_SECTIONS.match(section)]
    plain = re.sub(r"/\*.*?\*/", "", "".join(kept), flags=re.DOTALL)
    # A picture to keep or print is light; few programs but browsers know `light-dark`.
    return _LIGHT.sub(r"\1", plain).replace("&", "&amp;").replace("<", "&lt;")
