"""The signed result of a match: what an installation stands for with its key, long after its database is gone.

    signature = Ed25519(key, "flagfall/result/1" 0 canonical(statement))

`0` is one zero byte; key and signature are hex in the file, which is one canonical JSON value in one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from gameengine.core.types import Json, JsonObject
from gameengine.log.chain import NotCanonicalError, canonical
from gameengine.log.ed25519 import is_signed
from gameengine.log.record import Proof, Record
from gameengine.log.verify import Finding, commitment_in
from gameengine.table import Table, result_json

FORMAT: Final = "flagfall-result/1"
_DOMAIN: Final = b"flagfall/result/1\0"
_FIELDS: Final = {"statement", "key", "signature"}
_STATEMENT: Final = {
    *("format", "match", "game", "head", "outcome", "commits", "seeds"),
    *("ended_at_ms", "signed_at_ms"),
}


@dataclass(frozen=True, slots=True)
class SignedResult:
    """A statement, the public key and the signature; nothing is checked yet but the form."""

    statement: JsonObject
    key: str
    signature: str

    def to_json(self) -> dict[str, Json]:
        """Return the three as they stand in a file."""
        return {"statement": self.statement, "key": self.key, "signature": self.signature}


def statement(
    *,
    match: str,
    game: str,
    head: str,
    outcome: JsonObject,
    commits: Sequence[str],
    seeds: Sequence[str],
    ended_at_ms: int,
    signed_at_ms: int,
) -> dict[str, Json]:
    """Return what is signed at the end of a match.

    `head` is the last hash of the log, `outcome` as `gameengine.table.result_json` writes it; `commits` and `seeds`
    have one hex text for each branch of the match.
    """
    return {
        "format": FORMAT,
        "match": match,
        "game": game,
        "head": head,
        "outcome": outcome,
        "commits": list(commits),
        "seeds": list(seeds),
        "ended_at_ms": ended_at_ms,
        "signed_at_ms": signed_at_ms,
    }


def to_sign(said: JsonObject) -> bytes:
    """Return the bytes of a statement that are signed."""
    return _DOMAIN + canonical(said)


def read_result(data: bytes) -> SignedResult:
    """Return the signed result in a file. Raises ValueError for what is not one canonical line of that form."""
    value = _canonical_value(data)
    if not isinstance(value, dict) or set(value) != _FIELDS:
        raise ValueError(f"expected the fields {', '.join(sorted(_FIELDS))}")
    said = value["statement"]
    if not isinstance(said, dict) or set(said) != _STATEMENT or said["format"] != FORMAT:
        raise ValueError(f"the statement is not of the form {FORMAT}")
    if not isinstance(value["key"], str) or not isinstance(value["signature"], str):
        raise ValueError("key and signature are hex texts")
    return SignedResult(said, value["key"], value["signature"])


def _canonical_value(data: bytes) -> Any:
    try:
        value: Any = orjson.loads(data)
        if canonical(value) + b"\n" == data:
            return value
    except NotCanonicalError as error:
        raise ValueError(str(error)) from error
    raise ValueError("not one line of canonical JSON")


def signature_holds(key: str, message: bytes, signature: str) -> bool:
    """Tell whether a signature (hex) of the public key (hex) holds; a text that is no lower-case hex never does."""
    try:
        raw_key, raw_signature = bytes.fromhex(key), bytes.fromhex(signature)
    except ValueError:
        return False
    is_plain = raw_key.hex() == key and raw_signature.hex() == signature
    return is_plain and is_signed(raw_key, message, raw_signature)


def signature_findings(result: SignedResult) -> list[Finding]:
    """Return what is wrong with a signed result by itself."""
    if signature_holds(result.key, to_sign(result.statement), result.signature):
        return []
    return [Finding("SIGNATURE_DIFFERS", "signature", "it is not one of this statement with this key")]


def result_findings(result: SignedResult, record: Record, proof: Proof, last: Table) -> Iterator[Finding]:
    """Yield where a signed result says something else than a record whose replay ends at the table `last`."""
    header: Any = record.header
    expected: dict[str, Any] = {
        "match": header["match"],
        "game": header["game"],
        "head": proof.head,
        "commits": commits_of(record),
        "seeds": list(proof.seeds),
        "outcome": result_json(last.outcome),
        "ended_at_ms": last.ended_at_ms,
    }
    for name, value in expected.items():
        if result.statement[name] != value:
            yield Finding("RESULT_DIFFERS", name, "the record says something else")


def commits_of(record: Record) -> list[str]:
    """Return to which seeds the server had committed itself, branch by branch."""
    header: Any = record.header
    return [header["commit"], *(made for entry in record.entries if (made := commitment_in(entry)))]
