"""The project package as an app: management commands, checks, start-up wiring."""

from django.apps import AppConfig


class FlagfallConfig(AppConfig):
    """The service as a whole."""

    name = "flagfall"
    label = "flagfall"

    def ready(self) -> None:
        """Tell sockets whose a token is."""
        from flagfall.tokens import principal_of_token
        from matches.access import register_tokens

        register_tokens(principal_of_token)
