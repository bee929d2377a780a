"""What can be wrong in a tournament report file: one table of stable codes and sentences, each with line and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gameengine.core.types import Text

SENTENCES: Final[Mapping[str, Text]] = {
    "not_utf8": Text(
        "the file is not UTF-8; this byte is {what}. If it is Latin-1, say so or convert it first",
        "die Datei ist nicht UTF-8; dieses Byte ist {what}. Ist sie Latin-1, bitte angeben oder vorher umwandeln",
    ),
    "bad_character": Text("a control character stands here: {what}", "hier steht ein Steuerzeichen: {what}"),
    "no_players": Text("there is no player line (001)", "es gibt keine Spielerzeile (001)"),
    "not_blank": Text("this column must be blank, not {what}", "diese Spalte muss leer sein, nicht {what}"),
    "not_a_number": Text("a number is expected here, not {what}", "hier wird eine Zahl erwartet, nicht {what}"),
    "out_of_range": Text("{what} is outside the limits", "{what} liegt außerhalb der Grenzen"),
    "missing": Text("{what} is missing", "{what} fehlt"),
    "bad_points": Text("points are written like 11.5, not {what}", "Punkte schreibt man wie 11.5, nicht {what}"),
    "bad_sex": Text("m, w or blank is expected here, not {what}", "hier wird m, w oder nichts erwartet, nicht {what}"),
    "bad_date": Text(
        "a date is written like 1999/12/31, not {what}", "ein Datum schreibt man wie 1999/12/31, nicht {what}"
    ),
    "bad_colour": Text(
        "a colour is w, b or -, not {what}",
        "eine Farbe ist w, b oder -, nicht {what}",
    ),
    "bad_result": Text("there is no result {what}", "es gibt kein Ergebnis {what}"),
    "bye_with_opponent": Text(
        "a bye ({what}) has neither opponent nor colour",
        "ein Freilos ({what}) hat weder Gegner noch Farbe",
    ),
    "game_without_opponent": Text(
        "the result {what} needs an opponent and a colour",
        "das Ergebnis {what} braucht Gegner und Farbe",
    ),
    "bad_record": Text("this record is not understood: {what}", "dieser Eintrag ist unverständlich: {what}"),
    "contradiction": Text("line {what} says something else", "Zeile {what} sagt etwas anderes"),
    "duplicate_number": Text("number {what} is taken already", "die Nummer {what} ist schon vergeben"),
    "unknown_number": Text("there is no player {what}", "es gibt keinen Spieler {what}"),
    "opponent_self": Text(
        "player {what} cannot meet themselves", "Spieler {what} kann nicht gegen sich selbst spielen"
    ),
    "opponent_disagrees": Text(
        "player {what} has another opponent in this round",
        "Spieler {what} hat in dieser Runde einen anderen Gegner",
    ),
    "colour_disagrees": Text(
        "player {what} has the same colour in this game",
        "Spieler {what} hat in dieser Partie dieselbe Farbe",
    ),
    "result_disagrees": Text(
        "the result does not fit the one of player {what}",
        "das Ergebnis passt nicht zu dem von Spieler {what}",
    ),
    "points_disagree": Text("the results add up to {what} points", "die Ergebnisse ergeben {what} Punkte"),
    "game_twice": Text("these two have played in round {what} already", "diese beiden spielten schon in Runde {what}"),
    "two_byes": Text(
        "player {what} has the pairing-allocated bye of this round already",
        "Spieler {what} hat schon das Freilos dieser Runde",
    ),
    "too_many_rounds": Text("only {what} rounds are declared", "nur {what} Runden sind angegeben"),
    # what a file may say, but a stage cannot hold
    "name_twice": Text("there is a player called {what} already", "es gibt schon einen Spieler namens {what}"),
    "field_size": Text(
        "the format does not allow a field of {what} entries",
        "das Format erlaubt kein Feld von {what} Meldungen",
    ),
    "points_unsupported": Text(
        "points other than 1, ½, 0 or 3, 1, 0 cannot be taken over",
        "andere Punkte als 1, ½, 0 oder 3, 1, 0 lassen sich nicht übernehmen",
    ),
    "abnormal_unsupported": Text(
        "points of its own for the result {what} cannot be taken over",
        "eigene Punkte für das Ergebnis {what} lassen sich nicht übernehmen",
    ),
    "rank_order": Text(
        "players are ordered by rank, and that is not the order of their numbers",
        "die Spieler sind nach Rang geordnet, und das ist nicht die Reihenfolge ihrer Nummern",
    ),
    "rounds_unsupported": Text(
        "the format does not allow {what} rounds for this field",
        "das Format erlaubt für dieses Feld keine {what} Runden",
    ),
    "virtual_unsupported": Text(
        "virtual points other than those of the Baku method cannot be taken over",
        "andere Zusatzpunkte als die der Baku-Methode lassen sich nicht übernehmen",
    ),
    "not_berger": Text(
        "the Berger table has {what} here; other round robins cannot be taken over",
        "die Berger-Tabelle hat hier {what}; andere Rundenturniere lassen sich nicht übernehmen",
    ),
    "robin_unsupported": Text(
        "a round robin has no place for the record {what}", "ein Rundenturnier hat keinen Platz für den Eintrag {what}"
    ),
    # what an organizer should know of a file that is taken over
    "kept_unknown": Text(
        "nobody here understands the record {what}; it is kept and written back",
        "den Eintrag {what} versteht hier niemand; er wird bewahrt und wieder ausgegeben",
    ),
    "rounds_silent": Text(
        "the file does not say how many rounds there are; {what} are assumed, as many as it has",
        "die Datei sagt nicht, wie viele Runden es gibt; angenommen werden {what}, so viele wie sie hat",
    ),
    "tie_breaks_unknown": Text(
        "not all of these tie-breaks are known here ({what}); the usual ones are taken",
        "nicht alle diese Feinwertungen sind hier bekannt ({what}); es gelten die üblichen",
    ),
    "unrated_kept": Text(
        "games marked as unrated count like others here; the mark is written back",
        "als ungewertet bezeichnete Partien zählen hier wie andere; die Kennzeichnung wird wieder ausgegeben",
    ),
}
"""For each code: the sentence, `{what}` is the detail."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong, and where: line and column count from 1, columns in characters."""

    line: int
    column: int
    code: str
    what: str = ""

    @property
    def text(self) -> Text:
        """Return the sentence with its place, in both languages.

        >>> Fault(9, 93, "bad_colour", "'x'").text.en
        "line 9, column 93: a colour is w, b or -, not 'x'"
        """
        sentence = SENTENCES[self.code]
        return Text(
            f"line {self.line}, column {self.column}: {sentence.en.format(what=self.what)}",
            f"Zeile {self.line}, Spalte {self.column}: {sentence.de.format(what=self.what)}",
        )


class TrfError(ValueError):
    """The file is refused; nothing of it may be used. `faults` has at least one, in the order of the file."""

    code = "bad_trf"

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(fault.text.en for fault in self.faults))
