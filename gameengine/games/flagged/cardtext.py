"""What a card does, as sentences made from its trigger, cost and effects, so that every content gets correct texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from gameengine.core.types import Text
from gameengine.games.flagged.content import COUNTER, NORMAL, ULTIMATE, Card, Content, Op

KIND_NAMES: Final[Mapping[str, Text]] = {
    NORMAL: Text("Card", "Karte"),
    COUNTER: Text("Counter", "Konter"),
    ULTIMATE: Text("Ultimate", "Ultimative Karte"),
}
_WHEN: Final[Mapping[str, Text]] = {
    "adj": Text(
        "When an enemy figure has come next to one of yours:",
        "Wenn eine gegnerische Figur neben eine deiner Figuren gekommen ist:",
    ),
    "hero": Text("When your hero has been captured:", "Wenn dein Held geschlagen worden ist:"),
    "play": Text(
        "When the opponent plays a card that is no counter:",
        "Wenn der Gegner eine Karte spielt, die kein Konter ist:",
    ),
    "counter": Text(
        "When the opponent plays a counter in your turn:", "Wenn der Gegner in deinem Zug einen Konter spielt:"
    ),
    "own": Text("Right after a step in your turn:", "Direkt nach einem Schritt in deinem Zug:"),
    "own hero": Text(
        "Right after a step of your hero in your turn:",
        "Direkt nach einem Schritt deines Helden in deinem Zug:",
    ),
}
_UNTIL: Final[Mapping[str, Text]] = {
    "": Text("", ""),
    "turn_end": Text("until this turn ends", "bis dieser Zug endet"),
    "opponent_next_end": Text("until the opponent's next turn ends", "bis der nächste gegnerische Zug endet"),
    "own_next_start": Text("until your next turn starts", "bis dein nächster Zug beginnt"),
}
# Keys: the effect, then what it is aimed at. {near} stands for a distance, {name} for a figure or marker.
_SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "add_steps": ("{n} more steps this turn.", "{n} weitere Schritte in diesem Zug."),
    "add_plays": ("Play {n} more cards this turn.", "Spiele in diesem Zug bis zu {n} weitere Karten."),
    "add_walls": ("Place {n} more walls this turn.", "Setze in diesem Zug bis zu {n} weitere Mauern."),
    "add_diagonal": (
        "{n} of your steps this turn may be diagonal.",
        "{n} deiner Schritte dürfen in diesem Zug diagonal sein.",
    ),
    "clone_may_capture": ("Your {name} may capture this turn.", "„{name}“ darf in diesem Zug schlagen."),
    "draw": ("Draw {n} cards.", "Ziehe {n} Karten."),
    "destroy_wall side_of_own_figure": (
        "Destroy a wall at the square of one of your figures.",
        "Zerstöre eine Mauer am Feld einer deiner Figuren.",
    ),
    "destroy_wall any": ("Destroy any wall.", "Zerstöre eine beliebige Mauer."),
    "destroy_walls_around_hero": (
        "Destroy all walls between squares within {radius} of your hero.",
        "Zerstöre alle Mauern zwischen Feldern im Umkreis {radius} um deinen Helden.",
    ),
    "move_wall any": (
        "Move any wall to another place where a wall may stand.",
        "Versetze eine beliebige Mauer an einen anderen erlaubten Platz.",
    ),
    "place_wall side_of_own_figure": (
        "Place a wall from your reserve at the square of your figure; it is not counted for the turn.",
        "Setze eine Mauer aus deinem Vorrat ans Feld deiner Figur; sie zählt nicht für den Zug.",
    ),
    "place_wall any": (
        "Place a wall from your reserve; it is not counted for the turn.",
        "Setze eine Mauer aus deinem Vorrat; sie zählt nicht für den Zug.",
    ),
    "push enemy_within_N_of_own_figure": (
        "Push an enemy figure {near} one of yours by one free square, not through a wall.",
        "Schiebe eine gegnerische Figur {near} einer deiner Figuren um ein freies Feld, nicht durch eine Mauer.",
    ),
    "move_free own_figure": (
        "Move one of your figures by one free square, not through a wall.",
        "Ziehe eine deiner Figuren um ein freies Feld, nicht durch eine Mauer.",
    ),
    "move_free own_figure_within_N_of_trigger": (
        "Move one of your figures {near} it by one free square, not through a wall.",
        "Ziehe eine deiner Figuren {near} ihr um ein freies Feld, nicht durch eine Mauer.",
    ),
    "teleport_hero": (
        "Put your hero on a free square within {range}, through walls too.",
        "Setze deinen Helden auf ein freies Feld im Umkreis {range}, auch durch Mauern.",
    ),
    "swap_hero_clone": (
        "Your hero and your {name} change squares; neither may be rooted.",
        "Dein Held und „{name}“ tauschen die Felder; keine der beiden Figuren darf festgehalten sein.",
    ),
    "summon": (
        "Put a {name} on a free square next to your hero; you may have one only.",
        "Setze „{name}“ auf ein freies Feld neben deinem Helden; du darfst nur eine solche Figur haben.",
    ),
    "marker smoke": (
        "{Name} with radius {radius} around a square within {range} of your hero {until}: enemy figures in it cannot "
        "leave it, and their player plays no cards.",
        "{Name} mit Radius {radius} um ein Feld im Umkreis {range} deines Helden, {until}: Gegnerische Figuren darin "
        "können nicht hinaus, und ihr Spieler spielt keine Karten.",
    ),
    "marker ward": (
        "{Name} on two free squares side by side within {range} of your hero {until}: enemy figures may not enter.",
        "{Name} auf zwei freien Feldern nebeneinander im Umkreis {range} deines Helden, {until}: Gegnerische Figuren "
        "dürfen nicht hinein.",
    ),
    "marker pillar": (
        "{Name} on a free square of rows 2 to 7 within {range} of your hero {until}: nobody can enter.",
        "{Name} auf einem freien Feld der Reihen 2 bis 7 im Umkreis {range} deines Helden, {until}: Niemand kann "
        "hinein.",
    ),
    "root trigger_figure": (
        "That figure takes no steps {until}.",
        "Diese Figur wird festgehalten und geht keine Schritte, {until}.",
    ),
    "root enemies_within_N_of_hero": (
        "Enemy figures {near} your hero take no steps {until}.",
        "Gegnerische Figuren {near} deinem Helden werden festgehalten und gehen keine Schritte, {until}.",
    ),
    "root enemy_in_line_at_N": (
        "An enemy figure exactly {reach} squares from your hero, in a straight line without walls and pillars, takes "
        "no steps {until}.",
        "Eine gegnerische Figur genau {reach} Felder von deinem Helden, in gerader Linie ohne Mauern und Säulen, wird "
        "festgehalten und geht keine Schritte, {until}.",
    ),
    "shield": ("Your figures cannot be captured {until}.", "Deine Figuren können nicht geschlagen werden, {until}."),
    "silence": ("The opponent plays no cards {until}.", "Der Gegner spielt keine Karten, {until}."),
    "opponent_discards": (
        "The opponent chooses and discards {n} cards.",
        "Der Gegner wirft {n} Karten seiner Wahl ab.",
    ),
    "opponent_skips": ("The opponent skips {n} more turns.", "Der Gegner setzt {n} weitere Züge aus."),
    "negate": ("That card has no effect.", "Diese Karte hat keine Wirkung."),
    "capture enemy_beside_hero_open": (
        "Capture an enemy figure directly beside your hero with no wall between; your hero stays.",
        "Schlage eine gegnerische Figur direkt neben deinem Helden ohne Mauer dazwischen; dein Held bleibt stehen.",
    ),
    "end_turn": ("Your turn is over.", "Dein Zug ist zu Ende."),
}
_ONE: Final[Mapping[str, tuple[str, str]]] = {
    "add_steps": ("One more step this turn.", "Ein weiterer Schritt in diesem Zug."),
    "add_plays": ("Play one more card this turn.", "Spiele in diesem Zug eine weitere Karte."),
    "add_walls": ("Place one more wall this turn.", "Setze in diesem Zug eine weitere Mauer."),
    "add_diagonal": (
        "One of your steps this turn may be diagonal.",
        "Einer deiner Schritte darf in diesem Zug diagonal sein.",
    ),
    "draw": ("Draw one card.", "Ziehe eine Karte."),
    "opponent_discards": ("The opponent chooses and discards one card.", "Der Gegner wirft eine Karte seiner Wahl ab."),
    "opponent_skips": ("The opponent skips one more turn.", "Der Gegner setzt einen weiteren Zug aus."),
}
_COST: Final = (
    "Costs {n} other cards of your hand.",
    "Kostet {n} weitere Karten deiner Hand.",
)
_COST_OF_ONE: Final = ("Costs one other card of your hand.", "Kostet eine weitere Karte deiner Hand.")
_NOT_WITH_FLAG: Final = Text("Not while your hero carries the flag.", "Nicht, solange dein Held die Flagge trägt.")


def card_text(content: Content, card: Card) -> Text:
    """Return what a card does, in a few short sentences."""
    parts = [*_opening(card), *(op_text(content, op) for op in card.effect), *_closing(card)]
    return Text(" ".join(part.en for part in parts), " ".join(part.de for part in parts))


def _opening(card: Card) -> Iterator[Text]:
    if card.trigger:
        yield _WHEN["own hero" if card.step_of == "hero" else card.trigger]


def _closing(card: Card) -> Iterator[Text]:
    if card.not_with_flag:
        yield _NOT_WITH_FLAG
    if card.cost:
        en, de = _COST_OF_ONE if card.cost == 1 else _COST
        yield Text(en.format(n=card.cost), de.format(n=card.cost))


def op_text(content: Content, op: Op) -> Text:
    """Return what one effect does."""
    key = " ".join(filter(None, (op.op, op.who or op.scope or op.marker)))
    en, de = _ONE[key] if op.n == 1 and key in _ONE else _SENTENCES[key]
    return Text(_filled(en, op, content, "en"), _filled(de, op, content, "de"))


def _filled(sentence: str, op: Op, content: Content, language: str) -> str:
    name = _noun(op, content).to(language)
    return sentence.format(
        n=op.n,
        range=op.range,
        radius=op.radius,
        reach=op.reach,
        near=_near(op.reach).to(language),
        until=_UNTIL[op.until].to(language),
        Name=name,
        name=name.lower() if language == "en" else name,
    )


def _near(reach: int) -> Text:
    return Text("next to", "neben") if reach == 1 else Text(f"within {reach} of", f"im Umkreis {reach} von")


def _noun(op: Op, content: Content) -> Text:
    return content.markers[op.marker] if op.marker else content.figures[op.figure or "C"]
