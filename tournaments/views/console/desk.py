"""What the tabs of the console share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import NotAllowedError, NotFoundError
from tournaments.formats.registry import format_of
from tournaments.models import Round, Stage
from tournaments.pages import words
from tournaments.views.common import Here, show
from tournaments.views.public import stage_of

_MOST_DIGITS: Final = 3
TABS: Final[tuple[tuple[str, str, Any], ...]] = (
    ("overview", "console", gettext_lazy("Overview")),
    ("entries", "console-entries", gettext_lazy("Entries")),
    ("stages", "console-stages", gettext_lazy("Stages")),
    ("rounds", "console-rounds", gettext_lazy("Rounds")),
    ("conduct", "console-conduct", gettext_lazy("Byes and penalties")),
    ("content", "console-content", gettext_lazy("Content")),
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
    left_out = {"conduct": not _has_points(here), "content": not here.has_content}
    shown = [one for one in TABS if not left_out.get(one[0])]
    tabs = [
        {"key": key, "url": reverse(name, args=[here.tournament.slug]), "name": label} for key, name, label in shown
    ]
    return show(here, f"tournaments/console/{tab}.html", {"tabs": tabs, "tab": tab, **context}, status=status)


def _has_points(here: Here) -> bool:
    """Tell whether a stage ranks its field by points: only then there are byes to grant and points to take off."""
    return any(format_of(stage.format).table is not None for stage in here.tournament.stages.all())


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


def stage_asked(here: Here) -> Stage:
    """Return the stage that the address names ("?stage=2"), else the one that matters now.

    Raises NotFoundError `no_such_stage`.
    """
    number = here.request.GET.get("stage", "")
    if not number:
        return the_stage(here)
    if not (number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS):
        raise NotFoundError("no_such_stage")
    found = here.tournament.stages.filter(number=int(number)).first()
    if found is None:
        raise NotFoundError("no_such_stage")
    found.tournament = here.tournament
    return found


def stage_choices(here: Here, current: Stage) -> list[dict[str, Any]]:
    """Return the stages to choose from; none where there is only one."""
    stages = list(here.tournament.stages.all())
    if len(stages) < 2:
        return []
    return [
        {"number": stage.number, "name": words.stage_name(stage), "current": stage.pk == current.pk} for stage in stages
    ]


def stage_here(here: Here, stage_id: str) -> Stage:
    """Return a stage of this tournament. Raises NotFoundError `no_such_stage`."""
    stage = here.tournament.stages.filter(pk=stage_id).first()
    if stage is None:
        raise NotFoundError("no_such_stage")
    stage.tournament = here.tournament
    return stage


def round_here(here: Here, round_id: str) -> Round:
    """Return a round of this tournament. Raises NotFoundError `no_such_round`."""
    rounds = Round.objects.select_related("stage", "editing_by")
    found = rounds.filter(pk=round_id, stage__tournament=here.tournament).first()
    if found is None:
        raise NotFoundError("no_such_round")
    return found


def reason_in(here: Here) -> str:
    """Return the reason that a form brings."""
    return here.request.POST.get("reason", "")[:300]


def why_not(allowed: bool) -> str:
    """Return why a button is disabled: the role, if it is that."""
    return "" if allowed else _("Your role in this tournament does not allow this.")
