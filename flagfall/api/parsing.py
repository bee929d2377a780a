"""What is understood and what is answered: JSON alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO, Any, Final

import orjson
from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

LARGEST: Final = 64 * 1024
"""How many bytes a body may have; nothing that is sent comes near it."""


class BodyTooLargeError(APIException):
    """A body that nobody reads to its end."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"
    default_detail = _("The body of this request is longer than 64 KiB. Nothing was changed.")


class MalformedJsonError(ParseError):
    """A body that is no JSON."""

    default_code = "malformed_json"
    default_detail = _("The body of this request is not JSON. Nothing was changed.")


class JsonParser(BaseParser):
    """Reads JSON in UTF-8, strictly, and not more of it than `LARGEST`."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value. Raises BodyTooLargeError, MalformedJsonError."""
        body = stream.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise BodyTooLargeError
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise MalformedJsonError from error


class JsonAlways(BaseContentNegotiation):
    """Answers in the one form there is, whatever the client would prefer."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the parser for the body; None for a form that is not understood."""
        sent = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and its media type."""
        first = next(iter(renderers))
        return first, str(first.media_type)
