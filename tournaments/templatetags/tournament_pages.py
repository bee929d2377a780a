"""Tags of the tournament pages: parts that refresh themselves, instants, addresses of codes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

import segno
from django import template
from django.template import RequestContext
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournaments.pages.when import Moment, moment

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: RequestContext, part: str, *hints: str, every: str = "") -> SafeString:
    """Return the attributes by which an element fetches itself anew when the tournament's feed says so.

    The element stands in a partial of the page called `part`. The feed calls it by that name, and by those of `hints`;
    empty ones are left out. `every` is an interval for pages without a feed.
    """
    request = context["request"]
    kept = {key: value for key, value in request.GET.items() if key != "part"}
    address = f"{request.path}?{urlencode({**kept, 'part': part})}"
    triggers = [f"refresh-{hint} from:body" for hint in dict.fromkeys((part, *hints, "all")) if hint]
    if every:
        triggers = [f"every {every}"]
    return format_html('hx-get="{}" hx-trigger="{}" hx-swap="outerHTML"', address, ", ".join(triggers))


@register.simple_tag(takes_context=True)
def live_match(context: RequestContext, part: str, match_id: str) -> SafeString:
    """Return the attributes by which an element about one match fetches itself anew when something happens there."""
    address = f"{context['request'].path}?{urlencode({'part': part, 'match': match_id})}"
    return format_html('hx-get="{}" hx-trigger="refresh-match-{} from:body" hx-swap="outerHTML"', address, match_id)


@register.inclusion_tag("tournaments/_moment.html")
def instant(ms: int | Moment | None, zone: str = "UTC", form: str = "full", own: bool = False) -> dict[str, Any]:
    """Show an instant in the tournament's zone; with `own` also in the reader's."""
    value = ms if isinstance(ms, Moment) or ms is None else moment(ms, zone)
    return {"moment": value, "form": form, "own": own}


@register.simple_tag
def qr(address: str) -> SafeString:
    """Return a QR code of an address as SVG."""
    code = segno.make(address, error="m")
    return mark_safe(code.svg_inline(scale=4, border=2, omitsize=True, svgclass=None, lineclass=None))  # noqa: S308 - drawn by us


@register.simple_tag
def tenths(count: int) -> str:
    """Return a penalty in points with its sign: 5 tenths taken off are "−0.5"; what is below nothing is a bonus."""
    shown = number_format(Decimal(abs(count)) / 10, decimal_pos=None if count % 10 else 0)
    return f"{'−' if count > 0 else '+'}{shown}"
