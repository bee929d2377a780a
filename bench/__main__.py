"""`python -m bench [--short] [NAME...]`: run all measurements, or those named; `--short` for less where it can be."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import bench
from bench.place import place
from bench.watching import load_note

FRAME = {"__main__", "place", "client", "matches", "movers", "bare", "slow", "watching"}


def names() -> list[str]:
    """Return the measurements that there are: modules of this package with a `run`."""
    found = (module.name for module in pkgutil.iter_modules(bench.__path__))
    return sorted(
        name for name in found if name not in FRAME and hasattr(importlib.import_module(f"bench.{name}"), "run")
    )


def main(wanted: list[str]) -> int:
    """Run what is wanted, in order; return the exit code."""
    short = "--short" in wanted
    wanted = [name for name in wanted if name != "--short"]
    unknown = set(wanted) - set(names())
    if unknown:
        print(f"There is no measurement {', '.join(sorted(unknown))}; there are: {', '.join(names())}")
        return 2
    print(load_note())
    with place(short=short) as stand:
        for name in wanted or names():
            module = importlib.import_module(f"bench.{name}")
            print(f"\n== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
            module.run(stand)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
