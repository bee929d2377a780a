"""What goes wrong on the way of an action: answers lost, connections lost, somebody faster."""

import asyncio

import pytest
from django.db import IntegrityError, OperationalError

from gameengine.table import legal_actions, seats_to_act
from matches import store
from matches.decide import Intent
from matches.models import Call, Command, Match
from matches.store import load
from matches.writer import Writer
from tests.matches.building import findings, live_match, play
from tests.matches.sockets import in_database, web_process

pytestmark = pytest.mark.django_db(transaction=True)


async def first_intent(match_id, cmd="one"):
    row = await in_database(load)(match_id)
    seat = seats_to_act(row.table)[0]
    return Intent(seat, legal_actions(row.table, seat)[0], row.changed_at_ms + 1, cmd, row.table.ply)


async def state(match):
    return await in_database(Match.objects.get)(pk=match.pk)


@pytest.fixture
def fault(monkeypatch):
    """Have the writer's first commit do what is asked instead."""

    def plan_fault(do):
        calls = []

        def commit(plans):
            calls.append(plans)
            return do(plans) if len(calls) == 1 else store.commit(plans)

        monkeypatch.setattr("matches.web.Writer", lambda: Writer(commit))
        return calls

    return plan_fault


def lose(plans):
    raise OperationalError("could not serialize access")


def lose_the_answer(plans):
    store.commit(plans)
    raise OperationalError("server closed the connection unexpectedly")


def break_apart(plans):
    raise IntegrityError("this plan cannot be written")


@pytest.mark.parametrize("first", [lose, lose_the_answer])
async def test_a_command_whose_fate_is_unknown_is_one_move(fault, first):
    match = await in_database(live_match)()
    calls = fault(first)
    async with web_process() as process:
        intent = await first_intent(match.pk)
        acks = [(await process.live.act(match.pk, intent))[0] for _ in range(3)]

    assert acks[0].ok
    assert len(set(acks)) == 1
    assert calls
    assert (await state(match)).ply == 1
    assert await in_database(Command.objects.filter(match=match).count)() == 1


async def test_a_plan_that_cannot_be_written_takes_its_match_out_of_play(fault):
    match, other = await in_database(live_match)(), await in_database(live_match)()
    fault(break_apart)
    async with web_process() as process:
        ack, _ = await process.live.act(match.pk, await first_intent(match.pk))
        fine, _ = await process.live.act(other.pk, await first_intent(other.pk))

    assert (ack.code, fine.ok) == ("server_fault", True)
    assert (await state(match)).status == "quarantined"
    assert await in_database(Call.objects.filter(match=match, seat=None).count)() == 1


async def test_rules_that_fail_take_the_match_out_of_play(monkeypatch):
    match = await in_database(live_match)()

    def fail(*args):
        raise ZeroDivisionError

    async with web_process() as process:
        intent = await first_intent(match.pk)
        monkeypatch.setattr("matches.decide.act", fail)
        ack, _ = await process.live.act(match.pk, intent)

    assert ack.code == "server_fault"
    assert (await state(match)).status == "quarantined"


async def test_a_row_that_somebody_else_has_changed_is_read_again():
    match = await in_database(live_match)()
    async with web_process() as process:
        row = await in_database(load)(match.pk)
        process.cache.put(row)
        ahead = await first_intent(match.pk, "ahead")
        await in_database(play)(match.pk)
        process.cache.drop(match.pk)
        process.cache.put(row)

        stale, _ = await process.live.act(match.pk, ahead)
        process.cache.drop(match.pk)
        process.cache.put(row)
        fresh, _ = await process.live.act(match.pk, await first_intent(match.pk, "fresh"))

    assert (stale.code, fresh.ok, fresh.ply) == ("stale_ply", True, 2)


async def test_a_resignation_beside_a_move_ends_the_match_once(finished):
    match = await in_database(live_match)()
    async with web_process() as process:
        move = await first_intent(match.pk)
        leave = Intent(1 - move.actor, "resign", move.at_ms, "leave")
        acks = await asyncio.gather(process.live.act(match.pk, move), process.live.act(match.pk, leave))

    assert acks[1][0].ok
    assert finished == [match.pk]
    assert await in_database(findings)(match.pk) == []
