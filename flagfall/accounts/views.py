"""Pages around the account. Each changes things by POST alone, and by a service."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from flagfall.accounts import forms, services
from flagfall.accounts.links import user_of_link
from flagfall.accounts.models import Scope, User

BACKEND = "django.contrib.auth.backends.ModelBackend"
page_methods = require_http_methods(["GET", "HEAD", "POST"])


class LogInView(LoginView):
    """Log in, or see how else one can come in."""

    template_name = "accounts/log_in.html"
    authentication_form = forms.LoginForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in and go on in the person's language."""
        return _in_language(super().form_valid(form), form.get_user())


def _in_language(response: HttpResponse, person: User) -> HttpResponse:
    """Let the browser ask for the language that the person has chosen, if any."""
    if person.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            person.language,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
    return response


def _next(request: HttpRequest, default: str = "home") -> HttpResponse:
    """Go where the page before wanted, if that is one of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return redirect(wanted if safe else default)


def _person(request: HttpRequest) -> User:
    """Return the user of a page that only somebody logged in can see."""
    return cast(User, request.user)


@page_methods
@never_cache
@sensitive_post_parameters()
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account; a guest keeps everything and gets a password."""
    guest = _person(request) if request.user.is_authenticated and _person(request).is_guest else None
    if request.user.is_authenticated and guest is None:
        return redirect("account")
    initial = {"display_name": guest.display_name, "email": guest.email} if guest else None
    form = forms.SignUpForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        login(request, _account_of(form, guest), backend=BACKEND)
        return _next(request)
    return render(request, "accounts/sign_up.html", {"form": form, "guest": guest})


def _account_of(form: forms.SignUpForm, guest: User | None) -> User:
    given = form.cleaned_data
    if guest is None:
        return services.account_create(
            username=given["username"],
            password=given["password1"],
            display_name=given["display_name"],
            email=given["email"],
            language=translation.get_language(),
        )
    guest.display_name = given["display_name"]
    return services.account_keep(
        user=guest, username=given["username"], password=given["password1"], email=given["email"]
    )


@page_methods
def guest_start(request: HttpRequest) -> HttpResponse:
    """Play at once: ask for a name and nothing else."""
    if request.user.is_authenticated:
        return _next(request)
    form = forms.GuestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["display_name"]
        user = services.guest_create(display_name=name, language=translation.get_language())
        login(request, user, backend=BACKEND)
        return _next(request)
    return render(request, "accounts/guest.html", {"form": form})


@page_methods
def recover(request: HttpRequest) -> HttpResponse:
    """Ask for a link by mail; the answer is the same whether or not the address is known."""
    form = forms.RecoverForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        base_url = request.build_absolute_uri("/").rstrip("/")
        services.recovery_send(email=form.cleaned_data["email"], base_url=base_url)
        return render(request, "accounts/recover_sent.html", {"email": form.cleaned_data["email"]})
    return render(request, "accounts/recover.html", {"form": form})


@page_methods
@never_cache
def enter(request: HttpRequest, number: str, token: str) -> HttpResponse:
    """Show whom a link lets in; let them in when they say so, so that a preview of the link uses nothing up."""
    person = user_of_link(number, token)
    if person is None:
        return render(request, "accounts/enter_failed.html", status=404)
    if request.method == "POST":
        login(request, person, backend=BACKEND)
        return _in_language(_next(request), person)
    # The page keeps the service's referrer policy, `same-origin`: under `no-referrer` the browser would send the form
    # without an origin, and it would be refused.
    return render(request, "accounts/enter.html", {"person": person})


@page_methods
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """See and change the own account."""
    form = forms.ProfileForm(request.POST or None, instance=_person(request))
    if request.method == "POST" and form.is_valid():
        person = form.save()
        messages.success(request, _("Saved."))
        return _in_language(redirect("account"), person)
    return render(request, "accounts/account.html", {"form": form})


@page_methods
@never_cache
@login_required
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Change the password; whoever came in by a link and has none may set the first one."""
    person = _person(request)
    kind = PasswordChangeForm if person.has_usable_password() else SetPasswordForm
    form = kind(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        update_session_auth_hash(request, person)
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "accounts/password.html", {"form": form})


@page_methods
@never_cache
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List the own tokens and make new ones; a new one's secret is shown on this answer alone."""
    form, secret = forms.TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        days = form.cleaned_data["days"]
        _token, secret = services.token_create(
            user=_person(request),
            name=form.cleaned_data["name"],
            scopes=[Scope(value) for value in form.cleaned_data["scopes"]],
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )
        form = forms.TokenForm()
    held = _person(request).api_tokens.filter(revoked_at=None)
    return render(request, "accounts/tokens.html", {"form": form, "secret": secret, "tokens": held})


@require_POST
@login_required
def token_revoke(request: HttpRequest, token_id: str) -> HttpResponse:
    """End one of the own tokens."""
    if services.token_revoke(user=_person(request), token_id=token_id):
        messages.success(request, _("The token no longer opens anything."))
    return redirect("account-tokens")
