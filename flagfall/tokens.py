"""Personal tokens as matches see them."""

from __future__ import annotations

from flagfall.accounts.models import ApiToken, Scope
from flagfall.accounts.services import token_find
from matches.access import Principal


def principal_of_token(secret: str) -> Principal | None:
    """Return who the holder of a token is; None if it opens nothing."""
    token = token_find(secret=secret)
    return None if token is None else principal_by(token)


def principal_by(token: ApiToken) -> Principal:
    """Return who comes with a valid token: its user, limited to what the token was made for."""
    return Principal(
        user_id=token.user_id,
        staff=token.user.is_staff,
        token=token.pk,
        plays=token.allows(Scope.PLAY),
        manages=token.allows(Scope.MANAGE),
    )
