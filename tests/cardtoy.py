"""A tiny game with decks and contents, so that what the host does with them is tested for no game in particular."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from gameengine.core.abilities import Problem
from gameengine.core.decks import Catalogue, DeckCard, DeckHero
from gameengine.core.errors import Refusal, RefusalText
from gameengine.core.game import Option
from gameengine.core.types import Json, Text
from gameengine.games.registry import GAMES, HOSTED
from tests.gameengine.toy import State, Toy, _text

FIRST: dict[str, Any] = {
    "cards": {
        "jump": {"en": "Jump", "de": "Sprung", "kind": "normal", "hero": "", "copies": 3, "cost": 0},
        "dig": {"en": "Dig", "de": "Graben", "kind": "normal", "hero": "", "copies": 2, "cost": 1},
        "trick": {"en": "Trick", "de": "Trick", "kind": "normal", "hero": "fox", "copies": 2, "cost": 0},
        "stare": {"en": "Stare", "de": "Blick", "kind": "normal", "hero": "owl", "copies": 2, "cost": 0},
        "storm": {"en": "Storm", "de": "Sturm", "kind": "ultimate", "hero": "", "copies": 1, "cost": 2},
        "flood": {"en": "Flood", "de": "Flut", "kind": "ultimate", "hero": "", "copies": 1, "cost": 2},
    },
    "heroes": {"fox": {"en": "Fox", "de": "Fuchs"}, "owl": {"en": "Owl", "de": "Eule"}},
    "presets": {"fox": {"jump": 2, "trick": 2}, "owl": {"jump": 3, "stare": 1}},
    "size": [4, 6],
    "ultimates": 1,
}
SECOND: dict[str, Any] = {
    **FIRST,
    "size": [5, 5],
    "presets": {"fox": {"jump": 3, "trick": 2}, "owl": {"jump": 3, "dig": 2}},
}
GOOD_DECK = {"hero": "fox", "cards": {"jump": 3, "storm": 1, "trick": 1}}
BAD_DECK = {"hero": "fox", "cards": {"jump": 4, "stare": 1, "storm": 1, "flood": 1}}


class _Bot:
    def choose(self, view: Any, seat: int, actions: Sequence[str], random: Any, *, budget_ms: int) -> str:
        return actions[0]


def _squares(value: Json) -> Json:
    if not isinstance(value, list) or not all(isinstance(one, str) and one in ("A1", "B2", "C3") for one in value):
        raise Refusal("BAD_OPTION", f"terrain: {value}")
    return value


class CardToy(Toy):
    """Toy whose seats bring decks; the cards of a deck do nothing."""

    key = "cardtoy"
    name = summary = Text("Card toy", "Kartenspielzeug")
    max_seats = 2
    contents: Mapping[str, Any] = {"cardtoy-1": FIRST, "cardtoy-2": SECOND}
    bots: Mapping[str, Any] = {level: _Bot() for level in ("beginner", "normal", "expert")}
    refusals = {
        **Toy.refusals,
        **{
            code: RefusalText(Text(en, de), "3")
            for code, en, de in (
                ("UNKNOWN_HERO", "There is no such hero.", "Diesen Helden gibt es nicht."),
                ("UNKNOWN_CARD", "There is no such card.", "Diese Karte gibt es nicht."),
                ("DECK_SIZE", "This is not the right number of cards.", "Das ist nicht die richtige Zahl von Karten."),
                ("DECK_COPIES", "A card is there too often.", "Eine Karte ist zu oft dabei."),
                ("DECK_ULTIMATES", "There are too many ultimates.", "Es sind zu viele ultimative Karten."),
                ("DECK_CLASS", "A card belongs to another hero.", "Eine Karte gehört einem anderen Helden."),
            )
        },
    }

    def __init__(self) -> None:
        levels = (("fixed", _text("fixed")), ("ready", _text("ready")), ("built", _text("built")))
        self.options = (
            *Toy.options,
            Option("content", "cardtoy-1", Text("Cards", "Karten"), check=self._content),
            Option("heroes", ["fox", "owl"], Text("Heroes", "Helden"), check=self._heroes),
            Option("deck_choice", "built", Text("Decks", "Decks"), choices=levels),
            Option("terrain", [], Text("Pillars", "Säulen"), check=_squares),
        )

    def start(self, options: Any, seats: int, secrets: Sequence[Any] = ()) -> State:
        for secret in secrets:
            if secret is not None:
                self.check_deck(options, secret)
        return super().start(options, seats)

    def _content(self, value: Json) -> Json:
        known = isinstance(value, str) and value in self.contents
        if not known and (not isinstance(value, Mapping) or self.check_content(value)):
            raise Refusal("BAD_OPTION", "content")
        return value

    @staticmethod
    def _heroes(value: Json) -> Json:
        if not isinstance(value, list) or len(value) != 2 or not all(isinstance(one, str) for one in value):
            raise Refusal("BAD_OPTION", f"heroes: {value}")
        return value

    def check_options(self, options: Any) -> None:
        for hero in options["heroes"]:
            if hero not in self._data(options)["heroes"]:
                raise Refusal("BAD_OPTION", f"heroes: {hero}")

    def _data(self, options: Any) -> Any:
        value = options["content"]
        return self.contents[value] if isinstance(value, str) else value

    def catalogue(self, options: Any) -> Catalogue:
        data = self._data(options)
        return Catalogue(
            tuple(DeckHero(key, _named(hero), _text(f"About {key}.")) for key, hero in data["heroes"].items()),
            tuple(_card(key, card) for key, card in data["cards"].items()),
            data["presets"],
            *data["size"],
            data["ultimates"],
        )

    def deck_problems(self, options: Any, deck: Any) -> tuple[Refusal, ...]:
        data = self._data(options)
        if deck["hero"] not in data["heroes"]:
            return (Refusal("UNKNOWN_HERO", deck["hero"]),)
        return tuple(self._problems(data, deck["hero"], deck.get("cards") or data["presets"][deck["hero"]]))

    @staticmethod
    def _problems(data: Any, hero: str, cards: Mapping[str, int]) -> Iterator[Refusal]:
        yield from (Refusal("UNKNOWN_CARD", card) for card in cards if card not in data["cards"])
        if not data["size"][0] <= sum(cards.values()) <= data["size"][1]:
            yield Refusal("DECK_SIZE", str(sum(cards.values())))
        known = {card: (data["cards"][card], count) for card, count in cards.items() if card in data["cards"]}
        yield from (Refusal("DECK_COPIES", key) for key, (card, count) in known.items() if count > card["copies"])
        ultimates = sum(count for card, count in known.values() if card["kind"] == "ultimate")
        if ultimates > data["ultimates"]:
            yield Refusal("DECK_ULTIMATES", str(ultimates))
        yield from (Refusal("DECK_CLASS", key) for key, (card, _) in known.items() if card["hero"] not in ("", hero))

    def check_deck(self, options: Any, deck: Any) -> dict[str, Any]:
        for refusal in self.deck_problems(options, deck):
            raise refusal
        cards = deck.get("cards", self._data(options)["presets"][deck["hero"]])
        return {"hero": deck["hero"], "cards": dict(sorted(cards.items()))}

    def check_content(self, data: Any) -> tuple[Problem, ...]:
        if not isinstance(data, Mapping):
            return (Problem("-", "WRONG_TYPE", _text("A table belongs here.")),)
        missing = [Problem(key, "MISSING", Text("This is missing.", "Das fehlt.")) for key in FIRST if key not in data]
        unknown = [Problem(key, "UNKNOWN_KEY", _text("This is not known here.")) for key in data if key not in FIRST]
        return (*missing, *unknown)


def _named(thing: Any) -> Text:
    return Text(thing["en"], thing["de"])


def _card(key: str, card: Any) -> DeckCard:
    kind, hero, most, cost = card["kind"], card["hero"], card["copies"], card["cost"]
    return DeckCard(key, _named(card), _text(f"What {key} does."), kind, _text(kind), hero, most, cost)


@contextmanager
def hosted(game: Any | None = None) -> Iterator[Any]:
    """Let the registry host the toy, too, as long as the block lasts."""
    toy = game or CardToy()
    lists = [games for shown in (GAMES, HOSTED) for games in gc.get_referents(shown)]
    for games in lists:
        games[toy.key] = toy
    try:
        yield toy
    finally:
        for games in lists:
            del games[toy.key]
