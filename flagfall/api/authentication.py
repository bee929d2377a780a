"""Who asks: the holder of a token, or a browser that has logged in or opened a private link."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from flagfall.accounts.services import token_find
from flagfall.tokens import principal_by
from matches.access import Principal

REALM: Final = 'Bearer realm="flagfall"'
"""What a 401 asks for."""


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer SECRET`. Where this header is sent, cookies count for nothing."""

    def authenticate(self, request: Request) -> tuple[Any, Principal] | None:
        """Return the token's user, and as `request.auth` the principal. Raises AuthenticationFailed."""
        given = authentication.get_authorization_header(request).decode("latin-1").split()
        if not given:
            return None
        token = token_find(secret=given[1]) if len(given) == 2 and given[0].lower() == "bearer" else None
        if token is None:
            raise exceptions.AuthenticationFailed(_("This token opens nothing, or not any more."), "token_unknown")
        return token.user, principal_by(token)

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 asks for."""
        return REALM


class BrowserAuthentication(authentication.SessionAuthentication):
    """The cookie of a session: a log-in, or private links. Whatever changes something needs the CSRF token as well."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """Return the user who has logged in, if one has. Raises PermissionDenied `csrf_failed`."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        # Players who came by a private link have no user, and their sessions must not be ridden either.
        self.enforce_csrf(request)
        user = getattr(request._request, "user", None)
        return (user, None) if user is not None and user.is_active else None

    def enforce_csrf(self, request: Request) -> None:
        """Raise PermissionDenied if a change comes without the token of this site's pages."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(
                _("Send the cookie `csrftoken` also as the header X-CSRFToken, from a page of this site."),
                "csrf_failed",
            ) from error
