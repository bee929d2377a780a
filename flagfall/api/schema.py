"""The OpenAPI document: written from what each operation declares, so that it says what the views check."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import orjson
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import conditional_page, require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from flagfall.errors import CONTENT_TYPE
from matches.api.fields import Nothing, Shown, Strict
from matches.api.idempotency import HEADER
from matches.api.operation import Operation, operation_of

_UNSAFE: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})


class FieldProblemOut(Shown):
    """What is wrong with one field; the path to a nested one is joined by dots."""

    field = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class Problem(Shown):
    """What went wrong. `code` never changes; `title` and `detail` are for people, in the language that they ask for."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    errors = FieldProblemOut(many=True)  # type: ignore[assignment]  # a serializer's own errors are something else


class ApiSchema(AutoSchema):
    """Describes an operation by its declaration; statuses of refusals follow from what can go wrong with it."""

    @property
    def declared(self) -> Operation:
        """Return what the view has declared."""
        return operation_of(self.view, self.method)

    def get_operation_id(self) -> str:
        """Return a name for programs: the summary in one word."""
        return re.sub(r"[^a-z]+", "_", self.declared.summary.lower().replace("'s", "")).strip("_")

    def get_summary(self) -> str:
        """Return what the operation does in a few words."""
        return self.declared.summary

    def get_tags(self) -> list[str]:
        """Return the heading."""
        view: Any = self.view
        return [view.tag]

    def get_auth(self) -> list[Any]:
        """Return who may ask; an empty entry stands for everybody."""
        everybody: list[Any] = [] if self.declared.closed or self.declared.needs == "session" else [{}]
        return [*super().get_auth(), *everybody]

    def get_override_parameters(self) -> list[Any]:
        """Return query words and headers."""
        query: list[Any] = [] if self.declared.query is Nothing else [self.declared.query]
        return [*query, *_headers(self.declared)]

    def get_request_serializer(self) -> Any:
        """Return the body, if there is one."""
        return None if self.declared.takes is Nothing else self.declared.takes

    def get_response_serializers(self) -> Any:
        """Return the answers by status: the good one, and a problem for each refusal."""
        problems = {(str(status), CONTENT_TYPE): Problem for status in sorted(self._refusals())}
        return {**self._good(), **problems}

    def _good(self) -> dict[Any, Any]:
        declared, status = self.declared, str(self.declared.status)
        if declared.media:
            return {(status, declared.media): OpenApiTypes.STR}
        if declared.gives is None:
            return {status: None}
        return {status: declared.gives(many=True) if declared.many else declared.gives}

    def _refusals(self) -> set[int]:
        """Return the statuses of what can go wrong."""
        declared, changes = self.declared, self.method in _UNSAFE
        found = {400, 401, 429, *declared.refuses}
        found |= {403, 409, 413, 415} if changes else set()
        found |= {403} if declared.closed else set()
        found |= {404} if "{" in self.path else set()
        found |= {412, 428} if declared.edits else set()
        return found | ({503} if declared.once else set())

    def _map_serializer(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        schema = super()._map_serializer(serializer, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        return {**schema, "additionalProperties": False} if isinstance(serializer, Strict) else schema


def _headers(declared: Operation) -> list[OpenApiParameter]:
    """Return the headers that an operation knows."""
    known = [
        OpenApiParameter(
            "If-Match",
            location=OpenApiParameter.HEADER,
            required=True,
            description="The ETag of what you have read, so that nobody's change is lost.",
        ),
        OpenApiParameter(
            HEADER,
            location=OpenApiParameter.HEADER,
            pattern="^[!-~]{1,80}$",
            description="A name for this request: sent again within 24 hours, it gets the answer of the first time.",
        ),
    ]
    return [header for header, is_known in zip(known, (declared.edits, declared.once), strict=True) if is_known]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Personal tokens."""

    target_class = "flagfall.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Return the scheme."""
        return {"type": "http", "scheme": "bearer", "description": "A personal token, made on the account's page."}


class BrowserScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Sessions."""

    target_class = "flagfall.api.authentication.BrowserAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Return the scheme."""
        text = "The cookie of a log-in or of a private link. Changes need the header X-CSRFToken as well."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": text}


@cache
def document() -> bytes:
    """Return the schema as JSON; it is the same for everybody, so it is made once."""
    with override("en"):
        generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
        return orjson.dumps(generator.get_schema(request=None, public=True))


@require_safe
@conditional_page
@cache_control(public=True, max_age=60)
def schema(_request: HttpRequest) -> HttpResponse:
    """Return the schema of the API."""
    return HttpResponse(document(), content_type="application/json")


@require_safe
@ensure_csrf_cookie
def docs(request: HttpRequest) -> HttpResponse:
    """Show the API as a page on which it can be tried."""
    return render(request, "api/docs.html", {"groups": _groups()})


@cache
def _groups() -> dict[str, list[dict[str, str]]]:
    """Return the operations under their headings, in the order of their addresses."""
    found: dict[str, list[dict[str, str]]] = {}
    for path, item in orjson.loads(document())["paths"].items():
        for method, about in item.items():
            line = {"method": method.upper(), "path": path, "description": about["description"]}
            found.setdefault(about["tags"][0], []).append(line)
    return found
