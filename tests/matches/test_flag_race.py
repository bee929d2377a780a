"""A move against a flag, at the deadline and where both are written: one winner, one result, nobody in time is flagged.

The real writer commits on a connection of its own, two sweeps and a crowd of alarm clocks let flags fall on others.
"""

import asyncio
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial

import pytest
from django.db import connection

from gameengine.clock import control_from_notation, registry
from gameengine.clock.clock import MOST_CREDIT_MS
from gameengine.table import legal_actions, seats_to_act
from matches import now, services
from matches.decide import Intent
from matches.enforcement.sweep import PERIOD_MS, settle_one, sweep
from matches.models import Match, MatchEvent
from matches.rows import Ack, Row
from matches.services.acting import perform
from matches.settling import SETTLING_MS
from matches.store import commit, load
from tests.matches.building import live_match
from tests.matches.sockets import in_database, web_process
from tests.matches.test_races import released

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]

AT_ONCE = 5
AHEAD_MS = 1_200
ALARMS = 2
HELD_MS = 200
CREDIT_MS = 100


@dataclass
class Race:
    """One match, the instant at which its move is received, and what came of it."""

    row: Row
    received_ms: int
    credit_ms: int
    ack: Ack | None = None
    answered_ms: int = 0

    @property
    def seat(self):
        return seats_to_act(self.row.table)[0]

    @property
    def in_time(self):
        return self.received_ms - self.credit_ms < self.row.deadline_ms

    @property
    def due_ms(self):
        return self.row.deadline_ms + self.row.grace_ms + SETTLING_MS

    @property
    def promised(self):
        """A machine that kept the move waiting longer than timers wait promises nothing."""
        return self.answered_ms < self.due_ms

    async def move(self, live):
        await asyncio.sleep(max(0, self.received_ms - now.now_ms()) / 1000)
        text = legal_actions(self.row.table, self.seat)[0]
        intent = Intent(self.seat, text, self.received_ms, "move", 0, self.credit_ms)
        self.ack, _plan = await live.act(self.row.id, intent)
        self.answered_ms = now.now_ms()


class Writing:
    """Stands before the writer's commit: the first one waits for so long, or every one until an instant."""

    def __init__(self, held_ms=0, until_ms=0):
        self.held_ms, self.until_ms = held_ms, until_ms

    def __call__(self, plans):
        held_ms, self.held_ms = self.held_ms, 0
        time.sleep(max(held_ms, self.until_ms - now.now_ms(), 0) / 1000)
        return commit(plans)


@dataclass
class Kind:
    """Where moves arrive before and behind the deadline, what they claim, and how the writer is held."""

    window_ms: tuple[int, int] = (-10, 4)
    credit_ms: int = 0
    held_ms: int = 0
    at_the_flag: bool = False


KINDS = {
    "at the deadline": Kind(),
    "writer held": Kind(held_ms=HELD_MS),
    "with credit": Kind(window_ms=(CREDIT_MS - 8, CREDIT_MS + 4), credit_ms=CREDIT_MS),
    "with credit, writer held": Kind(window_ms=(CREDIT_MS - 8, CREDIT_MS + 4), credit_ms=CREDIT_MS, held_ms=HELD_MS),
    "written as the flag falls": Kind(window_ms=(-4, 0), at_the_flag=True),
}


@pytest.mark.parametrize("name", KINDS)
async def test_a_move_against_a_flag(name, finished):
    counts = await races(KINDS[name], 12, finished)
    print(f"{name}: {dict(counts)}")

    assert counts["races"] == 12


@pytest.mark.kit
@pytest.mark.parametrize("name", KINDS)
async def test_a_move_against_a_flag_many_times(name, finished):
    counts = await races(KINDS[name], 400, finished)
    print(f"{name}: {dict(counts)}")

    assert counts["races"] == 400


async def races(kind, count, finished):
    counts, chance = Counter(), random.Random(count)
    async with web_process() as process:
        while counts["races"] < count:
            batch = await in_database(made)(kind, min(AT_ONCE, count - counts["races"]), chance)
            await run(process, kind, batch)
            counts.update(await in_database(judged)(batch))
            assert {race.row.id for race in batch if not race.ack.ok} <= set(finished)
    assert len(finished) == len(set(finished)), "an end was told twice"
    return counts


def made(kind, number, chance):
    """Return races whose flags fall at about the same instant."""
    target_ms = now.now_ms() + AHEAD_MS + 20 * number
    control = {"credit": kind.credit_ms > 0}
    found = []
    for _ in range(number):
        left_ms = target_ms + chance.randrange(20) - now.now_ms()
        match = live_match({"kind": "per_move", "per_move_ms": left_ms, **control}, options={"on_timeout": "lose"})
        row = load(match.pk)
        found.append(Race(row, row.deadline_ms + chance.randrange(*kind.window_ms), kind.credit_ms))
    return found


