"""What a token may be used for. What its user may do is asked elsewhere: by the services, from the one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from matches.access import principal_of_request
from matches.api.operation import operation_of
from matches.errors import SENTENCES


class TokenAllows(BasePermission):
    """Lets a token do what it was made for; people who have logged in, or came by a private link, may do everything."""

    message: Any = ""
    code = "not_allowed"

    def has_permission(self, request: Request, view: Any) -> bool:
        """Tell whether the token was made for the operation; `code` and `message` say what it lacks."""
        principal = principal_of_request(request)
        needs = operation_of(view, str(request.method)).needs
        lacks = {
            "play": not principal.plays,
            "manage": not principal.manages,
            "session": bool(principal.token),
        }
        if not lacks.get(needs):
            return True
        self.code, self.message = _REFUSALS[needs]
        return False


SESSION_NEEDED: Final = _("A token cannot do this. Log in on the site.")
_REFUSALS: Final[Mapping[str, tuple[str, Any]]] = {
    "play": ("may_not_play", SENTENCES["may_not_play"]),
    "manage": ("may_not_manage", _("This token was not made for organizing or ruling.")),
    "session": ("session_needed", SESSION_NEEDED),
}
