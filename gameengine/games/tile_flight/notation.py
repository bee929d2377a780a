"""Text forms: actions, the position line and lines of the game record (rule page, sections 3.4 and 3.5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject, Seat
from gameengine.games.tile_flight.circle import affected_kind
from gameengine.games.tile_flight.content import NONE, ORDER, TILES
from gameengine.games.tile_flight.flight import arrow_at
from gameengine.games.tile_flight.geometry import cell_and_segment, cell_at, cell_name, spot_at
from gameengine.games.tile_flight.land import Land, land_of
from gameengine.games.tile_flight.setting import setting_of
from gameengine.games.tile_flight.state import (
    CHANCE_PHASES,
    CIRCLE,
    CIRCLE_ADD,
    CIRCLE_REMOVE,
    DIE,
    FOLLOWER,
    LAND,
    NOWHERE,
    OVER,
    PHASES,
    PLACE,
    State,
)
from gameengine.games.tile_flight.words import REASONS

FLY_TEXT: Final = "^"
DECLINE: Final = "-"
ADD_TEXT: Final = "oA"
REMOVE_TEXT: Final = "oR"


class Action(NamedTuple):
    """What an action text says: `kind` is the word of its JSON form; what it does not name is left empty."""

    kind: str
    cell: int = NOWHERE
    rotation: int = 0
    segment: str = ""
    choice: str = ""


_NUMBER: Final = "0|-?[1-9][0-9]{0,2}"
_CELL: Final = rf"(?P<x>{_NUMBER}),(?P<y>{_NUMBER})"
_SEGMENT: Final = "(?P<segment>[cfmr][1-9])"
_PLACING: Final = re.compile(rf"@{_CELL}/(?P<rotation>[0-3])")
_ON_SEGMENT: Final = re.compile(rf"(?P<sign>[+>]){_SEGMENT}")
_ON_SPOT: Final = re.compile(rf"o(?P<sign>[+-]){_CELL}\.{_SEGMENT}")

_KIND_OF_SIGN: Final = {"+": "follower", ">": "land"}
_CIRCLE_OF_SIGN: Final = {"+": "circle_add", "-": "circle_remove"}
_WORDS: Final = {
    FLY_TEXT: Action("fly"),
    DECLINE: Action("pass"),
    ADD_TEXT: Action("circle", choice="add"),
    REMOVE_TEXT: Action("circle", choice="remove"),
}


@lru_cache(maxsize=16_384)
def action_of(text: str) -> Action | None:
    """Return what an action text says, legal or not; None for a text that says nothing.

    >>> action_of("+r1")
    Action(kind='follower', cell=-1, rotation=0, segment='r1', choice='')
    """
    if text in _WORDS:
        return _WORDS[text]
    if found := _PLACING.fullmatch(text):
        return Action("place", _cell(found), int(found["rotation"]))
    if found := _ON_SEGMENT.fullmatch(text):
        return Action(_KIND_OF_SIGN[found["sign"]], segment=found["segment"])
    if found := _ON_SPOT.fullmatch(text):
        return Action(_CIRCLE_OF_SIGN[found["sign"]], _cell(found), segment=found["segment"])
    return None


def _cell(found: re.Match[str]) -> int:
    return cell_at(int(found["x"]), int(found["y"]))


@lru_cache(maxsize=16_384)
def placing_texts(cell: int, rotations: tuple[int, ...]) -> tuple[str, ...]:
    """Return the texts of placements on a cell."""
    return tuple(f"@{cell_name(cell)}/{rotation}" for rotation in rotations)


def action_text(data: JsonObject) -> str:
    """Return the text of an action in JSON form. Raises Refusal BAD_SYNTAX.

    >>> action_text({"type": "place", "x": 1, "y": 0, "rot": 2})
    '@1,0/2'
    """
    match dict(data):
        case {"type": "place", "x": int(x), "y": int(y), "rot": int(rotation), **rest} if not rest:
            text = f"@{x},{y}/{rotation}"
        case {"type": "follower", "segment": str(segment), **rest} if not rest:
            text = f"+{segment}"
        case {"type": "land", "segment": str(segment), **rest} if not rest:
            text = f">{segment}"
        case {"type": "fly", **rest} if not rest:
            return FLY_TEXT
        case {"type": "pass", **rest} if not rest:
            return DECLINE
        case {"type": "circle", "choice": "add" | "remove" as choice, **rest} if not rest:
            return ADD_TEXT if choice == "add" else REMOVE_TEXT
        case {"type": "circle_add", "x": int(x), "y": int(y), "segment": str(segment), **rest} if not rest:
            text = f"o+{x},{y}.{segment}"
        case {"type": "circle_remove", "x": int(x), "y": int(y), "segment": str(segment), **rest} if not rest:
            text = f"o-{x},{y}.{segment}"
        case {"type": "resign" | "leave" | "resume" as word, **rest} if not rest:
            return str(word)
        case _:
            raise Refusal("BAD_SYNTAX", str(data)[:120])
    if action_of(text) is None:
        raise Refusal("BAD_SYNTAX", text)
    return text


# positions


def write(state: State) -> str:
    """Return the position text.

    The moments in which chance acts have phases of their own (`draw`, `die`); the page names none.
    """
    return (
        f"tf1 n={state.seats} s={_numbers(state.scores)} m={_numbers(state.supply)} q={_numbers(state.out)}"
        f" a={state.active} w={'-' if state.mover is None else state.mover} p={state.phase} t={state.tile or '-'}"
        f" l={_write_cell(state.last)} f={_write_cell(state.landing)} b={_write_land(state.land)}"
        f" x={_write_counts(state.aside)} g={_write_counts(state.bag)} r={state.reason or '-'}"
    )


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers)) or "-"


def _write_cell(cell: int) -> str:
    return "-" if cell == NOWHERE else cell_name(cell)


def _write_land(land: Land) -> str:
    standing = _standing(land)
    return ";".join([_write_tile(cell, *land.tiles[cell], standing.get(cell, ())) for cell in sorted(land.tiles)])


def _standing(land: Land) -> dict[int, tuple[tuple[int, tuple[Seat, ...]], ...]]:
    """Return for each cell with followers its segments, in their order, with the seats."""
    standing: dict[int, tuple[tuple[int, tuple[Seat, ...]], ...]] = {}
    for spot in sorted(land.followers):
        cell, segment = cell_and_segment(spot)
        standing[cell] = (*standing.get(cell, ()), (segment, land.followers[spot]))
    return standing


@lru_cache(maxsize=16_384)
def _write_tile(cell: int, tile: str, rotation: int, standing: tuple[tuple[int, tuple[Seat, ...]], ...]) -> str:
    segments = TILES[tile].segments
    on = ",".join(f"{segments[place].id}={''.join(map(str, seats))}" for place, seats in standing)
    return f"{cell_name(cell)}:{tile}/{rotation}" + (f"[{on}]" if on else "")


@lru_cache(maxsize=4096)
def _write_counts(counts: tuple[int, ...]) -> str:
    return ",".join(f"{name}*{count}" for name, count in zip(TILES, counts, strict=True) if count) or "-"


_COUNT: Final = "0|[1-9][0-9]{0,3}"
_COUNTS: Final = rf"(?:{_COUNT})(?:,(?:{_COUNT}))*"
_SEATS: Final = "-|[0-4](?:,[0-4])*"
_PLACE: Final = rf"-|(?:{_NUMBER}),(?:{_NUMBER})"
_LIST: Final = r"-|[A-Z][1-9]?\*[1-9][0-9]?(?:,[A-Z][1-9]?\*[1-9][0-9]?)*"
_POSITION: Final = re.compile(
    rf"tf1 n=(?P<n>[2-5]) s=(?P<s>{_COUNTS}) m=(?P<m>{_COUNTS}) q=(?P<q>{_SEATS}) a=(?P<a>[0-4]) w=(?P<w>-|[0-4])"
    rf" p=(?P<p>[a-z_]+) t=(?P<t>-|[A-Z][1-9]?) l=(?P<l>{_PLACE}) f=(?P<f>{_PLACE}) b=(?P<b>\S+)"
    rf" x=(?P<x>{_LIST}) g=(?P<g>{_LIST}) r=(?P<r>-|[A-Z_]+)"
)
_TILE: Final = re.compile(rf"{_CELL}:(?P<tile>[A-Z][1-9]?)/(?P<rotation>[0-3])(?:\[(?P<on>[^\]]+)\])?")
_STANDING: Final = re.compile(r"([cfmr][1-9])=([0-4]{1,35})")


def read(text: str, options: JsonObject, seats: int) -> State:
    """Return the state of a position text. Raises Refusal BAD_POSITION."""
    fields = _POSITION.fullmatch(text)
    try:
        if fields is None or int(fields["n"]) != seats:
            raise ValueError("no position of this match")
        state = _read(fields, options)
        _check(state)
    except (ValueError, KeyError) as error:
        raise Refusal("BAD_POSITION", text) from error
    # Writing again catches what is readable but not canonical, such as tiles in another order.
    if write(state) != text:
        raise Refusal("BAD_POSITION", text)
    return state


def _read(fields: re.Match[str], options: JsonObject) -> State:
    return State(
        setting=setting_of(options),
        land=_read_land(fields["b"]),
        scores=_read_numbers(fields["s"]),
        supply=_read_numbers(fields["m"]),
        bag=_read_counts(fields["g"]),
        aside=_read_counts(fields["x"]),
        active=int(fields["a"]),
        mover=None if fields["w"] == "-" else int(fields["w"]),
        phase=fields["p"],
        tile=fields["t"].strip("-"),
        last=_read_cell(fields["l"]),
        landing=_read_cell(fields["f"]),
        out=_read_numbers(fields["q"]),
        reason=fields["r"].strip("-"),
    )


def _read_numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))


def _read_cell(text: str) -> int:
    return NOWHERE if text == "-" else cell_at(*map(int, text.split(",")))


def _read_counts(text: str) -> tuple[int, ...]:
    counts = [0] * len(TILES)
    for part in [] if text == "-" else text.split(","):
        name, number = part.split("*")
        counts[ORDER[name]] = int(number)
    return tuple(counts)


def _read_land(text: str) -> Land:
    tiles: dict[int, tuple[str, int]] = {}
    followers: dict[int, tuple[Seat, ...]] = {}
    for part in text.split(";"):
        found = _TILE.fullmatch(part)
        if found is None:
            raise ValueError(f"no tile: {part}")
        tile, rotation, cell = TILES[found["tile"]], int(found["rotation"]), _cell(found)
        if cell == NONE or rotation >= tile.rotations:
            raise ValueError(f"no placement: {part}")
        tiles[cell] = tile.id, rotation
        for on in (found["on"] or "").split(",") if found["on"] else ():
            standing = _STANDING.fullmatch(on)
            place = NONE if standing is None else tile.segment(standing[1])
            if standing is None or place == NONE:
                raise ValueError(f"no segment: {on}")
            followers[spot_at(cell, place)] = tuple(map(int, standing[2]))
    return land_of(tiles, followers)


_NEEDS: Final[Mapping[str, tuple[bool, bool, bool]]] = {
    "draw": (False, False, False),
    PLACE: (True, False, False),
    FOLLOWER: (False, True, False),
    DIE: (False, True, False),
    LAND: (False, True, True),
    CIRCLE: (False, True, False),
    CIRCLE_ADD: (False, True, False),
    CIRCLE_REMOVE: (False, True, False),
}
"""Whether a phase has a tile in hand, a tile placed in this turn, and a landing cell."""


def _check(state: State) -> None:
    """Raise ValueError for a position that cannot be."""
    _must(len(state.scores) == len(state.supply) == state.seats, "one number per seat")
    _must(state.phase in PHASES and (state.phase == OVER) == (state.reason in REASONS and bool(state.reason)), "phase")
    _must(len(set(state.out)) == len(state.out) < state.seats, "seats that are out")
    _must(max((*state.out, state.active, state.mover or 0)) < state.seats, "seats")
    _must((state.mover is None) == (state.phase in {*CHANCE_PHASES, OVER}), "who must act")
    _must(state.phase in {CIRCLE_ADD, CIRCLE_REMOVE} or state.mover in {None, state.active}, "whose turn it is")
    _must(state.phase == OVER or not {state.active, state.mover} & set(state.out), "out and to act")
    _must(not state.tile or state.tile in TILES, "the tile in hand")
    has = (bool(state.tile), state.last != NOWHERE, state.landing != NOWHERE)
    _must(state.phase == OVER or has == _NEEDS[state.phase], "what a phase needs")
    _must(all(cell in state.land.tiles for cell in (state.last, state.landing) if cell != NOWHERE), "cells with tiles")
    _check_turn(state)
    _check_followers(state)


def _check_turn(state: State) -> None:
    if state.phase in {LAND, DIE}:
        _must(arrow_at(state.land, state.last) is not None, "a flier")
    if state.phase in {CIRCLE, CIRCLE_ADD, CIRCLE_REMOVE}:
        _must(affected_kind(state) is not None, "a crop circle")


def _check_followers(state: State) -> None:
    """Refuse more followers of a seat than it has, those in the air included."""
    for seat in range(state.seats):
        on_board = sum(seats.count(seat) for seats in state.land.followers.values())
        in_air = state.phase in {LAND, DIE} and seat == state.active
        _must(on_board + in_air + state.supply[seat] <= state.setting.followers, "followers")
    for seats in state.land.followers.values():
        _must(max(seats) < state.seats and tuple(sorted(seats)) == seats, "seats of followers")


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(what)


# the game record


def record(text: str, events: Sequence[JsonObject]) -> str:
    """Return the line of the game record: the action, and what chance, scoring and the server added.

    >>> record("^", [{"type": "die", "value": 2}])
    '^ (2)'
    """
    return " ".join([text, *(part for event in events if (part := _known(event)))])


def _known(event: Mapping[str, Any]) -> str:
    form = _FORMS.get(event["type"], "")
    if not form or not event.get("auto", True):
        return ""
    seats = ",".join(f"P{seat}" for seat in event.get("seats", ()))
    return form.format(**{**event, "seats": seats})


_FORMS: Final = {
    "draw": "[{tile}]",
    "set_aside": "[{tile}!]",
    "die": "({value})",
    "landing": ">{segment}",
    "score": "{{{feature} +{points} {seats}}}",
    "final_score": "{{{feature} +{points} {seats}}}",
    "circle_remove": "P{seat} o-{x},{y}.{segment}",
}
"""What becomes known by an event; what a player has done, and not the server, is in the action itself."""
