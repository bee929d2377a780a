"""The archive of a whole tournament: one JSON document of which every byte is covered.

The first line names the format, its version and the SHA-256 of every byte after that line, so that
`tail -n +2 FILE | sha256sum` checks it without this program. The rest is the content: lists of rows by name, one row a
line with its keys in order, so that two archives can be compared line by line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

FORMAT: Final = "flagfall-archive"
VERSION: Final = 1
_HEAD: Final = re.compile(
    rb'\{"format": "flagfall-archive", "version": ([1-9][0-9]{0,3}), "sha256": "([0-9a-f]{64})",', re.ASCII
)

Row: TypeAlias = dict[str, Any]
Content: TypeAlias = Mapping[str, Sequence[Row]]


class ArchiveError(ValueError):
    """The file is refused as a whole; `code` never changes: `archive_unreadable`, `archive_version`,
    `archive_damaged`.
    """

    def __init__(self, code: str, what: str = "") -> None:
        super().__init__(f"{code}: {what}" if what else code)
        self.code = code
        self.what = what


def write(content: Content) -> bytes:
    """Return the archive of this content; the same content always gives the same bytes.

    >>> read(write({"tournament": [{"name": "Cup"}]}))
    {'tournament': [{'name': 'Cup'}]}
    """
    body = ('"content": {\n' + ",\n".join(_part(name, rows) for name, rows in content.items()) + "\n}}\n").encode()
    digest = hashlib.sha256(body).hexdigest()
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "sha256": "{digest}",\n'
    return head.encode() + body


def _part(name: str, rows: Sequence[Row]) -> str:
    lines = ",\n".join(canonical(row) for row in rows)
    return f"{json.dumps(name)}: [\n{lines}\n]" if rows else f"{json.dumps(name)}: []"


def canonical(value: Any) -> str:
    """Return JSON in its one form: keys in order (a database may keep them in another), no needless blanks."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def read(data: bytes) -> dict[str, list[Row]]:
    """Return the content of an archive. Raises ArchiveError if a single byte is not as it was written."""
    head, _, body = data.partition(b"\n")
    found = _HEAD.fullmatch(head)
    if found is None:
        raise ArchiveError("archive_unreadable", FORMAT)
    if int(found.group(1)) != VERSION:
        raise ArchiveError("archive_version", found.group(1).decode())
    if hashlib.sha256(body).hexdigest() != found.group(2).decode():
        raise ArchiveError("archive_damaged")
    return _content(body)


def _content(body: bytes) -> dict[str, list[Row]]:
    """Return the lists of rows. A checksum that fits over something else means that another program wrote it."""
    try:
        parts = json.loads(b"{" + body)["content"]
    except (ValueError, KeyError, TypeError) as error:
        raise ArchiveError("archive_unreadable", str(error)) from error
    rows_in_lists = isinstance(parts, dict) and all(
        isinstance(rows, list) and all(isinstance(row, dict) for row in rows) for rows in parts.values()
    )
    if not rows_in_lists:
        raise ArchiveError("archive_unreadable", "content")
    return dict(parts)


def checksum(data: bytes) -> str:
    """Return the checksum that an archive names, for people and audit trails."""
    found = _HEAD.match(data)
    return found.group(2).decode() if found else ""
