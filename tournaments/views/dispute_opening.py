"""Opening a dispute: what the address names, and the form for it."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from matches.models import Match
from tournaments import services
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.forms.disputes import DisputeForm
from tournaments.models import Dispute, Entry, Pairing
from tournaments.pages.disputes import move_text, place
from tournaments.services.disputed import Disputed, entry_in, game_in, may_open, pairing_in
from tournaments.views.common import Here, both, done, note, show

_KINDS: Final = {
    Dispute.About.ACTION: pgettext_lazy("dispute about", "A move"),
    Dispute.About.CLOCK: pgettext_lazy("dispute about", "The clock"),
    Dispute.About.RESULT: pgettext_lazy("dispute about", "The result"),
    Dispute.About.PAIRING: pgettext_lazy("dispute about", "The pairing"),
    Dispute.About.PERSON: pgettext_lazy("dispute about", "A person"),
}


@both
def dispute_new(here: Here) -> HttpResponse:
    """Open a dispute about what the address names; without that, let a player choose one of the own boards."""
    asked = _Asked(here)
    if asked.pairing is None and asked.entry is None:
        return show(here, "tournaments/dispute_new.html", {"boards": _own_boards(here)})
    if not may_open(here.actor, tournament=here.tournament, pairing=asked.pairing, entry=asked.entry):
        if here.tournament.state == "finished":
            messages.error(here.request, TournamentError("tournament_finished").message)
            return redirect("disputes", here.tournament.slug)
        raise NotAllowedError
    form = asked.form(here.sent)
    if here.sent is not None and form.is_valid():
        try:
            dispute = asked.opened(form)
        except NotFoundError:
            raise
        except TournamentError as refusal:
            note(form, refusal)
        else:
            return done(
                here,
                _("The dispute is open. The arbiters have been told."),
                reverse("dispute", args=[here.tournament.slug, dispute.pk]),
            )
    status = 400 if form.errors else 200
    return show(here, "tournaments/dispute_new.html", {"form": form, **asked.context()}, status=status)


class _Asked:
    """What the address of a new dispute names. Raises NotFoundError for what is not in this tournament."""

    def __init__(self, here: Here) -> None:
        # The address names it; who sends a form without one names the board in it.
        given = here.request.GET or here.request.POST
        self.here = here
        match_id, pairing_id, entry_id = (given.get(name, "") for name in ("match", "pairing", "entry"))
        self.game = game_in(here.tournament, match_id) if match_id else None
        self.pairing = (
            self.game.pairing if self.game else pairing_in(here.tournament, pairing_id) if pairing_id else None
        )
        self.entry = entry_in(here.tournament, entry_id) if entry_id else None
        self.ply = _number(given.get("ply", ""))
        self.kinds = self._kinds()
        about = given.get("about", "")
        self.about = about if about in self.kinds else self.kinds[0] if self.kinds else ""

    def _kinds(self) -> list[Any]:
        """Return what can be disputed about it, the likeliest first."""
        if self.entry is not None:
            return [Dispute.About.PERSON]
        if self.pairing is None:
            return []
        match, decided = self.game and self.game.match, self.pairing.state == Pairing.State.DECIDED
        kinds = [Dispute.About.ACTION] if match and match.ply else []
        kinds += [Dispute.About.CLOCK] if match and match.status != Match.Status.WAITING else []
        kinds += [Dispute.About.RESULT] if decided or (match and match.status == Match.Status.OVER) else []
        return [*kinds, Dispute.About.PAIRING, Dispute.About.PERSON]

    @property
    def _others(self) -> list[Entry]:
        """Return who can be disputed: those at the board, without oneself."""
        if self.entry is not None or self.pairing is None:
            return [self.entry] if self.entry else []
        return [one for one in self.pairing.entries if one is not None and one.pk not in self.here.actor.entries]

    def form(self, data: Any) -> DisputeForm:
        """Return the form."""
        match = self.game.match if self.game else None
        last = match.ply if match else 0
        initial = {"ply": self.ply if self.ply and 1 <= self.ply <= last else last or None}
        if self.about == Dispute.About.CLOCK and not self.ply:
            initial = {}
        return DisputeForm(self.about, data, last_ply=last, entries=self._others, initial=initial)

    def opened(self, form: DisputeForm) -> Dispute:
        """Open the dispute that the form describes."""
        others = self._others
        person = form.cleaned_data.get("entry") or (others[0].pk if others else "")
        in_match = self.game is not None and self.about != Dispute.About.PAIRING
        thing = Disputed(
            about=self.about,
            match_id=self.game.match_id if self.game and in_match else "",
            pairing_id=self.pairing.pk if self.pairing and not in_match else "",
            entry_id=person if self.about == Dispute.About.PERSON else "",
            ply=form.cleaned_data.get("ply"),
        )
        given = {key: form.cleaned_data[key] for key in ("reason", "text")}
        return services.dispute_open(tournament_id=self.here.tournament.pk, by=self.here.actor, thing=thing, **given)

    def context(self) -> dict[str, Any]:
        """Return what the page tells beside the form."""
        tournament, match = self.here.tournament, self.game.match if self.game else None
        query = self.here.request.GET.copy()
        kinds = []
        for kind in self.kinds:
            query["about"] = kind
            kinds.append({"name": _KINDS[kind], "query": query.urlencode(), "current": kind == self.about})
        claim = round(tournament.claim_ms / 60_000)
        return {
            "kinds": kinds,
            "match": match,
            "move": move_text(match, self.ply) if match and self.about == Dispute.About.ACTION and self.ply else "",
            "ply": self.ply,
            "entry": self.entry,
            "where": place(self.pairing),
            "pauses": tournament.dispute_pauses and match is not None and match.status != Match.Status.OVER,
            "claim_minutes": claim,
        }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None


def _own_boards(here: Here) -> list[dict[str, Any]]:
    """Return the boards at which whoever looks has played or plays, the last first, with the addresses to dispute."""
    own = here.actor.entries
    boards = Pairing.objects.filter(Q(entry_0__in=own) | Q(entry_1__in=own), stage__tournament=here.tournament)
    rows = boards.select_related("round__stage", "entry_0", "entry_1").prefetch_related("games")
    found = []
    for row in rows.order_by("-round__stage__number", "-round__number"):
        if not row.round.public or not all(row.entries):
            continue
        game = row.games.last()
        query = f"match={game.match_id}" if game else f"pairing={row.pk}"
        found.append({"where": place(row), "query": query})
    return found
