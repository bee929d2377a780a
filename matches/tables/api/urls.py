"""Addresses of free tables in the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from matches.tables.api import views

urlpatterns: list[URLPattern] = [
    path("", views.TableList.as_view(), name="api-tables"),
    path("<slug:table_id>/", views.TableDetail.as_view(), name="api-table"),
    path("<slug:table_id>/seats/", views.TableSeats.as_view(), name="api-table-seats"),
    path("<slug:table_id>/seats/<int:seat>/", views.TableSeatDetail.as_view(), name="api-table-seat"),
    path("<slug:table_id>/start/", views.TableStart.as_view(), name="api-table-start"),
    path("<slug:table_id>/reopening/", views.TableReopening.as_view(), name="api-table-reopening"),
    path("<slug:table_id>/again/", views.TableAgain.as_view(), name="api-table-again"),
]
