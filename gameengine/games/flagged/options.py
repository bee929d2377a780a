"""What an organizer may choose (rule page, section 15), with the checks of what is neither a choice nor a number."""

from __future__ import annotations

from typing import Final, TypeGuard

from gameengine.core.decks import DECK_CHOICE
from gameengine.core.errors import Refusal
from gameengine.core.game import Option
from gameengine.core.types import Json, Text
from gameengine.games.flagged.checking import check_content
from gameengine.games.flagged.content import CONTENTS, DEFAULT
from gameengine.games.flagged.geometry import EDGE, SQUARE
from gameengine.games.flagged.walls import is_connected
from gameengine.games.options import YES_NO, content_option


def _check_heroes(value: Json) -> Json:
    """Return two ids; whether the content has such heroes is seen when it is known."""
    if not _is_list_of_texts(value) or len(value) != 2:
        raise Refusal("BAD_OPTION", f"heroes: {value}"[:120])
    return value


def _check_decks(value: Json) -> Json:
    if value is None:
        return value
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(map(_is_list_of_texts, value)):
        raise Refusal("BAD_OPTION", f"decks: {value}"[:120])
    return value


def _check_terrain(value: Json) -> Json:
    """Return squares that are no edge of a seat and cut nothing off (12)."""
    squares = list(map(str, value)) if isinstance(value, list | tuple) else [""]
    fits = all(square in SQUARE for square in squares) and len(set(squares)) == len(squares)
    pillars = sum(1 << SQUARE[square] for square in squares) if fits else 0
    if not fits or any(pillars >> square & 1 for edge in EDGE for square in edge) or not is_connected(0, pillars):
        raise Refusal("BAD_OPTION", f"terrain: {value}"[:120])
    return value


def _is_list_of_texts(value: Json) -> TypeGuard[list[str]]:
    return isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)


def _number(key: str, default: int, low: int, high: int, label: Text) -> Option:
    return Option(key, default, label, minimum=low, maximum=high, variant=True)


OPTIONS: Final[tuple[Option, ...]] = (
    content_option(CONTENTS, DEFAULT, Text("Heroes and cards", "Helden und Karten"), check_content),
    Option(
        "heroes",
        ["knight", "mage"],
        Text("Heroes", "Helden"),
        Text(
            "The heroes of both seats, unless the seats bring decks of their own.",
            "Die Helden beider Plätze, wenn die Plätze keine eigenen Decks mitbringen.",
        ),
        check=_check_heroes,
    ),
    Option(
        DECK_CHOICE,
        "built",
        Text("What players may choose", "Was die Spielenden wählen dürfen"),
        Text(
            "A deck of their own; the ready deck of a hero; or nothing, and everybody plays what stands here.",
            "Ein eigenes Deck; das fertige Deck eines Helden; oder nichts, und alle spielen, was hier steht.",
        ),
        (
            ("built", Text("an own deck", "ein eigenes Deck")),
            ("ready", Text("a hero with the ready deck", "einen Helden mit fertigem Deck")),
            ("fixed", Text("nothing", "nichts")),
        ),
    ),
    Option(
        "decks",
        None,
        Text("Decks", "Decks"),
        Text(
            "Two lists of cards; none means the ready decks of the heroes.",
            "Zwei Listen von Karten; ohne Angabe die fertigen Decks der Helden.",
        ),
        check=_check_decks,
    ),
    _number("setup_walls", 1, 0, 10, Text("Walls before the game", "Mauern vor dem Spiel")),
    _number("walls", 10, 0, 30, Text("Walls of each player", "Mauern je Spieler")),
    _number("steps", 2, 1, 6, Text("Steps per turn", "Schritte je Zug")),
    _number("plays", 1, 0, 5, Text("Cards per turn", "Karten je Zug")),
    _number("wall_plays", 2, 0, 10, Text("Walls per turn", "Mauern je Zug")),
    _number("flag_points", 2, 1, 5, Text("Flags needed to win", "Flaggen zum Sieg")),
    _number("max_captures", 6, 1, 20, Text("Captures of a hero that lose", "So oft geschlagen ist verloren")),
    _number("hand_limit", 5, 1, 10, Text("Most cards in the hand", "Höchstens so viele Handkarten")),
    _number("start_hand", 2, 0, 5, Text("Cards at the beginning", "Karten zu Beginn")),
    Option(
        "terrain",
        [],
        Text("Pillars on the board", "Säulen auf dem Brett"),
        Text(
            "Squares of rows 2 to 7 that nobody can enter, such as C3.",
            "Felder der Reihen 2 bis 7, die niemand betreten kann, zum Beispiel C3.",
        ),
        check=_check_terrain,
        variant=True,
    ),
    Option(
        "windows",
        "public",
        Text("When a player is asked for a counter", "Wann nach einem Konter gefragt wird"),
        Text(
            "Always, so that a pause tells nothing; or only who holds a fitting card.",
            "Immer, damit eine Pause nichts verrät; oder nur, wer eine passende Karte hat.",
        ),
        (("public", Text("always", "immer")), ("private", Text("only with a card", "nur mit Karte"))),
        variant=True,
    ),
    Option(
        "first_player_card_ban",
        True,
        Text("No cards in the very first turn", "Keine Karten im allerersten Zug"),
        choices=YES_NO,
        variant=True,
    ),
    Option(
        "round1_half",
        True,
        Text("Walls in the own half in the first round", "Mauern in der ersten Runde nur in der eigenen Hälfte"),
        choices=YES_NO,
        variant=True,
    ),
    Option(
        "quiet_limit",
        60,
        Text("Turns without progress until the end", "Züge ohne Fortschritt bis zum Ende"),
        Text(
            "Progress: a hero captured, a flag taken or scored, a wall set or destroyed.",
            "Fortschritt: Held geschlagen, Flagge genommen oder heimgebracht, Mauer gesetzt oder zerstört.",
        ),
        minimum=10,
        maximum=1000,
        variant=True,
    ),
    Option(
        "quiet_result",
        "draw",
        Text("What such an end is", "Was ein solches Ende ergibt"),
        Text(
            "A draw; or flag points decide, then fewer captures.",
            "Remis; oder Flaggenpunkte entscheiden, dann seltener geschlagen.",
        ),
        (("draw", Text("draw", "Remis")), ("score", Text("the score decides", "der Stand entscheidet"))),
        variant=True,
    ),
    _number("max_turns", 1000, 20, 1000, Text("Most turns", "Höchstens so viele Züge")),
)
