"""Lists of entries: read from a file with a preview, and private links to hand out."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_variables

from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.forms.entries import ImportForm
from tournaments.models import EntryImport, Player
from tournaments.pages import words
from tournaments.permissions import Capability
from tournaments.sheets import MOST_BYTES
from tournaments.views.common import Here, act, both, done, note, sent_by
from tournaments.views.console.desk import desk, guard
from tournaments.views.console.entries import links_of, private_url


@both
@sent_by(Capability.REGISTER)
def upload(here: Here) -> HttpResponse:
    """Take a file, and go on to its preview; nothing is entered yet."""
    guard(here)
    form = ImportForm(here.sent, here.request.FILES or None)
    if here.request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            draft = services.entry_import_preview(
                tournament_id=here.tournament.pk,
                by=here.actor,
                file_name=file.name,
                # One byte more than is allowed tells that the file is too large.
                content=file.read(MOST_BYTES + 1),
            )
        except TournamentError as refusal:
            note(form, refusal, "file")
        else:
            return redirect("console-import", here.tournament.slug, draft.pk)
    return desk(here, "upload", {"form": form}, status=400 if form.errors else 200)


@both
@sensitive_variables("made")
def preview(here: Here, import_id: str) -> HttpResponse:
    """Show every row and every problem; enter them on consent, all or nobody."""
    guard(here)
    draft = EntryImport.objects.filter(pk=import_id, tournament=here.tournament, accepted_at_ms=None).first()
    if draft is None:
        raise NotFoundError("no_such_import")
    if here.request.method == "POST":
        try:
            made = services.entry_import_accept(
                import_id=draft.pk, by=here.actor, leave_out_problems="leave_out" in here.request.POST
            )
        except NotAllowedError:
            raise
        except TournamentError as refusal:
            return _show_preview(here, draft, refusal)
        return desk(here, "links", {"links": links_of(here, list(made)), "count": len(made)})
    return _show_preview(here, draft)


def _show_preview(here: Here, draft: EntryImport, refusal: TournamentError | None = None) -> HttpResponse:
    problems: dict[int, list[dict[str, str]]] = {}
    for problem in services.problems_of(draft):
        problems.setdefault(problem.line, []).append({"column": problem.column, "message": problem.message})
    rows = [{**row, "problems": problems.get(row["line"], [])} for row in draft.rows]
    context: dict[str, Any] = {
        "draft": draft,
        "rows": sorted(rows, key=lambda row: (not row["problems"], row["line"])),
        "bad": len(problems),
        "good": len(rows) - len(problems),
        "refusal": refusal,
        "refused_line": refusal.data.get("line") if refusal else None,
    }
    return desk(here, "preview", context, status=409 if refusal else 200)


@both
def links(here: Here) -> HttpResponse:
    """Make new private links for the chosen entries, and show them once, ready to hand out."""
    guard(here)
    here.require(Capability.REGISTER)
    players = _players(here)
    if here.request.method != "POST":
        return desk(here, "make_links", {"players": players})
    chosen = [player for player in players if player.pk in here.request.POST.getlist("player")]
    return desk(here, "links", {"links": [_fresh(here, player) for player in chosen], "again": True})


def _players(here: Here) -> list[Player]:
    """Return the people who may need a link, by name of their entry."""
    people = Player.objects.filter(entry__tournament=here.tournament, bot_level="").select_related("entry")
    return list(people.exclude(entry__status="disqualified").order_by("entry__name", "order"))


@sensitive_variables("secret")
def _fresh(here: Here, player: Player) -> dict[str, str]:
    """Return a new link; the one before is worthless from now on."""
    secret = services.player_link_rotate(player_id=player.pk, by=here.actor)
    return {"entry": player.entry.name, "name": player.name, "url": private_url(here, secret)}


@act
def mail(here: Here) -> HttpResponse:
    """Have a new link mailed to every chosen player who has an address."""
    here.require(Capability.REGISTER)
    wanted = here.request.POST.getlist("player")
    chosen = [player.entry_id for player in _players(here) if player.pk in wanted]
    sent = services.player_links_send(
        tournament_id=here.tournament.pk,
        by=here.actor,
        base_url=here.request.build_absolute_uri("/").rstrip("/"),
        language=words.language(),
        entry_ids=chosen,
    )
    said = ngettext("%(n)s link is on its way by mail.", "%(n)s links are on their way by mail.", sent) % {"n": sent}
    return done(here, said, reverse("console-entries", args=[here.tournament.slug]))


@act
def revoke(here: Here, player_id: str) -> HttpResponse:
    """Make a player's link worthless."""
    player = Player.objects.filter(pk=player_id, entry__tournament=here.tournament).select_related("entry").first()
    if player is None:
        raise NotFoundError("no_such_entry")
    services.player_link_revoke(player_id=player.pk, by=here.actor)
    return redirect("console-entry", here.tournament.slug, player.entry_id)
