"""Rulings on several boards at once, as the arbiters' desk asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id
from matches.now import now_ms
from tournaments import services
from tournaments.errors import TournamentError
from tournaments.models import Tournament
from tournaments.permissions import Actor
from tournaments.services import RoundReport

_MOST_SECONDS: Final = 24 * 3600


class _SeveralForm(forms.Form):
    """What is done to several boards at once, and why; the same `key` again does nothing twice."""

    act = forms.ChoiceField(choices=[("pause", ""), ("unpause", ""), ("add-time", "")])
    # Without one it is the service that refuses, with a sentence of its own.
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)
    seconds = forms.IntegerField(label=_("Extra seconds"), min_value=1, max_value=_MOST_SECONDS, required=False)
    key = forms.SlugField(max_length=40, required=False, empty_value="")

    def clean_key(self) -> str:
        """Return the key; a form without one is done as often as it is sent."""
        return self.cleaned_data["key"] or new_id()

    def clean(self) -> dict[str, Any]:
        """Ask for seconds where there are to be more."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("act") == "add-time" and not cleaned.get("seconds") and "seconds" not in self.errors:
            self.add_error("seconds", _("Say how many seconds."))
        return cleaned

    @property
    def wrong(self) -> str:
        """Return what is wrong with it, in one line."""
        return " ".join(
            f"{self.fields[name].label or name}: {error}" if name in self.fields else str(error)
            for name, errors in self.errors.items()
            for error in errors
        )


class BoardsRulingForm(_SeveralForm):
    """A ruling on chosen boards."""

    def carry_out(self, tournament: Tournament, match_ids: Sequence[str], by: Actor) -> Sequence[RoundReport]:
        """Return what became of it, round by round. Raises TournamentError."""
        given = self.cleaned_data
        common = {
            "tournament": tournament,
            "match_ids": match_ids,
            "by": by,
            "reason": given["reason"],
            "key": given["key"],
        }
        if given["act"] == "pause":
            return services.boards_pause(**common)
        if given["act"] == "unpause":
            return services.boards_unpause(**common)
        return services.boards_add_time(**common, ms=given["seconds"] * 1000)


class RoundRulingForm(_SeveralForm):
    """A ruling on all boards; play goes on at a time of day in the zone of the tournament, the next one from now."""

    at = forms.TimeField(label=_("Play goes on at"), required=False, input_formats=["%H:%M"])

    def __init__(self, zone: str, data: Any) -> None:
        super().__init__(data)
        self._zone = ZoneInfo(zone)

    def carry_out(self, round_id: str, by: Actor) -> RoundReport:
        """Return what became of it in a round. Raises TournamentError."""
        given = self.cleaned_data
        common = {"round_id": round_id, "by": by, "reason": given["reason"]}
        if given["act"] == "pause":
            return services.round_pause(**common)
        if given["act"] == "unpause":
            return services.round_unpause(**common, at_ms=self._instant_ms(given["at"]))
        return services.round_add_time(**common, ms=given["seconds"] * 1000, key=given["key"])

    def carry_out_everywhere(self, tournament: Tournament, by: Actor) -> Sequence[RoundReport]:
        """Return what became of a pause, or its end, in all rounds that are played. Raises TournamentError."""
        given = self.cleaned_data
        common = {"tournament": tournament, "by": by, "reason": given["reason"]}
        if given["act"] == "pause":
            return services.tournament_pause(**common)
        if given["act"] == "unpause":
            return services.tournament_unpause(**common, at_ms=self._instant_ms(given["at"]))
        raise TournamentError("bad_value", given["act"])

    def _instant_ms(self, at: time | None) -> int | None:
        """Return the next instant at which clocks show a time of day."""
        if at is None:
            return None
        present = datetime.fromtimestamp(now_ms() / 1000, self._zone)
        wanted = present.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
        if wanted <= present:
            wanted += timedelta(days=1)
        return int(wanted.timestamp() * 1000)
