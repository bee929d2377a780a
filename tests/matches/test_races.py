"""Released by a barrier: whoever comes first wins, everybody else gets an ordinary answer, nothing happens twice."""

import asyncio
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from gameengine.table import legal_actions, seats_to_act
from matches import now, services
from matches.ids import new_id
from matches.models import Command, Match, MatchEvent
from matches.settling import SETTLING_MS
from matches.store import load
from tests.matches.building import findings, live_match, new_match
from tests.matches.sockets import NOBODY, Client, clients, in_database, web_process

pytestmark = pytest.mark.django_db(transaction=True)

LOSE = {"on_timeout": "lose"}


def released(*acts):
    """Call all acts at the same moment, each in a thread of its own; return what they return."""
    barrier = threading.Barrier(len(acts))

    def run(act):
        try:
            barrier.wait()
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result() for future in [pool.submit(run, act) for act in acts]]


def wait_until_ms(at_ms):
    while (left := at_ms - now.now_ms()) > 0:
        time.sleep(left / 1000)


def mover(match):
    row = load(match.pk)
    return row, seats_to_act(row.table)[0]


def acting(match, seat, text, cmd=None, ply=None):
    return lambda: services.match_act(match_id=match.pk, seat=seat, text=text, cmd=cmd or new_id(), ply=ply)


def test_start_called_twenty_times_makes_one_match():
    made = released(*[lambda: new_match(owner_ref="pairing/7/1").pk] * 20)

    assert len(set(made)) == 1
    assert Match.objects.count() == 1


def test_the_same_command_from_five_places_is_one_move():
    match = live_match()
    row, seat = mover(match)
    text = legal_actions(row.table, seat)[0]

    acks = released(*[acting(match, seat, text, "same", 0)] * 5)

    assert len(set(acks)) == 1
    assert acks[0].ok
    assert Match.objects.get(pk=match.pk).version == 1


def test_a_move_a_resignation_and_a_flag_give_one_result(finished):
    for _ in range(10):
        match = live_match({"kind": "per_move", "per_move_ms": 30}, options=LOSE)
        row, seat = mover(match)
        text = legal_actions(row.table, seat)[0]

        released(
            acting(match, seat, text, ply=0),
            acting(match, 1 - seat, "resign"),
            lambda match=match: services.match_settle(match_id=match.pk),
        )
        services.match_act(match_id=match.pk, seat=1 - seat, text="resign", cmd="last")

    assert sorted(finished) == sorted(Match.objects.values_list("id", flat=True))
    for match in Match.objects.all():
        kinds = match.events.filter(kind__in=["resign", "timeout"]).count()
        assert kinds == 1
        assert findings(match.pk) == []


@pytest.mark.pg
def test_flags_against_moves(finished):
    """An action received in time is never flagged; one received too late never counts; there is one winner."""
    choice = random.Random(1)
    for number in range(60):
        match = live_match({"kind": "per_move", "per_move_ms": 40}, options=LOSE)
        row, seat = mover(match)
        text = legal_actions(row.table, seat)[0]
        received = row.deadline_ms + choice.randrange(-10, 4)

        def move(match=match, seat=seat, text=text, received=received):
            wait_until_ms(received)
            ack = services.match_act(match_id=match.pk, seat=seat, text=text, cmd="m", ply=0, received_ms=received)
            return ack, now.now_ms()

        def flag(match=match, row=row):
            while now.now_ms() < row.deadline_ms + 252:
                time.sleep(0.001)
                services.match_settle(match_id=match.pk)
            services.match_settle(match_id=match.pk)

        (ack, answered_ms), *_ = released(move, flag, flag)

        after = Match.objects.get(pk=match.pk)
        if received >= row.deadline_ms:
            assert ack.code == "match_over"
        elif answered_ms < row.deadline_ms + SETTLING_MS:
            # On a machine that kept it waiting longer than the settling time, nothing is promised.
            assert ack.ok, number
        assert MatchEvent.objects.filter(match=match, kind="action").count() == ack.ok
        assert ack.ok or after.ended_at_ms == row.deadline_ms
    assert len(finished) == len(set(finished))


@pytest.mark.pg
def test_the_fast_path_and_the_locked_path_mix():
    async def play():
        matches = [await in_database(live_match)() for _ in range(8)]
        async with web_process() as process:
            await asyncio.gather(*(fast(process, match) for match in matches), *(slow(match) for match in matches))
        for match in matches:
            after = await in_database(Match.objects.get)(pk=match.pk)
            assert after.version == await in_database(Command.objects.filter(match=match).count)()
            assert after.seq == await in_database(MatchEvent.objects.filter(match=match).count)()
            await in_database(services.match_act)(match_id=match.pk, seat=0, text="resign", cmd="end")
            assert await in_database(findings)(match.pk) == []

    asyncio.run(play())


async def fast(process, match):
    from matches.decide import Intent

    played = 0
    while played < 15:
        row = await in_database(load)(match.pk)
        seat = seats_to_act(row.table)[0]
        intent = Intent(seat, legal_actions(row.table, seat)[0], now.now_ms(), new_id(), row.table.ply)
        ack, plan = await process.live.act(match.pk, intent)
        assert ack.ok or ack.code == "stale_ply"
        if plan is not None:
            process.live.publish(plan)
        played += ack.ok


async def slow(match):
    for _ in range(5):
        row = await in_database(load)(match.pk)
        seat = seats_to_act(row.table)[0]
        text = legal_actions(row.table, seat)[0]
        await in_database(services.match_act)(match_id=match.pk, seat=seat, text=text, cmd=new_id(), ply=row.table.ply)


async def test_nobody_misses_a_number_while_others_come_and_go():
    """C12: a burst of events, a crowd that connects and disconnects; every stream is without a gap."""
    match = await in_database(live_match)()
    stop = asyncio.Event()

    async def flapping():
        while not stop.is_set():
            client = Client(match.pk, NOBODY)
            await client.open()
            await client.close()

    async with web_process() as process, clients(match.pk, *[NOBODY] * 5, since=match.seq) as watchers:
        crowd = [asyncio.create_task(flapping()) for _ in range(4)]
        await fast_for(process, match, 60)
        stop.set()
        await asyncio.gather(*crowd)
        last = (await in_database(Match.objects.get)(pk=match.pk)).seq
        for watcher in watchers:
            await watcher.until(last)
            seqs = [frame["seq"] for frame in watcher.frames if frame["t"] == "ev"]
            assert seqs == list(range(match.seq + 1, last + 1))


async def fast_for(process, match, count):
    from matches.decide import Intent

    for _ in range(count):
        row = process.cache.get(match.pk) or await in_database(load)(match.pk)
        seat = seats_to_act(row.table)[0]
        intent = Intent(seat, legal_actions(row.table, seat)[0], now.now_ms(), new_id(), row.table.ply)
        _ack, plan = await process.live.act(match.pk, intent)
        process.live.publish(plan)
