"""Checks of the form of a content: small ones for numbers and words, and others made of them for maps and lists.

A check gets a place in the file and a value, and yields what is wrong there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from gameengine.core.abilities import Problem
from gameengine.core.types import Json, Text

Problems: TypeAlias = Iterator[Problem]
Check: TypeAlias = Callable[[str, Any], Problems]

ID: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


def problem(path: str, code: str, en: str, de: str) -> Problem:
    """Return what is wrong at a place, as a sentence in both languages."""
    return Problem(path or "-", code, Text(en, de))


def whole(low: int, high: int) -> Check:
    """Accept whole numbers from `low` to `high`."""

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, int) or isinstance(value, bool):
            yield problem(path, "WRONG_TYPE", "A whole number belongs here.", "Hier gehört eine ganze Zahl hin.")
        elif not low <= value <= high:
            yield problem(
                path,
                "OUT_OF_RANGE",
                f"{shown(value)} is not between {low} and {high}.",
                f"{shown(value)} liegt nicht zwischen {low} und {high}.",
            )

    return check


def yes_or_no(path: str, value: Any) -> Problems:
    """Accept true and false."""
    if not isinstance(value, bool):
        yield problem(path, "WRONG_TYPE", "Only true or false belongs here.", "Hier gehört nur true oder false hin.")


def line_of_text(longest: int) -> Check:
    """Accept a text of one line."""

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, str):
            yield problem(path, "WRONG_TYPE", "A text belongs here.", "Hier gehört ein Text hin.")
        elif not 0 < len(value.strip()) <= longest or not value.isprintable():
            yield problem(
                path,
                "BAD_TEXT",
                f"A text of one line with 1 to {longest} characters belongs here.",
                f"Hier gehört ein einzeiliger Text mit 1 bis {longest} Zeichen hin.",
            )

    return check


def one_of(*values: Json) -> Check:
    """Accept one of some values; 1 is not true."""

    def check(path: str, value: Any) -> Problems:
        if not any(type(value) is type(other) and value == other for other in values):
            known = ", ".join(map(shown, values))
            yield problem(
                path,
                "UNKNOWN_VALUE",
                f"{shown(value)} is not known here; known: {known}.",
                f"{shown(value)} ist hier nicht bekannt; bekannt: {known}.",
            )

    return check


def matching(pattern: re.Pattern[str]) -> Check:
    """Accept a name of a pattern, such as `ID`."""

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            yield bad_id(path, value)

    return check


def bad_id(path: str, value: Any) -> Problem:
    """Return what is wrong with something that is no name."""
    return problem(
        path,
        "BAD_ID",
        f"{shown(value)} is no name: small letters, digits and separators, at most 40, beginning with a letter.",
        f"{shown(value)} ist kein Name: kleine Buchstaben, Ziffern und Trenner, höchstens 40, vorn ein Buchstabe.",
    )


def shown(value: Any) -> str:
    """Return a value as a file has it, shortened."""
    text = "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def record(needed: Mapping[str, Check], may: Mapping[str, Check] = MappingProxyType({})) -> Check:
    """Accept a map with all keys that are `needed`, and with those that there `may` be."""
    known = {**needed, **may}

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, Mapping):
            yield problem(path, "WRONG_TYPE", "A map belongs here.", "Hier gehört eine Zuordnung hin.")
            return
        for key in value:
            if key not in known:
                yield problem(
                    at(path, key),
                    "UNKNOWN_KEY",
                    f"This key is not known here; known: {', '.join(known)}.",
                    f"Dieser Schlüssel ist hier nicht bekannt; bekannt: {', '.join(known)}.",
                )
        for key, inner in known.items():
            if key in value:
                yield from inner(at(path, key), value[key])
            elif key in needed:
                yield problem(at(path, key), "MISSING_KEY", "This key is missing.", "Dieser Schlüssel fehlt.")

    return check


def _wrong_number(path: str, entries: int, least: int, most: int) -> Problem:
    return problem(
        path,
        "OUT_OF_RANGE",
        f"{least} to {most} entries belong here, not {entries}.",
        f"Hier gehören {least} bis {most} Einträge hin, nicht {entries}.",
    )


def by_id(inner: Check, least: int, most: int, *, reserved: Collection[str] = ()) -> Check:
    """Accept a map of so many entries with ids for keys; `reserved` words are none."""

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, Mapping):
            yield problem(path, "WRONG_TYPE", "A map belongs here.", "Hier gehört eine Zuordnung hin.")
            return
        if not least <= len(value) <= most:
            yield _wrong_number(path, len(value), least, most)
            return
        for key, part in value.items():
            if not isinstance(key, str) or not ID.fullmatch(key) or key in reserved:
                yield bad_id(at(path, key), key)
            else:
                yield from inner(at(path, key), part)

    return check


def listed(inner: Check, least: int, most: int) -> Check:
    """Accept a list of so many entries that one check accepts."""

    def check(path: str, value: Any) -> Problems:
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield problem(path, "WRONG_TYPE", "A list belongs here.", "Hier gehört eine Liste hin.")
            return
        if not least <= len(value) <= most:
            yield _wrong_number(path, len(value), least, most)
            return
        for place, part in enumerate(value):
            yield from inner(at(path, place), part)

    return check


def or_null(inner: Check) -> Check:
    """Accept null, and what another check accepts."""

    def check(path: str, value: Any) -> Problems:
        if value is not None:
            yield from inner(path, value)

    return check


def at(path: str, key: object) -> str:
    """Return the place of a part."""
    return f"{path}.{shown(key)}" if path else shown(key)


def either(*checks: Check) -> Check:
    """Accept what one of the checks accepts; the problem of the last one is told."""

    def check(path: str, value: Any) -> Problems:
        found = [list(one(path, value)) for one in checks]
        if all(found):
            yield from found[-1]

    return check
