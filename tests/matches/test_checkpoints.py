"""Checkpoints: a replay of any ply folds few lines, and comes out as from the first line."""

import pytest

from gameengine.games.registry import GAMES
from gameengine.log import branches, header, replay
from gameengine.table import dump
from matches import checkpoints, replaying, services, timers
from matches.branching import branches_of
from matches.models import Checkpoint, Match
from matches.store import events_after, load
from tests.matches.building import UNLIMITED, live_match, play
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


def rule(match, text):
    ack = services.match_rule(match_id=match.pk, text=text, by_user=None, reason="A test")
    assert ack.ok, ack.code


def branched(game="junqi"):
    """Return a match with two voided branches, the second of which was taken up again, and play after each."""
    match = live_match(UNLIMITED, game=game)
    for voided in (15, 22):
        for _ in range(20):
            play(match.pk)
        rule(match, f"void {voided}")
        rule(match, "unpause")
    for _ in range(8):
        play(match.pk)
    last_void = [event.seq for event in events_after(match.pk, 0) if event.kind == "void"][-1]
    rule(match, "warn 0")
    rule(match, f"reverse {load(match.pk).seq}")
    rule(match, f"reverse {last_void}")
    rule(match, "unpause")
    for _ in range(3):
        play(match.pk)
    return Match.objects.get(pk=match.pk)


def test_branches_are_those_of_the_log():
    match = branched()
    lines = [event.line for event in events_after(match.pk, 0)]

    assert branches_of(match).all == branches(lines)
    assert len(branches(lines)) == 4


@pytest.mark.parametrize("key", ["junqi", "queens_race"])
def test_every_ply_of_every_branch_is_as_it_was(key, few, folded):
    match = branched(key)
    lines = [event.line for event in events_after(match.pk, 0)]
    head = header(load(match.pk).table, match.pk, match.commitment)
    after_line = {moment.number + 1: moment.table for moment in replay(head, lines)}

    for branch in branches_of(match).all:
        on_path = {seq: table for seq, table in after_line.items() if seq in branch.path}
        wanted = {table.ply: dump(table) for _seq, table in sorted(on_path.items())}
        shown = replaying.replay_of(match, branch.number)
        assert shown.last == max(wanted)
        assert {ply: dump(shown.at(ply).table) for ply in wanted} == wanted


def test_lost_checkpoints_of_a_match_with_branches_are_made_anew(few):
    match = branched()
    right = places(match)
    Checkpoint.objects.filter(match=match).update(hash="0" * 64)

    assert places(match) == right


def test_in_a_match_with_branches_few_lines_are_folded_too(few, folded):
    match = branched()
    checkpoints.checkpoints_keep(match_id=match.pk)
    folded.clear()

    for branch in branches_of(match).all:
        for ply in range(replaying.replay_of(match, branch.number).last + 1):
            replaying.stop_at(match, ply, branch.number)

    assert 0 < max(folded) <= 20
