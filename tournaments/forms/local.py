"""Times as a browser asks for them: local, in the zone of a tournament."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms

from tournaments.pages.when import Moment

_FORM: Final = "%Y-%m-%dT%H:%M"


class LocalTimeField(forms.DateTimeField):
    """A date with a time of day, whose zone something else tells."""

    def __init__(self, **about: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_FORM)
        super().__init__(input_formats=[_FORM, "%Y-%m-%d %H:%M"], widget=widget, **about)


def instant_ms(local: datetime | None, zone: str) -> int | None:
    """Return a local time as an instant, None for none."""
    return None if local is None else int(local.replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


def local_time(ms: int | None, zone: str) -> str | None:
    """Return an instant as the field shows it."""
    return None if ms is None else Moment(ms, zone).here.strftime(_FORM)
