"""Addresses of sockets."""

from __future__ import annotations

from typing import Any

from django.urls import re_path

from matches.consumers import FeedConsumer, MatchConsumer

_match: Any = MatchConsumer.as_asgi()
_feed: Any = FeedConsumer.as_asgi()

websocket_urlpatterns = [
    re_path(r"^ws/match/(?P<match_id>[a-z0-9]{1,40})/?$", _match),
    re_path(r"^ws/tournament/(?P<slug>[-\w]{1,80})/?$", _feed),
    re_path(r"^ws/(?P<room>tables(?:/[a-z0-9]{1,40})?)/?$", _feed),
]
