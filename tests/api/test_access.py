"""Who may ask, with what, and how often."""

import pytest
from django.test import Client
from django.utils import timezone

from flagfall.accounts.models import ApiToken, Scope
from flagfall.accounts.services import token_create, token_revoke
from flagfall.api import throttles
from tests.api.asking import Asker, by_link, code_of, logged_in, organizer, stranger, with_token
from tests.builders import a_tournament, a_user, an_entry, entered, entry_called
from tests.matches.building import live_match

pytestmark = pytest.mark.django_db
MAKE = {"name": "Spring Cup", "game": "junqi"}


def test_a_token_asks_as_its_user():
    user = a_user()
    made = with_token(user).post("tournaments/", MAKE)

    assert made.status_code == 201
    assert made.json()["state"] == "draft"


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer", "Basic YTpi", "Bearer a b", "Bearer \xfc"])
def test_what_is_no_token_opens_nothing(header):
    answer = Asker(authorization=header).get("games/")

    assert answer.status_code == 401
    assert code_of(answer) == "token_unknown"
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("spoil", ["revoked_at", "expires_at"])
def test_a_token_that_is_over_opens_nothing(spoil):
    asker = with_token(a_user())
    ApiToken.objects.update(**{spoil: timezone.now()})

    assert code_of(asker.get("tokens/")) == "token_unknown"


def test_a_token_counts_alone_and_not_the_cookies_beside_it():
    owner, other = a_user(), a_user()
    _token, secret = token_create(user=other, name="t", scopes=[Scope.READ])
    asker = Asker(logged_in(owner).client, authorization=f"Bearer {secret}")
    a_tournament(open_=False, name="Mine")
    owned = with_token(owner).post("tournaments/", MAKE).json()["slug"]

    assert logged_in(owner).get(f"tournaments/{owned}/").status_code == 200
    assert code_of(asker.get(f"tournaments/{owned}/")) == "no_such_tournament"


@pytest.mark.parametrize(
    ("scopes", "act", "code"),
    [
        ((Scope.READ,), "make", "may_not_manage"),
        ((Scope.PLAY,), "make", "may_not_manage"),
        ((Scope.READ, Scope.MANAGE), "play", "may_not_play"),
    ],
)
def test_a_token_does_what_it_was_made_for_and_no_more(scopes, act, code):
    user, match = a_user(), live_match()
    asker = with_token(user, *scopes)
    command = {"action": "resign", "expected_ply": 0, "cmd": "c1"}

    answer = asker.post("tournaments/", MAKE) if act == "make" else asker.post(f"matches/{match.pk}/plies", command)

    assert (answer.status_code, code_of(answer)) == (403, code)


def test_a_change_by_cookie_needs_the_token_of_the_sites_forms():
    asker = logged_in(a_user(), csrf=True)

    assert code_of(asker.post("tournaments/", MAKE)) == "csrf_failed"
    asker.client.get("/api/v1/docs/")
    secret = asker.client.cookies["csrftoken"].value
    assert asker.post("tournaments/", MAKE, X_CSRFToken=secret).status_code == 201


def test_a_session_of_a_private_link_counts_and_cannot_be_ridden():
    tournament = entered(2, check_in=True)
    entry = entry_called(tournament, "1")

    assert code_of(by_link(entry, csrf=True).put(f"entries/{entry.pk}/check-in")) == "csrf_failed"
    entry.refresh_from_db()
    assert entry.checked_in_at_ms is None
    assert by_link(entry).put(f"entries/{entry.pk}/check-in").json()["checked_in_at"].endswith("Z")
    other = entry_called(tournament, "2")
    assert code_of(by_link(entry).put(f"entries/{other.pk}/check-in")) == "not_allowed"


def test_who_has_proven_nothing_is_asked_to():
    tournament, match = entered(2), live_match()
    entry = entry_called(tournament, "1")
    asks = [
        stranger().put(f"entries/{entry.pk}/check-in"),
        stranger().get(f"tournaments/{tournament.slug}/calls"),
        stranger().post(f"matches/{match.pk}/plies", {"action": "resign", "expected_ply": 0, "cmd": "c"}),
        stranger().post("tournaments/", MAKE),
        stranger().get("tokens/"),
    ]

    assert {(answer.status_code, code_of(answer)) for answer in asks} == {(401, "not_authenticated")}
    assert all(answer.headers["WWW-Authenticate"].startswith("Bearer") for answer in asks)


def test_a_stranger_may_enter_themselves_and_gets_the_link_once():
    tournament = a_tournament()

    made = stranger().post(f"tournaments/{tournament.slug}/entries", {"name": "Ada", "email": "ada@example.org"})

    assert made.status_code == 201
    assert made.json()["entry"]["players"][0]["email"] is None
    [link] = made.json()["links"]
    assert Client().get(link["url"]).status_code == 200
    assert "ada@example.org" not in stranger().get(f"tournaments/{tournament.slug}/entries").content.decode()


