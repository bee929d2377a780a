"""The one line of the console in words, with its one button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.errors import sentence
from tournaments.models import Tournament
from tournaments.pages import words
from tournaments.permissions import Capability
from tournaments.selectors.what_now import Act, Counts, WhatNow

_LINES: Final[Mapping[Act, Any]] = {
    "open": gettext_lazy(
        "Only the staff knows of this tournament. Open it, so that everybody sees it and players can enter."
    ),
    "draw": gettext_lazy("%(entries)s take part so far. When all are in, fix the seeds."),
    "draft": gettext_lazy("The seeds are fixed. Make the pairings; only the staff sees them at first."),
    "publish": gettext_lazy("The pairings of %(round)s are ready. Look them over, then publish them."),
    "start": gettext_lazy("%(round)s is published. Start it when everybody is here: the matches are set up at once."),
    "wait": gettext_lazy("%(round)s is being played."),
    "finish": gettext_lazy("All boards are decided. End the tournament to make its results final."),
    "nothing": gettext_lazy("The tournament is finished."),
}
_BUTTONS: Final[Mapping[Act, Any]] = {
    "open": gettext_lazy("Open the tournament"),
    "draw": gettext_lazy("Fix the seeds"),
    "draft": gettext_lazy("Make the pairings"),
    "publish": gettext_lazy("Publish"),
    "start": gettext_lazy("Start the round"),
    "finish": gettext_lazy("End the tournament"),
}
NEEDS: Final[Mapping[Act, Capability]] = {
    "open": Capability.PUBLISH,
    "draw": Capability.PAIR,
    "draft": Capability.PAIR,
    "publish": Capability.PUBLISH,
    "start": Capability.PUBLISH,
    "finish": Capability.PUBLISH,
}
"""The right that each act needs."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the tournament needs next. Without `url` there is nothing to press; `why` tells why a button is disabled."""

    text: str
    button: str
    url: str
    why: str


def line(found: WhatNow, tournament: Tournament, counts: Counts, *, allowed: bool) -> Line:
    """Return the line. `allowed` is whether whoever looks may do it."""
    round_ = words.round_name(found.round) if found.round else ""
    entries = ngettext("%(n)s entry", "%(n)s entries", counts.entries) % {"n": counts.entries}
    text = " ".join([str(_LINES[found.act]) % {"round": round_, "entries": entries}, *_more(found, tournament, counts)])
    return Line(text, str(_BUTTONS.get(found.act, "")), _url(found, tournament), _why(found, allowed))


def _more(found: WhatNow, tournament: Tournament, counts: Counts) -> list[str]:
    """Return the sentence that follows, where there is one."""
    if found.act == "wait":
        return [_boards_open(int(found.what))]
    if found.act == "draw" and tournament.check_in:
        return [_("Only who has checked in is drawn: %(n)s so far.") % {"n": counts.checked_in}]
    return []


def _boards_open(count: int) -> str:
    return ngettext("%(n)s board has no result yet.", "%(n)s boards have no result yet.", count) % {"n": count}


def _why(found: WhatNow, allowed: bool) -> str:
    if found.act not in _BUTTONS:
        return ""
    if not found.possible:
        return sentence(found.reason, found.what)
    return "" if allowed else _("Your role in this tournament does not allow this.")


def _url(found: WhatNow, tournament: Tournament) -> str:
    """Return where the button sends its form."""
    if found.act in ("open", "finish"):
        return reverse(f"console-{found.act}", args=[tournament.slug])
    if found.act in ("draw", "draft") and found.stage:
        return reverse(f"console-{found.act}", args=[tournament.slug, found.stage.pk])
    if found.act in ("publish", "start") and found.round:
        return reverse(f"console-{found.act}", args=[tournament.slug, found.round.pk])
    return ""
