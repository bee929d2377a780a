"""The key with which this installation signs results and evidence.

It follows from the secret that is kept outside the database. With another secret there is another key; results keep the
one with which they were signed.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

ALGORITHM: Final = "Ed25519"
_PURPOSE: Final = b"flagfall/result-key/1\0"


@lru_cache(maxsize=4)
def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(_PURPOSE + secret.encode()).digest())


def public_key() -> str:
    """Return the public key of this installation as hex."""
    return _private(settings.SECRET_KEY).public_key().public_bytes_raw().hex()


def sign(message: bytes) -> str:
    """Return the signature of some bytes as hex."""
    return _private(settings.SECRET_KEY).sign(message).hex()
