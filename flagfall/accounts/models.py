"""The user model. A guest is a user without a password who plays at once; an e-mail makes the account recoverable."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person with an account. `display_name` is what others read."""

    display_name = models.CharField(_("name"), max_length=60, blank=True)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, blank=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.display_name or self.username
