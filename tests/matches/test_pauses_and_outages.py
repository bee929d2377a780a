"""Pauses, an outage, a broker that is away, for every kind of time control: nobody loses a millisecond."""

import random

import pytest

from gameengine.clock.notation import control_from_notation
from gameengine.clock.registry import KINDS
from gameengine.table import legal_actions, seats_to_act
from matches import outages, services
from matches.enforcement import sweep
from matches.enforcement.promoter import Promoter
from matches.models import Match, MatchEvent, Outage
from matches.settling import SETTLING_MS
from matches.store import load
from tests.matches.building import START_MS, findings, live_match, new_match, play
from tests.matches.pages import page, visitor, words_of

pytestmark = pytest.mark.django_db

TEN_HOURS = 10 * 3600 * 1000
DAY = 24 * 3600 * 1000
CONTROLS = {
    "per_move": "30s/move",
    "absolute": "5+0",
    "fischer": "5+3",
    "delay": {"kind": "delay", "base_ms": 300_000, "delay_ms": 5_000},
    "bronstein": {"kind": "bronstein", "base_ms": 300_000, "delay_ms": 5_000},
    "byo_yomi": {"kind": "byo_yomi", "base_ms": 20_000, "periods": 3, "period_ms": 30_000},
    "canadian": {"kind": "canadian", "base_ms": 20_000, "turns": 5, "period_ms": 60_000},
    "hourglass": {"kind": "hourglass", "base_ms": 120_000},
    "stages": {"kind": "stages", "stages": [{"base_ms": 300_000, "turns": 2}, {"base_ms": 60_000, "turns": None}]},
    "correspondence": {"kind": "correspondence", "per_move_ms": 3 * DAY},
    "none": "none",
}
LOSE = {"on_timeout": "lose"}


@pytest.fixture(autouse=True)
def sleeping(clock, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda s: clock.pass_ms(round(s * 1000)))


def control(kind):
    """Return the control of a kind as JSON."""
    known = CONTROLS[kind]
    return control_from_notation(known).to_json() if isinstance(known, str) else known


def rule(match, text):
    ack = services.match_rule(match_id=match.pk, text=text, by_user=None, reason="as announced")
    assert ack.ok, ack.code


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_pauses_change_nothing_for_any_kind(clock, kind):
    """C8: pause at an arbitrary instant, go on after ten hours, three times in one turn, over several turns."""
    chance = random.Random(kind)
    match = live_match(control(kind), options=LOSE)
    for _turn in range(4):
        for _pause in range(3):
            clock.pass_ms(chance.randrange(1, 4_000))
            before = [load(match.pk).table.clock.left_ms(seat, clock.at_ms) for seat in (0, 1)]
            rule(match, "pause")
            paused = Match.objects.get(pk=match.pk)
            assert (paused.status, paused.deadline_ms, paused.running_seat) == ("paused", None, None)
            clock.pass_ms(TEN_HOURS)
            assert sweep() == 0
            rule(match, "unpause")
            row = load(match.pk)
            assert [row.table.clock.left_ms(seat, clock.at_ms) for seat in (0, 1)] == before
            left = before[seats_to_act(row.table)[0]]
            assert row.deadline_ms == (None if left is None else clock.at_ms + left)
        clock.pass_ms(chance.randrange(1, 2_000))
        assert play(match.pk).ok
    if kind != "none":
        deadline = load(match.pk).deadline_ms
        clock.pass_ms(deadline - clock.at_ms + SETTLING_MS)
        assert sweep() == 1
        assert Match.objects.get(pk=match.pk).ended_at_ms == deadline
        assert findings(match.pk) == []


