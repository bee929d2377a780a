"""Unequal times: every seat has a control of its own, for odds and for games that must be decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameengine.clock.control import Around, TimeControl, refused
from gameengine.core.types import Json, Seat, Text

KEY = "others"
"""In the JSON form: the controls of the seats behind the first."""
AGAINST = " vs "
MOST_SEATS = 8


@dataclass(frozen=True, slots=True)
class Unequal(Around):
    """The control of the first seat and those of the `others`; where there are more seats, the list begins anew.

    So of two teams whose players sit in turn each has its own.
    """

    inner: TimeControl
    others: tuple[TimeControl, ...]

    @property
    def by_seat(self) -> tuple[TimeControl, ...]:
        """The controls from the first seat on."""
        return self.inner, *self.others

    def of(self, seat: Seat) -> TimeControl:
        """Return the control of one seat."""
        return self.by_seat[seat % len(self.by_seat)]

    def to_json(self) -> dict[str, Json]:
        """Return the JSON form of the first seat's control, and those of the others under `others`."""
        return {**self.inner.to_json(), KEY: [other.to_json() for other in self.others]}

    def notation(self) -> str:
        """Return the short texts with "vs" between them: "5+0 vs 4+0"."""
        return AGAINST.join(control.notation() for control in self.by_seat)

    def sentence(self) -> Text:
        """Return one clause per seat."""
        told = [control.sentence() for control in self.by_seat]
        return Text(
            "; ".join(f"Seat {number}: {one.en}" for number, one in enumerate(told, 1)),
            "; ".join(f"Platz {number}: {one.de}" for number, one in enumerate(told, 1)),
        )


def unequal(controls: Sequence[TimeControl]) -> TimeControl:
    """Return one control for seats with these; the first itself if all are equal. Raises Refusal BAD_CONTROL.

    What concerns all seats at once must be the same for all: whether there is a clock, whether its time carries over,
    runs to the others, or is counted in days.
    """
    first, *others = controls
    if all(other == first for other in others):
        return first
    if len(controls) > MOST_SEATS or any(_nature(other) != _nature(first) for other in others):
        told = Text(
            "These times do not go together: time per move, an hourglass, days, and no clock only go with their like.",
            "Diese Bedenkzeiten passen nicht zusammen: Zeit je Zug, Sanduhr, Tage und keine Uhr gehen nur mit "
            "ihresgleichen.",
        )
        raise refused(AGAINST.join(control.notation() for control in controls), told)
    return Unequal(first, tuple(others))


def _nature(control: TimeControl) -> tuple[bool, bool, bool, bool]:
    return control.per_move, control.is_slow, control.pours, bool(control.fresh())
