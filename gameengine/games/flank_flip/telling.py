"""What people are told while a match runs: short facts about a position, and sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from gameengine.core.types import JsonObject, Text
from gameengine.games.flank_flip.state import ATTACK, FIRST, GIVE, MOVERS, START, State
from gameengine.games.flank_flip.words import DIRECTION_NAMES, MOVER_NAMES

_WORTH_A_WORD: Final = 2
"""From the second time on, a position is told to have come back."""


def facts(state: State, quiet_limit: int | None) -> tuple[tuple[str, Text], ...]:
    """Return the short public facts above the board."""
    return tuple(_facts(state, quiet_limit))


def _facts(state: State, quiet_limit: int | None) -> Iterator[tuple[str, Text]]:
    noughts, crosses = state.control()
    yield "control", _control_fact(noughts, crosses, state.setting.goal)
    if state.phase in _TO_DO:
        yield "turn", _turn_fact(state.phase, state.mover)
    yield "quiet", _quiet_fact(state.quiet, quiet_limit)
    if state.phase == START and state.repetitions >= _WORTH_A_WORD:
        yield "repetition", _repetition_fact(state.repetitions, state.setting.repetition_limit)


@lru_cache(maxsize=256)
def _control_fact(noughts: int, crosses: int, goal: int) -> Text:
    return Text(f"O {noughts} : {crosses} X, {goal} win", f"O {noughts} : {crosses} X, {goal} gewinnen")


_TO_DO: Final[Mapping[str, tuple[str, str]]] = {
    GIVE: ("{} gives cards away", "{} gibt Karten ab"),
    FIRST: ("{} chooses who begins", "{} wählt, wer beginnt"),
    START: ("{} to move", "{} am Zug"),
    ATTACK: ("{} attacks", "{} greift an"),
}


@lru_cache(maxsize=32)
def _turn_fact(phase: str, mover: int) -> Text:
    (en, de), name = _TO_DO[phase], MOVER_NAMES[mover]
    return Text(en.format(name.en), de.format(name.de))


@lru_cache(maxsize=1024)
def _quiet_fact(quiet: int, limit: int | None) -> Text:
    if limit is None:
        return Text(f"{quiet} turns without progress", f"{quiet} Züge ohne Fortschritt")
    return Text(f"{quiet} of {limit} turns without progress", f"{quiet} von {limit} Zügen ohne Fortschritt")


@lru_cache(maxsize=64)
def _repetition_fact(times: int, limit: int) -> Text:
    return Text(f"position {times} of {limit} times", f"Stellung {times} von {limit} Mal")


# sentences


def describe(text: str, events: Sequence[JsonObject]) -> Text:
    """Return the sentences about the events of one line."""
    parts = [_STOPPED] if text == "stop" else []
    parts += [tell(event) for event in events if (tell := _TELLERS.get(str(event["type"])))]
    if not parts:
        return _lot(text)
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


def _lot(text: str) -> Text:
    """Return what an outcome of chance says that leads to no event: who plays what, which cards, how they lie."""
    if set(text) <= _SEATING:
        shares = list(enumerate(text.split("."), 1))
        en = ", ".join(f"seat {seat} plays {_movers(share, 'en')}" for seat, share in shares)
        de = ", ".join(f"Platz {seat} spielt {_movers(share, 'de')}" for seat, share in shares)
        return Text(f"The lot: {en}.", f"Das Los: {de}.")
    return _DEALT if "/" in text else _DRAWN


def _movers(share: str, language: str) -> str:
    return " + ".join(MOVER_NAMES[MOVERS.index(code)].to(language) for code in share)


_SEATING: Final = frozenset(f"{MOVERS}.")
_DRAWN: Final = Text("The cards are drawn.", "Die Karten werden gezogen.")
_DEALT: Final = Text("The cards are dealt.", "Die Karten werden ausgelegt.")
_STOPPED: Final = Text("The attack is stopped.", "Der Angriff wird beendet.")


def _mover(event: JsonObject) -> Text:
    return MOVER_NAMES[MOVERS.index(str(event["army"]))]


def _by_army(en: str, de: str) -> Callable[[JsonObject], Text]:
    """Return the teller of a sentence with the name of an army or side in it."""

    def tell(event: JsonObject) -> Text:
        name = _mover(event)
        return Text(en.format(name.en), de.format(name.de))

    return tell


def _by_parts(en: str, de: str) -> Callable[[JsonObject], Text]:
    """Return the teller of a sentence with parts of the event in it; `direction` in words, `shown` from the card."""

    def tell(event: JsonObject) -> Text:
        return Text(en.format(**_parts(event, "en")), de.format(**_parts(event, "de")))

    return tell


def _parts(event: JsonObject, language: str) -> dict[str, str]:
    parts = {("origin" if key == "from" else key): str(value) for key, value in event.items()}
    if "card" in parts:
        parts["shown"] = parts["card"][-2]
        parts["number"] = parts["card"][:-2]
    if "direction" in parts:
        parts["direction"] = DIRECTION_NAMES[parts["direction"]].to(language)
    return parts


_TELLERS: Final[Mapping[str, Callable[[JsonObject], Text]]] = {
    "given": _by_parts(
        "Card {number} on {square} is given away and shows {shown}.",
        "Karte {number} auf {square} wird abgegeben und zeigt {shown}.",
    ),
    "swapped": _by_parts(
        "The cards on {origin} and {to} change places; {to} attacks.",
        "Die Karten auf {origin} und {to} tauschen die Plätze; {to} greift an.",
    ),
    "flipped": _by_parts(
        "Card {number} on {square} is flipped {direction} and shows {shown}.",
        "Karte {number} auf {square} wird {direction} umgedreht und zeigt {shown}.",
    ),
    "turned": _by_parts("The card on {square} is turned.", "Die Karte auf {square} wird gewendet."),
    "hit": _by_parts(
        "{attacker} hits {square}: card {number} is flipped {direction} and shows {shown}.",
        "{attacker} trifft {square}: Karte {number} wird {direction} umgedreht und zeigt {shown}.",
    ),
    "skipped": _by_army("{} has no card and is skipped.", "{} hat keine Karte und setzt aus."),
    "turn": _by_army("{} to move.", "{} ist am Zug."),
}
