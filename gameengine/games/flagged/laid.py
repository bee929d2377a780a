"""The cards that lie beside the board of Flagged: what waits to resolve, hands, heroes, discard piles.

A card that a viewer may not see is a back whose id tells its place in the hand and nothing else. A hand that is known
shows each card once, with how many there are of it, in the order of the content: so neither the order of drawing nor
which of two equal cards is meant is of any interest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from gameengine.board.same import Same
from gameengine.board.view import Element, Tray
from gameengine.core.types import Seat, Text, Viewer
from gameengine.games.flagged.cardtext import KIND_NAMES, card_text
from gameengine.games.flagged.content import NORMAL, Card, Content, Hero
from gameengine.games.flagged.glyphs import KNOWN

_HIDDEN: Final = Text("Face-down card", "Verdeckte Karte")
_WAITING: Final = Text("Played, not resolved yet", "Ausgespielt, noch ohne Wirkung")
_OWN_HAND: Final = Text("Your hand", "Deine Hand")
_HEROES: Final = Text("Heroes", "Helden")


def trays(known: Mapping[str, Any], content: Content, viewer: Viewer) -> tuple[Tray, ...]:
    """Return the trays of a view, those first that matter most just now."""
    shared = Same(content)
    return tuple(_trays(known, shared, viewer))


def _trays(known: Mapping[str, Any], content: Same[Content], viewer: Viewer) -> Iterator[Tray]:
    if known["chain"]:
        yield _chain(content, tuple(map(_waiting_card, known["chain"])))
    seats = (0, 1) if viewer != 1 else (1, 0)
    for seat in seats:
        player = known["players"][seat]
        hand = player["hand"]
        yield _hand(content, seat, hand if isinstance(hand, str) else tuple(hand), player["hand_size"], seat == viewer)
    yield _heroes(content, tuple((player["hero"], player["ability_used"]) for player in known["players"]), seats)
    for seat in seats:
        pile = known["players"][seat]["discard"]
        if pile:
            yield _discards(content, seat, tuple(pile))


class _Waiting(NamedTuple):
    """A card that has not resolved, with the number of cards that it costs."""

    by: Seat
    card: str
    args: tuple[str, ...]
    cost: int
    negated: bool


def _waiting_card(played: Mapping[str, Any]) -> _Waiting:
    return _Waiting(played["by"], played["card"], tuple(played["args"]), played["cost_size"], played["negated"])


# A hand changes with a few actions only; several viewers look at the same piles.
@lru_cache(maxsize=1024)
def _hand(content: Same[Content], seat: Seat, hand: tuple[str, ...] | str, size: int, own: bool) -> Tray:
    """Return a hand; one that is not known is a text, the mask."""
    if isinstance(hand, str):
        items = tuple(_back(seat, place) for place in range(size))
    else:
        items = tuple(_in_hand(content, seat, card, count) for card, count in _counted(content.it, hand))
    return Tray(f"hand-{seat}", _hand_title(seat, size, own), items, seat)


def _hand_title(seat: Seat, size: int, own: bool) -> Text:
    if own:
        return Text(f"{_OWN_HAND.en} ({size})", f"{_OWN_HAND.de} ({size})")
    number = seat + 1
    return Text(f"Hand of seat {number} ({size})", f"Hand von Platz {number} ({size})")


def _counted(content: Content, cards: Sequence[str]) -> list[tuple[str, int]]:
    """Return each card with its number, in the order of the content."""
    counts = Counter(cards)
    return [(card, counts[card]) for card in content.cards if card in counts]


@lru_cache(maxsize=64)
def _back(seat: Seat, place: int) -> Element:
    return Element(f"hand-{seat}-{place}", "card", "card", 0, 0, owner=seat, face_down=True, title=_HIDDEN)


@lru_cache(maxsize=4096)
def _in_hand(content: Same[Content], seat: Seat, name: str, count: int) -> Element:
    card = content.it.cards[name]
    return _whole(content.it, card, f"hand-{seat}-{name}", _times(card.name, count), row=0)


def _whole(content: Content, card: Card, key: str, label: Text, **more: Any) -> Element:
    """Return a card with everything that stands on it."""
    kind = KIND_NAMES[card.kind]
    return Element(
        key,
        "card",
        "card",
        0,
        0,
        label=label,
        kind=_kind(content, card),
        detail=card_text(content, card),
        badge=str(card.cost) if card.cost else "",
        glyph="" if card.kind == NORMAL else card.kind,
        title=Text(f"{label.en}, {kind.en.lower()}", f"{label.de}, {kind.de}"),
        **more,
    )


def printed(content: Content, card: Card) -> Element:
    """Return a card as the rule page shows it."""
    return _whole(content, card, f"card-{card.id}", card.name)


def printed_hero(content: Content, name: str) -> Element:
    """Return a hero as the rule page shows it."""
    hero = content.heroes[name]
    return _hero_card(hero, f"card-{name}", None, hero.name)


def _kind(content: Content, card: Card) -> Text | None:
    """Return what sort of card it is; an ordinary card of no hero needs no word."""
    kind = KIND_NAMES[card.kind]
    if not card.hero:
        return None if card.kind == NORMAL else kind
    hero = content.heroes[card.hero].name
    return hero if card.kind == NORMAL else Text(f"{kind.en}, {hero.en}", f"{kind.de}, {hero.de}")


def _times(name: Text, count: int) -> Text:
    return name if count == 1 else Text(f"{name.en} × {count}", f"{name.de} × {count}")


@lru_cache(maxsize=512)
def _chain(content: Same[Content], played: tuple[_Waiting, ...]) -> Tray:
    """Return the cards that have not resolved; the last one, which resolves first, comes first."""
    items = (_waiting(content.it, place, one) for place, one in reversed(list(enumerate(played))))
    return Tray("chain", _WAITING, tuple(items))


def _waiting(content: Content, place: int, played: _Waiting) -> Element:
    card = content.cards[played.card]
    at = f" {', '.join(played.args)}" if played.args else ""
    said = [_seat(played.by)]
    if played.cost:
        said.append(Text(f"{played.cost} face-down", f"{played.cost} verdeckt"))
    if played.negated:
        said.append(Text("negated", "aufgehoben"))
    label = Text(card.name.en + at, card.name.de + at)
    item = _whole(content, card, f"chain-{place}", label, owner=played.by, marks=("fallen",) if played.negated else ())
    return replace(item, kind=Text(", ".join(part.en for part in said), ", ".join(part.de for part in said)))


def _seat(seat: Seat) -> Text:
    return Text(f"Seat {seat + 1}", f"Platz {seat + 1}")


@lru_cache(maxsize=512)
def _heroes(content: Same[Content], heroes: tuple[tuple[str, bool], ...], seats: tuple[Seat, ...]) -> Tray:
    items = tuple(_hero(content.it, seat, *heroes[seat]) for seat in seats)
    return Tray("heroes", _HEROES, items, reference=True)


def _hero(content: Content, seat: Seat, name: str, used: bool) -> Element:
    hero, who = content.heroes[name], _seat(seat)
    said = who
    if hero.ability:
        ready = Text("ability used", "Fähigkeit benutzt") if used else Text("ability ready", "Fähigkeit bereit")
        said = Text(f"{who.en}, {ready.en}", f"{who.de}, {ready.de}")
    title = Text(f"{hero.name.en}, {who.en.lower()}", f"{hero.name.de}, {who.de}")
    return replace(_hero_card(hero, f"hero-{seat}", said, title), owner=seat)


def _hero_card(hero: Hero, key: str, kind: Text | None, title: Text) -> Element:
    glyph = hero.id if hero.id in KNOWN else "hero"
    known: dict[str, Any] = {"label": hero.name, "detail": hero.text, "glyph": glyph}
    return Element(key, "card", "card", 0, 0, kind=kind, title=title, **known)


@lru_cache(maxsize=512)
def _discards(content: Same[Content], seat: Seat, pile: tuple[str, ...]) -> Tray:
    number = seat + 1
    title = Text(f"Discards of seat {number} ({len(pile)})", f"Ablage von Platz {number} ({len(pile)})")
    items = tuple(_discarded(content, seat, card, count) for card, count in _counted(content.it, pile))
    return Tray(f"discard-{seat}", title, items, seat)


@lru_cache(maxsize=4096)
def _discarded(content: Same[Content], seat: Seat, name: str, count: int) -> Element:
    card = content.it.cards[name]
    return Element(
        f"discard-{seat}-{name}",
        "card",
        "card",
        0,
        0,
        label=_times(card.name, count),
        title=card_text(content.it, card),
        glyph="" if card.kind == NORMAL else card.kind,
    )
