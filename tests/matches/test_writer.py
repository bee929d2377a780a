import asyncio
import threading

import pytest
from django.db import IntegrityError, OperationalError

from matches.errors import BusyError
from matches.writer import BATCH, Fate, Writer


class FakePlan:
    def __init__(self, match_id):
        self.match_id = match_id


class FakeConnection:
    """Counts how often it is closed and cannot be opened at the first try."""

    def __init__(self, closed):
        self.closed, self.tries = closed, 0

    def close(self):
        self.closed.append(1)

    def ensure_connection(self):
        self.tries += 1
        if self.tries == 1:
            raise OperationalError("the database is starting up")


class Store:
    """Notes the batches; `obey` may raise or hold."""

    def __init__(self, obey=lambda plans: None):
        self.batches, self.obey = [], obey

    def __call__(self, plans):
        self.batches.append([plan.match_id for plan in plans])
        self.obey(plans)
        return {plan.match_id for plan in plans}


@pytest.fixture(autouse=True)
def no_database(monkeypatch):
    closed = []
    monkeypatch.setattr("matches.writer.connection", FakeConnection(closed))
    return closed


async def run(store, names, **options):
    writer = Writer(store, **options)
    writer.start()
    futures = [writer.submit(FakePlan(name)) for name in names]
    results = await asyncio.gather(*futures, return_exceptions=True)
    await writer.stop()
    return results


async def test_what_waits_is_written_together_but_a_match_once_per_batch():
    held = threading.Event()
    store = Store(lambda plans: held.wait(5) if len(plans) == 1 and plans[0].match_id == "first" else None)
    writer = Writer(store)
    writer.start()
    first = writer.submit(FakePlan("first"))
    await asyncio.sleep(0.05)
    rest = [writer.submit(FakePlan(name)) for name in ("a", "b", "a", "c")]
    held.set()

    assert await asyncio.gather(first, *rest) == [Fate.WON] * 5
    await writer.stop()
    assert store.batches == [["first"], ["a", "b", "c"], ["a"]]


async def test_a_batch_has_a_limit():
    held = threading.Event()
    store = Store(lambda plans: held.wait(5))
    writer = Writer(store)
    writer.start()
    futures = [writer.submit(FakePlan(str(number))) for number in range(BATCH * 2)]
    held.set()
    await asyncio.gather(*futures)
    await writer.stop()
    assert max(map(len, store.batches)) <= BATCH


async def test_only_the_bad_plan_of_a_batch_fails():
    def refuse(plans):
        if any(plan.match_id == "bad" for plan in plans):
            raise IntegrityError("a zero byte")

    results = await run(Store(refuse), ["a", "bad", "b"])

    assert results[0] is results[2] is Fate.WON
    assert isinstance(results[1], IntegrityError)


async def test_after_a_lost_connection_nobody_is_told_that_it_failed(no_database):
    failed = []

    def fail_once(plans):
        if not failed:
            failed.append(1)
            raise OperationalError("server closed the connection unexpectedly")

    results = await run(Store(fail_once), ["a"])

    assert results == [Fate.LOST]
    assert len(no_database) >= 2


async def test_a_full_queue_is_busy():
    held = threading.Event()
    writer = Writer(Store(lambda plans: held.wait(5)), limit=2)
    writer.start()
    futures = [writer.submit(FakePlan("a"))]
    await asyncio.sleep(0.05)
    futures += [writer.submit(FakePlan("b")), writer.submit(FakePlan("c"))]
    assert writer.age_s > 0
    with pytest.raises(BusyError):
        writer.submit(FakePlan("d"))
    held.set()
    await asyncio.gather(*futures)
    await writer.stop()


async def test_stopping_writes_what_waits():
    store = Store()
    writer = Writer(store)
    writer.start()
    future = writer.submit(FakePlan("a"))
    await writer.stop()
    assert await future is Fate.WON
    with pytest.raises(BusyError):
        writer.submit(FakePlan("b"))
