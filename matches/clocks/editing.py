"""A time control as people put it together: a usual one, one of a kind with its numbers, or the short form as typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gameengine.clock import TimeControl, control_from_notation
from gameengine.clock.duration import DAY_MS, MINUTE_MS, SECOND_MS
from gameengine.clock.unequal import AGAINST
from gameengine.core.errors import Refusal, told_of
from matches.words import language

USUAL: Final = ("3+2", "5+5", "10+5", "20+10", "90+30", "40/90+30, 30+30", "30s/move", "120s/move", "3d/move")
"""The clocks that are offered beside that of the rules."""
KIND: Final = "kind:"
"""Begins the choice of a kind; any other choice is the short form of a usual clock, or `OWN`."""
OWN: Final = "own"

_STAGES_SHOWN: Final = 3
_MOST_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Part:
    """One number of a kind: `unit_ms` is 0 for a plain one, None for a box to tick; `usual` is what it begins with."""

    key: str
    label: Any
    unit_ms: int | None
    usual: str = ""

    @property
    def is_box(self) -> bool:
        """Whether this is ticked or not."""
        return self.unit_ms is None


@dataclass(frozen=True, slots=True)
class Edited:
    """One kind in the form: its numbers, how they make a short form, and how they are read off a control."""

    label: Any
    parts: tuple[Part, ...]
    write: Callable[[Mapping[str, str]], str]
    read: Callable[[Mapping[str, Any]], Mapping[str, Any] | None]


def edited_kinds() -> Mapping[str, Edited]:
    """Return the kinds that have numbers of their own, in the order of the form."""
    return _KINDS


def _bank(given: Mapping[str, str]) -> str:
    cap = f" max {given['cap_ms']}" if given["cap_ms"] else ""
    return f"{given['base_ms']}+{given['increment_ms']}{cap}{_first(given)}"


def _first(given: Mapping[str, str]) -> str:
    return " first" if given["first_bonus"] else ""


def _stages(given: Mapping[str, str]) -> str:
    rows = []
    for row in range(1, _STAGES_SHOWN + 1):
        many, base, increment = (given[f"{name}-{row}"] for name in ("turns", "base_ms", "increment_ms"))
        if base or many or increment:
            rows.append(f"{many}/" * bool(many) + (base or "0") + f"+{increment}" * bool(increment))
    return ", ".join(rows) + _first(given)


def _read_stages(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    if len(data["stages"]) > _STAGES_SHOWN:
        return None
    named = {
        f"{key}-{number}": value
        for number, stage in enumerate(data["stages"], 1)
        for key, value in stage.items()
        if value
    }
    return {**named, "first_bonus": data["first_bonus"]}


def _as_it_is(data: Mapping[str, Any]) -> Mapping[str, Any]:
    return data


def _with(key: str) -> Callable[[Mapping[str, Any]], Mapping[str, Any] | None]:
    return lambda data: data if key in data else None


_BASE: Final = Part("base_ms", _("Minutes"), MINUTE_MS, "5")
_INCREMENT: Final = Part("increment_ms", _("Seconds per turn"), SECOND_MS, "3")
_DELAY: Final = Part("delay_ms", _("Seconds of delay"), SECOND_MS, "3")
_FIRST: Final = Part("first_bonus", _("From the first turn on"), None)


def _stage_parts() -> Iterator[Part]:
    usual = {1: ("40", "90", "30"), 2: ("", "30", "30"), 3: ("", "", "")}
    for row, (many, base, increment) in usual.items():
        yield Part(f"turns-{row}", _("Turns"), 0, many)
        yield Part(f"base_ms-{row}", _("Minutes"), MINUTE_MS, base)
        yield Part(f"increment_ms-{row}", _("Seconds per turn"), SECOND_MS, increment)
    yield _FIRST


_KINDS: Final[Mapping[str, Edited]] = {
    "absolute": Edited(_("A fixed time for the game"), (_BASE,), lambda given: f"{given['base_ms']}+0", _as_it_is),
    "fischer": Edited(
        _("Time and an increment (Fischer)"),
        (_BASE, _INCREMENT, Part("cap_ms", _("Minutes at most (empty: no cap)"), MINUTE_MS), _FIRST),
        _bank,
        _as_it_is,
    ),
    "delay": Edited(
        _("Time and a delay before the clock runs (US)"),
        (_BASE, _DELAY),
        lambda given: f"{given['base_ms']} d{given['delay_ms']}",
        _as_it_is,
    ),
    "bronstein": Edited(
        _("Time, of which every turn gives some back (Bronstein)"),
        (_BASE, _DELAY, _FIRST),
        lambda given: f"{given['base_ms']} b{given['delay_ms']}{_first(given)}",
        _as_it_is,
    ),
    "per_move": Edited(
        _("Time per move"),
        (Part("per_move_ms", _("Seconds"), SECOND_MS, "30"),),
        lambda given: f"{given['per_move_ms']}/move",
        _as_it_is,
    ),
    "byo_yomi": Edited(
        _("Time, then periods (byo-yomi)"),
        (_BASE, Part("periods", _("Periods"), 0, "3"), Part("period_ms", _("Seconds of a period"), SECOND_MS, "30")),
        lambda given: f"{given['base_ms']}+{given['periods']}x{given['period_ms']}",
        _as_it_is,
    ),
    "canadian": Edited(
        _("Time, then blocks of turns (Canadian)"),
        (
            Part("base_ms", _("Minutes"), MINUTE_MS, "15"),
            Part("turns", _("Turns of a block"), 0, "20"),
            Part("period_ms", _("Minutes of a block"), MINUTE_MS, "5"),
        ),
        lambda given: f"{given['base_ms']}+{given['turns']} in {given['period_ms']}",
        _as_it_is,
    ),
    "hourglass": Edited(
        _("Hourglass"),
        (Part("base_ms", _("Minutes"), MINUTE_MS, "2"),),
        lambda given: f"hourglass {given['base_ms']}",
        _as_it_is,
    ),
    "stages": Edited(_("Several stages"), tuple(_stage_parts()), _stages, _read_stages),
    "correspondence": Edited(
        _("Days per move (correspondence)"),
        (Part("per_move_ms", _("Days"), DAY_MS, "3"),),
        lambda given: f"{given['per_move_ms']}/move",
        _with("per_move_ms"),
    ),
    "correspondence-bank": Edited(
        _("Days and an increment (correspondence)"),
        (
            Part("base_ms", _("Days"), DAY_MS, "14"),
            Part("increment_ms", _("Days per turn"), DAY_MS, "1"),
            Part("cap_ms", _("Days at most (empty: no cap)"), DAY_MS),
            _FIRST,
        ),
        _bank,
        _with("base_ms"),
    ),
}


def written(kind: str, given: Mapping[str, str]) -> str:
    """Return the short form of a kind with the numbers as they were entered; what is no number stays as it is."""
    edited = _KINDS[kind]
    values = {part.key: _entered(part, given.get(part.key, "").strip()) for part in edited.parts}
    text = edited.write(values)
    return tidy(text)


def numbers(kind: str, control: TimeControl | None) -> dict[str, str] | None:
    """Return the numbers of a kind as fields show them: those of the control, the usual ones if it is of another kind.

    None for a control of the kind that has more than the fields can show.
    """
    edited, usual = _KINDS[kind], {part.key: part.usual for part in _KINDS[kind].parts}
    own = None if control is None else control.of(0)
    if own is None or own.kind != kind.partition("-")[0]:
        return usual
    found = edited.read(own.to_json())
    if found is None:
        return None if kind == "stages" else usual
    return {part.key: _shown(part, found.get(part.key)) for part in edited.parts}


def kind_of(control: TimeControl) -> str:
    """Return under which kind of the form a control stands; "" if under none."""
    own = control.of(0)
    for kind, edited in _KINDS.items():
        if own.kind == kind.partition("-")[0] and edited.read(own.to_json()) is not None:
            return kind
    return ""


def tidy(text: str) -> str:
    """Return a short form as it is written canonically; the text itself where it cannot be read."""
    try:
        return control_from_notation(text).notation()
    except Refusal:
        return text


def parted(text: str) -> tuple[str, str]:
    """Return the short form of the first seat, and those of the others, "" if they have the same."""
    first, _against, others = text.partition(AGAINST)
    return first, others


def meaning(text: str) -> tuple[str, str]:
    """Return the sentence of a short form in the active language, and what is wrong with it; one of them is "".

    >>> meaning("")
    ('', '')
    """
    if not text.strip():
        return "", ""
    try:
        return control_from_notation(text).sentence().to(language()), ""
    except Refusal as refusal:
        return "", told_of(refusal).to(language())


def usual_label(text: str) -> str:
    """Return how a usual clock is offered."""
    sentence, _wrong = meaning(text)
    return f"{text} · {sentence}" if text != "none" else gettext("No time limit")


def _entered(part: Part, text: str) -> str:
    if not part.unit_ms:
        return text
    number = text.replace(",", ".")
    if not text or len(number) > _MOST_DIGITS or not number.replace(".", "", 1).isdecimal():
        return text
    ms = round(float(number) * part.unit_ms)
    return f"{ms // DAY_MS}d" if part.unit_ms == DAY_MS and ms % DAY_MS == 0 else f"{ms}ms"


def _shown(part: Part, value: Any) -> str:
    if part.is_box:
        return "on" if value else ""
    if value is None:
        return ""
    return f"{value / part.unit_ms:.10g}" if part.unit_ms else str(value)
