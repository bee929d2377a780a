"""One player's evening: the private link, checking in, the lobby, and every match that it leads to."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Final

import orjson
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from flagfall.simulation.browser import Browser, Page, PageError
from flagfall.simulation.line import Line
from flagfall.simulation.mind import Mind, Style, VanishedError
from flagfall.simulation.plan import Character, Mood
from flagfall.simulation.tally import Departure, Tally
from matches.now import now_ms

LOOK_AGAIN_S: Final = 5.0
"""How long to wait for word from the tournament before the lobby is looked at anyway."""
_OVER: Final = frozenset({"out", "champion", "finished", "withdrawn", "disqualified", "not_drawn_in"})
_NEXT: Final = re.compile(
    r'<section[^>]*id="next"[^>]*data-mark="(?P<situation>\w+)-[^"]*"(?P<rest>.*?)</section>', re.S
)
_MATCH: Final = re.compile(r'href="/m/(?P<id>[a-z0-9]+)/"')
_SEAT: Final = re.compile(r'data-seat="(?P<seat>\d+)"')
_CHECK_IN: Final = re.compile(r'action="(?P<path>/t/[^"]+/me/check-in/)"')


@dataclass(frozen=True, slots=True)
class Stand:
    """What the lobby says: where the player stands, the match to sit down at, the form for checking in."""

    situation: str
    match_id: str | None
    check_in: str | None


def read_lobby(page: Page) -> Stand:
    """Return what a lobby page says. Raises PageError for any other page."""
    card = _NEXT.search(page.text)
    if card is None:
        raise PageError(f"{page.path} is no lobby")
    match, form = _MATCH.search(card["rest"]), _CHECK_IN.search(card["rest"])
    return Stand(card["situation"], match["id"] if match else None, form["path"] if form else None)


class Player:
    """A bot behind a browser. It knows its private link and nothing else."""

    def __init__(self, character: Character, style: Style, site: str, link: str, tally: Tally) -> None:
        self.character = character
        self._style, self._link, self._tally = style, link, tally
        self._browser = Browser(site)
        self._lobby = ""
        self._news = asyncio.Event()

    async def arrive(self) -> None:
        """Open the private link, continue as who one is, and check in. Raises PageError."""
        await self._browser.get(self._link)
        page = await self._browser.post(self._link)
        self._lobby = page.path
        stand = read_lobby(page)
        if stand.check_in is not None:
            await self._browser.post(stand.check_in)

    async def play(self) -> None:
        """Play until the tournament is over for this player, or the player has gone."""
        if self.character.mood is Mood.ABSENT:
            self._tally.departures[self.character.name] = Departure(now_ms())
            return
        listening = asyncio.create_task(self._listen())
        try:
            await self._evening()
        except VanishedError:
            return
        finally:
            listening.cancel()

    async def _evening(self) -> None:
        while True:
            self._news.clear()
            stand = read_lobby(await self._browser.get(self._lobby))
            if stand.match_id is not None:
                await self._sit_down(stand.match_id)
            elif stand.situation in _OVER:
                return
            else:
                await self._wait_for_news()

    async def _sit_down(self, match_id: str) -> None:
        page = await self._browser.get(f"/m/{match_id}/")
        seat = _SEAT.search(page.text)
        if seat is None:
            raise PageError(f"{self.character.name} has no seat at match {match_id}")
        try:
            await Line(self._browser, match_id, self.mind(match_id, int(seat["seat"])), self._tally).play()
        except VanishedError:
            self._tally.departures[self.character.name] = Departure(now_ms(), match_id)
            raise

    def mind(self, match_id: str, seat: int) -> Mind:
        """Return who decides at a match."""
        return Mind(self.character, self._style, match_id, seat)

    async def _wait_for_news(self) -> None:
        try:
            async with asyncio.timeout(LOOK_AGAIN_S):
                await self._news.wait()
        except TimeoutError:
            return

    async def _listen(self) -> None:
        """Follow the tournament's room; whenever it says that lobbies are out of date, there is news."""
        room = self._lobby.removesuffix("me/").replace("/t/", "/ws/tournament/", 1)
        while True:
            try:
                await self._follow_room(self._browser.sockets + room)
            except (OSError, TimeoutError, WebSocketException):
                self._tally.lines_lost += 1
            await asyncio.sleep(1)

    async def _follow_room(self, address: str) -> None:
        async with connect(
            address,
            origin=self._browser.site,  # type: ignore[arg-type]
            additional_headers={"Cookie": self._browser.cookies},
            compression=None,
            open_timeout=30,
            proxy=None,
        ) as socket:
            async for text in socket:
                frame = orjson.loads(text)
                if frame["t"] == "refresh" and not {"lobby", "status"}.isdisjoint(frame["parts"]):
                    self._news.set()
