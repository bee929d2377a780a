"""The one form field for a clock, wherever one is chosen: usual clocks, kinds with their numbers, and the short form.

Everything is sent at once, and works without a script: if the short form was changed by hand it counts, else what was
chosen above it. With a script the server draws the field anew after every change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from gameengine.clock import control_from_json, control_from_notation
from gameengine.clock.limits import split_notation
from gameengine.clock.unequal import AGAINST
from gameengine.core.errors import Refusal, told_of
from gameengine.games.registry import GAMES
from matches.clocks import editing
from matches.clocks.editing import KIND, OWN
from matches.words import language

LONGEST: Final = 200
NAME: Final = re.compile(r"[a-z][a-z_-]{0,40}")
"""The names that a clock's field may have in a form."""


class Chosen(str):
    """A short form, and how it was chosen: so the form shows again what somebody has begun."""

    __slots__ = ("choice",)

    choice: str

    def __new__(cls, text: str, choice: str) -> Chosen:
        """Return the text with its choice."""
        made = super().__new__(cls, text)
        made.choice = choice
        return made


class ClockWidget(forms.Widget):
    """Draws the chooser. `game` is the key of the game whose own clock is offered first, "" for none."""

    use_fieldset = True
    template = "_clock_editor.html"

    def __init__(self, game: str = "", *, empty: Any = "") -> None:
        super().__init__()
        self.game, self.empty = game, empty

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the markup for a short form, with what it means and what is wrong with it."""
        about = attrs or {}
        context = editor(name, value or "", game=self.game, empty=self.empty, own_id=about.get("id", f"id_{name}"))
        return render_to_string(self.template, {**context, "is_wrong": about.get("aria-invalid", False)})

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Chosen:
        """Return the short form that is meant."""
        return chosen(data, name)

    def id_for_label(self, id_: str) -> str:
        """Return the field to which a list of errors leads: the short form."""
        return id_


class ClockField(forms.CharField):
    """A clock as its canonical short form, without limits beside it unless they were typed."""

    widget = ClockWidget

    def __init__(self, *, game: str = "", empty: Any = "", **about: Any) -> None:
        super().__init__(max_length=LONGEST, widget=ClockWidget(game, empty=empty), **about)

    def for_game(self, game: str) -> None:
        """Offer the clock of a game's rules first."""
        widget: Any = self.widget
        widget.game = game

    def clean(self, value: Any) -> str:
        """Return the short form. Raises ValidationError with the sentence that says what is wrong, and where."""
        text: str = super().clean(value)
        if not text:
            return text
        try:
            return control_from_notation(text).notation()
        except Refusal as refusal:
            raise ValidationError(told_of(refusal).to(language()), code="bad_control") from refusal


def chosen(data: Mapping[str, Any], name: str) -> Chosen:
    """Return the short form that was meant by what was sent, and by which choice."""

    def sent(key: str) -> str:
        return str(data.get(f"{name}-{key}" if key else name, "")).strip()

    text, choice = sent(""), sent("choice")
    if not choice or choice == OWN or text != sent("was"):
        return Chosen(editing.tidy(text), "")
    kind = choice.removeprefix(KIND)
    if not choice.startswith(KIND):
        first = choice if choice != "-" else ""
    elif kind in editing.edited_kinds():
        parts = editing.edited_kinds()[kind].parts
        first = editing.written(kind, {part.key: sent(f"{kind}-{part.key}") for part in parts})
    else:
        return Chosen(text, "")
    others = sent("others")
    return Chosen(editing.tidy(f"{first}{AGAINST}{others}" if first and others else first), choice)


def usual_clocks(game: str) -> list[tuple[str, str]]:
    """Return the clocks to choose from by their short forms with labels; that of the game's rules first."""
    others = [(text, editing.usual_label(text)) for text in (*editing.USUAL, "none")]
    if game not in GAMES:
        return others
    usual, _limits = split_notation(control_from_json(GAMES[game].default_control).notation())
    sentence, _wrong = editing.meaning(usual)
    label = _("As the rules say: %(clock)s") % {"clock": sentence}
    return [(usual, label), *(pair for pair in others if pair[0] != usual)]


def editor(name: str, value: str, *, game: str, empty: Any, own_id: str) -> dict[str, Any]:
    """Return what the chooser shows for a short form."""
    first, others = editing.parted(value)
    try:
        control = control_from_notation(value) if value else None
    except Refusal:
        control = None
    offered = usual_clocks(game)
    choice = _choice(value, first, [text for text, _label in offered], control)
    sentence, wrong = editing.meaning(value)
    address = urlencode({"name": name, "game": game, "empty": "1" if empty else ""})
    return {
        "name": name,
        "id": own_id,
        "text": value,
        "others": others,
        "empty": empty,
        "choice": choice,
        "own": OWN,
        "usual": offered,
        "kinds": _kinds(control),
        "sentence": sentence,
        "wrong": wrong,
        "url": f"{reverse('clock-editor')}?{address}",
    }


def _choice(value: str, first: str, offered: Sequence[str], control: Any) -> str:
    if not value:
        return "-"
    picked = getattr(value, "choice", "")
    if picked.startswith(KIND) and (control is None or editing.kind_of(control) == picked.removeprefix(KIND)):
        return str(picked)
    if first in offered:
        return first
    kind = "" if control is None else editing.kind_of(control)
    return f"{KIND}{kind}" if kind else OWN


def _kinds(control: Any) -> list[dict[str, Any]]:
    found = []
    for key, edited in editing.edited_kinds().items():
        values = editing.numbers(key, control) or editing.numbers(key, None) or {}
        parts = [
            {
                "key": part.key,
                "label": part.label,
                "value": values[part.key],
                "is_box": part.is_box,
                "whole": part.unit_ms == 0,
            }
            for part in edited.parts
        ]
        found.append({"key": key, "choice": f"{KIND}{key}", "label": edited.label, "parts": parts})
    return found