def test_an_outage_of_ninety_seconds_with_fifty_matches(clock, finished):
    """C9: 50 live matches, 10 of them with less than a minute left; each gets one credit before any flag falls."""
    outages.beat()
    long = [live_match({"kind": "absolute", "base_ms": 300_000}, options=LOSE).pk for _ in range(40)]
    short = [live_match({"kind": "absolute", "base_ms": 20_000 + 4_000 * n}, options=LOSE).pk for n in range(10)]
    paused = live_match({"kind": "absolute", "base_ms": 20_000}, options=LOSE)
    rule(paused, "pause")
    deadlines = dict(Match.objects.exclude(pk=paused.pk).values_list("pk", "deadline_ms"))
    clock.pass_ms(2_000)
    outages.beat()
    clock.pass_ms(90_000)

    assert sweep() == 0
    assert finished == []
    outages.beat()
    for _again in range(3):
        services.make_good()

    credits = MatchEvent.objects.filter(kind="outage_credit")
    assert sorted(credits.values_list("match_id", flat=True)) == sorted(long + short)
    assert Match.objects.get(pk=paused.pk).status == "paused"
    assert Outage.objects.filter(closed=True).count() == 1
    for match_id, deadline_ms in deadlines.items():
        assert Match.objects.get(pk=match_id).deadline_ms == deadline_ms + 90_000
    for _ten_seconds in range(6):
        clock.pass_ms(10_000)
        outages.beat()
        sweep()
    assert sorted(finished) == sorted(short)
    ended = dict(Match.objects.filter(pk__in=short).values_list("pk", "ended_at_ms"))
    assert ended == {match_id: deadlines[match_id] + 90_000 for match_id in short}
    assert findings(short[0]) == []


def test_players_read_that_the_time_was_given_back(clock):
    outages.beat()
    match = live_match({"kind": "absolute", "base_ms": 300_000}, options=LOSE)
    clock.pass_ms(90_000)
    services.make_good()

    shown = words_of(page(visitor(), "match", match.pk))
    assert shown.count("The service was away for 1:30; the time was given back.") >= 2

    play(match.pk)

    notice = page(visitor(), "match", match.pk).split('id="notice"')[1].split('class="game__table"')[0]
    assert "was away" not in notice


def test_an_outage_puts_off_the_start_and_the_limit_of_absence(clock):
    outages.beat()
    match = new_match(
        {"kind": "absolute", "base_ms": 300_000}, start_policy="at_round_start", start_at_ms=START_MS + 60_000,
        no_show_ms=120_000,
    )  # fmt: skip
    clock.pass_ms(90_000)

    services.make_good()

    assert Match.objects.get(pk=match.pk).deadline_ms == START_MS + 150_000
    assert load(match.pk).table.no_show_at_ms == START_MS + 60_000 + 120_000 + 90_000


@pytest.mark.parametrize("long", [control("correspondence"), {"kind": "absolute", "base_ms": 75 * 60_000}])
def test_long_clocks_over_a_broker_that_restarts(clock, no_broker, monkeypatch, finished, long):
    """Alarm clocks are lost, come late and come twice: each flag falls at its instant, once."""
    matches = [live_match(long, options=LOSE).pk for _ in range(5)]
    (deadline,) = set(Match.objects.values_list("deadline_ms", flat=True))
    promoter = Promoter()
    clock.pass_ms(deadline - clock.at_ms - 2_000)
    assert promoter.promote() == 5
    asked = list(no_broker)
    # The broker restarts and forgets; for a while it takes nothing.
    monkeypatch.setattr("matches.timers.ask", lambda *_args, **_about: False)
    assert promoter.promote() == 0
    assert sweep() == 0
    clock.pass_ms(2_000 + SETTLING_MS)

    assert sweep() == 5
    # What it had kept is delivered after all, and once more.
    for _name, args, _at_ms in (*asked, *asked):
        assert not services.match_settle(match_id=args[0])

    assert sorted(finished) == sorted(matches)
    after = Match.objects.values_list("ended_at_ms", "decided_at_ms", "status")
    assert set(after) == {(deadline, deadline + SETTLING_MS, "over")}
    assert MatchEvent.objects.filter(kind="timeout").count() == 5


def test_a_move_that_is_legal_before_a_pause_is_legal_after_it(clock):
    match = live_match({"kind": "absolute", "base_ms": 300_000}, options=LOSE)
    row = load(match.pk)
    legal = legal_actions(row.table, seats_to_act(row.table)[0])
    rule(match, "pause")
    rule(match, "unpause")

    row = load(match.pk)
    assert legal_actions(row.table, seats_to_act(row.table)[0]) == legal
