"""The Junqi board, set and battle table as frozen values, read once from `board.yaml`.

A node is an index 0 to 59 in the order of the board file (a1, b1, ... e12). A piece on the board is one number:
its kind (1 to 12, `KINDS`), plus `BLUE_BIT` for blue, plus `DOWN_BIT` while it lies face-down; 0 is an empty node.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gameengine.core.types import Text
from gameengine.core.yamldata import read_yaml

# Both are safe; the one in C reads ten times faster, which every start and every bot's process feels.

RED: Final = 0
BLUE: Final = 1
BLUE_BIT: Final = 16
DOWN_BIT: Final = 32
EMPTY: Final = 0

WIN: Final = 1
BOTH: Final = 2
TAKES_FLAG: Final = 3
"""The attacker takes the flag, if it is open; a bomb goes down with it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of piece: its letter, name, number per colour, rank (None: no rank) and worth for automatic moves."""

    letter: str
    name: Text
    count: int
    rank: int | None
    moves: bool
    value: int


def _pairs(groups: Iterable[Iterable[Sequence[str]]]) -> list[tuple[int, int]]:
    """Return both directions of every edge of the file, as indices."""
    edges = [(INDEX[a], INDEX[b]) for group in groups for a, b in group]
    return edges + [(b, a) for a, b in edges]


def _neighbours(edges: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    beside: list[list[int]] = [[] for _ in NODES]
    for a, b in edges:
        beside[a].append(b)
    return tuple(tuple(sorted(nodes)) for nodes in beside)


def _rays(lines: Iterable[Sequence[int]]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each node the runs of nodes that lie before it along each rail line, nearest first."""
    rays: list[list[tuple[int, ...]]] = [[] for _ in NODES]
    for line in lines:
        for place, node in enumerate(line):
            rays[node] += [ray for ray in (tuple(line[place + 1 :]), tuple(reversed(line[:place]))) if ray]
    return tuple(tuple(runs) for runs in rays)


_DATA: Final[Mapping[str, Any]] = read_yaml(Path(__file__).parent / "board.yaml")
RULES_VERSION: Final[int] = _DATA["rules_version"]
NODES: Final[tuple[str, ...]] = tuple(node["id"] for node in _DATA["nodes"])
COLUMNS: Final[str] = "".join(_DATA["columns"])
ROWS: Final[int] = _DATA["rows"]
INDEX: Final[Mapping[str, int]] = {name: index for index, name in enumerate(NODES)}
NODE_KIND: Final[tuple[str, ...]] = tuple(node["kind"] for node in _DATA["nodes"])
NODE_KIND_NAME: Final[Mapping[str, Text]] = {key: Text.of(kind["name"]) for key, kind in _DATA["node_kinds"].items()}
IS_CAMP: Final[tuple[bool, ...]] = tuple(kind == "camp" for kind in NODE_KIND)
IS_HEADQUARTERS: Final[tuple[bool, ...]] = tuple(kind == "headquarters" for kind in NODE_KIND)
START_NODES: Final[tuple[int, ...]] = tuple(
    index for index, kind in enumerate(NODE_KIND) if _DATA["node_kinds"][kind]["start"]
)
ROAD_EDGES: Final = tuple(_pairs(_DATA["road_edges"]))
RAIL_EDGES: Final = tuple(_pairs(_DATA["rail_edges"]))
ROADS: Final = _neighbours(ROAD_EDGES)
RAILS: Final = _neighbours(RAIL_EDGES)
RAYS: Final = _rays([[INDEX[name] for name in line["nodes"]] for line in _DATA["rail_lines"]])

KINDS: Final[tuple[Kind, ...]] = tuple(
    Kind(row["letter"], Text.of(row["name"]), row["count"], row["rank"], row["moves"], row["value"])
    for row in _DATA["pieces"]
)
"""Piece kind `n` is `KINDS[n - 1]`."""
LETTERS: Final = "".join(kind.letter for kind in KINDS)
COLOUR_KEYS: Final = ("red", "blue")
COLOUR_NAMES: Final = tuple(Text.of(_DATA["colours"][key]["name"]) for key in COLOUR_KEYS)

BOMB: Final = LETTERS.index("X") + 1
ENGINEER: Final = LETTERS.index("E") + 1
MINE: Final = LETTERS.index("M") + 1
FLAG: Final = LETTERS.index("F") + 1


def colour_of(piece: int) -> int:
    """Return RED or BLUE for a piece, face-up or face-down."""
    return piece >> 4 & 1


def kind_of(piece: int) -> int:
    """Return the number of the piece's kind, 1 to 12."""
    return piece & 15


def letter_of(piece: int) -> str:
    """Return the piece's letter: upper case for red, lower case for blue.

    >>> letter_of(PIECES["e"]), letter_of(PIECES["E"] | DOWN_BIT)
    ('e', 'E')
    """
    letter = LETTERS[kind_of(piece) - 1]
    return letter.lower() if piece & BLUE_BIT else letter


PIECES: Final[Mapping[str, int]] = {
    (letter.lower() if colour else letter): kind | colour * BLUE_BIT
    for colour in (RED, BLUE)
    for kind, letter in enumerate(LETTERS, 1)
}
"""Face-up piece by letter."""
FULL_SET: Final[tuple[int, ...]] = tuple(
    piece for piece in PIECES.values() for _ in range(KINDS[kind_of(piece) - 1].count)
)
MOVER: Final[tuple[int, ...]] = tuple(
    colour_of(code) if 0 < kind_of(code) < MINE and not code & DOWN_BIT else -1 for code in range(64)
)
"""For each number on a node: the colour that may move it, or -1."""


def _mark(entry: str) -> int:
    return {"win": WIN, "both": BOTH, "FLAG": TAKES_FLAG}.get(entry, 0)


def _against(attacker: int, defender: int) -> str:
    """Return the battle table's entry, or "" where one of the two cannot take part."""
    if MOVER[attacker] < 0 or defender not in PIECES.values() or colour_of(attacker) == colour_of(defender):
        return ""
    entry: str = _DATA["battle"][letter_of(attacker).upper()][letter_of(defender).upper()]
    return entry


_BATTLE_WORDS: Final = tuple(tuple(_against(a, d) for d in range(64)) for a in range(64))
BATTLE: Final[tuple[bytes, ...]] = tuple(bytes(_mark(entry) for entry in row) for row in _BATTLE_WORDS)
"""`BATTLE[attacker][defender]`: WIN, BOTH, TAKES_FLAG, or 0 where there is no such attack."""


def battle_refusal(attacker: int, defender: int) -> str:
    """Return the code that forbids an attack on an enemy piece, or "" (6.5; the flag is judged elsewhere).

    >>> battle_refusal(PIECES["R"], PIECES["b"]), battle_refusal(PIECES["S"], PIECES["m"])
    ('RANK_TOO_LOW', 'MINE_NEEDS_ENGINEER')
    """
    return "" if BATTLE[attacker][defender] else _BATTLE_WORDS[attacker][defender]