async def run(process, kind, batch):
    stop = threading.Event()
    until_ms = max(race.due_ms for race in batch) - 1 if kind.at_the_flag else 0
    process.writer._commit = Writing(kind.held_ms, until_ms)
    timers = [threading.Thread(target=sweeping, args=(stop,)) for _ in range(2)]
    timers += [threading.Thread(target=alarms, args=(batch,)) for _ in range(ALARMS)]
    for race in batch:
        process.cache.put(race.row)
    for timer in timers:
        timer.start()
    await asyncio.gather(*(race.move(process.live) for race in batch))
    await asyncio.sleep(max(0, max(race.due_ms for race in batch) + 100 - now.now_ms()) / 1000)
    stop.set()
    for timer in timers:
        await asyncio.to_thread(timer.join)


def sweeping(stop):
    try:
        while not stop.is_set():
            sweep(ahead_ms=PERIOD_MS)
            time.sleep(0.01)
    finally:
        connection.close()


def alarms(batch):
    """Let what is due fall, at the very instant for it and right before."""
    instants = [(at_ms, race) for race in batch for at_ms in (race.row.deadline_ms, race.due_ms - 1, race.due_ms)]
    try:
        connection.ensure_connection()
        for at_ms, race in sorted(instants, key=lambda one: one[0]):
            time.sleep(max(0, at_ms - now.now_ms()) / 1000)
            settle_one(race.row.id)
    finally:
        connection.close()


def judged(batch):
    """Return what came of the races. Whatever happened, it happened once and to the right seat."""
    counts = Counter()
    for race in batch:
        match = Match.objects.get(pk=race.row.id)
        lines = list(MatchEvent.objects.filter(match=match, kind__in=("action", "timeout"), version=1))
        assert len(lines) == 1, [line.kind for line in lines]
        assert race.ack.ok == (lines[0].kind == "action"), race.ack
        if race.ack.ok:
            assert race.in_time, (race.received_ms, race.row.deadline_ms)
            assert lines[0].at_ms == race.received_ms
        else:
            assert (match.status, match.winner) == ("over", 1 - race.seat)
            assert match.ended_at_ms == lines[0].at_ms == race.row.deadline_ms
            assert not (race.in_time and race.promised), "an action in time was flagged"
        counts.update(
            races=1,
            moved=race.ack.ok,
            flagged=not race.ack.ok,
            in_time=race.in_time,
            promised=race.in_time and race.promised,
        )
    return counts


EXAMPLES = {
    control.kind: control.to_json()
    for control in map(
        control_from_notation,
        (
            "5s/move",
            "5s+0",
            "5s+2",
            "5s d2",
            "5s b2",
            "3s+2x1s",
            "3s+3 in 2s",
            "hourglass 5s",
            "2/5s+2, 3s+2",
            "3d/move",
            "none",
        ),
    )
}


@pytest.mark.parametrize("kind", sorted(set(registry.KINDS) - {"none"}))
def test_a_move_at_the_very_instant_of_every_kind(kind, clock, finished, monkeypatch):
    """A flag from a second connection comes at the same moment. Never is it the other seat's time that is up."""
    monkeypatch.setattr("matches.services.acting.time.sleep", lambda s: clock.pass_ms(round(s * 1000)))
    control = EXAMPLES[kind]
    for credit_ms in (0, CREDIT_MS):
        for late_ms in (-1, 0, 1, CREDIT_MS - 1, CREDIT_MS, CREDIT_MS + 1):
            match = live_match({**control, "credit": credit_ms > 0}, options={"on_timeout": "lose"})
            row = load(match.pk)
            seat, due_ms = row.table.clock.running, row.deadline_ms
            grace_ms = credit_ms if row.grace_ms else 0
            clock.at_ms = due_ms + late_ms
            intent = Intent(seat, legal_actions(row.table, seat)[0], clock.at_ms, "move", 0, credit_ms)

            acks = released(partial(perform, match.pk, intent), partial(services.match_settle, match_id=match.pk))

            lines = MatchEvent.objects.filter(match=match, kind__in=("action", "timeout"))
            after = Match.objects.get(pk=match.pk)
            assert [line.kind for line in lines] == ["action" if late_ms < grace_ms else "timeout"], (late_ms, acks)
            if late_ms < grace_ms:
                assert (after.status, after.running_seat) == ("live", 1 - seat)
            else:
                assert (after.status, after.winner, after.ended_at_ms) == ("over", 1 - seat, due_ms)
    assert len(finished) == len(set(finished))


@pytest.mark.parametrize("late_ms", [MOST_CREDIT_MS - 2, MOST_CREDIT_MS])
async def test_an_action_in_the_last_moment_of_the_grace(late_ms, finished):
    """The opponent's resignation, received before it, must not let the flag fall first."""
    async with web_process() as process:
        [race] = await in_database(made)(Kind(credit_ms=MOST_CREDIT_MS), 1, random.Random(1))
        race.received_ms = race.row.deadline_ms + late_ms
        resign = Intent(1 - race.seat, "resign", race.row.deadline_ms + 50, "resign")

        async def give_up():
            await asyncio.sleep(max(0, resign.at_ms - now.now_ms()) / 1000)
            return await process.live.act(race.row.id, resign)

        await asyncio.gather(race.move(process.live), give_up())
    match = await in_database(partial(Match.objects.get, pk=race.row.id))()

    assert race.ack.ok == race.in_time
    assert match.status == "over"
    assert match.winner == (race.seat if race.in_time else 1 - race.seat)
    assert len(finished) == 1
