"""Rule pages for players, read from the `guide.yaml` of a game.

A text is `{en, de}`. An example has what makes its position, a `caption`, and may have `action`, `seat` and `options`.
A section may name `trays`, and its text may have places such as `{pieces}` that the game fills from its content.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from gameengine.board.view import Tray
from gameengine.core.game import Example, Guide, Section
from gameengine.core.types import Text
from gameengine.core.yamldata import read_yaml

Position: TypeAlias = Callable[[Mapping[str, Any], str], str]
"""Makes the position text of an example out of its row and the guide's `base`."""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def whole(row: Mapping[str, Any], _base: str) -> str:
    """Return the position of an example that has it whole."""
    return str(row["position"])


def read_guide(
    folder: Path,
    *,
    position: Position = whole,
    places: Mapping[str, Text] = _NOTHING,
    trays: Mapping[str, tuple[Tray, ...]] = _NOTHING,
) -> Guide:
    """Return the guide in a game's folder in both languages; `places` are filled into the texts of sections."""
    data: Mapping[str, Any] = read_yaml(folder / "guide.yaml")

    def examples(rows: Sequence[Mapping[str, Any]]) -> tuple[Example, ...]:
        return tuple(_example(row, position(row, data.get("base", ""))) for row in rows)

    def section(row: Mapping[str, Any]) -> Section:
        text = _filled(Text.of(row["text"]), places)
        shown = trays[row["trays"]] if "trays" in row else ()
        return Section(row["key"], Text.of(row["title"]), text, examples(row.get("examples", ())), shown)

    return Guide(
        steps=examples(data["steps"]),
        sections=tuple(map(section, data["sections"])),
        faq=tuple((Text.of(question), Text.of(answer)) for question, answer in data["faq"]),
        source=Text.of(data["source"]),
    )


def _example(row: Mapping[str, Any], position: str) -> Example:
    return Example(position, Text.of(row["caption"]), row.get("action", ""), row.get("seat", 0), row.get("options", {}))


def _filled(text: Text, places: Mapping[str, Text]) -> Text:
    en, de = text.en, text.de
    for place, words in places.items():
        en, de = en.replace(f"{{{place}}}", words.en), de.replace(f"{{{place}}}", words.de)
    return Text(en, de)
