"""Swiss: a round in the middle of the event, trace included. Aims: 200 in 20 ms, 1,000 in 100 ms, 3,000 in 0.5 s."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from typing import Final

from bench.place import Place
from tournaments.exchange.trf.generate import Plan, generate
from tournaments.exchange.trf.pairing import request_of
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.model import PairingRequest

ROUNDS: Final = 9
SIZES: Final = (100, 200, 500, 1000, 2000, 3000, 5000)
SEEDS: Final = (1, 2, 3)
KINDS: Final = {
    "plain": {},
    "no draws": {"draws": 0.0},
    "absences": {"byes": 0.08, "forfeits": 0.05, "leaving": 0.1, "late": 0.05},
}


def run(_stand: Place) -> None:
    """Print the time for each size and round, each size in a process of its own for its peak of memory."""
    print(f"load {os.getloadavg()[0]:.1f}; {len(SEEDS)} seeds of {', '.join(KINDS)}; median and worst, processor ms")
    print("players   round 2          round 5          round 9          peak of the process")
    for size in SIZES:
        _in_own_process("size", str(size))
    _in_own_process("forbidden", "3000")


def _in_own_process(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "bench.swiss", *arguments], check=True)


def measured(request: PairingRequest) -> float:
    """Return the milliseconds of the processor for one pairing, reading of the state and trace included."""
    begun = time.process_time()
    pair(request)
    return (time.process_time() - begun) * 1000


def requests(size: int, number: int) -> list[PairingRequest]:
    """Return the requests for a round, of several kinds and seeds."""
    plans = (Plan(size, ROUNDS, seed, played=number - 1, **kind) for kind in KINDS.values() for seed in SEEDS)
    return [request_of(generate(plan)) for plan in plans]


def size_line(size: int) -> str:
    """Return the line of one size."""
    parts = []
    for number in (2, 5, 9):
        taken = [measured(request) for request in requests(size, number)]
        parts.append(f"{statistics.median(taken):7.1f} {max(taken):7.1f}")
    return f"{size:7}  {'  '.join(parts)}   {peak_mb()} MB"


def forbidden_line(size: int) -> str:
    """Return the line of round 1 with as many forbidden pairs as players."""
    plan = Plan(size, ROUNDS, 1, played=0, forbidden=size)
    taken = measured(request_of(generate(plan)))
    return f"round 1 of {size} with {size} forbidden pairs: {taken:.0f} ms, {peak_mb()} MB (aim 3 s)"


def peak_mb() -> int:
    """Return the most memory that this process has had."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    print({"size": size_line, "forbidden": forbidden_line}[sys.argv[1]](int(sys.argv[2])), flush=True)
