"""What an organizer may choose (rule page, chapter 12)."""

from __future__ import annotations

from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import Text
from gameengine.games.options import YES_NO
from gameengine.games.tile_flight.content import CIRCLE_TILE, CIRCLE_TILES, TILES

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "flier",
        True,
        Text("Fliers", "Fluggeräte"),
        Text("The eight tiles with a flying machine.", "Die acht Karten mit einem Fluggerät."),
        YES_NO,
        variant=True,
    ),
    Option(
        "crop_circle",
        True,
        Text("Crop circle", "Kornkreis"),
        Text("The tile with a crop circle.", "Die Karte mit einem Kornkreis."),
        YES_NO,
        variant=True,
    ),
    Option(
        "circle_tile",
        CIRCLE_TILE,
        Text("Which crop circle", "Welcher Kornkreis"),
        Text("The tile that is in the bag.", "Die Karte, die im Beutel liegt."),
        tuple((name, TILES[name].name) for name in CIRCLE_TILES),
        variant=True,
    ),
    Option(
        "circle_add_scope",
        "segment",
        Text("Where a crop circle adds followers", "Wo ein Kornkreis Gefolgsleute hinzufügt"),
        Text("Always beside an own one.", "Immer neben einem eigenen."),
        (
            ("segment", Text("on the same part of the same tile", "auf demselben Teil derselben Karte")),
            ("feature", Text("on any tile of that feature", "auf jeder Karte desselben Gebiets")),
        ),
        variant=True,
    ),
    Option(
        "field_scoring",
        "third",
        Text("What fields pay", "Was Wiesen zählen"),
        Text("For completed cities at the end.", "Für fertige Städte am Ende."),
        (
            ("third", Text("3 for each city, per field", "3 je Stadt, Wiese für Wiese")),
            ("second", Text("3 for each city, once per player", "3 je Stadt, einmal je Spieler")),
            ("first", Text("4 for each city, to the most farmers", "4 je Stadt, für die meisten Bauern")),
            ("none", Text("nothing, there are no farmers", "nichts, es gibt keine Bauern")),
        ),
        variant=True,
    ),
    Option(
        "small_city",
        "normal",
        Text("Cities of two tiles", "Städte aus zwei Karten"),
        Text("When they are completed.", "Wenn sie fertig werden."),
        (
            ("normal", Text("2 for each tile, as all others", "2 je Karte, wie alle anderen")),
            ("reduced", Text("1 for each tile", "1 je Karte")),
        ),
        variant=True,
    ),
    Option(
        "followers",
        7,
        Text("Followers of each player", "Gefolgsleute je Spieler"),
        Text("All of them are alike.", "Sie sind alle gleich."),
        minimum=1,
        maximum=7,
        variant=True,
    ),
    Option(
        "auto_single",
        True,
        Text("Forced choices", "Erzwungene Wahl"),
        Text(
            "Whether the server lands or takes back a follower where there is only one place for it.",
            "Ob der Server einen Gefolgsmann selbst landet oder zurücknimmt, wo es nur eine Stelle dafür gibt.",
        ),
        YES_NO,
    ),
    Option(
        "auto_limit",
        3,
        Text("Automatic turns in a row until a player is out", "Automatische Züge in Folge bis zum Ausscheiden"),
        Text("Only with time per turn; 0 stands for never.", "Nur bei Zeit je Zug; 0 heißt nie."),
        minimum=0,
        maximum=20,
    ),
)
