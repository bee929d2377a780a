"""Finds out whether a text tells what lies face-down. It knows the truth and looks for every trace of it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

WINDOW: Final = 6
"""So many hidden letters in their true order are no accident."""
SHORTEST: Final = 8
_ELEMENT = re.compile(r'<g\b[^>]*\bdata-el="piece-(?P<node>[a-e]\d+)"[^>]*>.*?</g>(?=<g\b|</svg>|$)', re.DOTALL)
_OTHER_BOARDS = re.compile(r'<svg\b[^>]*\bid="(?!b-svg|t-|before-svg|after-svg)[^"]*-svg".*?</svg>', re.DOTALL)
"""Boards of examples. The match's are called `b`, at the desk `before` and `after`, on overviews `t-` and its id."""
_FIRST_STEPS = re.compile(r'<section class="first-steps".*?</section>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SPOKEN = re.compile(r'(?:aria-label|title|aria-description)="([^"]*)"')


class Hidden:
    """What lies face-down in a match: `down` has the true letter of each such place."""

    def __init__(self, truth: Mapping[str, Any], secrets: list[str]) -> None:
        board: Mapping[str, str] = truth["state"]["board"]
        self.down = {node: text[1] for node, text in board.items() if text.startswith("~")}
        self._secrets = [text for text in (*secrets, truth["position"], truth["row"]) if len(text) >= SHORTEST]
        # A key of JSON or an element may be called like a piece: what a colon follows or a bracket precedes is none.
        self._near = _any(
            rf'\b{node}\b[^A-Za-z0-9<>]{{1,6}}{letter}(?![A-Za-z0-9]|":)' for node, letter in self.down.items()
        )
        self._rows = _any([*self._windows(list(board)), *self._windows(self._from_the_top(board))])

    @staticmethod
    def _from_the_top(board: Mapping[str, str]) -> list[str]:
        """Return the places in the order in which a position text names them."""
        return sorted(board, key=lambda node: (-int(node[1:]), node[0]))

    def _windows(self, nodes: list[str]) -> Iterator[str]:
        """Yield a pattern for each few neighbours that all lie face-down."""
        for start in range(len(nodes) - WINDOW + 1):
            few = nodes[start : start + WINDOW]
            if all(node in self.down for node in few):
                yield "[^A-Za-z]{0,4}".join(self.down[node] for node in few)

    def leaks(self, text: str) -> list[str]:
        """Return what a text tells of what lies face-down; nothing if it tells nothing."""
        found = [f"secret {secret[:40]}" for secret in self._secrets if secret in text]
        found += [f"marked piece {mark}" for mark in re.findall(r"~[A-Za-z]", text)[:3]]
        for part in _strings(text):
            found += [f"beside its place: {match[0]}" for match in self._near.finditer(part)]
            found += [f"in a row: {match[0]}" for match in self._rows.finditer(part)]
            found += self._of_markup(part)
        return [*found, *self._of_values(text)]

    def _of_markup(self, text: str) -> Iterator[str]:
        """Yield differences between the drawings of face-down pieces, and spoken names that say more than that."""
        drawn = {self._plain(found): found["node"] for found in _ELEMENT.finditer(text) if found["node"] in self.down}
        if len(drawn) > 1:
            yield f"drawn differently: {list(drawn)[:2]}"
        for spoken in _SPOKEN.findall(text):
            place = re.search(r"\b(?:on|auf) ([a-e]\d+)\b", html.unescape(spoken))
            if place and place[1] in self.down and not spoken.startswith(("Face-down piece", "Verdeckte Figur")):
                yield f"spoken: {spoken}"

    @staticmethod
    def _plain(found: re.Match[str]) -> str:
        """Return the markup of an element without the traces of where it lies."""
        text = re.sub(r'transform="translate\([^)]*\)"', "", found[0], count=1)
        text = re.sub(r"\b(?:before|after)-", "b-", text)
        return re.sub(rf"\b{found['node']}\b", "NODE", text)

    def _of_values(self, text: str) -> Iterator[str]:
        """Yield values in JSON that differ between face-down places."""
        for table in _tables(_json(text)):
            values = {json.dumps(table[node]) for node in self.down if node in table}
            if len(values) > 1:
                yield f"different values: {values}"


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of these; without one it finds nothing."""
    return re.compile("|".join(patterns) or r"(?!)")


def _json(text: str) -> list[Any]:
    """Return the JSON values in a text: a frame, an answer, or one per line."""
    found = []
    for line in (text, *text.splitlines()):
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def _strings(text: str) -> list[str]:
    """Return a text without its examples of rules, as what it carries: text, words alone, the strings in its JSON."""
    plain = _FIRST_STEPS.sub("", _OTHER_BOARDS.sub("", text))
    inner = [*_inner(_json(plain))]
    marked = [part for part in (plain, *inner) if "<" in part]
    return [plain, *inner, *(html.unescape(_TAG.sub("", part)) for part in marked)]


def _inner(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _inner(one)
    elif isinstance(value, list):
        for one in value:
            yield from _inner(one)


def _tables(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
        for one in value.values():
            yield from _tables(one)
    elif isinstance(value, list):
        for one in value:
            yield from _tables(one)
