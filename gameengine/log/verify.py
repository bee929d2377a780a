"""Checking a record: form, chain, commitment, private parts, every draw, every line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from gameengine.core.types import CHANCE
from gameengine.log.chain import NotCanonicalError, chain_sealed, genesis, part_hashes
from gameengine.log.record import Entry, Proof, Record, RecordError, read_record
from gameengine.log.replay import ReplayError, logged, replay
from gameengine.randomness import commit
from gameengine.table import Branched, ChanceError, Committed, Line
from gameengine.table.chance import ChanceSource, Draw

_FORGED: Final = (
    *(ArithmeticError, AssertionError, AttributeError, ChanceError, LookupError, RecursionError),
    *(TypeError, ValueError),
)
"""What the rules may raise for a record that nobody has played."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a record: a code that never changes, where it is, and a sentence."""

    code: str
    place: str
    detail: str

    def __str__(self) -> str:
        return f"{self.place}: {self.code}: {self.detail}"


def verify(text: str) -> list[Finding]:
    """Return what is wrong with the text of a record; an empty list means that all holds.

    A record without proof (the match is not over) is checked as far as that goes: form and chain.
    """
    try:
        record = read_record(text)
    except RecordError as error:
        return [Finding("BAD_RECORD", error.place, error.detail)]
    findings = list(_chain_findings(record))
    if record.proof is not None and not findings:
        findings += _proof_findings(record, record.proof)
        findings += [] if findings else _replay_findings(record, record.proof)
    return findings


def _chain_findings(record: Record) -> Iterator[Finding]:
    previous = genesis(record.header)
    for number, entry in enumerate(record.entries, 2):
        place = f"line {number}"
        try:
            expected = chain_sealed(previous, entry.public, entry.ph)
        except (NotCanonicalError, ValueError) as error:
            yield Finding("BAD_RECORD", place, str(error))
            return
        if entry.hash != expected:
            # What follows is linked to the stored hash, so one change is reported once.
            yield Finding("CHAIN_BROKEN", place, "this line or the one before it is not what was written")
        previous = entry.hash if _is_hash(entry.hash) else expected


def _is_hash(text: Any) -> bool:
    return isinstance(text, str) and len(text) == 64 and not set(text) - set("0123456789abcdef")


def _proof_findings(record: Record, proof: Proof) -> Iterator[Finding]:
    head = record.entries[-1].hash if record.entries else genesis(record.header)
    if proof.head != head:
        yield Finding("HEAD_DIFFERS", "proof", "the last hash is not that of the last line: lines are missing")
    yield from _commitment_findings(record, proof)
    for number, entry in enumerate(record.entries, 2):
        yield from _part_findings(f"line {number}", entry)


def _commitment_findings(record: Record, proof: Proof) -> Iterator[Finding]:
    """Compare the seed of each branch with that to which the header, or the line that began it, commits the server."""
    header: Any = record.header
    begun = [
        (f"line {number}", made) for number, entry in enumerate(record.entries, 2) if (made := commitment_in(entry))
    ]
    committed = [("proof", header["commit"]), *begun]
    if len(committed) != len(proof.seeds):
        yield Finding("COMMIT_DIFFERS", "proof", f"{len(proof.seeds)} seeds for {len(committed)} branches")
    for (place, commitment), seed in zip(committed, proof.seeds, strict=False):
        if commit(header["match"], bytes.fromhex(seed)) != commitment:
            yield Finding("COMMIT_DIFFERS", place, "the seed is not the one to which the server had committed itself")


def commitment_in(entry: Entry) -> str:
    """Return to which seed a line commits the server, "" if to none."""
    events: Any = entry.public.get("events", ())
    return next((str(event["commit"]) for event in events if event.get("type") == "branched"), "")


def _part_findings(place: str, entry: Entry) -> Iterator[Finding]:
    try:
        hashes = part_hashes(entry.parts)
    except (NotCanonicalError, TypeError, ValueError) as error:
        yield Finding("PART_DIFFERS", place, str(error))
        return
    if hashes != dict(entry.ph):
        yield Finding("PART_DIFFERS", place, "a private part is not the one that was sealed in the chain")


def _replay_findings(record: Record, proof: Proof) -> Iterator[Finding]:
    header: Any = record.header
    try:
        lines = [entry.line() for entry in record.entries]
        seeds = [Committed(header["match"], bytes.fromhex(seed)) for seed in proof.seeds]
        chance = _Checked(lines, Branched(seeds))
        *_, last = replay(header, lines, chance)
    except ReplayError as error:
        yield Finding("REPLAY_DIFFERS", f"line {error.number + 2}", error.detail)
        return
    except _FORGED as error:
        yield Finding("REPLAY_DIFFERS", "log", f"{type(error).__name__}: {error}")
        return
    yield from chance.findings
    if last.table.status != "over":
        yield Finding("NOT_OVER", "proof", "there is a proof, but the match is not over: lines are missing")
    if last.table.nonces != proof.nonces:
        yield Finding("NONCES_DIFFER", "proof", "the nonces are not those of the log")


class _Checked:
    """Repeats the log's outcomes and notes each that the seed does not give."""

    def __init__(self, lines: list[Line], committed: ChanceSource) -> None:
        self._numbers = {line.label: number for number, line in enumerate(lines, 2) if line.actor == CHANCE}
        self._logged: ChanceSource = logged(lines)
        self._committed = committed
        self.findings: list[Finding] = []

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        outcome = self._logged.outcome(label, stream, draw)
        if self._committed.outcome(label, stream, draw) != outcome:
            place = f"line {self._numbers[label]}"
            self.findings.append(Finding("DRAW_DIFFERS", place, f"the seed gives another outcome for {label}"))
        return outcome

    def knowing(self, nonces: Any) -> ChanceSource:
        self._committed = self._committed.knowing(nonces)
        return self
