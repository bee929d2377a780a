"""Options that several games have in the same form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

import orjson

from gameengine.board.same import Same
from gameengine.core.abilities import Problem
from gameengine.core.errors import Refusal
from gameengine.core.game import Option
from gameengine.core.types import Json, JsonObject, Text

Content = TypeVar("Content")
Setting = TypeVar("Setting")

YES_NO: Final = ((True, Text("yes", "ja")), (False, Text("no", "nein")))


def kept_by_options(make: Callable[[str, dict[str, Any]], Setting]) -> Callable[[JsonObject], Setting]:
    """Return a function that makes one setting for all equal options: `make` gets them as JSON text and as values.

    What is kept per setting is then found at once; `make` may raise Refusal BAD_OPTION.
    """

    @lru_cache(maxsize=256)
    def made(text: str) -> Setting:
        return make(text, orjson.loads(text))

    # A host asks for the same few options objects all the time.
    @lru_cache(maxsize=256)
    def found(options: Same[JsonObject]) -> Setting:
        return made(orjson.dumps(options.it, option=orjson.OPT_SORT_KEYS, default=dict).decode())

    return lambda options: found(Same(options))


def content_reader(
    contents: Mapping[str, JsonObject], read: Callable[[JsonObject], Content]
) -> Callable[[Json], Content]:
    """Return a function that gives the content which the option `content` names or brings; built-in ones are kept.

    It raises Refusal BAD_OPTION for a name that is none.
    """
    built_in = {name: read(data) for name, data in contents.items()}

    def found(chosen: Json) -> Content:
        if not isinstance(chosen, str):
            return read(cast(JsonObject, chosen))
        if chosen not in built_in:
            raise Refusal("BAD_OPTION", f"content: {chosen!r}"[:120])
        return built_in[chosen]

    return found


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
