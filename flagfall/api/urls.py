"""Addresses of the API, version 1."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from flagfall.api import schema, server, tokens

urlpatterns: list[URLPattern | URLResolver] = [
    path("", server.Root.as_view(), name="api-root"),
    path("server/", server.Server.as_view(), name="api-server"),
    path("tokens/", tokens.TokenList.as_view(), name="api-tokens"),
    path("tokens/<slug:token_id>/", tokens.TokenDetail.as_view(), name="api-token"),
    path("schema/", schema.schema, name="api-schema"),
    path("docs/", schema.docs, name="api-docs"),
    path("", include("matches.api.urls")),
    path("tables/", include("matches.tables.api.urls")),
    path("", include("tournaments.api.urls")),
]
