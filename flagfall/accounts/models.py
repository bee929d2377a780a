"""The user model and personal tokens.

A guest is a user without a password who plays at once; an e-mail makes the account recoverable.
"""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.ids import new_id


class User(AbstractUser):
    """A person with an account. `display_name` is what others read."""

    display_name = models.CharField(_("name"), max_length=60, blank=True)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, blank=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.display_name or self.username


class Scope(models.TextChoices):
    """What a token may be used for. Its user's own rights are the limit in any case."""

    READ = "read", _("read what I may read")
    PLAY = "play", _("play my matches")
    MANAGE = "manage", _("organize and rule where I have that role")


class ApiToken(models.Model):
    """A personal token for programs. Only its digest is kept; the secret is shown once."""

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return self.name

    def is_valid(self, now: datetime) -> bool:
        """Tell whether the token opens anything at `now`."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def allows(self, scope: Scope) -> bool:
        """Tell whether the token was made for `scope`."""
        return scope.value in self.scopes

    @property
    def scope_labels(self) -> list[str]:
        """Name the scopes in the reader's language."""
        return [str(Scope(value).label) for value in self.scopes]
