"""Options of games and settings of formats as form fields; nothing here knows a game or a format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms

from gameengine.core.game import Option
from gameengine.core.types import Json
from tournaments.pages.words import say

_LONGEST: Final = 200


def option_fields(options: Iterable[Option], values: Mapping[str, Json], *, prefix: str) -> dict[str, forms.Field]:
    """Return one field per option, by a name that begins with `prefix`, filled with the values as they are."""
    return {f"{prefix}{option.key}": _field(option, values.get(option.key, option.default)) for option in options}


def option_values(options: Iterable[Option], cleaned: Mapping[str, Any], *, prefix: str) -> dict[str, Json]:
    """Return what was chosen, as the engine's values."""
    return {option.key: _value(option, cleaned[f"{prefix}{option.key}"]) for option in options}


def _field(option: Option, value: Json) -> forms.Field:
    about: dict[str, Any] = {"label": say(option.label), "help_text": say(option.help), "required": False}
    if option.choices:
        choices = [(_key(choice), say(label)) for choice, label in option.choices]
        return forms.ChoiceField(**about | {"required": True}, choices=choices, initial=_key(value))
    if isinstance(option.default, bool):
        return forms.BooleanField(**about, initial=value)
    if isinstance(option.default, int):
        limits: dict[str, Any] = {"min_value": option.minimum, "max_value": option.maximum}
        return forms.IntegerField(**about | {"required": True}, **limits, initial=value)
    return forms.CharField(**about, initial=value, max_length=_LONGEST)


def _value(option: Option, given: Any) -> Json:
    if option.choices:
        by_key: dict[str, Json] = {_key(choice): choice for choice, _label in option.choices}
        return by_key[given]
    if isinstance(option.default, bool):
        return bool(given)
    return int(given) if isinstance(option.default, int) else str(given)


def _key(value: Json) -> str:
    """Return a value as the text of a choice."""
    return str(value).lower() if isinstance(value, bool) else str(value)
