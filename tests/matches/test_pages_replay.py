"""The replay: any ply by link or frame, the log as a file, and the check."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from gameengine.log import verify
from matches import services
from matches.models import Connection, Heartbeat
from tests.matches.building import FIVE_MINUTES, FIVE_SECONDS, live_match, play
from tests.matches.pages import page, player, visitor, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended():
    match = live_match()
    for _ in range(8):
        play(match.pk)
    services.match_act(match_id=match.pk, seat=1, text="resign", cmd="end")
    return match


def frame(match, ply, **query):
    return visitor().get(reverse("match-frame", args=[match.pk, ply]), query)


def test_every_ply_has_a_frame(ended):
    frames = [frame(ended, ply).json() for ply in range(9)]

    assert [one["ply"] for one in frames] == list(range(9))
    assert [one["svg"].count(" face-down") for one in frames[:8]] == list(range(50, 42, -1))
    assert "a1 is revealed" in frames[1]["say"]
    assert set(frames[3]["parts"]) == {"facts", "panels", "trays", "clock-0", "clock-1"}
    assert frames[3]["clk"]["deadline_ms"] is None


def test_a_ply_beyond_the_end_is_the_end(ended):
    assert frame(ended, 99_999).json()["ply"] == 8


def test_frames_of_an_ended_match_may_be_kept(ended):
    answer = frame(ended, 3)

    assert "max-age=3600" in answer.headers["Cache-Control"]
    assert frame(ended, 3).content == answer.content


def test_frames_of_a_running_match_may_not():
    match = live_match()
    play(match.pk)

    assert "max-age" not in frame(match, 1).headers.get("Cache-Control", "")


def test_frames_speak_the_language_of_the_page(ended):
    assert "aufgedeckt" in frame(ended, 1, lang="de").json()["say"]


def test_the_page_shows_the_ply_of_the_link_without_script(ended):
    text = page(visitor(), "match-replay", ended.pk, ply=3)

    assert 'data-ply="3"' in text
    assert 'data-last="8"' in text
    assert text.count('id="ply-') == 8
    assert 'name="ply" value="2" data-step="back"' in text
    assert 'name="ply" value="4" data-step="forward"' in text


@pytest.mark.parametrize("ply", ["", "x", "-1", "99999999999"])
def test_an_odd_ply_shows_the_end(ended, ply):
    assert 'data-ply="8"' in page(visitor(), "match-replay", ended.pk, ply=ply)


def test_the_views_of_an_ended_match_can_be_switched(ended):
    text = page(visitor(), "match-replay", ended.pk, view="all")

    for name in ("public", "0", "1", "all"):
        assert f"?view={name}&amp;ply=" in text
    assert "piece face-down" not in frame(ended, 0, view="all").json()["svg"]


@pytest.mark.parametrize("view", ["7", "nobody", "00"])
def test_an_unknown_view_is_refused(ended, view):
    answer = visitor().get(reverse("match-replay", args=[ended.pk]), {"view": view})

    assert answer.status_code == 400
    assert "bad_command" in answer.content.decode()


def test_seen_from_the_other_side_the_other_clock_is_below(ended):
    text = page(visitor(), "match-replay", ended.pk, view="1")

    assert text.index('id="clock-0"') < text.index('id="board"') < text.index('id="clock-1"')


def test_the_log_is_a_file_that_holds(ended):
    answer = visitor().get(reverse("match-log", args=[ended.pk]))

    assert answer.headers["Content-Disposition"] == f'attachment; filename="flagfall-{ended.pk}.jsonl"'
    assert verify(answer.content.decode()) == []
    assert json.loads(answer.content.decode().splitlines()[0])["header"]["match"] == ended.pk


def test_the_check_tells_that_everything_holds(ended):
    text = words_of(page(visitor(), "match-check", ended.pk))

    assert "Everything holds." in text
    assert ended.commitment in text


def test_a_running_match_cannot_be_checked_yet():
    match = live_match()
    text = words_of(page(visitor(), "match-check", match.pk))

    assert "still being played" in text
    assert match.commitment in text


def test_a_replay_with_flag_falls_and_rulings_goes_through(clock):
    match = live_match(FIVE_SECONDS)
    clock.pass_ms(1_000)
    play(match.pk)
    clock.pass_ms(7_000)
    services.match_settle(match_id=match.pk)
    services.match_rule(match_id=match.pk, text="pause", by_user=None, reason="Fire alarm")
    clock.pass_ms(60_000)
    services.match_rule(match_id=match.pk, text="unpause", by_user=None, reason="False alarm")
    services.match_rule(match_id=match.pk, text="result draw", by_user=None, reason="Agreed")

    text = words_of(page(player(0), "match-replay", match.pk))

    assert "Fire alarm" in text
    assert "ran out" in text
    assert "Drawn" in text


def test_rulings_clock_and_absences_are_marks_on_the_time_line(clock):
    match = live_match(FIVE_MINUTES)
    sockets = [(0, 0, 60_000), (0, 100_000, None), (1, 0, None)]
    for seat, opened, closed in sockets:
        Connection.objects.create(
            match=match,
            seat=seat,
            process="p",
            opened_at_ms=clock.at_ms + opened,
            closed_at_ms=None if closed is None else clock.at_ms + closed,
        )
    Heartbeat.objects.create(name="p", beat_ms=clock.at_ms + 10_000_000)
    play(match.pk)
    services.match_rule(match_id=match.pk, text="pause", by_user=None, reason="Fire alarm")
    clock.pass_ms(130_000)
    services.match_rule(match_id=match.pk, text="unpause", by_user=None, reason="False alarm")
    play(match.pk)
    services.match_rule(match_id=match.pk, text="add-time 0 60000", by_user=None, reason="A fair share")
    play(match.pk)

    text = page(visitor(), "match-replay", match.pk)

    band = text[text.index('class="marks__band"') : text.index('id="mark-words"')]
    assert re.findall(r"mark--(\w+)", band) == ["ruling", "ruling"]
    assert re.findall(r'href="([^"]+)"', band) == ["?view=public&amp;ply=1#p1", "?view=public&amp;ply=2#p2"]
    first, second = re.findall(r'aria-label="(Action[^"]+)"', band)
    assert "Fire alarm" in first
    assert "False alarm" in first
    assert "Ana was away for 0:40." in first
    assert "A fair share" in second


def test_a_match_without_such_things_has_no_band(ended):
    assert "marks__band" not in page(visitor(), "match-replay", ended.pk)


def test_the_moves_as_text(ended):
    answer = visitor().get(reverse("match-moves", args=[ended.pk]))
    text = answer.content.decode()

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="flagfall-{ended.pk}.txt"' in answer.headers["Content-Disposition"]
    assert text.startswith('[Game "')
    assert '[Seat 0 "Ana"]' in text
    assert [f"{ply}. " in text for ply in range(1, 10)] == [True] * 8 + [False]
    assert max(map(len, text.splitlines())) <= 80 or '"' in max(text.splitlines(), key=len)


def test_what_counts_alone_stands_in_the_text():
    match = live_match()
    for _ in range(4):
        play(match.pk)
    services.match_rule(match_id=match.pk, text="void 2", by_user=None, reason="Twice")

    text = visitor().get(reverse("match-moves", args=[match.pk])).content.decode()
    old = visitor().get(reverse("match-moves", args=[match.pk]), {"branch": 0}).content.decode()

    assert "{The arbiter voids" in text
    assert ("2. " in text, "4. " in old) == (False, True)


def test_a_position_is_a_picture_that_stands_alone(ended):
    answer = visitor().get(reverse("match-position", args=[ended.pk, 3]))
    drawn = ElementTree.fromstring(answer.content)

    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert f'filename="flagfall-{ended.pk}-3.svg"' in answer.headers["Content-Disposition"]
    style = drawn.find("{http://www.w3.org/2000/svg}style").text
    assert "--board: #f3eee3;" in style
    assert ".board .base" in style
    assert answer.content.decode().count(" face-down") == 47


def test_no_file_shows_what_is_hidden():
    match = live_match()
    play(match.pk)

    for name, more in (("match-moves", []), ("match-position", [1])):
        assert visitor().get(reverse(name, args=[match.pk, *more]), {"view": "all"}).status_code == 403
