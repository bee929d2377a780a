"""The arbiter's part of a match page: each ruling is a form with a reason, and the calls of this match."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches import now, services, words
from matches.asking import Asked, ruling
from matches.errors import MatchError
from matches.models import Call, Match
from matches.picture import Face, MatchPicture
from matches.rows import Ack
from matches.viewing import match_view
from matches.views.common import status_of
from matches.views.effect import shown_preview

LONGEST_REASON: Final = 300
_MOST_SECONDS: Final = 24 * 3600
_MOST_MINUTES: Final = 7 * 24 * 60
_MOST_DIGITS: Final = 7


_DISPUTE: Final = gettext_lazy("A dispute is being looked into.")
_TROUBLE: Final = gettext_lazy("Technical trouble that the player did not cause.")
_CONDUCT: Final = gettext_lazy("Unsporting conduct.")
_WRONG_MOVE: Final = gettext_lazy("The service showed something wrong.")
_MISTAKEN: Final = gettext_lazy("The ruling was mistaken.")


class RulingForm(forms.Form):
    """A ruling: what is done, to whom, and why. The reason is read by both players."""

    act: Any = ""
    title: Any = ""
    button: Any = ""
    reasons: tuple[Any, ...] = ()
    """Frequent reasons, offered while one is typed."""
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON)

    def __init__(self, picture: MatchPicture, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{self.act}-%s")
        super().__init__(*args, **kwargs)
        self.fields["reason"].widget.attrs |= {
            "autocomplete": "off",
            **({"list": self.list_id} if self.reasons else {}),
        }
        self.set_seats(picture)

    @property
    def list_id(self) -> str:
        """Return the id of the list of frequent reasons."""
        return f"reasons-{str(self.auto_id).removesuffix('-%s')}" if self.auto_id else ""

    def set_seats(self, picture: MatchPicture) -> None:
        """Fill in the choices that depend on the match."""

    def text(self) -> str:
        """Return the ruling in the table's words."""
        return str(self.act)


class PauseForm(RulingForm):
    """Stop all clocks."""

    act = "pause"
    title = gettext_lazy("Pause")
    reasons = (_DISPUTE, _TROUBLE)
    button = gettext_lazy("Pause the match")


class UnpauseForm(RulingForm):
    """Let the clocks run again."""

    act = "unpause"
    title = gettext_lazy("Go on")
    reasons = (gettext_lazy("The dispute is decided."), gettext_lazy("The fault is repaired."))
    button = gettext_lazy("Let the match go on")


class UnpauseAtForm(RulingForm):
    """Announce when the match goes on; then it does so by itself."""

    act = "unpause-at"
    title = gettext_lazy("Go on later")
    button = gettext_lazy("Announce when it goes on")
    minutes = forms.FloatField(
        label=gettext_lazy("Minutes until play goes on"), min_value=0.1, max_value=_MOST_MINUTES, initial=10
    )
    field_order: Sequence[str] = ("minutes",)

    def text(self) -> str:
        """Return the ruling with the instant, so many minutes from now."""
        return f"unpause-at {now.now_ms() + round(self.cleaned_data['minutes'] * 60_000)}"


class ReleaseForm(RulingForm):
    """Put a match back into play that the service had taken out."""

    act = "release"
    title = gettext_lazy("Put back into play")
    button = gettext_lazy("Let the match go on")


class _SeatForm(RulingForm):
    """A ruling about one seat; `extra` are the choices besides the seats."""

    extra: tuple[tuple[str, Any], ...] = ()
    seat = forms.ChoiceField(label=gettext_lazy("For"))
    field_order: Sequence[str] = ("seat",)

    def set_seats(self, picture: MatchPicture) -> None:
        """Offer every seat by its name, with that of its team."""
        field: Any = self.fields["seat"]
        field.choices = [(str(face.seat), _called(face)) for face in picture.faces] + list(self.extra)


def _called(face: Face) -> str:
    return f"{face.name} ({face.team})" if face.team else face.name


class AddTimeForm(_SeatForm):
    """Give a seat more time."""

    act = "add-time"
    title = gettext_lazy("Extra time")
    reasons = (_TROUBLE, gettext_lazy("Time lost by the ruling."))
    button = gettext_lazy("Give extra time")
    seconds = forms.IntegerField(label=gettext_lazy("Seconds"), min_value=1, max_value=_MOST_SECONDS, initial=60)
    field_order: Sequence[str] = ("seat", "seconds")

    def text(self) -> str:
        """Return the ruling with seat and milliseconds."""
        return f"add-time {self.cleaned_data['seat']} {1000 * self.cleaned_data['seconds']}"


