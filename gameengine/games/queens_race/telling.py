"""What people are told while a match runs: short facts about a position, and sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from gameengine.core.types import Json, JsonObject, Text
from gameengine.games.queens_race.content import KINDS
from gameengine.games.queens_race.state import State
from gameengine.games.queens_race.words import KIND_NAMES, SEAT_NAMES

QUEEN_LIVES: Final = 2
"""The second capture of a queen ends the match (5.3)."""


def facts(state: State, quiet_limit: int | None) -> tuple[tuple[str, Text], ...]:
    """Return the short public facts above the board."""
    return tuple(_facts(state, quiet_limit))


def _facts(state: State, quiet_limit: int | None) -> Iterator[tuple[str, Text]]:
    setting = state.setting
    light, dark = state.score
    yield "points", _by_seats("Points", "Punkte", light, dark)
    yield "zone", _zone_fact(state.zone_active, setting.by_arrivals, _counted(state), setting.threshold)
    light, dark = (QUEEN_LIVES - captured for captured in state.queens)
    yield "queens", _by_seats("Lives of the queens", "Leben der Königinnen", light, dark)
    yield "quiet", _quiet_fact(state.quiet, quiet_limit)
    if setting.bonus:
        yield "deck", _deck_fact(len(state.deck), len(state.discard))
    for seat, skips in enumerate(state.skips):
        if skips:
            yield f"skip_{seat}", _skip_fact(seat)
    if state.extra:
        yield "extra", _extra_fact(state.turn)


def _counted(state: State) -> int:
    return state.arrived if state.setting.by_arrivals else state.removed


@lru_cache(maxsize=512)
def _by_seats(en: str, de: str, light: int, dark: int) -> Text:
    one, other = SEAT_NAMES
    return Text(f"{en}: {one.en} {light}, {other.en} {dark}", f"{de}: {one.de} {light}, {other.de} {dark}")


@lru_cache(maxsize=256)
def _zone_fact(active: bool, by_arrivals: bool, counted: int, threshold: int) -> Text:
    if active:
        return Text("Victory zone active", "Siegzone aktiv")
    what = ("arrived", "angekommen") if by_arrivals else ("captured", "geschlagen")
    return Text(f"{counted} of {threshold} {what[0]} for the zone", f"{counted} von {threshold} {what[1]} für die Zone")


@lru_cache(maxsize=1024)
def _quiet_fact(quiet: int, limit: int | None) -> Text:
    if limit is None:
        return Text(f"{quiet} turns without progress", f"{quiet} Züge ohne Fortschritt")
    return Text(f"{quiet} of {limit} turns without progress", f"{quiet} von {limit} Zügen ohne Fortschritt")


@lru_cache(maxsize=1024)
def _deck_fact(deck: int, discard: int) -> Text:
    return Text(f"{deck} bonus cards, {discard} used", f"{deck} Bonuskarten, {discard} benutzt")


@lru_cache(maxsize=2)
def _skip_fact(seat: int) -> Text:
    name = SEAT_NAMES[seat]
    return Text(f"{_capital(name.en)} misses the next turn", f"{name.de} setzt den nächsten Zug aus")


@lru_cache(maxsize=2)
def _extra_fact(seat: int) -> Text:
    name = SEAT_NAMES[seat]
    return Text(f"{_capital(name.en)} has another turn", f"{name.de} hat noch einen Zug")


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


# sentences


def describe(events: Sequence[JsonObject]) -> Text:
    """Return the sentences about the events of one line, the outcomes of chance included."""
    parts = [tell(event) for event in events if (tell := _TELLERS.get(str(event["type"])))]
    if not parts:
        return _SHUFFLED
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


_SHUFFLED: Final = Text("The bonus cards are shuffled.", "Die Bonuskarten werden gemischt.")


def _seat(event: JsonObject) -> Text:
    return SEAT_NAMES[cast("int", event["seat"])]


def _by_seat(en: str, de: str) -> Callable[[JsonObject], Text]:
    """Return the teller of a sentence with parts of the event and the seat's name in it: "{Seat}" where it begins."""

    def tell(event: JsonObject) -> Text:
        name = _seat(event)
        return Text(
            en.format(seat=name.en, Seat=_capital(name.en), **_parts(event)),
            de.format(seat=name.de, Seat=name.de, **_parts(event)),
        )

    return tell


