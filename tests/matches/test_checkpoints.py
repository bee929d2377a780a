"""Checkpoints: a replay of any ply folds few lines, and comes out as from the first line."""

import pytest

from gameengine.games.registry import GAMES
from gameengine.log import replay
from gameengine.table import dump
from matches import checkpoints, replaying, services, timers
from matches.models import Checkpoint, Match
from tests.matches.building import live_match, play
from tests.matches.long import long_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def few(monkeypatch):
    """Checkpoints so close together that short matches have several."""
    monkeypatch.setattr(checkpoints, "EVERY", 10)
    monkeypatch.setattr(checkpoints, "LONG", 20)


@pytest.fixture
def folded(monkeypatch):
    """How many lines each fold has had."""
    counts = []

    def counted(header, lines, **about):
        counts.append(len(lines))
        return replay(header, lines, **about)

    monkeypatch.setattr(checkpoints.record, "replay", counted)
    return counts


def places(match):
    """Return what stands at every ply."""
    replaying.forget()
    stops = [replaying.stop_at(match, ply) for ply in range(match.ply + 1)]
    return [(stop.ply, dump(stop.table), stop.lines) for stop in stops]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_ply_is_the_same_with_checkpoints_and_without(key, few, monkeypatch):
    match = long_match(key, 60)
    kept = places(match)
    assert Checkpoint.objects.filter(match=match).count() >= (match.seq - 20) // 20

    monkeypatch.setattr(checkpoints, "LONG", 100_000)
    Checkpoint.objects.all().delete()

    assert places(match) == kept


def test_with_checkpoints_few_lines_are_folded_for_any_ply(few, folded):
    match = long_match("junqi", 120)
    checkpoints.checkpoints_keep(match_id=match.pk)
    folded.clear()

    places(match)

    assert 0 < max(folded) <= 20


def test_the_first_look_at_a_running_match_writes_them_and_a_later_one_those_that_are_missing(few, folded):
    match = live_match()
    for _ in range(25):
        play(match.pk)
    replaying.stop_at(Match.objects.get(pk=match.pk), 5)
    before = set(Checkpoint.objects.values_list("seq", flat=True))
    for _ in range(25):
        play(match.pk)
    folded.clear()
    replaying.stop_at(Match.objects.get(pk=match.pk), 48)

    after = set(Checkpoint.objects.values_list("seq", flat=True))
    assert before
    assert before < after
    assert max(folded) <= 35


def test_a_short_match_needs_none():
    match = live_match()
    for _ in range(5):
        play(match.pk)

    assert replaying.stop_at(Match.objects.get(pk=match.pk), 3).ply == 3
    assert not Checkpoint.objects.exists()


@pytest.mark.parametrize("change", [{"hash": "0" * 64}, {"table": "{}"}, {"table": "no table"}])
def test_one_that_does_not_fit_the_log_is_dropped_and_nobody_notices(few, change):
    match = long_match("junqi", 60)
    right = places(match)
    Checkpoint.objects.filter(match=match).update(**change)

    assert places(match) == right
    assert not Checkpoint.objects.filter(match=match, **change).exists()


def test_a_table_of_another_ply_is_noticed_by_who_comes_from_the_one_before(few):
    match = long_match("junqi", 60)
    right = places(match)
    first, second = Checkpoint.objects.filter(match=match)[:2]
    Checkpoint.objects.filter(pk=second.pk).update(table=first.table)

    assert places(match) == right


def test_written_twice_they_are_there_once(few):
    match = long_match("junqi", 60)

    assert checkpoints.checkpoints_keep(match_id=match.pk) > 2
    assert checkpoints.checkpoints_keep(match_id=match.pk) == 0


def test_the_end_of_a_long_match_asks_for_them(few, monkeypatch, django_capture_on_commit_callbacks):
    asked = []
    monkeypatch.setattr(timers, "ask", lambda task, *args, **_about: asked.append((task, *args)))
    monkeypatch.setattr("matches.services.locked.LONG", 20)
    with django_capture_on_commit_callbacks(execute=True):
        match = long_match("junqi", 30)

    assert asked.count((timers.CHECKPOINTS, match.pk)) == 1


def test_they_go_with_the_match(few):
    match = long_match("junqi", 60)
    places(match)

    services.match_purge(match_id=match.pk, by_user=None, reason="A test")

    assert not Checkpoint.objects.exists()


def test_a_match_that_is_purged_needs_none():
    assert checkpoints.checkpoints_keep(match_id="gone") == 0
