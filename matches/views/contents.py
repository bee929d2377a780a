"""The cards of a game, or whatever else its content has: to read, and as a file to begin an own one with."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from gameengine.core.abilities import HasDecks
from gameengine.core.game import Game
from gameengine.core.types import JsonObject
from matches import contents, decks
from matches.contents import Named
from matches.views.decks import ready_decks
from matches.views.games import game_entry, game_or_404


@require_safe
def game_cards(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a content has: the usual one, or that of a name or hash (`?content=`)."""
    game = game_or_404(key)
    options = contents.options_on(game, request.GET.get("content", ""))
    return render(request, "decks/cards.html", {"game": game_entry(game), **shown_content(game, options)})


def shown_content(game: Game[Any], options: JsonObject) -> dict[str, Any]:
    """Return what a page shows of the content that options stand on; cards and heroes where the game has decks."""
    named = contents.content_in(game, options)
    if not isinstance(game, HasDecks):
        text = contents.as_text(named, game.key) if named else ""
        return {"content": named, "groups": [], "ready": [], "text": text}
    catalogue = game.catalogue(options)
    return {
        "content": named,
        "groups": decks.groups(catalogue, {}),
        "ready": ready_decks(catalogue),
        "smallest": catalogue.smallest,
        "largest": catalogue.largest,
        "most_ultimates": catalogue.most_ultimates,
        "text": "",
    }


@require_safe
def content_file(_request: HttpRequest, key: str, ref: str) -> HttpResponse:
    """Return a content as a file."""
    game = game_or_404(key)
    return file_of(contents.content_named(game, ref), key)


def file_of(named: Named, key: str) -> HttpResponse:
    """Return a content as a file to keep."""
    response = HttpResponse(contents.as_text(named, key), content_type="application/yaml; charset=utf-8")
    name = slugify(named.name) or key
    response["Content-Disposition"] = f'attachment; filename="{name}.yaml"'
    return response
