"""The rule page for players, read from `guide.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

from gameengine.core.game import Example, Guide, Section
from gameengine.core.types import Text
from gameengine.games.junqi.content import KINDS, LOADER, Kind

PIECES_PLACE: Final = "{pieces}"
"""Where a section's text takes in the list of pieces."""


def load_guide() -> Guide:
    """Return the guide in both languages."""
    with (Path(__file__).parent / "guide.yaml").open(encoding="utf-8") as file:
        data: Mapping[str, Any] = yaml.load(file, Loader=LOADER)  # noqa: S506 - both are safe
    return Guide(
        steps=_examples(data["steps"]),
        sections=tuple(_section(row) for row in data["sections"]),
        faq=tuple((_text(question), _text(answer)) for question, answer in data["faq"]),
        source=_text(data["source"]),
    )


def _section(row: Mapping[str, Any]) -> Section:
    text = _text(row["text"])
    filled = Text(text.en.replace(PIECES_PLACE, piece_list("en")), text.de.replace(PIECES_PLACE, piece_list("de")))
    return Section(row["key"], _text(row["title"]), filled, _examples(row.get("examples", ())))


def piece_list(language: str) -> str:
    """Return a list with one item per kind of piece: letter, name, rank and number."""
    return "\n".join(f"- {_piece_line(kind, language)}" for kind in KINDS)


def _piece_line(kind: Kind, language: str) -> str:
    without, ranked, number = ("ohne Rang", "Rang", "Anzahl") if language == "de" else ("no rank", "rank", "number")
    rank = without if kind.rank is None else f"{ranked} {kind.rank}"
    return f"{kind.letter}: {kind.name.to(language)}, {rank}, {number} {kind.count}"


def _examples(rows: Sequence[Mapping[str, Any]]) -> tuple[Example, ...]:
    return tuple(
        Example(
            row["position"], _text(row["caption"]), row.get("action", ""), row.get("seat", 0), row.get("options", {})
        )
        for row in rows
    )


def _text(names: Mapping[str, str]) -> Text:
    return Text(names["en"].strip(), names["de"].strip())
