"""Boards as tiles: names, public clocks, the last action, the result. The public's view alone, whoever looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import orjson
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from gameengine.board.svg import render as draw
from gameengine.board.view import BoardView
from gameengine.core.seats import Sides
from gameengine.core.types import JsonObject
from gameengine.table import Table, load, seats_to_act, view
from matches import now
from matches.clocks.dial import beside, shown_ms
from matches.models import Match
from matches.words import clock_text
from tournaments.models import PairingMatch
from tournaments.pages import words
from tournaments.seating import two_sides
from tournaments.services.games import half_points

_VOICE: Final = re.compile(r' role="group" aria-label="[^"]*"')
_SPOKEN: Final = re.compile(r' (?:id|role|aria-label|aria-hidden|data-[a-z]+)="[^"]*"')
_DRAWN: Final = 512
"""How many positions are kept drawn: one per board that people look at, in each language."""


@dataclass(frozen=True, slots=True)
class TileSide:
    """One seat of a tile. The first of a team has the team's name, and of a side the score."""

    index: int
    name: str
    tone: str | None
    display: str
    beside: str = ""
    running: bool = False
    score: str = ""
    won: bool = False
    own: bool = False
    team: str = ""
    to_act: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """One board. `clk` is the state of its clocks for the page's script, `mark` changes with every action."""

    id: str
    board: int
    where: str
    url: str
    live: bool
    state: str
    last: str
    mark: str
    clk: str
    sides: tuple[TileSide, ...]
    svg: SafeString | str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class _Position:
    """A committed position; equal when match, number and language are."""

    match_id: str
    seq: int
    language: str
    with_board: bool
    table: str = field(compare=False, repr=False)
    last_public: str | None = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Drawn:
    table: Table
    tones: tuple[str, ...]
    last: str
    svg: str
    to_act: tuple[int, ...]


def round_of(game: PairingMatch) -> str:
    """Return the name of the round, which tells boards of one tournament apart."""
    return words.round_name(game.pairing.round)


def tournament_of(game: PairingMatch) -> str:
    """Return the name of the tournament, which tells boards of several apart."""
    return game.pairing.stage.tournament.name


def tiles(
    games: Iterable[PairingMatch],
    *,
    own: frozenset[str] = frozenset(),
    with_boards: bool = False,
    where: Callable[[PairingMatch], str] = round_of,
) -> list[Tile]:
    """Return a tile per match, those first at which one of the `own` names sits."""
    at_ms = now.now_ms()
    made = [tile(game, where(game), at_ms=at_ms, own=own, with_board=with_boards) for game in games]
    return sorted(made, key=lambda made_tile: not made_tile.own)


def tile(
    game: PairingMatch, where: str, *, at_ms: int, own: frozenset[str] = frozenset(), with_board: bool = False
) -> Tile:
    """Return one board at an instant."""
    match = game.match
    last_public: str | None = getattr(match, "last_public", None)
    drawn = _drawn(_Position(match.pk, match.seq, words.language(), with_board, match.table, last_public))
    sides = _sides(match, drawn, at_ms, own)
    live = match.status == Match.Status.LIVE
    return Tile(
        id=match.pk,
        board=game.pairing.board,
        where=where,
        url=reverse("match", args=[match.pk]),
        live=live,
        state=_state(match),
        last=drawn.last,
        mark=str(match.seq),
        clk=_clk(match, drawn.table, at_ms) if drawn.table.control.kind != "none" else "",
        sides=sides,
        svg=mark_safe(drawn.svg),  # noqa: S308 - drawn by us
        own=any(side.own for side in sides),
    )


@lru_cache(maxsize=_DRAWN)
def _drawn(position: _Position) -> _Drawn:
    table = load(position.table)
    board = table.game.board(_seen(table), None)
    svg = _picture(board, position) if position.with_board else ""
    return _Drawn(table, board.seat_tones, _last(table, position.last_public), svg, seats_to_act(table))


def _picture(board: BoardView, position: _Position) -> str:
    """Return a board to glance at: half as long without what players and screen readers need of every element.

    The tile is one link with names, clocks and last action; sixty voices inside it would help nobody.
    """
    markup = draw(board, position.language, prefix=f"t-{position.match_id}")
    head, _sep, body = markup.partition("</defs>")
    return _VOICE.sub(' aria-hidden="true"', head, count=1) + _sep + _SPOKEN.sub("", body)


def _seen(table: Table) -> JsonObject:
    """Return the public's view; before the start, that of the board which nobody has set up yet."""
    if table.state is not None:
        return view(table, None)
    return table.game.view(table.game.start(table.options, table.seats), None, over=False)


def _last(table: Table, public: str | None) -> str:
    """Return the last action in the game's notation."""
    if public is None:
        return ""
    line = orjson.loads(public)
    return table.game.notation(str(line.get("text", "")), line["events"])


def _sides(match: Match, drawn: _Drawn, at_ms: int, own: frozenset[str]) -> tuple[TileSide, ...]:
    sides = two_sides(drawn.table.game, drawn.table.options)
    scores, assigned = _scores(match, sides), {one.seat: one for one in match.seats.all()}
    return tuple(
        TileSide(
            index=seat,
            name=assigned[seat].name,
            tone=drawn.tones[seat] if drawn.tones else None,
            **_time(drawn.table, seat, at_ms),
            running=match.status == Match.Status.LIVE and drawn.table.clock.running == seat,
            score=scores[side] if scores and seat == seats[0] else "",
            won=match.winner in seats,
            own=assigned[seat].player_ref in own,
            to_act=seat in drawn.to_act,
            team=assigned[seat].team if seat == seats[0] else "",
        )
        for side, seats in enumerate(sides)
        for seat in seats
    )


def _time(table: Table, seat: int, at_ms: int) -> dict[str, str]:
    """Return what the clock of a seat shows at an instant."""
    at_ms = max(at_ms, table.at_ms)
    left_ms, reading = table.clock.left_ms(seat, at_ms), table.clock.reading(seat, at_ms)
    return {"display": clock_text(shown_ms(left_ms, reading)), "beside": beside(left_ms, reading)}


def _scores(match: Match, sides: Sides) -> list[str]:
    """Return the score of each side once the match is over."""
    outcome: Any = match.outcome
    if not outcome:
        return []
    points = half_points(outcome, sides)
    if outcome.get("reason") in ("FORFEIT", "DOUBLE_FORFEIT"):
        return ["+" if score else "-" for score in points]
    return [words.half_points(score) for score in points]


def _state(match: Match) -> str:
    """Return the word in the corner of a tile."""
    if match.status == Match.Status.LIVE:
        return _("live")
    if match.status == Match.Status.OVER:
        return _("finished")
    return str(Match.Status(match.status).label)


def _clk(match: Match, table: Table, at_ms: int) -> str:
    """Return the clocks as the page's script reads them."""
    public: dict[str, Any] = table.clock.public_json(table.at_ms)
    if match.status != Match.Status.LIVE:
        public |= {"deadline_ms": None, "running": None}
    paused = table.clock.paused or match.status in (Match.Status.PAUSED, Match.Status.QUARANTINED)
    return orjson.dumps({**public, "server_ms": at_ms, "paused": paused}).decode()
