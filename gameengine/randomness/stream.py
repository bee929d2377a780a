"""Fair numbers that anybody can check afterwards (design: commit, root, one stream per chance event).

In these formulas `0` is one zero byte and juxtaposition is concatenation:

    commit = SHA256("flagfall/seed/1" 0 match_id 0 seed)
    root   = HMAC(seed, "flagfall/root/1" 0 match_id 0 nonce0 0 nonce1 ...)
    block  = HMAC(root, "flagfall/draw/1" 0 label 0 counter)      counter = 8 bytes, big-endian, 0, 1, 2, ...

A block is four 64-bit words, big-endian. HMAC is HMAC-SHA256; texts are UTF-8.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

SEED_BYTES: Final = 32
_WORDS: Final = 1 << 64


def commit(match_id: str, seed: bytes) -> str:
    """Return the hex text that is published before the match and binds the server to `seed`."""
    return hashlib.sha256(_joined("flagfall/seed/1", match_id, seed)).hexdigest()


def root(match_id: str, seed: bytes, nonces: Sequence[str]) -> bytes:
    """Return the key of all draws of a match; `nonces` has one text per seat, empty for a seat that gave none."""
    return hmac.digest(seed, _joined("flagfall/root/1", match_id, *nonces), "sha256")


def _joined(*parts: str | bytes) -> bytes:
    return b"\0".join(part if isinstance(part, bytes) else part.encode() for part in parts)


class DrawStream:
    """The numbers of one chance event. Fulfils `gameengine.core.random.Random`."""

    def __init__(self, root: bytes, label: str) -> None:
        self._root = root
        self._message = _joined("flagfall/draw/1", label) + b"\0"
        self._counter = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each exactly equally likely."""
        limit = _WORDS - _WORDS % n
        while True:
            word = self._word()
            # Words at the ragged end would make small results more likely.
            if word < limit:
                return word % n

    def permutation(self, n: int) -> tuple[int, ...]:
        """Return the numbers 0 to n - 1 in random order (Fisher-Yates, from the last index down)."""
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _word(self) -> int:
        if not self._words:
            block = hmac.digest(self._root, self._message + self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            self._words = [int.from_bytes(block[start : start + 8], "big") for start in (24, 16, 8, 0)]
        return self._words.pop()
