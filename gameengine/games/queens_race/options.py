"""What an organizer may choose (rule page, section 8)."""

from __future__ import annotations

from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Option
from gameengine.core.types import Json, Text
from gameengine.games.options import YES_NO, content_option
from gameengine.games.queens_race.checking import SQUARE, check_content
from gameengine.games.queens_race.content import CONTENTS, DEFAULT_CONTENT
from gameengine.games.queens_race.setting import USUAL_HEIGHT, USUAL_SQUARES, USUAL_WIDTH


def _check_squares(value: Json) -> Json:
    """Return a list of squares. Raises Refusal BAD_OPTION; whether they are on the board depends on other options."""
    names = value if isinstance(value, list | tuple) else None
    if names is None or len(set(map(str, names))) != len(names):
        raise Refusal("BAD_OPTION", f"bonus_squares: {value!r}"[:120])
    for name in names:
        if not isinstance(name, str) or not SQUARE.fullmatch(name):
            raise Refusal("BAD_OPTION", f"bonus_squares: {name!r}"[:120])
    return value


OPTIONS: Final[tuple[Option, ...]] = (
    content_option(CONTENTS, DEFAULT_CONTENT, Text("Board, dice and cards", "Brett, Würfel und Karten"), check_content),
    Option(
        "formation",
        "A",
        Text("Formation", "Aufstellung"),
        Text(
            "The order of the pieces on both start lines.",
            "Die Reihenfolge der Figuren auf beiden Startreihen.",
        ),
        (
            ("A", Text("A: M G M Q M G M", "A: M G M Q M G M")),
            ("B", Text("B: M M G Q G M M", "B: M M G Q G M M")),
        ),
        variant=True,
    ),
    Option(
        "variant",
        "standard",
        Text("What activates the victory zone", "Was die Siegzone aktiviert"),
        Text("Counted for both sides together.", "Gezählt für beide Seiten zusammen."),
        (
            ("standard", Text("captured pieces (standard)", "geschlagene Figuren (Standard)")),
            ("breakthrough", Text("arrived pieces (breakthrough)", "angekommene Figuren (Durchbruch)")),
        ),
        variant=True,
    ),
    Option(
        "width",
        USUAL_WIDTH,
        Text("Columns of the board", "Spalten des Bretts"),
        Text(
            "As many as a formation has pieces; an own content says it itself.",
            "So viele, wie eine Aufstellung Figuren hat; ein eigener Inhalt gibt sie selbst vor.",
        ),
        minimum=5,
        maximum=9,
        variant=True,
    ),
    Option(
        "height",
        USUAL_HEIGHT,
        Text("Rows of the board", "Reihen des Bretts"),
        Text(
            "Both start lines included. If left at 7, an own content says it itself.",
            "Beide Startreihen mitgezählt. Bleibt es bei 7, gibt ein eigener Inhalt die Zahl vor.",
        ),
        minimum=5,
        maximum=9,
        variant=True,
    ),
    Option(
        "bonus_cards",
        True,
        Text("Bonus cards", "Bonuskarten"),
        Text(
            "Whoever lands on a bonus square may draw a card.",
            "Wer auf einem Bonusfeld landet, darf eine Karte ziehen.",
        ),
        YES_NO,
        variant=True,
    ),
    Option(
        "bonus_squares",
        list(USUAL_SQUARES),
        Text("Bonus squares", "Bonusfelder"),
        Text(
            "Where bonus cards wait. If left as they are, an own content names its own.",
            "Wo es Bonuskarten gibt. Bleibt die Liste, wie sie ist, nennt ein eigener Inhalt seine eigenen.",
        ),
        check=_check_squares,
        variant=True,
    ),
    Option(
        "zone_threshold",
        5,
        Text("Pieces until the zone is active", "Figuren, bis die Zone aktiv ist"),
        Text("Captured or arrived ones, as chosen above.", "Geschlagene oder angekommene, wie oben gewählt."),
        minimum=1,
        maximum=12,
        variant=True,
    ),
    Option(
        "zone_tie",
        "queen",
        Text("Equal points when a queen enters the zone", "Gleichstand, wenn eine Königin die Zone betritt"),
        Text("Her own point is counted before.", "Ihr eigener Punkt zählt schon mit."),
        (("queen", Text("her owner wins", "ihre Seite gewinnt")), ("draw", Text("draw", "Remis"))),
        variant=True,
    ),
    Option(
        "goal_pieces",
        "stay",
        Text("Pieces on the enemy start line", "Figuren auf der feindlichen Startreihe"),
        Text("After they have scored.", "Nachdem sie gepunktet haben."),
        (("stay", Text("stay on the board", "bleiben auf dem Brett")), ("remove", Text("leave it", "verlassen es"))),
        variant=True,
    ),
    Option(
        "quiet_limit",
        60,
        Text("Turns without progress until the end", "Züge ohne Fortschritt bis zum Ende"),
        Text(
            "Turns of both sides in a row without a capture or an arrival.",
            "Züge beider Seiten in Folge, ohne dass etwas geschlagen wurde oder angekommen ist.",
        ),
        minimum=20,
        variant=True,
    ),
    Option(
        "quiet_result",
        "draw",
        Text("What the end without progress is", "Was das Ende ohne Fortschritt ergibt"),
        Text("Also when the largest number of turns is reached.", "Auch bei Erreichen der Höchstzahl der Züge."),
        (("draw", Text("draw", "Remis")), ("points", Text("more points win", "mehr Punkte gewinnen"))),
        variant=True,
    ),
    Option(
        "max_turns",
        600,
        Text("Largest number of turns", "Höchstzahl der Züge"),
        Text(
            "A safety net; hardly any match comes near it.", "Ein Sicherheitsnetz; kaum eine Partie kommt in die Nähe."
        ),
        minimum=1,
        maximum=5000,
    ),
)
