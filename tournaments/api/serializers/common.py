"""Shapes that several resources share."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.fields import Shown, Strict, Words

LONGEST_REASON = 300


class ReasonIn(Strict):
    """A decision that needs a reason."""

    reason = Words(max_length=LONGEST_REASON, allow_blank=True)


class ReasonQuery(Strict):
    """The reason of an act that has no body."""

    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, default="", allow_blank=True)


class EntryRef(Shown):
    """An entry as others name it."""

    id = serializers.CharField()
    name = serializers.CharField()


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]})
class Control(serializers.Field[Any, Any, Any, Any]):
    """A time control in its JSON form, or as a short text such as `5+3`; the service knows which there are."""

    default_error_messages = {"invalid": _("A clock is a text, or an object.")}

    def to_internal_value(self, data: Any) -> Any:
        """Return the text or the object."""
        if not isinstance(data, str | dict):
            self.fail("invalid")
        return data
