"""Bytes to lines and back: encoding, line ends, characters that have no place in a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tournaments.exchange.trf.faults import Fault, TrfError

_LINE_END = re.compile(r"\r\n|\r|\n")
_MARK = "\ufeff"


def decoded(content: bytes, encoding: str) -> str:
    """Return the text of a file. Raises TrfError with line and column of the first byte that does not fit."""
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        before = _LINE_END.split(content[: error.start].decode(encoding))
        byte = f"0x{content[error.start]:02X}"
        raise TrfError([Fault(len(before), len(before[-1]) + 1, "not_utf8", byte)]) from error


def split(text: str) -> tuple[list[str], str, bool, bool]:
    """Return the lines, the line end, whether the last line has one, and whether the text began with a mark."""
    mark = text.startswith(_MARK)
    text = text.removeprefix(_MARK)
    lines = _LINE_END.split(text)
    found = _LINE_END.search(text)
    ended = lines[-1] == "" and len(lines) > 1
    return lines[:-1] if ended else lines, found.group() if found else "\n", ended, mark


def controls(lines: list[str]) -> Iterator[Fault]:
    """Yield every control character, tabulators too: they would shift columns."""
    for number, line in enumerate(lines, 1):
        if not line.isprintable():
            for column, character in enumerate(line, 1):
                if unicodedata.category(character) == "Cc":
                    yield Fault(number, column, "bad_character", f"U+{ord(character):04X}")
