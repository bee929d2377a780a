"""Forms about entries."""

from __future__ import annotations

from typing import Any, Literal

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.services import PlayerData


class NameForm(forms.Form):
    """Under which name somebody plays."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))


class EnterForm(forms.Form):
    """Somebody enters: a name, and an address by which they can be reached."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Only the organizers see it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    players = forms.CharField(
        label=_("Players"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        if tournament.roster_size == 1:
            del self.fields["players"]
        else:
            self.fields["players"].required = True
            self.fields["players"].help_text = ngettext(
                "%(count)s name, one per line, in the order of their seats.",
                "%(count)s names, one per line, in the order of their seats.",
                tournament.roster_size,
            ) % {"count": tournament.roster_size}

    def clean_players(self) -> str:
        """See to it that there are as many players as an entry has."""
        given: str = self.cleaned_data["players"]
        if len(_names(given)) != self.tournament.roster_size:
            raise ValidationError(TournamentError("roster_size", self.tournament.roster_size).message)
        return given

    @property
    def roster(self) -> list[PlayerData]:
        """Return the players; an entry of one is its player."""
        given = self.cleaned_data
        if self.tournament.roster_size == 1:
            return [PlayerData(given["name"], given["email"])]
        return [
            PlayerData(name, "" if place else given["email"]) for place, name in enumerate(_names(given["players"]))
        ]


def _names(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class AddEntryForm(EnterForm):
    """The staff enters somebody."""

    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=0, max_value=9999)
    seed = forms.IntegerField(
        label=pgettext_lazy("rank in the draw", "Seed"), required=False, min_value=1, max_value=256
    )
    field_order = ("name", "players", "email", "rating", "seed")


class EntryForm(forms.Form):
    """Change an entry."""

    name = forms.CharField(label=_("Name"), max_length=80)
    email = forms.EmailField(label=_("E-mail"), required=False)
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=0, max_value=9999)
    seed = forms.IntegerField(
        label=pgettext_lazy("rank in the draw", "Seed"), required=False, min_value=1, max_value=256
    )


class WithdrawForm(forms.Form):
    """Leave the tournament; a running match is finished first or forfeited now."""

    running = forms.ChoiceField(
        label=_("Your match is running."),
        required=False,
        choices=[("finish", _("I finish it first")), ("forfeit", _("I resign it now"))],
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=300)

    @property
    def chosen(self) -> Literal["finish", "forfeit"] | None:
        """Return what becomes of a running match, None if nothing was chosen."""
        value = self.cleaned_data["running"]
        return value if value in ("finish", "forfeit") else None


class ImportForm(forms.Form):
    """A list of entries."""

    file = forms.FileField(
        label=_("List as CSV or XLSX"),
        help_text=_(
            "A first row with the names of the columns: name, and if you have them rating, seed, email, players."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx,text/csv"}),
    )