class TimeLeftField(forms.CharField):
    """A time as a clock shows it: `m:ss`, `h:mm:ss`, seconds alone, also tenths. Its value is in milliseconds."""

    _PATTERN: Final = re.compile(r"(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3}))?")

    def clean(self, value: Any) -> Any:
        """Return the time in milliseconds."""
        text = super().clean(value)
        found = self._PATTERN.fullmatch(text.strip())
        if found is None:
            raise forms.ValidationError(_("Write the time as the clock shows it, for example 12:30."))
        hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
        return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "0").ljust(3, "0"))


class SetClockForm(_SeatForm):
    """Set what a seat has left."""

    act = "set-clock"
    title = gettext_lazy("Set a clock")
    reasons = (gettext_lazy("The clock was set wrongly."), gettext_lazy("Time lost by the ruling."))
    button = gettext_lazy("Set the clock")
    time = TimeLeftField(
        label=gettext_lazy("Time left"),
        max_length=12,
        help_text=gettext_lazy("As the clock shows it: minutes and seconds, for example 12:30."),
    )
    field_order: Sequence[str] = ("seat", "time")

    def text(self) -> str:
        """Return the ruling with seat and milliseconds."""
        return f"set-clock {self.cleaned_data['seat']} {self.cleaned_data['time']}"


class QuietForm(RulingForm):
    """Switch the limit of quiet moves."""

    act = "quiet"
    title = gettext_lazy("Limit of quiet moves")
    button = gettext_lazy("Set the limit")
    limit = forms.ChoiceField(
        label=gettext_lazy("Limit"),
        choices=[("on", gettext_lazy("on")), ("off", gettext_lazy("off"))],
    )
    field_order = ("limit",)

    def text(self) -> str:
        """Return the ruling with on or off."""
        return f"quiet {self.cleaned_data['limit']}"


class ResultForm(_SeatForm):
    """Decide the result."""

    act = "result"
    title = gettext_lazy("Decide the result")
    reasons = (gettext_lazy("The match cannot be finished."), gettext_lazy("Both sides have agreed."))
    button = gettext_lazy("Decide the result")
    extra = (("draw", gettext_lazy("Drawn")),)

    def set_seats(self, picture: MatchPicture) -> None:
        """Offer a win for every seat, and a draw."""
        field: Any = self.fields["seat"]
        field.label = _("Result")
        wins = [(str(side.seats[0]), words.wins_text(side)) for side in picture.sides]
        field.choices = [*wins, *self.extra]

    def text(self) -> str:
        """Return the ruling with the winner."""
        return f"result {self.cleaned_data['seat']}"


class ForfeitForm(_SeatForm):
    """Let a seat, or everybody, lose by forfeit: a seat with its team, unless the others can play on without it."""

    act = "forfeit"
    title = gettext_lazy("Forfeit")
    reasons = (gettext_lazy("Not present at the board."), _CONDUCT)
    button = gettext_lazy("Declare forfeit")

    def set_seats(self, picture: MatchPicture) -> None:
        """Offer every seat that is not out already, and all of them."""
        super().set_seats(picture)
        field: Any = self.fields["seat"]
        everybody = ("both", _("Everybody") if len(picture.sides) > 2 else _("Both sides"))
        gone = {str(seat) for seat in picture.table.gone}
        field.choices = [one for one in field.choices if one[0] not in gone] + [everybody]

    def text(self) -> str:
        """Return the ruling with the seat that loses."""
        return f"forfeit {self.cleaned_data['seat']}"


class VoidForm(RulingForm):
    """Take back what was played from an action on."""

    act = "void"
    title = gettext_lazy("Void from an action")
    reasons = (_WRONG_MOVE, _TROUBLE)
    button = gettext_lazy("Void what was played")
    ply = forms.IntegerField(
        label=gettext_lazy("From action"),
        min_value=1,
        help_text=gettext_lazy("This action and all after it count no more. They stay readable."),
    )
    field_order: Sequence[str] = ("ply",)

    def set_seats(self, picture: MatchPicture) -> None:
        """Go no further than was played."""
        field: Any = self.fields["ply"]
        field.max_value = picture.table.ply
        field.widget.attrs["max"] = picture.table.ply
        field.initial = picture.table.ply

    def text(self) -> str:
        """Return the ruling with the action."""
        return f"void {self.cleaned_data['ply']}"


