"""Instants as people read them, in the zone of the tournament; the page's script adds the reader's own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant in a zone."""

    ms: int
    zone: str

    @property
    def here(self) -> datetime:
        """Return it as a date in the zone."""
        return datetime.fromtimestamp(self.ms / 1000, ZoneInfo(self.zone))

    @property
    def iso(self) -> str:
        """Return it as an address of time that programs read."""
        return datetime.fromtimestamp(self.ms // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def clock(self) -> str:
        """Return the time of day."""
        return date_format(self.here, "H:i")

    @property
    def day(self) -> str:
        """Return weekday and date, short."""
        # Translators: how a date is written, in Django's letters; German "D, j. M Y".
        return date_format(self.here, pgettext("date", "D j M Y"))

    @property
    def full(self) -> str:
        """Return date and time."""
        return f"{self.day}, {self.clock}"

    @property
    def utc(self) -> str:
        """Return the time of day in UTC, for readers without a script."""
        return f"{datetime.fromtimestamp(self.ms / 1000, UTC):%H:%M} UTC"


def moment(ms: int | None, zone: str) -> Moment | None:
    """Return an instant, None for none."""
    return None if ms is None else Moment(ms, zone)


def age(ms: int) -> str:
    """Return how long something has lasted, in one unit: "40 s", "3 min", "2 h"."""
    seconds = max(0, ms // 1000)
    if seconds < 60:
        return _("%(n)s s") % {"n": seconds}
    if seconds < 3600:
        return _("%(n)s min") % {"n": seconds // 60}
    if seconds < 86_400:
        return _("%(n)s h") % {"n": seconds // 3600}
    days = seconds // 86_400
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
