"""What the API takes and gives of games and matches: one serializer per shape."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameengine.clock.registry import control_from_json
from gameengine.core.abilities import Reacts
from gameengine.core.game import Game, Option
from gameengine.core.types import JsonObject
from gameengine.games.registry import GAMES
from gameengine.table import LONGEST_PREPARE
from matches.api.fields import (
    BothLanguages,
    Moment,
    OneOf,
    Pattern,
    Shown,
    Strict,
    Values,
    Words,
    limited,
)
from matches.decide import is_too_long
from matches.forms import CallForm
from matches.models import Call, Match

_CMD: Final = r"^[\x21-\x7e]{1,64}$"
_TYPES: Final = {bool: "boolean", int: "integer", str: "string", list: "array", tuple: "array"}


class SeatsOut(Shown):
    """How many seats a game has."""

    least = serializers.IntegerField(source="min_seats")
    most = serializers.IntegerField(source="max_seats")


class ControlOut(Shown):
    """A time control: as JSON, as a short text, and in words."""

    json = Values(source="to_json")
    notation = serializers.CharField()
    sentence = BothLanguages()


class GameOut(Shown):
    """One game of the catalogue."""

    key = serializers.CharField()
    rules_version = serializers.IntegerField()
    name = BothLanguages()
    summary = BothLanguages()
    seats = SeatsOut(source="*")
    options = serializers.SerializerMethodField(help_text="A JSON Schema of the object that `options` takes.")
    control = serializers.SerializerMethodField(help_text="The clock that the rules name.")
    windows = serializers.SerializerMethodField(help_text="Kinds of reaction windows with their names.")
    bots = serializers.ListField(child=serializers.CharField(), help_text="Strengths of the computer players.")
    rules = serializers.SerializerMethodField(help_text="The page with the rules.")

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_options(self, game: Game[Any]) -> JsonObject:
        """Return the schema of the options."""
        return options_schema(game)

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_windows(self, game: Game[Any]) -> JsonObject:
        """Return the names of the kinds in both languages; empty for a game without windows."""
        kinds = game.window_kinds if isinstance(game, Reacts) else {}
        return {kind: {"en": name.en, "de": name.de} for kind, name in kinds.items()}

    @extend_schema_field(ControlOut)
    def get_control(self, game: Game[Any]) -> Any:
        """Return the default clock."""
        return ControlOut(control_from_json(game.default_control)).data

    @extend_schema_field({"type": "string", "format": "uri"})
    def get_rules(self, game: Game[Any]) -> str:
        """Return the address of the rule page."""
        return str(self.context["view"].rules_url(game.key))


def options_schema(game: Game[Any]) -> JsonObject:
    """Return the options of a game as JSON Schema; texts of both languages stand under `x-title` and `x-help`."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {option.key: _option_schema(option) for option in game.options},
    }


def _option_schema(option: Option) -> JsonObject:
    schema: dict[str, Any] = {
        "default": option.default,
        "x-title": {"en": option.label.en, "de": option.label.de},
        "x-help": {"en": option.help.en, "de": option.help.de},
        "x-variant": option.variant,
    }
    if option.check is not None:
        # Only the game can say which values it takes; choices are those that have a name.
        schema["examples"] = [option.default, *(value for value, _label in option.choices)]
    elif option.choices:
        schema["enum"] = [value for value, _label in option.choices]
    elif option.default is not None:
        schema["type"] = _TYPES[type(option.default)]
    limits = {"minimum": option.minimum, "maximum": option.maximum}
    return {**schema, **{name: limit for name, limit in limits.items() if limit is not None}}


