"""What every kind of time control has in common.

A seat's time is a *bank*: a few whole numbers whose meaning only its control knows (for most kinds one number, the
milliseconds that are left). A control is a value without memory; `gameengine.clock.clock` keeps the banks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol, Self, TypeAlias

from gameengine.core.errors import Refusal
from gameengine.core.types import Json, JsonObject, Text

Bank: TypeAlias = tuple[int, ...]

LONGEST_MS = 366 * 24 * 3600 * 1000
"""No duration of a control is longer than this; a greater number is a typing error."""


class TimeControl(Protocol):
    """One set of rules by which a clock is charged and credited. All durations are whole milliseconds."""

    @property
    def kind(self) -> str:
        """The name of the kind, as in the registry."""
        ...

    @property
    def per_move(self) -> bool:
        """Whether nothing carries over: then the game decides if a period is for a turn or for one decision."""
        ...

    def fresh(self) -> Bank:
        """Return the bank of a seat before its first turn."""
        ...

    def allowance_ms(self, bank: Bank) -> int | None:
        """Return after how much more use the flag falls (equality falls); None if it never does."""
        ...

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return the bank after `used_ms` more were used; never less than nothing."""
        ...

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank after a turn was completed: the seat's own turn, or another seat's."""
        ...

    def add(self, bank: Bank, ms: int) -> Bank:
        """Return the bank after an arbiter gave `ms` more."""
        ...

    def to_json(self) -> dict[str, Json]:
        """Return the JSON form, which `registry.control_from_json` reads."""
        ...

    def notation(self) -> str:
        """Return the short text, for example "5+3"."""
        ...

    def sentence(self) -> Text:
        """Return what a player reads, without a full stop: "5 minutes plus 3 seconds per turn"."""
        ...


class Kind(TimeControl, Protocol):
    """A kind of time control as the registry lists it: it also reads what it writes."""

    kind: ClassVar[str]
    per_move: ClassVar[bool]

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of a JSON form. Raises Refusal BAD_CONTROL."""
        ...

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of a short text, or None if the text is of another kind."""
        ...


def refused(data: object) -> Refusal:
    """Return the error for a control that cannot be read."""
    return Refusal("BAD_CONTROL", str(data)[:80])


def only_keys(data: JsonObject, required: frozenset[str], optional: frozenset[str] = frozenset()) -> None:
    """Raise Refusal BAD_CONTROL unless `data` has the required keys, `kind`, and no unknown one."""
    keys = set(data) - {"kind"}
    if not required <= keys or not keys <= required | optional:
        raise refused(dict(data))


def duration_ms(data: Mapping[str, Json], key: str, *, least: int = 1) -> int:
    """Return a duration of the JSON form. Raises Refusal BAD_CONTROL if it is no whole number in range."""
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LONGEST_MS:
        raise refused(dict(data))
    return value
