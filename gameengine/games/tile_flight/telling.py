"""Sentences about what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gameengine.core.types import JsonObject, Text
from gameengine.games.tile_flight.content import TILES
from gameengine.games.tile_flight.words import DIRECTION_NAMES, KIND_NAMES, PART_NAMES, seat_name

_Event = Mapping[str, Any]


def describe(events: Sequence[JsonObject]) -> Text:
    """Return the sentences about the events of one line, the outcomes of chance included."""
    parts = [tell(event) for event in events if (tell := _TELLERS.get(str(event["type"])))]
    if not parts:
        return Text("The game goes on.", "Es geht weiter.")
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _by_seat(en: str, de: str) -> Callable[[_Event], Text]:
    """Return the teller of a sentence with parts of the event and the seat's name in it, which begins it."""

    def tell(event: _Event) -> Text:
        name = seat_name(event["seat"])
        parts = {key: value for key, value in event.items() if key != "seat"}
        return Text(en.format(seat=_capital(name.en), **parts), de.format(seat=name.de, **parts))

    return tell


def _about_tile(en: str, de: str) -> Callable[[_Event], Text]:
    """Return the teller of a sentence about a tile, which is called by its name."""

    def tell(event: _Event) -> Text:
        tile = TILES[event["tile"]].name
        seat = seat_name(event["seat"]) if "seat" in event else Text("", "")
        rest = {key: event[key] for key in ("x", "y") if key in event}
        return Text(
            en.format(seat=_capital(seat.en or " "), tile=tile.en, **rest),
            de.format(seat=seat.de, tile=tile.de, **rest),
        )

    return tell


def _on_segment(en: str, de: str) -> Callable[[_Event], Text]:
    """Return the teller of a sentence about a follower on a part of a tile."""

    def tell(event: _Event) -> Text:
        seat, part = seat_name(event["seat"]), PART_NAMES[event["segment"][0]]
        cell = f"{event['x']},{event['y']}"
        return Text(
            en.format(seat=_capital(seat.en), part=part.en, cell=cell), de.format(seat=seat.de, part=part.de, cell=cell)
        )

    return tell


def _names(seats: Sequence[int], language: str) -> str:
    names = [seat_name(seat).to(language) for seat in seats]
    joined = " and ".join(names) if language == "en" else " und ".join(names)
    return _capital(joined)


def _tell_score(event: _Event) -> Text:
    kind, points, seats = KIND_NAMES[event["kind"]], event["points"], event["seats"]
    unit = ("point", "Punkt") if points == 1 else ("points", "Punkte")
    gets = ("gets", "bekommt") if len(seats) == 1 else ("get", "bekommen")
    each = (" each", " je") if len(seats) > 1 else ("", "")
    return Text(
        f"{_names(seats, 'en')} {gets[0]} {points} {unit[0]}{each[0]} ({kind.en}).",
        f"{_names(seats, 'de')} {gets[1]}{each[1]} {points} {unit[1]} ({kind.de}).",
    )


def _tell_fly(event: _Event) -> Text:
    seat, way = seat_name(event["seat"]), DIRECTION_NAMES[event["direction"]]
    return Text(f"{_capital(seat.en)} takes off to the {way.en}.", f"{seat.de} hebt ab nach {way.de}.")


def _tell_failed(event: _Event) -> Text:
    why = (
        ("there is no tile", "dort liegt keine Karte")
        if event["why"] == "no_tile"
        else ("nothing there is unfinished", "dort ist nichts Unfertiges")
    )
    return Text(
        f"No landing on {event['x']},{event['y']}: {why[0]}. The follower returns.",
        f"Keine Landung auf {event['x']},{event['y']}: {why[1]}. Der Gefolgsmann kehrt zurück.",
    )


def _tell_choice(event: _Event) -> Text:
    seat = seat_name(event["seat"])
    if event["choice"] == "add":
        return Text(
            f"{_capital(seat.en)} lets everybody add a follower.",
            f"{seat.de} lässt alle einen Gefolgsmann dazustellen.",
        )
    return Text(
        f"{_capital(seat.en)} lets everybody take one back.", f"{seat.de} lässt alle einen Gefolgsmann zurücknehmen."
    )


def _tell_skip(event: _Event) -> Text:
    if event["phase"] == "circle":
        return Text("The crop circle affects nobody.", "Der Kornkreis betrifft niemanden.")
    return Text("No follower can be placed.", "Es kann kein Gefolgsmann gesetzt werden.")


def _tell_end(_event: _Event) -> Text:
    return Text("The game is over.", "Die Partie ist zu Ende.")


_TELLERS: Final[Mapping[str, Callable[[_Event], Text]]] = {
    "draw": _about_tile("{seat} draws: {tile}.", "{seat} zieht: {tile}."),
    "set_aside": _about_tile("It fits nowhere and is set aside.", "Sie passt nirgends und wird beiseitegelegt."),
    "place": _about_tile("{seat} lays “{tile}” on {x},{y}.", "{seat} legt „{tile}“ auf {x},{y}."),
    "skip": _tell_skip,
    "follower": _on_segment("{seat} puts a follower on the {part}.", "{seat} setzt einen Gefolgsmann auf {part}."),
    "pass": _by_seat("{seat} places no follower.", "{seat} setzt keinen Gefolgsmann."),
    "fly": _tell_fly,
    "die": lambda event: Text(f"The die shows {event['value']}.", f"Der Würfel zeigt {event['value']}."),
    "landing": _on_segment("{seat} lands on the {part} of {cell}.", "{seat} landet auf {cell}: {part}."),
    "flight_failed": _tell_failed,
    "score": _tell_score,
    "final_score": _tell_score,
    "circle_choice": _tell_choice,
    "circle_add": _on_segment("{seat} adds a follower on {cell}.", "{seat} stellt auf {cell} einen Gefolgsmann dazu."),
    "circle_remove": _on_segment("{seat} takes a follower back from {cell}.", "{seat} nimmt von {cell} einen zurück."),
    "resign": _by_seat("{seat} resigns.", "{seat} gibt auf."),
    "flag": _by_seat("The time of {seat} is up.", "Die Zeit von {seat} ist abgelaufen."),
    "out": _by_seat("{seat} is out.", "{seat} scheidet aus."),
    "end": _tell_end,
}
