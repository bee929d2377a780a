"""What people may send to a match by forms."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from gameengine.core.game import Game, Option
from gameengine.core.types import Json
from matches.decide import LONGEST_TEXT
from matches.words import LEVELS, language

LONGEST_CMD: Final = 80


class ActForm(forms.Form):
    """One command: its id, the ply for which it was made, and the action in the game's notation."""

    cmd = forms.CharField(max_length=LONGEST_CMD)
    ply = forms.IntegerField(min_value=0, required=False)
    a = forms.CharField(max_length=LONGEST_TEXT, strip=False)


class CallForm(forms.Form):
    """A call for the arbiter."""

    REASONS: Final = (
        ("rules", _("A question about the rules")),
        ("fault", _("Something does not work")),
        ("opponent", _("The other side")),
        ("other", _("Something else")),
    )
    reason = forms.ChoiceField(label=_("What is it about?"), choices=REASONS, widget=forms.RadioSelect, initial="rules")
    text = forms.CharField(
        label=_("In your words"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The match and the clocks go on while you wait."),
    )


class PracticeForm(forms.Form):
    """A practice match: how strong the computer is, and the game's options."""

    level = forms.ChoiceField(label=_("Strength"), widget=forms.RadioSelect, initial="normal")

    def __init__(self, game: Game[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        level: Any = self.fields["level"]
        level.choices = [(name, LEVELS.get(name, name)) for name in game.bots]
        for option in game.options:
            self.fields[f"option-{option.key}"] = _option_field(option)

    @property
    def option_fields(self) -> list[Any]:
        """Return the bound fields of the options that change the rules."""
        return [self[name] for name in self.fields if name.startswith("option-")]

    @property
    def chosen(self) -> dict[str, Json]:
        """Return the options that differ from the default."""
        defaults = {option.key: option.default for option in self.game.options}
        given = {name.removeprefix("option-"): value for name, value in self.cleaned_data.items() if name != "level"}
        values = {key: self._value(key, value) for key, value in given.items() if value not in (None, "")}
        return {key: value for key, value in values.items() if value != defaults[key]}

    def _value(self, key: str, text: Any) -> Json:
        option = next(option for option in self.game.options if option.key == key)
        by_text = {_choice_key(value): value for value, _label in option.choices}
        found: Json = by_text.get(text, text)
        return found


def _option_field(option: Option) -> forms.Field:
    about: dict[str, Any] = {
        "label": option.label.to(language()),
        "help_text": option.help.to(language()),
        "required": False,
    }
    if option.choices:
        choices = [(_choice_key(value), label.to(language())) for value, label in option.choices]
        return forms.ChoiceField(choices=choices, initial=_choice_key(option.default), **about)
    if isinstance(option.default, bool):
        return forms.BooleanField(initial=option.default, **about)
    if isinstance(option.default, int):
        low, high = option.minimum, option.maximum
        return forms.IntegerField(initial=option.default, min_value=low, max_value=high, **about)
    return forms.CharField(initial=option.default, max_length=200, **about)


def _choice_key(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
