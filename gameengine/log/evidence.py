"""Evidence: all that a dispute about a match is decided on, as one zip that can be checked without its server.

README.txt              what this is and how it is checked
manifest.json           format, match, and size and hash of every other file, as it is and as it is packed
signature.json          the installation's signature of the manifest
key.json                its public key, and where the installation shows it
record.jsonl            the log (`gameengine.log.record`), with its proof once the match is over
views/public.jsonl      what the public could see after each act; views/seat-0.jsonl and so on for the seats
rulings.jsonl           what arbiters ruled and why
result.json             the signed result, once the match is over
disputes.jsonl, attempts.jsonl, connections.jsonl, looks.jsonl    what else the host knows, where it may be told

Every file is canonical JSON, a value per line. The zip has one form only (`gameengine.log.packing`), the manifest names
every file, and the signature covers the manifest: so no byte can be changed without a finding that says where.

    signature = Ed25519(key, "flagfall/evidence/1" 0 manifest.json)
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import orjson

from gameengine.core.types import CHANCE, Json, JsonObject, Viewer
from gameengine.log.chain import NotCanonicalError, canonical, genesis
from gameengine.log.packing import MOST_BYTES, Packed, PackingError, contents, pack, packed, unpack
from gameengine.log.record import Record, read_record
from gameengine.log.replay import Moment, replay
from gameengine.log.signed import commits_of, read_result, result_findings, signature_findings, signature_holds
from gameengine.log.verify import Finding, verify
from gameengine.table import Line, Table, view

FORMAT: Final = "flagfall-evidence/1"
NOTES: Final = ("rulings", "disputes", "attempts", "connections", "looks")
"""What the host tells besides the match itself, each as a list of JSON objects; only the first is always there."""

_DOMAIN: Final = b"flagfall/evidence/1\0"
_OUTSIDE: Final = ("manifest.json", "signature.json")
_ALWAYS: Final = (*_OUTSIDE, "README.txt", "key.json", "record.jsonl", "rulings.jsonl")
_VIEW: Final = re.compile(r"views/(public|seat-\d{1,2})\.jsonl")
_MANIFEST: Final = {"format", "match", "game", "head", "over", "lines", "files"}
_README: Final = """\
Evidence of a match played on Flagfall. Every byte of this zip is covered by hashes and by a signature.

Check it on your own machine, with a copy of the folder "gameengine" of Flagfall and nothing else of it:

    python -m gameengine verify THIS_FILE.zip

Then compare the key that is printed with the one that the installation shows (its address is in key.json).
What each file is, and what all this proves and what not: docs/reference/evidence.md.

---

Beweismittel einer Partie auf Flagfall. Jedes Byte dieses Archivs ist durch Hashes und eine Signatur gedeckt.

Prüfe es auf deinem eigenen Rechner; dazu genügt eine Kopie des Ordners "gameengine" von Flagfall:

    python -m gameengine verify DIESE_DATEI.zip

