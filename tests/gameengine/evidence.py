"""Evidence made for tests, signed with a key that everybody knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from gameengine import log
from gameengine.table import result_json

PRIVATE = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
KEY = PRIVATE.public_key().public_bytes_raw().hex()
RULING = {"seq": 3, "text": "pause", "reason": "tea", "at_ms": 1}


def sign(message: bytes) -> str:
    return PRIVATE.sign(message).hex()


def signed(record: log.Record, table: Any) -> log.SignedResult:
    """Return the signed result of a record that ends at a table."""
    header: Any = record.header
    assert record.proof is not None
    said = log.statement(
        match=header["match"],
        game=header["game"],
        head=record.proof.head,
        outcome=result_json(table.outcome) or {},
        commits=log.commits_of(record),
        seeds=record.proof.seeds,
        ended_at_ms=table.ended_at_ms,
        signed_at_ms=table.ended_at_ms + 5,
    )
    return log.SignedResult(said, KEY, sign(log.to_sign(said)))


def material(text: str, table: Any, lines: Sequence[Any], **changes: Any) -> log.Material:
    """Return the material of the evidence of a match."""
    record = log.read_record(text)
    over = record.proof is not None
    viewers = [None, *range(table.seats)] if over else [None]
    notes: Mapping[str, Any] = {"rulings": [RULING], "disputes": [{"about": "clock"}]}
    values = {
        "record": text,
        "views": log.views_of(record.header, lines, viewers),
        "notes": notes,
        "result": signed(record, table).to_json() if over else None,
        "key": KEY,
        "address": "/keys/results.json",
    }
    return log.Material(**(values | changes))
