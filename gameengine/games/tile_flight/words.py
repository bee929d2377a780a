"""What people read about Tile Flight: refusals, reasons of an end, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gameengine.core.errors import TABLE_REFUSALS, RefusalText
from gameengine.core.types import Text

_REFUSED: Final[Mapping[str, tuple[str, str, str]]] = {
    "WRONG_PHASE": ("6", "Something else must be decided now.", "Jetzt ist etwas anderes zu entscheiden."),
    "PASS_NOT_ALLOWED": ("10", "Here you must not pass.", "Hier darfst du nicht passen."),
    "CELL_OCCUPIED": ("5.1", "A tile lies there already.", "Dort liegt schon eine Karte."),
    "NOT_ADJACENT": (
        "5.1",
        "A tile must touch another one with an edge.",
        "Eine Karte muss eine andere mit einer Kante berühren.",
    ),
    "EDGE_MISMATCH": (
        "5.1",
        "The edges do not fit: city to city, road to road, field to field.",
        "Die Kanten passen nicht: Stadt an Stadt, Straße an Straße, Wiese an Wiese.",
    ),
    "NO_SUCH_SEGMENT": ("6.3", "The tile has no such part.", "Diese Karte hat kein solches Teil."),
    "FEATURE_OCCUPIED": (
        "6.3",
        "There is a follower on it already, perhaps further away.",
        "Darauf steht schon ein Gefolgsmann, vielleicht weiter weg.",
    ),
    "NO_FOLLOWER": ("6.3", "You have no follower left.", "Du hast keinen Gefolgsmann mehr."),
    "FARMERS_OFF": ("12", "In this match there are no farmers.", "In dieser Partie gibt es keine Bauern."),
    "NO_FLIER_ON_TILE": ("8.1", "There is no flier on this tile.", "Auf dieser Karte ist kein Fluggerät."),
    "LAND_FIELD": ("8.3", "One does not land on a field.", "Auf einer Wiese landet man nicht."),
    "LAND_FINISHED": (
        "8.3",
        "This is finished; one lands on unfinished ones.",
        "Das ist fertig; landen kann man nur auf Unfertigem.",
    ),
    "CIRCLE_WRONG_TYPE": (
        "8.6",
        "The crop circle is for followers of another kind.",
        "Der Kornkreis betrifft andere Gefolgsleute.",
    ),
    "CIRCLE_NO_OWN_FOLLOWER": ("8.6", "No follower of yours stands there.", "Dort steht keiner deiner Gefolgsleute."),
}
# Codes of the table that the rule page puts into its order of checks too.
_SHARED: Final = {
    "GAME_OVER": "10",
    "NOT_YOUR_TURN": "10",
    "BAD_SYNTAX": "3.4",
    "BAD_OPTION": "12",
    "BAD_POSITION": "3.5",
}

REFUSALS: Final[Mapping[str, RefusalText]] = {
    **{code: RefusalText(TABLE_REFUSALS[code].text, paragraph) for code, paragraph in _SHARED.items()},
    **{code: RefusalText(Text(en, de), paragraph) for code, (paragraph, en, de) in _REFUSED.items()},
}

REASONS: Final[Mapping[str, Text]] = {
    "SCORE": Text("All tiles are laid", "Alle Karten sind gelegt"),
    "RESIGN": Text("Resigned", "Aufgegeben"),
    "TIME": Text("Time ran out", "Zeit abgelaufen"),
    "ABANDON": Text("Left the match", "Partie verlassen"),
    "FORFEIT": Text("Forfeit", "Kampflos"),
    "ARBITER": Text("Decided by the arbiter", "Durch Schiedsspruch"),
    "ABORTED": Text("Annulled", "Annulliert"),
}

KIND_NAMES: Final[Mapping[str, Text]] = {
    "road": Text("road", "Straße"),
    "city": Text("city", "Stadt"),
    "monastery": Text("monastery", "Kloster"),
    "field": Text("field", "Wiese"),
}
FOLLOWER_NAMES: Final[Mapping[str, Text]] = {
    "road": Text("thief", "Wegelagerer"),
    "city": Text("knight", "Ritter"),
    "monastery": Text("monk", "Mönch"),
    "field": Text("farmer", "Bauer"),
}


def seat_name(seat: int) -> Text:
    """Return what a seat is called."""
    return Text(f"player {seat + 1}", f"Spieler {seat + 1}")


PART_NAMES: Final[Mapping[str, Text]] = {
    "r": Text("road", "die Straße"),
    "c": Text("city", "die Stadt"),
    "m": Text("monastery", "das Kloster"),
    "f": Text("field", "die Wiese"),
}
"""Names of segments by the first letter of their ids, as what a follower is put on."""

DIRECTION_NAMES: Final[Mapping[str, Text]] = {
    "n": Text("north", "Norden"),
    "ne": Text("north-east", "Nordosten"),
    "e": Text("east", "Osten"),
    "se": Text("south-east", "Südosten"),
    "s": Text("south", "Süden"),
    "sw": Text("south-west", "Südwesten"),
    "w": Text("west", "Westen"),
    "nw": Text("north-west", "Nordwesten"),
}


PLACE_NAMES: Final[Mapping[str, Text]] = {
    "road": Text("Road", "Straße"),
    "city": Text("City", "Stadt"),
    "monastery": Text("Monastery", "Kloster"),
    "field": Text("Field", "Wiese"),
}
"""Names of segments as places to be picked."""


def count_text(count: int, en: tuple[str, str], de: tuple[str, str]) -> Text:
    """Return a number with its unit, which has one form for one and another for more.

    >>> count_text(1, ("cell", "cells"), ("Platz", "Plätze")).de
    '1 Platz'
    """
    many = count != 1
    return Text(f"{count} {en[many]}", f"{count} {de[many]}")
