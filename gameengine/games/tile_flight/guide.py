"""The rule page for players."""

from __future__ import annotations

from pathlib import Path

from gameengine.core.game import Guide
from gameengine.games.guides import read_guide


def load_guide() -> Guide:
    """Return the guide in both languages."""
    return read_guide(Path(__file__).parent)
