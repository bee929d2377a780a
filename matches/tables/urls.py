"""Addresses of free tables."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.tables import views

urlpatterns: list[URLPattern] = [
    path("", views.tables, name="tables"),
    path("new/", views.new, name="table-new"),
    path("new/<slug:key>/", views.new_game, name="table-new-game"),
    path("join/<slug:key>/", views.link, name="table-link"),
    path("<slug:table_id>/", views.table, name="table"),
    path("<slug:table_id>/series/", views.series, name="table-series"),
    path("<slug:table_id>/join/", views.join, name="table-join"),
    path("<slug:table_id>/leave/", views.leave, name="table-leave"),
    path("<slug:table_id>/close/", views.close, name="table-close"),
    path("<slug:table_id>/start/", views.start, name="table-start"),
    path("<slug:table_id>/reopen/", views.reopen, name="table-reopen"),
    path("<slug:table_id>/seat/", views.seat, name="table-seat"),
    path("<slug:table_id>/again/", views.again, name="table-again"),
]
