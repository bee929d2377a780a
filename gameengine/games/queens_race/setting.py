"""The options of a match and the tables that follow from them: what lies where, and where each symbol leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.options import content_reader, kept_by_options
from gameengine.games.queens_race.content import (
    CONTENTS,
    DIRECTIONS,
    JOKER,
    MOST_COLUMNS,
    QUEEN,
    Content,
    content_of,
)

USUAL_WIDTH: Final = 7
USUAL_HEIGHT: Final = 7
USUAL_SQUARES: Final = ("B4", "D4", "F4")
"""The defaults of section 8. An option that is left at its default gives way to what the content says."""

NOWHERE: Final = -1
"""No square: beyond the edge of the board."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Everything about a match that never changes. Equal options give equal settings.

    A square is a number: column by column, from row 1 up (A1, A2, ..., G7), which is the order of the page's lists.
    Tables begin with the seat, as the two look at the board from opposite sides.
    """

    key: str
    options: JsonObject
    content: Content
    width: int
    height: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    ways: tuple[Mapping[str, tuple[tuple[int, ...], ...]], ...]
    """`ways[seat][symbol][square]`: where a direction or a joker leads; squares in ascending order."""
    front: tuple[tuple[tuple[int, ...], ...], ...]
    """`front[seat][square]`: the squares directly and diagonally in front."""
    beside: tuple[tuple[int, ...], ...]
    """`beside[square]`: the squares left and right of it."""
    goal: tuple[tuple[bool, ...], ...]
    """`goal[seat][square]`: whether the square belongs to the enemy start line."""
    homes: tuple[tuple[int, ...], ...]
    """`homes[seat]`: all squares in the order in which a captured queen tries them (5.3)."""
    bonus: frozenset[int]
    """The bonus squares; none with the option `bonus_cards` off."""
    formation: tuple[int, ...]
    by_arrivals: bool
    threshold: int
    tie_draws: bool
    goal_removes: bool
    points_decide: bool
    max_turns: int

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Setting) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def square(self, column: int, row: int) -> int:
        """Return the number of a square, or NOWHERE."""
        on_board = 0 <= column < self.width and 0 <= row < self.height
        return column * self.height + row if on_board else NOWHERE


_content_named: Final = content_reader(CONTENTS, content_of)


@kept_by_options
def setting_of(key: str, options: dict[str, Any]) -> Setting:
    """Return the setting of complete options. Raises Refusal BAD_OPTION for values that do not go together."""
    content = _content_named(options["content"])
    width = content.width if options["width"] == USUAL_WIDTH else options["width"]
    height = content.height if options["height"] == USUAL_HEIGHT else options["height"]
    formation = content.formations[options["formation"]]
    if width != len(formation):
        raise Refusal("BAD_OPTION", f"width: {width}, and {len(formation)} pieces in a line")
    names = tuple(f"{column}{row}" for column in MOST_COLUMNS[:width] for row in range(1, height + 1))
    index = {name: square for square, name in enumerate(names)}
    places = [divmod(square, height) for square in range(len(names))]
    return Setting(
        key=key,
        options=options,
        content=content,
        width=width,
        height=height,
        names=names,
        index=index,
        ways=tuple(_ways(places, width, height, seat) for seat in (0, 1)),
        front=tuple(_targets(places, width, height, _front(seat)) for seat in (0, 1)),
        beside=_targets(places, width, height, ((-1, 0), (1, 0))),
        goal=tuple(tuple(row == line for _, row in places) for line in (height - 1, 0)),
        homes=tuple(_homes(places, formation.index(QUEEN), line) for line in (0, height - 1)),
        bonus=frozenset(_bonus(options, content, index)),
        formation=formation,
        by_arrivals=options["variant"] == "breakthrough",
        threshold=options["zone_threshold"],
        tie_draws=options["zone_tie"] == "draw",
        goal_removes=options["goal_pieces"] == "remove",
        points_decide=options["quiet_result"] == "points",
        max_turns=options["max_turns"],
    )


def _bonus(options: Mapping[str, Any], content: Content, index: Mapping[str, int]) -> Iterator[int]:
    is_usual = tuple(options["bonus_squares"]) == USUAL_SQUARES
    chosen = content.bonus_squares if is_usual else options["bonus_squares"]
    if not options["bonus_cards"]:
        return
    for name in chosen:
        if name not in index:
            raise Refusal("BAD_OPTION", f"bonus_squares: {name!r}")
        yield index[name]


Steps = tuple[tuple[int, int], ...]


def _targets(places: list[tuple[int, int]], width: int, height: int, steps: Steps) -> tuple[tuple[int, ...], ...]:
    """Return for each square those on the board that the steps lead to, in ascending order."""
    reached = ([(column + x, row + y) for x, y in steps] for column, row in places)
    return tuple(
        tuple(sorted(x * height + y for x, y in there if 0 <= x < width and 0 <= y < height)) for there in reached
    )


def _ways(
    places: list[tuple[int, int]], width: int, height: int, seat: int
) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    ways = {symbol: _targets(places, width, height, (_seen(step, seat),)) for symbol, step in DIRECTIONS.items()}
    return {**ways, JOKER: _targets(places, width, height, tuple(DIRECTIONS.values()))}


def _front(seat: int) -> Steps:
    return tuple(_seen(DIRECTIONS[symbol], seat) for symbol in ("FL", "F", "FR"))


def _seen(step: tuple[int, int], seat: int) -> tuple[int, int]:
    """Return a step of the player on the board: seat 1 sits opposite."""
    return (-step[0], -step[1]) if seat else step


def _homes(places: list[tuple[int, int]], queen_column: int, line: int) -> tuple[int, ...]:
    def distance(square: int) -> tuple[int, int, int]:
        column, row = places[square]
        return abs(row - line), abs(column - queen_column), column

    return tuple(sorted(range(len(places)), key=distance))