def _parts(event: JsonObject) -> dict[str, Json]:
    """Return what sentences may use of an event; `from` is no name in Python's formats."""
    return {("origin" if key == "from" else key): value for key, value in event.items() if key != "seat"}


def _tell_roll(event: JsonObject) -> Text:
    name, dice = _seat(event), " ".join(str(symbol) for symbol in cast("Sequence[Json]", event["dice"]))
    return Text(f"{_capital(name.en)} rolls {dice}.", f"{name.de} würfelt {dice}.")


def _tell_drawn(event: JsonObject) -> Text:
    name = _seat(event)
    card, effect = (cast("Mapping[str, str]", event[key]) for key in ("name", "effect"))
    return Text(
        f"{_capital(name.en)} draws {card['en']}: {effect['en']}", f"{name.de} zieht {card['de']}: {effect['de']}"
    )


def _tell_queen(event: JsonObject) -> Text:
    name, square = _seat(event), event["square"]
    time = ("second", "zweiten") if event["count"] == 2 else ("first", "ersten")
    return Text(
        f"The queen of {name.en} is captured on {square} for the {time[0]} time.",
        f"Die Königin von {name.de} wird auf {square} zum {time[1]} Mal geschlagen.",
    )


def _kind(event: JsonObject) -> Text:
    """Return the name of a piece; a content may call it otherwise, which events do not know."""
    return KIND_NAMES[KINDS.index(str(event["kind"]))]


def _tell_captured(event: JsonObject) -> Text:
    name, kind, (origin, square) = _seat(event), _kind(event), (event["from"], event["square"])
    return Text(
        f"{_capital(name.en)} captures a {kind.en.lower()} from {origin} on {square}: one point.",
        f"{name.de} schlägt von {origin} aus auf {square} einen {_accusative(kind.de)}: ein Punkt.",
    )


def _accusative(kind: str) -> str:
    """Return a German name of a piece as an object: der Bote, den Boten.

    >>> _accusative("Bote"), _accusative("Wächter")
    ('Boten', 'Wächter')
    """
    return f"{kind}n" if kind.endswith("e") else kind


def _tell_arrived(event: JsonObject) -> Text:
    name, kind = _seat(event), _kind(event)
    return Text(
        f"A {kind.en.lower()} of {name.en} has arrived on {event['square']}: one point.",
        f"Ein {kind.de} von {name.de} ist auf {event['square']} angekommen: ein Punkt.",
    )


_TELLERS: Final[Mapping[str, Callable[[JsonObject], Text]]] = {
    "DICE_ROLLED": _tell_roll,
    "TURN_WASTED": _by_seat(
        "No piece can use it, the turn is wasted.", "Keine Figur kann das nutzen, der Zug verfällt."
    ),
    "TURN_SKIPPED": _by_seat("{Seat} misses a turn.", "{Seat} setzt aus."),
    "MOVED": _by_seat("{Seat} moves from {origin} to {to}.", "{Seat} zieht von {origin} nach {to}."),
    "CAPTURED": _tell_captured,
    "QUEEN_CAPTURED": _tell_queen,
    "QUEEN_RETURNED": _by_seat("She returns to {square}.", "Sie kehrt nach {square} zurück."),
    "ARRIVED": _tell_arrived,
    "FROZEN": _by_seat(
        "The piece of {seat} on {square} is frozen.", "Die Figur von {seat} auf {square} ist eingefroren."
    ),
    "FREED": _by_seat("The piece of {seat} on {square} is free.", "Die Figur von {seat} auf {square} ist wieder frei."),
    "ZONE_ACTIVATED": lambda _event: Text("The victory zone is active.", "Die Siegzone ist aktiv."),
    "ZONE_ENTERED": _by_seat(
        "The queen of {seat} enters the victory zone: one point.",
        "Die Königin von {seat} betritt die Siegzone: ein Punkt.",
    ),
    "BONUS_DRAWN": _tell_drawn,
    "BONUS_DECLINED": _by_seat("{Seat} draws no card.", "{Seat} zieht keine Karte."),
    "BONUS_LAPSED": _by_seat("That is not possible, the card lapses.", "Das ist nicht möglich, die Karte verfällt."),
    "DECK_RESHUFFLED": lambda _event: Text("The used cards are shuffled.", "Die benutzten Karten werden gemischt."),
}
