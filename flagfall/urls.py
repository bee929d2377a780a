"""The URL map."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from flagfall.health import views as health

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls")),
    path("", include("matches.urls")),
    path("tables/", include("matches.tables.urls")),
    path("accounts/", include("flagfall.accounts.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("flagfall.api.urls")),
    path("health/", health.health, name="health"),
    path("metrics", health.prometheus, name="metrics"),
    path("admin/", admin.site.urls),
]

handler400 = "flagfall.faults.bad_request"
handler403 = "flagfall.faults.forbidden"
handler404 = "flagfall.faults.not_found"
handler500 = "flagfall.faults.server_error"
