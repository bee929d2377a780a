"""Swiss system as a format: a stage's record to a request for the engine, and its answer to pairings.

Rounds are paired one by one. What has been made stays as it was made, whatever is corrected later.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import JsonObject, Text
from tournaments.formats.base import (
    BOOLEAN,
    Pairer,
    Pairing,
    Placing,
    Record,
    Round,
    check_size,
)
from tournaments.formats.swiss.pairer import LEAST, MOST, SWISS_PAIRER, made_pairings
from tournaments.formats.swiss.stage import decision_of, declared_rounds
from tournaments.formats.swiss.table import cross_table
from tournaments.standings.crosstable import CrossTable, System
from tournaments.standings.order import standings
from tournaments.standings.registry import SWISS_ORDER

_MOST_ROUNDS: Final = 30

SETTINGS: Final[tuple[Option, ...]] = (
    Option("rounds", 5, Text("Rounds", "Runden"), minimum=1, maximum=_MOST_ROUNDS),
    Option(
        "edition",
        "2026",
        Text("Edition of the rules", "Ausgabe der Regeln"),
        Text("FIDE Dutch system, C.04.3.", "FIDE-Schweizer-System (Dutch), C.04.3."),
        choices=(
            ("2026", Text("in force since February 2026", "gültig seit Februar 2026")),
            ("2017", Text("of 2017", "von 2017")),
        ),
    ),
    Option(
        "acceleration",
        "none",
        Text("Acceleration", "Beschleunigung"),
        choices=(("none", Text("none", "keine")), ("baku", Text("Baku method (C.04.7)", "Baku-Methode (C.04.7)"))),
    ),
    Option(
        "points",
        "classic",
        Text("Points for a win, a draw, a loss", "Punkte für Sieg, Remis, Niederlage"),
        choices=(("classic", Text("1, ½, 0", "1, ½, 0")), ("three_one", Text("3, 1, 0", "3, 1, 0"))),
    ),
    Option(
        "bye_points",
        "win",
        Text("A bye in an odd field counts as", "Ein Freilos bei ungerader Zahl zählt als"),
        choices=(
            ("win", Text("a win", "Sieg")),
            ("draw", Text("a draw", "Remis")),
            ("loss", Text("a loss", "Niederlage")),
        ),
    ),
    Option(
        "balance_seats",
        True,
        Text("Balance who has the first seat", "Den ersten Platz ausgleichen"),
        Text("Without it seats are drawn by lot.", "Sonst werden die Plätze ausgelost."),
        BOOLEAN,
    ),
    Option("tie_breaks", SWISS_ORDER, Text("Tie-breaks in order", "Feinwertungen der Reihe nach")),
)


class Swiss:
    """Everybody plays every round, against somebody of equal points as far as possible, and nobody twice."""

    key = "swiss"
    name = Text("Swiss system", "Schweizer System")
    summary = Text(
        "A fixed number of rounds; everybody meets people with as many points, and nobody twice.",
        "Eine feste Zahl von Runden; alle treffen auf Punktgleiche, und auf niemanden zweimal.",
    )
    min_entries = LEAST
    max_entries = MOST
    table: System | None = "swiss"
    pairer: Pairer | None = SWISS_PAIRER
    settings: tuple[Option, ...] = SETTINGS

    def plan(self, entries: int, settings: JsonObject) -> tuple[Round, ...]:
        """Return the declared rounds."""
        check_size(entries, least=self.min_entries, most=self.max_entries)
        numbers = range(1, declared_rounds(settings) + 1)
        return tuple(Round(number, f"round_{number}", (entries + 1) // 2) for number in numbers)

    def first_round(self, record: Record) -> tuple[Pairing, ...]:
        """Return the pairings of round 1, paired now if they have not been made."""
        return tuple(pairing for pairing in self.next(replace(record, new_round=not record.made)) if pairing.round == 1)

    def next(self, record: Record) -> tuple[Pairing, ...]:
        """Return the pairings made so far, and those of the round after them if the record asks for it.

        Raises FormatError `round_before_open` while a board has no result, `over` after the last round, `no_pairing`
        with the reason if the rules allow none, `no_one_to_pair` if nobody is there.
        """
        made = made_pairings(record)
        if not record.new_round:
            return made
        return (*made, *SWISS_PAIRER.boards(record, made))

    def ranking(self, record: Record) -> tuple[Placing, ...]:
        """Return the final order once every round is decided."""
        made = self.next(replace(record, new_round=False))
        over = {pairing.round for pairing in made} == set(range(1, declared_rounds(record.settings) + 1))
        if not over or any(decision_of(record, pairing) is None for pairing in made):
            return ()
        by_seed = {entrant.seed: entrant.id for entrant in record.entrants}
        rows = standings(cross_table(record, made), str(record.settings["tie_breaks"])).rows
        shared = [row.rank for row in rows]
        return tuple(Placing(row.rank, row.rank + shared.count(row.rank) - 1, by_seed[row.number]) for row in rows)

    def cross_table(self, record: Record) -> CrossTable | None:
        """Return the table as far as rounds were made; those with an open board do not count."""
        return cross_table(record, self.next(replace(record, new_round=False)))

    def round_name(self, kind: str) -> Text:
        """Return how people call a round of this kind."""
        number = kind.partition("_")[2]
        return Text(f"Round {number}", f"Runde {number}")


SWISS: Final = Swiss()