class SeatOut(Shown):
    """Who sits at a seat, and whether somebody is there."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.IntegerField(help_text="Seats with the same number win and lose together.")
    team_name = serializers.CharField(help_text="Empty where the team has no name of its own.")
    bot_level = serializers.CharField(help_text="Empty for people.")
    here = serializers.BooleanField()
    away_since = Moment(allow_null=True, help_text="Since when nobody is there.")
    claim_at = Moment(allow_null=True, help_text="From when others may claim; null while they may not.")
    out = serializers.BooleanField(help_text="Whether the seat is out while the others play on.")


class ClockOut(Shown):
    """The clocks of a match. A running one is read off `deadline` by the time of `/server/`, never counted."""

    running = serializers.IntegerField(allow_null=True, help_text="The seat whose clock runs.")
    deadline = Moment(allow_null=True)
    free_until = Moment(allow_null=True, help_text="In a reaction window: until then the running clock stands.")
    limit = Moment(allow_null=True, help_text="When the decision that is due ends, whatever the clocks say.")
    left_ms = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="By seat, at the last line; null without limit."
    )
    detail = serializers.ListField(
        child=serializers.DictField(),
        help_text=(
            "By seat: of what the time that is left is made up, where it is more than one number. `delay_ms` is used "
            "first and comes back with the next turn, `reserve_ms` last: periods of `period_ms`, or one block for "
            "`moves_left` turns. `stage`: the number of the stage, and of how many."
        ),
    )
    pours = serializers.BooleanField(help_text="Whether what one seat uses runs to the others, as in an hourglass.")
    paused = serializers.BooleanField()
    resumes_at = Moment(allow_null=True, help_text="When a paused match goes on by itself.")


class MatchOut(Shown):
    """A match as the asker may see it: what its page shows, never more."""

    id = serializers.CharField()
    game = serializers.ChoiceField(choices=list(GAMES))
    rules_version = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field's own label is something else
    room = serializers.CharField(help_text="Where it belongs: `t/` and the address of the tournament, or empty.")
    practice = serializers.BooleanField()
    options = Values()
    control = Values()
    commitment = serializers.CharField(help_text="Hash of the seed from which all chance follows.")
    created_at = Moment()
    started_at = Moment(allow_null=True)
    ended_at = Moment(allow_null=True)
    status = serializers.ChoiceField(choices=Match.Status.values)
    seq = serializers.IntegerField(help_text="Number of the last line of the log.")
    ply = serializers.IntegerField(help_text="How many actions are completed; name it when you act.")
    head = serializers.CharField(help_text="Beginning of the last hash of the log.")
    seats = SeatOut(many=True)
    you = serializers.IntegerField(allow_null=True, help_text="Your seat, if one is yours.")
    to_act = serializers.ListField(child=serializers.IntegerField())
    legal = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        help_text="What you may play now; null when it is not your turn.",
    )
    clock = ClockOut()
    outcome = Values(allow_null=True)
    view = Values(help_text="What you may know of the position, in the form of the game's page.")


class PlyOut(Shown):
    """One completed action."""

    ply = serializers.IntegerField()
    seq = serializers.IntegerField()
    branch = serializers.IntegerField(help_text="The last branch of the match in which it lies.")
    void = serializers.BooleanField(help_text="Whether a ruling has gone back behind it, so that it counts no more.")
    seat = serializers.IntegerField()
    automatic = serializers.BooleanField(help_text="Whether the autopilot played it.")
    action = serializers.CharField(allow_null=True, help_text="Null while it is hidden from you.")
    notation = serializers.CharField(allow_blank=True)
    events = serializers.ListField(child=Values())
    at = Moment()
    used_ms = serializers.IntegerField(allow_null=True)


class SpentOut(Shown):
    """Where a stretch of wall time went; all in milliseconds."""

    used_ms = serializers.IntegerField(help_text="Charged to a clock.")
    credit_ms = serializers.IntegerField(help_text="Given back for the network.")
    free_ms = serializers.IntegerField(help_text="Free time in a reaction window.")
    idle_ms = serializers.IntegerField(help_text="No clock ran.")
    paused_ms = serializers.IntegerField()
    outage_ms = serializers.IntegerField(help_text="Given back because nobody could play.")
    total_ms = serializers.IntegerField()


class AccountLineOut(Shown):
    """One line of the account of a clock. Lists have one value per seat."""

    line = serializers.IntegerField(source="entry.number")
    ply = serializers.IntegerField(source="entry.ply")
    kind = serializers.CharField(source="entry.kind")
    actor = serializers.IntegerField(source="entry.actor", help_text="A seat; negative for the server and arbiters.")
    text = serializers.CharField(allow_blank=True)
    at = Moment(source="entry.at_ms", help_text="The instant that counts.")
    received = Moment(source="received_ms", help_text="Later than `at` only where a device's word counts.")
    decided_after_ms = serializers.IntegerField(source="decided_ms")
    seat = serializers.IntegerField(source="entry.seat", allow_null=True, help_text="Whose clock had run.")
    raw_ms = serializers.IntegerField(source="entry.raw_ms", help_text="How long it had run: used and given back.")
    spent = SpentOut(source="entry.spent")
    before_ms = serializers.ListField(child=serializers.IntegerField(allow_null=True), source="entry.before")
    gained_ms = serializers.ListField(child=serializers.IntegerField(), source="entry.gained")
    ruled_ms = serializers.ListField(child=serializers.IntegerField(), source="entry.ruled")
    after_ms = serializers.ListField(child=serializers.IntegerField(allow_null=True), source="entry.after")


class SeatAccountOut(Shown):
    """What became of one seat's time: at first, and gained, and ruled, without what was used, is left at last."""

    first_ms = serializers.IntegerField(allow_null=True)
    used_ms = serializers.IntegerField()
    credit_ms = serializers.IntegerField()
    gained_ms = serializers.IntegerField()
    ruled_ms = serializers.IntegerField()
    last_ms = serializers.IntegerField(allow_null=True)


