"""Building and keeping decks, for any game that has them. Works without a script; with one it checks at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from gameengine.core.decks import Catalogue
from gameengine.core.game import Game
from gameengine.core.types import Json
from matches import contents, deck_text, decks, services
from matches.access import principal_of_request, remember_player
from matches.deck_text import MOST_COPIES, DeckTextError
from matches.decks import GUEST, LONGEST_ID, Owner
from matches.errors import MatchError, sentence
from matches.ids import new_id
from matches.models import Deck
from matches.services.decks import LONGEST_NAME
from matches.views.games import game_entry, game_or_404
from matches.words import language

_COUNT: Final = "count-"


@dataclass(frozen=True, slots=True)
class Workshop:
    """Where decks of a game are built: on which content (`ref`), and where one came from (`next`)."""

    game: Game[Any]
    options: Mapping[str, Json]
    catalogue: Catalogue
    ref: str
    next: str

    @property
    def query(self) -> str:
        """Return what every address of this workshop ends in."""
        given = {name: value for name, value in (("content", self.ref), ("next", self.next)) if value}
        return f"?{urlencode(given)}" if given else ""

    def url(self, name: str, *args: str) -> str:
        """Return the address of a page of this workshop."""
        return reverse(name, args=[self.game.key, *args]) + self.query

    def context(self) -> dict[str, Any]:
        """Return what every page of this workshop shows."""
        named = contents.content_in(self.game, self.options)
        return {"game": game_entry(self.game), "shop": self, "content": named if self.ref else None}


def workshop(request: HttpRequest, key: str) -> Workshop:
    """Return the workshop of an address. Raises MatchError `no_decks`, `no_contents`, `no_such_content`."""
    game = game_or_404(key)
    builder = decks.with_decks(game)
    ref = request.GET.get("content", "")
    options = contents.options_on(game, ref)
    return Workshop(game, options, builder.catalogue(options), ref, _next(request))


def _next(request: HttpRequest) -> str:
    wanted = request.GET.get("next", "")
    here = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if here else ""


@require_safe
@never_cache
def deck_list(request: HttpRequest, key: str) -> HttpResponse:
    """Show the asker's decks of a game, and the ready ones to begin with."""
    shop = workshop(request, key)
    rows = decks.decks_of(principal_of_request(request), key)
    context = {"decks": [_entry(shop, row) for row in rows], "ready": ready_decks(shop.catalogue)}
    return render(request, "decks/list.html", {**shop.context(), **context})


def _entry(shop: Workshop, row: Deck) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "hero": decks.hero_name(shop.catalogue, row.deck["hero"]),
        "size": decks.size(row.deck),
        "faults": decks.faults_of(shop.game, shop.options, row.deck),
        "url": shop.url("deck", row.pk),
        "copy": shop.url("deck-copy", row.pk),
        "delete": shop.url("deck-delete", row.pk),
        "file": shop.url("deck-file", row.pk),
    }


