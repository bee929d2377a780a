"""Versions of what can be edited: the ETag of an answer, and the If-Match of a change."""

from __future__ import annotations

import hashlib
from typing import Any

from django.utils.http import parse_etags, quote_etag
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from matches.api.refusals import VersionChangedError, VersionMissingError


def etag_of(data: Any) -> str:
    """Return the version of a resource: a hash of what the reader gets of it."""
    return quote_etag(hashlib.md5(JSONRenderer().render(data), usedforsecurity=False).hexdigest())


def require_version(request: Request, data: Any) -> None:
    """Raise VersionMissingError or VersionChangedError unless the request is for this version; `*` is for any."""
    wanted = parse_etags(request.headers.get("If-Match", ""))
    if not wanted:
        raise VersionMissingError
    if wanted != ["*"] and etag_of(data) not in wanted:
        raise VersionChangedError
