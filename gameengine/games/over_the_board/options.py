"""What an organizer may choose (page of the game, section 5)."""

from __future__ import annotations

from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import Text

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "confirm",
        "both",
        Text("Who enters the result", "Wer das Ergebnis einträgt"),
        Text(
            "Two different entries call the arbiter.",
            "Zwei verschiedene Einträge rufen die Schiedsrichterin oder den Schiedsrichter.",
        ),
        (
            ("both", Text("both players, each for themselves", "beide, jede Seite für sich")),
            ("one", Text("one player is enough", "eine Seite genügt")),
        ),
    ),
    Option(
        "flag",
        "lose",
        Text("When the flag falls", "Wenn die Fahne fällt"),
        Text(
            "Some rules give a draw after a flag fall; then let an arbiter decide.",
            "Manche Regeln geben nach einem Fahnenfall Remis; dann lass den Schiedsrichter entscheiden.",
        ),
        (
            ("lose", Text("the player has lost", "ist die Partie verloren")),
            ("arbiter", Text("the clocks stop, and an arbiter decides", "stehen die Uhren, und es wird entschieden")),
        ),
    ),
    Option(
        "quiet_limit",
        0,
        Text("Quiet moves until a draw", "Ruhige Züge bis zum Remis"),
        Text(
            "Moves of both players in a row without progress, which a player marks on the clock; 0: not counted.",
            "Züge beider Seiten hintereinander ohne Fortschritt, den man an der Uhr eingibt; 0: wird nicht gezählt.",
        ),
        minimum=0,
        maximum=500,
    ),
)
