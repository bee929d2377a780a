"""The line swallows what is sent and stays open: nobody is shown a move that the server does not have."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest

from tests.e2e.people import Person, until
from tests.e2e.proxy import proxied

pytestmark = pytest.mark.browser

FIVE_MINUTES = {"kind": "absolute", "base_ms": 300_000}
UNSENT_MS = 2_000


@pytest.fixture
def service(embedded):
    """Return the service in one process: the line is what matters here."""
    return embedded[0]


@pytest.fixture
def stage(embedded):
    return embedded[1]


@pytest.fixture
def proxy(service):
    with proxied(urlsplit(service.url).port) as proxy:
        yield proxy


@pytest.fixture
def table(stage):
    """Return a running match, and the links of both players by seat."""
    made = stage.knockout(players=["Ana", "Ben"], control=FIVE_MINUTES)
    match_id = made["matches"]["R1-1"]
    stage.begin(match_id=match_id)
    names = stage.truth(match_id=match_id)["names"]
    return match_id, [made["links"][name] for name in names]


def pick_a_move(player):
    """Pick a whole move, which is sent at once."""
    player.page.locator(".spot.is-pick").first.click()
    player._finish(player.page.locator(".spot.is-target, .spot.is-capture").first.click)


def left_s(player, seat):
    minutes, _, seconds = player.text(f"#clock-{seat} [data-clock-time]").partition(":")
    return 60 * int(minutes) + float(seconds)


def sent_commands(page):
    """Note what the page sends; return the list, which grows."""
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: '"t":"cmd"' in text and sent.append(text)))
    return sent


def test_a_move_into_a_black_hole_is_not_shown_and_comes_through_later(people, stage, table, proxy, new_page):
    match_id, links = table
    seat = stage.truth(match_id=match_id)["to_act"][0]
    player, other = Person(new_page, proxy.url, link=links[seat]), people(link=links[1 - seat])
    sent = sent_commands(player.page)
    for person in (player, other):
        person.sit_down(match_id)
    before, time_before = player.board(), left_s(player, seat)
    proxy.swallow(also_new=True)

    pressed = time.monotonic()
    pick_a_move(player)
    player.page.wait_for_selector("#say.say--pending")
    said_after_ms = (time.monotonic() - pressed) * 1000

    assert said_after_ms >= UNSENT_MS - 500
    assert player.text("#say-line").startswith("Not sent yet.")
    assert (player.board(), player.ply, stage.truth(match_id=match_id)["ply"]) == (before, 0, 0)
    assert player.page.locator(".clock--running").get_attribute("id") == f"clock-{seat}"
    assert other.page.locator(".clock--running").get_attribute("id") == f"clock-{seat}"
    player.page.wait_for_timeout(1_500)
    assert left_s(player, seat) <= time_before - 3
    assert abs(left_s(player, seat) - left_s(other, seat)) <= 1
    assert proxy.swallowed > 0

    proxy.heal()
    for person in (player, other):
        person.page.wait_for_function(
            "() => document.querySelectorAll('#moves > li[id^=ply-]').length >= 1", timeout=25_000
        )

    assert len(sent) >= 2
    assert len({text.split('"cmd":"')[1].split('"')[0] for text in sent}) == 1
    assert stage.truth(match_id=match_id)["ply"] == 1
    assert player.board() == other.board() != before
    assert "Not sent yet" not in player.text("#say-line")


def test_a_line_that_swallows_one_move_is_replaced_at_once(people, stage, table, proxy, new_page):
    match_id, links = table
    seat = stage.truth(match_id=match_id)["to_act"][0]
    player = Person(new_page, proxy.url, link=links[seat])
    player.sit_down(match_id)
    proxy.swallow()

    pressed = time.monotonic()
    pick_a_move(player)
    player.wait_for_ply(1)

    assert UNSENT_MS / 1000 - 0.5 <= time.monotonic() - pressed < 8
    account = player.page.request.get(f"{player.url}/api/v1/matches/{match_id}/clock/").json()
    [line] = [line for line in account["lines"] if line["kind"] == "action"]
    assert line["spent"]["used_ms"] >= UNSENT_MS
    assert account["totals"]["adds_up"]


def test_without_a_line_the_clocks_on_the_page_go_on(stage, table, proxy, new_page):
    match_id, links = table
    seat = stage.truth(match_id=match_id)["to_act"][0]
    player = Person(new_page, proxy.url, link=links[1 - seat])
    player.sit_down(match_id)
    player.page.context.set_offline(True)
    proxy.swallow(also_new=True)
    before = left_s(player, seat)

    until(lambda: left_s(player, seat) <= before - 2, "the clock to go on without a line")
