"""The replay: any ply by link or frame, the log as a file, and the check."""

import json

import pytest
from django.urls import reverse

from gameengine.log import verify
from matches import services
from tests.matches.building import FIVE_SECONDS, live_match, play
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
