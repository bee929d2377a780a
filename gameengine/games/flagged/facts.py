"""The short public facts of a Flagged match: the line above the board, and the sheet beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from gameengine.board.view import Cell, Panel
from gameengine.core.types import Text, Viewer

_SHEET: Final = Text("Score sheet", "Spielstand")
_SHEET_HEADER: Final = (Text("", ""), Text("Seat 1", "Platz 1"), Text("Seat 2", "Platz 2"))
_ROWS: Final = (
    ("points", Text("Flags brought home", "Flaggen heimgebracht")),
    ("captures", Text("Hero captured", "Held geschlagen")),
    ("skips", Text("Turns to skip", "Züge aussetzen")),
    ("reserve", Text("Walls left", "Mauern übrig")),
    ("hand_size", Text("Cards in hand", "Handkarten")),
    ("deck_size", Text("Cards in the deck", "Karten im Deck")),
)


def sheet(known: Mapping[str, Any]) -> Panel:
    """Return flags, captures, skips, walls and numbers of cards of both seats."""
    players = known["players"]
    rows = tuple(_row(place, *(player[key] for player in players)) for place, (key, _) in enumerate(_ROWS))
    return Panel("sheet", _SHEET, _SHEET_HEADER, rows)


@cache
def _row(place: int, *numbers: int) -> tuple[Cell, ...]:
    cells = (Cell(str(number), owner=seat, muted=not number) for seat, number in enumerate(numbers))
    return (Cell("", _ROWS[place][1]), *cells)


def facts(known: Mapping[str, Any], viewer: Viewer) -> tuple[tuple[str, Text], ...]:
    """Return what is left in this turn, the score, and what binds a seat just now."""
    return tuple(_facts(known, viewer))


def _facts(known: Mapping[str, Any], viewer: Viewer) -> Iterator[tuple[str, Text]]:
    options, allow = known["options"], known["allow"]
    if known["turn_no"]:
        yield "turn", _turn_fact(known["turn_no"], known["turn"])
    if known["phase"] in _WAITS and known["to_move"] is not None:
        yield "waits", _waits_fact(known["phase"], known["to_move"], viewer == known["to_move"])
    elif known["phase"] == "main":
        yield "left", _left_fact(allow["steps"], allow["cards"], allow["walls"])
        if allow["diagonal"]:
            yield "diagonal", _diagonal_fact(allow["diagonal"])
        if allow["clone_captures"]:
            yield "clone", Text("The clone may capture", "Der Klon darf schlagen")
    players = known["players"]
    yield "points", _points_fact(players[0]["points"], players[1]["points"], options["flag_points"])
    for seat, player in enumerate(players):
        if player["skips"]:
            yield f"skips-{seat}", _skips_fact(seat, player["skips"])
    for status in known["statuses"]:
        if status["kind"] == "silence":
            yield f"silence-{status['target']}", _silence_fact(int(status["target"]))
    yield "quiet", _quiet_fact(known["quiet"], known.get("quiet_limit", options["quiet_limit"]))


@cache
def _turn_fact(number: int, seat: int) -> Text:
    return Text(f"Turn {number}, seat {seat + 1}", f"Zug {number}, Platz {seat + 1}")


def _counted(count: int, one: Text, many: Text) -> Text:
    word = one if count == 1 else many
    return Text(f"{count} {word.en}", f"{count} {word.de}")


@cache
def _left_fact(steps: int, cards: int, walls: int) -> Text:
    parts = (
        _counted(steps, Text("step", "Schritt"), Text("steps", "Schritte")),
        _counted(cards, Text("card", "Karte"), Text("cards", "Karten")),
        _counted(walls, Text("wall", "Mauer"), Text("walls", "Mauern")),
    )
    return Text(f"{', '.join(part.en for part in parts)} left", f"Noch {', '.join(part.de for part in parts)}")


@cache
def _diagonal_fact(count: int) -> Text:
    if count == 1:
        return Text("One step may be diagonal", "Ein Schritt darf schräg sein")
    return Text(f"{count} steps may be diagonal", f"{count} Schritte dürfen schräg sein")


@cache
def _points_fact(one: int, other: int, needed: int) -> Text:
    return Text(f"Flags {one} : {other}, {needed} win", f"Flaggen {one} : {other}, {needed} gewinnen")


@cache
def _skips_fact(seat: int, count: int) -> Text:
    turns = _counted(count, Text("turn", "Zug"), Text("turns", "Züge"))
    return Text(f"Seat {seat + 1} skips {turns.en}", f"Platz {seat + 1} setzt {turns.de} aus")


@cache
def _silence_fact(seat: int) -> Text:
    return Text(f"Seat {seat + 1} plays no cards", f"Platz {seat + 1} spielt keine Karten")


@cache
def _quiet_fact(quiet: int, limit: int | None) -> Text:
    if limit is None:
        return Text(f"{quiet} turns without progress", f"{quiet} Züge ohne Fortschritt")
    return Text(f"{quiet} of {limit} turns without progress", f"{quiet} von {limit} Zügen ohne Fortschritt")


_WAITS: Final = {
    "setup": (
        Text("Place a wall in your own half", "Setze eine Mauer in deiner Hälfte"),
        Text("{seat} places a wall in its own half", "{seat} setzt eine Mauer in der eigenen Hälfte"),
    ),
    "rebirth": (
        Text("Choose a free square of your edge", "Wähle ein freies Feld deines Rands"),
        Text("{seat} chooses a square for its hero", "{seat} wählt ein Feld für den Helden"),
    ),
    "discard": (
        Text("Discard one card", "Wirf eine Karte ab"),
        Text("{seat} discards a card", "{seat} wirft eine Karte ab"),
    ),
    "react": (
        Text("You may counter now", "Du darfst jetzt kontern"),
        Text("{seat} may counter now", "{seat} darf jetzt kontern"),
    ),
}
"""What a forced decision asks for: of the viewer, and of another seat."""


@cache
def _waits_fact(phase: str, seat: int, own: bool) -> Text:
    words = _WAITS[phase][0 if own else 1]
    number = seat + 1
    return Text(words.en.format(seat=f"Seat {number}"), words.de.format(seat=f"Platz {number}"))
