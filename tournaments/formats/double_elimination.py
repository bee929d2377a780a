"""Double elimination for 3 to 256 entries: who loses twice is out. Source: design page on pairing, section 8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import JsonObject, Text
from tournaments.formats.base import (
    BOOLEAN,
    Entrant,
    Pairer,
    Pairing,
    Placing,
    Record,
    Round,
    Source,
    check_entrants,
    check_size,
)
from tournaments.formats.bracket import Node, Tree, bracket_size, entries_of, seed_order
from tournaments.standings.crosstable import CrossTable, System

FINAL: Final = "GF1"
RESET: Final = "GF2"
_NAMES: Final[Mapping[str, Text]] = {
    "U": Text("Upper round {}", "Obere Runde {}"),
    "L": Text("Lower round {}", "Untere Runde {}"),
    FINAL: Text("Grand final", "Großes Finale"),
    RESET: Text("Grand final, second match", "Großes Finale, zweite Begegnung"),
}


def _key(part: str, place: int) -> str:
    """Return the key of a pairing, "U1-2"."""
    return f"{part}-{place}"


def _parts(levels: int, *, reset: bool) -> list[str]:
    """Return the rounds in the order in which they can be played.

    >>> _parts(3, reset=True)
    ['U1', 'L1', 'U2', 'L2', 'L3', 'U3', 'L4', 'GF1', 'GF2']
    """
    lower = [part for level in range(2, levels + 1) for part in (f"L{2 * level - 3}", f"U{level}", f"L{2 * level - 2}")]
    return ["U1", *lower, FINAL, *([RESET] if reset else [])]


def _size_of(part: str, size: int) -> int:
    """Return how many pairings a round has."""
    number = int(part[1:]) if part[0] in "UL" else 0
    if part[0] == "U":
        return size >> number
    return size >> ((number + 1) // 2 + 1) if part[0] == "L" else 1


def _sources(part: str, place: int, order: Sequence[int]) -> tuple[Source, Source]:
    """Return who comes to a place of a round of the two trees."""
    number, first, second = int(part[1:]), 2 * place - 1, 2 * place
    if part == "U1":
        return Source("seed", str(order[first - 1])), Source("seed", str(order[second - 1]))
    if part == "L1":
        return Source("loser", _key("U1", first)), Source("loser", _key("U1", second))
    if part[0] == "L" and number % 2 == 0:
        return Source("winner", _key(f"L{number - 1}", place)), _fallen(number // 2 + 1, place, len(order))
    before = f"{part[0]}{number - 1}"
    return Source("winner", _key(before, first)), Source("winner", _key(before, second))


def _fallen(level: int, place: int, size: int) -> Source:
    """Return whose loss in the upper tree leads to a place below.

    In turn the losers come in reversed order and with their halves swapped, so that a rematch comes as late as it can.
    """
    count = size >> level
    comes = count + 1 - place if level % 2 == 0 else (place - 1 + count // 2) % count + 1
    return Source("loser", _key(f"U{level}", comes))


def _nodes(size: int, *, reset: bool) -> Iterator[Node]:
    """Yield both trees and the grand final, every node after those that it depends on."""
    order, levels = seed_order(size), size.bit_length() - 1
    for round_, part in enumerate(_parts(levels, reset=reset), start=1):
        if part == FINAL:
            above, below = _key(f"U{levels}", 1), _key(f"L{2 * levels - 2}", 1)
            yield Node(FINAL, round_, 1, (Source("winner", above), Source("winner", below)))
        elif part == RESET:
            # The one from below has lost once already, the other must lose twice as well.
            sources = Source("winner", FINAL), Source("loser", FINAL)
            yield Node(RESET, round_, 1, sources, only_after_upset=FINAL)
        else:
            for place in range(1, _size_of(part, size) + 1):
                yield Node(_key(part, place), round_, place, _sources(part, place, order))


def _tree(record: Record) -> Tree:
    """Return the bracket of a record."""
    size = bracket_size(len(record.entrants))
    return Tree(record, list(_nodes(size, reset=bool(record.settings["reset"]))))


class DoubleElimination:
    """Who loses in the upper tree goes on in the lower one; who loses there is out."""

    key = "double_elimination"
    name = Text("Double elimination", "Doppel-K.-o.")
    summary = Text(
        "Who loses once goes on in the lower bracket; who loses twice is out.",
        "Wer einmal verliert, spielt im unteren Baum weiter; wer zweimal verliert, scheidet aus.",
    )
    min_entries = 3
    max_entries = 256
    table: System | None = None
    pairer: Pairer | None = None
    settings: tuple[Option, ...] = (
        Option(
            "reset",
            True,
            Text("Second grand final", "Zweites großes Finale"),
            Text(
                "If the one from the lower bracket wins the first, so that nobody goes out with one loss.",
                "Wenn im ersten gewinnt, wer von unten kommt; so scheidet niemand mit einer Niederlage aus.",
            ),
            BOOLEAN,
        ),
    )

    def plan(self, entries: int, settings: JsonObject) -> tuple[Round, ...]:
        """Return the rounds of both trees for this many entries, in the order in which they can be played."""
        check_size(entries, least=self.min_entries, most=self.max_entries)
        size = bracket_size(entries)
        parts = _parts(size.bit_length() - 1, reset=bool(settings["reset"]))
        return tuple(Round(number, part, _size_of(part, size)) for number, part in enumerate(parts, start=1))

    def first_round(self, record: Record) -> tuple[Pairing, ...]:
        """Return the pairings of round 1, byes included."""
        return tuple(pairing for pairing in self.next(record) if pairing.round == 1)

    def next(self, record: Record) -> tuple[Pairing, ...]:
        """Return both trees as far as they are known; the sides of later rounds stay open until they are."""
        check_entrants(record.entrants, least=self.min_entries, most=self.max_entries)
        return tuple(_tree(record).pairings.values())

    def ranking(self, record: Record) -> tuple[Placing, ...]:
        """Return the places settled so far; who goes out in the same lower round shares a place."""
        tree = _tree(record)
        places = [*_top(tree), *_out(tree)]
        seeds = {entrant.id: entrant.seed for entrant in record.entrants}
        return tuple(sorted(places, key=lambda place: (place.rank, seeds.get(place.entry or "", 0))))

    def cross_table(self, record: Record) -> CrossTable | None:
        """Return nothing: places follow from the tree."""
        return None

    def round_name(self, kind: str) -> Text:
        """Return how people call a round of this kind."""
        if kind in _NAMES:
            return _NAMES[kind]
        name, number = _NAMES[kind[0]], kind[1:]
        return Text(name.en.format(number), name.de.format(number))


def _top(tree: Tree) -> list[Placing]:
    """Return places 1 and 2: by the second grand final if the first one calls for it."""
    last = RESET if _needs_reset(tree) else FINAL
    decision = tree.decision(last)
    if decision is None:
        return []
    losers = entries_of(tree.pairings[last], without=decision.advances)
    return [Placing(1, 1, tree.winner(last).entry), *(Placing(2, 2, entry) for entry in losers)]


def _needs_reset(tree: Tree) -> bool:
    """Tell whether the one from below has won the first grand final, and there is a second one."""
    decision = tree.decision(FINAL)
    upset = decision is not None and decision.advances == 1
    return upset and RESET in tree.pairings and len(entries_of(tree.pairings[FINAL])) == 2


def _out(tree: Tree) -> Iterator[Placing]:
    """Yield the places of those who are out before the grand final."""
    ranges = _ranges(tree.record.entrants)
    for pairing in tree.pairings.values():
        decision = tree.decision(pairing.key)
        part = pairing.key.partition("-")[0]
        if decision is None or part in (FINAL, RESET):
            continue
        # Who loses above goes on below; when both stay away nobody does.
        if part[0] == "L" or decision.advances is None:
            rank, to_rank = ranges[_falls_to(part)]
            yield from (Placing(rank, to_rank, entry) for entry in entries_of(pairing, without=decision.advances))


def _falls_to(part: str) -> str:
    """Return the lower round in which somebody goes out, or would have gone on."""
    if part[0] == "L":
        return part
    return f"L{max(1, 2 * int(part[1:]) - 2)}"


def _ranges(entrants: Sequence[Entrant]) -> dict[str, tuple[int, int]]:
    """Return the places that go to those who lose in each lower round: the last round first, from place 3 on."""
    size = bracket_size(len(entrants))
    losers = Counter(part for part, comers in _comers(size, len(entrants)) if part[0] == "L" and comers == 2)
    ranges, rank = {}, 3
    for number in range(2 * size.bit_length() - 4, 0, -1):
        part = f"L{number}"
        ranges[part] = rank, max(rank, rank + losers[part] - 1)
        rank += losers[part]
    return ranges


def _comers(size: int, entries: int) -> Iterator[tuple[str, int]]:
    """Yield for every pairing its round and how many ever come to it: byes above leave empty places below."""
    known: dict[str, int] = {}
    for node in _nodes(size, reset=False):
        known[node.key] = sum(_comes(source, known, entries) for source in node.sources)
        yield node.key.partition("-")[0], known[node.key]


def _comes(source: Source, known: Mapping[str, int], entries: int) -> bool:
    """Tell whether anybody ever comes from a source."""
    if source.kind == "seed":
        return int(source.of) <= entries
    return known[source.of] >= (1 if source.kind == "winner" else 2)


DOUBLE_ELIMINATION: Final = DoubleElimination()
