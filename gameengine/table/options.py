"""Options of a game: completed with the defaults and checked against the rule page's values."""

from __future__ import annotations

from typing import Any

from gameengine.core.abilities import RelatesOptions
from gameengine.core.errors import Refusal
from gameengine.core.game import Game, Option
from gameengine.core.types import Json, JsonObject


def complete_options(game: Game[Any], chosen: JsonObject) -> dict[str, Json]:
    """Return every option of the game with its chosen or default value. Raises Refusal BAD_OPTION.

    A value that does not fit its option is refused, and so are values that do not fit each other.
    """
    complete = filled_options(game, chosen)
    if isinstance(game, RelatesOptions):
        game.check_options(complete)
    return complete


def filled_options(game: Game[Any], chosen: JsonObject) -> dict[str, Json]:
    """Return every option of the game, each value checked by itself alone, as long as the others are still open.

    Raises Refusal BAD_OPTION.
    """
    known = {option.key: option for option in game.options}
    for key in chosen:
        if key not in known:
            raise Refusal("BAD_OPTION", str(key))
    return {key: _checked(known[key], chosen[key]) if key in chosen else known[key].default for key in known}


def is_variant(game: Game[Any], options: JsonObject) -> bool:
    """Tell whether an option that changes the rules differs from its default."""
    return any(option.variant and options[option.key] != option.default for option in game.options)


def _checked(option: Option, value: Json) -> Json:
    chosen = any(_same(value, choice) for choice, _ in option.choices)
    if option.check is not None and not chosen:
        return option.check(value)
    if option.choices:
        fits = chosen
    elif option.minimum is not None or option.maximum is not None:
        fits = _in_range(option, value)
    else:
        fits = option.default is None or type(value) is type(option.default) or _both_lists(value, option.default)
    if not fits:
        raise Refusal("BAD_OPTION", f"{option.key}: {value!r}"[:120])
    return value


def _same(one: Json, other: Json) -> bool:
    # 1 == True in Python, but not in a rule page.
    return type(one) is type(other) and one == other


def _in_range(option: Option, value: Json) -> bool:
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    low, high = option.minimum, option.maximum
    return (low is None or value >= low) and (high is None or value <= high)


def _both_lists(one: Json, other: Json) -> bool:
    return isinstance(one, list | tuple) and isinstance(other, list | tuple)
