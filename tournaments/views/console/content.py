"""The content of a tournament's game: choosing one, and uploading an own one with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from gameengine.games.registry import GAMES
from matches import contents
from matches.content_text import MOST_BYTES
from matches.contents import ContentRefusedError, Fault, Named
from matches.errors import MatchError
from matches.models import ContentFile
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.forms.contents import ContentForm
from tournaments.permissions import Capability, Right
from tournaments.seating import options_of
from tournaments.views.common import Here, both, done, sent_by, words_of
from tournaments.views.console.desk import desk, guard, why_not
from tournaments.views.console.settings import game_locked

_SHOWN = 50


@both
@sent_by(Capability.SETTINGS)
def content(here: Here) -> HttpResponse:
    """Show on what the tournament is played; choose another content, or upload one."""
    guard(here)
    here.require(Capability.SETTINGS, Right.READ)
    contents.with_contents(GAMES[here.tournament.game])
    uploads = here.request.POST.get("which") == "upload"
    form = ContentForm(here.sent if uploads else None, here.request.FILES if uploads else None)
    if here.request.method != "POST":
        return _page(here, form)
    try:
        if not uploads:
            ref = here.request.POST.get("ref", "")
            services.tournament_content_set(tournament_id=here.tournament.pk, by=here.actor, ref=ref)
            return done(here, _("Saved."), _url(here))
        if not form.is_valid():
            return _page(here, form, status=400)
        stored = _upload(here, form)
    except ContentRefusedError as refusal:
        return _page(here, form, faults=refusal.faults, status=400)
    except NotAllowedError:
        raise
    except (TournamentError, MatchError) as refusal:
        return _page(here, form, error=words_of(refusal), status=409)
    return done(here, _("The tournament is played on “%(name)s” now.") % {"name": stored.name}, _url(here))


def _upload(here: Here, form: ContentForm) -> ContentFile:
    file = form.cleaned_data["file"]
    return services.tournament_content_upload(
        tournament_id=here.tournament.pk,
        by=here.actor,
        name=form.cleaned_data["name"] or file.name.rsplit(".", 1)[0],
        # One byte more than is allowed tells that the file is too large.
        text=file.read(MOST_BYTES + 1),
    )


def _url(here: Here) -> str:
    return reverse("console-content", args=[here.tournament.slug])


def _page(
    here: Here, form: ContentForm, *, faults: Sequence[Fault] = (), error: str = "", status: int = 200
) -> HttpResponse:
    game = GAMES[here.tournament.game]
    current = contents.content_in(game, options_of(here.tournament))
    context: dict[str, Any] = {
        "current": current,
        "offered": _offered(here, current),
        "built_in": contents.built_in(game),
        "form": form,
        "faults": faults,
        "error": error,
        "locked": game_locked(here),
        "why": why_not(here.may(Capability.SETTINGS)),
        "most_kib": MOST_BYTES // 1024,
    }
    return desk(here, "content", context, status=status)


def _offered(here: Here, current: Named | None) -> list[dict[str, Any]]:
    """Return what can be chosen: built-in contents, what the asker has uploaded, and the one that is chosen."""
    game = GAMES[here.tournament.game]
    own = ContentFile.objects.filter(game=game.key, uploaded_by=here.actor.user_id, uploaded_by__isnull=False)[:_SHOWN]
    found = {named.ref: named for named in contents.built_in(game)}
    found |= {row.hash: Named(row.hash, row.name, False, row.data) for row in own}
    if current is not None:
        found.setdefault(current.ref, current)
    return [{"named": named, "chosen": current is not None and named.ref == current.ref} for named in found.values()]