Vergleiche dann den Schlüssel, der ausgegeben wird, mit dem, den die Installation zeigt (Adresse in key.json).
Was jede Datei ist, und was all das beweist und was nicht: docs/reference/evidence.md.
"""

Sign: TypeAlias = Callable[[bytes], str]
"""Returns the signature (hex) of some bytes."""


@dataclass(frozen=True, slots=True)
class Material:
    """What evidence is made of. `views` as `views_of` returns them, `notes` by the names of `NOTES`.

    `result` is the signed result, None while the match is not over; `address` is where the public key is shown.
    """

    record: str
    views: Mapping[str, bytes]
    notes: Mapping[str, Sequence[JsonObject]]
    result: JsonObject | None
    key: str
    address: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check. What is told besides findings is worth nothing where there are any."""

    findings: tuple[Finding, ...]
    match: str = ""
    game: str = ""
    key: str = ""
    address: str = ""
    over: bool = False
    lines: int = 0
    draws: int = 0
    branches: int = 0
    files: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many rulings, disputes and so on are told."""


def view_name(viewer: Viewer) -> str:
    """Return under which name the view of somebody is kept."""
    return "public" if viewer is None else f"seat-{viewer}"


def views_of(header: JsonObject, lines: Sequence[Line], viewers: Iterable[Viewer]) -> dict[str, bytes]:
    """Return by name what each of these viewers could see after each act of a log, a JSON value per line.

    `seq` is the number of the act's last line in the log, 1 first. Raises ReplayError.
    """
    # Text at once: as values they would take many times the memory.
    shown = {viewer: bytearray() for viewer in viewers}
    for moment in replay(header, lines):
        for viewer, rows in shown.items():
            rows.extend(canonical(_seen(moment, viewer)) + b"\n")
    return {view_name(viewer): bytes(rows) for viewer, rows in shown.items()}


def _seen(moment: Moment, viewer: Viewer) -> JsonObject:
    table = moment.table
    return {
        "seq": moment.number + 1,
        "at_ms": moment.lines[-1].at_ms,
        "ply": table.ply,
        "view": view(table, viewer),
    }


def write_evidence(material: Material, sign: Sign) -> bytes:
    """Return the zip. The same material gives the same bytes. Raises RecordError for a record that is none."""
    record = read_record(material.record)
    files = [packed(name, content) for name, content in sorted(_files(material).items())]
    manifest = canonical(_manifest(record, files)) + b"\n"
    signature = canonical({"signature": sign(_DOMAIN + manifest)}) + b"\n"
    outside = (packed(name, content) for name, content in zip(_OUTSIDE, (manifest, signature), strict=True))
    return pack([*outside, *files])


def _files(material: Material) -> dict[str, bytes]:
    files = {
        "README.txt": _README.encode(),
        "key.json": _rows([{"algorithm": "Ed25519", "key": material.key, "address": material.address}]),
        "record.jsonl": material.record.encode(),
        "rulings.jsonl": b"",
    }
    files |= {f"{name}.jsonl": _rows(rows) for name, rows in material.notes.items()}
    files |= {f"views/{name}.jsonl": rows for name, rows in material.views.items()}
    return files if material.result is None else {**files, "result.json": _rows([material.result])}


def _rows(rows: Iterable[Json]) -> bytes:
    return b"".join(canonical(row) + b"\n" for row in rows)


def _manifest(record: Record, files: Sequence[Packed]) -> JsonObject:
    header: Any = record.header
    return {
        "format": FORMAT,
        "match": header["match"],
        "game": header["game"],
        "head": _head(record),
        "over": record.proof is not None,
        "lines": len(record.entries),
        "files": [_listed(file) for file in files],
    }


def _head(record: Record) -> str:
    return record.entries[-1].hash if record.entries else genesis(record.header)


def _listed(file: Packed) -> dict[str, Json]:
    return {
        "name": file.name,
        "size": len(file.content),
        "sha256": hashlib.sha256(file.content).hexdigest(),
        "packed_size": len(file.packed),
        "packed_sha256": hashlib.sha256(file.packed).hexdigest(),
    }


def verify_evidence(data: bytes, key: str = "") -> list[Finding]:
    """Return what is wrong with an evidence zip; an empty list means that all holds.

    With `key` (hex) only a signature with this public key counts.
    """
    return list(check_evidence(data, key).findings)


def check_evidence(data: bytes, key: str = "", most_bytes: int = MOST_BYTES) -> Checked:
    """Return what is wrong with an evidence zip, and what it is about; more than `most_bytes` are not unpacked."""
    try:
        unpacked = unpack(data, most_bytes)
    except PackingError as error:
        return Checked((Finding("BAD_ZIP", error.place, error.detail),))
    check = _Check(unpacked.files, key)
    faults = [Finding("BAD_ZIP", place, detail) for place, detail in unpacked.faults]
    # What says the line comes first.
    return check.checked([*check.inside(), *faults, *check.outside()])


class _Check:
    """One check of the files of a zip: each step adds what it finds and keeps what later ones need."""

    def __init__(self, files: Sequence[Packed], key: str) -> None:
        self._packed = files
        self._files = contents(files)
        self._wanted_key = key
        self._manifest: dict[str, Any] = {}
        self._key: dict[str, Any] = {}
        self._record: Record | None = None
        self._counts: dict[str, int] = {}
        self._replayed_to_end = False

    def inside(self) -> list[Finding]:
        """Return what is wrong with what the files say."""
        found = [
            Finding("FILE_MISSING", name, "this file must be there") for name in _ALWAYS if name not in self._files
        ]
        found += self._known()
        if "record.jsonl" in self._files:
            found += self._log()
        return [*found, *self._told()]

    def outside(self) -> list[Finding]:
        """Return where hashes and signature do not fit the files."""
        return [*self._listed(), *self._signed()]

    def checked(self, findings: Sequence[Finding]) -> Checked:
        """Return what came of it."""
        about = self._manifest
        record = self._record
        draws = sum(entry.public.get("actor") == CHANCE for entry in record.entries) if record else 0
        return Checked(
            tuple(findings),
            str(about.get("match", "")),
            str(about.get("game", "")),
            str(self._key.get("key", "")),
            str(self._key.get("address", "")),
            record is not None and record.proof is not None,
            len(record.entries) if record else 0,
            draws,
            len(commits_of(record)) if record else 0,
            tuple(file.name for file in self._packed),
            self._counts,
        )

    def _known(self) -> Iterator[Finding]:
        known = {*_ALWAYS, "result.json", *(f"{name}.jsonl" for name in NOTES)}
        for name in self._files:
            if name not in known and not _VIEW.fullmatch(name):
                yield Finding("FILE_UNKNOWN", name, "evidence has no such file")

    def _log(self) -> Iterator[Finding]:
        try:
            text = self._files["record.jsonl"].decode()
        except UnicodeDecodeError as error:
            line = self._files["record.jsonl"].count(b"\n", 0, error.start) + 1
            yield Finding("BAD_RECORD", f"record.jsonl line {line}", "not UTF-8")
            return
        found = verify(text)
        yield from (_within("record.jsonl", finding) for finding in found)
        if found:
            return
        self._record = read_record(text)
        if self._record.proof is None:
            if "result.json" in self._files:
                yield Finding("FILE_UNKNOWN", "result.json", "a match that is not over has no result")
            return
        yield from self._replayed(self._record)

    def _replayed(self, record: Record) -> Iterator[Finding]:
        """Yield where views and result are not what follows from a record that holds."""
        header: Any = record.header
        lines = [entry.line() for entry in record.entries]
        viewers: list[Viewer] = [None, *range(header["seats"])]
        views = {viewer: _Rows(self._files, f"views/{view_name(viewer)}.jsonl") for viewer in viewers}
        moment = None
        for moment in replay(header, lines):
            for viewer, rows in views.items():
                rows.next_is(canonical(_seen(moment, viewer)))
        for rows in views.values():
            yield from rows.findings()
        names = {f"views/{view_name(viewer)}.jsonl" for viewer in viewers}
        for name in sorted(set(filter(_VIEW.fullmatch, self._files)) - names):
            yield Finding("FILE_UNKNOWN", name, "the match has no such seat")
        self._replayed_to_end = True
        if moment is not None:
            yield from self._result(record, moment.table)

    def _result(self, record: Record, last: Table) -> Iterator[Finding]:
        if "result.json" not in self._files:
            yield Finding("FILE_MISSING", "result.json", "a match that is over has a signed result")
            return
        try:
            result = read_result(self._files["result.json"])
        except ValueError as error:
            yield Finding("BAD_RESULT", "result.json", str(error))
            return
        found = signature_findings(result)
        if record.proof is not None:
            found += result_findings(result, record, record.proof, last)
        yield from (_within("result.json", finding) for finding in found)

    def _told(self) -> Iterator[Finding]:
        """Yield lines of the other files that are no canonical JSON, and rulings on lines that are not there."""
        for name in self._files:
            # Views of a match that is over have been compared byte by byte.
            compared = name == "record.jsonl" or (self._replayed_to_end and _VIEW.fullmatch(name))
            if compared or not name.endswith(".jsonl"):
                continue
            rows, faults = _objects(name, self._files[name])
            yield from faults[:1]
            if not _VIEW.fullmatch(name):
                self._counts[name.removesuffix(".jsonl")] = len(rows)
            if name == "rulings.jsonl" and self._record is not None:
                yield from _ruling_findings(rows, len(self._record.entries))

    def _listed(self) -> Iterator[Finding]:
        manifest, fault = _one_object("manifest.json", self._files)
        if fault is not None or set(manifest) != _MANIFEST or manifest["format"] != FORMAT:
            yield fault or Finding("BAD_MANIFEST", "manifest.json", f"not a manifest of the form {FORMAT}")
            return
        self._manifest = manifest
        listed = _by_name(manifest["files"])
        if listed is None:
            yield Finding("BAD_MANIFEST", "manifest.json: files", "not a list of different files")
            return
        inside = [file for file in self._packed if file.name not in _OUTSIDE]
        for file in inside:
            if listed.get(file.name) != (expected := _listed(file)):
                said = listed.get(file.name, {})
                wrong = [what for what in (*expected, *said) if said.get(what) != expected.get(what)]
                yield Finding("HASH_DIFFERS", file.name, f"its {wrong[0]} is not what the manifest says")
        for name in sorted(set(listed) - {file.name for file in inside}):
            yield Finding("FILE_MISSING", name, "the manifest names this file")
        if self._record is not None:
            about = _manifest(self._record, inside)
            for what in sorted(_MANIFEST - {"files"}):
                if manifest[what] != about[what]:
                    yield Finding("MANIFEST_DIFFERS", f"manifest.json: {what}", "not what the files say")

    def _signed(self) -> Iterator[Finding]:
        signature, bad_signature = _one_object("signature.json", self._files)
        self._key, bad_key = _one_object("key.json", self._files)
        yield from (fault for fault in (bad_signature, bad_key) if fault is not None)
        if bad_signature is not None or bad_key is not None:
            return
        key = str(self._key.get("key"))
        if set(signature) != {"signature"} or not signature_holds(
            key, _DOMAIN + self._files.get("manifest.json", b""), str(signature.get("signature"))
        ):
            yield Finding("SIGNATURE_DIFFERS", "signature.json", "not one of manifest.json with the key of key.json")
        if self._wanted_key and key != self._wanted_key:
            yield Finding("OTHER_KEY", "key.json", "the zip is signed with another key than the one asked for")


class _Rows:
    """The lines of one view, compared one by one with what they must be."""

    def __init__(self, files: Mapping[str, bytes], name: str) -> None:
        self._name = name
        self._lines = files[name].split(b"\n")[:-1] if name in files else None
        self._at = 0
        self._findings: list[Finding] = []

    def next_is(self, expected: bytes) -> None:
        """Take the next line, which must be this one."""
        if self._lines is not None and not self._findings:
            is_there = self._at < len(self._lines)
            if not is_there or self._lines[self._at] != expected:
                detail = "not what follows from the record" if is_there else "lines are missing"
                self._findings.append(Finding("VIEW_DIFFERS", f"{self._name} line {self._at + 1}", detail))
        self._at += 1

    def findings(self) -> list[Finding]:
        """Return where it differs first."""
        if self._lines is None:
            return [Finding("FILE_MISSING", self._name, "a match that is over has the view of every seat")]
        if not self._findings and len(self._lines) > self._at:
            return [Finding("VIEW_DIFFERS", f"{self._name} line {self._at + 1}", "there are more lines than acts")]
        return self._findings


def _by_name(files: Any) -> dict[str, dict[str, Any]] | None:
    """Return the files of a manifest by name, None if they are no list of different ones."""
    if not isinstance(files, list) or not all(isinstance(one, dict) and "name" in one for one in files):
        return None
    listed = {str(one["name"]): one for one in files}
    return listed if len(listed) == len(files) else None


def _within(name: str, finding: Finding) -> Finding:
    return Finding(finding.code, f"{name} {finding.place}", finding.detail)


def _one_object(name: str, files: Mapping[str, bytes]) -> tuple[dict[str, Any], Finding | None]:
    """Return the one line of a JSON file, or what is wrong with it."""
    rows, faults = _objects(name, files.get(name, b""))
    if faults:
        return {}, faults[0]
    if len(rows) != 1:
        return {}, Finding("BAD_JSON", name, "not one line of JSON")
    return rows[0], None


def _objects(name: str, data: bytes) -> tuple[list[dict[str, Any]], list[Finding]]:
    """Return the JSON objects of a file's lines, and a finding for each line that is none in canonical form."""
    rows: list[dict[str, Any]] = []
    faults: list[Finding] = []
    *lines, rest = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        row = _object(line)
        if row is None:
            faults.append(Finding("BAD_JSON", f"{name} line {number}", "no canonical JSON object"))
        else:
            rows.append(row)
    if rest:
        faults.append(Finding("BAD_JSON", f"{name} line {len(lines) + 1}", "the last line is cut off"))
    return rows, faults


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        row = orjson.loads(line)
        is_canonical = canonical(row) == line
    except (NotCanonicalError, RecursionError, ValueError):
        return None
    return row if is_canonical and isinstance(row, dict) else None


def _ruling_findings(rulings: Sequence[Mapping[str, Any]], lines: int) -> Iterator[Finding]:
    for number, ruling in enumerate(rulings, 1):
        seq = ruling.get("seq")
        if not isinstance(seq, int) or not 1 <= seq <= lines:
            yield Finding("BAD_RULING", f"rulings.jsonl line {number}", "the log has no such line")
