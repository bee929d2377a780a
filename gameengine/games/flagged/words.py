"""What people read about Flagged: refusals, reasons of an end, options, and sentences about finished actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gameengine.core.errors import TABLE_REFUSALS, RefusalText
from gameengine.core.types import Json, JsonObject, Text
from gameengine.games.flagged.content import CONTENTS, content_of

_REFUSED: Final[Mapping[str, tuple[str, str, str]]] = {
    "BAD_FORMAT": ("3", "This is not an action of the game.", "Das ist keine Aktion des Spiels."),
    "WRONG_PHASE": (
        "6",
        "Something else must be decided first.",
        "Vorher muss etwas anderes entschieden werden.",
    ),
    "NO_FIGURE": ("7", "You have no such figure on this square.", "Du hast keine solche Figur auf diesem Feld."),
    "OFF_BOARD": ("7", "The board ends there.", "Dort endet das Brett."),
    "NO_STEPS_LEFT": ("7", "You have no steps left in this turn.", "Du hast in diesem Zug keine Schritte mehr."),
    "ROOTED": (
        "9.4",
        "This figure is held and takes no steps.",
        "Diese Figur ist festgehalten und geht keine Schritte.",
    ),
    "NOT_STRAIGHT": (
        "7",
        "A step goes straight, not diagonally.",
        "Ein Schritt geht gerade, nicht schräg.",
    ),
    "NOT_ADJACENT": ("7", "A step goes to the next square only.", "Ein Schritt geht nur auf das nächste Feld."),
    "TERRAIN_BLOCKS": ("7", "A pillar stands there.", "Dort steht eine Säule."),
    "WALL_BLOCKS": ("7", "A wall stands between.", "Eine Mauer steht dazwischen."),
    "SMOKE_HOLDS": (
        "9.4",
        "The figure cannot leave the enemy smoke cloud.",
        "Die Figur kann die gegnerische Rauchwolke nicht verlassen.",
    ),
    "WARDED": ("9.4", "Your figures may not enter this square.", "Deine Figuren dürfen dieses Feld nicht betreten."),
    "OWN_FIGURE": ("7", "One of your figures stands there.", "Dort steht eine eigene Figur."),
    "CLONE_CANNOT_CAPTURE": ("7", "The clone cannot capture.", "Der Klon kann nicht schlagen."),
    "TARGET_SHIELDED": ("9.4", "This figure is protected.", "Diese Figur ist geschützt."),
    "REBIRTH_SQUARE": (
        "8.3",
        "Rebirth is on a square of your own edge, a clone directly beside the hero.",
        "Wiedergeboren wird auf dem eigenen Rand, ein Klon direkt neben dem Helden.",
    ),
    "SQUARE_OCCUPIED": ("8.3", "This square is not free.", "Dieses Feld ist nicht frei."),
    "NO_ABILITY": ("6.3", "Your hero has no ability to use.", "Dein Held hat keine aktive Fähigkeit."),
    "ABILITY_USED": (
        "6.3",
        "The ability has been used in this life.",
        "Die Fähigkeit ist in diesem Leben schon benutzt.",
    ),
    "NEEDS_HERO": ("6.3", "Your hero is not on the board.", "Dein Held ist nicht auf dem Brett."),
    "NO_WALLS_LEFT": ("12", "You have no walls left.", "Du hast keine Mauern mehr."),
    "NO_WALL_ACTIONS_LEFT": (
        "12",
        "You can place no more walls in this turn.",
        "Du kannst in diesem Zug keine Mauer mehr setzen.",
    ),
    "BAD_WALL": ("12", "There is no place for a wall.", "Dort ist kein Platz für eine Mauer."),
    "WALL_OCCUPIED": ("12", "A wall stands there already.", "Dort steht schon eine Mauer."),
    "WALL_TERRAIN": ("12", "No wall can stand at a pillar.", "An einer Säule kann keine Mauer stehen."),
    "WALL_OUTSIDE_HALF": (
        "6.4",
        "Walls may be placed only in your own half now.",
        "Mauern dürfen jetzt nur in der eigenen Hälfte stehen.",
    ),
    "WALL_PATH": (
        "12",
        "A path between the two edges must stay open.",
        "Ein Weg zwischen den beiden Rändern muss offen bleiben.",
    ),
    "WALL_CLOSED": ("12", "No square may be walled in.", "Kein Feld darf eingemauert werden."),
    "UNKNOWN_CARD": ("9.1", "There is no such card.", "Eine solche Karte gibt es nicht."),
    "CARD_NOT_IN_HAND": ("9.1", "You do not hold this card.", "Diese Karte hast du nicht auf der Hand."),
    "CARD_FIRST_TURN": (
        "6.4",
        "Who begins plays no card in the first turn.",
        "Wer beginnt, spielt im ersten Zug keine Karte.",
    ),
    "CARD_SILENCED": ("9.4", "You may play no cards now.", "Du darfst jetzt keine Karten spielen."),
    "CARD_SMOKED": (
        "9.4",
        "No cards while one of your figures stands in enemy smoke.",
        "Keine Karten, solange eine eigene Figur in gegnerischem Rauch steht.",
    ),
    "COUNTER_ONLY": (
        "9.1",
        "A counter is always an answer.",
        "Ein Konter ist immer eine Antwort.",
    ),
    "NOT_A_COUNTER": ("9.1", "This card is no counter.", "Diese Karte ist kein Konter."),
    "NO_CARD_PLAYS_LEFT": (
        "9.1",
        "You can play no more cards in this turn.",
        "Du kannst in diesem Zug keine Karte mehr spielen.",
    ),
    "TRIGGER_NOT_MET": (
        "10.1",
        "There is nothing that this answers.",
        "Es gibt nichts, worauf das antwortet.",
    ),
    "CARRIES_FLAG": ("9.1", "Not while your hero carries the flag.", "Nicht, solange dein Held die Flagge trägt."),
    "BAD_TARGET": ("9.1", "This is no target of the card.", "Das ist kein Ziel der Karte."),
    "COST_UNPAID": (
        "9.1",
        "The card costs other cards of your hand; name them.",
        "Die Karte kostet weitere Handkarten; nenne sie.",
    ),
    "BAD_DECK": ("15", "A deck is a hero with numbers of cards.", "Ein Deck ist ein Held mit Anzahlen von Karten."),
    "UNKNOWN_HERO": ("15", "There is no such hero.", "Einen solchen Helden gibt es nicht."),
    "DECK_SIZE": ("15", "The deck has too few or too many cards.", "Das Deck hat zu wenige oder zu viele Karten."),
    "DECK_COPIES": ("15", "A card is in the deck too often.", "Eine Karte ist zu oft im Deck."),
    "DECK_ULTIMATES": ("15", "The deck has too many ultimates.", "Das Deck hat zu viele ultimative Karten."),
    "DECK_CLASS": ("15", "The deck has a card of another hero.", "Das Deck enthält eine Karte eines anderen Helden."),
}
# Codes of the table that the rule page puts into its order of checks too.
_SHARED: Final = {"GAME_OVER": "6", "NOT_YOUR_TURN": "6", "BAD_OPTION": "15", "BAD_POSITION": "4"}

REFUSALS: Final[Mapping[str, RefusalText]] = {
    **TABLE_REFUSALS,
    **{code: RefusalText(TABLE_REFUSALS[code].text, paragraph) for code, paragraph in _SHARED.items()},
    **{code: RefusalText(Text(en, de), paragraph) for code, (paragraph, en, de) in _REFUSED.items()},
}

WINDOW_KINDS: Final[Mapping[str, Text]] = {
    "adj": Text("An enemy figure has come close", "Eine gegnerische Figur ist herangekommen"),
    "hero": Text("Your hero was captured", "Dein Held wurde geschlagen"),
    "play": Text("Your opponent plays a card", "Die Gegenseite spielt eine Karte"),
    "counter": Text("Your opponent answers your card", "Die Gegenseite antwortet auf deine Karte"),
}
"""The triggers for which a window opens (10.1)."""

REASONS: Final[Mapping[str, Text]] = {
    "FLAG_POINTS": Text("Flags brought home", "Flaggen heimgebracht"),
    "HERO_CAPTURES": Text("Hero captured too often", "Held zu oft geschlagen"),
    "QUIET_LIMIT": Text("Too many turns without progress", "Zu viele Züge ohne Fortschritt"),
    "MAX_TURNS": Text("Last permitted turn", "Letzter erlaubter Zug"),
    "TIME": Text("Time ran out", "Zeit abgelaufen"),
    "RESIGN": Text("Resigned", "Aufgegeben"),
    "LEFT": Text("Left the match", "Partie verlassen"),
}
TABLE_EVENTS: Final[Mapping[str, str]] = {"auto": "AUTOPILOT", "game_over": "GAME_OVER"}


# Sentences


def describe(text: str, events: Sequence[JsonObject]) -> Text:
    """Return the sentences about a finished action or a chance outcome."""
    parts = [part for part in (_told(event) for event in events) if part]
    if not parts:
        word = text.partition(" ")[0]
        return _BARE.get(word, Text("The cards are shuffled.", "Die Karten sind gemischt."))
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


def _told(event: Any) -> Text | None:
    tell = _TELLERS.get(str(event["type"]))
    return tell(event) if tell else None


_BARE: Final[Mapping[str, Text]] = {
    "pass": Text("No counter.", "Kein Konter."),
    "end": Text("The turn is over.", "Der Zug ist zu Ende."),
}


def seat_name(seat: Json) -> Text:
    """Return how a sentence names a seat."""
    number = int(str(seat)) + 1
    return Text(f"Seat {number}", f"Platz {number}")


def card_name(event: JsonObject) -> Text:
    """Return the name of an event's card; a content of the match's own has put it into the event."""
    title: Any = event.get("title")
    if title:
        return Text(title["en"], title["de"])
    card = str(event["card"])
    for name in CONTENTS:
        cards = content_of({"content": name}).cards
        if card in cards:
            return cards[card].name
    return Text(card, card)


_FIGURE_NAMES: Final = {"H": Text("hero", "Held"), "C": Text("clone", "Klon"), "B": Text("companion", "Begleiter")}


def figure_name(figure: Json) -> Text:
    """Return how a sentence names a figure.

    >>> figure_name("H1")
    Text(en='hero of seat 2', de='Held von Platz 2')
    """
    name, owner = _FIGURE_NAMES[str(figure)[0]], seat_name(str(figure)[1])
    return Text(f"{name.en} of {owner.en.lower()}", f"{name.de} von {owner.de}")


def _of_figure(en: str, de: str) -> Callable[[Any], Text]:
    """Return a teller that fills {figure}, {Figure} and the event's own places."""

    def tell(event: Any) -> Text:
        name = figure_name(event["figure"])
        capital = name.en[0].upper() + name.en[1:]
        return Text(
            en.format(**{**event, "figure": name.en, "Figure": capital}), de.format(**{**event, "figure": name.de})
        )

    return tell


