"""Every setting of a stage: those of its format, how pairings are decided, and how rounds follow each other."""

from __future__ import annotations

from typing import Final

from gameengine.core.game import Option
from gameengine.core.types import Json, JsonObject, Text
from tournaments.formats import policy
from tournaments.formats.base import Format, complete_settings

CONDUCT: Final[tuple[Option, ...]] = (
    Option(
        "advance",
        "as_ready",
        Text("Later rounds begin", "Spätere Runden beginnen"),
        choices=(
            ("as_ready", Text("as soon as both opponents are known", "sobald beide feststehen")),
            ("by_round", Text("when the organizer starts them", "wenn die Turnierleitung sie startet")),
        ),
    ),
    Option(
        "extra_control",
        "",
        Text("Clock of extra games", "Bedenkzeit der Zusatzpartien"),
        Text("For example 5+3; empty: the same as before.", "Zum Beispiel 5+3; leer: wie zuvor."),
    ),
)


def stage_options(chosen: Format) -> tuple[Option, ...]:
    """Return everything that an organizer may set for a stage of this format."""
    return (*chosen.settings, *policy.SETTINGS, *CONDUCT)


def complete_stage_settings(chosen: Format, given: JsonObject) -> dict[str, Json]:
    """Return the settings of a stage with defaults filled in. Raises FormatError `bad_setting`."""
    return complete_settings(stage_options(chosen), given)
