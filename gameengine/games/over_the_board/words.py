"""What people read: refusals, reasons of an end, and one sentence per finished action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from gameengine.core.errors import RefusalText
from gameengine.core.types import JsonObject, Text

REFUSALS: Final[Mapping[str, RefusalText]] = MappingProxyType(
    {
        "FLAG_FALLEN": RefusalText(
            Text(
                "The flag has fallen: enter the result, or call the arbiter.",
                "Die Fahne ist gefallen: Tragt das Ergebnis ein oder ruft die Turnierleitung.",
            ),
            "4",
        ),
        "NO_FLAG": RefusalText(Text("No flag has fallen.", "Keine Fahne ist gefallen."), "4"),
        "SAME_CLAIM": RefusalText(
            Text("You have entered this result already.", "Dieses Ergebnis hast du schon eingetragen."), "3"
        ),
        "NO_CLAIM": RefusalText(Text("You have entered no result.", "Du hast kein Ergebnis eingetragen."), "3"),
    }
)
REASONS: Final[Mapping[str, Text]] = MappingProxyType(
    {"CLAIMED": Text("Result entered at the board", "Ergebnis am Brett eingetragen")}
)

SIDES: Final = (Text("First player", "Anziehende Seite"), Text("Second player", "Nachziehende Seite"))
RESULTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "1-0": Text("1 : 0, the first player wins", "1 : 0, die anziehende Seite gewinnt"),
        "0-1": Text("0 : 1, the second player wins", "0 : 1, die nachziehende Seite gewinnt"),
        "1/2": Text("½ : ½, a draw", "½ : ½, remis"),
    }
)
DIFFERENT: Final = Text(
    "The players have entered different results.", "Die Spielenden haben verschiedene Ergebnisse eingetragen."
)
FLAG: Final = Text(
    "A flag has fallen at a board where an arbiter decides what follows.",
    "An einem Brett, an dem das entschieden werden muss, ist eine Fahne gefallen.",
)


def describe(events: Sequence[JsonObject]) -> Text:
    """Return the spoken sentences about what one action has done."""
    told = [text for event in events if (text := _sentence(event)) is not None]
    return Text(" ".join(text.en for text in told), " ".join(text.de for text in told))


def calls(events: Sequence[JsonObject]) -> Text | None:
    """Return for what an arbiter is called, if for anything."""
    kinds = {event["type"] for event in events}
    return DIFFERENT if "claims_differ" in kinds else FLAG if "flag_shown" in kinds else None


def _sentence(event: JsonObject) -> Text | None:
    if event["type"] == "claims_differ":
        return DIFFERENT
    say = _SAID.get(str(event["type"]))
    return None if say is None else say(SIDES[cast(int, event["seat"])], event)


def _pressed(side: Text, event: JsonObject) -> Text:
    number, marked = event["move"], event["progress"]
    return Text(
        f"{side.en}: move {number}{' with progress' if marked else ''}.",
        f"{side.de}: Zug {number}{' mit Fortschritt' if marked else ''}.",
    )


def _claimed(side: Text, event: JsonObject) -> Text:
    result = RESULTS[str(event["result"])]
    return Text(f"{side.en} enters {result.en}.", f"{side.de} trägt ein: {result.de}.")


_SAID: Final[Mapping[str, Callable[[Text, JsonObject], Text]]] = MappingProxyType(
    {
        "pressed": _pressed,
        "claimed": _claimed,
        "claim_withdrawn": lambda side, _: Text(
            f"{side.en} takes back the entered result.", f"{side.de} nimmt das Ergebnis zurück."
        ),
        "played_on": lambda side, _: Text(f"{side.en} goes on with the game.", f"{side.de} setzt die Partie fort."),
        "flag_shown": lambda side, _: Text(f"{side.en}: the flag has fallen.", f"{side.de}: Die Fahne ist gefallen."),
    }
)
