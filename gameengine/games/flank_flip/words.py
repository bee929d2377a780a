"""What people read about Flank Flip: refusals, reasons of an end, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gameengine.core.errors import TABLE_REFUSALS, RefusalText
from gameengine.core.types import Text

_REFUSED: Final[Mapping[str, tuple[str, str, str]]] = {
    "WRONG_PHASE": ("5", "Something else must be done now.", "Jetzt ist etwas anderes zu tun."),
    "NOT_YOUR_CARD": (
        "4",
        "This card is not yours: it must show your symbol, and with sixteen cards the army whose turn it is.",
        "Diese Karte gehört dir nicht: Sie muss dein Symbol zeigen, mit sechzehn Karten die Armee, die am Zug ist.",
    ),
    "NO_SUCH_ARROW": (
        "2.2",
        "The card shows no arrow in this direction.",
        "In diese Richtung zeigt die Karte keinen Pfeil.",
    ),
    "NOT_YOUR_ARMY": ("5", "This army belongs to the other team.", "Diese Armee gehört dem anderen Team."),
    "ARMY_HAS_NO_CARD": (
        "5",
        "This army has no card on the table and cannot begin.",
        "Diese Armee hat keine Karte auf dem Tisch und kann nicht beginnen.",
    ),
    "ACTION_DISABLED": (
        "11",
        "This start action is not allowed in this match.",
        "Diese Startaktion ist in dieser Partie nicht erlaubt.",
    ),
    "SAME_SQUARE": ("6.1", "A swap needs two different cards.", "Zum Tauschen braucht es zwei verschiedene Karten."),
    "NOT_ENEMY_CARD": (
        "6",
        "Only enemy cards are flipped; this card shows your symbol.",
        "Umgedreht werden nur feindliche Karten; diese zeigt dein Symbol.",
    ),
    "NOT_POINTED_AT": (
        "6.4",
        "No arrow of the attack card points at this card.",
        "Kein Pfeil der Angriffskarte zeigt auf diese Karte.",
    ),
    "CHAIN_FORCED": (
        "6.4",
        "The attack must go on as long as there is a target.",
        "Der Angriff muss weitergehen, solange es ein Ziel gibt.",
    ),
}
# Codes of the table that the rule page puts into its order of checks too.
_SHARED: Final = {
    "GAME_OVER": "6.6",
    "BAD_SYNTAX": "3",
    "NOT_YOUR_TURN": "6.6",
    "BAD_OPTION": "11",
    "BAD_POSITION": "3",
}

REFUSALS: Final[Mapping[str, RefusalText]] = {
    **TABLE_REFUSALS,
    **{code: RefusalText(TABLE_REFUSALS[code].text, paragraph) for code, paragraph in _SHARED.items()},
    **{code: RefusalText(Text(en, de), paragraph) for code, (paragraph, en, de) in _REFUSED.items()},
}

REASONS: Final[Mapping[str, Text]] = {
    "CONTROL": Text("Control of the table", "Den Tisch beherrscht"),
    "REPETITION": Text("Same position for the third time", "Zum dritten Mal dieselbe Stellung"),
    "QUIET_LIMIT": Text("Too many turns without progress", "Zu viele Züge ohne Fortschritt"),
    "TIME": Text("Time ran out", "Zeit abgelaufen"),
    "RESIGN": Text("Resigned", "Aufgegeben"),
    "LEFT": Text("Left the match", "Partie verlassen"),
}

MOVER_NAMES: Final = (
    Text("Red", "Rot"),
    Text("Blue", "Blau"),
    Text("Violet", "Violett"),
    Text("Yellow", "Gelb"),
    Text("O", "O"),
    Text("X", "X"),
)
"""What armies and sides are called, in the order of `state.MOVERS`."""
DIRECTION_NAMES: Final[Mapping[str, Text]] = {
    "N": Text("up", "nach oben"),
    "E": Text("to the right", "nach rechts"),
    "S": Text("down", "nach unten"),
    "W": Text("to the left", "nach links"),
}
