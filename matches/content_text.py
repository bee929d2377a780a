"""Content files as text: YAML that people write, read into the JSON that a game checks, and written back.

Only what JSON can say is read: mappings, lists, texts, whole numbers, true, false and null. Anchors, aliases, tags and
several documents in one file are refused, and so are files that are too large or too deep, before anything is built.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import yaml

from gameengine.core.types import Json

MOST_BYTES: Final = 64 * 1024
MOST_DEPTH: Final = 12
MOST_VALUES: Final = 10_000
MOST_DIGITS: Final = 15

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE: Final = re.compile(r"[-+]?[0-9]+")
_REAL: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_WORDS: Final[Mapping[str, Json]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class ContentTextError(ValueError):
    """The text is refused as a whole. `code` never changes; `line` and `column` count from 1, 0 where there is none."""

    def __init__(self, code: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"{code} in line {line}, column {column}" if line else code)
        self.code, self.line, self.column = code, line, column


def read(data: bytes) -> Json:
    r"""Return the one value of a YAML document. Raises ContentTextError.

    >>> read(b"cards:\n  sprint: {copies: 3, en: Yes, hero: null}")
    {'cards': {'sprint': {'copies': 3, 'en': 'Yes', 'hero': None}}}
    """
    if len(data) > MOST_BYTES:
        raise ContentTextError("content_too_large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(errors="replace")
        raise ContentTextError("content_not_utf8", before.count("\n") + 1, len(before) - before.rfind("\n")) from error
    try:
        return _Reader(yaml.parse(text, Loader=_LOADER)).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        raise ContentTextError("content_unreadable", *place) from error
    except yaml.YAMLError as error:
        raise ContentTextError("content_unreadable") from error


class _Reader:
    """Builds a value from the parser's events. Every bound is checked at the event that breaks it."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._values = 0

    def document(self) -> Json:
        """Return the value of the only document."""
        value: Json = None
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _refused("content_documents", event)
                value = self._value(next(self._events), 0)
        if not documents:
            raise ContentTextError("content_empty")
        return value

    def _value(self, event: Any, depth: int) -> Json:
        self._values += 1
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise _refused("content_alias", event)
        if event.tag is not None:
            raise _refused("content_tag", event)
        if depth > MOST_DEPTH:
            raise _refused("content_too_deep", event)
        if self._values > MOST_VALUES:
            raise _refused("content_too_large", event)
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event)
        return self._list(depth) if isinstance(event, yaml.SequenceStartEvent) else self._mapping(depth)

    def _list(self, depth: int) -> list[Json]:
        found: list[Json] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            found.append(self._value(event, depth + 1))
        return found

    def _mapping(self, depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, depth + 1)
            if key in found:
                raise _refused("content_twice", event)
            found[key] = self._value(next(self._events), depth + 1)
        return found

    def _key(self, event: Any, depth: int) -> str:
        """Return a key as it is written: a number or a word like `true` is a text there."""
        if self._value(event, depth) is None or not isinstance(event, yaml.ScalarEvent):
            raise _refused("content_key", event)
        return str(event.value)


def _scalar(event: Any) -> Json:
    text = str(event.value)
    plain_style, _quoted = event.implicit
    if not plain_style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        if len(text) > MOST_DIGITS:
            raise _refused("content_number", event)
        return int(text)
    # The engine knows no fractions, so that what is hashed is the same everywhere.
    if _REAL.fullmatch(text):
        raise _refused("content_number", event)
    return text


def _refused(code: str, event: Any) -> ContentTextError:
    return ContentTextError(code, event.start_mark.line + 1, event.start_mark.column + 1)


class _Dumper(yaml.SafeDumper):
    """Writes equal parts as often as they occur: a reference to them would be an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never refer."""
        return True


def _written(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Return a text, in quotes if `read` would take it for something else: the library knows fewer numbers."""
    is_taken = text in _WORDS or _WHOLE.fullmatch(text) or _REAL.fullmatch(text)
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'" if is_taken else None)


_Dumper.add_representer(str, _written)


def write(content: Json) -> str:
    """Return a value as YAML that `read` reads back."""
    text: str = yaml.dump(
        plain(content), Dumper=_Dumper, allow_unicode=True, sort_keys=False, default_flow_style=None, width=120
    )
    return text


def plain(value: Any) -> Any:
    """Return a value of the engine as lists and dictionaries that can be written."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(part) for part in value]
    return value


def canonical(content: Json) -> str:
    """Return JSON in its one form: keys in order, no needless blanks."""
    return json.dumps(plain(content), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(content: Json) -> str:
    """Return the name of a content: the SHA-256 of its one form, as hex."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()
