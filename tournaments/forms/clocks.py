"""The limits beside a clock as form fields in seconds; the clock itself is written in its short form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from gameengine.clock.duration import LONGEST_MS
from gameengine.clock.limits import (
    NO_LIMITS,
    SHORTEST_FREE_MS,
    SHORTEST_UNTIMED_MS,
    Limits,
    Reaction,
    limited,
    limits_of,
    split_notation,
)
from gameengine.clock.notation import control_from_notation
from gameengine.clock.registry import control_from_json
from gameengine.core.abilities import Reacts
from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.types import JsonObject

PREFIX: Final = "limit-"
FREE, WINDOW, UNTIMED = f"{PREFIX}free_s", f"{PREFIX}window_s", f"{PREFIX}untimed_s"
_SECOND_MS: Final = 1_000


def limit_fields(game: Game[Any], control: JsonObject) -> dict[str, forms.Field]:
    """Return the fields for the limits that matter in a game, with the values that a control has."""
    limits = limits_of(control_from_json(control))
    reaction = limits.reaction
    fields: dict[str, forms.Field] = {}
    if isinstance(game, Reacts):
        fields[FREE] = _seconds(
            _("Seconds free to react"),
            SHORTEST_FREE_MS,
            reaction.free_ms if reaction else None,
            _("While a reaction is asked for, the clock of the one who is asked stands for so long. Empty: it runs."),
        )
        fields[WINDOW] = _seconds(
            _("Seconds to react at most"),
            SHORTEST_FREE_MS,
            reaction.limit_ms if reaction else None,
            _("Then the other side goes on, as if the one who is asked had passed."),
        )
    if fields or limits_of(control_from_json(game.default_control)).untimed_ms is not None:
        fields[UNTIMED] = _seconds(
            _("Seconds for each decision without a clock"),
            SHORTEST_UNTIMED_MS,
            limits.untimed_ms,
            _("For example while the game is set up. Empty: without limit."),
        )
    return fields


def clock_text(control: JsonObject, fields: Mapping[str, Any]) -> str:
    """Return the short form of a clock for a form with these fields: limits that have a field stand only there."""
    text = control_from_json(control).notation()
    return split_notation(text)[0] if any(name in fields for name in (FREE, UNTIMED)) else text


def limit_errors(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is wrong with the limits, by field."""
    free, window = given.get(FREE), given.get(WINDOW)
    if (free is None) != (window is None):
        return {FREE if free is None else WINDOW: _("Name both limits of a reaction, or none.")}
    if free is not None and window is not None and free >= window:
        return {WINDOW: _("This must be longer than the time that is free.")}
    return {}


def whole_clock(text: str, given: Mapping[str, Any]) -> str:
    """Return the short form of the clock with the limits of the fields; the text as it is where it cannot be read."""
    try:
        inner, typed = split_notation(text)
        control = control_from_notation(inner)
    except Refusal:
        return text
    free, window, untimed = (given.get(name) for name in (FREE, WINDOW, UNTIMED))
    reaction = typed.reaction if free is None or window is None else Reaction(_ms(free), _ms(window))
    limits = Limits(reaction, typed.untimed_ms if untimed is None else _ms(untimed))
    return text if limits == NO_LIMITS else limited(control, limits).notation()


def _ms(seconds: float) -> int:
    return round(seconds * _SECOND_MS)


def _seconds(label: Any, least_ms: int, value_ms: int | None, about: Any) -> forms.Field:
    value = None if value_ms is None else value_ms / _SECOND_MS
    return forms.FloatField(
        label=label,
        required=False,
        min_value=least_ms / _SECOND_MS,
        max_value=LONGEST_MS / _SECOND_MS,
        initial=int(value) if value is not None and value.is_integer() else value,
        help_text=about,
    )
