"""Pairings that are changed by hand: what speaks against the boards, in words, and seats as the form shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournaments.services import EditCheck, Warned

_SAID: Final[Mapping[str, Any]] = {
    "twice": gettext_lazy("%(first)s sits at two boards."),
    "left": gettext_lazy("%(first)s does not take part any more."),
    "has_bye": gettext_lazy("%(first)s has a granted bye in this round."),
    "two_byes": gettext_lazy("Two would have the bye: %(names)s."),
    "rematch": gettext_lazy("%(names)s have met already, in round %(number)s."),
    "forbidden": gettext_lazy("%(names)s are kept apart."),
    "second_bye": gettext_lazy("%(first)s must not have the bye of the pairing (again)."),
    "third_seat": gettext_lazy("%(first)s would have the same seat a third time running."),
    "both_wrong": gettext_lazy("%(names)s would both have the seat that is due to the other."),
    "needless_bye": gettext_lazy("%(first)s would have a bye, though an opponent is there."),
    "left_out": gettext_lazy("%(first)s has no board: absent, for no points."),
    "score_gap": ngettext_lazy(
        "%(names)s are %(points)s point apart.", "%(names)s are %(points)s points apart.", "many"
    ),
}
_GRADES: Final[Mapping[str, Any]] = {
    "refuse": gettext_lazy("not possible"),
    "confirm_twice": gettext_lazy("confirm twice"),
    "confirm": gettext_lazy("confirm"),
    "notice": gettext_lazy("for information"),
}
_POINT: Final = 10
"""Tenths in a point."""
_ORDER: Final = tuple(_GRADES)
_QUESTIONS: Final[Mapping[str, Any]] = {
    "rematch": gettext_lazy("I know that they have met already."),
    "forbidden": gettext_lazy("I know that they are kept apart."),
    "second_bye": gettext_lazy("I know that this bye is against the rules."),
    "third_seat": gettext_lazy("I know about the third equal seat."),
    "both_wrong": gettext_lazy("I know that both have the other's seat."),
    "needless_bye": gettext_lazy("I know that this bye is not needed."),
    "left_out": gettext_lazy("I know that they get no points in this round."),
    "deviations": gettext_lazy("I want the boards that differ from the computed pairing."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """Something that speaks against the boards, with the word of its grade."""

    code: str
    grade: str
    grade_name: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be confirmed; `twice` asks a second time."""

    code: str
    text: str
    twice: bool


def lines(check: EditCheck) -> list[Line]:
    """Return the warnings in words, the gravest first."""
    ordered = sorted(check.warnings, key=lambda each: _ORDER.index(each.grade))
    return [Line(each.code, each.grade, str(_GRADES[each.grade]), _said(each)) for each in ordered]


def _said(warned: Warned) -> str:
    about = {
        "first": warned.names[0] if warned.names else "–",
        "names": _(" and ").join(warned.names),
        "number": warned.number,
        "points": number_format(Decimal(warned.number) / 10, decimal_pos=None if warned.number % 10 else 0),
        # One point and less than one are counted as one.
        "many": 1 if warned.number <= _POINT else 2,
    }
    return str(_SAID[warned.code] % about)


def questions(check: EditCheck) -> list[Question]:
    """Return what has to be confirmed before the editing can end."""
    wanted = check.missing(())
    twice = check.of_grade("confirm_twice")
    return [Question(code, str(_QUESTIONS[code]), code in twice) for code in wanted]


# seats

Seats = list[list[str | None]]
"""The boards in order, each with the entries at both sides."""


def arranged(boards: Seats, wanted: Mapping[tuple[int, int], str | None]) -> Seats:
    """Return the boards after these changes; whoever is displaced takes the place that became free.

    `wanted` are entries by board and side, None for an empty seat; a board after the last is a new one. What is as it
    was changes nothing.

    >>> arranged([["a", "b"], ["c", "d"]], {(0, 0): "c"})
    [['c', 'b'], ['a', 'd']]
    """
    now = [list(board) for board in boards]
    for place, entry in sorted(wanted.items()):
        while place[0] >= len(now):
            now.append([None, None])
        if (boards[place[0]][place[1]] if place[0] < len(boards) else None) != entry:
            _put(now, place, entry)
    return [board for board in now if any(board)]


def _put(boards: Seats, place: tuple[int, int], entry: str | None) -> None:
    """Put an entry on a seat; who sat there goes to where it came from."""
    row, side = place
    displaced = boards[row][side]
    for board in boards:
        for index, seated in enumerate(board):
            if entry is not None and seated == entry:
                board[index] = displaced
    boards[row][side] = entry
