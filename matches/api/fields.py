"""What the API takes and gives, field by field: each of one kind, nothing guessed, nothing unknown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from gameengine.core.types import Text

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_OBJECT: Final = {"type": "object", "additionalProperties": True}
_LARGEST: Final = 2**53 - 1
"""The largest whole number that every client can read exactly."""


class Strict(serializers.Serializer[Any]):
    """What a client sends: a field that is not known here is refused, by its name, with the code `unknown_field`."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the values. Raises ValidationError."""
        if isinstance(data, Mapping):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                text = _("This field is not known here.")
                raise serializers.ValidationError({key: [text] for key in unknown}, code="unknown_field")
        return super().to_internal_value(data)


class Nothing(Strict):
    """The body of a request that needs none."""


class Shown(serializers.Serializer[Any]):
    """What the API gives; every field is always there."""


class Words(serializers.CharField):
    """A text; a number is none."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text without blanks around it."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Pattern(serializers.RegexField):
    """A text of a certain form; a number is none."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number; a text or a truth value is none."""

    def __init__(self, **about: Any) -> None:
        about.setdefault("max_value", _LARGEST)
        super().__init__(**about)

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class YesNo(serializers.BooleanField):
    """True or false, and nothing that looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the truth value."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class OneOf(serializers.ChoiceField):
    """One of a few words."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the word."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


@extend_schema_field(_OBJECT)
class Values(serializers.JSONField):
    """A JSON object whose fields somebody else knows: the options of a game, the settings of a format."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object."""
        if not isinstance(data, dict):
            self.fail("invalid")
        return data


@extend_schema_field({"type": "string", "format": "date-time"})
class Moment(serializers.Field[int, str, str, Any]):
    """An instant: ISO 8601 with a zone for the client, whole milliseconds since the epoch for us."""

    default_error_messages = {
        "invalid": _("This is no instant in ISO 8601 with a time zone, such as 2026-11-29T12:00:00Z.")
    }

    def to_representation(self, value: int) -> str:
        """Return the instant in UTC, with milliseconds."""
        return moment(value)

    def to_internal_value(self, data: Any) -> int:
        """Return the milliseconds."""
        try:
            found = parse_datetime(data) if isinstance(data, str) else None
        except ValueError:
            found = None
        if found is None or found.tzinfo is None:
            self.fail("invalid")
        return (found - _EPOCH) // _MILLISECOND


def moment(at_ms: int) -> str:
    """Return an instant as the API writes it.

    >>> moment(1_795_953_600_123)
    '2026-11-29T12:00:00.123Z'
    """
    at = _EPOCH + timedelta(milliseconds=at_ms)
    return at.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


@extend_schema_field(
    {
        "type": "object",
        "properties": {"en": {"type": "string"}, "de": {"type": "string"}},
        "required": ["en", "de"],
    }
)
class BothLanguages(serializers.Field[Text, Any, dict[str, str], Any]):
    """A text of the engine, in both languages of the service."""

    def to_representation(self, value: Text) -> dict[str, str]:
        """Return the text by language."""
        return {"en": value.en, "de": value.de}


def limited(*, least: int = 0, most: int, **about: Any) -> Whole:
    """Return a whole number between two limits, both allowed."""
    return Whole(min_value=least, max_value=most, **about)


class PageQuery(Strict):
    """What every list can be asked: where to go on, and how much to give at once."""

    cursor = serializers.CharField(
        required=False, max_length=500, help_text="Where to go on: from `next` or `previous` of the page before."
    )
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=200, help_text="How many results to give at once."
    )
