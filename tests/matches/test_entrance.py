import pytest
from asgiref.testing import ApplicationCommunicator
from django.test import Client as Browser

from matches import access
from matches.access import Principal
from matches.entrance import Entrance, origin_matches
from tests.matches.sockets import in_database, web_process

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("origin", "host", "matches"),
    [
        ("http://play.example", "play.example", True),
        ("https://play.example:8443", "play.example:8443", True),
        ("http://play.example:8443", "play.example", False),
        ("http://evil.example", "play.example", False),
        ("http://play.example.evil.example", "play.example", False),
        ("null", "play.example", False),
        ("", "play.example", False),
        ("", "", False),
        ("http://trusted.example", "play.example", True),
    ],
)
def test_origins(settings, origin, host, matches):
    settings.CSRF_TRUSTED_ORIGINS = ["http://trusted.example"]

    assert origin_matches({"origin": origin, "host": host}) is matches


async def let_in(**headers):
    """Return the principal that gets through to the application, or None."""
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["principal"])
        await send({"type": "websocket.accept"})

    scope = {
        "type": "websocket",
        "path": "/ws/match/x/",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    wire = ApplicationCommunicator(Entrance(application), scope)
    await wire.send_input({"type": "websocket.connect"})
    answer = await wire.receive_output(timeout=5)
    assert (answer["type"] == "websocket.accept") == bool(seen)
    return seen[0] if seen else None


async def test_a_cookie_needs_a_page_of_ours():
    browser = Browser()
    session = await in_database(lambda: browser.session)()
    session["players"] = ["entry/ana"]
    await in_database(session.save)()
    cookie = f"sessionid={session.session_key}"

    async with web_process():
        ours = await let_in(host="play.example", origin="http://play.example", cookie=cookie)
        foreign = await let_in(host="play.example", origin="http://evil.example", cookie=cookie)
        unnamed = await let_in(host="play.example", cookie=cookie)

    assert ours == Principal(players=frozenset({"entry/ana"}))
    assert (foreign, unnamed) == (None, None)


async def test_a_token_needs_no_origin_and_brings_no_cookie(monkeypatch):
    holder = Principal(user_id=7, token="t")
    monkeypatch.setattr(access, "_read_token", {"good": holder}.get)

    async with web_process():
        assert await let_in(authorization="Bearer good", cookie="sessionid=x") == holder
        assert await let_in(authorization="Bearer bad", host="h", origin="http://h") is None


async def test_a_real_token_opens_the_socket_of_its_user():
    from flagfall.accounts.models import Scope, User
    from flagfall.accounts.services import token_create

    user = await in_database(User.objects.create_user)("ana")
    _token, secret = await in_database(token_create)(user=user, name="bot", scopes=[Scope.READ])

    async with web_process():
        principal = await let_in(authorization=f"Bearer {secret}")

    assert principal is not None
    assert (principal.user_id, principal.plays) == (user.pk, False)
