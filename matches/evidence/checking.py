"""Checking what somebody brings: an evidence zip, a record, a signed result. Nothing is kept, nothing carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from gameengine import log
from gameengine.core.types import CHANCE
from gameengine.log import Finding
from matches.limits import counted
from matches.signing import public_key

MOST_BYTES: Final = 8 << 20
_MOST_UNPACKED: Final = 64 << 20
_MOST_CHECKS: Final = 20
_PER_S: Final = 600


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of a file. `own_key` tells whether it is signed with the key of this installation, None if unsigned."""

    kind: Literal["evidence", "record", "result"]
    findings: tuple[Finding, ...]
    match: str = ""
    over: bool = False
    lines: int = 0
    draws: int = 0
    branches: int = 0
    key: str = ""

    @property
    def own_key(self) -> bool | None:
        """Tell whether this installation has signed it; None if nobody has."""
        return self.key == public_key() if self.key else None


def check_allowed(address: str) -> bool:
    """Tell whether one more file from this address is checked now; each costs the time of a replay."""
    return counted(f"evidence/checks/{address}", _PER_S) <= _MOST_CHECKS


def check_file(data: bytes) -> Brought:
    """Return what is wrong with a file, and what it is about."""
    if data.startswith(b"PK"):
        found = log.check_evidence(data, most_bytes=_MOST_UNPACKED)
        return Brought(
            "evidence", found.findings, found.match, found.over, found.lines, found.draws, found.branches, found.key
        )
    if data.startswith(b'{"key":'):
        return _result(data)
    return _record(data)


def _result(data: bytes) -> Brought:
    try:
        result = log.read_result(data)
    except ValueError as error:
        return Brought("result", (Finding("BAD_RESULT", "line 1", str(error)),))
    findings = tuple(log.signature_findings(result))
    return Brought("result", findings, str(result.statement["match"]), over=True, key=result.key)


def _record(data: bytes) -> Brought:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Brought("record", (Finding("BAD_RECORD", f"line {line}", "not UTF-8"),))
    findings = tuple(log.verify(text))
    if findings:
        return Brought("record", findings)
    record = log.read_record(text)
    return Brought(
        "record",
        (),
        str(record.header["match"]),
        over=record.proof is not None,
        lines=len(record.entries),
        draws=sum(entry.public["actor"] == CHANCE for entry in record.entries),
        branches=len(log.commits_of(record)),
    )
