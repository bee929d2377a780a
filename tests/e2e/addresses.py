"""Every address of the service, from the map of addresses itself: a new one cannot be forgotten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.urls import URLPattern, URLResolver, get_resolver, reverse

NOT_OURS: Final = ("admin",)
"""The administration pages are Django's own."""


def names() -> list[str]:
    """Return the name of every address."""
    return [name for name, _parameters in _walk(get_resolver(), ())]


def parameters() -> Mapping[str, tuple[str, ...]]:
    """Return the parameters of every address by its name."""
    return dict(_walk(get_resolver(), ()))


def path(name: str, values: Mapping[str, Any]) -> str:
    """Return an address, filled in with what `values` has for its parameters."""
    return reverse(name, kwargs={key: values[key] for key in parameters()[name]})


def _walk(resolver: URLResolver, before: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for entry in resolver.url_patterns:
        found = (*before, *entry.pattern.converters)
        if isinstance(entry, URLPattern):
            assert entry.name, f"an address without a name: {entry.pattern}"
            yield entry.name, found
        elif entry.namespace not in NOT_OURS:
            yield from _walk(entry, found)
