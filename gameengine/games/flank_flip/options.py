"""What an organizer may choose (rule page, section 11)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from gameengine.core.errors import Refusal
from gameengine.core.game import Option
from gameengine.core.types import Json, Text
from gameengine.games.flank_flip.checking import check_content
from gameengine.games.flank_flip.content import ARMIES, CONTENTS, DEFAULT_CONTENT
from gameengine.games.flank_flip.setting import DUEL, DUEL_CARDS, FOUR, START_ACTIONS, TWO
from gameengine.games.options import YES_NO, content_option

LEAST_QUIET_LIMIT: Final = 20

_ACTION_NAMES: Final = {"swap": ("swap", "tauschen"), "flip": ("flip", "umdrehen"), "turn": ("turn", "wenden")}


def _check_start_actions(value: Json) -> Json:
    """Return a non-empty part of the three start actions, in their order. Raises Refusal BAD_OPTION."""
    words = [str(word) for word in value] if isinstance(value, list | tuple) else []
    if not words or len(set(words)) != len(words) or not set(words) <= set(START_ACTIONS):
        raise Refusal("BAD_OPTION", f"start_actions: {value!r}"[:120])
    return [word for word in START_ACTIONS if word in words]


def _check_chosen_cards(value: Json) -> Json:
    """Return nine different numbers, or none. Raises Refusal BAD_OPTION; which cards there are is seen later."""
    if value is None:
        return []
    words = [str(word) for word in value] if isinstance(value, list | tuple) else [""]
    different = len(set(words)) == len(words) and len(words) in {0, DUEL_CARDS}
    if not different or not all(word.isdecimal() and len(word) <= 4 for word in words):
        raise Refusal("BAD_OPTION", f"chosen_cards: {value!r}"[:120])
    return [int(word) for word in words]


def _check_quiet_limit(value: Json) -> Json:
    if not isinstance(value, int) or isinstance(value, bool) or value < LEAST_QUIET_LIMIT:
        raise Refusal("BAD_OPTION", f"quiet_limit: {value!r}"[:120])
    return value


def _check_repetition_limit(value: Json) -> Json:
    if not isinstance(value, int) or isinstance(value, bool) or not 2 <= value <= 9:
        raise Refusal("BAD_OPTION", f"repetition_limit: {value!r}"[:120])
    return value


def _parts() -> tuple[tuple[str, ...], ...]:
    """Return the non-empty parts of the start actions, the largest first."""
    return tuple(part for size in (3, 2, 1) for part in combinations(START_ACTIONS, size))


def _part_name(part: tuple[str, ...]) -> Text:
    en, de = (", ".join(_ACTION_NAMES[word][language] for word in part) for language in (0, 1))
    return Text("only swap (first game)", "nur tauschen (erste Partie)") if part == ("swap",) else Text(en, de)


_ARMY_NAMES: Final = (Text("red", "Rot"), Text("blue", "Blau"), Text("violet", "Violett"), Text("yellow", "Gelb"))

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "mode",
        DUEL,
        Text("Game", "Spiel"),
        Text("How many cards and players, and who plays together.", "Wie viele Karten und Personen, und wer mit wem."),
        (
            (DUEL, Text("duel: 9 cards, 2 players", "Duell: 9 Karten, 2 Personen")),
            (TWO, Text("16 cards, 2 players", "16 Karten, 2 Personen")),
            (FOUR, Text("16 cards, 4 players in two teams", "16 Karten, 4 Personen in zwei Teams")),
        ),
        variant=True,
    ),
    Option(
        "start_actions",
        list(START_ACTIONS),
        Text("Start actions", "Startaktionen"),
        Text("With what a turn may begin.", "Womit ein Zug beginnen darf."),
        tuple((list(part), _part_name(part)) for part in _parts()),
        check=_check_start_actions,
        variant=True,
    ),
    Option(
        "cards",
        "green",
        Text("Cards of the duel", "Karten des Duells"),
        Text(
            "One colour; nine drawn at random; or nine that both have agreed on, named below.",
            "Eine Farbe; neun zufällig gezogene; oder neun vereinbarte, die unten genannt sind.",
        ),
        (
            ("green", Text("green", "Grün")),
            ("yellow", Text("yellow", "Gelb")),
            ("random", Text("nine at random", "neun zufällige")),
            ("chosen", Text("nine agreed ones", "neun vereinbarte")),
        ),
        variant=True,
    ),
    Option(
        "chosen_cards",
        [],
        Text("Agreed cards", "Vereinbarte Karten"),
        Text(
            "Nine different numbers, with nine agreed cards only.",
            "Neun verschiedene Nummern, nur bei neun vereinbarten Karten.",
        ),
        check=_check_chosen_cards,
        variant=True,
    ),
    Option(
        "total_defeat",
        False,
        Text("Total defeat", "Totale Niederlage"),
        Text(
            "All 16 cards win instead of 15; with 16 cards only.",
            "Erst alle 16 Karten gewinnen statt 15; nur mit 16 Karten.",
        ),
        YES_NO,
        variant=True,
    ),
    Option(
        "chain",
        "forced",
        Text("Attacks", "Angriffe"),
        Text("Whether an attack must go on as long as it can.", "Ob ein Angriff weitergehen muss, solange er kann."),
        (
            ("forced", Text("must go on", "müssen weitergehen")),
            ("optional", Text("may be stopped", "dürfen beendet werden")),
        ),
        variant=True,
    ),
    Option(
        "quiet_limit",
        None,
        Text("Turns without progress until the draw", "Züge ohne Fortschritt bis zum Remis"),
        Text(
            "Progress: a team controls more cards than it ever did after a turn.",
            "Fortschritt: Ein Team beherrscht nach einem Zug mehr Karten als je zuvor.",
        ),
        (
            (None, Text("60 in the duel, 120 with 16 cards", "60 im Duell, 120 mit 16 Karten")),
            *((limit, Text(str(limit), str(limit))) for limit in (20, 40, 60, 80, 120, 160, 240)),
            (0, Text("no limit", "keine Grenze")),
        ),
        check=_check_quiet_limit,
        variant=True,
    ),
    Option(
        "repetition_limit",
        3,
        Text("Draw by repetition", "Remis durch Wiederholung"),
        Text(
            "How often a position must occur at the start of a turn.",
            "Wie oft eine Stellung zu Beginn eines Zuges vorkommen muss.",
        ),
        (
            (3, Text("the third time", "beim dritten Mal")),
            (0, Text("never", "nie")),
        ),
        check=_check_repetition_limit,
        variant=True,
    ),
    Option(
        "first_army",
        None,
        Text("Who begins at 8 : 8", "Wer bei 8 : 8 beginnt"),
        Text(
            "The army that played last; with 16 cards only.",
            "Die Armee, die zuletzt gespielt hat; nur mit 16 Karten.",
        ),
        (
            (None, Text("the lot decides", "das Los entscheidet")),
            *zip(ARMIES, _ARMY_NAMES, strict=True),
        ),
    ),
    Option(
        "back_alignment",
        "page",
        Text("How the two faces lie to each other", "Wie die beiden Seiten zueinander liegen"),
        Text("What a flip does to the rotation of a card.", "Was ein Umdrehen mit der Lage der Karte macht."),
        (
            ("page", Text("like the pages of a book", "wie die Seiten eines Buches")),
            ("calendar", Text("like those of a wall calendar", "wie die eines Wandkalenders")),
        ),
        variant=True,
    ),
    content_option(CONTENTS, DEFAULT_CONTENT, Text("Cards", "Karten"), check_content),
)
