"""What every view of the API stands on: input checked as declared, answers that say how long they hold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import conditional_page
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from matches.access import Principal, principal_of_request
from matches.api.conditional import etag_of, require_version
from matches.api.fields import Strict
from matches.api.operation import Operation, operation_of

METHODS: Final = ("get", "head", "post", "put", "patch", "delete")
_SAFE: Final = frozenset({"GET", "HEAD"})
_WHO_ASKS: Final = ("Authorization", "Cookie", "Accept-Language")


class ApiView(GenericAPIView[Any]):
    """One resource, or one act on it. Each method is declared by `operation`; `given` and `asked_for` are its input."""

    http_method_names = list(METHODS)
    tag: ClassVar[str]
    """Under which heading the schema lists the operations."""
    ordering: tuple[str, ...] = ("pk",)
    """The order of a list; the first field tells where a page ends."""
    fresh_s: ClassVar[int] = 2
    """For how many seconds anybody may keep an answer that everybody gets alike."""
    given: dict[str, Any]
    """The fields of the body, checked."""
    asked_for: dict[str, Any]
    """The query words, checked."""

    @classmethod
    def as_view(cls, **kwargs: Any) -> Any:
        """Return the view, with an ETag on every answer to a read."""
        return conditional_page(super().as_view(**kwargs))

    @property
    def operation(self) -> Operation:
        """Return what is declared about the method of this request."""
        return operation_of(self, str(self.request.method))

    @cached_property
    def principal(self) -> Principal:
        """Return who asks."""
        return principal_of_request(self.request)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in whoever may come in, then read what they have sent. Raises MethodNotAllowed, ValidationError."""
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)
        declared = self.operation
        self.asked_for = self._checked(declared.query, request.query_params.dict())
        self.given = {} if request.method in _SAFE else self._checked(declared.takes, request.data)

    def _checked(self, kind: type[Strict], data: Any) -> dict[str, Any]:
        checked = kind(data=data, context=self.get_serializer_context())
        checked.is_valid(raise_exception=True)
        return dict(checked.validated_data)

    def shown(self, thing: Any, **context: Any) -> Any:
        """Return a thing as this operation gives it."""
        kind = self.operation.gives
        assert kind is not None  # noqa: S101
        return kind(thing, context={**self.get_serializer_context(), **context}).data

    def answer(self, thing: Any, **context: Any) -> Response:
        """Return the answer with one thing."""
        return Response(self.shown(thing, **context), self.operation.status)

    def versioned(self, thing: Any, **context: Any) -> Response:
        """Return the answer with a thing that can be edited: its ETag is the version to name then."""
        data = self.shown(thing, **context)
        return Response(data, self.operation.status, headers={"ETag": etag_of(data)})

    def require_version(self, thing: Any, **context: Any) -> None:
        """Raise unless the request is for the thing as it is now. The caller holds its lock."""
        require_version(self.request, self.shown(thing, **context))

    def page(self, rows: QuerySet[Any], **context: Any) -> Response:
        """Return one page of a list."""
        found = self.paginate_queryset(rows)
        return self.get_paginated_response([self.shown(row, **context) for row in found or ()])

    def all_of(self, things: Iterable[Any], **context: Any) -> Response:
        """Return a short list as its only page."""
        return Response({"results": [self.shown(one, **context) for one in things], "next": None, "previous": None})

    def done(self) -> Response:
        """Return the answer that has nothing to add."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Say who may keep the answer, and for how long."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, _WHO_ASKS)
        if request.method not in _SAFE or response.status_code != 200:
            patch_cache_control(response, no_store=True)
        elif self._is_for_everybody(request):
            patch_cache_control(response, public=True, max_age=self.fresh_s)
        else:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    def _is_for_everybody(self, request: Request) -> bool:
        return not request.META.get("HTTP_COOKIE") and not request.META.get("HTTP_AUTHORIZATION")
