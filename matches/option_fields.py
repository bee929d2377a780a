"""Options of games, and settings like them, as form fields that people fill in by words; nothing here knows a game.

What a value may be is said once, by the option: its choices, its bounds, or its own check. A list is entered as words
with commas between them. A game with heroes has one choice of a hero per seat, a game with contents a choice of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gameengine.core.abilities import HasContent, HasDecks
from gameengine.core.errors import Refusal
from gameengine.core.game import Game, Option
from gameengine.core.seats import seat_range
from gameengine.core.types import Json, JsonObject
from gameengine.table.options import filled_options
from matches.content_text import digest
from matches.contents import CONTENT
from matches.words import language

HEROES: Final = "heroes"
"""The option of a game with decks that names the hero of each seat."""

_LONGEST: Final = 200
_LONGEST_LIST: Final = 1000
_BETWEEN: Final = re.compile(r"[,;\s]+")


class ListField(forms.Field):
    """A list of words, with commas, blanks or new lines between them."""

    def prepare_value(self, value: Any) -> Any:
        """Return the list as it is shown."""
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[str]:
        """Return the words. Raises ValidationError."""
        text = str(value or "")
        if len(text) > _LONGEST_LIST:
            raise ValidationError(_("At most %(most)s characters."), params={"most": _LONGEST_LIST})
        return [word for word in _BETWEEN.split(text) if word]


def option_fields(
    options: Iterable[Option], values: Mapping[str, Json], *, prefix: str, needed: bool = True
) -> dict[str, forms.Field]:
    """Return one field per option that can be entered, by a name that begins with `prefix`, filled with its value.

    Unless it is `needed`, a field that is left empty stands for the value as it was.
    """
    made = {option.key: _field(option, values.get(option.key, option.default), needed) for option in options}
    return {f"{prefix}{key}": one for key, one in made.items() if one is not None}


def option_values(options: Iterable[Option], cleaned: Mapping[str, Any], *, prefix: str) -> dict[str, Json]:
    """Return what was entered, as the engine's values."""
    given = [(option, cleaned.get(f"{prefix}{option.key}")) for option in options]
    return {option.key: _value(option, value) for option, value in given if value not in (None, "")}


def _field(option: Option, value: Json, needed: bool) -> forms.Field | None:
    about: dict[str, Any] = {"label": option.label.to(language()), "help_text": option.help.to(language())}
    checks = [_checked_by(option.check)] if option.check else []
    if option.choices:
        choices = [(_key(choice), label.to(language())) for choice, label in option.choices]
        return forms.ChoiceField(**about, required=needed, choices=choices, initial=_key(value))
    if isinstance(option.default, bool):
        return forms.BooleanField(**about, required=False, initial=value)
    if isinstance(option.default, int):
        limits: dict[str, Any] = {"min_value": option.minimum, "max_value": option.maximum}
        return forms.IntegerField(**about, **limits, required=needed, initial=value, validators=checks)
    if isinstance(option.default, list | tuple):
        return ListField(**about, required=False, initial=value, validators=checks)
    if isinstance(option.default, str) and isinstance(value, str):
        return forms.CharField(**about, required=False, initial=value, max_length=_LONGEST, validators=checks)
    # A whole object has a page of its own, if people can give one at all.
    return None


def _checked_by(check: Callable[[Json], Json]) -> Callable[[Any], None]:
    """Return the game's own check of an option as a validator: what it quotes says what is wrong."""

    def validate(value: Any) -> None:
        try:
            check(value)
        except Refusal as refusal:
            raise ValidationError(_("This is not possible: %(what)s"), params={"what": refusal.quoted}) from refusal

    return validate


def _value(option: Option, given: Any) -> Json:
    if option.choices:
        by_key: dict[str, Json] = {_key(choice): choice for choice, _label in option.choices}
        return by_key[given]
    if isinstance(option.default, bool):
        return bool(given)
    if isinstance(option.default, list | tuple):
        return list(given)
    return int(given) if isinstance(option.default, int) else str(given)


