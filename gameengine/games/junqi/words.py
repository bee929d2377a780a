"""What people read about Junqi: refusals, reasons of an end, options, and one sentence per finished action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from gameengine.core.errors import TABLE_REFUSALS, RefusalText
from gameengine.core.game import Option
from gameengine.core.types import Json, JsonObject, Text
from gameengine.games.junqi.content import COLOUR_KEYS, COLOUR_NAMES, KINDS, PIECES, colour_of, kind_of
from gameengine.games.options import YES_NO

_REFUSED: Final[Mapping[str, tuple[str, str, str]]] = {
    "NODE_EMPTY": ("6.6", "There is no piece on this place.", "Auf diesem Feld liegt keine Figur."),
    "ALREADY_FACE_UP": ("6.1", "This piece is face-up already.", "Diese Figur ist schon aufgedeckt."),
    "COLOURS_NOT_SET": (
        "5.2",
        "Until the colours are fixed, pieces can only be revealed.",
        "Bis die Farben feststehen, darf nur aufgedeckt werden.",
    ),
    "PIECE_FACE_DOWN": (
        "6.2",
        "A face-down piece cannot move; reveal it first.",
        "Eine verdeckte Figur kann nicht ziehen; decke sie zuerst auf.",
    ),
    "NOT_YOUR_PIECE": ("6.2", "This piece is your opponent's.", "Diese Figur gehört der Gegenseite."),
    "PIECE_IMMOBILE": (
        "6.2",
        "This piece cannot move: flags and mines stay where they are.",
        "Diese Figur kann nicht ziehen: Fahnen und Minen bleiben stehen.",
    ),
    "SAME_NODE": (
        "6.6",
        "A piece cannot go to the place where it stands.",
        "Eine Figur kann nicht dorthin ziehen, wo sie steht.",
    ),
    "TARGET_EMPTY": (
        "6.5",
        "There is nothing to attack on the target place.",
        "Auf dem Zielfeld gibt es nichts anzugreifen.",
    ),
    "TARGET_FACE_DOWN": (
        "6.5",
        "A face-down piece can be neither attacked nor passed.",
        "Eine verdeckte Figur kann weder angegriffen noch übersprungen werden.",
    ),
    "TARGET_OWN_PIECE": (
        "6.5",
        "An own piece stands on the target place.",
        "Auf dem Zielfeld steht eine eigene Figur.",
    ),
    "TARGET_OCCUPIED": (
        "6.5",
        "An enemy piece stands there; this needs an attack.",
        "Dort steht eine feindliche Figur; das geht nur als Angriff.",
    ),
    "UNREACHABLE": (
        "6.3",
        "The piece cannot get there: one step on a road, or along one straight railway over empty places.",
        "Die Figur kommt nicht dorthin: ein Schritt auf der Straße oder eine gerade Bahnstrecke über freie Felder.",
    ),
    "TARGET_IN_CAMP": ("6.5", "A piece in a camp is safe.", "Eine Figur im Lager ist sicher."),
    "FLAG_PROTECTED": (
        "6.5",
        "The flag is protected while one of its mines or any face-down piece is on the board.",
        "Die Fahne ist geschützt, solange eine ihrer Minen oder eine verdeckte Figur auf dem Brett liegt.",
    ),
    "MINE_NEEDS_ENGINEER": (
        "6.5",
        "Only an engineer or a bomb can attack a mine.",
        "Nur ein Pionier oder eine Bombe kann eine Mine angreifen.",
    ),
    "RANK_TOO_LOW": (
        "6.5",
        "A lower rank may not attack a higher one.",
        "Ein niedrigerer Rang darf keinen höheren angreifen.",
    ),
}
# Codes of the table that the rule page puts into its order of checks too.
_SHARED: Final = {"GAME_OVER": "6.6", "BAD_SYNTAX": "3", "AUTOPILOT_OFF": "10.3", "NOT_YOUR_TURN": "5.1"}

REFUSALS: Final[Mapping[str, RefusalText]] = {
    **TABLE_REFUSALS,
    **{code: RefusalText(TABLE_REFUSALS[code].text, paragraph) for code, paragraph in _SHARED.items()},
    "BAD_OPTION": RefusalText(TABLE_REFUSALS["BAD_OPTION"].text, "11"),
    "BAD_POSITION": RefusalText(TABLE_REFUSALS["BAD_POSITION"].text, "3"),
    **{code: RefusalText(Text(en, de), paragraph) for code, (paragraph, en, de) in _REFUSED.items()},
}

REASONS: Final[Mapping[str, Text]] = {
    "FLAG_CAPTURED": Text("Flag captured", "Fahne erobert"),
    "NO_MOVABLE_PIECE": Text("No movable piece left", "Keine bewegliche Figur mehr"),
    "NO_LEGAL_MOVE": Text("No legal move", "Kein möglicher Zug"),
    "BOTH_EXHAUSTED": Text("Both sides without movable pieces", "Beide Seiten ohne bewegliche Figur"),
    "QUIET_LIMIT": Text("Too many moves without reveal or battle", "Zu viele Züge ohne Aufdecken oder Kampf"),
    "RESIGN": Text("Resigned", "Aufgegeben"),
    "LEFT": Text("Left the match", "Partie verlassen"),
    "AUTOPILOT": Text("Too many automatic moves in a row", "Zu viele automatische Züge in Folge"),
    "TIME": Text("Time ran out", "Zeit abgelaufen"),
}


OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "color_rule",
        "own_pair",
        Text("How colours are won", "Wie Farben gewonnen werden"),
        Text(
            "With which earlier reveal a reveal makes a pair of one colour.",
            "Mit welchem früheren Aufdecken ein Paar einer Farbe entsteht.",
        ),
        (
            ("own_pair", Text("the same player's previous reveal", "das vorige eigene Aufdecken")),
            ("table_pair", Text("the last reveal on the table", "das letzte Aufdecken am Tisch")),
        ),
        variant=True,
    ),
    Option(
        "engineer_turns",
        True,
        Text("Engineers turn corners on the railway", "Pioniere biegen auf der Bahn ab"),
        Text("If not, they go straight like all others.", "Sonst fahren sie gerade wie alle anderen."),
        YES_NO,
        variant=True,
    ),
    Option(
        "quiet_limit",
        60,
        Text("Quiet moves until a draw", "Ruhige Züge bis zum Remis"),
        Text(
            "Moves of both sides in a row without a reveal or a battle.",
            "Züge beider Seiten in Folge ohne Aufdecken und ohne Kampf.",
        ),
        minimum=20,
        variant=True,
    ),
    Option(
        "flag_rule",
        "mines_and_all_revealed",
        Text("When a flag may be attacked", "Wann eine Fahne angegriffen werden darf"),
        Text("What must be gone before the flag can fall.", "Was weg sein muss, bevor die Fahne fallen kann."),
        (
            (
                "mines_and_all_revealed",
                Text("its mines gone, nothing face-down", "ihre Minen weg, nichts mehr verdeckt"),
            ),
            ("mines", Text("its mines gone", "ihre Minen weg")),
            ("always", Text("always", "immer")),
        ),
        variant=True,
    ),
    Option(
        "both_exhausted",
        "draw",
        Text("Both lose their last movable piece", "Beide verlieren die letzte bewegliche Figur"),
        Text("What one exchange that takes both counts as.", "Was ein Tausch, der beide kostet, ergibt."),
        (
            ("draw", Text("draw", "Remis")),
            ("mover_wins", Text("the attacker wins", "der Angreifer gewinnt")),
        ),
        variant=True,
    ),
    Option(
        "hq_traps",
        False,
        Text("Headquarters hold their pieces", "Hauptquartiere halten ihre Figuren fest"),
        Text("The classic rule: what stands there stays.", "Die klassische Regel: was dort steht, bleibt."),
        YES_NO,
        variant=True,
    ),
    Option(
        "on_timeout",
        "autopilot",
        Text("When the time runs out", "Wenn die Zeit abläuft"),
        Text("What happens at the end of the time for a move.", "Was am Ende der Zugzeit geschieht."),
        (
            ("autopilot", Text("the server moves for the player", "der Server zieht für den Spieler")),
            ("lose", Text("the player loses", "der Spieler verliert")),
        ),
    ),
    Option(
        "autopilot_forfeit_after",
        10,
        Text("Automatic moves in a row until a loss", "Automatische Züge in Folge bis zum Verlust"),
        Text("0 means never.", "0 bedeutet nie."),
        minimum=0,
    ),
    Option(
        "autopilot_delay_s",
        1,
        Text("Seconds before an automatic move", "Sekunden vor einem automatischen Zug"),
        Text(
            "How long the server waits into the turn of an absent player.",
            "Wie lange der Server am Zug eines Abwesenden wartet.",
        ),
        minimum=0,
    ),
    Option(
        "reveal_all_at_end",
        True,
        Text("Show face-down pieces at the end", "Verdeckte Figuren am Ende zeigen"),
        Text("To everybody, once the match is over.", "Allen, sobald die Partie beendet ist."),
        YES_NO,
    ),
)


def piece_name(letter: str) -> Text:
    """Return name and colour of a piece by its letter.

    >>> piece_name("e")
    Text(en='Engineer (blue)', de='Pionier (Blau)')
    """
    piece = PIECES[letter]
    name, colour = KINDS[kind_of(piece) - 1].name, COLOUR_NAMES[colour_of(piece)]
    return Text(f"{name.en} ({colour.en.lower()})", f"{name.de} ({colour.de})")


def describe(text: str, events: Sequence[JsonObject]) -> Text:
    """Return the sentence about a finished action or a chance outcome."""
    parts = [part for event in events if (tell := _TELLERS.get(str(event["type"]))) and (part := tell(event))]
    if not parts:
        return _SETUP.get(text, Text("The pieces lie face-down.", "Die Figuren liegen verdeckt."))
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


_SETUP: Final[Mapping[str, Text]] = {
    "0": Text("Seat 1 begins.", "Platz 1 beginnt."),
    "1": Text("Seat 2 begins.", "Platz 2 beginnt."),
}


def _tell_reveal(event: JsonObject) -> Text:
    name = piece_name(str(event["piece"]))
    return Text(f"{event['node']} is revealed: {name.en}.", f"{event['node']} aufgedeckt: {name.de}.")


def _tell_colours(event: JsonObject) -> Text:
    names = [_colour_name(colour) for colour in cast("Sequence[Json]", event["colours"])]
    return Text(
        f"Seat 1 plays {names[0].en.lower()}, seat 2 {names[1].en.lower()}.",
        f"Platz 1 spielt {names[0].de}, Platz 2 {names[1].de}.",
    )


def _colour_name(key: Json) -> Text:
    return COLOUR_NAMES[COLOUR_KEYS.index(str(key))]


def _tell_move(event: JsonObject) -> Text:
    name = piece_name(str(event["piece"]))
    return Text(
        f"{name.en} goes from {event['from']} to {event['to']}.",
        f"{name.de} zieht von {event['from']} nach {event['to']}.",
    )


def _tell_attack(event: JsonObject) -> Text:
    attacker, defender = piece_name(str(event["attacker"])), piece_name(str(event["defender"]))
    origin, target = event["from"], event["to"]
    if event["outcome"] == "win":
        return Text(
            f"{attacker.en} from {origin} takes {defender.en} on {target}.",
            f"{attacker.de} von {origin} schlägt {defender.de} auf {target}.",
        )
    return Text(
        f"{attacker.en} from {origin} and {defender.en} on {target} both fall.",
        f"{attacker.de} von {origin} und {defender.de} auf {target} fallen beide.",
    )


_TELLERS: Final[Mapping[str, Callable[[JsonObject], Text]]] = {
    "revealed": _tell_reveal,
    "colours_set": _tell_colours,
    "moved": _tell_move,
    "attacked": _tell_attack,
}
