"""What every kind of time control has in common.

A seat's time is a *bank*: a few whole numbers whose meaning only its control knows (for most kinds one number, the
milliseconds that are left). A control is a value without memory; `gameengine.clock.clock` keeps the banks.

A turn may have several actions, and pauses between them. So a bank is charged piece by piece, and whatever a turn
brings (a delay, a period that begins anew) is settled by `turn_over` alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, TypeAlias

from gameengine.clock.duration import LONGEST_MS
from gameengine.core.errors import Refusal
from gameengine.core.types import Json, JsonObject, Seat, Text

Bank: TypeAlias = tuple[int, ...]

MOST = 999
"""No control counts more turns or periods than this."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a bank holds beside the time until the flag falls. All durations are milliseconds.

    `delay_ms` is the part of that time that is used up first and comes back with the next turn. `reserve_ms` is the
    part that is used up last: periods of `period_ms`, or one block for `moves_left` turns. `moves_left` is also how
    many turns are left until more time is added; `stage` is the number of the stage and how many there are.
    """

    delay_ms: int = 0
    reserve_ms: int = 0
    period_ms: int = 0
    moves_left: int = 0
    stage: tuple[int, int] | None = None

    def to_json(self) -> dict[str, Json]:
        """Return what is there, under its name."""
        values: dict[str, Json] = {
            "delay_ms": self.delay_ms,
            "reserve_ms": self.reserve_ms,
            "period_ms": self.period_ms,
            "moves_left": self.moves_left,
            "stage": self.stage,
        }
        return {name: value for name, value in values.items() if value}


PLAIN = Reading()
"""All that is left is one time."""


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

    @property
    def is_slow(self) -> bool:
        """Whether turns take days: then no line is so slow that it matters, and notices have time."""
        ...

    @property
    def pours(self) -> bool:
        """Whether what one seat uses runs to the others, as the sand in an hourglass."""
        ...

    def of(self, seat: Seat) -> TimeControl:
        """Return the control of one seat, by whose rules its bank is read and charged."""
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
        """Return the bank with `ms` more, or less if negative; never less than nothing."""
        ...

    def reading(self, bank: Bank) -> Reading:
        """Return what the bank holds beside the time until the flag falls."""
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

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of a JSON form. Raises Refusal BAD_CONTROL."""
        ...

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of a short text, or None if the text looks like another kind. Raises Refusal BAD_CONTROL.

        The text has small letters, single spaces, and none around "+", "/", "x" and ",".
        """
        ...


class Simple:
    """What most kinds share: the first number of a bank is all that is left, and a turn changes nothing."""

    __slots__ = ()

    per_move: ClassVar[bool] = False
    is_slow: ClassVar[bool] = False
    pours: ClassVar[bool] = False

    def of(self, seat: Seat) -> Self:
        """Return the same control for every seat."""
        return self

    def allowance_ms(self, bank: Bank) -> int | None:
        """Return what is left."""
        return bank[0]

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return what is left after the use."""
        return max(0, bank[0] - used_ms), *bank[1:]

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank as it is: nothing is credited."""
        return bank

    def add(self, bank: Bank, ms: int) -> Bank:
        """Return the bank with `ms` more."""
        return max(0, bank[0] + ms), *bank[1:]

    def reading(self, bank: Bank) -> Reading:
        """Return that there is nothing beside what is left."""
        return PLAIN


@dataclass(frozen=True, slots=True)
class OneTime(Simple):
    """What kinds share that have nothing but `base_ms` per seat."""

    kind: ClassVar[str]

    base_ms: int

    def fresh(self) -> Bank:
        """Return the whole time."""
        return (self.base_ms,)

    def to_json(self) -> dict[str, Json]:
        """Return `{"kind": …, "base_ms": …}`."""
        return {"kind": self.kind, "base_ms": self.base_ms}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form."""
        only_keys(data, frozenset({"base_ms"}))
        return cls(duration_ms(data, "base_ms"))


