"""What can be done with accounts: start as a guest, sign up, recover, come in by a link; make and revoke tokens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from flagfall.accounts.links import entry_path, recovery_token
from flagfall.accounts.models import ApiToken, Scope, User
from matches import announce
from matches.ids import new_id

OPERATOR: Final = "organizer"
TOKEN_MARK: Final = "ff_"  # noqa: S105 - a prefix, no password
"""How every token begins, so that one that leaked is recognized."""
USED_EVERY: Final = timedelta(minutes=1)
"""How exactly the last use of a token is noted: a write per request would be too dear."""


def guest_create(*, display_name: str, language: str = "") -> User:
    """Return a new guest: an account without password that lives in the browser that made it."""
    user = User(username=f"guest-{new_id()}", display_name=display_name, language=language, is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def account_keep(*, user: User, username: str, password: str, email: str = "") -> User:
    """Turn a guest into an account with a password; matches, entries and tokens stay with it."""
    user.username, user.email, user.is_guest = username, email, False
    user.set_password(password)
    user.save()
    return user


def account_create(
    *, username: str, password: str, display_name: str = "", email: str = "", language: str = ""
) -> User:
    """Return a new account."""
    user = User(username=username, display_name=display_name, email=email, language=language)
    user.set_password(password)
    user.save()
    return user


def operator_get_or_create() -> User:
    """Return the account of whoever runs this installation: entered by a printed link, without password at first."""
    user, made = User.objects.get_or_create(
        username=OPERATOR, defaults={"display_name": _("Organizer"), "is_staff": True, "is_superuser": True}
    )
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def recovery_send(*, email: str, base_url: str) -> int:
    """Mail a link to every account with this address and return how many there were.

    Callers must not tell the number to whoever asked: it says who has an account.
    """
    users = User.objects.filter(email__iexact=email, is_active=True).exclude(email="")
    for user in users:
        link = base_url + entry_path(user, recovery_token(user))
        text = render_to_string("accounts/mail/recover.txt", {"person": user, "link": link})
        send_mail(_("Your way back into Flagfall"), text, None, [user.email])
    return len(users)


def token_create(
    *, user: User, name: str, scopes: Iterable[Scope], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Return a new token and its secret, which is not kept and cannot be shown again."""
    secret = TOKEN_MARK + secrets.token_urlsafe(30)
    values = [Scope(scope).value for scope in scopes]
    token = ApiToken.objects.create(user=user, name=name, digest=_digest(secret), scopes=values, expires_at=expires_at)
    return token, secret


def token_find(*, secret: str) -> ApiToken | None:
    """Return the valid token with this secret, its user loaded, and note its use; None when it opens nothing."""
    token = ApiToken.objects.select_related("user").filter(digest=_digest(secret)).first()
    now = timezone.now()
    if token is None or not token.is_valid(now) or not token.user.is_active:
        return None
    if token.used_at is None or now - token.used_at > USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def token_revoke(*, user: User, token_id: str) -> bool:
    """End a token of `user` for good, and the sockets that it has opened; tell whether there was one to end."""
    changed = ApiToken.objects.filter(pk=token_id, user=user, revoked_at=None).update(revoked_at=timezone.now())
    if changed:
        transaction.on_commit(partial(announce.close_sockets, f"token/{token_id}"), robust=True)
    return changed == 1


def _digest(secret: str) -> str:
    # The secret has 240 random bits: a plain hash cannot be searched, and needs no salt.
    return hashlib.sha256(secret.encode()).hexdigest()
