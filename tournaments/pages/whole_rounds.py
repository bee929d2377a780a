"""What became of a ruling on all boards of a round, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.services import BoardReport, RoundReport

_TITLES: Final[Mapping[str, Any]] = {
    "round_pause": ngettext_lazy("%(n)s board is paused", "%(n)s boards are paused", "n"),
    "round_unpause": ngettext_lazy("%(n)s board goes on", "%(n)s boards go on", "n"),
    "round_add_time": ngettext_lazy("%(n)s board has more time", "%(n)s boards have more time", "n"),
}
_REACHED: Final[Mapping[str, Any]] = {
    "done": _("Reached"),
    "already": _("It held there before"),
    "apart": _("Paused by itself, and stays so until an arbiter lets it go on"),
    "runs": _("Not paused"),
    "not_begun": _("Not begun yet"),
    "over": _("Already over"),
    "refused": _("Not possible there: an arbiter has to look"),
}
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """The boards at which it came out alike."""

    text: str
    boards: tuple[BoardReport, ...]


def title(report: RoundReport) -> str:
    """Return what was done, and at how many boards."""
    count = report.count("done", "already")
    return str(_TITLES[report.act] % {"n": count})


def lines(report: RoundReport) -> list[Line]:
    """Return the boards of the round by what became of them."""
    found = [
        Line(str(text), tuple(board for board in report.boards if board.reached == reached))
        for reached, text in _REACHED.items()
    ]
    return [line for line in found if line.boards]
