"""The live line: nothing is lost, nothing is applied twice, nothing unanswered is shown as played."""

from __future__ import annotations

import hashlib

import pytest

from tests.scripts.stage import LEGAL, Stage, board, coin, elements, spots

pytestmark = pytest.mark.browser

MOVED = {
    "els": elements(coin("b2", 0, marks=("last-to",)), *spots("a1", marks=("last-from",))),
    "gone": ["piece-a1"],
    "legal": None,
    "say": "a1 to b2.",
    "append": {"moves": "<li id='ply-1'>a1-b2</li>"},
    "title": "Ben to move",
}


@pytest.fixture
def stage(new_page):
    return Stage(new_page()).open()


def pieces(stage):
    return stage.page.eval_on_selector_all(".role-piece", "all => all.map(one => one.dataset.el).sort()")


def play(stage):
    stage.spot("a1").click()
    stage.spot("b2").click()
    return stage.wait_for("cmd")


def test_an_event_changes_elements_parts_and_words(stage):
    stage.event(5, **MOVED, parts={"clock-1": "<div id='clock-1' class='clock' data-clock='1'>new</div>"})

    stage.page.wait_for_selector("#ply-1")
    assert pieces(stage) == ["piece-b2", "piece-c3"]
    assert stage.page.locator("#say-line").inner_text() == "a1 to b2."
    assert stage.page.locator("#clock-1").inner_text() == "new"
    assert stage.page.title() == "Ben to move"
    assert stage.page.locator(".is-pick").count() == 0


def test_an_old_number_changes_nothing(stage):
    stage.event(4, say="again")
    stage.event(5, say="new")

    stage.until(lambda: stage.page.locator("#say-line").inner_text() == "new")


def test_a_gap_is_asked_for_and_nothing_applied_meanwhile(stage):
    stage.event(7, say="too early")
    assert stage.wait_for("resume")["since"] == 4

    stage.event(8, say="too early")
    for seq in (5, 6, 7):
        stage.event(seq, say=str(seq))

    stage.until(lambda: stage.page.locator("#say-line").inner_text() == "7")
    assert len(stage.heard("resume")) == 1


def test_a_lost_last_message_is_noticed(stage):
    stage.send({"t": "seq", "seq": 5, "server_ms": 0})

    assert stage.wait_for("resume")["since"] == 4


def test_a_snapshot_shows_everything_anew(stage):
    from gameengine.board.svg import render

    stage.send(
        {"t": "snap", "seq": 9, "ply": 3, "svg": render(board(coin("c1", 1)), "en", interactive=True), "legal": None}
    )

    stage.until(lambda: pieces(stage) == ["piece-c1"])
    stage.event(10, ply=4, say="goes on")
    stage.until(lambda: stage.page.locator("#say-line").inner_text() == "goes on")


def test_an_accepted_action_is_played_by_its_event_only(stage):
    sent = play(stage)

    stage.send({"t": "ack", "cmd": sent["cmd"], "ok": True, "seq": 5, "ply": 1})
    stage.page.wait_for_timeout(100)
    assert stage.classes("b2") == {"is-pending"}
    assert pieces(stage) == ["piece-a1", "piece-c3"]

    stage.event(5, **MOVED)
    stage.until(lambda: pieces(stage) == ["piece-b2", "piece-c3"])
    assert stage.classes("b2") == set()


def test_a_refused_action_names_the_rule_and_gives_the_piece_back(stage):
    sent = play(stage)

    stage.send({"t": "ack", "cmd": sent["cmd"], "ok": False, "code": "RANK_TOO_LOW", "msg": "The rank is too low."})

    stage.page.wait_for_selector(".say--refused")
    assert stage.page.locator("#say-line").inner_text() == "The rank is too low."
    assert stage.classes("a1") == {"is-pick"}


