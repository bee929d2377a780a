"""Accounts: the ways in, what they keep, and what they refuse."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from flagfall.accounts import limits, services
from flagfall.accounts.links import entry_path, operator_token, recovery_token
from flagfall.accounts.models import ApiToken, Scope, User

PASSWORD = "a-clock-with-a-flag-7"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_failures_yet():
    cache.clear()


def person(name="ada", **more):
    return services.account_create(username=name, password=PASSWORD, **more)


def session_user(client):
    return client.session.get("_auth_user_id")


def main_of(page):
    return re.search(r"<main.*</main>", page.content.decode(), re.DOTALL)[0]


def test_a_guest_plays_at_once(client):
    answer = client.post(reverse("account-guest"), {"display_name": "Ada", "next": "/health/"})

    guest = User.objects.get()
    assert (answer.status_code, answer.url) == (302, "/health/")
    assert session_user(client) == str(guest.pk)
    assert (guest.display_name, guest.is_guest, guest.has_usable_password()) == ("Ada", True, False)


def test_a_guest_who_signs_up_stays_the_same_user(client):
    guest = services.guest_create(display_name="Ada")
    client.force_login(guest)

    client.post(
        reverse("account-sign-up"),
        {"username": "ada", "display_name": "Ada L.", "password1": PASSWORD, "password2": PASSWORD},
    )

    kept = User.objects.get()
    assert (kept.pk, kept.username, kept.is_guest) == (guest.pk, "ada", False)
    assert kept.check_password(PASSWORD)
    assert session_user(client) == str(guest.pk)


@pytest.mark.parametrize("path", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_nobody_is_sent_to_a_foreign_address(client, path):
    answer = client.post(reverse("account-guest"), {"display_name": "Ada", "next": path})

    assert answer.url == reverse("home")


def test_log_in_and_out(client):
    user = person(language="de")

    came_in = client.post(reverse("login"), {"username": "ada", "password": PASSWORD, "next": "/health/"})
    assert (came_in.url, session_user(client)) == ("/health/", str(user.pk))
    assert came_in.cookies["django_language"].value == "de"

    client.post(reverse("logout"))
    assert session_user(client) is None


def test_logging_out_by_a_mere_link_is_refused(client):
    client.force_login(person())

    assert client.get(reverse("logout")).status_code == 405


def test_guessing_is_stopped_for_this_name_alone(client):
    person()
    person("grace")
    wrong = {"username": "ada", "password": "wrong"}

    for _ in range(limits.PER_NAME):
        client.post(reverse("login"), wrong)
    refused = client.post(reverse("login"), {**wrong, "password": PASSWORD})
    other = client.post(reverse("login"), {"username": "grace", "password": PASSWORD})

    assert refused.context["form"].has_error("__all__", "too_many")
    assert other.status_code == 302


def test_a_good_log_in_clears_the_count(client):
    person()
    for _ in range(limits.PER_NAME - 1):
        limits.login_failed(name="ada", address="127.0.0.1")
    client.post(reverse("login"), {"username": "ada", "password": PASSWORD})
    limits.login_failed(name="ada", address="127.0.0.1")

    assert not limits.login_is_blocked(name="ada", address="127.0.0.1")


def test_a_mailed_link_lets_in_once(client):
    user = person(email="ada@example.org")
    client.post(reverse("account-recover"), {"email": "ADA@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]

    shown = client.get(link)
    assert session_user(client) is None
    assert shown.headers["Referrer-Policy"] == "same-origin"

    client.post(link)
    assert session_user(client) == str(user.pk)
    assert client.post(link).status_code == 404


def test_the_answer_does_not_tell_who_has_an_account(client):
    person(email="ada@example.org")
    known = client.post(reverse("account-recover"), {"email": "ada@example.org"})
    unknown = client.post(reverse("account-recover"), {"email": "bob@example.org"})

    assert main_of(known).replace("ada@", "bob@") == main_of(unknown)
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("link", ["zz/abc", "1/abc-def", "99999999999999/x", "ö/ä"])
def test_a_made_up_link_opens_nothing(client, link):
    person()

    assert client.get(f"/accounts/enter/{link}/").status_code == 404


def test_the_operators_link_works_more_than_once_but_for_operators_only(client):
    operator = services.operator_get_or_create()
    link = entry_path(operator, operator_token(operator))
    client.post(link)
    client.logout()
    assert client.post(link).status_code == 302

    user = person()
    assert client.post(entry_path(user, operator_token(user))).status_code == 404


def test_changing_the_password_ends_both_kinds_of_link(client):
    operator = services.operator_get_or_create()
    links = [entry_path(operator, make(operator)) for make in (operator_token, recovery_token)]
    operator.set_password(PASSWORD)
    operator.save()

    assert [client.get(link).status_code for link in links] == [404, 404]


def test_whoever_has_no_password_may_set_one(client):
    client.force_login(services.operator_get_or_create())
    client.post(reverse("account-password"), {"new_password1": PASSWORD, "new_password2": PASSWORD})

    assert User.objects.get().check_password(PASSWORD)
    assert client.get(reverse("account")).status_code == 200


def test_a_token_is_shown_once_and_kept_as_a_digest(client):
    client.force_login(person())
    page = client.post(reverse("account-tokens"), {"name": "bot", "scopes": ["read", "play"], "days": "30"})
    secret = page.context["secret"]

    token = ApiToken.objects.get()
    assert secret.encode() in page.content
    assert secret.encode() not in client.get(reverse("account-tokens")).content
    assert secret not in (token.digest, token.pk)
    assert services.token_find(secret=secret) == token
    assert (token.allows(Scope.PLAY), token.allows(Scope.MANAGE)) == (True, False)


@pytest.mark.parametrize("change", ["revoked", "expired", "inactive"])
def test_a_token_that_ended_opens_nothing(change):
    user = person()
    expires = timezone.now() - timedelta(seconds=1) if change == "expired" else None
    token, secret = services.token_create(user=user, name="bot", scopes=[Scope.READ], expires_at=expires)
    if change == "revoked":
        services.token_revoke(user=user, token_id=token.pk)
    if change == "inactive":
        User.objects.update(is_active=False)

    assert services.token_find(secret=secret) is None


def test_nobody_revokes_anothers_token(client):
    token, secret = services.token_create(user=person(), name="bot", scopes=[Scope.READ])
    client.force_login(person("grace"))
    client.post(reverse("account-token-revoke", args=[token.pk]))

    assert services.token_find(secret=secret) == token


@pytest.mark.parametrize("name", ["account", "account-tokens", "account-password"])
def test_own_pages_ask_strangers_to_log_in(client, name):
    answer = client.get(reverse(name))

    assert answer.url == f"{reverse('login')}?next={reverse(name)}"
