"""Opening a table: the game's options, the clock, and who is to sit where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gameengine.clock import TimeControl
from gameengine.core.abilities import HasDecks
from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.seats import seat_range, teams_of
from gameengine.core.types import Json, JsonObject
from gameengine.table.options import complete_options
from matches.clocks.field import ClockField
from matches.contents import CONTENT, content_named
from matches.errors import sentence
from matches.guests import LONGEST_NAME
from matches.option_fields import HEROES, GameFields
from matches.tables import clocks
from matches.tables.pages import team_word
from matches.tables.services import OWN, TableSpec
from matches.words import LEVELS

ANYBODY: Final = "anybody"
OPTION: Final = "option-"
PLACE: Final = "place-"


class NameForm(forms.Form):
    """The one thing that a guest is asked, once."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("The others read it. You are asked only once."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class TableForm(NameForm):
    """A new table. Which seats there are follows from what is entered before them."""

    clock = ClockField(label=gettext_lazy("Time to think"))
    listed = forms.ChoiceField(
        label=gettext_lazy("Who may come?"),
        choices=[
            ("yes", gettext_lazy("Everybody: it stands in the list")),
            ("no", gettext_lazy("Whoever gets the link from you")),
        ],
        widget=forms.RadioSelect,
        initial="yes",
    )
    by_lot = forms.BooleanField(
        label=gettext_lazy("Draw the seats by lot when the first game begins"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Otherwise everybody chooses a seat. From game to game all move on."),
    )

    def __init__(
        self, game: Game[Any], data: Mapping[str, Any] | None = None, *, name: str = "", content: str = ""
    ) -> None:
        self.sent = dict(data.items()) if data is not None else {}
        super().__init__(self.sent if data is not None else None)
        self.game = game
        self.fields["name"].required = not name
        if name:
            del self.fields["name"]
        self.usual = complete_options(game, {})
        self.game_fields = self._game_fields(content)
        fields = self.game_fields.fields()
        # Seats are drawn or chosen: a hero belongs to who plays it, and is chosen before the game begins.
        heroes = [key for key in fields if isinstance(game, HasDecks) and key.startswith(f"{OPTION}{HEROES}-")]
        self.fields.update({key: one for key, one in fields.items() if key not in heroes})
        clock: Any = self.fields["clock"]
        clock.for_game(game.key)
        clock.initial = clocks.usual(game)
        self._add_places(seat_range(game, self.options_so_far()))

    def _game_fields(self, content: str) -> GameFields:
        stored = content_named(self.game, content) if content else None
        begun = {**self.usual, CONTENT: stored.option} if stored else self.usual
        own = [(stored.name, stored.data)] if stored and not stored.built_in else []
        return GameFields(self.game, begun, prefix=OPTION, needed=False, stored=own)

    def options_so_far(self) -> JsonObject:
        """Return the options as they stand in the form; the usual ones where they cannot be read yet."""
        if not self.is_bound:
            return self.usual
        options = forms.Form(self.data)
        options.fields.update({name: self.fields[name] for name in self.fields if name.startswith(OPTION)})
        try:
            return complete_options(self.game, self._chosen(options.cleaned_data)) if options.is_valid() else self.usual
        except Refusal:
            return self.usual

    def _add_places(self, bounds: tuple[int, int]) -> None:
        """Add how many seats there are, where that can be chosen, and one choice for each."""
        least, most = bounds
        count = self._count(least, most)
        self.sent["seats"] = str(count)
        self.fields["seats"] = forms.TypedChoiceField(
            label=_("How many play?"),
            choices=[(number, str(number)) for number in range(least, most + 1)],
            initial=count,
            coerce=int,
            widget=forms.HiddenInput if least == most else forms.Select,
        )
        levels = [(level, _("Computer, %(level)s") % {"level": LEVELS.get(level, level)}) for level in self.game.bots]
        teams = teams_of(self.game, self.options_so_far(), count)
        for seat in range(count):
            team, usual = team_word(teams, seat), ANYBODY if seat else OWN
            # A seat may not have been there when the form was shown.
            self.sent.setdefault(f"{PLACE}{seat}", usual)
            self.fields[f"{PLACE}{seat}"] = forms.ChoiceField(
                label=" · ".join([_("Seat %(number)s") % {"number": seat + 1}, *([team] if team else [])]),
                choices=[(ANYBODY, _("Anybody")), (OWN, _("You")), *levels],
                initial=usual,
            )

    def _count(self, least: int, most: int) -> int:
        """Return how many seats were asked for, if the game has so many."""
        asked = str(self.sent.get("seats", ""))
        return int(asked) if asked.isdecimal() and len(asked) < 3 and least <= int(asked) <= most else least

    @property
    def option_fields(self) -> list[Any]:
        """Return the bound fields of the options."""
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def place_fields(self) -> list[Any]:
        """Return the bound fields of the seats."""
        return [self[name] for name in self.fields if name.startswith(PLACE)]

    def _chosen(self, cleaned: dict[str, Any]) -> dict[str, Json]:
        values = self.game_fields.chosen(cleaned)
        return {key: value for key, value in values.items() if value != self.usual[key]}

    def clean(self) -> dict[str, Any]:
        """Put together what is asked for; what does not go together is told at its place."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        control = self._control(cleaned)
        if self.errors or control is None:
            return cleaned
        try:
            complete_options(self.game, self._chosen(cleaned))
        except Refusal as refusal:
            self.add_error(None, f"{sentence(refusal.code, self.game.key)} {refusal.quoted}".strip())
        cleaned["spec"] = TableSpec(
            game=self.game.key,
            options=self._chosen(cleaned),
            control=control,
            places=tuple("" if place == ANYBODY else place for place in self._places(cleaned)),
            listed=cleaned["listed"] == "yes",
            by_lot=cleaned["by_lot"],
        )
        return cleaned

    def _places(self, cleaned: dict[str, Any]) -> list[str]:
        return [cleaned[name] for name in self.fields if name.startswith(PLACE)]

    def _control(self, cleaned: dict[str, Any]) -> TimeControl | None:
        """Return the clock; None if it could not be read, which is told."""
        return clocks.clock_of(self.game, cleaned["clock"]) if "clock" in cleaned else None
