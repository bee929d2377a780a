"""What the tabs of the console share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import NotAllowedError
from tournaments.models import Stage
from tournaments.views.common import Here, show
from tournaments.views.public import stage_of

TABS: Final = (
    ("overview", "console", gettext_lazy("Overview")),
    ("entries", "console-entries", gettext_lazy("Entries")),
    ("rounds", "console-rounds", gettext_lazy("Rounds")),
    ("screens", "console-screens", gettext_lazy("Screens")),
    ("print", "console-print", gettext_lazy("Print")),
    ("exchange", "console-exchange", gettext_lazy("Exchange")),
    ("staff", "console-staff", gettext_lazy("Staff")),
    ("settings", "console-settings", gettext_lazy("Settings")),
    ("audit", "console-audit", gettext_lazy("Audit")),
)


def desk(here: Here, tab: str, context: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    """Return a tab of the console. Raises NotAllowedError for whoever is not on the staff."""
    guard(here)
    tabs = [{"key": key, "url": reverse(name, args=[here.tournament.slug]), "name": label} for key, name, label in TABS]
    return show(here, f"tournaments/console/{tab}.html", {"tabs": tabs, "tab": tab, **context}, status=status)


def guard(here: Here) -> None:
    """Raise NotAllowedError for whoever is not on the staff."""
    if not here.is_staff:
        raise NotAllowedError


def the_stage(here: Here) -> Stage:
    """Return the stage that matters now; every tournament has one."""
    stage = stage_of(here.tournament)
    if stage is None:
        raise NotAllowedError
    return stage


def why_not(allowed: bool) -> str:
    """Return why a button is disabled: the role, if it is that."""
    return "" if allowed else _("Your role in this tournament does not allow this.")
