"""Tags of every page that changes while it is looked at: parts that refresh themselves, codes to be photographed."""

from __future__ import annotations

from urllib.parse import urlencode

import segno
from django import template
from django.template import RequestContext
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from matches.words import exact_text, instant_text

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: RequestContext, part: str, *hints: str, every: str = "") -> SafeString:
    """Return the attributes by which an element fetches itself anew when the page's feed says so.

    The element stands in a partial of the page called `part`. The feed calls it by that name, and by those of `hints`;
    empty ones are left out. `every` is an interval at which it does so besides: where there is no feed, or where it is
    noted who looks.
    """
    request = context["request"]
    kept = {key: value for key, value in request.GET.items() if key != "part"}
    address = f"{request.path}?{urlencode({**kept, 'part': part})}"
    triggers = [f"refresh-{hint} from:body" for hint in dict.fromkeys((part, *hints, "all")) if hint]
    if every:
        triggers.append(f"every {every}")
    return format_html('hx-get="{}" hx-trigger="{}" hx-swap="outerHTML"', address, ", ".join(triggers))


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return a QR code of an address as SVG."""
    code = segno.make(address, error="m")
    return mark_safe(code.svg_inline(scale=4, border=2, omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - drawn by us


@register.simple_tag
def exact(ms: int | None) -> str:
    """Return a time to the millisecond."""
    return exact_text(ms)


@register.simple_tag
def instant(ms: int) -> str:
    """Return the time of day of an instant to the millisecond, in UTC."""
    return instant_text(ms)
