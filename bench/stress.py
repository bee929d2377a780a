"""Flags under stress: 2,000 clocks, 30 flags a second, beside other load, and with a part of the service gone.

Every trial is a service of its own on PostgreSQL and Redis with 2,000 running clocks, of which 30 a second run out for
a minute. Beside them 25 actions a second are played and 50 slow tasks wait for the worker of the queue `work`. In three
of the trials something is gone for a while: Redis, the clock worker, the database. Afterwards the database is asked:
every flag fell once, dated at its deadline, with its lateness beside it; every acknowledged action is there; no chain
is broken. `python -m bench --short stress` does the same with fewer clocks within a few seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import uvloop
from celery import Celery

from bench.matches import Board, kept_in, make_boards, make_falling_boards
from bench.movers import Counts, Match, settle, sit_down, steadily
from bench.place import Place
from bench.watching import cpu_s, family, load_note, spent_s
from flagfall.simulation.tally import spread
from matches.settling import SETTLING_MS, due_ms
from tests.live import LiveService

PER_SECOND: Final = 30
ACTIONS_PER_SECOND: Final = 25.0
PLAYED: Final = 50
"""Matches in which the actions are played."""
SLOW_TASKS: Final = 50
SLOW_S: Final = 2.0
WARNING_MS: Final = 12_000
AFTERWARDS_S: Final = 20.0
"""How long after the last deadline every flag must have fallen."""
PATIENCE_S: Final = 2.0
"""After this time a player sends what was not answered once more."""
VERIFIED: Final = 150
"""So many logs of each trial are replayed and checked line by line."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a trial is. The fault begins and ends so many seconds after the first deadline."""

    clocks: int
    falling_s: int
    fault_s: tuple[float, float]

    @property
    def falling(self) -> int:
        """Return how many flags fall."""
        return PER_SECOND * self.falling_s


FULL: Final = Size(clocks=2_000, falling_s=60, fault_s=(20.0, 40.0))
SHORT: Final = Size(clocks=400, falling_s=10, fault_s=(3.0, 7.0))


@dataclass(frozen=True, slots=True)
class Trial:
    """One run: what happens beside the flags, and its aims in ms for p50, p99 and the latest flag."""

    name: str
    loaded: bool = True
    fault: str = ""
    aims: tuple[int, int, int] | None = None


TRIALS: Final = (
    Trial("nothing beside", loaded=False, aims=(5, 15, 250)),
    Trial("beside load", aims=(8, 60, 300)),
    Trial("Redis gone", fault="redis"),
    Trial("clock worker killed", fault="clock"),
    Trial("database restarted", fault="postgres"),
)


@dataclass(slots=True)
class Seen:
    """What a trial showed from outside."""

    fault_ms: tuple[float, float] | None = None
    """When the fault began and ended, as the wall clock has it."""
    answered_ms: list[float] = field(default_factory=list)
    acknowledged: int = 0
    refused: int = 0
    cpu: dict[str, float] = field(default_factory=dict)


def run(place: Place) -> None:
    """Measure and print."""
    size = SHORT if place.short else FULL
    for trial in TRIALS:
        _run(place, trial, size)


def _run(place: Place, trial: Trial, size: Size) -> None:
    print(f"-- {trial.name} ({load_note()})", flush=True)
    with place.service(FLAGFALL_SOCKET_MESSAGES="1000") as service:
        _teach_slow_tasks(service)
        played = make_boards(service, PLAYED, per_move_ms=600_000, label="played")
        make_boards(service, size.clocks - PLAYED - size.falling, per_move_ms=3_600_000, label="long")
        falling = make_falling_boards(
            service,
            size.falling,
            label="falling",
            spread_ms=1000 // PER_SECOND,
            warning_ms=WARNING_MS,
            on_timeout="lose",
        )
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            seen = runner.run(_play(service, trial, size, falling, played))
        _report(service, trial, falling, played, seen)


def _teach_slow_tasks(service: LiveService) -> None:
    """Have the worker of the queue `work` know the slow task."""
    worker = service.processes["work"]
    worker.stop()
    worker.command = [*worker.command, "--include", "bench.slow"]
    service.start("work")


def _send_slow_tasks(service: LiveService) -> None:
    with Celery(broker=service.env["REDIS_URL"]) as sender:
        for _ in range(SLOW_TASKS):
            sender.send_task("bench.slow", [SLOW_S], queue="work", ignore_result=True)


async def _play(service: LiveService, trial: Trial, size: Size, falling: list[Board], played: list[Board]) -> Seen:
    """Let everything happen, until all flags have fallen or should have."""
    seen, counts, loop = Seen(), Counts(), asyncio.get_running_loop()
    offset = loop.time() - time.time()
    start = falling[0].deadline_ms / 1000 + offset
    matches = await sit_down(played, service.ports, counts) if trial.loaded else []
    if trial.loaded:
        await asyncio.to_thread(_send_slow_tasks, service)
        every_s = len(matches) / ACTIONS_PER_SECOND
        for number, match in enumerate(matches):
            match.go(steadily(loop.time() + number * every_s / len(matches), every_s))
    if loop.time() > start:
        print("the first flags fell before everything was ready")
    repeating = asyncio.create_task(_repeat(matches))
    with _watched(service, seen):
        if trial.fault:
            await _fail(service, trial.fault, [start + at_s for at_s in size.fault_s], seen)
        end = falling[-1].deadline_ms / 1000 + offset
        await asyncio.sleep(max(0.0, end - loop.time()))
    await asyncio.to_thread(_all_fallen, service, falling)
    await settle(matches)
    repeating.cancel()
    seen.answered_ms, seen.acknowledged, seen.refused = counts.late_ms, counts.acks, counts.refused
    for match in matches:
        match.close()
    return seen


