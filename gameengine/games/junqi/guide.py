"""The rule page for players, with the list of pieces from the board's data."""

from __future__ import annotations

from pathlib import Path

from gameengine.core.game import Guide
from gameengine.core.types import Text
from gameengine.games.guides import read_guide
from gameengine.games.junqi.content import KINDS, Kind


def load_guide() -> Guide:
    """Return the guide in both languages."""
    return read_guide(Path(__file__).parent, places={"pieces": Text(piece_list("en"), piece_list("de"))})


def piece_list(language: str) -> str:
    """Return a list with one item per kind of piece: letter, name, rank and number."""
    return "\n".join(f"- {_piece_line(kind, language)}" for kind in KINDS)


def _piece_line(kind: Kind, language: str) -> str:
    without, ranked, number = ("ohne Rang", "Rang", "Anzahl") if language == "de" else ("no rank", "rank", "number")
    rank = without if kind.rank is None else f"{ranked} {kind.rank}"
    return f"{kind.letter}: {kind.name.to(language)}, {rank}, {number} {kind.count}"
