"""Forms that make and change tournaments: everything filled in beforehand, from the template of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from gameengine.core.game import Game, Option
from gameengine.core.types import Json, JsonObject
from gameengine.games.registry import GAMES, HOSTED, ON_BOARD
from matches.clocks.field import ClockField
from matches.contents import content_in
from matches.option_fields import GameFields, option_fields, option_values
from tournaments.formats.registry import format_of
from tournaments.formats.settings import EXTRA_CONTROL, stage_options
from tournaments.forms.clocks import PREFIX as LIMIT
from tournaments.forms.clocks import clock_text, limit_errors, limit_fields, whole_clock
from tournaments.forms.formats import CHOICES, Choice, in_groups
from tournaments.forms.local import LocalTimeField, instant_ms, local_time
from tournaments.models import Stage, Tournament
from tournaments.pages import words
from tournaments.services import Template
from tournaments.venue import tournament_on_board

CHOSEN_ZONES: Final = ("UTC", "Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/London")
_MINUTE_MS: Final = 60_000
_PLAIN: Final = (
    *("name", "place", "description", "contact", "zone", "max_entries", "self_registration", "check_in"),
    *("second_arbiter", "stand_apart"),
)
_EXTRA_CLOCK: Final = f"stage-{EXTRA_CONTROL.key}"
_MAKING: Final = ("control", "hosted", "roster_size", "one_device")
HERE: Final = "here"
BOARD: Final = "board"
HALL: Final = "hall"
VENUES: Final = (
    (HERE, _("On this server, by its rules")),
    (BOARD, _("On real boards, with their clocks here: a phone at each board is its clock")),
    (HALL, _("On real boards, without clocks here: players report the results")),
)
BOARD_OPTION: Final = "board-"

_AT_BOARD: Final = (BOARD_OPTION, "one_device")


def _at_board(fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
    """Return the fields with labels that tell them from options of the game that is played here."""
    for field in fields.values():
        field.label = gettext("Real boards: %(option)s") % {"option": field.label}
    return fields


def _zones() -> list[tuple[str, str]]:
    rest = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "posix/")))
    return [(zone, zone) for zone in (*CHOSEN_ZONES, *rest)]


class KeptChoice(forms.ChoiceField):
    """A choice that stays as it is where nothing was sent for it."""

    def clean(self, value: Any) -> Any:
        """Return the choice."""
        return super().clean(value or self.initial)


class GeneralForm(forms.Form):
    """What can be changed at any time: name, place, times, who may enter."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(
        label=_("Place"), max_length=120, required=False, help_text=_("Empty: online, on this server.")
    )
    description = forms.CharField(
        label=_("Description"), max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    contact = forms.CharField(
        label=_("Contact"),
        max_length=200,
        required=False,
        help_text=_("Everybody can read it. For example an e-mail address."),
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=_zones, initial="Europe/Berlin")
    starts = LocalTimeField(label=_("Begins at"), required=False, help_text=_("In the time zone of the tournament."))
    max_entries = forms.IntegerField(label=_("Places"), min_value=2, max_value=5000, initial=256)
    no_show_minutes = forms.FloatField(
        label=_("Minutes until absence forfeits"),
        min_value=0.2,
        max_value=1440,
        initial=10,
        help_text=_("Counted from the moment at which a match is set up, or from its time if it begins at one."),
    )
    self_registration = forms.BooleanField(label=_("Players may enter themselves"), required=False, initial=True)
    check_in = forms.BooleanField(
        label=_("Players check in before the draw"),
        required=False,
        help_text=_("Who has not checked in is not drawn."),
    )
    second_arbiter = KeptChoice(
        label=_("A second arbiter confirms corrections"),
        choices=Tournament.SecondArbiter.choices,
        initial=Tournament.SecondArbiter.NEVER,
        required=False,
        help_text=_("What one arbiter decides about a result that stands then waits until another agrees."),
    )
    stand_apart = KeptChoice(
        label=_("Staff who play do not decide"),
        choices=Tournament.StandApart.choices,
        initial=Tournament.StandApart.STAGE,
        required=False,
        help_text=_("What lies behind the screen they never see at boards of the stage in which they play."),
    )

    @property
    def changes(self) -> dict[str, Any]:
        """Return the values as `tournament_update` takes them."""
        given = self.cleaned_data
        return {
            **{key: given[key] for key in _PLAIN},
            "starts_at_ms": instant_ms(given["starts"], given["zone"]),
            "no_show_ms": round(given["no_show_minutes"] * _MINUTE_MS),
        }

    @staticmethod
    def initial_of(tournament: Tournament) -> dict[str, Any]:
        """Return the values of a tournament as the form shows them."""
        minutes = tournament.no_show_ms / _MINUTE_MS
        return {
            **{key: getattr(tournament, key) for key in _PLAIN},
            "starts": local_time(tournament.starts_at_ms, tournament.zone),
            "no_show_minutes": int(minutes) if minutes.is_integer() else minutes,
        }


class GameForm(forms.Form):
    """What matches are made with: clock, options of the game, whether they are played here."""

    control = ClockField(label=_("Clock"))
    venue = KeptChoice(
        label=_("Where it is played"),
        choices=VENUES,
        widget=forms.RadioSelect,
        initial=HERE,
        help_text=_("A single stage, round or board may be played on a real board all the same, or here."),
    )
    one_device = forms.BooleanField(
        label=_("One device per board"),
        required=False,
        help_text=_("On real boards: the private link of either player opens both faces of the clock."),
    )
    roster_size = forms.IntegerField(
        label=_("Players per entry"),
        min_value=1,
        max_value=8,
        initial=1,
        required=False,
        help_text=_("Only for boards in a hall. On this server the rules of the game say who plays together."),
    )

    game: Game[Any]
    game_fields: GameFields

    def use(self, game: str, options: Mapping[str, Json], control: JsonObject, board: Mapping[str, Json]) -> None:
        """Add the options of a game and of its clock at a real board, and the limits beside the clock, as they are."""
        self.game = GAMES[game]
        named = content_in(self.game, options)
        stored = [(named.name, named.data)] if named and not named.built_in else []
        self.game_fields = GameFields(self.game, options, stored=stored)
        self.fields.update(self.game_fields.fields())
        self.fields.update(limit_fields(self.game, control))
        clock: Any = self.fields["control"]
        clock.for_game(game)
        self.initial["control"] = clock_text(control, self.fields)
        self.own_board, self.board = game not in HOSTED, board
        if self.own_board:
            venue = cast(forms.ChoiceField, self.fields["venue"])
            venue.choices, venue.initial, venue.help_text = VENUES[1:], BOARD, ""
        else:
            self.fields.update(_at_board(option_fields(ON_BOARD.options, board, prefix=BOARD_OPTION, needed=False)))

    def clean(self) -> dict[str, Any]:
        """Check the limits against each other."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name, error in limit_errors(cleaned).items():
            self.add_error(name, error)
        return cleaned

    @property
    def making(self) -> dict[str, Any]:
        """Return the values as `tournament_update` takes them."""
        options = self.game_fields.chosen(self.cleaned_data)
        control = whole_clock(self.cleaned_data["control"], self.cleaned_data)
        venue = self.cleaned_data["venue"]
        given: dict[str, Any] = {key: self.cleaned_data[key] for key in _MAKING if key in self.cleaned_data}
        given |= {"hosted": venue != HALL, "on_board": venue == BOARD}
        if not self.own_board:
            entered = option_values(ON_BOARD.options, self.cleaned_data, prefix=BOARD_OPTION)
            given["board_options"] = {**self.board, **entered}
        if given["hosted"] or given["roster_size"] is None:
            del given["roster_size"]
        return {**given, "control": control, "options": options}

    @classmethod
    def of_tournament(cls, tournament: Tournament, data: Any = None) -> GameForm:
        """Return the form of a tournament with its values."""
        initial = {key: getattr(tournament, key) for key in _MAKING}
        form = cls(data, initial=initial)
        form.use(tournament.game, tournament.options, tournament.control, tournament.board_options)
        venue = HALL if not tournament.hosted else BOARD if tournament_on_board(tournament) else HERE
        form.fields["venue"].initial = venue
        return form


class StageForm(forms.Form):
    """The settings of a stage: its format, how pairings are decided, how rounds follow each other."""

    settings_known: tuple[Option, ...] = ()

    def use_format(self, format_key: str, settings: Mapping[str, Json]) -> None:
        """Add the settings of a format, with the values that they have."""
        self.settings_known = stage_options(format_of(format_key))
        self.fields.update(option_fields(self.settings_known, settings, prefix="stage-"))
        if _EXTRA_CLOCK in self.fields:
            written = self.fields[_EXTRA_CLOCK]
            self.fields[_EXTRA_CLOCK] = ClockField(
                label=written.label, initial=written.initial, required=False, empty=_("The same as before")
            )

    @property
    def settings(self) -> dict[str, Json]:
        """Return the settings."""
        return option_values(self.settings_known, self.cleaned_data, prefix="stage-")

    @property
    def setting_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields of the settings in groups with a title each."""
        names = [name for name in self.fields if name.startswith("stage-")]
        return [(title, [self[name] for name in found]) for title, found in in_groups(names, prefix="stage-")]

    @classmethod
    def of_stage(cls, stage: Stage, data: Any = None) -> StageForm:
        """Return the form of a stage with its settings."""
        form = cls(data)
        form.use_format(stage.format, stage.settings)
        return form


class NewForm(GeneralForm, GameForm, StageForm):
    """A new tournament from the template of a game. What few people change stands below a fold."""

    slug = forms.SlugField(
        label=_("Address"),
        max_length=60,
        required=False,
        help_text=_("The last part of the tournament's address; empty: made of the name."),
    )

    above_fold: Final = (
        "name",
        "control",
        "venue",
        "stage-rounds",
        "stage-cycles",
        "stage-best_of",
        "stage-third_place",
        "no_show_minutes",
        "zone",
        "starts",
        "place",
    )

    def __init__(self, template: Template, choice: Choice, data: Any = None, *, typed: Any = None) -> None:
        """`data` is what was sent to make the tournament, `typed` what stood in the fields when a format was chosen."""
        super().__init__(data)
        self.template, self.choice = template, choice
        self.use(template.game, template.options, template.control, {})
        self.use_format(template.format, {**template.settings, **choice.settings})
        if typed is not None:
            self._keep(typed)

    def _keep(self, typed: Any) -> None:
        """Begin with what somebody had typed; settings of a format that was chosen anew begin as they are."""
        for name, field in self.fields.items():
            # A box that is not ticked is not sent at all.
            if not name.startswith("stage-") and (name in typed or isinstance(field, forms.BooleanField)):
                self.initial[name] = field.widget.value_from_datadict(typed, {}, name)

    @property
    def choices(self) -> list[Choice]:
        """Return the formats to choose from."""
        return list(CHOICES.values())

    @property
    def above(self) -> list[forms.BoundField]:
        """Return the fields that most people look at, as far as game and format have them."""
        return [self[name] for name in self.above_fold if name in self.fields]

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the other fields in groups with a title each."""
        rest = [name for name in self.fields if name not in self.above_fold]
        groups = [
            (gettext("Rules of the game"), [name for name in rest if name.startswith("option-")]),
            *in_groups([name for name in rest if name.startswith("stage-")], prefix="stage-"),
            (gettext("Limits beside the clock"), [name for name in rest if name.startswith(LIMIT)]),
            (gettext("At real boards"), [name for name in rest if name.startswith(_AT_BOARD)]),
            (
                gettext("Entries and the rest"),
                [name for name in rest if not name.startswith(("option-", "stage-", LIMIT, *_AT_BOARD))],
            ),
        ]
        return [(title, [self[name] for name in names]) for title, names in groups if names]

    @property
    def creation(self) -> dict[str, Any]:
        """Return the values as `tournament_create` takes them."""
        given = {**self.changes, **self.making, "settings": self.settings, "slug": self.cleaned_data["slug"]}
        return {**given, "game": self.template.game, "format": self.template.format}


class AddStageForm(forms.Form):
    """A further stage: its format, and where its field comes from."""

    format = forms.ChoiceField(label=_("Format"))
    name = forms.CharField(
        label=_("Name"), max_length=80, required=False, help_text=_("Empty: the name of the format.")
    )
    source = forms.ChoiceField(label=_("Its field comes from"), required=False)
    places = forms.IntegerField(label=_("The first"), min_value=2, max_value=256, initial=8, required=False)
    feeds_itself = forms.BooleanField(
        label=_("Take them over by itself as soon as that stage is over"), required=False, initial=True
    )

    def __init__(self, stages: Sequence[Stage], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        formats, sources = cast(Any, self.fields["format"]), cast(Any, self.fields["source"])
        formats.choices = [(one.key, one.name) for one in CHOICES.values()]
        sources.choices = [
            *((stage.pk, f"{stage.number}. {words.stage_name(stage)}") for stage in stages),
            ("", gettext("the entries of the tournament")),
        ]
        sources.initial = stages[-1].pk if stages else ""

    def clean(self) -> dict[str, Any]:
        """Ask for a number of places where another stage feeds this one."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("source") and not cleaned.get("places") and "places" not in self.errors:
            self.add_error("places", gettext("Say how many go on."))
        return cleaned

    @property
    def addition(self) -> dict[str, Any]:
        """Return the values as `stage_add` takes them."""
        given = self.cleaned_data
        choice, source = CHOICES[given["format"]], given["source"] or None
        return {
            "format": choice.format,
            "settings": dict(choice.settings),
            "name": given["name"],
            "source_stage": source,
            "places": given["places"] if source else 0,
            "feeds_itself": given["feeds_itself"],
        }
