"""Every error of the API as a problem document: ours by their codes, the framework's by its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from flagfall.api.authentication import REALM
from flagfall.errors import CONTENT_TYPE, Problem, problem_of
from matches.access import principal_of_request

_ROLES_LACK: Final = frozenset({"not_allowed", "not_your_seat", "may_not_rule", "may_not_see"})
"""What is said to somebody whose role is not enough; whoever has proven nothing is asked to do that first."""
_SPEAKS_FOR_ALL: Final = ({"unknown_field"}, {"bad_cursor"})
"""Codes of single fields that are the code of the whole, when nothing else is wrong."""


def handle_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an exception; None for one that is a fault of ours."""
    problem = problem_of(error)
    if problem is None:
        standard = exception_handler(error, context)
        if standard is None:
            return None
        problem = _of_framework(error, standard)
    elif problem.code in _ROLES_LACK and _is_stranger(context):
        return handle_api_error(exceptions.NotAuthenticated(), context)
    return Response(problem.to_json(), problem.status, headers=problem.headers, content_type=CONTENT_TYPE)


def _is_stranger(context: dict[str, Any]) -> bool:
    request = context.get("request")
    return isinstance(request, Request) and not principal_of_request(request).keys


def _of_framework(error: Exception, standard: Response) -> Problem:
    if isinstance(error, exceptions.NotAuthenticated):
        standard.headers.setdefault("WWW-Authenticate", REALM)
    headers = {name: standard[name] for name in ("Retry-After", "WWW-Authenticate", "Allow") if name in standard}
    if isinstance(error, exceptions.ValidationError):
        flat = tuple(_fields(error.get_full_details()))
        codes = {line["code"] for line in flat}
        code = codes.pop() if codes in _SPEAKS_FOR_ALL else "invalid"
        return Problem(standard.status_code, code, _("Some fields are missing or wrong."), flat, headers)
    code = str(getattr(error, "default_code", "")) or {403: "not_allowed", 404: "not_found"}.get(
        standard.status_code, "error"
    )
    detail = getattr(error, "detail", None)
    if isinstance(detail, exceptions.ErrorDetail):
        code = detail.code or code
    return Problem(standard.status_code, code, str(detail or standard.data.get("detail", "")), (), headers)


def _fields(details: Any, path: str = "") -> list[dict[str, str]]:
    """Flatten the framework's nested details into one line per field; a field's path is joined by dots."""
    if isinstance(details, Mapping) and "message" in details and "code" in details:
        return [{"field": path, "code": str(details["code"]), "detail": str(details["message"])}]
    if isinstance(details, Mapping):
        pairs = [(f"{path}.{key}" if path else str(key), value) for key, value in details.items()]
    else:
        pairs = [(path, value) for value in details]
    return [line for where, value in pairs for line in _fields(value, where)]
