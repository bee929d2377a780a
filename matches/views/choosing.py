"""Choosing the deck for a match that waits. Nobody else learns of it before the match begins."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameengine.core.game import Game
from gameengine.core.types import JsonObject
from gameengine.table.decks import deck_choice
from matches import choosing, contents, store
from matches.access import principal_of_request
from matches.asking import asked
from matches.bringing import bring, own_deck, why_fixed
from matches.choosing import Choice
from matches.decks import with_decks
from matches.errors import MatchError, sentence
from matches.sides import sides_of, versus
from matches.viewing import faces


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def match_deck(request: HttpRequest, match_id: str) -> HttpResponse:
    """Choose the deck of the own seat, until that seat is ready."""
    found = asked(request, match_id)
    table, _seat = store.load(match_id).table, found.own_seat
    with_decks(table.game)
    code = why_fixed(found)
    fixed = sentence(code) if code else ""
    current = None if fixed else own_deck(found)
    offered = choosing.choices(principal_of_request(request), table.game, table.options, current)
    error = fixed
    if request.method == "POST" and not fixed:
        try:
            bring(found, choosing.taken(offered, request.POST.get("deck", "")))
        except MatchError as refusal:
            error = sentence(refusal.code, found.match.game)
        else:
            messages.success(request, _("Your deck is chosen. You can change it until you are marked as ready."))
            return redirect("match", match_id)
    context = {
        "match": found.match,
        "versus": versus(sides_of(found.match, faces(found.match))),
        "fixed": fixed,
        "error": error if request.method == "POST" else "",
        "back": reverse("match", args=[match_id]),
        **choice_context(table.game, table.options, offered, request.path),
    }
    return render(request, "decks/match.html", context, status=409 if context["error"] else 200)


def choice_context(game: Game[Any], options: JsonObject, offered: list[Choice], here: str) -> dict[str, Any]:
    """Return what the choice of a deck shows; `here` is where one comes back to from the bench."""
    named = contents.content_in(game, options)
    query = urlencode({**({"content": named.ref} if named else {}), "next": here})
    return {
        "ready": [one for one in offered if one.ready],
        "kept": [one for one in offered if not one.ready],
        "policy": deck_choice(options),
        "none_chosen": not any(one.chosen for one in offered),
        "build_url": f"{reverse('deck-new', args=[game.key])}?{query}",
        "decks_url": f"{reverse('decks', args=[game.key])}?{query}",
    }