@contextmanager
def _watched(service: LiveService, seen: Seen) -> Iterator[None]:
    """Note how much of a core each process uses meanwhile."""
    families = {name: family(process.pid) for name, process in service.processes.items()}
    before, began = {name: cpu_s(pids) for name, pids in families.items()}, time.monotonic()
    yield
    took = time.monotonic() - began
    for name, pids in families.items():
        seen.cpu[name] = spent_s(before[name], cpu_s(pids)) / took


async def _repeat(matches: list[Match]) -> None:
    """Send again what has no answer."""
    while True:
        await asyncio.sleep(PATIENCE_S / 4)
        for match in matches:
            match.repeat(PATIENCE_S)


async def _fail(service: LiveService, what: str, at: list[float], seen: Seen) -> None:
    """Take a part away at the first instant and give it back at the second; a database comes back at once."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(max(0.0, at[0] - loop.time()))
    began_ms = time.time() * 1000
    await asyncio.to_thread(service.kill, what)
    if what != "postgres":
        await asyncio.sleep(max(0.0, at[1] - loop.time()))
    await asyncio.to_thread(service.restart, what)
    seen.fault_ms = (began_ms, time.time() * 1000)


def _all_fallen(service: LiveService, falling: list[Board]) -> None:
    """Wait, for a while, until every flag has fallen."""
    deadline, ids = time.monotonic() + AFTERWARDS_S, ([board.id for board in falling],)
    while time.monotonic() < deadline:
        [(left,)] = service.query("SELECT count(*) FROM matches_match WHERE status <> 'over' AND id = ANY(%s)", ids)
        if not left:
            return
        time.sleep(0.2)


def _report(service: LiveService, trial: Trial, falling: list[Board], played: list[Board], seen: Seen) -> None:
    fallen = _fallen(service, falling)
    late = [at.late_ms for at in fallen]
    aims = f" (aims: {', '.join(map(str, trial.aims))} ms)" if trial.aims else ""
    print(f"lateness of flags: {spread(late)}{aims}")
    if seen.fault_ms:
        began, ended = seen.fault_ms
        during = [at.late_ms for at in fallen if began - SETTLING_MS <= at.deadline_ms <= ended]
        others = [at.late_ms for at in fallen if not began - SETTLING_MS <= at.deadline_ms <= ended]
        print(
            f"  due while it was gone ({(ended - began) / 1000:.1f} s): {spread(during)}; all others: {spread(others)}"
        )
    if seen.acknowledged:
        print(f"  actions acknowledged beside it: {spread(seen.answered_ms)}, {seen.refused} refused")
    shares = ", ".join(f"{name} {share:.2f}" for name, share in seen.cpu.items())
    print(f"  cores used: {shares}")
    faults = _faults(service, falling, played, fallen, seen)
    print(
        f"  {'WRONG: ' + '; '.join(faults) if faults else 'nothing lost, nothing twice, every chain sound'}", flush=True
    )


@dataclass(frozen=True, slots=True)
class Fallen:
    """A flag in the database."""

    id: str
    deadline_ms: int
    late_ms: int


def _fallen(service: LiveService, falling: list[Board]) -> list[Fallen]:
    """Return the flags as the logs have them."""
    rows = service.query(
        "SELECT e.match_id, e.at_ms, e.decided_at_ms, m.grace_ms FROM matches_matchevent e JOIN matches_match m"
        " ON m.id = e.match_id WHERE e.kind = 'timeout' AND e.match_id = ANY(%s)",
        ([board.id for board in falling],),
    )
    return [
        Fallen(match_id, at_ms, decided_ms - due_ms(at_ms, grace_ms)) for match_id, at_ms, decided_ms, grace_ms in rows
    ]


def _faults(
    service: LiveService, falling: list[Board], played: list[Board], fallen: list[Fallen], seen: Seen
) -> list[str]:
    """Return what is wrong with what the database says, in words."""
    due = {board.id: board.deadline_ms for board in falling}
    ids = [*due, *(board.id for board in played)]
    ends = service.query(
        "SELECT id, status, ended_at_ms, decided_at_ms, outcome IS NOT NULL FROM matches_match WHERE id = ANY(%s)",
        ([*due],),
    )
    over = [end for end in ends if end[1] == "over" and end[4]]
    kept, gaps = kept_in(service, ids)
    counts = {
        "flags that did not fall": len(due) - len({flag.id for flag in fallen}),
        "flags that fell twice": len(fallen) - len({flag.id for flag in fallen}),
        "ends without a result": len(due) - len(over),
        "ends not dated at the deadline": sum(due[end[0]] != end[2] for end in over),
        "flags decided too early": sum(flag.late_ms < 0 for flag in fallen),
        "acknowledged actions that are not stored": max(0, seen.acknowledged - kept),
        "logs with gaps": gaps,
        "logs that do not replay": _unsound(service, [*ids[:VERIFIED], *(board.id for board in played)]),
    }
    return [f"{count} {what}" for what, count in counts.items() if count]


_VERIFY: Final = """
from gameengine.log import verify
from matches import selectors
from matches.models import Match
print(sum(bool(verify(selectors.match_record(match))) for match in Match.objects.filter(pk__in={ids!r})))
"""


def _unsound(service: LiveService, ids: list[str]) -> int:
    """Return how many of these logs are not what rules, clocks and chain make of them."""
    return int(service.python(_VERIFY.format(ids=ids)))
