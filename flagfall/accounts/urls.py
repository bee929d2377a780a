"""Addresses of the account pages."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import path

from flagfall.accounts import views

urlpatterns = [
    path("log-in/", views.LogInView.as_view(), name="login"),
    path("log-out/", LogoutView.as_view(), name="logout"),
    path("sign-up/", views.sign_up, name="account-sign-up"),
    path("guest/", views.guest_start, name="account-guest"),
    path("recover/", views.recover, name="account-recover"),
    path("enter/<str:number>/<str:token>/", views.enter, name="account-enter"),
    path("", views.account, name="account"),
    path("password/", views.password, name="account-password"),
    path("tokens/", views.tokens, name="account-tokens"),
    path("tokens/<str:token_id>/revoke/", views.token_revoke, name="account-token-revoke"),
]
