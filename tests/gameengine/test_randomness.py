"""Randomness that can be checked: the published vector, fairness, independence of labels."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from gameengine.randomness import DrawStream, SeededRandom, commit, root

SEED = bytes(range(32))
ROOT = root("m-0001", SEED, ["aa", "bb"])


def test_published_vector():
    assert commit("m-0001", SEED) == "c067950dc28d90721d48991cf1b7fe74863e59b54668f315caae4588e59bcb30"
    assert ROOT.hex() == "8e6a0cc0a673d7cfb6c77fb0e1e3023ce6aa29a1be6bf610f228fce2acfd7907"
    die = DrawStream(ROOT, "0/3:die")
    assert [1 + die.below(6) for _ in range(5)] == [6, 1, 5, 6, 1]
    assert DrawStream(ROOT, "0/0:shuffle").permutation(9) == (6, 5, 4, 3, 7, 0, 8, 1, 2)


def test_formulas_written_out():
    assert commit("x", SEED) == hashlib.sha256(b"flagfall/seed/1\0x\0" + SEED).hexdigest()
    block = hmac.digest(ROOT, b"flagfall/draw/1\0L\0" + bytes(8), "sha256")
    assert DrawStream(ROOT, "L").below(1 << 64) == int.from_bytes(block[:8], "big")


def test_missing_nonces_are_empty_and_all_count():
    roots = {root("m", SEED, nonces) for nonces in (["", ""], ["aa", ""], ["", "aa"], ["aa", "aa"])}

    assert len(roots) == 4


@pytest.mark.parametrize("source", [DrawStream(ROOT, "fair"), SeededRandom(1)], ids=["committed", "seeded"])
def test_every_number_and_every_order_is_equally_likely(source):
    numbers = Counter(source.below(6) for _ in range(12_000))
    orders = Counter(source.permutation(3) for _ in range(6_000))

    # Chi-square with 5 degrees of freedom: above 25 once in 7,000 runs; the streams are fixed.
    assert sum((count - 2_000) ** 2 / 2_000 for count in numbers.values()) < 25
    assert set(orders) == set(permutations(range(3)))
    assert sum((count - 1_000) ** 2 / 1_000 for count in orders.values()) < 25


def test_words_at_the_ragged_end_are_thrown_away():
    stream = DrawStream(ROOT, "rejection")
    n = (1 << 63) + 1

    assert all(stream.below(n) < n for _ in range(50))


def test_same_label_same_numbers_other_label_other_numbers():
    first, again, other = (DrawStream(ROOT, label).permutation(50) for label in ("0/1:a", "0/1:a", "0/2:a"))

    assert first == again != other


def test_seeded_numbers_repeat():
    assert SeededRandom("a").permutation(20) == SeededRandom("a").permutation(20)
