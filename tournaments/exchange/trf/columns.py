"""Cutting a line into columns, counted from 1 in characters, with a fault for whatever does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from tournaments.exchange.trf.faults import Fault

_POINTS: Final = re.compile(r"\d{1,3}\.\d")
MOST_NUMBER: Final = 9999


@dataclass(slots=True)
class Line:
    """A line that is being read; faults gather in it."""

    number: int
    text: str
    faults: list[Fault] = field(default_factory=list)

    def fault(self, column: int, code: str, what: object = "") -> None:
        """Note that something is wrong."""
        self.faults.append(Fault(self.number, column, code, str(what)))

    def cut(self, first: int, last: int) -> str:
        """Return the text of these columns without blanks at its ends."""
        return self.text[first - 1 : last].strip()

    def column(self, first: int, last: int) -> int:
        """Return the column at which the text of a field begins; `first` if it is blank."""
        raw = self.text[first - 1 : last]
        return first + len(raw) - len(raw.lstrip()) if raw.strip() else first

    def blanks(self, *columns: int) -> None:
        """Note every one of these columns that is not blank."""
        for column in columns:
            if self.text[column - 1 : column].strip():
                self.fault(column, "not_blank", repr(self.text[column - 1]))

    def whole(self, first: int, last: int, *, least: int = 0, most: int = MOST_NUMBER) -> int | None:
        """Return the number in these columns, None if they are blank or wrong."""
        text = self.cut(first, last)
        return self.as_whole(self.column(first, last), text, least=least, most=most) if text else None

    def as_whole(self, column: int, text: str, *, least: int = 0, most: int = MOST_NUMBER) -> int | None:
        """Return a number, None with a fault if it is none or outside the limits."""
        if not (text.isascii() and text.isdigit()):
            self.fault(column, "not_a_number", repr(text))
            return None
        if not least <= int(text) <= most:
            self.fault(column, "out_of_range", text)
            return None
        return int(text)

    def tenths(self, column: int, text: str, *, signed: bool = False) -> int | None:
        """Return points in tenths, None with a fault if they are not written like 11.5."""
        digits = text.removeprefix("-") if signed else text
        if not (_POINTS.fullmatch(digits) and digits.isascii()):
            self.fault(column, "bad_points", repr(text))
            return None
        value = int(digits.replace(".", ""))
        return -value if digits != text else value

    def words(self, first: int) -> Iterator[tuple[int, str]]:
        """Yield the words from a column on, each with the column at which it begins."""
        for match in re.finditer(r"\S+", self.text[first - 1 :]):
            yield first + match.start(), match.group()

    def numbers(self, words: Iterable[tuple[int, str]]) -> tuple[int, ...]:
        """Return starting numbers; what is none becomes a fault."""
        read = (self.as_whole(column, word, least=1) for column, word in words)
        return tuple(number for number in read if number is not None)


def tenths_text(value: int) -> str:
    """Return points as they are written.

    >>> tenths_text(115), tenths_text(-5)
    ('11.5', '-0.5')
    """
    sign = "-" if value < 0 else ""
    return f"{sign}{abs(value) // 10}.{abs(value) % 10}"
