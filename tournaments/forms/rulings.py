"""Rulings on all boards of a round, as the arbiters' desk asks for them."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.now import now_ms
from tournaments import services
from tournaments.permissions import Actor
from tournaments.services import RoundReport

_MOST_SECONDS: Final = 24 * 3600


class RoundRulingForm(forms.Form):
    """What is done, why, and when play goes on: a time of day in the zone of the tournament, the next one from now."""

    act = forms.ChoiceField(choices=[("pause", ""), ("unpause", ""), ("add-time", "")])
    reason = forms.CharField(label=_("Reason"), max_length=300)
    at = forms.TimeField(label=_("Play goes on at"), required=False, input_formats=["%H:%M"])
    seconds = forms.IntegerField(label=_("Extra seconds"), min_value=1, max_value=_MOST_SECONDS, required=False)
    key = forms.SlugField(max_length=40)

    def __init__(self, zone: str, data: Any) -> None:
        super().__init__(data)
        self._zone = ZoneInfo(zone)

    def clean(self) -> dict[str, Any]:
        """Ask for seconds where there are to be more."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("act") == "add-time" and not cleaned.get("seconds") and "seconds" not in self.errors:
            self.add_error("seconds", _("Say how many seconds."))
        return cleaned

    def carry_out(self, round_id: str, by: Actor) -> RoundReport:
        """Return what became of it. Raises TournamentError."""
        given = self.cleaned_data
        common = {"round_id": round_id, "by": by, "reason": given["reason"]}
        if given["act"] == "pause":
            return services.round_pause(**common)
        if given["act"] == "unpause":
            return services.round_unpause(**common, at_ms=self._instant_ms(given["at"]))
        return services.round_add_time(**common, ms=given["seconds"] * 1000, key=given["key"])

    def _instant_ms(self, at: time | None) -> int | None:
        """Return the next instant at which clocks show a time of day."""
        if at is None:
            return None
        present = datetime.fromtimestamp(now_ms() / 1000, self._zone)
        wanted = present.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
        if wanted <= present:
            wanted += timedelta(days=1)
        return int(wanted.timestamp() * 1000)
