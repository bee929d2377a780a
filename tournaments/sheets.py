"""Reading lists from CSV and XLSX files: bytes in, rows of text out. Knows nothing of entries."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from tournaments.errors import TournamentError
from tournaments.exchange.tables import as_meant

MOST_BYTES: Final = 1 << 20
MOST_ROWS: Final = 1000
_MOST_UNPACKED: Final = 20 << 20
_MOST_COLUMNS: Final = 50
_MOST_CELL: Final = 500


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: its number in the file (the head is line 1) and its cells by lower-case column name."""

    line: int
    cells: dict[str, str]


def read(content: bytes) -> tuple[list[str], list[Row]]:
    """Return the column names and the rows that are not empty.

    Raises TournamentError `file_too_large`, `file_unreadable`, `file_empty`, `too_many_rows`.
    """
    if len(content) > MOST_BYTES:
        raise TournamentError("file_too_large")
    lines = list(islice(_lines(content), MOST_ROWS + 2))
    if len(lines) > MOST_ROWS + 1:
        raise TournamentError("too_many_rows")
    if not lines:
        raise TournamentError("file_empty")
    head = [cell.strip().lower() for cell in lines[0][1]]
    rows = [Row(number, _by_column(head, cells)) for number, cells in lines[1:]]
    rows = [row for row in rows if any(row.cells.values())]
    if not rows:
        raise TournamentError("file_empty")
    return head, rows


def _by_column(head: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells by the name of their column; the first of two equal names counts."""
    named: dict[str, str] = {}
    for name, cell in zip(head, cells, strict=False):
        named.setdefault(name, as_meant(cell.strip()[:_MOST_CELL]))
    return named


def _lines(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield every line with its number."""
    if content.startswith(b"PK\x03\x04"):
        return _xlsx(content)
    return _csv(content)


def _csv(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a CSV file in UTF-8; comma, semicolon or tab, whichever the head has most of."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", errors="replace").removeprefix("\ufeff").split("\n")
        raise TournamentError("file_not_utf8", f"{len(before)}, {len(before[-1]) + 1}") from error
    if "\0" in text:
        raise TournamentError("file_unreadable")
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    try:
        for cells in reader:
            yield reader.line_num, cells[:_MOST_COLUMNS]
    except csv.Error as error:
        raise TournamentError("file_unreadable") from error


def _xlsx(content: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of the first sheet of a workbook. The size is checked before anything is unpacked."""
    # Slow to load, and only for those who bring a workbook.
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_UNPACKED:
                raise TournamentError("file_too_large")
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        rows: Iterable[tuple[Any, ...]] = sheet.iter_rows(values_only=True, max_col=_MOST_COLUMNS)
        lines = [[_text(cell) for cell in row] for row in islice(rows, MOST_ROWS + 2)]
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, IndexError, SyntaxError) as error:
        if isinstance(error, TournamentError):
            raise
        raise TournamentError("file_unreadable") from error
    yield from enumerate(lines, start=1)


def _text(cell: Any) -> str:
    """Return a cell as a person reads it: whole numbers have no decimals."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
