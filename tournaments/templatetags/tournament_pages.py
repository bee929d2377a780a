"""Tags of the tournament pages: parts that refresh themselves, instants, penalties."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import RequestContext
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from matches.templatetags.live_parts import live, qr
from tournaments.pages.when import Moment, moment

register = template.Library()


register.simple_tag(live, takes_context=True)
register.simple_tag(qr)


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
def tenths(count: int) -> str:
    """Return a penalty in points with its sign: 5 tenths taken off are "−0.5"; what is below nothing is a bonus."""
    shown = number_format(Decimal(abs(count)) / 10, decimal_pos=None if count % 10 else 0)
    return f"{'−' if count > 0 else '+'}{shown}"
