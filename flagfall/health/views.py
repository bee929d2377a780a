"""The health page and the metrics."""

from __future__ import annotations

import hmac
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from flagfall.health import metrics, readings

LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """Tell how the service is: JSON unless a browser asks; status 503 when unfit, for watchers that do not read."""
    taken = readings.take()
    state = readings.worst(taken)
    status = 503 if state is readings.State.BAD else 200
    if request.headers.get("HX-Request"):
        # An answer that reports a fault is not swapped into the page.
        return render(request, "health.html", {"readings": taken, "state": state.value})
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        return render(request, "health.html", {"readings": taken, "state": state.value}, status=status)
    found = {reading.key: reading.to_json() for reading in taken}
    return JsonResponse({"state": state.value, "readings": found}, status=status)


@require_safe
@never_cache
def prometheus(request: HttpRequest) -> HttpResponse:
    """Give this process's metrics to whoever has the token; without a token set, to this machine alone."""
    if not _may_collect(request):
        return HttpResponseForbidden("The metrics need FLAGFALL_METRICS_TOKEN.\n", content_type="text/plain")
    return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


def _may_collect(request: HttpRequest) -> bool:
    if not settings.METRICS_TOKEN:
        return request.META.get("REMOTE_ADDR") in LOOPBACK
    given = request.headers.get("Authorization", "").encode()
    return hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode())
