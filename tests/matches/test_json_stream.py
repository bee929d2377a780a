"""What programs get over a socket: values enough to play by, as their seat may know them."""

import pytest

from gameengine.table import view
from matches.store import load
from tests.matches.building import live_match
from tests.matches.sockets import NOBODY, clients, in_database, web_process
from tests.matches.test_sockets import mover_first

pytestmark = pytest.mark.django_db(transaction=True)


async def test_every_event_brings_the_view_of_its_reader():
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, *await mover_first(match.pk), NOBODY) as (mover, other, watcher):
        snap = next(frame for frame in await mover.drain() if frame["t"] == "snap")
        assert (snap["status"], snap["view"]["to_move"]) == ("live", mover.frames[0]["seat"])

        for client in (other, watcher):
            await client.next("snap")
        await mover.command(snap["legal"][0], ply=0)
        events = {client: await client.next("ev") for client in (other, watcher)}

    row = await in_database(load)(match.pk)
    for client, seat in ((other, other.frames[0]["seat"]), (watcher, None)):
        assert events[client]["view"]["board"] == view(row.table, seat)["board"]
        assert events[client]["status"] == "live"
    assert events[other]["to_act"] == [other.frames[0]["seat"]]


async def test_hello_says_how_much_may_be_said(settings):
    settings.SOCKET_MESSAGES = 3
    match = await in_database(live_match)()
    async with web_process(), clients(match.pk, NOBODY) as (watcher,):
        assert watcher.frames[0]["limit"] == {"messages": 3, "per_ms": 5000}

        for number in range(3):
            await watcher.say(t="ping", n=number)
        await watcher.say(t="ping", n=3)
        refused = await watcher.next("ack")

    assert (refused["code"], refused["cmd"]) == ("rate_limited", None)
