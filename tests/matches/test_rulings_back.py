"""Rulings that go back, as the service carries them out: rows, log, seeds, previews."""

import pytest

from gameengine import log
from gameengine.games.registry import GAMES, HOSTED
from gameengine.table import seats_to_act
from matches.errors import MatchError
from matches.models import Match, MatchSeed, Ruling
from matches.sealing import unseal_all
from matches.services import SeatSpec, match_act, match_rule, ruling_preview
from matches.store import events_after, load
from tests.builders import a_user
from tests.matches.building import FIVE_MINUTES, findings, live_match, play, still_clock

pytestmark = pytest.mark.django_db

MOST_DEALS = 50


@pytest.fixture
def clock():
    with still_clock() as clock:
        yield clock


def rule(match, text, **about):
    return match_rule(match_id=match.pk, text=text, by_user=about.pop("by_user", None), reason="test", **about)


def played(count, game="queens_race", **about):
    """Return a match that has been played for so many actions and still goes on; some deals end sooner."""
    about = {"control": FIVE_MINUTES, **about}
    seats = [SeatSpec(f"Player {seat}", f"entry/{seat}") for seat in range(max(2, GAMES[game].min_seats))]
    for _deal in range(MOST_DEALS):
        match = live_match(game=game, seats=seats, **about)
        for _number in range(count):
            if load(match.pk).status == "live":
                assert play(match.pk).ok
        if load(match.pk).status == "live":
            return match
    raise AssertionError(f"no deal of {game} goes on for {count} actions")


def position(match):
    table = load(match.pk).table
    return table.game.write(table.state)


def test_a_void_is_a_branch_with_a_seed_of_its_own(clock):
    match = played(6)

    ack = rule(match, "void 4", role="arbiter")

    row = load(match.pk)
    assert (ack.ok, row.status, row.table.ply, row.table.branch) == (True, "paused", 3, 1)
    first, second = unseal_all(MatchSeed.objects.get(match=match).sealed)
    assert first != second
    kept = Ruling.objects.get(match=match)
    assert (kept.text, kept.role, kept.before["ply"], kept.after["ply"]) == ("void 4", "arbiter", 6, 3)


def test_play_goes_on_after_a_void_and_the_log_verifies(clock):
    match = played(5, game="queens_race")
    rule(match, "void 3")
    rule(match, "add-time 0 300000")
    rule(match, "unpause")

    for _number in range(4):
        assert play(match.pk).ok
    rule(match, "result 0")

    assert findings(match.pk) == []
    assert load(match.pk).table.ply == 6


def test_a_repeated_void_is_one(clock):
    match = played(5)

    first, again = rule(match, "void 2", cmd="c1"), rule(match, "void 2", cmd="c1")

    assert (first.ok, first.seq) == (again.ok, again.seq)
    assert Ruling.objects.filter(match=match).count() == 1
    assert len(unseal_all(MatchSeed.objects.get(match=match).sealed)) == 2


def test_a_stale_state_is_left_alone(clock):
    match = played(5)
    seen = load(match.pk).seq
    play(match.pk)

    ack = rule(match, "void 2", seq=seen)

    assert (ack.ok, ack.code) == (False, "stale_state")
    assert load(match.pk).table.branch == 0
    assert not Ruling.objects.filter(match=match).exists()


def test_only_a_chief_reverses_what_somebody_else_has_ruled(clock):
    match, arne, berta = played(3), a_user("Arne"), a_user("Berta")
    rule(match, "add-time 0 60000", by_user=arne)
    line = load(match.pk).seq

    assert rule(match, f"reverse {line}", by_user=berta, others=False).code == "may_not_reverse"
    assert rule(match, f"reverse {line}", by_user=arne, others=False).ok
    assert Ruling.objects.get(match=match, reverses=line).by_user == arne


@pytest.mark.parametrize(
    ("text", "code"),
    [("void 9", "NO_SUCH_ACTION"), ("reopen", "NOT_OVER"), ("reverse 2", "NO_RULING"), ("vanish", "unknown_command")],
)
def test_what_cannot_be_ruled_is_refused_alike_when_it_is_only_looked_at(clock, text, code):
    match = played(3)
    before = Match.objects.get(pk=match.pk).version

    assert rule(match, text).code == code
    with pytest.raises(MatchError) as refused:
        ruling_preview(match_id=match.pk, text=text)

    assert refused.value.code == code
    assert Match.objects.get(pk=match.pk).version == before
    assert len(unseal_all(MatchSeed.objects.get(match=match).sealed)) == 1


def test_a_preview_tells_what_would_become_and_changes_nothing(clock):
    match = played(6)
    before = Match.objects.get(pk=match.pk)

    preview = ruling_preview(match_id=match.pk, text="void 3")

    assert (preview.seq, preview.before.ply, preview.after.ply) == (before.seq, 6, 2)
    assert (preview.before.status, preview.after.status) == ("live", "paused")
    assert Match.objects.get(pk=match.pk).version == before.version


def test_a_preview_names_what_has_been_seen(clock):
    pieces = played(4, game="junqi", control=FIVE_MINUTES)
    dice = played(4, game="queens_race")

    assert "hidden" in ruling_preview(match_id=pieces.pk, text="void 1").warnings[0].en
    assert "chance" in ruling_preview(match_id=dice.pk, text="void 1").warnings[0].en
    assert ruling_preview(match_id=dice.pk, text="add-time 0 5000").warnings == ()


def test_a_reopened_match_warns_that_everything_was_published(clock):
    match = played(2, game="junqi")
    match_act(match_id=match.pk, seat=0, text="resign", cmd="r", ply=None, received_ms=None)

    preview = ruling_preview(match_id=match.pk, text="reopen")

    assert "published" in preview.warnings[0].en
    assert preview.after.outcome is None


def everything(match):
    """Rule everything and take it back; return what had to hold and did not."""
    start = position(match)
    for ruling in ("add-time all 60000", "set-clock 1 4000", "pause", "quiet 30", "warn 0"):
        left = load(match.pk).table.clock.banks
        assert rule(match, ruling).ok
        assert rule(match, f"reverse {load(match.pk).seq}").ok
        assert load(match.pk).table.clock.banks == left
    for ruling in ("result 0", "result draw", "forfeit 1", "forfeit both", "annul", "void 2"):
        assert rule(match, ruling).ok
        assert rule(match, f"reverse {load(match.pk).seq}").ok
        assert position(match) == start
        assert rule(match, "unpause").ok
    seat = seats_to_act(load(match.pk).table)[0]
    assert match_act(match_id=match.pk, seat=seat, text="resign", cmd="r", ply=None, received_ms=None).ok
    assert rule(match, "reopen").ok
    assert position(match) == start
    assert rule(match, f"reverse {load(match.pk).seq}").ok
    assert load(match.pk).status == "over"


@pytest.mark.parametrize("game", HOSTED)
def test_every_ruling_and_its_reversal_in_every_game(clock, game):
    match = played(4, game=game)

    everything(match)

    lines = [event.line for event in events_after(match.pk, 0)]
    assert findings(match.pk) == []
    assert len(log.branches(lines)) == load(match.pk).table.branch + 1
    assert len(unseal_all(MatchSeed.objects.get(match=match).sealed)) == load(match.pk).table.branch + 1


@pytest.mark.pg
@pytest.mark.parametrize("game", HOSTED)
def test_the_same_on_postgresql(clock, game):
    match = played(4, game=game)

    everything(match)

    assert findings(match.pk) == []
