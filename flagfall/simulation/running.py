"""The course of a simulation: everybody arrives, the tournament is played, the logs are looked at."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from asgiref.sync import sync_to_async

from flagfall.simulation import organizer
from flagfall.simulation.browser import Browser
from flagfall.simulation.checking import Findings, look_back
from flagfall.simulation.mind import FAST_LEVELS, Style
from flagfall.simulation.organizer import Invitation, Standing
from flagfall.simulation.plan import Character, Plan, characters
from flagfall.simulation.player import Player
from flagfall.simulation.report import report
from flagfall.simulation.tally import Tally
from gameengine.bots import LEVELS
from tournaments.models import Tournament

STALLED_S: Final = 240
"""If nobody acts and no board is decided for so long, the simulation gives up."""
_LOOK_S: Final = 1.0

Show = Callable[[str, Standing | None, Tally], None]
"""Called again and again with what is going on, how far the boards are, and the counts."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """How a simulation came out: the report, and what is wrong."""

    text: str
    wrong: tuple[str, ...]


async def simulate(plan: Plan, site: str, show: Show) -> Simulated:
    """Play a whole tournament on the service at `site`, which uses the same database. Raises TournamentError."""
    people = characters(plan, FAST_LEVELS if plan.fast else LEVELS)
    tally = Tally()
    tournament, invitations = await sync_to_async(organizer.tournament_prepare)(plan, people)
    players = _players(plan, site, invitations, tally)
    await _arrive(players, tournament, tally, show)
    await sync_to_async(organizer.tournament_begin)(tournament)
    await _play(players, tournament, tally, show)
    show("checking", None, tally)
    found = await look_back(tournament, Browser(site), tally)
    return await sync_to_async(_closed)(tournament, plan, people, tally, found)


def _players(plan: Plan, site: str, invitations: Sequence[Invitation], tally: Tally) -> list[Player]:
    style = Style(plan.game, plan.fast)
    return [Player(invitation.character, style, site, invitation.path, tally) for invitation in invitations]


async def _arrive(players: Sequence[Player], tournament: Tournament, tally: Tally, show: Show) -> None:
    """Let everybody open their link and check in."""
    show("arriving", None, tally)
    for outcome in await asyncio.gather(*(player.arrive() for player in players), return_exceptions=True):
        if isinstance(outcome, BaseException):
            tally.faults.append(f"somebody could not arrive: {outcome!r}")
    absent = await sync_to_async(organizer.missing)(tournament)
    if absent:
        tally.faults.append(f"{absent} entries could not check in")


async def _play(players: Sequence[Player], tournament: Tournament, tally: Tally, show: Show) -> None:
    """Play until the stage is finished or nothing goes on any more."""
    evenings = [asyncio.create_task(player.play(), name=player.character.name) for player in players]
    try:
        await _watch(evenings, tournament, tally, show)
        _, late = await asyncio.wait(evenings, timeout=STALLED_S / 8)
        tally.faults.extend(f"{evening.get_name()} did not notice the end" for evening in late)
    finally:
        for evening in evenings:
            evening.cancel()
        await asyncio.gather(*evenings, return_exceptions=True)


async def _watch(evenings: Sequence[asyncio.Task[None]], tournament: Tournament, tally: Tally, show: Show) -> None:
    """Return when the tournament is over, or note why it never will be."""
    before, since = (-1, -1), time.monotonic()
    while True:
        now = await sync_to_async(organizer.standing)(tournament)
        show("playing", now, tally)
        _note_failures(evenings, tally)
        if now.finished:
            return
        await sync_to_async(organizer.tournament_go_on)(tournament)
        if (now.decided, tally.actions) != before:
            before, since = (now.decided, tally.actions), time.monotonic()
        if now.quarantined or time.monotonic() - since > STALLED_S:
            tally.faults.append("a match was taken out of play" if now.quarantined else "nothing goes on any more")
            return
        await asyncio.sleep(_LOOK_S)


def _note_failures(evenings: Sequence[asyncio.Task[None]], tally: Tally) -> None:
    for evening in evenings:
        error = evening.exception() if evening.done() and not evening.cancelled() else None
        fault = f"{evening.get_name()} had to stop: {error!r}"
        if error is not None and fault not in tally.faults:
            tally.faults.append(fault)


def _closed(
    tournament: Tournament, plan: Plan, people: tuple[Character, ...], tally: Tally, found: Findings
) -> Simulated:
    """End the tournament if it can be ended, and write the report."""
    tournament.refresh_from_db()
    if organizer.standing(tournament).finished:
        organizer.tournament_end(tournament)
    return Simulated(report(tournament, plan, people, tally, found), (*tally.faults, *found.wrong))
