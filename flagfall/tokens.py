"""Personal tokens as matches see them."""

from __future__ import annotations

from flagfall.accounts.models import Scope
from flagfall.accounts.services import token_find
from matches.access import Principal


def principal_of_token(secret: str) -> Principal | None:
    """Return who the holder of a token is; None if it opens nothing."""
    token = token_find(secret=secret)
    if token is None:
        return None
    return Principal(user_id=token.user_id, staff=token.user.is_staff, token=token.pk, plays=token.allows(Scope.PLAY))
