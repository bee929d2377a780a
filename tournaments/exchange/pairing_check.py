"""Pairs every round of a tournament report file again and tells where the file has something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gameengine.core.types import Text
from tournaments.exchange.trf.pairing import request_of, round_to_pair
from tournaments.exchange.trf.values import Trf
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.model import Edition, NoPairingError


@dataclass(frozen=True, slots=True)
class Deviation:
    """One difference in a round.

    `kind` is `missing` (computed, not in the file), `unexpected` (in the file, not computed), `seats` (the right two,
    turned), or `none` (the rules allow no pairing of this round). `first` and `second` are numbers as the sentence has
    them; a `second` of 0 is the bye.
    """

    round: int
    kind: str
    first: int = 0
    second: int = 0

    @property
    def text(self) -> Text:
        """Return the sentence."""
        pair = f"{self.first}-{self.second}" if self.second else f"{self.first}"
        en, de = ("", "") if self.second else ("the bye of ", "das Freilos von ")
        sentences = {
            "missing": Text(f"the rules give {en}{pair}", f"nach den Regeln: {de}{pair}"),
            "unexpected": Text(f"the file has {en}{pair}", f"in der Datei: {de}{pair}"),
            "seats": Text(f"{pair} has the seats turned", f"{pair} hat die Plätze vertauscht"),
            "none": Text("the rules allow no pairing at all", "die Regeln lassen gar keine Auslosung zu"),
        }
        return sentences[self.kind]


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """What the check of one round found."""

    number: int
    boards: int
    deviations: tuple[Deviation, ...]


def check_pairings(trf: Trf, *, edition: Edition = "2026") -> Iterator[CheckedRound]:
    """Yield every round that was paired, with all its differences. Board numbers are not in the file.

    Raises PairingError if the file does not say enough.
    """
    for number in range(1, round_to_pair(trf)):
        written = _written(trf, number)
        yield CheckedRound(number, len(written), tuple(_deviations(trf, number, written, edition)))


def _written(trf: Trf, number: int) -> set[tuple[int, int]]:
    """Return the boards of a round as first and second seat; the bye is a board against 0."""
    found = set()
    for player in trf.players.values():
        cell = player.cell(number)
        if cell.result == "U":
            found.add((player.number, 0))
        elif cell.opponent and (cell.colour == "w" or (cell.colour == "-" and player.number < cell.opponent)):
            found.add((player.number, cell.opponent))
    return found


def _deviations(trf: Trf, number: int, written: set[tuple[int, int]], edition: Edition) -> Iterator[Deviation]:
    """Yield the differences of a round in the order of numbers."""
    computed: set[tuple[int, int]] = set()
    if written:
        try:
            found = pair(request_of(trf, round_number=number, edition=edition))
        except NoPairingError:
            yield Deviation(number, "none")
            return
        computed = {(board.first, board.second) for board in found.boards}
        computed |= {(found.bye, 0)} if found.bye is not None else set()
    turned = {(first, second) for first, second in written - computed if (second, first) in computed}
    back = {(second, first) for first, second in turned}
    for kind, boards in (
        ("seats", turned),
        ("missing", computed - written - back),
        ("unexpected", written - computed - turned),
    ):
        yield from (Deviation(number, kind, *board) for board in sorted(boards))
