"""Choosing at the desk where a stage, a round or a board is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from tournaments import services
from tournaments.errors import TournamentError
from tournaments.pages.venues import CHOICES
from tournaments.views.common import Here, act, done
from tournaments.views.console.desk import round_here, stage_here
from tournaments.views.console.results import pairing_here


@act
def choose(here: Here, what: str, part_id: str) -> HttpResponse:
    """Choose, before the first match of the part is made."""
    if what not in _SERVICES:
        raise Http404(what)
    word = here.request.POST.get("venue", "")
    if word not in CHOICES:
        raise TournamentError("bad_value", "venue")
    _SERVICES[what](here, part_id, CHOICES[word])
    return done(here, _("Saved."))


def _stage(here: Here, part_id: str, on_board: bool | None) -> Any:
    return services.stage_venue(stage_id=stage_here(here, part_id).pk, by=here.actor, on_board=on_board)


def _round(here: Here, part_id: str, on_board: bool | None) -> Any:
    return services.round_venue(round_id=round_here(here, part_id).pk, by=here.actor, on_board=on_board)


def _board(here: Here, part_id: str, on_board: bool | None) -> Any:
    return services.pairing_venue(pairing_id=pairing_here(here, part_id).pk, by=here.actor, on_board=on_board)


_SERVICES: Final[Mapping[str, Callable[[Here, str, bool | None], Any]]] = {
    "stage": _stage,
    "round": _round,
    "board": _board,
}
