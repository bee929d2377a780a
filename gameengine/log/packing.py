"""A zip with one form only: whoever knows its files knows each of its bytes.

Files come in the order given; those in folders are deflated, all else lies as it is. There are no comments, no extra
fields, no times, nothing before, between and behind. So a zip is checked by being made again from what is in it: every
byte that differs stands in a field that has a name.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

MOST_FILES: Final = 64
MOST_BYTES: Final = 256 << 20
"""So many bytes may all files of a zip have together once they are unpacked."""

_AT_ONCE: Final = 256
"""So many packed bytes are unpacked in one go: what is before a broken place can still be read."""
_STORED: Final = 0
_DEFLATED: Final = 8
_LOCAL: Final = struct.Struct("<4s5H3I2H")
_ENTRY: Final = struct.Struct("<4s6H3I5H2I")
_END: Final = struct.Struct("<4s4H2IH")
_END_MARK: Final = b"PK\5\6"
_ENTRY_MARK: Final = b"PK\1\2"
_LOCAL_MARK: Final = b"PK\3\4"
_VERSION: Final = 20
_MADE_BY: Final = 3 << 8 | _VERSION
_NO_TIME: Final = 0
_FIRST_DAY: Final = 1 << 5 | 1
"""The first of January 1980, the first day that a zip can tell."""
_PLAIN_FILE: Final = 0o100644 << 16

_LOCAL_NAMES: Final = (
    "mark", "version", "flags", "method", "time", "date", "CRC", "packed size", "size", "length of the name",
    "length of extra fields",
)  # fmt: skip
_ENTRY_NAMES: Final = (
    "mark", "made by", "version", "flags", "method", "time", "date", "CRC", "packed size", "size",
    "length of the name", "length of extra fields", "length of the comment", "disk", "inner attributes",
    "outer attributes", "offset",
)  # fmt: skip
_END_NAMES: Final = (
    "mark", "disk", "disk of the directory", "files on the disk", "files", "size of the directory",
    "offset of the directory", "length of the comment",
)  # fmt: skip


class PackingError(ValueError):
    """A file is no zip that can be read. `place` says where."""

    def __init__(self, place: str, detail: str) -> None:
        super().__init__(f"{place}: {detail}")
        self.place, self.detail = place, detail


@dataclass(frozen=True, slots=True)
class Packed:
    """One file in a zip: as it lies there, and as it is."""

    name: str
    method: int
    packed: bytes
    content: bytes
    fault: str = ""
    """Why the content is not whole, if it could not be unpacked to its end."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A zip that has been read. `faults` are (place, what is wrong) for each field that is not as it must be."""

    files: tuple[Packed, ...]
    faults: tuple[tuple[str, str], ...]


def packed(name: str, content: bytes) -> Packed:
    """Return a file ready for the zip."""
    if "/" not in name:
        return Packed(name, _STORED, content, content)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return Packed(name, _DEFLATED, deflate.compress(content) + deflate.flush(), content)


def pack(files: Sequence[Packed]) -> bytes:
    """Return the zip of these files."""
    return b"".join(data for _, data in _pieces(files))


def unpack(data: bytes, most_bytes: int = MOST_BYTES) -> Unpacked:
    """Return the files of a zip, with every field that is not as `pack` writes it.

    Raises PackingError, also for more than `most_bytes` in all files together.
    """
    files = tuple(_files(data, most_bytes))
    names = [file.name for file in files]
    twice = [(name, "this file is there twice") for name in sorted(set(names)) if names.count(name) > 1]
    broken = [(file.name, file.fault) for file in files if file.fault]
    return Unpacked(files, (*twice, *broken, *_differences(data, files)))


def _files(data: bytes, left: int) -> Iterator[Packed]:
    for name, method, size, packed_size, offset in _directory(data):
        begin = offset + _LOCAL.size + len(name.encode())
        if offset < 0 or begin + packed_size > len(data):
            raise PackingError(name, "this file is said to lie outside the zip")
        raw = data[begin : begin + packed_size]
        if size > left or packed_size > left:
            raise PackingError(name, "up to here the files have more bytes than are unpacked")
        content, fault = (raw, "") if method == _STORED else _inflated(name, method, raw, left)
        left -= len(content)
        yield Packed(name, method, raw, content, fault)


def _inflated(name: str, method: int, raw: bytes, left: int) -> tuple[bytes, str]:
    """Return what could be unpacked, and why it is not all."""
    if method != _DEFLATED:
        raise PackingError(name, f"packed by method {method}, which evidence does not use")
    inflate = zlib.decompressobj(-15)
    content = bytearray()
    try:
        for at in range(0, len(raw), _AT_ONCE):
            content += inflate.decompress(raw[at : at + _AT_ONCE], left + 1 - len(content))
            if len(content) > left:
                raise PackingError(name, "up to here the files have more bytes than are unpacked")
    except zlib.error as error:
        return bytes(content), f"cannot be unpacked: {error}"
    whole = inflate.eof and not inflate.unused_data and not inflate.unconsumed_tail
    return bytes(content), "" if whole else "cannot be unpacked: it ends too early or too late"