def test_news_that_plays_nothing_leaves_the_pick_and_what_is_pending(stage):
    stage.spot("a1").click()
    stage.event(5, ply=0, kind="add_time", legal=LEGAL)
    stage.page.wait_for_timeout(100)
    assert stage.classes("a1") == {"is-picked"}

    stage.spot("b2").click()
    stage.wait_for("cmd")
    stage.event(6, ply=0, kind="add_time", legal=LEGAL)
    stage.page.wait_for_timeout(100)
    assert stage.classes("b2") == {"is-pending"}


def test_without_an_answer_the_same_command_is_sent_again(stage):
    first = play(stage)

    again = stage.wait_for("cmd", 2)

    assert (again["cmd"], again["a"], again["ply"]) == (first["cmd"], first["a"], first["ply"])
    assert len(stage.lines) == 2
    assert stage.page.locator("#say").get_attribute("class") == "say say--pending"
    stage.send({"t": "ack", "cmd": first["cmd"], "ok": True, "seq": 4, "ply": 1})
    stage.page.wait_for_timeout(2500)
    assert len(stage.heard("cmd")) == 2


def test_a_lost_line_comes_back_and_asks_since_its_last_number(stage):
    stage.event(5, say="five")
    stage.until(lambda: stage.page.locator("#say-line").inner_text() == "five")

    stage.lines[-1].close(code=1006)

    stage.until(lambda: len(stage.lines) == 2)
    assert "since=5" in stage.lines[-1].url


def test_a_revoked_line_does_not_come_back(stage):
    stage.send({"t": "bye", "code": "revoked"})

    stage.page.wait_for_selector("[data-state=ended]", state="attached")
    stage.page.wait_for_timeout(700)
    assert len(stage.lines) == 1


def test_without_sockets_the_page_polls_and_posts(new_page):
    stage = Stage(new_page())
    stage.greets = False
    stage.open()
    stage.page.wait_for_selector("[data-state=polling]", state="attached", timeout=8000)

    stage.spot("a1").click()
    stage.spot("b2").click()
    stage.until(lambda: stage.posted != [])
    assert (stage.posted[0]["a"], stage.posted[0]["ply"]) == ("a1-b2", 0)

    stage.view, stage.say = board(coin("b2", 0)), "By hand."
    stage.data |= {"seq": 6, "ply": 1, "legal": None}
    stage.until(lambda: pieces(stage) == ["piece-b2"])
    assert stage.page.locator("#say-line").inner_text() == "By hand."


def test_clocks_run_by_the_server_and_call_it_at_zero(new_page):
    stage = Stage(new_page())
    now = stage.page.evaluate("Date.now()")
    clk = {"running": 0, "deadline_ms": now + 2500, "left_ms": [2500, 30_000], "server_ms": now, "paused": False}
    stage.data |= {"clk": clk, "server_ms": now}
    stage.open()

    assert stage.page.locator("#clock-0.clock--running.clock--low").count() == 1
    assert stage.page.locator("#clock-1").inner_text().strip() == "0:30"
    assert stage.wait_for("flag")["seat"] == 0
    assert stage.page.locator("#clock-0 [data-clock-time]").inner_text() == "0:00.0"


def test_a_ready_seat_opens_its_number_only_when_all_hashes_are_in(stage):
    stage.page.locator("#ready").click()
    word, hashed = stage.wait_for("cmd")["a"].split()
    assert word == "ready"

    stage.event(5, ply=0, kind="ready", legal=None, open_nonces=True)

    word, nonce = stage.wait_for("cmd", 2)["a"].split()
    assert word == "nonce"
    assert hashlib.sha256(nonce.encode()).hexdigest() == hashed


def test_forms_of_the_page_go_over_the_line(stage):
    stage.page.locator("#resign").click()

    assert stage.wait_for("cmd")["a"] == "resign"
    assert stage.posted == []


def test_a_number_of_the_server_is_sent_back_at_once(stage):
    stage.send({"t": "probe", "probe": 7})
    assert stage.wait_for("echo") == {"t": "echo", "n": 7}

    stage.event(5, probe=8, say="told")
    stage.until(lambda: [frame["n"] for frame in stage.heard("echo")] == [7, 8])
