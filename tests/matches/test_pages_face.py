"""The page of the clock face: what it is for who holds a clock, and for who only looks on."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from matches import access
from matches.access import Role
from tests.matches.building import live_match, new_match
from tests.matches.pages import page, player, visitor

pytestmark = pytest.mark.django_db

TEN_AND_FIVE = {"kind": "fischer", "base_ms": 600_000, "increment_ms": 5_000}


class SharedDevice:
    """A port by which whoever sits at a board holds both clocks."""

    def __init__(self, usual: Any) -> None:
        self.usual = usual

    def role_for(self, principal: Any, match: Any) -> Role:
        own = access.seat_of(principal, match)
        return Role() if own is None else Role(seat=own, also=(0, 1))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.usual, name)


@pytest.fixture
def shared():
    before = access.register(access.SeatsOnly())
    access.register(SharedDevice(before))
    yield
    access.register(before)


def board(**about):
    return live_match(TEN_AND_FIVE, game="over_the_board", **about)


def face_data(text):
    found = re.search(r'<script id="face-data" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def presses(text):
    """Return the seats whose clocks can be pressed, in the order of the page."""
    halves = re.findall(r'<section class="half half--(\w+) seat-(\d)(.*?)</section>', text, re.DOTALL)
    return [(place, int(seat), "data-press" in rest, "data-sheet" in rest) for place, seat, rest in halves]


def test_a_player_holds_the_own_clock_near_and_reads_the_other():
    text = page(player(1), "match-face", board().pk)

    assert presses(text) == [("far", 0, False, False), ("near", 1, True, True)]
    assert 'data-layout="one"' in text
    assert 'data-seats="1"' in text


def test_on_a_shared_device_both_clocks_can_be_pressed(shared):
    text = page(player(0), "match-face", board().pk)

    assert presses(text) == [("far", 1, True, True), ("near", 0, True, True)]
    assert presses(page(player(1), "match-face", board().pk)) == [("far", 0, True, True), ("near", 1, True, True)]
    assert 'data-layout="two"' in text
    assert 'data-seats="0 1"' in text


def test_everybody_else_reads_the_clocks_and_can_press_nothing():
    match = board()
    text = page(visitor(), "match-face", match.pk)

    assert presses(text) == [("far", 1, False, False), ("near", 0, False, False)]
    assert reverse("match", args=[match.pk]) in text


def test_the_script_begins_with_what_the_socket_would_tell():
    match = board(options={"quiet_limit": 120})
    data = face_data(page(player(0), "match-face", match.pk))

    assert data["control"]["increment_ms"] == 5_000
    assert (data["notation"], data["full_ms"]) == ("10+5", [600_000, 600_000])
    snap = data["snap"]
    assert (snap["status"], snap["ply"], snap["names"]) == ("live", 0, ["Ana", "Ben"])
    assert snap["view"]["moves"] == [0, 0]
    assert snap["view"]["clock"]["banks"] == [[600_000], [600_000]]
    assert snap["view"]["quiet_limit"] == 120
    assert data["reasons"]["TIME"]


def test_quiet_moves_have_a_field_only_where_they_are_counted():
    assert "data-progress" in page(player(0), "match-face", board(options={"quiet_limit": 120}).pk)
    assert "data-progress" not in page(player(0), "match-face", board().pk)


def test_a_match_that_waits_can_be_opened():
    match = new_match(TEN_AND_FIVE, game="over_the_board")

    assert face_data(page(player(0), "match-face", match.pk))["snap"]["view"]["ready"] == [False, False]


def test_a_game_that_is_played_here_has_no_face():
    match = live_match()

    answer = visitor().get(reverse("match-face", args=[match.pk]))

    assert (answer.status_code, answer.url) == (302, reverse("match", args=[match.pk]))


def test_a_script_that_calls_the_arbiter_stays_where_it_is():
    match = board()
    url = reverse("match-call", args=[match.pk])

    answer = player(0).post(url, {"reason": "rules"}, headers={"accept": "application/json"})

    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert match.calls.get().seat == 0


def test_the_worker_lies_below_the_page_that_it_keeps():
    match = board()
    url = reverse("match-face-worker", args=[match.pk])

    answer = visitor().get(url)

    assert url.startswith(reverse("match-face", args=[match.pk]))
    assert (answer.status_code, answer["content-type"]) == (200, "text/javascript")
    assert b"respondWith" in b"".join(answer.streaming_content)


def test_the_page_of_the_match_leads_to_its_clock():
    match = board()

    assert "Open the clock" in page(player(0), "match", match.pk)
    assert "See the clock" in page(visitor(), "match", match.pk)
    assert "Open the clock" not in page(player(0), "match", live_match().pk)
