"""Lists, page by page: `{results, next, previous}`, by a cursor that holds while rows come and go."""

from __future__ import annotations

from typing import Any

from django.db import DataError
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView


class Pages(CursorPagination):
    """Pages in the order of the view, 50 rows unless `limit` says otherwise."""

    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """Return the order of the view's list."""
        return tuple(view.ordering)

    def paginate_queryset(self, queryset: Any, request: Request, view: APIView | None = None) -> list[Any] | None:
        """Return the rows of the page. Raises ValidationError `bad_cursor` for a cursor that is none of this list."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, TypeError, DataError) as error:
            raise _bad_cursor() from error

    def decode_cursor(self, request: Request) -> Any:
        """Return the cursor of the request, if it has one."""
        try:
            return super().decode_cursor(request)
        except Exception as error:
            raise _bad_cursor() from error

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of a page."""
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["results", "next", "previous"],
            "properties": {"results": schema, "next": link, "previous": link},
        }


def _bad_cursor() -> ValidationError:
    return ValidationError({"cursor": [_("This cursor is none of this list.")]}, code="bad_cursor")
