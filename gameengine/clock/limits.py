"""What any time control may have beside its own: limits for reaction windows and for decisions that no clock times,
and credit for what the network costs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from gameengine.clock.control import Around, TimeControl, duration_ms, refused
from gameengine.clock.duration import DAY_MS, SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

SHORTEST_FREE_MS: Final = 500
"""A shorter free time would tell by the clock who has passed by himself and for whom the table has."""
SHORTEST_UNTIMED_MS: Final = 1_000
KEYS: Final = ("reaction", "untimed_ms", "credit")

_NOTATION = re.compile(r"(.*?)(?: react ([^ /]+)/([^ /]+))?(?: untimed ([^ ]+))?( no-credit)?")


@dataclass(frozen=True, slots=True)
class Reaction:
    """What holds while a reaction window is open: `free_ms` are not charged, at `limit_ms` the window is let go."""

    free_ms: int
    limit_ms: int

    def to_json(self) -> dict[str, Json]:
        """Return both durations under their names."""
        return {"free_ms": self.free_ms, "limit_ms": self.limit_ms}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Return the setting of a JSON form. Raises Refusal BAD_CONTROL unless the free time ends before the limit."""
        if not isinstance(data, Mapping) or set(data) != {"free_ms", "limit_ms"}:
            told = Text(
                "reaction must be an object with free_ms and limit_ms.",
                "reaction muss ein Objekt mit free_ms und limit_ms sein.",
            )
            raise refused({"reaction": data}, told)
        found = cls(duration_ms(data, "free_ms", least=SHORTEST_FREE_MS), duration_ms(data, "limit_ms"))
        if found.free_ms >= found.limit_ms:
            told = Text(
                "The free time to react must be shorter than its limit.",
                "Die freie Zeit zum Reagieren muss kürzer sein als deren Grenze.",
            )
            raise refused({"reaction": dict(data)}, told)
        return found


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a control; None where it sets none.

    `credit` tells whether seats get back what the network costs them; None leaves that to whoever hosts the match.
    """

    reaction: Reaction | None = None
    untimed_ms: int | None = None
    credit: bool | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the limits that are set."""
        data: dict[str, Json] = {} if self.reaction is None else {"reaction": self.reaction.to_json()}
        if self.untimed_ms is not None:
            data["untimed_ms"] = self.untimed_ms
        if self.credit is not None:
            data["credit"] = self.credit
        return data

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the limits in the JSON form of a control; null stands for none. Raises Refusal BAD_CONTROL."""
        reaction = data.get("reaction")
        untimed_ms = None
        if data.get("untimed_ms") is not None:
            untimed_ms = duration_ms(data, "untimed_ms", least=SHORTEST_UNTIMED_MS)
        return cls(None if reaction is None else Reaction.from_json(reaction), untimed_ms, _credit(data))


NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Limited(Around):
    """Any time control with limits; everything else is that control's."""

    inner: TimeControl
    limits: Limits

    def to_json(self) -> dict[str, Json]:
        """Return the JSON form of the control within and of the limits."""
        return {**self.inner.to_json(), **self.limits.to_json()}

    def notation(self) -> str:
        """Return the short text of the control within, then the limits in seconds: "75+0 react 2/15 untimed 120"."""
        text = self.inner.notation()
        reaction = self.limits.reaction
        if reaction is not None:
            free, limit = (short(ms, unit_ms=SECOND_MS) for ms in (reaction.free_ms, reaction.limit_ms))
            text = f"{text} react {free}/{limit}"
        if self.limits.untimed_ms is not None:
            text = f"{text} untimed {short(self.limits.untimed_ms, unit_ms=SECOND_MS)}"
        # Credit is what hosts give if nothing is said, so only its absence is.
        return f"{text} no-credit" if self.limits.credit is False else text

    def sentence(self) -> Text:
        """Return the sentence of the control within, and one clause per limit."""
        clauses = [self.inner.sentence(), *_clauses(self.limits)]
        return Text("; ".join(clause.en for clause in clauses), "; ".join(clause.de for clause in clauses))


def limits_of(control: TimeControl) -> Limits:
    """Return the limits of a control."""
    return control.limits if isinstance(control, Limited) else NO_LIMITS


def limited(control: TimeControl, limits: Limits) -> TimeControl:
    """Return a control without limits with these; itself if there are none."""
    return control if limits == NO_LIMITS else Limited(control, limits)


def with_limits_of(control: TimeControl, usual: TimeControl) -> TimeControl:
    """Return a control with the limits of another one, unless it has some of its own or no clock.

    Where turns take days, a decision has a day at least.
    """
    own, limits = limits_of(control), limits_of(usual)
    if control.kind == "none" or own.reaction is not None or own.untimed_ms is not None:
        return control
    if control.is_slow:
        limits = _in_days(limits)
    inner = control.inner if isinstance(control, Limited) else control
    return limited(inner, replace(limits, credit=own.credit if own.credit is not None else limits.credit))


def _in_days(limits: Limits) -> Limits:
    reaction = limits.reaction and Reaction(limits.reaction.free_ms, max(DAY_MS, limits.reaction.limit_ms))
    return replace(limits, reaction=reaction, untimed_ms=limits.untimed_ms and max(DAY_MS, limits.untimed_ms))


def with_credit(control: TimeControl) -> TimeControl:
    """Return the control with credit for the network, unless it already says yes or no."""
    limits = limits_of(control)
    if limits.credit is not None:
        return control
    return Limited(control.inner if isinstance(control, Limited) else control, replace(limits, credit=True))


def gives_credit(control: TimeControl) -> bool:
    """Tell whether seats get back what the network costs them: never where they have days, or no clock."""
    return limits_of(control).credit is True and control.kind != "none" and not control.is_slow


def split_notation(text: str) -> tuple[str, Limits]:
    """Return the short text of the control within, and the limits. Raises Refusal BAD_CONTROL.

    >>> split_notation("75+0 react 2/15")
    ('75+0', Limits(reaction=Reaction(free_ms=2000, limit_ms=15000), untimed_ms=None, credit=None))
    """
    found = _NOTATION.fullmatch(text)
    if found is None:
        raise refused(text)
    inner, free, limit, untimed, uncredited = found.groups()
    data: dict[str, Json] = {}
    if free is not None and limit is not None:
        data["reaction"] = {"free_ms": _seconds(free), "limit_ms": _seconds(limit)}
    if untimed is not None:
        data["untimed_ms"] = _seconds(untimed)
    if uncredited is not None:
        data["credit"] = False
    return inner, Limits.from_json(data)


def _credit(data: JsonObject) -> bool | None:
    credit = data.get("credit")
    if credit is not None and not isinstance(credit, bool):
        raise refused(dict(data))
    return credit


def _seconds(text: str) -> int:
    return read(text, unit_ms=SECOND_MS)


def _clauses(limits: Limits) -> list[Text]:
    found = []
    if limits.reaction is not None:
        free, limit = words(limits.reaction.free_ms), words(limits.reaction.limit_ms)
        found.append(
            Text(
                f"{free.en} free and at most {limit.en} to react",
                f"{free.de} frei und höchstens {limit.de} zum Reagieren",
            )
        )
    if limits.untimed_ms is not None:
        untimed = words(limits.untimed_ms)
        found.append(
            Text(
                f"at most {untimed.en} for each decision without a clock",
                f"höchstens {untimed.de} für jede Entscheidung ohne Uhr",
            )
        )
    if limits.credit is False:
        found.append(Text("what the network takes is not given back", "was das Netz kostet, wird nicht erstattet"))
    return found
