"""Tournament report files of FIDE: TRF16 with the field's letter codes, and TRF26.

`read` gives a value in which every part agrees with every other, or refuses the file with line and column.
`write` gives the same bytes back: a record that still says what its line said is written as that line was.
"""

from __future__ import annotations

from tournaments.exchange.trf.checks import check
from tournaments.exchange.trf.columns import Line
from tournaments.exchange.trf.faults import Fault, TrfError
from tournaments.exchange.trf.player_line import player_text, read_player
from tournaments.exchange.trf.read_lines import HEADERS, KEPT, read_other
from tournaments.exchange.trf.text import controls, decoded, split
from tournaments.exchange.trf.values import (
    Abnormal,
    Absent,
    Accelerated,
    Byes,
    Cell,
    FirstColour,
    Forbidden,
    Header,
    Other,
    Player,
    Points,
    PointValues,
    Record,
    Rounds,
    Trf,
    VirtualPoints,
)
from tournaments.exchange.trf.write_lines import other_text

__all__ = [
    "HEADERS",
    "KEPT",
    "Abnormal",
    "Absent",
    "Accelerated",
    "Byes",
    "Cell",
    "Fault",
    "FirstColour",
    "Forbidden",
    "Header",
    "Other",
    "Player",
    "PointValues",
    "Points",
    "Record",
    "Rounds",
    "Trf",
    "TrfError",
    "VirtualPoints",
    "read",
    "unknown_codes",
    "write",
]


def read(content: str | bytes, *, encoding: str = "utf-8") -> Trf:
    """Return what a file says. Raises TrfError with every fault, each with line and column; never guesses."""
    text = decoded(content, encoding) if isinstance(content, bytes) else content
    lines, newline, ended, mark = split(text)
    faults = list(controls(lines))
    if faults:
        raise TrfError(faults)
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        record = _record(Line(number, line, faults))
        if record:
            records.append(record)
    trf = Trf(tuple(records), newline, ended, mark)
    # Cross-checks over lines that were not understood would only repeat their faults.
    faults = faults or list(check(trf))
    if faults:
        raise TrfError(faults)
    return trf


def _record(line: Line) -> Record | None:
    return read_player(line) if line.text[:3] == "001" else read_other(line)


def write(trf: Trf) -> str:
    """Return the text of a file; encode it as UTF-8."""
    mark = "\ufeff" if trf.byte_order_mark else ""
    body = trf.newline.join(map(_text, trf.records))
    return mark + body + (trf.newline if trf.ends_with_newline else "")


def _text(record: Record) -> str:
    """Return the line of a record: as it was if nothing of it has changed."""
    if record.source and _record(Line(record.line, record.source)) == record:
        return record.source
    return player_text(record) if isinstance(record, Player) else other_text(record)


def unknown_codes(trf: Trf) -> list[Other]:
    """Return the records that nobody here understands: they are kept, but an organizer must know."""
    kept = trf.all(Other)
    return [record for record in kept if record.text.strip() and record.code != "###" and record.code not in KEPT]
