"""Options that several games have in the same form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Option, Problem
from gameengine.core.types import Json, Text

YES_NO: Final = ((True, Text("yes", "ja")), (False, Text("no", "nein")))


def content_option(
    contents: Iterable[str], default: str, label: Text, check: Callable[[Json], tuple[Problem, ...]]
) -> Option:
    """Return the option `content`: the name of a content that comes with the game, or a whole content."""

    def checked(value: Json) -> Json:
        if not isinstance(value, Mapping):
            raise Refusal("BAD_OPTION", f"content: {value}"[:120])
        for problem in check(value):
            raise Refusal("BAD_OPTION", f"content: {problem.path}: {problem.text.en}"[:240])
        return value

    return Option(
        "content",
        default,
        label,
        Text(
            "The name of a content that comes with the game, or a whole content file.",
            "Der Name eines mitgelieferten Inhalts oder eine ganze Inhaltsdatei.",
        ),
        tuple((name, _version(name)) for name in contents),
        check=checked,
        variant=True,
    )


def _version(name: str) -> Text:
    number = name.rpartition("-")[2]
    return Text(f"Built in, version {number}", f"Mitgeliefert, Version {number}")
