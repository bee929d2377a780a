"""What can be wrong with an action, a position or an option, each with a code that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gameengine.core.types import Text


class Refusal(ValueError):  # noqa: N818
    """An action, position or option was refused; nothing has changed.

    `code` is one of the codes of the game's rule page or of `TABLE_REFUSALS`. `quoted` is the text that was refused.
    `told` is the sentence for this very case, where that of the code would say too little.
    """

    def __init__(self, code: str, quoted: str = "", told: Text | None = None) -> None:
        super().__init__(f"{code}: {quoted!r}" if quoted else code)
        self.code = code
        self.quoted = quoted
        self.told = told


@dataclass(frozen=True, slots=True)
class RefusalText:
    """What a person is told about a refusal: the sentence, and the paragraph of the rule page behind it."""

    text: Text
    paragraph: str = ""


def told_of(refusal: Refusal) -> Text:
    """Return what a person is told about a refusal of the table: the sentence of this case, or that of its code."""
    known = TABLE_REFUSALS.get(refusal.code)
    return refusal.told or (known.text if known else Text(refusal.code, refusal.code))


TABLE_REFUSALS: Mapping[str, RefusalText] = {
    "GAME_OVER": RefusalText(Text("The game is over.", "Die Partie ist beendet.")),
    "BAD_SYNTAX": RefusalText(Text("This is not an action of the game.", "Das ist keine Aktion des Spiels.")),
    "NOT_YOUR_TURN": RefusalText(Text("It is not your turn.", "Du bist nicht am Zug.")),
    "AUTOPILOT_OFF": RefusalText(
        Text("The autopilot is not running for you.", "Der Autopilot ist für dich nicht aktiv.")
    ),
    "NOT_STARTED": RefusalText(Text("The match has not begun yet.", "Die Partie hat noch nicht begonnen.")),
    "ALREADY_READY": RefusalText(Text("You are already marked as ready.", "Du bist bereits als bereit gemeldet.")),
    "NONCE_MISMATCH": RefusalText(
        Text(
            "The opened number does not match the hash sent before.",
            "Die geöffnete Zahl passt nicht zum zuvor gesendeten Hash.",
        )
    ),
    "PAUSED": RefusalText(
        Text(
            "The match is paused by the arbiter.",
            "Die Partie ist von der Schiedsrichterin oder dem Schiedsrichter angehalten.",
        )
    ),
    "NOT_PAUSED": RefusalText(Text("The match is not paused.", "Die Partie ist nicht angehalten.")),
    "NO_SUCH_ACTION": RefusalText(Text("No such action has been played.", "Eine solche Aktion wurde nicht gespielt.")),
    "NOT_OVER": RefusalText(Text("The match is not over.", "Die Partie ist nicht beendet.")),
    "NO_RULING": RefusalText(
        Text(
            "There is no ruling in force that could be taken back.",
            "Es gibt keine geltende Entscheidung, die zurückgenommen werden könnte.",
        )
    ),
    "TIME_LEFT": RefusalText(Text("There is time left on this clock.", "Diese Uhr hat noch Zeit.")),
    "BAD_INSTANT": RefusalText(
        Text("That instant has passed, or is too far ahead.", "Dieser Zeitpunkt ist vorbei oder zu weit entfernt.")
    ),
    "NO_DRAW_OFFERS": RefusalText(Text("This game knows no draw offers.", "Dieses Spiel kennt kein Remisangebot.")),
    "BAD_OPTION": RefusalText(
        Text(
            "An option has a value that the game does not know.",
            "Eine Option hat einen Wert, den das Spiel nicht kennt.",
        )
    ),
    "NONCE_NOT_DUE": RefusalText(
        Text(
            "The number may be opened only once, after every seat is ready.",
            "Die Zahl darf nur einmal geöffnet werden, und erst, wenn alle bereit sind.",
        )
    ),
    "DECKS_FIXED": RefusalText(
        Text(
            "In this match heroes and decks are given; nobody brings an own one.",
            "In dieser Partie sind Helden und Decks vorgegeben; niemand bringt ein eigenes mit.",
        )
    ),
    "DECKS_READY": RefusalText(
        Text(
            "In this match everybody plays the ready deck of a hero.",
            "In dieser Partie spielen alle das fertige Deck eines Helden.",
        )
    ),
    "BAD_CONTROL": RefusalText(Text("This is no known time control.", "Das ist keine bekannte Bedenkzeit.")),
    "NO_CLOCK": RefusalText(Text("No clock runs in this match.", "In dieser Partie läuft keine Uhr.")),
    "NOTHING_TO_PREPARE": RefusalText(
        Text(
            "In this game nobody brings anything of their own.",
            "In diesem Spiel bringt niemand etwas Eigenes mit.",
        )
    ),
    "ALREADY_STARTED": RefusalText(
        Text(
            "The match has begun; what you brought stays as it is.",
            "Die Partie hat begonnen; was du mitgebracht hast, bleibt, wie es ist.",
        )
    ),
    "NO_WINDOWS": RefusalText(
        Text("This game has no reaction windows.", "Dieses Spiel kennt keine Reaktionsfenster."),
    ),
    "NO_FREE_TIME": RefusalText(
        Text(
            "The time control of this match gives no free time to react, so nothing can be passed automatically.",
            "Die Bedenkzeit dieser Partie gibt keine freie Zeit zum Reagieren, darum kann nichts automatisch gepasst "
            "werden.",
        )
    ),
    "UNKNOWN_WINDOW": RefusalText(
        Text("This game has no reaction window of that kind.", "Dieses Spiel kennt kein solches Reaktionsfenster.")
    ),
    "BAD_POSITION": RefusalText(
        Text(
            "The position text is not canonical or not possible.",
            "Der Stellungstext ist nicht kanonisch oder nicht möglich.",
        )
    ),
}
"""Refusals that belong to the table, not to one game."""