def _of_card(en: str, de: str) -> Callable[[Any], Text]:
    def tell(event: Any) -> Text:
        who, card = seat_name(event["seat"]), card_name(event)
        return Text(en.format(who=who.en, card=card.en), de.format(who=who.de, card=card.de))

    return tell


def _of_seat(en: str, de: str) -> Callable[[Any], Text]:
    def tell(event: Any) -> Text:
        who = seat_name(event["seat"])
        return Text(en.format(**{**event, "who": who.en}), de.format(**{**event, "who": who.de}))

    return tell


def _tell_drawn(event: Any) -> Text:
    who = seat_name(event["seat"])
    if "card" not in event:
        return Text(f"{who.en} draws a card.", f"{who.de} zieht eine Karte.")
    card = card_name(event)
    return Text(f"{who.en} draws {card.en}.", f"{who.de} zieht {card.de}.")


def _tell_played(event: Any) -> Text:
    who, card, target = seat_name(event["seat"]), card_name(event), event.get("target", "")
    at = f" ({target})" if target else ""
    return Text(f"{who.en} plays {card.en}{at}.", f"{who.de} spielt {card.de}{at}.")


_MARKER_NAMES: Final = {
    "smoke": Text("Smoke", "Rauch"),
    "ward": Text("A thicket", "Dickicht"),
    "pillar": Text("A pillar", "Eine Säule"),
}


