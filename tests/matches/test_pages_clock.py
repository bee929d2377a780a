"""The account of the clock: a page, a file and a resource that say the same, and nothing that only a seat may know."""

import csv
import io

import pytest
from django.urls import reverse

from gameengine.table import legal_actions
from matches import services
from matches.decide import Intent
from matches.ids import new_id
from matches.models import Match
from matches.services.acting import perform
from matches.store import load
from tests.matches.building import live_match, new_match, seat_to_act
from tests.matches.pages import arbiter, page, player, visitor, words_of

pytestmark = pytest.mark.django_db

CREDITED = {"kind": "fischer", "base_ms": 300_000, "increment_ms": 3_000, "credit": True}


def act(match_id, clock, *, credit_ms=0):
    row = load(match_id)
    seat = row.table.clock.running
    intent = Intent(seat, legal_actions(row.table, seat)[0], clock.at_ms, new_id(), row.table.ply, credit_ms)
    assert perform(match_id, intent).ok


@pytest.fixture
def played(clock, admin_user):
    """Return a match with all that may befall a clock."""
    match = live_match(CREDITED)
    for ms, credit_ms in ((4_321, 40), (9_876, 130), (61_005, 0)):
        clock.pass_ms(ms)
        act(match.pk, clock, credit_ms=credit_ms)
    clock.pass_ms(2_000)
    services.match_rule(match_id=match.pk, text="pause", by_user=admin_user, reason="fire alarm")
    clock.pass_ms(600_007)
    services.match_rule(match_id=match.pk, text="unpause", by_user=admin_user, reason="all are back")
    clock.pass_ms(1_000)
    services.match_rule(match_id=match.pk, text="add-time 1 60000", by_user=admin_user, reason="disturbed")
    clock.pass_ms(5_500)
    act(match.pk, clock)
    clock.pass_ms(777)
    services.match_act(match_id=match.pk, seat=seat_to_act(match.pk), text="resign", cmd="end")
    return Match.objects.get(pk=match.pk)


def url(name, match):
    return reverse(name, args=[match.pk])


def test_the_page_shows_the_sum_and_the_wall_time(played):
    text = words_of(page(visitor(), "match-clock", played.pk))

    # 4.321 + 9.876 + 61.005 + 2 + 600.007 + 1 + 5.5 + 0.777 s
    assert text.count("11:24.486") >= 2
    assert "Every millisecond is accounted for" in text
    assert "10:00.007" in text
    for words in ("0:00.040", "0:00.130", "0:04.281", "fire alarm", "given to Ben 1:00.000"):
        assert words in text, words


def test_file_and_resource_say_the_same(played):
    rows = list(csv.DictReader(io.StringIO(visitor().get(url("match-clock-file", played)).content.decode())))
    data = visitor().get(url("api-clock", played)).json()

    assert data["totals"]["wall_ms"] == data["totals"]["spent"]["total_ms"] == 684_486
    assert data["totals"]["adds_up"]
    assert len(rows) == len(data["lines"])
    for row, line in zip(rows, data["lines"], strict=True):
        assert int(row["raw_ms"]) == line["raw_ms"] == line["spent"]["used_ms"] + line["spent"]["credit_ms"]
        assert row["received_ms"] == row["at_ms"]
        assert line["received"] == line["at"]
        assert int(row["paused_ms"]) == line["spent"]["paused_ms"]
        assert int(row["decided_after_ms"]) == line["decided_after_ms"]
    assert [int(rows[-1][f"left_{seat}_ms"]) for seat in (0, 1)] == data["lines"][-1]["after_ms"]
    assert sum(int(row["ruled_1_ms"]) for row in rows) == 60_000


def test_every_line_says_what_it_is_the_lots_of_the_autopilot_too(clock):
    match = live_match({"kind": "per_move", "per_move_ms": 1_000}, options={"on_timeout": "autopilot"})
    clock.pass_ms(1_500)
    assert services.match_settle(match_id=match.pk)

    lines = visitor().get(url("api-clock", match)).json()["lines"]

    assert "chance" in [line["kind"] for line in lines]
    assert all(line["text"] for line in lines), lines
    assert "The server draws a lot." in words_of(page(visitor(), "match-clock", match.pk))


def test_before_the_start_there_is_nothing_to_account_for(clock):
    match = new_match()

    assert "The match has not begun." in words_of(page(visitor(), "match-clock", match.pk))
    assert visitor().get(url("api-clock", match)).json() == {"names": ["Ana", "Ben"], "totals": None, "lines": []}
    assert visitor().get(url("match-clock-file", match)).content.count(b"\r\n") == 1


def test_it_is_linked_where_people_look(played):
    for client, name in ((player(0), "match"), (visitor(), "match-replay"), (arbiter(), "match")):
        assert url("match-clock", played) in client.get(url(name, played), follow=True).content.decode()


def test_it_may_be_looked_at_while_the_clock_runs(clock):
    match = live_match(CREDITED)
    clock.pass_ms(4_000)
    act(match.pk, clock, credit_ms=100)
    clock.pass_ms(30_000)

    data = visitor().get(url("api-clock", match)).json()

    assert data["totals"]["wall_ms"] == 4_000
    assert data["totals"]["adds_up"]


def test_a_text_that_looks_like_a_formula_is_none(played):
    from matches.clocks.account import _plain

    assert [_plain(text) for text in ("=1+1", "flip a1", "-2")] == ["'=1+1", "flip a1", "'-2"]
