"""Seeds are kept encrypted, with a key that is not in the database."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cryptography.fernet import Fernet
from django.conf import settings

_PURPOSE: Final = b"flagfall/seed-key/1\0"


@lru_cache(maxsize=4)
def _box(secret: str) -> Fernet:
    digest = hashlib.sha256(_PURPOSE + secret.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


def seal(seed: bytes) -> str:
    """Return the seed encrypted with a key derived from the installation's secret."""
    return _box(settings.SECRET_KEY).encrypt(seed).decode()


def unseal(sealed: str) -> bytes:
    """Return the seed. Raises `cryptography.fernet.InvalidToken` if the installation's secret is another one."""
    return _box(settings.SECRET_KEY).decrypt(sealed.encode())


def seal_all(seeds: Iterable[bytes]) -> str:
    """Return the seeds of a match, one per branch, as one text."""
    return " ".join(seal(seed) for seed in seeds)


def unseal_all(sealed: str) -> tuple[bytes, ...]:
    """Return the seeds of a match, one per branch. Raises as `unseal` does."""
    return tuple(unseal(one) for one in sealed.split(" "))