class ReopenForm(RulingForm):
    """Let a match that is over stand again as before its end."""

    act = "reopen"
    title = gettext_lazy("Reopen the match")
    reasons = (_MISTAKEN, gettext_lazy("The flag fell by a fault of the service."))
    button = gettext_lazy("Reopen the match")


class ReverseForm(RulingForm):
    """Take a ruling back by a further one."""

    act = "reverse"
    title = gettext_lazy("Reverse a ruling")
    reasons = (_MISTAKEN, gettext_lazy("Decided otherwise on appeal."))
    button = gettext_lazy("Reverse the ruling")
    line = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def text(self) -> str:
        """Return the ruling with the number of the line that it takes back."""
        return f"reverse {self.cleaned_data['line']}"


class WarnForm(_SeatForm):
    """Warn a seat; warnings are counted."""

    act = "warn"
    title = gettext_lazy("Warn")
    reasons = (_CONDUCT, gettext_lazy("A call without cause."))
    button = gettext_lazy("Warn")

    def text(self) -> str:
        """Return the ruling with the seat."""
        return f"warn {self.cleaned_data['seat']}"


class AnnulForm(RulingForm):
    """End the match without points for anybody."""

    act = "annul"
    title = gettext_lazy("Annul the match")
    reasons = (_TROUBLE, gettext_lazy("The match is to be replayed."))
    button = gettext_lazy("Annul the match")


@dataclass(frozen=True, slots=True)
class _Offer:
    form: type[RulingForm]
    statuses: frozenset[str]
    grave: bool = False
    on_clock: bool = False
    """Whether it needs clocks that have begun and can run out."""
    played: bool = False
    """Whether it needs an action that was played."""
    at_desk: bool = False
    """Whether it is offered at the desk alone, where one sees what it is about."""

    def fits(self, picture: MatchPicture) -> bool:
        """Tell whether the ruling makes sense now."""
        table = picture.table
        timed = table.has_begun and table.clock.left_ms(0, table.at_ms) is not None
        enough = (timed or not self.on_clock) and (table.ply > 0 or not self.played)
        return picture.status in self.statuses and enough


_RUNNING: Final = frozenset({"live", "paused"})
_OVER: Final = frozenset({"over"})
_UNDECIDED: Final = _RUNNING | {"waiting", "quarantined"}
OFFERS: Final = (
    _Offer(PauseForm, frozenset({"live", "waiting"})),
    _Offer(UnpauseForm, frozenset({"paused"})),
    _Offer(UnpauseAtForm, frozenset({"paused"})),
    _Offer(ReleaseForm, frozenset({"quarantined"})),
    _Offer(AddTimeForm, _RUNNING, on_clock=True),
    _Offer(SetClockForm, _RUNNING, on_clock=True),
    _Offer(QuietForm, _UNDECIDED),
    _Offer(ResultForm, _UNDECIDED, grave=True),
    _Offer(ForfeitForm, _UNDECIDED, grave=True),
    _Offer(WarnForm, _UNDECIDED, at_desk=True),
    _Offer(VoidForm, _RUNNING | _OVER, grave=True, played=True, at_desk=True),
    _Offer(ReopenForm, _OVER, grave=True, at_desk=True),
    _Offer(AnnulForm, _UNDECIDED, grave=True, at_desk=True),
)
_BY_ACT: Final = {str(offer.form.act): offer.form for offer in OFFERS} | {"reverse": ReverseForm}


def ruling_forms(picture: MatchPicture, *, at_desk: bool = False, ply: int | None = None) -> list[dict[str, Any]]:
    """Return the rulings that make sense now, each as a form; `ply` is the action that is looked at."""
    given = {} if ply is None or not 0 < ply <= picture.table.ply else {"initial": {"ply": ply}}
    return [
        {"form": offer.form(picture, **given), "grave": offer.grave}
        for offer in OFFERS
        if offer.fits(picture) and (at_desk or not offer.at_desk)
    ]


def form_of(act: str) -> type[RulingForm]:
    """Return the form of a ruling. Raises MatchError `unknown_command`."""
    if act not in _BY_ACT:
        raise MatchError("unknown_command")
    return _BY_ACT[act]


