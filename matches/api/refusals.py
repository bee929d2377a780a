"""What can be wrong with a request as such: each has a status and a code that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.exceptions import APIException

from matches.errors import MatchError
from matches.rows import Ack


class VersionMissingError(APIException):
    """A change that does not say which version of the resource it is for."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "version_missing"
    default_detail = _("Send the ETag that you have read as If-Match, so that nobody's change is lost.")


class VersionChangedError(APIException):
    """A change for a version that is not the present one."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "version_changed"
    default_detail = _("Somebody has changed this since you read it. Read it again, then decide.")


class BadKeyError(APIException):
    """An Idempotency-Key that is none."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "bad_key"
    default_detail = _("An Idempotency-Key has 1 to 80 printable ASCII characters; without a log-in at least 20.")


class KeyInUseError(APIException):
    """The same request is being worked on at this moment."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "key_in_use"
    default_detail = _("A request with this Idempotency-Key is being worked on. Ask again in a moment.")


class KeyReusedError(APIException):
    """The key belongs to another request."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "key_reused"
    default_detail = _("This Idempotency-Key was used for another request. Use a fresh one.")


class UnavailableError(APIException):
    """Something that the service stands on does not answer, so it cannot keep its promise."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "unavailable"
    default_detail = _("The service cannot do this at the moment. Nothing was changed; try again.")


class NotPlayedError(MatchError):
    """A command was refused. `more` has the match as it is now, for the one who sent it."""

    def __init__(self, ack: Ack, more: Mapping[str, Any]) -> None:
        super().__init__(ack.code)
        self.game, self.more = ack.game, more
