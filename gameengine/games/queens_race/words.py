"""What people read about Queens' Race: refusals, reasons of an end, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gameengine.core.errors import TABLE_REFUSALS, RefusalText
from gameengine.core.game import Option
from gameengine.core.types import Text
from gameengine.games.queens_race.content import DEFAULT_CONTENT, Card, Effect

_REFUSED: Final[Mapping[str, tuple[str, str, str]]] = {
    "BAD_FORMAT": ("3", "This is not an action of the game.", "Das ist keine Aktion des Spiels."),
    "WRONG_PHASE": ("4", "Something else must be decided now.", "Jetzt ist etwas anderes zu entscheiden."),
    "NO_PIECE": ("4", "There is no piece on this square.", "Auf diesem Feld steht keine Figur."),
    "NOT_YOUR_PIECE": ("4", "This piece is your opponent's.", "Diese Figur gehört der Gegenseite."),
    "SYMBOL_NOT_AVAILABLE": (
        "4",
        "No die of this kind of piece shows that symbol.",
        "Kein Würfel dieser Figurenart zeigt dieses Symbol.",
    ),
    "PIECE_FROZEN": (
        "5.4",
        "This piece is frozen and cannot do anything.",
        "Diese Figur ist eingefroren und kann nichts tun.",
    ),
    "OFF_BOARD": ("5.1", "The board ends before this square.", "Dieses Feld liegt nicht mehr auf dem Brett."),
    "CANNOT_FREE": (
        "5.5",
        "This piece frees nobody here: guards do, and a frozen queen herself once her side has no guard left.",
        "Diese Figur befreit hier niemanden: Das tun Wächter, und eine eingefrorene Königin sich selbst, sobald ihre "
        "Seite keinen Wächter mehr hat.",
    ),
    "CANNOT_FREEZE": ("5.4", "Only guards freeze.", "Nur Wächter frieren ein."),
    "CANNOT_CAPTURE": ("5.2", "Messengers do not capture.", "Boten schlagen nicht."),
    "BAD_TARGET": ("5", "This target is not possible.", "Dieses Ziel ist nicht möglich."),
    "ZONE_INACTIVE": (
        "5.6",
        "While the victory zone is inactive, a queen may not enter the enemy start line.",
        "Solange die Siegzone nicht aktiv ist, darf eine Königin die feindliche Startreihe nicht betreten.",
    ),
    "SQUARE_OCCUPIED": ("5.1", "This square is occupied.", "Dieses Feld ist besetzt."),
    "PATH_BLOCKED": (
        "5.1",
        "A double step needs both squares free.",
        "Für den Doppelschritt müssen beide Felder frei sein.",
    ),
    "WRONG_DIRECTION": (
        "5.1",
        "The symbol does not lead to this square.",
        "Das Symbol führt nicht auf dieses Feld.",
    ),
}
# Codes of the table that the rule page puts into its order of checks too.
_SHARED: Final = {"GAME_OVER": "4", "NOT_YOUR_TURN": "4", "BAD_OPTION": "8", "BAD_POSITION": "3.1"}

REFUSALS: Final[Mapping[str, RefusalText]] = {
    **TABLE_REFUSALS,
    **{code: RefusalText(TABLE_REFUSALS[code].text, paragraph) for code, paragraph in _SHARED.items()},
    **{code: RefusalText(Text(en, de), paragraph) for code, (paragraph, en, de) in _REFUSED.items()},
}

REASONS: Final[Mapping[str, Text]] = {
    "VICTORY_ZONE": Text("A queen entered the victory zone", "Eine Königin hat die Siegzone betreten"),
    "QUEEN_CAPTURED_TWICE": Text("Queen captured twice", "Königin zweimal geschlagen"),
    "QUIET_LIMIT": Text("Too many turns without progress", "Zu viele Züge ohne Fortschritt"),
    "MAX_TURNS": Text("Largest number of turns reached", "Höchstzahl der Züge erreicht"),
    "TIME": Text("Time ran out", "Zeit abgelaufen"),
    "RESIGN": Text("Resigned", "Aufgegeben"),
    "LEFT": Text("Left the match", "Partie verlassen"),
    "AUTOPILOT": Text("Too many automatic turns in a row", "Zu viele automatische Züge in Folge"),
}

SEAT_NAMES: Final = (Text("light", "Hell"), Text("dark", "Dunkel"))
"""What the seats are called: their pieces are light and dark (section 2)."""
COLOUR_NAMES: Final = (Text("Green", "Grün"), Text("Orange", "Orange"), Text("Blue", "Blau"))
KIND_NAMES: Final = (Text("Messenger", "Bote"), Text("Guard", "Wächter"), Text("Queen", "Königin"))

_EFFECTS: Final[Mapping[str, tuple[str, str]]] = {
    "extra_turn": ("another turn after this one.", "nach diesem Zug folgt noch einer."),
    "move_lander forward": (
        "the piece that landed goes one square straight on, if it is free.",
        "die gelandete Figur zieht ein Feld geradeaus weiter, falls es frei ist.",
    ),
    "move_lander back": (
        "the piece that landed goes one square straight back, if it is free.",
        "die gelandete Figur zieht ein Feld gerade zurück, falls es frei ist.",
    ),
    "free": ("free one own frozen piece.", "befreie eine eigene eingefrorene Figur."),
    "freeze": ("freeze any enemy messenger.", "friere einen beliebigen feindlichen Boten ein."),
    "move_sideways": (
        "move one own piece one square to the left or right.",
        "ziehe eine eigene Figur ein Feld nach links oder rechts.",
    ),
    "swap": (
        "an own messenger and an own guard change places; not on the enemy start line.",
        "ein eigener Bote und ein eigener Wächter tauschen die Plätze; nicht auf der feindlichen Startreihe.",
    ),
    "add_point 1": ("one point.", "ein Punkt."),
    "add_point": ("{n} points.", "{n} Punkte."),
    "freeze_lander": ("the piece that landed is frozen.", "die gelandete Figur wird eingefroren."),
    "skip_own_turn 1": ("your next turn is skipped.", "dein nächster Zug fällt aus."),
    "skip_own_turn": ("your next {n} turns are skipped.", "deine nächsten {n} Züge fallen aus."),
}


def card_text(card: Card) -> Text:
    """Return what a bonus card does, one effect after the other."""
    parts = [_effect_text(effect) for effect in card.effects]
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


def _effect_text(effect: Effect) -> Text:
    variants = (f"{effect.op} {'forward' if effect.forward else 'back'}", f"{effect.op} {effect.number}", effect.op)
    en, de = next(_EFFECTS[name] for name in variants if name in _EFFECTS)
    return Text(en.format(n=effect.number), de.format(n=effect.number))


_YES_NO: Final = ((True, Text("yes", "ja")), (False, Text("no", "nein")))
_OF_CONTENT: Final = (None, Text("as the content says", "wie der Inhalt es vorgibt"))

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "content",
        DEFAULT_CONTENT,
        Text("Content", "Inhalt"),
        Text(
            "Board, dice and bonus cards: the name of a built-in content, or a content of your own.",
            "Brett, Würfel und Bonuskarten: der Name eines eingebauten Inhalts oder ein eigener.",
        ),
        variant=True,
    ),
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
        None,
        Text("Columns of the board", "Spalten des Bretts"),
        Text("As many as a formation has pieces: seven.", "So viele, wie eine Aufstellung Figuren hat: sieben."),
        (_OF_CONTENT, (7, Text("7", "7"))),
    ),
    Option(
        "height",
        None,
        Text("Rows of the board", "Reihen des Bretts"),
        Text("Both start lines included; seven as a rule.", "Beide Startreihen mitgezählt; üblich sind sieben."),
        (_OF_CONTENT, *((rows, Text(str(rows), str(rows))) for rows in range(5, 10))),
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
        _YES_NO,
        variant=True,
    ),
    Option(
        "bonus_squares",
        None,
        Text("Bonus squares", "Bonusfelder"),
        Text(
            "Where bonus cards wait, such as B4, D4, F4; empty for those of the content.",
            "Wo es Bonuskarten gibt, etwa B4, D4, F4; leer für die des Inhalts.",
        ),
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
