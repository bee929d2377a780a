"""Forms of the organizer's desk: rounds, results, screens, staff, announcements."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.registry import format_of
from tournaments.forms.local import LocalTimeField, instant_ms
from tournaments.models import Pairing, Result
from tournaments.permissions import STAFF_ROLES, Role
from tournaments.services.draw import Seeding
from tournaments.services.results import SetKind, Winner
from tournaments.services.screens import PARTS

PART_NAMES = {
    "boards": _("live boards with clocks"),
    "bracket": _("bracket"),
    "standings": _("standings"),
    "pairings": _("pairings"),
    "results": _("results as they come"),
    "message": _("message"),
}


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=300)


class DrawForm(forms.Form):
    """How the seeds are fixed."""

    seeding = forms.ChoiceField(
        label=_("Seeds"),
        choices=[("given", _("as numbered in the list")), ("rating", _("by rating")), ("lot", _("by lot"))],
        widget=forms.RadioSelect,
        initial="given",
    )
    only_checked_in = forms.BooleanField(label=_("Only who has checked in"), required=False)

    @property
    def chosen(self) -> Seeding:
        """Return the way to seed."""
        return cast(Seeding, self.cleaned_data["seeding"])


class PublishForm(forms.Form):
    """When a round begins, if that is to be told, and whether the service begins it then."""

    starts = LocalTimeField(label=_("Begins at"), required=False)
    starts_itself = forms.BooleanField(label=_("and starts by itself at that time"), required=False)

    def starts_at_ms(self, zone: str) -> int | None:
        """Return the instant in a zone."""
        return instant_ms(self.cleaned_data["starts"], zone)


class ResultForm(forms.Form):
    """A result that somebody of the staff sets or corrects."""

    outcome = forms.ChoiceField(label=_("Result"), widget=forms.RadioSelect)
    points_0 = forms.CharField(label=_("Points, first"), required=False, max_length=5)
    points_1 = forms.CharField(label=_("Points, second"), required=False, max_length=5)
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    record_only = forms.BooleanField(
        label=_("For the record only"),
        required=False,
        help_text=_("The result is corrected, but who went on stays as it was."),
    )
    counts = forms.ChoiceField(
        label=_("What pairings count"),
        required=False,
        choices=[
            ("next", _("The new result, from the next pairing on")),
            ("record", _("The old result, as before: the correction is for the record only")),
        ],
        widget=forms.RadioSelect,
        initial="next",
        help_text=_("The standings show the new result either way. Published rounds are never paired again."),
    )

    def __init__(self, pairing: Pairing, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [entry.name if entry else "–" for entry in pairing.entries]
        field: Any = self.fields["outcome"]
        drawable = format_of(pairing.stage.format).table is not None
        field.choices = _outcomes(names, hosted=pairing.stage.tournament.hosted, drawable=drawable)
        # Where rounds are paired one by one nobody goes on; what the next pairing counts is the question there.
        del self.fields["record_only" if format_of(pairing.stage.format).pairer is not None else "counts"]

    def clean(self) -> dict[str, Any]:
        """Check the points: both or none."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        given = [cleaned.get("points_0", ""), cleaned.get("points_1", "")]
        if any(given) and None in [_halves(text) for text in given]:
            raise forms.ValidationError(
                gettext("Give the points of both sides, for example 1½ and ½, or leave both empty.")
            )
        return cleaned

    @property
    def record_alone(self) -> bool:
        """Tell whether a correction changes neither who went on nor what pairings count."""
        return bool(self.cleaned_data.get("record_only")) or self.cleaned_data.get("counts") == "record"

    @property
    def result(self) -> tuple[SetKind, Winner, tuple[int, int] | None]:
        """Return kind, winner and half points."""
        kind, _sep, side = self.cleaned_data["outcome"].partition(":")
        points = _halves(self.cleaned_data["points_0"]), _halves(self.cleaned_data["points_1"])
        both = (points[0], points[1]) if points[0] is not None and points[1] is not None else None
        return cast(SetKind, kind), cast(Winner, int(side) if side else None), both


def _outcomes(names: list[str], *, hosted: bool, drawable: bool) -> list[tuple[str, str]]:
    won, forfeit = gettext("%(name)s wins"), gettext("%(name)s wins by forfeit")
    played = Result.Kind.ADJUDICATED.value if hosted else Result.Kind.PLAYED.value
    return [
        *((f"{played}:{side}", won % {"name": name}) for side, name in enumerate(names)),
        *([(f"{played}:", gettext("Drawn"))] if drawable else []),
        *((f"forfeit:{side}", forfeit % {"name": name}) for side, name in enumerate(names)),
        ("double_forfeit:", gettext("Both lose by forfeit")),
    ]


def _halves(text: str) -> int | None:
    """Return points as half points: "1½", "1.5", "1,5"; None for anything else."""
    plain = text.strip().replace("½", ".5").replace(",", ".")
    try:
        halves = float(plain) * 2
    except ValueError:
        return None
    return int(halves) if halves.is_integer() and 0 <= halves <= 200 else None


class PostponeForm(forms.Form):
    """Until when a board is put off, and why."""

    until = LocalTimeField(
        label=_("Until"),
        required=False,
        help_text=_("At that time its match is made by itself. Empty: until it is taken up."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def until_ms(self, zone: str) -> int | None:
        """Return the instant in a zone."""
        return instant_ms(self.cleaned_data["until"], zone)


class ScreenForm(forms.Form):
    """A screen in the hall and what it shows."""

    name = forms.CharField(label=_("Name"), max_length=60)
    playlist = forms.MultipleChoiceField(
        label=_("Shows, in turn"),
        choices=[(part, PART_NAMES[part]) for part in PARTS],
        widget=forms.CheckboxSelectMultiple,
        initial=list(PARTS[:3]),
    )
    message = forms.CharField(label=_("Message"), max_length=200, required=False)


class InviteForm(forms.Form):
    """An invitation to the staff."""

    role = forms.ChoiceField(
        label=_("Role"), choices=[(role.value, role.label) for role in Role if role in STAFF_ROLES], initial="arbiter"
    )
    note = forms.CharField(label=_("For whom"), max_length=120, required=False)
    days = forms.IntegerField(label=_("Valid for days"), min_value=1, max_value=90, initial=7)


class AnnounceForm(forms.Form):
    """Something that everybody is to read."""

    text = forms.CharField(label=_("Announcement"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2}))