def _directory(data: bytes) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield name, method, size, packed size and offset of each file, as the directory at the end says."""
    end_at = _end_of(data)
    _, _, _, _, count, size, begin, _ = _END.unpack_from(data, end_at)
    if begin + size != end_at:
        raise PackingError("end of the zip", "the directory is not where it is said to be, or something is before it")
    if not 0 < count <= MOST_FILES:
        raise PackingError("end of the zip", f"{count} files, at most {MOST_FILES} can be")
    at = begin
    for number in range(1, count + 1):
        place = f"directory, entry {number}"
        if at + _ENTRY.size > end_at or data[at : at + 4] != _ENTRY_MARK:
            raise PackingError(place, "there is no entry")
        fields = dict(zip(_ENTRY_NAMES, _ENTRY.unpack_from(data, at), strict=True))
        name_at, name_bytes = at + _ENTRY.size, fields["length of the name"]
        yield (
            _name(place, data[name_at : name_at + name_bytes]),
            fields["method"],
            fields["size"],
            fields["packed size"],
            fields["offset"],
        )
        at = name_at + name_bytes + fields["length of extra fields"] + fields["length of the comment"]
    if at != end_at:
        raise PackingError("directory", "it is longer than its entries")


def _end_of(data: bytes) -> int:
    end_at = len(data) - _END.size
    if end_at >= 0 and data[end_at : end_at + 4] == _END_MARK:
        return end_at
    found = data.rfind(_END_MARK)
    if found < 0 or found > end_at:
        raise PackingError("end of the zip", "there is no end: this is no zip, or it is cut off")
    raise PackingError("end of the zip", f"{end_at - found} bytes follow")


def _name(place: str, raw: bytes) -> str:
    try:
        name = raw.decode("ascii")
    except UnicodeDecodeError as error:
        raise PackingError(place, "the name is not plain text") from error
    if not name or not name.isprintable():
        raise PackingError(place, "the name is not plain text")
    return name


def _differences(data: bytes, files: Sequence[Packed]) -> Iterator[tuple[str, str]]:
    """Yield each field in which a zip differs from the one that has the same files."""
    at = 0
    for place, expected in _pieces(files):
        if data[at : at + len(expected)] != expected:
            # What follows a wrong length is shifted, and says nothing more.
            yield place, "not that of the file" if place.endswith(": CRC") else "not as it is written"
            if data[at:].find(expected) > 0:
                return
        at += len(expected)
    if at != len(data):
        yield "end of the zip", f"{len(data) - at} bytes too many"


def _pieces(files: Sequence[Packed]) -> Iterator[tuple[str, bytes]]:
    """Yield the zip field by field, each with its place."""
    offsets: list[int] = []
    at = 0
    for file in files:
        offsets.append(at)
        for place, data in _local(file):
            at += len(data)
            yield place, data
    begin = at
    for file, offset in zip(files, offsets, strict=True):
        for place, data in _entry(file, offset):
            at += len(data)
            yield place, data
    values = (_END_MARK, 0, 0, len(files), len(files), at - begin, begin, 0)
    yield from _fields("end of the zip", _END, _END_NAMES, values)


def _local(file: Packed) -> Iterator[tuple[str, bytes]]:
    name = file.name.encode()
    values = (_LOCAL_MARK, _VERSION, 0, file.method, _NO_TIME, _FIRST_DAY, *_sizes(file), len(name), 0)
    yield from _fields(f"{file.name}, header", _LOCAL, _LOCAL_NAMES, values)
    yield f"{file.name}, header: name", name
    yield file.name, file.packed


def _entry(file: Packed, offset: int) -> Iterator[tuple[str, bytes]]:
    name = file.name.encode()
    values = (
        *(_ENTRY_MARK, _MADE_BY, _VERSION, 0, file.method, _NO_TIME, _FIRST_DAY, *_sizes(file)),
        *(len(name), 0, 0, 0, 0, _PLAIN_FILE, offset),
    )
    yield from _fields(f"{file.name}, directory", _ENTRY, _ENTRY_NAMES, values)
    yield f"{file.name}, directory: name", name


def _sizes(file: Packed) -> tuple[int, int, int]:
    return zlib.crc32(file.content), len(file.packed), len(file.content)


def _fields(
    place: str, layout: struct.Struct, names: Sequence[str], values: Sequence[int | bytes]
) -> Iterator[tuple[str, bytes]]:
    data, at = layout.pack(*values), 0
    for name, form in zip(names, _forms(layout.format), strict=True):
        size = struct.calcsize("<" + form)
        yield f"{place}: {name}", data[at : at + size]
        at += size


def _forms(layout: str) -> Iterator[str]:
    """Yield the form of each field of a layout.

    >>> list(_forms("<4s2HI"))
    ['4s', 'H', 'H', 'I']
    """
    number = ""
    for sign in layout.lstrip("<"):
        if sign.isdigit():
            number += sign
            continue
        yield from [number + sign] if sign == "s" else [sign] * int(number or 1)
        number = ""


def contents(files: Sequence[Packed]) -> Mapping[str, bytes]:
    """Return the files of a zip by name."""
    return {file.name: file.content for file in files}