def _tell_marker(event: Any) -> Text:
    name, squares = _MARKER_NAMES[event["marker"]], event["squares"]
    return Text(f"{name.en} on {' and '.join(squares)}.", f"{name.de} auf {' und '.join(squares)}.")


def _tell_status(event: Any) -> Text:
    if event["kind"] == "root":
        name = figure_name(event["target"])
        return Text(f"The {name.en} is held.", f"{name.de} ist festgehalten.")
    who = seat_name(event["target"])
    if event["kind"] == "shield":
        return Text(f"The figures of {who.en.lower()} are protected.", f"Die Figuren von {who.de} sind geschützt.")
    return Text(f"{who.en} plays no cards.", f"{who.de} spielt keine Karten.")


_TELLERS: Final[Mapping[str, Callable[[Any], Text]]] = {
    "FIGURE_MOVED": _of_figure("{Figure} goes from {from} to {to}.", "{figure} geht von {from} nach {to}."),
    "CAPTURED": _of_figure("{Figure} is captured on {square}.", "{figure} auf {square} ist geschlagen."),
    "FIGURE_LEFT": _of_figure("{Figure} leaves the board.", "{figure} verlässt das Brett."),
    "FIGURE_SUMMONED": _of_figure("{Figure} comes to {square}.", "{figure} kommt auf {square}."),
    "FLAG_TAKEN": _of_seat("{who} takes the enemy flag.", "{who} nimmt die gegnerische Flagge."),
    "FLAG_SCORED": _of_seat("{who} brings a flag home.", "{who} bringt eine Flagge heim."),
    "WALL_PLACED": _of_seat("{who} places a wall on {wall}.", "{who} setzt eine Mauer auf {wall}."),
    "WALL_MOVED": _of_seat("{who} moves a wall from {from} to {to}.", "{who} versetzt die Mauer {from} nach {to}."),
    "WALL_DESTROYED": lambda event: Text(
        f"The wall {event['wall']} is destroyed.", f"Die Mauer {event['wall']} ist zerstört."
    ),
    "MARKER_PLACED": _tell_marker,
    "STATUS_SET": _tell_status,
    "CARD_DRAWN": _tell_drawn,
    "CARD_DISCARDED": _of_card("{who} discards {card}.", "{who} wirft {card} ab."),
    "CARD_PLAYED": _tell_played,
    "CARD_RESOLVED": _of_card("{card} takes effect.", "{card} wirkt."),
    "CARD_NEGATED": _of_card("{card} has no effect.", "{card} hat keine Wirkung."),
    "EFFECT_LAPSED": _of_card("An effect of {card} is lost.", "Eine Wirkung von {card} verfällt."),
    "DECK_RESHUFFLED": _of_seat("{who} shuffles a new deck.", "{who} mischt ein neues Deck."),
    "NO_CARD_TO_DRAW": _of_seat("{who} has no card to draw.", "{who} hat keine Karte zu ziehen."),
    "TURN_SKIPPED": _of_seat("{who} skips a turn.", "{who} setzt aus."),
    "REBORN": _of_seat("{who} is reborn on {square}.", "{who} wird auf {square} wiedergeboren."),
    "ABILITY_USED": _of_seat("{who} uses the hero's ability.", "{who} nutzt die Fähigkeit des Helden."),
}


def record(text: str, events: Sequence[JsonObject]) -> str:
    """Return the line of the game record: the action, face-down cost masked, and in brackets what became of it.

    >>> record("move H0 D4-D5", [{"type": "CAPTURED", "figure": "H1"}])
    'move H0 D4-D5 (x H1)'
    """
    marks = [mark for mark in (_mark(event) for event in events) if mark]
    return f"{text} ({', '.join(marks)})" if marks else text


def _mark(event: Any) -> str:
    shape = _MARKS.get(event["type"])
    return shape.format(**event) if shape else ""


_MARKS: Final = {
    "CAPTURED": "x {figure}",
    "FLAG_TAKEN": "flag",
    "FLAG_SCORED": "point",
    "CARD_NEGATED": "{card} negated",
    "TURN_SKIPPED": "skip {seat}",
}
