"""Every setting of a stage: those of its format, how pairings are decided, and how rounds follow each other."""

from __future__ import annotations

from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import Json, JsonObject, Text
from tournaments.formats import policy
from tournaments.formats.base import Format, FormatError, complete_settings
from tournaments.standings.crosstable import System
from tournaments.standings.errors import StandingsError
from tournaments.standings.registry import parsed

ADVANCE: Final = Option(
    "advance",
    "as_ready",
    Text("Later rounds begin", "Spätere Runden beginnen"),
    choices=(
        ("as_ready", Text("as soon as both opponents are known", "sobald beide feststehen")),
        ("by_round", Text("when the organizer starts them", "wenn die Turnierleitung sie startet")),
    ),
)
BY_ROUND: Final[tuple[Option, ...]] = (
    Option(
        "half_byes",
        1,
        Text("Half-point byes per entry", "Freilose mit halbem Punkt je Meldung"),
        Text("So many may be asked for.", "So viele dürfen erbeten werden."),
        minimum=0,
        maximum=10,
    ),
    Option(
        "half_byes_until",
        0,
        Text("Last round with half-point byes", "Letzte Runde mit Freilosen zu halbem Punkt"),
        Text("0: every round but the last.", "0: jede Runde außer der letzten."),
        minimum=0,
        maximum=30,
    ),
    Option(
        "late_rounds",
        "zero",
        Text("Rounds missed by a late entry bring", "Vor einer Nachmeldung versäumte Runden bringen"),
        choices=(("zero", Text("nothing", "nichts")), ("half", Text("half a point each", "je einen halben Punkt"))),
    ),
)
"""How byes are asked for and late entries treated where rounds are paired one by one; each starts when told to."""
START: Final = Option(
    "start",
    "when_both_ready",
    Text("Matches begin", "Partien beginnen"),
    Text(
        "Who does not come in time forfeits; if nobody comes, all do.",
        "Wer nicht rechtzeitig kommt, verliert kampflos; kommt niemand, verlieren alle.",
    ),
    choices=(
        (
            "when_both_ready",
            Text(
                "when all players have said that they are there", "wenn alle Beteiligten gesagt haben, dass sie da sind"
            ),
        ),
        (
            "at_round_start",
            Text(
                "at the time of the round: the first clock runs, whoever is there",
                "zur Zeit der Runde: Die erste Uhr läuft, wer auch da ist",
            ),
        ),
        (
            "on_first_turn",
            Text(
                "with the first turn of each player: until then the own clock stands",
                "mit dem ersten Zug von jeder Seite: Bis dahin steht die eigene Uhr",
            ),
        ),
    ),
)
TELL_AWAY: Final = Option(
    "tell_away_s",
    60,
    Text("Seconds away until the arbiters are told", "Sekunden Abwesenheit bis zum Hinweis an das Schiedsgericht"),
    Text(
        "Counted while the match waits for the player who is away. 0: never.",
        "Gezählt, während die Partie auf die abwesende Person wartet. 0: nie.",
    ),
    minimum=0,
    maximum=3600,
)
CLAIM_AWAY: Final = Option(
    "claim_away_s",
    0,
    Text("Seconds away until the opponent may claim", "Sekunden Abwesenheit, bis die Gegenseite reklamieren darf"),
    Text(
        "The opponent may then take the win or a draw, or go on waiting. 0: never; 120 is usual where it is allowed. "
        "Where turns take days nobody may.",
        "Die Gegenseite darf dann den Sieg oder ein Remis nehmen oder weiter warten. 0: nie; üblich sind 120, wo es "
        "erlaubt ist. Wo ein Zug Tage dauert, darf es niemand.",
    ),
    minimum=0,
    maximum=3600,
)
ABSENCE: Final[tuple[Option, ...]] = (START, TELL_AWAY, CLAIM_AWAY)
"""How matches begin, and what it means that somebody is away: the same for every format."""
EXTRA_CONTROL: Final = Option(
    "extra_control",
    "",
    Text("Clock of extra games", "Bedenkzeit der Zusatzpartien"),
    Text("For example 5+3; empty: the same as before.", "Zum Beispiel 5+3; leer: wie zuvor."),
)
TIE_BREAKS: Final = "tie_breaks"


def stage_options(chosen: Format) -> tuple[Option, ...]:
    """Return everything that an organizer may set for a stage of this format."""
    if chosen.pairer is not None:
        return (*chosen.settings, *policy.GAMES, *BY_ROUND, *ABSENCE)
    if chosen.table is not None:
        return (*chosen.settings, *policy.GAMES, ADVANCE, *ABSENCE)
    return (*chosen.settings, *policy.SETTINGS, ADVANCE, EXTRA_CONTROL, *ABSENCE)


def complete_stage_settings(chosen: Format, given: JsonObject) -> dict[str, Json]:
    """Return the settings of a stage with defaults filled in. Raises FormatError `bad_setting`."""
    settings = complete_settings(stage_options(chosen), given)
    if chosen.table is not None and TIE_BREAKS in settings:
        _check_tie_breaks(chosen.table, str(settings[TIE_BREAKS]))
    return settings


def _check_tie_breaks(table: System, text: str) -> None:
    """Raise FormatError `bad_setting` if a list names a tie-break that there is not."""
    try:
        parsed(text, table)
    except StandingsError as error:
        raise FormatError("bad_setting", TIE_BREAKS) from error
