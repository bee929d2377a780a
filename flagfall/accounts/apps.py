"""Accounts: the user model, guests, personal tokens."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users of the service."""

    name = "flagfall.accounts"
    label = "accounts"
