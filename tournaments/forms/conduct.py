"""Forms about byes, entries kept apart, penalties and pairing numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import LAST_ROUND, Bye, Entry
from tournaments.services.byes import ByeKind

FOR_ALL_ROUNDS = 0


def _choices(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    return [("", gettext("choose")), *((entry.pk, entry.name) for entry in entries)]


def _rounds(rounds: Sequence[int]) -> list[tuple[int, str]]:
    return [(number, gettext("Round %(number)s") % {"number": number}) for number in rounds]


class ByeForm(forms.Form):
    """A bye in a round that is still to be paired."""

    entry = forms.ChoiceField(label=_("Who"))
    round_number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("Kind of bye"), choices=Bye.Kind.choices, initial=Bye.Kind.HALF)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        help_text=_("Needed for a full point, and beyond the limit."),
    )
    beyond_limit = forms.BooleanField(label=_("Also beyond the limit of the stage"), required=False)

    def __init__(self, entries: Sequence[Entry], rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open_rounds = list(rounds)
        cast(Any, self.fields["entry"]).choices = _choices(entries)
        cast(Any, self.fields["round_number"]).choices = _rounds(rounds)

    @property
    def bye(self) -> dict[str, Any]:
        """Return the values as `bye_give` takes them."""
        given = self.cleaned_data
        kind = cast(ByeKind, given["kind"])
        plain = {key: given[key] for key in ("round_number", "reason", "beyond_limit")}
        return {**plain, "entry_id": given["entry"], "kind": kind}


class AskByeForm(forms.Form):
    """A player asks for a round off."""

    round_number = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(
        label=_("Kind of bye"),
        choices=[(Bye.Kind.HALF.value, Bye.Kind.HALF.label), (Bye.Kind.ZERO.value, Bye.Kind.ZERO.label)],
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(Any, self.fields["round_number"]).choices = _rounds(rounds)


class ApartForm(forms.Form):
    """Entries of whom no two are paired."""

    entries = forms.MultipleChoiceField(
        label=_("Who"), widget=forms.SelectMultiple(attrs={"size": 8}), help_text=_("Two or more.")
    )
    first_round = forms.TypedChoiceField(label=_("From round"), coerce=int)
    last_round = forms.TypedChoiceField(label=_("To round"), coerce=int)
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, entries: Sequence[Entry], rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(Any, self.fields["entries"]).choices = [(entry.pk, entry.name) for entry in entries]
        cast(Any, self.fields["first_round"]).choices = _rounds(rounds)
        last = cast(Any, self.fields["last_round"])
        last.choices = [(FOR_ALL_ROUNDS, gettext("to the end")), *_rounds(rounds)]

    @property
    def rule(self) -> dict[str, Any]:
        """Return the values as `apart_add` takes them."""
        given = self.cleaned_data
        return {**given, "last_round": given["last_round"] or LAST_ROUND}


class PenaltyForm(forms.Form):
    """Points that are taken off, or given, in the standings."""

    entry = forms.ChoiceField(label=_("Who"))
    round_number = forms.TypedChoiceField(label=_("From round"), coerce=int)
    points = forms.DecimalField(
        label=_("Points"),
        min_value=-100,
        max_value=100,
        decimal_places=1,
        localize=True,
        help_text=_("Taken off; a number below nothing is a bonus."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, entries: Sequence[Entry], rounds: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(Any, self.fields["entry"]).choices = _choices(entries)
        cast(Any, self.fields["round_number"]).choices = _rounds(rounds)

    @property
    def penalty(self) -> dict[str, Any]:
        """Return the values as `penalty_add` takes them."""
        given = self.cleaned_data
        return {
            "entry_id": given["entry"],
            "round_number": given["round_number"],
            "tenths": int(given["points"] * 10),
            "reason": given["reason"],
        }


class NumberForm(forms.Form):
    """Another pairing number."""

    entry = forms.ChoiceField(label=_("Who"))
    number = forms.IntegerField(label=_("Pairing number"), min_value=1)
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, entries: Sequence[Entry], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(Any, self.fields["entry"]).choices = _choices(entries)
