"""Where a measurement stands: private servers for the run, and the real service as processes."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests import live
from tests.services import PostgreSQL, Redis, scratch_folder, servers


@dataclass
class Place:
    """A private PostgreSQL (durable: fsync is on) and Redis, and a folder for everything else."""

    folder: Path
    database: PostgreSQL
    redis: Redis
    short: bool = False
    """Whether measurements that can be smaller should be."""
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    @contextlib.contextmanager
    def service(self, *, webs: int = 1, **environment: str) -> Iterator[live.LiveService]:
        """Run web processes, clock, live, work and beat on a fresh, migrated database."""
        name = f"bench_{next(self._numbers)}"
        with live.full_service(
            self.database, self.folder / name, name=name, template=live.TEMPLATE, webs=webs, **environment
        ) as service:
            yield service


@contextlib.contextmanager
def place(*, short: bool = False) -> Iterator[Place]:
    """Give a place to measure in; its servers end with the block."""
    with scratch_folder("flagfall-bench-") as folder, servers(folder) as (database, redis):
        live.make_template(database, folder / "template")
        yield Place(folder, database, redis, short)
