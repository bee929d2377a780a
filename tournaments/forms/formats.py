"""Formats to choose from, with variants that people know by a name of their own, and the groups of their settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from gameengine.core.types import Json
from tournaments.formats.registry import FORMATS
from tournaments.models import Stage
from tournaments.pages.words import say


@dataclass(frozen=True, slots=True)
class Choice:
    """A format with the settings that make it what its name says. `key` is what a form sends."""

    key: str
    format: str
    settings: Mapping[str, Json] = field(default_factory=dict)
    named: Any = ""
    about: Any = ""

    @property
    def name(self) -> str:
        """Return what people call it."""
        return str(self.named) or say(FORMATS[self.format].name)

    @property
    def summary(self) -> str:
        """Return one sentence about it."""
        return str(self.about) or say(FORMATS[self.format].summary)


_VARIANTS: Final[Mapping[str, tuple[Choice, ...]]] = {
    "round_robin": (
        Choice(
            "round_robin-double",
            "round_robin",
            {"cycles": 2},
            _("Round robin, twice"),
            _("Everybody meets everybody twice, once in each seat."),
        ),
    ),
    "swiss": (
        Choice(
            "swiss-accelerated",
            "swiss",
            {"acceleration": "baku"},
            _("Swiss system, accelerated"),
            _("For large fields: in the first rounds the better half is paired among itself (Baku)."),
        ),
    ),
}
CHOICES: Final[Mapping[str, Choice]] = {
    choice.key: choice for key in FORMATS for choice in (Choice(key, key), *_VARIANTS.get(key, ()))
}
"""Every format, each followed by its variants."""

_GROUPS: Final[tuple[tuple[Any, frozenset[str]], ...]] = (
    (_("How it is played"), frozenset({"rounds", "cycles", "third_place", "acceleration", "best_of", "all_games"})),
    (_("Points and tie-breaks"), frozenset({"points", "bye_points", "tie_breaks"})),
    (_("Byes and late entries"), frozenset({"half_byes", "half_byes_until", "late_rounds"})),
    (_("How rounds are paired"), frozenset({"edition", "balance_seats", "advance"})),
    (_("How matches begin, and absence"), frozenset({"start", "tell_away_s", "claim_away_s"})),
)
_REST: Final = _("When a pairing ends level")


def choice_of(stage: Stage) -> Choice:
    """Return what a stage is: the variant whose settings it has, else the format."""
    fitting = [one for one in CHOICES.values() if one.format == stage.format and _has(stage, one)]
    return max(fitting, key=lambda one: len(one.settings))


def _has(stage: Stage, choice: Choice) -> bool:
    """Tell whether a stage has the settings of a choice."""
    return all(stage.settings.get(key) == value for key, value in choice.settings.items())


def in_groups(names: Iterable[str], *, prefix: str) -> list[tuple[str, list[str]]]:
    """Return names of fields of settings in groups with a title each; what no group claims comes last."""
    left = list(names)
    groups = []
    for title, keys in _GROUPS:
        found = [name for name in left if name.removeprefix(prefix) in keys]
        groups.append((str(title), found))
        left = [name for name in left if name not in found]
    return [(title, found) for title, found in [*groups, (str(_REST), left)] if found]