def ready_decks(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return the ready deck of each hero in words."""
    names = {card.id: card.name.to(language()) for card in catalogue.cards}
    return [
        {
            "hero": hero.id,
            "name": hero.name.to(language()),
            "text": hero.text.to(language()),
            "size": sum(catalogue.presets[hero.id].values()),
            "cards": [(count, names[card]) for card, count in catalogue.presets[hero.id].items()],
        }
        for hero in catalogue.heroes
        if hero.id in catalogue.presets
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck_new(request: HttpRequest, key: str) -> HttpResponse:
    """Build a new deck, from nothing or from the ready deck of a hero."""
    shop = workshop(request, key)
    hero = request.GET.get("hero", "")
    known = [one.id for one in shop.catalogue.heroes]
    cards = shop.catalogue.presets.get(hero, {})
    begun = {"hero": hero if hero in known else known[0], "cards": dict(cards)}
    name = decks.hero_name(shop.catalogue, hero) if cards else ""
    return _bench(request, shop, None, name, begun)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck(request: HttpRequest, key: str, deck_id: str) -> HttpResponse:
    """Change a deck, or give it another name."""
    shop = workshop(request, key)
    row = decks.own_deck(principal_of_request(request), deck_id)
    return _bench(request, shop, row, row.name, row.deck)


def _bench(request: HttpRequest, shop: Workshop, row: Deck | None, name: str, begun: Any) -> HttpResponse:
    """Show the cards with their numbers; do what a button says, and save if it says so."""
    error = ""
    if request.method == "POST":
        name, begun = request.POST.get("name", "")[:LONGEST_NAME], _pressed(request.POST, shop.catalogue)
        if request.POST.get("act") == "save":
            try:
                return _saved(request, shop, row, name, begun)
            except MatchError as refusal:
                error = sentence(refusal.code)
    context = {
        "row": _entry(shop, row) if row else None,
        "name": name,
        "name_most": LONGEST_NAME,
        "error": error,
        "groups": decks.groups(shop.catalogue, begun["cards"]),
        "heroes": [_hero(one, begun["hero"]) for one in shop.catalogue.heroes],
        "strangers": _strangers(shop.catalogue, begun["cards"]),
        "text": deck_text.write(name or row.name, row.deck, shop.catalogue, language()) if row else "",
        **_check(shop, begun),
    }
    return render(request, "decks/deck.html", {**shop.context(), **context}, status=400 if error else 200)


def _pressed(given: QueryDict, catalogue: Catalogue) -> dict[str, Any]:
    """Return the deck that a button makes of what stands in the fields."""
    sent = _sent(given)
    if given.get("act") == "ready":
        return {**sent, "cards": dict(catalogue.presets.get(sent["hero"], {}))}
    counts: dict[str, int] = sent["cards"]
    for button, step in (("plus", 1), ("minus", -1)):
        card = given.get(button, "")
        if _COUNT + card in given:
            counts[card] = min(max(counts.get(card, 0) + step, 0), MOST_COPIES)
    return {**sent, "cards": {card: count for card, count in counts.items() if count}}


def _sent(given: QueryDict) -> dict[str, Any]:
    """Return the deck that stands in the fields."""
    hero = given.get("hero", "")[:LONGEST_ID]
    counts = {
        name.removeprefix(_COUNT): _number(str(value)) for name, value in given.items() if name.startswith(_COUNT)
    }
    return {"hero": hero, "cards": {card: count for card, count in counts.items() if count}}


def _number(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= 3
    return min(int(text), MOST_COPIES) if plain else 0


def _saved(request: HttpRequest, shop: Workshop, row: Deck | None, name: str, built: Any) -> HttpResponse:
    if row is None:
        services.deck_create(owner=_owner(request), game=shop.game.key, name=name, deck=built)
    else:
        services.deck_change(row=row, name=name, deck=built)
    messages.success(request, _("Saved."))
    return redirect(shop.next or shop.url("decks"))


def _owner(request: HttpRequest) -> Owner:
    """Return who keeps a new deck: by account or link, else by a ref that this browser's session proves."""
    known = decks.owner_of(principal_of_request(request))
    if known is not None:
        return known
    ref = f"{GUEST}{new_id()}"
    remember_player(request, ref)
    return Owner(ref=ref)


def _hero(hero: Any, chosen: str) -> dict[str, Any]:
    words = language()
    return {"id": hero.id, "name": hero.name.to(words), "text": hero.text.to(words), "chosen": hero.id == chosen}


def _strangers(catalogue: Catalogue, cards: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the cards of a deck that this content does not have."""
    known = {card.id for card in catalogue.cards}
    return [(card, count) for card, count in cards.items() if card not in known]


def _check(shop: Workshop, built: Any) -> dict[str, Any]:
    """Return what the check of a deck shows."""
    catalogue = shop.catalogue
    ultimates = {card.id for card in catalogue.cards if card.kind == "ultimate"}
    return {
        "size": decks.size(built),
        "smallest": catalogue.smallest,
        "largest": catalogue.largest,
        "ultimates": sum(count for card, count in built["cards"].items() if card in ultimates),
        "most_ultimates": catalogue.most_ultimates,
        "faults": decks.faults_of(shop.game, shop.options, built),
    }


@require_POST
def deck_check(request: HttpRequest, key: str) -> HttpResponse:
    """Return the check of what stands in the fields, as the part of the page that shows it.

    A script has done what a button says, and htmx still sends the one that was pressed last: it does not count here.
    """
    shop = workshop(request, key)
    return render(request, "decks/_check.html", _check(shop, _sent(request.POST)))


@require_POST
def deck_copy(request: HttpRequest, key: str, deck_id: str) -> HttpResponse:
    """Make a second deck like this one, and go on to it."""
    shop = workshop(request, key)
    try:
        made = services.deck_copy(row=decks.own_deck(principal_of_request(request), deck_id))
    except MatchError as refusal:
        if refusal.code != "too_many_decks":
            raise
        messages.error(request, sentence(refusal.code))
        return redirect(shop.url("decks"))
    return redirect(shop.url("deck", made.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck_delete(request: HttpRequest, key: str, deck_id: str) -> HttpResponse:
    """Ask whether to delete a deck; delete it."""
    shop = workshop(request, key)
    row = decks.own_deck(principal_of_request(request), deck_id)
    if request.method != "POST":
        return render(request, "decks/delete.html", {**shop.context(), "deck": _entry(shop, row)})
    services.deck_delete(row=row)
    messages.success(request, _("The deck “%(name)s” is deleted.") % {"name": row.name})
    return redirect(shop.url("decks"))


@require_safe
@never_cache
def deck_file(request: HttpRequest, key: str, deck_id: str) -> HttpResponse:
    """Return a deck as text."""
    shop = workshop(request, key)
    row = decks.own_deck(principal_of_request(request), deck_id)
    text = deck_text.write(row.name, row.deck, shop.catalogue, language())
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{key}-{row.pk}.txt"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def deck_import(request: HttpRequest, key: str) -> HttpResponse:
    """Take a deck from text, whatever the rules say of it, and go on to its page."""
    shop = workshop(request, key)
    text = request.POST.get("text", "")[: deck_text.MOST_BYTES]
    error = ""
    if request.method == "POST":
        try:
            name, built = deck_text.read(text, shop.catalogue)
            hero = decks.hero_name(shop.catalogue, built["hero"])
            made = services.deck_create(owner=_owner(request), game=key, name=name or hero, deck=built)
            return redirect(shop.url("deck", made.pk))
        except DeckTextError as refusal:
            error = _unread(refusal)
        except MatchError as refusal:
            error = sentence(refusal.code)
    context = {**shop.context(), "text": text, "error": error}
    return render(request, "decks/import.html", context, status=400 if error else 200)


def _unread(refusal: DeckTextError) -> str:
    if not refusal.line:
        return _("There is no line with the hero, such as “hero: …”.")
    return _("Line %(line)s is neither a hero nor a number with a card.") % {"line": refusal.line}
