"""The picture of a match on a real board: no board, but the two faces of its clock with the moves counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gameengine.board.view import BoardView, Element, Pick
from gameengine.core.types import JsonObject, Seat, Text
from gameengine.games.over_the_board.words import RESULTS, SIDES

_WIDTH: Final = 44
_GAP: Final = 4
_HEIGHT: Final = 32
_MARGIN: Final = 4
_TITLE: Final = Text("A game on a real board", "Eine Partie am echten Brett")
_SHORT: Final[Mapping[str, str]] = {"1-0": "1 : 0", "0-1": "0 : 1", "1/2": "½ : ½"}
_CHOICES: Final[Mapping[str, Text]] = {
    "press progress": Text("Press, with progress", "Drücken, mit Fortschritt"),
    "play-on": Text("Go on with the game", "Partie fortsetzen"),
    "claim -": Text("Take back the result", "Ergebnis zurücknehmen"),
    **{f"claim {result}": Text(f"Enter {text.en}", f"Eintragen: {text.de}") for result, text in RESULTS.items()},
}


def board(view: JsonObject) -> BoardView:
    """Return the picture of a view; all viewers see the same."""
    known: Mapping[str, Any] = view
    return BoardView(
        width=2 * _MARGIN + 2 * _WIDTH + _GAP,
        height=2 * _MARGIN + _HEIGHT,
        title=_TITLE,
        elements=tuple(element for seat in (0, 1) for element in _face(known, seat)),
        facts=tuple(_facts(known)),
    )


def picks(action: str) -> tuple[Pick, ...]:
    """Return how a person enters an action: a press is the own face, everything else is chosen by its words."""
    if action == "press":
        return (Pick(choice="press", label=Text("Press the clock", "Uhr drücken")),)
    return (Pick(choice=action.replace(" ", "-").replace("/", "-"), label=_CHOICES[action]),)


def touched(event: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return the face that an event is about."""
    return ((f"face-{event['seat']}", "last-to"),) if event["type"] in {"pressed", "claimed"} else ()


def _face(view: Mapping[str, Any], seat: Seat) -> tuple[Element, ...]:
    left = _MARGIN + seat * (_WIDTH + _GAP)
    middle, moves = left + _WIDTH // 2, view["moves"][seat]
    due = view["turn"] == seat and view["fallen"] is None
    claim = view["claims"][seat]
    title = Text(f"{SIDES[seat].en}, {moves} moves", f"{SIDES[seat].de}, {moves} Züge")
    face = Element(
        f"face-{seat}",
        "clockface",
        "rect",
        left,
        _MARGIN,
        _WIDTH,
        _HEIGHT,
        marks=("due",) if due else (),
        title=title,
    )
    below = _SHORT[claim] if claim else "⚑" if view["fallen"] == seat else ""
    return (
        face,
        Element(f"moves-{seat}", "clockmoves", "text", middle, _MARGIN + 14, _WIDTH, 16, text=str(moves), order=1),
        Element(f"entry-{seat}", "clockentry", "text", middle, _MARGIN + 26, _WIDTH, 8, text=below, order=1),
    )


def _facts(view: Mapping[str, Any]) -> list[tuple[str, Text]]:
    facts = []
    limit = view["options"]["quiet_limit"]
    if limit:
        quiet = view["quiet"]
        facts.append(("quiet", Text(f"{quiet} of {limit} quiet moves", f"{quiet} von {limit} ruhigen Zügen")))
    if view["fallen"] is not None:
        side = SIDES[view["fallen"]]
        facts.append(("flag", Text(f"Flag fallen: {side.en}", f"Fahne gefallen: {side.de}")))
    for seat, claim in enumerate(view["claims"]):
        if claim:
            entered = Text(f"{SIDES[seat].en} enters {_SHORT[claim]}", f"{SIDES[seat].de}: {_SHORT[claim]}")
            facts.append((f"claim-{seat}", entered))
    return facts
