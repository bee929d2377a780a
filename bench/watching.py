"""What processes use: processor time and memory, read off the kernel."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.live import LiveService

_TICKS: Final = os.sysconf("SC_CLK_TCK")


def cpu_s(pids: Iterable[int]) -> dict[int, float]:
    """Return the processor time that each process has used so far, in seconds; what has ended is left out."""
    return {pid: used for pid in pids if (used := _cpu_s(pid)) is not None}


def spent_s(before: Mapping[int, float], after: Mapping[int, float]) -> float:
    """Return the processor time between two looks, of the processes that both have seen, in seconds."""
    return sum(after[pid] - before[pid] for pid in before.keys() & after.keys())


def _cpu_s(pid: int) -> float | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        # PostgreSQL's helpers come and go.
        return None
    # The name in the second field may hold blanks; it ends with the last bracket.
    fields = stat.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024


def web_pids(service: LiveService) -> list[int]:
    """Return the ids of the web processes."""
    return [process.pid for name, process in service.processes.items() if name.startswith("web")]


def database_pids(service: LiveService) -> list[int]:
    """Return the ids of PostgreSQL's processes that are there now."""
    if service.database is None:
        return []
    return family(service.database.process.pid)


def family(pid: int) -> list[int]:
    """Return a process and those that it has started."""
    return [pid, *_children(pid)]


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def load_note() -> str:
    """Return what else was going on: the machine's load and its cores."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
