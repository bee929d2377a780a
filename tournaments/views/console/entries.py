"""Who takes part: adding, changing, taking out and back in, the order of seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournaments import services
from tournaments.errors import NotFoundError, TournamentError
from tournaments.forms.entries import AddEntryForm, EntryForm, WithdrawForm
from tournaments.forms.office import ReasonForm
from tournaments.models import Entry, Stage
from tournaments.permissions import Capability, Right
from tournaments.selectors.boards import is_playing
from tournaments.selectors.public import entries_of
from tournaments.services.numbers import late_stage, numbers_fixed
from tournaments.views.common import Here, act, both, done, note, page, sent_by
from tournaments.views.console.desk import desk, guard, why_not


@page
def entries(here: Here) -> HttpResponse:
    """Show all entries with what can be done with each."""
    return desk(here, "entries", _context(here, AddEntryForm(here.tournament)))


def _context(here: Here, form: AddEntryForm) -> dict[str, Any]:
    drawn = here.tournament.stages.exclude(state=Stage.State.DRAFT).exists()
    allowed = here.may(Capability.REGISTER)
    late = late_stage(here.tournament) if drawn else None
    closed = drawn and late is None
    return {
        "form": form,
        "late": late,
        "late_last": late is not None and numbers_fixed(late),
        "entries": lambda: entries_of(here.tournament),
        "drawn": drawn,
        "why_add": TournamentError("already_drawn").message if closed else why_not(allowed),
        "reads_contact": here.may(Capability.CONTACT_DATA, Right.READ),
    }


@both
@sent_by(Capability.REGISTER)
@sensitive_variables("made", "links")
def add(here: Here) -> HttpResponse:
    """Enter somebody; the private link is shown once."""
    guard(here)
    form = AddEntryForm(here.tournament, here.sent)
    if not form.is_valid():
        return desk(here, "entries", _context(here, form), status=400 if form.is_bound else 200)
    given = form.cleaned_data
    try:
        made = services.entry_register(
            tournament_id=here.tournament.pk,
            by=here.actor,
            name=given["name"],
            roster=form.roster,
            rating=given["rating"],
            seed=given["seed"],
        )
    except TournamentError as refusal:
        note(form, refusal, "seed" if "seed" in refusal.code else "name")
        return desk(here, "entries", _context(here, form), status=409)
    return desk(here, "links", {"links": links_of(here, [made]), "added": made.entry})


def links_of(here: Here, made: list[services.Registered]) -> list[dict[str, str]]:
    """Return the fresh private links, to be handed out now."""
    return [
        {"entry": one.entry.name, "name": player.name, "url": private_url(here, link)}
        for one in made
        for player, link in zip(one.players, one.links, strict=True)
    ]


def private_url(here: Here, secret: str) -> str:
    """Return the address of a private link."""
    return here.request.build_absolute_uri(reverse("player-link", args=[secret]))


def entry_here(here: Here, entry_id: str) -> Entry:
    """Return an entry of this tournament. Raises NotFoundError `no_such_entry`."""
    found = here.tournament.entries.filter(pk=entry_id).first()
    if found is None:
        raise NotFoundError("no_such_entry")
    return found


@both
@sent_by(Capability.REGISTER)
def entry(here: Here, entry_id: str) -> HttpResponse:
    """Show one entry, and change its data."""
    found = entry_here(here, entry_id)
    form = EntryForm(here.sent, initial=_values(found))
    if here.request.method == "POST" and form.is_valid():
        try:
            _update(here, found, form.cleaned_data)
        except TournamentError as refusal:
            note(form, refusal, "seed" if "seed" in refusal.code else "name")
            return _show_entry(here, found, form, status=409)
        return done(here, _("Saved."), reverse("console-entry", args=[here.tournament.slug, found.pk]))
    return _show_entry(here, found, form, status=400 if form.is_bound else 200)


def _values(found: Entry) -> dict[str, Any]:
    player = found.players.first()
    email = player.email if player else ""
    return {"name": found.name, "email": email, "rating": found.rating, "seed": found.seed}


def _update(here: Here, found: Entry, given: dict[str, Any]) -> None:
    """Change what differs, so that whoever may change ratings alone is not refused because of the name."""
    before = _values(found)
    changed = {key: value for key, value in given.items() if value != before[key]}
    cleared = [key for key in ("rating", "seed") if key in changed and changed[key] is None]
    plain = {key: value for key, value in changed.items() if value is not None}
    services.entry_update(entry_id=found.pk, by=here.actor, clear=cleared, **plain)


def _show_entry(here: Here, found: Entry, form: EntryForm, *, status: int) -> HttpResponse:
    context = {
        "entry": found,
        "form": form,
        "players": list(found.players.all()),
        "runs": is_playing(found),
        "withdraw": WithdrawForm(auto_id="withdraw-%s"),
        "reason": ReasonForm(auto_id="reason-%s"),
        "reads_contact": here.may(Capability.CONTACT_DATA, Right.READ),
        "why": why_not(here.may(Capability.REGISTER)),
        "can_disqualify": here.may(Capability.REVERSE_RULING, Right.DECIDE),
    }
    return desk(here, "entry", context, status=status)


def _withdraw(here: Here, found: Entry) -> str:
    form = WithdrawForm(here.request.POST)
    chosen = form.chosen if form.is_valid() else None
    services.entry_withdraw(entry_id=found.pk, by=here.actor, running=chosen, reason=_reason(here))
    return _("%(name)s is withdrawn.")


def _disqualify(here: Here, found: Entry) -> str:
    services.entry_disqualify(entry_id=found.pk, by=here.actor, reason=_reason(here))
    return _("%(name)s is disqualified.")


def _reinstate(here: Here, found: Entry) -> str:
    services.entry_reinstate(entry_id=found.pk, by=here.actor, reason=_reason(here))
    return _("%(name)s takes part again.")


def _confirm(here: Here, found: Entry) -> str:
    services.entry_confirm(entry_id=found.pk, by=here.actor)
    return _("%(name)s takes part.")


def _check_in(here: Here, found: Entry) -> str:
    services.check_in(entry_id=found.pk, by=here.actor)
    return _("%(name)s is checked in.")


def _check_in_undo(here: Here, found: Entry) -> str:
    services.check_in_undo(entry_id=found.pk, by=here.actor)
    return _("%(name)s is not checked in any more.")


_ACTS: Final[dict[str, Callable[[Here, Entry], str]]] = {
    "withdraw": _withdraw,
    "disqualify": _disqualify,
    "reinstate": _reinstate,
    "confirm": _confirm,
    "check-in": _check_in,
    "check-in-undo": _check_in_undo,
}


def _reason(here: Here) -> str:
    return here.request.POST.get("reason", "")[:300]


@act
def entry_act(here: Here, entry_id: str, name: str) -> HttpResponse:
    """Do one of the acts that need no page of their own."""
    found = entry_here(here, entry_id)
    if name not in _ACTS:
        raise NotFoundError("no_such_entry")
    return done(here, _ACTS[name](here, found) % {"name": found.name})


@act
def seeds(here: Here) -> HttpResponse:
    """Number the seeds: in the order of a list, or by the number beside each name."""
    posted = here.request.POST
    order = posted.getlist("order") if posted.get("by") == "order" else _by_number(here)
    services.entry_seeds_set(tournament_id=here.tournament.pk, by=here.actor, order=order)
    return done(here, _("The seeds are numbered anew."))


def _by_number(here: Here) -> list[str]:
    """Return the entries in the order of the numbers typed beside them; whoever has none stands behind."""
    typed = [
        (here.request.POST.get(f"seed-{found.pk}", "").strip(), found.pk) for found in here.tournament.entries.all()
    ]
    if any(number and not (number.isascii() and number.isdigit() and len(number) < 5) for number, _pk in typed):
        raise TournamentError("bad_seeds")
    numbered = sorted((int(number), place, pk) for place, (number, pk) in enumerate(typed) if number)
    return [pk for _number, _place, pk in numbered]
