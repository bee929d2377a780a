"""Where the API begins, and the server itself: its time, its version, how it is."""

from __future__ import annotations

import tomllib
from functools import cache

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from flagfall.health import readings
from matches.api.fields import Moment, Shown
from matches.api.operation import operation
from matches.api.views import ApiView
from matches.now import now_ms
from matches.signing import public_key

BEGINNINGS = ("server", "games", "tournaments", "tokens", "schema", "docs")


class RootOut(Shown):
    """Where to go on."""

    server = serializers.URLField()
    games = serializers.URLField()
    tournaments = serializers.URLField()
    tokens = serializers.URLField()
    schema = serializers.URLField()
    docs = serializers.URLField()


class ServerOut(Shown):
    """The server: clocks are drawn by its time."""

    time = Moment()
    time_ms = serializers.IntegerField(help_text="The same instant in milliseconds since 1970.")
    version = serializers.CharField()
    state = serializers.ChoiceField(choices=[state.value for state in readings.State], help_text="As `/health/` says.")
    result_key = serializers.CharField(help_text="The public key (Ed25519, hex) with which results are signed here.")


class Root(ApiView):
    """The beginning."""

    tag = "server"
    fresh_s = 5

    @operation("List the beginnings", gives=RootOut)
    def get(self, request: Request) -> Response:
        """Return the addresses from which everything else can be reached."""
        return self.answer({name: request.build_absolute_uri(reverse(f"api-{name}")) for name in BEGINNINGS})


class Server(ApiView):
    """The server itself."""

    tag = "server"
    fresh_s = 0

    @operation("Read the server's time and state", gives=ServerOut)
    def get(self, request: Request) -> Response:
        """Return time, version, state, and the key of signed results."""
        at_ms = now_ms()
        state = readings.worst(readings.of_the_service())
        about = {"version": version(), "state": state.value, "result_key": public_key()}
        return self.answer({"time": at_ms, "time_ms": at_ms, **about})


@cache
def version() -> str:
    """Return the version of the service."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    return str(project["version"])
