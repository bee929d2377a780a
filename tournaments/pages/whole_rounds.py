"""What became of a ruling on several boards at once, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.pages import words
from tournaments.services import BoardReport, RoundReport

_PAUSED: Final = ngettext_lazy("%(n)s board is paused", "%(n)s boards are paused", "n")
_GO_ON: Final = ngettext_lazy("%(n)s board goes on", "%(n)s boards go on", "n")
_MORE_TIME: Final = ngettext_lazy("%(n)s board has more time", "%(n)s boards have more time", "n")
_TITLES: Final[Mapping[str, Any]] = {
    "round_pause": _PAUSED,
    "round_unpause": _GO_ON,
    "round_add_time": _MORE_TIME,
    "boards_pause": _PAUSED,
    "boards_unpause": _GO_ON,
    "boards_add_time": _MORE_TIME,
}
_REACHED: Final[Mapping[str, Any]] = {
    "done": _("Reached"),
    "already": _("It held there before"),
    "apart": _("Paused by itself, and stays so until an arbiter lets it go on"),
    "runs": _("Not paused"),
    "not_begun": _("Not begun yet"),
    "over": _("Already over"),
    "own": _("You play there: ask another arbiter"),
    "rival": _("You play in this stage: ask another arbiter"),
    "refused": _("Not possible there: an arbiter has to look"),
}
"""In the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Line:
    """The boards at which it came out alike."""

    text: str
    boards: tuple[BoardReport, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A round, and what became of its boards."""

    name: str
    lines: tuple[Line, ...]


def title(reports: Sequence[RoundReport]) -> str:
    """Return what was done, and at how many boards."""
    count = sum(report.count("done", "already") for report in reports)
    act = reports[0].act if reports else "round_unpause"
    return str(_TITLES[act] % {"n": count})


def parts(reports: Sequence[RoundReport]) -> list[Part]:
    """Return the reports round by round."""
    return [Part(words.round_name(report.round), tuple(_lines(report))) for report in reports]


def _lines(report: RoundReport) -> Iterator[Line]:
    """Yield the boards of a round by what became of them."""
    for reached, text in _REACHED.items():
        boards = tuple(board for board in report.boards if board.reached == reached)
        if boards:
            yield Line(str(text), boards)