def _key(value: Json) -> str:
    """Return a value as the text of a choice."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class GameFields:
    """The options of one game in a form. `stored` are contents beside the built-in ones: name to read and value."""

    game: Game[Any]
    values: JsonObject
    prefix: str = "option-"
    needed: bool = True
    stored: Sequence[tuple[str, JsonObject]] = field(default=())

    def fields(self) -> dict[str, forms.Field]:
        """Return the fields in the order of the options."""
        found: dict[str, forms.Field] = {}
        for option in self.game.options:
            if option.key == CONTENT and isinstance(self.game, HasContent):
                found[self.prefix + CONTENT] = self._content_field(option)
            elif option.key == HEROES and isinstance(self.game, HasDecks):
                found |= self._hero_fields(option)
            else:
                found |= option_fields([option], self.values, prefix=self.prefix, needed=self.needed)
        return found

    def chosen(self, cleaned: Mapping[str, Any]) -> dict[str, Json]:
        """Return the values that were entered; what has no field, or was left empty, stays as it was."""
        heroes = [cleaned.get(name) for name in self._hero_names()]
        content = self._contents().get(cleaned.get(self.prefix + CONTENT, ""))
        plain = [option for option in self.game.options if not self._is_special(option)]
        return {
            **self.values,
            **({CONTENT: content} if content is not None else {}),
            **({HEROES: heroes} if all(heroes) else {}),
            **option_values(plain, cleaned, prefix=self.prefix),
        }

    def _is_special(self, option: Option) -> bool:
        kind: Any = {CONTENT: HasContent, HEROES: HasDecks}.get(option.key)
        return kind is not None and isinstance(self.game, kind)

    # contents

    def _content_field(self, option: Option) -> forms.Field:
        value = self.values.get(CONTENT, option.default)
        labels = {str(name): label.to(language()) for name, label in option.choices}
        named = {name: labels.get(name, name) for name in self._built_in()}
        named |= {digest(data): name for name, data in self.stored}
        key = value if isinstance(value, str) else digest(value)
        named.setdefault(key, _("own content"))
        return forms.ChoiceField(
            label=option.label.to(language()),
            help_text=option.help.to(language()),
            required=self.needed,
            choices=[*named.items()],
            initial=key,
        )

    def _built_in(self) -> Iterable[str]:
        return self.game.contents if isinstance(self.game, HasContent) else ()

    def _contents(self) -> dict[str, Json]:
        """Return every content that can be chosen, by the key of its choice."""
        value = self.values.get(CONTENT)
        own = {digest(value): value} if isinstance(value, Mapping) else {}
        return {
            **own,
            **{name: name for name in self._built_in()},
            **{digest(data): data for _name, data in self.stored},
        }

    # heroes

    def _hero_names(self) -> list[str]:
        return [f"{self.prefix}{HEROES}-{seat}" for seat in range(seat_range(self.game, self.values)[0])]

    def _hero_fields(self, option: Option) -> dict[str, forms.Field]:
        """Return one choice per seat. Heroes are those of any content that could be chosen with them."""
        value: Any = self.values.get(HEROES, option.default)
        label, about = option.label.to(language()), option.help.to(language())
        choices = list(self._heroes().items())
        return {
            name: forms.ChoiceField(
                label=gettext_lazy("%(what)s, seat %(seat)s") % {"what": label, "seat": seat + 1},
                help_text="" if seat else about,
                required=self.needed,
                choices=choices,
                initial=value[seat],
            )
            for seat, name in enumerate(self._hero_names())
        }

    def _heroes(self) -> dict[str, str]:
        contents = list(self._contents().values()) or [None]
        names: dict[str, str] = {}
        for content in [self.values.get(CONTENT), *contents]:
            options = {**self.values, CONTENT: content} if content is not None else self.values
            names = {**{hero.id: hero.name.to(language()) for hero in self._catalogue(options).heroes}, **names}
        return names

    def _catalogue(self, options: JsonObject) -> Any:
        assert isinstance(self.game, HasDecks)  # noqa: S101
        return self.game.catalogue(filled_options(self.game, options))
