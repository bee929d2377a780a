"""Opaque ids: primary keys that may stand in addresses and tell nothing."""

from __future__ import annotations

import secrets
from typing import Final

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz0123456789"
LENGTH: Final = 12


def new_id() -> str:
    """Return a fresh id of twelve letters and digits (62 bits of chance)."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LENGTH))
