"""What people may send to a match by forms."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from gameengine.core.abilities import HasDecks, SetsSeats
from gameengine.core.errors import Refusal
from gameengine.core.game import Game
from gameengine.core.seats import seat_range
from gameengine.core.types import Json, JsonObject
from gameengine.table import LONGEST_PREPARE
from gameengine.table.options import complete_options
from matches.access import ANONYMOUS, Principal
from matches.choosing import choices, ready_deck, taken, usual_deck
from matches.contents import CONTENT, content_named
from matches.decks import DeckRefusedError, checked_deck
from matches.errors import MatchError, sentence
from matches.option_fields import HEROES, GameFields
from matches.words import LEVELS, language

LONGEST_CMD: Final = 80


class ActForm(forms.Form):
    """One command: its id, the ply for which it was made, and the action in the game's notation."""

    cmd = forms.CharField(max_length=LONGEST_CMD)
    ply = forms.IntegerField(min_value=0, required=False)
    a = forms.CharField(max_length=LONGEST_PREPARE, strip=False)


class CallForm(forms.Form):
    """A call for the arbiter."""

    REASONS: Final = (
        ("rules", _("A question about the rules")),
        ("fault", _("Something does not work")),
        ("opponent", _("The other side")),
        ("other", _("Something else")),
    )
    BY_ITSELF: Final = {"board": _("At the real board")}
    """Reasons of calls that nobody has to make."""
    reason = forms.ChoiceField(label=_("What is it about?"), choices=REASONS, widget=forms.RadioSelect, initial="rules")
    text = forms.CharField(
        label=_("In your words"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The match and the clocks go on while you wait."),
    )


class PracticeForm(forms.Form):
    """A practice match: how strong the computer is, the game's options, and the decks of both where it has decks."""

    level = forms.ChoiceField(label=_("Strength"), widget=forms.RadioSelect, initial="normal")

    def __init__(
        self, game: Game[Any], data: Any = None, *, content: str = "", principal: Principal = ANONYMOUS
    ) -> None:
        super().__init__(data)
        self.game, self.principal = game, principal
        level: Any = self.fields["level"]
        level.choices = [(name, LEVELS.get(name, name)) for name in game.bots]
        self.usual = complete_options(game, {})
        stored = content_named(game, content) if content else None
        begun = {**self.usual, CONTENT: stored.option} if stored else self.usual
        own = [(stored.name, stored.data)] if stored and not stored.built_in else []
        self.game_fields = GameFields(game, begun, needed=False, stored=own)
        self.fields.update(self.game_fields.fields())
        if game.min_seats < game.max_seats and not isinstance(game, SetsSeats):
            self._ask_how_many(game)
        if isinstance(game, HasDecks):
            self._use_decks(game, begun)

    def _ask_how_many(self, game: Game[Any]) -> None:
        """Let people choose how many computers play, where options do not say it."""
        counts = [(str(count), str(count)) for count in range(max(1, game.min_seats - 1), game.max_seats)]
        self.fields["computers"] = forms.ChoiceField(
            label=_("How many computers play?"),
            choices=counts,
            required=False,
            widget=forms.RadioSelect,
            initial=counts[0][0],
        )

    def _seats(self, cleaned: dict[str, Any]) -> int:
        """Return how many play: as few as the options allow, unless more computers were chosen. Raises Refusal."""
        least, _most = seat_range(self.game, complete_options(self.game, self.chosen))
        return max(least, 1 + int(cleaned.get("computers") or 0))

    def _use_decks(self, game: Any, options: JsonObject) -> None:
        """Seats are drawn, so that one chooses for oneself and for the computer, and not for a seat."""
        for name in [name for name in self.fields if name.startswith(f"option-{HEROES}-")]:
            del self.fields[name]
        heroes = [(hero.id, hero.name.to(language())) for hero in game.catalogue(options).heroes]
        self.fields["deck"] = forms.CharField(label=_("Your deck"), required=False, max_length=60)
        self.fields["against"] = forms.ChoiceField(
            label=_("The computer plays"), required=False, choices=[("", _("any hero, by lot")), *heroes]
        )
        self.offered = choices(self.principal, self.game, options, usual_deck(options, 0))

    @property
    def option_fields(self) -> list[Any]:
        """Return the bound fields of the options that change the rules."""
        return [self[name] for name in self.fields if name.startswith("option-")]

    @property
    def chosen(self) -> dict[str, Json]:
        """Return the options that differ from the default."""
        values = self.game_fields.chosen(self.cleaned_data)
        return {key: value for key, value in values.items() if value != self.usual[key]}

    def clean(self) -> dict[str, Any]:
        """See to it that the options go together, and that the decks fit the cards that were chosen with them."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            cleaned["seats"] = self._checked_seats(cleaned)
        if "deck" in self.fields and not self.errors:
            cleaned["decks"] = self._decks(cleaned)
        return cleaned

    def _checked_seats(self, cleaned: dict[str, Any]) -> int | None:
        try:
            return self._seats(cleaned)
        except Refusal as refusal:
            self.add_error(None, f"{sentence(refusal.code, self.game.key)} {refusal.quoted}".strip())
            return None

    def _decks(self, cleaned: dict[str, Any]) -> tuple[Json, Json]:
        """Return the deck of the player and that of the computer."""
        try:
            options = complete_options(self.game, self.chosen)
            offered = choices(self.principal, self.game, options)
            own = taken(offered, cleaned["deck"]) if cleaned["deck"] else usual_deck(options, 0)
            return checked_deck(self.game, options, own), ready_deck(self.game, options, cleaned["against"])
        except DeckRefusedError as refusal:
            self.add_error("deck", [fault.text for fault in refusal.faults])
        except MatchError as refusal:
            self.add_error("deck", sentence(refusal.code))
        except Refusal as refusal:
            self.add_error(None, f"{sentence(refusal.code, self.game.key)} {refusal.quoted}".strip())
        return None, None
