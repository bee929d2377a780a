"""The project package as an app: management commands, checks, start-up wiring."""

from django.apps import AppConfig


class FlagfallConfig(AppConfig):
    """The service as a whole."""

    name = "flagfall"
    label = "flagfall"
