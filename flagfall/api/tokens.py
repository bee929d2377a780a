"""Personal tokens: one's own, and nobody else's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_variables
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, NotFound, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from flagfall.accounts.models import ApiToken, Scope
from flagfall.accounts.services import token_create, token_revoke
from matches.api.fields import OneOf, PageQuery, Shown, Strict, Words, limited
from matches.api.operation import operation
from matches.api.permissions import SESSION_NEEDED
from matches.api.views import ApiView


class TokenOut(Shown):
    """A token, without its secret."""

    id = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.values))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    used_at = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    """A new token with its secret, which is shown this once."""

    secret = serializers.CharField()


class TokenIn(Strict):
    """What a new token is called and may be used for."""

    name = Words(max_length=60)
    scopes = serializers.ListField(child=OneOf(choices=Scope.values), allow_empty=False, max_length=len(Scope.values))
    days = limited(
        least=1, most=3660, required=False, allow_null=True, default=90, help_text="How long it holds; null for ever."
    )


class _Tokens(ApiView):
    tag = "tokens"

    def own(self) -> Any:
        """Return the asker's tokens that hold. Raises NotAuthenticated."""
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        return ApiToken.objects.filter(user=self.request.user, revoked_at=None)


class TokenList(_Tokens):
    """The asker's tokens."""

    ordering = ("-created_at", "id")

    @operation("List your tokens", gives=TokenOut, many=True, query=PageQuery, closed=True)
    def get(self, request: Request) -> Response:
        """Return your tokens, newest first."""
        return self.page(self.own())

    @operation("Make a token", takes=TokenIn, gives=NewTokenOut, status=201, needs="session", once=True)
    @method_decorator(sensitive_variables("secret"))
    def post(self, request: Request) -> Response:
        """Make a token. Only somebody who has logged in can: a token that leaked must not make others."""
        self.own()
        days = self.given["days"]
        token, secret = token_create(
            user=request.user,  # type: ignore[arg-type]  # `own` has let in users alone
            name=self.given["name"],
            scopes=sorted({Scope(value) for value in self.given["scopes"]}),
            expires_at=_in_days(days),
        )
        token.secret = secret  # type: ignore[attr-defined]
        return self.answer(token)


def _in_days(days: int | None) -> datetime | None:
    return None if days is None else timezone.now() + timedelta(days=days)


class TokenDetail(_Tokens):
    """One of the asker's tokens."""

    @operation("Read a token", gives=TokenOut, closed=True)
    def get(self, request: Request, token_id: str) -> Response:
        """Return one of your tokens."""
        return self.answer(self._one(token_id))

    @operation("Revoke a token", status=204)
    def delete(self, request: Request, token_id: str) -> Response:
        """End a token for good. A token can end itself, and no other."""
        token = self._one(token_id)
        if self.principal.token not in ("", token.pk):
            raise PermissionDenied(SESSION_NEEDED, "session_needed")
        token_revoke(user=token.user, token_id=token.pk)
        return self.done()

    def _one(self, token_id: str) -> ApiToken:
        token: ApiToken | None = self.own().filter(pk=token_id).first()
        if token is None:
            raise NotFound
        return token
