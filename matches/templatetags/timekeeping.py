"""What pages of organizers and arbiters say when time is not kept."""

from __future__ import annotations

from django import template

from matches.enforcement.trouble import Trouble, trouble

register = template.Library()


@register.simple_tag
def time_trouble() -> Trouble:
    """Return what is wrong with the keeping of time."""
    return trouble()
