"""What people read about Queens' Race: refusals, reasons of an end, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gameengine.core.errors import TABLE_REFUSALS, RefusalText
from gameengine.core.types import Text
from gameengine.games.queens_race.content import Card, Effect

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
DIE_NAMES: Final = (
    Text("Green die", "Grüner Würfel"),
    Text("Orange die", "Orangefarbener Würfel"),
    Text("Blue die", "Blauer Würfel"),
)
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