@require_POST
def match_rule(request: HttpRequest, match_id: str, act: str) -> HttpResponse:
    """Show what a ruling would change; carry it out once it is confirmed on the state that was shown (`seq`)."""
    found = ruling(request, match_id)
    picture = match_view(found.match, None).picture
    form = form_of(act)(picture, request.POST)
    if not form.is_valid():
        return _again(request, found.match.pk, form, Ack(False, "reason_missing"))
    seq = request.POST.get("seq", "")
    if not seq.isdecimal() or len(seq) > _MOST_DIGITS:
        return _previewed(request, found, form)
    ack = services.match_rule(
        match_id=match_id,
        text=form.text(),
        by_user=request.user,
        reason=form.cleaned_data["reason"],
        seq=int(seq),
        role=found.role.title,
        others=found.role.can_reverse,
    )
    if ack.code == "stale_state":
        return _previewed(request, found, form, ack)
    if not ack.ok:
        return _again(request, found.match.pk, form, ack)
    messages.success(request, _("The ruling is in force, and both sides can read it."))
    return redirect(back_to(request, match_id))


def back_to(request: HttpRequest, match_id: str) -> str:
    """Return the address of the page from which somebody rules: one that says so, the desk at its action, the board."""
    place = request.POST.get("next", "")
    if place.startswith("/") and url_has_allowed_host_and_scheme(place, None):
        return place
    given = {name: request.POST.get(name, "") for name in ("desk", "sight")}
    if not given["desk"].isdecimal() or len(given["desk"]) > _MOST_DIGITS:
        return reverse("match", args=[match_id])
    query = urlencode(
        {"ply": given["desk"], **({"sight": given["sight"]} if given["sight"] not in {"", "public"} else {})}
    )
    return f"{reverse('match-desk', args=[match_id])}?{query}"


def _previewed(request: HttpRequest, found: Asked, form: RulingForm, stale: Ack | None = None) -> HttpResponse:
    """Show what a ruling would change, to be confirmed; after `stale` with the state as it is by now."""
    match = Match.objects.prefetch_related("seats").get(pk=found.match.pk)
    picture = match_view(match, None).picture
    try:
        preview = services.ruling_preview(match_id=match.pk, text=form.text())
    except MatchError as error:
        return _again(request, match.pk, form, Ack(False, error.code, game=match.game))
    context = {
        "form": form,
        "match_id": match.pk,
        "stale": stale,
        "preview": shown_preview(preview, picture, str(form.act)),
        "grave": any(offer.grave for offer in OFFERS if isinstance(form, offer.form)) or form.act == "reverse",
        **_way_back(request, match.pk),
    }
    return render(request, "matches/ruling_preview.html", context, status=status_of(stale) if stale else 200)


def _again(request: HttpRequest, match_id: str, form: RulingForm, ack: Ack) -> HttpResponse:
    """Show the ruling with what is wrong about it."""
    if form.is_valid():
        form.add_error(None, ack.message)
    context = {"form": form, "match_id": match_id, "code": ack.code, **_way_back(request, match_id)}
    return render(request, "matches/ruling.html", context, status=status_of(ack))


def _way_back(request: HttpRequest, match_id: str) -> dict[str, Any]:
    kept = {name: request.POST[name] for name in ("desk", "sight", "next") if name in request.POST}
    return {"back": back_to(request, match_id), "kept": kept}


@require_POST
def call_take(request: HttpRequest, match_id: str, call_id: str) -> HttpResponse:
    """Take a call of this match into one's own hands."""
    _check_call(ruling(request, match_id).match.pk, call_id)
    services.call_take(call_id=call_id, by_user=request.user)
    return redirect("match", match_id)


def _check_call(match_id: str, call_id: str) -> None:
    """Raise MatchError `no_call` for a call of another match: the right to rule ends with this one."""
    if not Call.objects.filter(pk=call_id, match_id=match_id).exists():
        raise MatchError("no_call")


@require_POST
def call_close(request: HttpRequest, match_id: str, call_id: str) -> HttpResponse:
    """Close a call of this match with a decision in words."""
    _check_call(ruling(request, match_id).match.pk, call_id)
    services.call_close(call_id=call_id, by_user=request.user, decision=request.POST.get("decision", "")[:2000])
    messages.success(request, _("The call is closed."))
    return redirect("match", match_id)