class TotalsOut(Shown):
    """The sum of all lines beside the wall time."""

    from_at = Moment(source="from_ms")
    to_at = Moment(source="to_ms")
    wall_ms = serializers.IntegerField()
    spent = SpentOut()
    difference_ms = serializers.IntegerField(help_text="Wall time that is not accounted for: 0.")
    adds_up = serializers.BooleanField()
    seats = SeatAccountOut(many=True)


class ClockAccountOut(Shown):
    """Where every millisecond of a match has gone. `totals` is null before the match begins."""

    names = serializers.ListField(child=serializers.CharField())
    totals = TotalsOut(source="account", allow_null=True)
    lines = AccountLineOut(many=True)


class PliesQuery(Strict):
    """Where to begin, and how much to give at once."""

    since = serializers.IntegerField(required=False, default=0, min_value=0, max_value=1_000_000)
    limit = serializers.IntegerField(required=False, default=100, min_value=1, max_value=500)
    void = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether to give also what a ruling has voided. Then all are given at once, by the order of time.",
    )


@extend_schema_field({"oneOf": [{"type": "string", "maxLength": LONGEST_PREPARE}, {"type": "object"}]})
class Action(serializers.Field[Any, Any, Any, Any]):
    """An action in the game's notation, or in its JSON form."""

    default_error_messages = {"invalid": _("An action is a text, or an object.")}

    def to_internal_value(self, data: Any) -> Any:
        """Return the text or the object."""
        if not isinstance(data, str | dict) or (isinstance(data, str) and is_too_long(data)):
            self.fail("invalid")
        return data


class ActIn(Strict):
    """One command of a seat."""

    action = Action(
        help_text="In the game's notation (`flip a5`) or JSON form; also `prepare DECK`, `ready`, `autopass KIND…`, "
        "`autopass -`, `resume`, `resign`, `leave`."
    )
    expected_ply = limited(
        most=1_000_000, help_text="The `ply` that the action answers: refused with `stale_ply` if it is another one."
    )
    cmd = Pattern(
        _CMD, help_text="A name of your choice, once per match: sent again, it gets the same answer and plays nothing."
    )


class ActOut(Shown):
    """The answer to a command that was played."""

    cmd = serializers.CharField()
    seq = serializers.IntegerField()
    ply = serializers.IntegerField()
    match = MatchOut()


class ClaimIn(Strict):
    """What is claimed because another seat is away."""

    result = OneOf(choices=["win", "draw"])
    cmd = Pattern(_CMD, help_text="A name of your choice, once per match: sent again, it gets the same answer.")


class CallOut(Shown):
    """A call for the arbiter."""

    id = serializers.CharField()
    match = serializers.CharField(source="match_id")
    seat = serializers.IntegerField(allow_null=True, help_text="Null when the service has called.")
    reason = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=Call.State.values)
    taken_by = serializers.CharField(allow_null=True)
    opened_at = Moment(source="opened_at_ms")
    taken_at = Moment(source="taken_at_ms", allow_null=True)
    closed_at = Moment(source="closed_at_ms", allow_null=True)
    decision = serializers.CharField(allow_blank=True)


class AttemptOut(Shown):
    """A command of a seat that was refused: evidence, not a part of the log."""

    seat = serializers.IntegerField()
    ply = serializers.IntegerField(help_text="How many actions were completed when it came.")
    text = serializers.CharField(
        allow_blank=True, help_text="Empty where it might tell something that is hidden from you."
    )
    code = serializers.CharField(allow_blank=True, help_text="Why it was refused; empty as `text`.")
    paragraph = serializers.CharField(allow_blank=True, help_text="That of the game's rule page, if there is one.")
    at = Moment(source="at_ms")


class CallIn(Strict):
    """What a call is about."""

    reason = OneOf(choices=[key for key, _label in CallForm.REASONS])
    text = Words(required=False, default="", allow_blank=True, max_length=2000)


class RulingOut(Shown):
    """What an arbiter did to a match, and why."""

    seq = serializers.IntegerField()
    ruling = serializers.CharField(source="text")
    reason = serializers.CharField()
    role = serializers.CharField(help_text="As what its author ruled; empty if that is not known.")
    at = Moment(source="at_ms")
    before = Values(allow_null=True, help_text="Status, ply, who was to act, clocks and outcome before it.")
    after = Values(allow_null=True)
    reverses = serializers.IntegerField(allow_null=True, help_text="The number of the ruling that it takes back.")


class SignedResultOut(Shown):
    """The signed result of a match: the signature is one of the statement, in canonical form, with the key."""

    statement = Values(help_text="Match, game, last hash, outcome, commitments, seeds, instants of end and signing.")
    key = serializers.CharField(help_text="The public key (Ed25519), as hex.")
    signature = serializers.CharField(help_text="The signature, as hex.")
