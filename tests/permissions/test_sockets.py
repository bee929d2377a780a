"""Every kind of message that a socket takes, by every role: allowed or refused as the table says."""

from __future__ import annotations

import asyncio
import inspect
import re
from typing import Any

import pytest

from matches import access
from matches.access import role_for
from matches.consumers import FeedConsumer, MatchConsumer
from tests.builders import match_of
from tests.matches.sockets import Client, in_database, web_process
from tests.permissions.needs import Need, reads, writes
from tests.permissions.world import a_world
from tournaments.permissions import TABLE, Role

_PUBLIC = reads("published")
_SEAT = writes("play", "match")

MESSAGES: dict[str, tuple[Need, dict[str, Any]]] = {
    "ping": (_PUBLIC, {"n": 1}),
    "echo": (_PUBLIC, {"n": 1}),
    "resume": (_PUBLIC, {"since": 0}),
    # Whoever watches may say that a clock must have run out: the server looks for itself.
    "flag": (_PUBLIC, {}),
    "cmd": (_SEAT, {"cmd": "c", "a": "offer draw", "ply": None}),
    "claim": (_SEAT, {"cmd": "d", "a": "win"}),
}
NOT_THEIRS = frozenset({"not_your_seat", "may_not_play", "may_not_see"})


def test_every_kind_of_message_has_a_row():
    kinds = re.findall(r'kind == "(\w+)"', inspect.getsource(MatchConsumer.take))

    assert set(kinds) == set(MESSAGES)
    assert re.findall(r'get\("t"\) == "(\w+)"', inspect.getsource(FeedConsumer.take)) == ["ping"]


def test_whoever_has_a_role_may_what_a_visitor_may():
    for row in TABLE.values():
        assert all(row[Role.VISITOR] in row[role] for role in Role if role is not Role.VISITOR)


async def code_of(client: Client, kind: str, about: dict[str, Any]) -> str:
    """Return the code of the refusal of a message, nothing if it was taken."""
    await client.say(t=kind, **about)
    await client.say(t="ping", n=77)
    code = ""
    while True:
        frame = await client.next()
        if frame["t"] in ("ack", "err") and not frame.get("ok"):
            code = frame["code"]
        # Commands are answered in a turn of their own.
        if (frame["t"], frame.get("n")) == ("pong", 77) and (code or kind not in ("cmd", "claim")):
            return code
        if frame["t"] == "ack":
            return code


@pytest.mark.django_db(transaction=True)
async def test_every_message_is_taken_from_whom_the_table_lets_in():
    world = await in_database(a_world)()
    wrong = []
    async with web_process():
        for who in world.people:
            client = Client(world.values["match_id"], who.principal)
            await client.open()
            for kind, (need, about) in MESSAGES.items():
                code = await asyncio.wait_for(code_of(client, kind, about), 20)
                if (code in NOT_THEIRS) == need.allows(who):
                    wrong.append((kind, who.name, code))
            await client.close()
    assert not wrong


@pytest.mark.django_db
def test_what_is_in_preparation_is_followed_by_those_alone_who_may_see_it():
    world = a_world()
    world.tournament.state = "draft"
    world.tournament.save()
    match = match_of(world.tournament, "R1-1")
    drafts, own = reads("draft_round"), frozenset({"self"})
    for who in world.people:
        follows = access.may_follow(who.principal, world.tournament.room)

        assert follows == (drafts.allows(who) or bool(who.owns & own)), who.name
        assert role_for(who.principal, match).can_see == drafts.allows(who), who.name