def test_an_account_enters_as_itself_and_the_staff_as_nobody():
    tournament, user = a_tournament(), a_user("Ada")
    boss = organizer(tournament)

    own = with_token(user).post(f"tournaments/{tournament.slug}/entries", {"name": "Ada"}).json()
    other = boss.post(f"tournaments/{tournament.slug}/entries", {"name": "Ben", "seed": 1}).json()
    boss.post(f"tournaments/{tournament.slug}/entries", {"name": "Boss", "own": True})

    assert tournament.entries.get(name="Ada").players.get().user == user
    assert tournament.entries.get(name="Ben").players.get().user is None
    assert tournament.entries.get(name="Boss").players.get().user is not None
    assert (own["entry"]["seed"], other["entry"]["seed"]) == (None, 1)


def test_addresses_are_for_the_staff_and_oneself():
    tournament = a_tournament()
    entry = an_entry(tournament, "Ada", email="ada@example.org").entry
    path = f"entries/{entry.pk}/"

    seen = {who: asker.get(path).json()["players"][0]["email"] for who, asker in _people(tournament, entry).items()}

    assert seen == {"stranger": None, "other": None, "self": "ada@example.org", "organizer": "ada@example.org"}


def _people(tournament, entry):
    other = an_entry(tournament).entry
    return {
        "stranger": stranger(),
        "other": by_link(other),
        "self": by_link(entry),
        "organizer": organizer(tournament),
    }


# tokens


def test_tokens_are_made_by_people_and_shown_once():
    user = a_user()
    browser = logged_in(user)

    made = browser.post("tokens/", {"name": "bot", "scopes": ["read", "play"], "days": 30})
    secret = made.json()["secret"]
    asker = Asker(authorization=f"Bearer {secret}")

    assert made.status_code == 201
    assert asker.get("tokens/").json()["results"][0]["name"] == "bot"
    assert secret not in asker.get("tokens/").content.decode()
    assert code_of(asker.post("tokens/", {"name": "more", "scopes": ["manage"]})) == "session_needed"


def test_a_token_ends_itself_and_no_other():
    user = a_user()
    one, two = token_create(user=user, name="1", scopes=[])[0], with_token(user)
    own = ApiToken.objects.get(name="test")

    assert code_of(two.delete(f"tokens/{one.pk}/")) == "session_needed"
    assert two.delete(f"tokens/{own.pk}/").status_code == 204
    assert code_of(two.get("tokens/")) == "token_unknown"
    assert logged_in(user).delete(f"tokens/{one.pk}/").status_code == 204


def test_nobody_sees_the_tokens_of_others():
    token = token_create(user=a_user(), name="t", scopes=[])[0]
    other = logged_in(a_user())

    assert other.get("tokens/").json()["results"] == []
    assert other.get(f"tokens/{token.pk}/").status_code == 404
    assert other.delete(f"tokens/{token.pk}/").status_code == 404


def test_a_revoked_token_loses_its_sockets(monkeypatch, django_capture_on_commit_callbacks):
    closed = []
    monkeypatch.setattr("matches.announce.close_sockets", closed.append)
    user = a_user()
    token = token_create(user=user, name="t", scopes=[])[0]

    with django_capture_on_commit_callbacks(execute=True):
        token_revoke(user=user, token_id=token.pk)

    assert closed == [f"token/{token.pk}"]


# limits


def test_too_many_requests_are_told_when_to_come_again(monkeypatch):
    monkeypatch.setattr(throttles, "PER_TOKEN", 3)
    one, two = with_token(a_user()), with_token(a_user())

    answers = [one.get("games/") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert code_of(answers[-1]) == "throttled"
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= throttles.WINDOW_S
    assert two.get("games/").status_code == 200


def test_strangers_are_counted_by_address_and_more_strictly_when_they_change_something(monkeypatch):
    monkeypatch.setattr(throttles, "CHANGES_PER_ADDRESS", 1)
    slug = a_tournament().slug

    codes = [stranger().post(f"tournaments/{slug}/entries", {"name": name}).status_code for name in "ab"]

    assert codes == [201, 429]
    assert stranger().get("games/").status_code == 200
    assert Asker(x_forwarded_for="10.1.1.1").post(f"tournaments/{slug}/entries", {"name": "c"}).status_code == 429


def test_without_a_cache_nobody_is_counted_and_nothing_fails(monkeypatch):
    def gone(*_args):
        raise ConnectionError

    monkeypatch.setattr(throttles, "_count", gone)

    assert stranger().get("games/").status_code == 200
