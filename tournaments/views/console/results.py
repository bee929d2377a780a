"""One board at the desk: its matches, its result, what a correction would change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import NotFoundError, TournamentError
from tournaments.formats.registry import format_of
from tournaments.forms.office import PostponeForm, ResultForm
from tournaments.impartial import OWN, why_partial
from tournaments.models import Pairing, PendingRuling, Result, Round, Stage
from tournaments.pages import pairings, words
from tournaments.pages.venues import venue_of
from tournaments.permissions import Capability, Right
from tournaments.selectors.pairings import stage_pairings
from tournaments.services import Effects
from tournaments.services.corrections import needs_second
from tournaments.views.common import Here, act, both, done, note, sent_by
from tournaments.views.console.desk import desk, reason_in, why_not
from tournaments.views.console.second import waiting_here


@both
@sent_by(Capability.REPORT_RESULT)
def board(here: Here, pairing_id: str) -> HttpResponse:
    """Show a board; set its result, or show what a correction changes, and correct it."""
    pairing = pairing_here(here, pairing_id)
    form = ResultForm(pairing, here.sent, initial=_initial(pairing))
    if here.request.method != "POST":
        return _show(here, pairing, form)
    if not form.is_valid():
        return _show(here, pairing, form, status=400)
    if _asks_first(here.request, pairing):
        return _show(here, pairing, form, effects=_effects(pairing, form))
    try:
        written = _write(here, pairing, form)
    except TournamentError as refusal:
        note(form, refusal, "reason" if refusal.code == "reason_missing" else None)
        return _show(here, pairing, form, effects=refusal.data.get("effects"), status=409)
    return done(here, _said(written, _("The result is written.")), _address(here, pairing))


@act
def void(here: Here, pairing_id: str, number: int) -> HttpResponse:
    """Annul a finished match of a board; it is played again."""
    done_now = services.void_submit(
        pairing_id=pairing_here(here, pairing_id).pk,
        number=number,
        by=here.actor,
        reason=reason_in(here),
    )
    return done(here, _said(done_now, _("The match does not count; it is played again.")))


@act
@sent_by(Capability.PUBLISH)
def postpone(here: Here, pairing_id: str) -> HttpResponse:
    """Let a board be played later."""
    pairing, form = pairing_here(here, pairing_id), PostponeForm(here.request.POST)
    if not form.is_valid():
        raise TournamentError("bad_value", form.fields[next(iter(form.errors))].label)
    services.pairing_postpone(
        pairing_id=pairing.pk,
        by=here.actor,
        reason=form.cleaned_data["reason"],
        until_ms=form.until_ms(here.tournament.zone),
    )
    return done(here, _("The board is postponed; the others play on without it."), _address(here, pairing))


@act
def resume(here: Here, pairing_id: str) -> HttpResponse:
    """Let a postponed board be played."""
    pairing = pairing_here(here, pairing_id)
    services.pairing_resume(pairing_id=pairing.pk, by=here.actor)
    return done(here, _("The board is to be played now."), _address(here, pairing))


@act
def undo(here: Here, pairing_id: str) -> HttpResponse:
    """Take the last correction of a board back."""
    pairing = pairing_here(here, pairing_id)
    done_now = services.undo_submit(pairing_id=pairing.pk, by=here.actor, reason=reason_in(here))
    return done(here, _said(done_now, _("The correction is taken back.")), _address(here, pairing))


def _said(done_now: object, sentence: str) -> str:
    """Return what to say: that it is done, or that it waits for a second arbiter."""
    if isinstance(done_now, PendingRuling):
        return _("Nothing has changed yet: a second arbiter must confirm it.")
    return sentence


def _address(here: Here, pairing: Pairing) -> str:
    return reverse("console-board", args=[here.tournament.slug, pairing.pk])


def pairing_here(here: Here, pairing_id: str) -> Pairing:
    """Return a board of this tournament. Raises NotFoundError `no_such_pairing`."""
    boards = Pairing.objects.select_related("stage__tournament", "round__stage", "entry_0", "entry_1", "result")
    found = boards.filter(pk=pairing_id, stage__tournament=here.tournament).first()
    if found is None:
        raise NotFoundError("no_such_pairing")
    return found


def _initial(pairing: Pairing) -> dict[str, Any]:
    """Return the result as it stands."""
    result = pairings.result_of(pairing)
    if result is None:
        return {}
    side = "" if result.winner is None else result.winner
    # What a match has decided is corrected by a decision of an arbiter.
    played = result.kind == Result.Kind.PLAYED and pairing.stage.tournament.hosted
    kind = Result.Kind.ADJUDICATED if played else result.kind
    return {"outcome": f"{kind}:{side}"}


def _asks_first(request: HttpRequest, pairing: Pairing) -> bool:
    """Tell whether the effects of a correction must be shown before it is done."""
    return pairings.result_of(pairing) is not None and "confirmed" not in request.POST


def _effects(pairing: Pairing, form: ResultForm) -> Effects:
    """Return what a correction changes in later rounds."""
    _kind, winner, _points = form.result
    if form.record_alone:
        return Effects()
    return services.result_effects(pairing_id=pairing.pk, winner=winner)


def _write(here: Here, pairing: Pairing, form: ResultForm) -> Result | PendingRuling:
    kind, winner, points = form.result
    given: dict[str, Any] = {
        "pairing_id": pairing.pk,
        "by": here.actor,
        "kind": kind,
        "winner": winner,
        "half_points": points,
        "reason": form.cleaned_data["reason"],
    }
    if pairings.result_of(pairing) is None:
        return services.result_set(**given)
    return services.correction_submit(**given, record_only=form.record_alone)


def _show(
    here: Here, pairing: Pairing, form: ResultForm, *, effects: Effects | None = None, status: int = 200
) -> HttpResponse:
    by_round = format_of(pairing.stage.format).pairer is not None
    sheet = stage_pairings(pairing.stage, drafts=True)
    stored = next(one for one in sheet.pairings_of(pairing.round) if one.pk == pairing.pk)
    context = {
        "pairing": pairing,
        "row": pairings.row(stored, sheet, here.actor.entries),
        "round_name": words.round_name(pairing.round),
        "games": list(stored.games.all()),
        "result": pairings.result_of(stored),
        "revisions": list(pairing.revisions.select_related("by_user")),
        "form": form,
        "effects": effects,
        "why": _why_not(here, pairing),
        "by_round": by_round,
        "paired_through": _paired_through(pairing) if by_round else 0,
        "can_undo": pairing.revisions.filter(undone=False, undoes=None).exists(),
        "postpone": PostponeForm(auto_id="postpone-%s"),
        "can_postpone": _can_postpone(pairing),
        "why_publish": why_not(here.may(Capability.PUBLISH)),
        "can_void": here.may(Capability.RULE, Right.DECIDE),
        "waiting": [one for one in waiting_here(here) if one.pending.pairing_id == pairing.pk],
        "needs_second": needs_second(stored),
        "venue": venue_of(pairing, here.tournament),
        "why_venue": why_not(here.may(Capability.PAIR)),
    }
    return desk(here, "board", context, status=status)


def _paired_through(pairing: Pairing) -> int:
    """Return the last public round after that of the board, 0 if there is none: it stays as it was paired."""
    later = pairing.stage.rounds.filter(number__gt=pairing.round.number).exclude(state=Round.State.DRAFT)
    return max(later.values_list("number", flat=True), default=0)


def _can_postpone(pairing: Pairing) -> bool:
    """Tell whether a board can be put off, or is."""
    seated = None not in (pairing.entry_0_id, pairing.entry_1_id)
    return seated and pairing.state != Pairing.State.DECIDED and pairing.round.state != Round.State.DRAFT


def _why_not(here: Here, pairing: Pairing) -> str:
    """Return why no result can be written here, if that is so."""
    refused = TournamentError
    # Whoever may write results may do so for rivals; what stands is changed by those alone who have no part in it.
    partial = why_partial(here.actor, pairing)
    if partial == OWN or (partial and pairings.result_of(pairing) is not None):
        return refused(partial).message
    if None in (pairing.entry_0_id, pairing.entry_1_id):
        return refused("seats_open").message
    if pairing.round.state == Round.State.DRAFT:
        return refused("round_not_published").message
    if pairing.stage.state == Stage.State.DRAFT:
        return refused("not_drawn").message
    if pairing.games.filter(end="").exists():
        return refused("match_running").message
    older = pairing.round.state == Round.State.CLOSED
    needed = Capability.CORRECT_OLDER if older else Capability.CORRECT_CURRENT
    allowed = here.may(needed, Right.DECIDE) or (
        pairings.result_of(pairing) is None and here.may(Capability.REPORT_RESULT)
    )
    return "" if allowed else refused("not_allowed").message
