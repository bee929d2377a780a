"""Lots of a stage: drawn from its stored seed, so that drawing again gives the same."""

from __future__ import annotations

import hashlib


def seed_lot(rng_seed: str, entry_id: str) -> bytes:
    """Return the place of an entry in the lot for seeds."""
    return _lot("seeds", rng_seed, entry_id)


def place_lot(rng_seed: str, entry_id: str) -> bytes:
    """Return the place of an entry in the lot for shared places."""
    return _lot("places", rng_seed, entry_id)


def _lot(about: str, rng_seed: str, entry_id: str) -> bytes:
    return hashlib.sha256(f"flagfall/{about}/1\0{rng_seed}\0{entry_id}".encode()).digest()
