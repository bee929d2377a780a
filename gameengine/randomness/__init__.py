"""Sources of fair numbers: committed ones for matches, seeded ones for tests and bots."""

from gameengine.randomness.seeded import SeededRandom
from gameengine.randomness.stream import SEED_BYTES, DrawStream, commit, root

__all__ = ["SEED_BYTES", "DrawStream", "SeededRandom", "commit", "root"]
