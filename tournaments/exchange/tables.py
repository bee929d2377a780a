"""Tables as files for spreadsheets: CSV and XLSX, with cells of the right type, and no formulas from names."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Literal, TypeAlias

Value: TypeAlias = str | int | Decimal | None
Form: TypeAlias = Literal["csv", "xlsx"]

TYPES: Final[dict[Form, str]] = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
# A spreadsheet takes a cell that begins so for a formula, in full width too; it drops blanks and line ends before it.
_FORMULA: Final = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r\n]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_WIDEST: Final = 40


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a head. Keys of columns never change; `title` names the sheet and, in a workbook, the document."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]


def write(table: Table, form: Form) -> bytes:
    """Return the file."""
    return _csv(table) if form == "csv" else _xlsx(table)


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: one that looks like it gets an apostrophe before it.

    >>> harmless("=HYPERLINK(1)"), harmless("Ana - Ben")
    ("'=HYPERLINK(1)", 'Ana - Ben')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def as_meant(text: str) -> str:
    """Return a text without the apostrophe that made it harmless.

    >>> as_meant("'=HYPERLINK(1)"), as_meant("'s Gravenhage")
    ('=HYPERLINK(1)', "'s Gravenhage")
    """
    return text[1:] if text[:1] == "'" and _FORMULA.match(text[1:]) else text


def number(text: str | int | None) -> Value:
    """Return a value that is told as text as a number, if it is one.

    >>> number("2.5"), number(3), number("-"), number(None)
    (Decimal('2.5'), 3, '-', None)
    """
    if isinstance(text, str) and re.fullmatch(r"-?\d+(\.\d+)?", text, re.ASCII):
        return Decimal(text) if "." in text else int(text)
    return text


def _csv(table: Table) -> bytes:
    """Return UTF-8 with a mark at its beginning: without it spreadsheets take umlauts for something else."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(table.columns)
    writer.writerows([_in_csv(value) for value in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


def _in_csv(value: Value) -> str:
    if value is None:
        return ""
    return harmless(_CONTROL.sub(" ", value)) if isinstance(value, str) else str(value)


def _xlsx(table: Table) -> bytes:
    """Return a workbook with one sheet: numbers are numbers, every text is a text."""
    # Slow to load, and only for those who ask for a workbook.
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet: Any = book.active
    sheet.title = re.sub(r"[\[\]:*?/\\]", " ", table.title)[:31].strip() or "Flagfall"
    book.properties.title = table.title
    book.properties.creator = "Flagfall"
    for row, values in enumerate((table.columns, *table.rows), 1):
        for column, value in enumerate(values, 1):
            _fill(sheet.cell(row, column), value)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for column, width in enumerate(_widths(table), 1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = "A2"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _fill(cell: Any, value: Value) -> None:
    """Set a cell. The type is set by hand: left to itself, the library makes a formula of a text with `=` in front."""
    if isinstance(value, str):
        cell.value = _CONTROL.sub(" ", value)
        cell.data_type = "s"
        cell.quotePrefix = bool(_FORMULA.match(value))
    elif value is not None:
        cell.value = value


def _widths(table: Table) -> Sequence[int]:
    lines = (table.columns, *table.rows)
    return [min(_WIDEST, 2 + max(len(str(line[place] or "")) for line in lines)) for place in range(len(table.columns))]