class Reserved(Simple):
    """What kinds share whose bank has a main time and a reserve behind it; extra time is main time."""

    __slots__ = ()

    def allowance_ms(self, bank: Bank) -> int | None:
        """Return the main time and the reserve."""
        return bank[0] + bank[1]

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return what is left after the use: first the main time goes, then the reserve."""
        return *drained(bank[0], bank[1], used_ms), *bank[2:]

    def add(self, bank: Bank, ms: int) -> Bank:
        """Return the bank with `ms` more main time."""
        return self.charge(bank, -ms) if ms < 0 else (bank[0] + ms, *bank[1:])


class Around:
    """What controls share that put something around another one, `inner`: in all else they are that one."""

    __slots__ = ()

    inner: TimeControl

    @property
    def kind(self) -> str:
        """The kind of the control within."""
        return self.inner.kind

    @property
    def per_move(self) -> bool:
        """Whether nothing carries over."""
        return self.inner.per_move

    @property
    def is_slow(self) -> bool:
        """Whether turns take days."""
        return self.inner.is_slow

    @property
    def pours(self) -> bool:
        """Whether what one seat uses runs to the others."""
        return self.inner.pours

    def of(self, seat: Seat) -> TimeControl:
        """Return the control of one seat."""
        return self.inner.of(seat)

    def fresh(self) -> Bank:
        """Return the bank of a seat before its first turn."""
        return self.inner.fresh()

    def allowance_ms(self, bank: Bank) -> int | None:
        """Return after how much more use the flag falls."""
        return self.inner.allowance_ms(bank)

    def charge(self, bank: Bank, used_ms: int) -> Bank:
        """Return the bank after more use."""
        return self.inner.charge(bank, used_ms)

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank after a completed turn."""
        return self.inner.turn_over(bank, own=own)

    def add(self, bank: Bank, ms: int) -> Bank:
        """Return the bank with `ms` more."""
        return self.inner.add(bank, ms)

    def reading(self, bank: Bank) -> Reading:
        """Return what the bank holds beside the time until the flag falls."""
        return self.inner.reading(bank)


def drained(first: int, second: int, used_ms: int) -> tuple[int, int]:
    """Return what is left of two amounts of which the second is touched only when the first is gone.

    >>> drained(5_000, 30_000, 4_000), drained(5_000, 30_000, 15_000), drained(5_000, 30_000, 99_000)
    ((1000, 30000), (0, 20000), (0, 0))
    """
    return max(0, first - used_ms), max(0, second - max(0, used_ms - first))


def refused(data: object, told: Text | None = None) -> Refusal:
    """Return the error for a control that cannot be read, with what is wrong with it."""
    return Refusal("BAD_CONTROL", str(data)[:80], told)


def only_keys(data: JsonObject, required: frozenset[str], optional: frozenset[str] = frozenset()) -> None:
    """Raise Refusal BAD_CONTROL unless `data` has the required keys, `kind`, and no unknown one."""
    keys = set(data) - {"kind"}
    wrong = sorted(required - keys) or sorted(keys - required - optional)
    if wrong:
        names, is_missing = ", ".join(wrong)[:80], not required <= keys
        english, german = ("lacks", "fehlt") if is_missing else ("does not know", "ist unbekannt")
        kind = data.get("kind")
        raise refused(
            dict(data), Text(f"A clock of the kind {kind} {english} {names}.", f"Bedenkzeit {kind}: {names} {german}.")
        )


def duration_ms(data: Mapping[str, Json], key: str, *, least: int = 1) -> int:
    """Return a duration of the JSON form. Raises Refusal BAD_CONTROL if it is no whole number in range."""
    return whole_number(data, key, least, LONGEST_MS)


def count(data: Mapping[str, Json], key: str) -> int:
    """Return a number of turns or periods of the JSON form. Raises Refusal BAD_CONTROL if it is none."""
    return whole_number(data, key, 1, MOST)


def switch(data: Mapping[str, Json], key: str) -> bool:
    """Return a setting of the JSON form that may be left out. Raises Refusal BAD_CONTROL if it is not true or false."""
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise refused(dict(data), Text(f"{key} must be true or false.", f"{key} muss true oder false sein."))
    return value


def whole_number(data: Mapping[str, Json], key: str, least: int, most: int) -> int:
    """Return a number of the JSON form. Raises Refusal BAD_CONTROL if it is not whole or out of range."""
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        told = Text(
            f"{key} must be a whole number from {least} to {most}.",
            f"{key} muss eine ganze Zahl von {least} bis {most} sein.",
        )
        raise refused(dict(data), told)
    return value
