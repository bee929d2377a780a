"""The chooser of a clock, drawn anew while somebody fills it in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.clocks.field import LONGEST, NAME, Chosen, ClockWidget, chosen, editor


@require_safe
@never_cache
def clock_editor(request: HttpRequest) -> HttpResponse:
    """Show the chooser for what stands in it, or with `part=told` only what that means."""
    name = request.GET.get("name", "")
    if not NAME.fullmatch(name):
        raise Http404
    value = chosen(request.GET, name)
    context = editor(
        name,
        Chosen(value[:LONGEST], value.choice),
        game=request.GET.get("game", ""),
        empty=_("The same as before") if request.GET.get("empty") else "",
        own_id=f"id_{name}",
    )
    part = "#told" if request.GET.get("part") == "told" else ""
    return render(request, f"{ClockWidget.template}{part}", context)
