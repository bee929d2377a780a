"""Single elimination for 2 to 256 entries. Source: design page on pairing, section 8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import JsonObject, Text
from tournaments.formats.base import (
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

THIRD: Final = "third"

_NAMES: Final[Mapping[str, Text]] = {
    "final": Text("Final", "Finale"),
    "third": Text("Third place", "Spiel um Platz 3"),
    "last_4": Text("Semi-finals", "Halbfinale"),
    "last_8": Text("Quarter-finals", "Viertelfinale"),
    "last_16": Text("Round of 16", "Achtelfinale"),
    "last_32": Text("Round of 32", "Sechzehntelfinale"),
    "last_64": Text("Round of 64", "Runde der letzten 64"),
    "last_128": Text("Round of 128", "Runde der letzten 128"),
    "last_256": Text("Round of 256", "Runde der letzten 256"),
}


def _key(level: int, place: int) -> str:
    """Return the key of a pairing of the main tree; level 1 is the first round."""
    return f"R{level}-{place}"


def _levels(size: int) -> int:
    """Return how many times the winner must win."""
    return size.bit_length() - 1


def _third_place(size: int, settings: JsonObject) -> str:
    """Return when the losers of the semi-finals meet: "none", "before" or "beside" the final."""
    return str(settings["third_place"]) if size >= 4 else "none"


def _main_nodes(size: int, settings: JsonObject) -> Iterator[Node]:
    """Yield the tree from the first round to the final."""
    order, levels = seed_order(size), _levels(size)
    third = _third_place(size, settings)
    for level in range(1, levels + 1):
        final = level == levels
        number = level + 1 if final and third == "before" else level
        after = (THIRD,) if final and third == "before" else ()
        for place in range(1, size // 2**level + 1):
            yield Node(_key(level, place), number, place, _main_sources(order, level, place), after)


def _main_sources(order: Sequence[int], level: int, place: int) -> tuple[Source, Source]:
    """Return who comes to a place: two seeds in the first round, then the winners of two neighbours."""
    first, second = 2 * place - 1, 2 * place
    if level == 1:
        return Source("seed", str(order[first - 1])), Source("seed", str(order[second - 1]))
    return Source("winner", _key(level - 1, first)), Source("winner", _key(level - 1, second))


def _nodes(size: int, settings: JsonObject) -> list[Node]:
    """Return the whole tree, every node after those that it depends on."""
    nodes = list(_main_nodes(size, settings))
    third, levels = _third_place(size, settings), _levels(size)
    if third != "none":
        sources = Source("loser", _key(levels - 1, 1)), Source("loser", _key(levels - 1, 2))
        before = third == "before"
        # The final must come last, or it could not wait for the match for third place.
        nodes.insert(len(nodes) - 1, Node(THIRD, levels, 1 if before else 2, sources))
    return nodes


class _Bracket(Tree):
    """The tree of a knockout."""

    def __init__(self, record: Record) -> None:
        self.size = bracket_size(len(record.entrants))
        super().__init__(record, _nodes(self.size, record.settings))

    def final(self) -> Pairing:
        """Return the last pairing of the main tree."""
        return self.pairings[_key(_levels(self.size), 1)]


class Knockout:
    """Single elimination: who loses is out. Byes go to the best seeds."""

    key = "knockout"
    name = Text("Knockout", "K.-o.-System")
    summary = Text(
        "Who loses a pairing is out; the others go on until one is left.",
        "Wer eine Paarung verliert, scheidet aus; die anderen spielen weiter, bis eine oder einer übrig ist.",
    )
    min_entries = 2
    max_entries = 256
    table: System | None = None
    pairer: Pairer | None = None
    settings: tuple[Option, ...] = (
        Option(
            "third_place",
            "beside",
            Text("Match for third place", "Spiel um Platz 3"),
            choices=(
                ("none", Text("none: both are third", "keines: beide werden Dritte")),
                ("before", Text("before the final", "vor dem Finale")),
                ("beside", Text("beside the final", "neben dem Finale")),
            ),
        ),
    )

    def plan(self, entries: int, settings: JsonObject) -> tuple[Round, ...]:
        """Return the rounds of a bracket for this many entries."""
        check_size(entries, least=self.min_entries, most=self.max_entries)
        size = bracket_size(entries)
        third = _third_place(size, settings)
        kinds = [(f"last_{size >> level}", size >> (level + 1)) for level in range(_levels(size) - 1)]
        if third == "before":
            kinds.append(("third", 1))
        kinds.append(("final", 2 if third == "beside" else 1))
        return tuple(Round(number, kind, boards) for number, (kind, boards) in enumerate(kinds, start=1))

    def first_round(self, record: Record) -> tuple[Pairing, ...]:
        """Return the pairings of round 1, byes included."""
        return tuple(pairing for pairing in self.next(record) if pairing.round == 1)

    def next(self, record: Record) -> tuple[Pairing, ...]:
        """Return the whole bracket as far as it is known; the sides of later rounds stay open until they are."""
        check_entrants(record.entrants, least=self.min_entries, most=self.max_entries)
        pairings = _Bracket(record).pairings.values()
        return tuple(sorted(pairings, key=lambda pairing: (pairing.round, pairing.board)))

    def ranking(self, record: Record) -> tuple[Placing, ...]:
        """Return the places settled so far; who loses in the same round shares a place.

        A final without a winner leaves place 1 empty, and both finalists stay second.
        """
        tree = _Bracket(record)
        places = [*_top(tree), *_third(tree)]
        placed = {place.entry for place in places}
        for pairing in tree.pairings.values():
            if pairing.key not in (THIRD, tree.final().key):
                places += [place for place in _out_in(tree, pairing) if place.entry not in placed]
        return tuple(sorted(places, key=lambda place: (place.rank, _seed(record.entrants, place.entry))))

    def cross_table(self, record: Record) -> CrossTable | None:
        """Return nothing: places follow from the tree."""
        return None

    def round_name(self, kind: str) -> Text:
        """Return how people call a round of this kind."""
        return _NAMES[kind]


def _seed(entrants: Sequence[Entrant], entry: str | None) -> int:
    """Return the seed of an entry; 0 for a place that is not awarded."""
    return next((entrant.seed for entrant in entrants if entrant.id == entry), 0)


def _top(tree: _Bracket) -> list[Placing]:
    """Return places 1 and 2."""
    final = tree.final()
    decision = tree.decision(final.key)
    if decision is None:
        return []
    champion = tree.winner(final.key).entry
    return [
        Placing(1, 1, champion),
        *(Placing(2, 2, entry) for entry in entries_of(final, without=decision.advances)),
    ]


def _third(tree: _Bracket) -> list[Placing]:
    """Return places 3 and 4 if there is a match for them; when nobody came to it, place 3 is not awarded."""
    if THIRD not in tree.pairings:
        return []
    pairing, decision = tree.pairings[THIRD], tree.decision(THIRD)
    if decision is None:
        return []
    winner = tree.winner(THIRD).entry
    losers = entries_of(pairing, without=decision.advances)
    return [Placing(3, 3, winner), *(Placing(4, 4, entry) for entry in losers)]


def _out_in(tree: _Bracket, pairing: Pairing) -> list[Placing]:
    """Return the places of those who go out in a pairing of the main tree, but for those who play for third place."""
    decision = tree.decision(pairing.key)
    if decision is None:
        return []
    left = tree.size >> _level(pairing.key)
    gone = entries_of(pairing, without=decision.advances)
    if left == 2 and THIRD in tree.pairings:
        playing = entries_of(tree.pairings[THIRD])
        return [Placing(4, 4, entry) for entry in gone if entry not in playing]
    return [Placing(left + 1, 2 * left, entry) for entry in gone]


def _level(key: str) -> int:
    """Return the level of a pairing of the main tree from its key."""
    return int(key[1:].partition("-")[0])


KNOCKOUT: Final = Knockout()
