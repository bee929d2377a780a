"""The hash chain of a match's log: no line can be changed, dropped or moved without being noticed.

    h0 = SHA256("flagfall/log/1" 0 canonical(header))
    hk = SHA256(h(k-1) 0 canonical(public part of line k, with "ph" if it has private parts))
    ph = audience to SHA256(salt 0 canonical(private part))

`0` is one zero byte, hashes and salts enter as bytes. So the chain can be checked while the secrets are still secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from gameengine.core.types import Json, JsonObject

SALT_BYTES: Final = 16
_DOMAIN: Final = b"flagfall/log/1"


class NotCanonicalError(ValueError):
    """A value has no canonical form: it holds a float, a key that is no text, no Unicode, too many levels."""


@dataclass(frozen=True, slots=True)
class Part:
    """What only one audience may see of a line, with the salt (hex) that hides it in the chain."""

    part: JsonObject
    salt: str


def canonical(value: Json) -> bytes:
    """Return the one form of a JSON value: sorted keys, no spaces, UTF-8, whole numbers only.

    Raises NotCanonicalError.

    >>> canonical({"b": 1, "a": [None, "x"]})
    b'{"a":[null,"x"],"b":1}'
    """
    try:
        _refuse_floats(value)
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except (RecursionError, TypeError) as error:
        raise NotCanonicalError(str(error)) from error


def genesis(header: JsonObject) -> str:
    """Return the hash (hex) before the first line: it binds the log to the match, its rules and the commitment."""
    return hashlib.sha256(_DOMAIN + b"\0" + canonical(header)).hexdigest()


def chain(previous: str, public: JsonObject, parts: Mapping[str, Part]) -> str:
    """Return the hash (hex) after a line, from the one before it."""
    return chain_sealed(previous, public, part_hashes(parts))


def chain_sealed(previous: str, public: JsonObject, ph: Mapping[str, str]) -> str:
    """Return the hash after a line of which only the hashes of the private parts are known."""
    linked: dict[str, Json] = {**public, "ph": ph} if ph else dict(public)
    return hashlib.sha256(bytes.fromhex(previous) + b"\0" + canonical(linked)).hexdigest()


def part_hashes(parts: Mapping[str, Part]) -> dict[str, str]:
    """Return what stands for the private parts in the public log, by audience."""
    return {audience: part_hash(part) for audience, part in parts.items()}


def part_hash(part: Part) -> str:
    """Return the salted hash (hex) of one private part."""
    return hashlib.sha256(bytes.fromhex(part.salt) + b"\0" + canonical(part.part)).hexdigest()


def _refuse_floats(value: Any) -> None:
    if isinstance(value, dict | Mapping):
        for inner in value.values():
            _refuse_floats(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _refuse_floats(inner)
    elif isinstance(value, float):
        raise NotCanonicalError(f"a float has no canonical form: {value!r}")
