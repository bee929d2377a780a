"""Links that let somebody in: one use to recover an account, a day for the link that the operator's terminal prints."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.http import base36_to_int, int_to_base36

from flagfall.accounts.models import User


class _RecoveryTokens(PasswordResetTokenGenerator):
    """Worth nothing after the next log-in, a change of password or address, or a day."""

    key_salt = "flagfall.accounts.recovery"


class _OperatorTokens(PasswordResetTokenGenerator):
    """Worth something for a day, however often it is used; a change of password ends it."""

    key_salt = "flagfall.accounts.operator"

    def _make_hash_value(self, user: AbstractBaseUser, timestamp: int) -> str:
        return f"{user.pk}{user.password}{timestamp}"


_RECOVERY = _RecoveryTokens()
_OPERATOR = _OperatorTokens()


def recovery_token(user: User) -> str:
    """Return a token for a link by mail."""
    return _RECOVERY.make_token(user)


def operator_token(user: User) -> str:
    """Return a token for the link that `manage.py up` prints."""
    return _OPERATOR.make_token(user)


def entry_path(user: User, token: str) -> str:
    """Return the path of the link that lets `user` in with `token`."""
    return reverse("account-enter", args=[int_to_base36(user.pk), token])


def user_of_link(number: str, token: str) -> User | None:
    """Return whom a link lets in, or None when it is wrong, used up or too old."""
    try:
        user = User.objects.get(pk=base36_to_int(number), is_active=True)
    except (User.DoesNotExist, ValueError, OverflowError):
        return None
    good = _RECOVERY.check_token(user, token) or (user.is_staff and _OPERATOR.check_token(user, token))
    return user if good else None
