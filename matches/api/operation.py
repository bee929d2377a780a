"""What one operation takes and gives, said once: the view checks by it, and the schema is written from it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, TypeAlias, TypeVar, cast

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from matches.api.fields import Nothing, Strict
from matches.api.idempotency import once

Needs: TypeAlias = Literal["", "play", "manage", "session"]
"""What a token must have been made for; a session of a person needs nothing more. `session` refuses every token."""

Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. `gives` is None when the answer has no body; `media` names another form than JSON.

    `edits`: the request names the version that it changes. `once`: a repeated Idempotency-Key gets the first answer.
    `closed`: not everybody may read this. `refuses` are statuses beyond those that follow from the rest.
    """

    summary: str
    gives: type[BaseSerializer[Any]] | None = None
    takes: type[Strict] = Nothing
    query: type[Strict] = Nothing
    status: int = 200
    needs: Needs = ""
    many: bool = False
    edits: bool = False
    once: bool = False
    closed: bool = False
    media: str = ""
    refuses: Collection[int] = ()


def operation(summary: str, **about: Any) -> Callable[[Method], Method]:
    """Declare a view's method as an operation of the API."""
    declared = Operation(summary, **about)

    def declare(method: Method) -> Method:
        made: Any = _once(method) if declared.once else method
        made.operation = declared
        return cast(Method, made)

    return declare


def _once(method: Callable[..., Response]) -> Callable[..., Response]:
    """Return the method with the answer of the first time when its Idempotency-Key comes again."""

    @wraps(method)
    def guarded(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        return once(request, view.principal, lambda: method(view, request, *args, **kwargs))

    return guarded


def operation_of(view: Any, method: str) -> Operation:
    """Return what a view has declared about an HTTP method; a HEAD is a GET."""
    declared: Operation = getattr(view, "get" if method == "HEAD" else method.lower()).operation
    return declared
