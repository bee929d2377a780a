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
    "feed": gettext_lazy("The stage before is over. Take its first places over as the field of %(stage)s."),
    "pair": gettext_lazy("Round %(number)s can be paired. Only the staff sees the pairings at first."),
    "pairing": gettext_lazy("Round %(number)s is being paired."),
    "pair_failed": gettext_lazy("Round %(number)s could not be paired. Look at the reason, and choose a way out."),
    "edit": gettext_lazy("The pairings of %(round)s are being changed by hand."),
    "draft": gettext_lazy("The seeds are fixed. Make the pairings; only the staff sees them at first."),
    "publish": gettext_lazy("The pairings of %(round)s are ready. Look them over, then publish them."),
    "start": gettext_lazy("%(round)s is published. Start it when everybody is here: the matches are set up at once."),
    "wait": gettext_lazy("%(round)s is being played."),
    "finish": gettext_lazy("All boards are decided. End the tournament to make its results final."),
    "nothing": gettext_lazy("The tournament is finished."),
}
_BLOCKED: Final = gettext_lazy("Round %(number)s can be paired as soon as every board before it has a result.")
_BUTTONS: Final[Mapping[Act, Any]] = {
    "open": gettext_lazy("Open the tournament"),
    "draw": gettext_lazy("Fix the seeds"),
    "feed": gettext_lazy("Take the places over"),
    "draft": gettext_lazy("Make the pairings"),
    "pair": gettext_lazy("Pair the round"),
    "publish": gettext_lazy("Publish"),
    "start": gettext_lazy("Start the round"),
    "finish": gettext_lazy("End the tournament"),
}
_LINKS: Final[Mapping[Act, Any]] = {
    "pair": gettext_lazy("To the rounds"),
    "pairing": gettext_lazy("Watch it"),
    "pair_failed": gettext_lazy("To the ways out"),
    "edit": gettext_lazy("To the rounds"),
    "publish": gettext_lazy("Look them over"),
}
"""What leads to the rounds, where something has to be seen or chosen there."""
NEEDS: Final[Mapping[Act, Capability]] = {
    "open": Capability.PUBLISH,
    "draw": Capability.PAIR,
    "feed": Capability.PAIR,
    "draft": Capability.PAIR,
    "pair": Capability.PAIR,
    "publish": Capability.PUBLISH,
    "start": Capability.PUBLISH,
    "finish": Capability.PUBLISH,
}
"""The right that each act needs."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the tournament needs next. Without `url` there is nothing to press; `why` tells why a button is disabled.

    `link` leads to the page on which more is to be seen or chosen.
    """

    text: str
    button: str
    url: str
    why: str
    link: str = ""
    link_text: str = ""


def line(found: WhatNow, tournament: Tournament, counts: Counts, *, allowed: bool) -> Line:
    """Return the line. `allowed` is whether whoever looks may do it."""
    round_ = words.round_name(found.round) if found.round else ""
    entries = ngettext("%(n)s entry", "%(n)s entries", counts.entries) % {"n": counts.entries}
    stage = words.stage_name(found.stage) if found.stage else ""
    number = found.what if found.possible else _next_number(found)
    about = {"round": round_, "entries": entries, "stage": stage, "number": number}
    sentence_of = _BLOCKED if found.act == "pair" and not found.possible else _LINES[found.act]
    text = " ".join([str(sentence_of) % about, *_more(found, tournament, counts)])
    link = reverse("console-rounds", args=[tournament.slug]) if found.act in _LINKS else ""
    button, link_text = str(_BUTTONS.get(found.act, "")), str(_LINKS.get(found.act, ""))
    return Line(text, button, _url(found, tournament), _why(found, allowed), link, link_text)


def _next_number(found: WhatNow) -> int:
    """Return the number of the round after the last of a stage."""
    return 1 + found.stage.rounds.count() if found.stage else 1


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
    if found.act in ("draw", "draft", "pair") and found.stage:
        return reverse(f"console-{found.act}", args=[tournament.slug, found.stage.pk])
    if found.act == "feed" and found.stage:
        return reverse("console-stage-feed", args=[tournament.slug, found.stage.pk])
    if found.act in ("publish", "start") and found.round:
        return reverse(f"console-{found.act}", args=[tournament.slug, found.round.pk])
    return ""
