"""The account of a clock knows of every millisecond, whatever happened at the table."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameengine.clock import Clock, control_from_notation, with_credit
from gameengine.core.types import ARBITER
from gameengine.games.registry import GAMES
from gameengine.log import account_of
from gameengine.table import Seeded, act, advance, legal_actions, next_deadline, open_table, seats_to_act, start_now
from tests.gameengine.tables import START_MS, Play
from tests.gameengine.test_table_returning import Sitting
from tests.gameengine.toy import toy

CONTROLS = [
    "1+0",
    "1+2",
    "20s/move",
    "60s d5",
    "60s b5",
    "10s+3x10s",
    "20s+3 in 40s",
    "hourglass 1",
    "2/60s+5, 30s+5",
    "60s+0 vs 50s+0",
    "none",
    "1+2 react 2/9 untimed 8",
]

RETURNING = ["void 2", "void 3", "result 0", "reopen", "reverse {last}", "add-time 0 9000", "pause", "set-clock 1 9000"]


def walked(game, control, seed, acts):
    """Return the lines of a random match with everything that may befall a clock."""
    chance, choice = Seeded(seed), random.Random(seed)
    seats = max(2, GAMES[game].min_seats)
    step = start_now(GAMES[game], {}, seats, with_credit(control_from_notation(control)), at_ms=START_MS, chance=chance)
    table, lines, now = step.table, list(step.lines), START_MS
    for what, wait in acts:
        now += wait
        if table.status == "over":
            break
        seat = next(iter(seats_to_act(table)), 0)
        if what == "wait":
            step = advance(table, now, chance)
        elif what in {"act", "act late"}:
            legal = legal_actions(table, seat)
            text = choice.choice(legal) if legal else "resume"
            late = next_deadline(table) if what == "act late" else None
            now = now if late is None else max(now, late + choice.randrange(-50, 400))
            step = act(table, seat, text, now, chance, credit_ms=choice.randrange(600))
        else:
            ruling = {
                "pause": "pause",
                "unpause": "unpause",
                "add": f"add-time {choice.choice([*range(seats), 'all'])} 7000",
                "set": f"set-clock {choice.randrange(seats)} {choice.randrange(1, 90_000)}",
                "outage": f"outage {choice.randrange(1, 9_000)}",
                "quiet": "quiet off",
            }[what]
            step = act(table, ARBITER, ruling, now, chance)
        table, lines = step.table, lines + list(step.lines)
    return table, lines


whats = st.sampled_from(["act", "act", "act", "act late", "wait", "pause", "unpause", "add", "set", "outage", "quiet"])
acts = st.lists(st.tuples(whats, st.integers(0, 4_000)), max_size=40)


@pytest.mark.parametrize("control", CONTROLS)
@settings(max_examples=15)
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 999), acts=acts)
def test_every_millisecond_is_accounted_for(control, game, seed, acts):
    table, lines = walked(game, control, seed, acts)

    account = account_of(lines)

    assert account.from_ms == table.started_at_ms
    assert (account.difference_ms, [seat.difference_ms for seat in account.seats]) == (0, [0] * table.seats)
    assert account.adds_up
    if table.status == "over":
        assert account.to_ms == table.ended_at_ms
    for entry in account.entries:
        assert entry.raw_ms == entry.spent.used_ms + entry.spent.credit_ms
    assert sum(line.used_ms or 0 for line in lines) == account.spent.used_ms
    assert sum(line.credit_ms for line in lines) == account.spent.credit_ms


@pytest.mark.parametrize(
    ("control", "game", "seed", "acts"),
    [
        ("10s+3x10s", "flank_flip", 861, [("act late", 0), ("quiet", 48), ("act", 49)]),
        ("hourglass 1", "flank_flip", 0, [("add", 1), ("outage", 0)]),
        ("1+0", "flank_flip", 0, [("act late", 0), ("set", 93), ("add", 0), ("act", 5)]),
        ("hourglass 1", "flank_flip", 0, [("act late", 0), ("set", 93), ("add", 0), ("act", 5)]),
    ],
    ids=["a ruling behind the deadline", "sand that runs back", "set behind the deadline", "set, and sand"],
)
def test_what_comes_behind_a_deadline_or_back_is_accounted_for(control, game, seed, acts):
    assert account_of(walked(game, control, seed, acts)[1]).adds_up


def test_a_clock_is_set_exactly_however_long_ago_its_time_was_up():
    clock = Clock(control_from_notation("1+0"), ((60_000,), (92,)), running=1, since_ms=1_000)
    assert clock.set_left(1, 5_000, 1_300).left_ms(1, 1_300) == 5_000


def test_one_turn_to_the_millisecond():
    control = with_credit(control_from_notation("1+5"))
    opened = start_now(toy, {}, 2, control, at_ms=START_MS, chance=Seeded(1))
    first = act(opened.table, 0, "end", START_MS + 12_345, Seeded(1), credit_ms=45)
    account = account_of([*opened.lines, *first.lines])

    [entry] = [entry for entry in account.entries if entry.kind == "action"]
    assert (entry.seat, entry.raw_ms, entry.spent.credit_ms, entry.spent.used_ms) == (0, 12_345, 45, 12_300)
    assert (entry.before[0], entry.gained[0], entry.after[0]) == (60_000, 5_000, 52_700)
    assert account.wall_ms == 12_345


def test_pauses_outages_and_extra_time_have_lines_of_their_own():
    play = Play(control="1+0")
    play.act(0, "step", 5)
    play.act(ARBITER, "pause fire", 7)
    play.act(ARBITER, "unpause", 100)
    play.act(ARBITER, "outage 20000", 101)
    play.act(ARBITER, "add-time 0 3000", 125)
    play.act(0, "end", 130)

    account = account_of(play.lines)

    assert (account.spent.paused_ms, account.spent.outage_ms, account.spent.used_ms) == (93_000, 20_000, 17_000)
    assert account.seats[0].ruled_ms == 3_000
    assert account.seats[0].last_ms == 60_000 + 3_000 - 17_000
    assert account.adds_up


def test_a_log_that_charges_something_else_does_not_add_up():
    play = Play(control="1+0")
    play.act(0, "end", 5)
    changed = [replace(line, used_ms=4_000) if line.kind == "action" else line for line in play.lines]

    account = account_of(changed)

    assert not account.adds_up
    assert account.difference_ms == 1_000


def test_before_the_start_there_is_no_account():
    opened = open_table(GAMES["junqi"], {}, 2, control_from_notation("5+3"), at_ms=START_MS)

    assert account_of(opened.lines) is None


@pytest.mark.parametrize("control", ["1+2", "60s d5", "2/60s+5, 30s+5", "hourglass 1", "none"])
@settings(max_examples=8)
@given(seed=st.integers(0, 99), texts=st.lists(st.sampled_from(RETURNING), min_size=1, max_size=5))
def test_every_millisecond_is_accounted_for_over_branches(control, seed, texts):
    match = Sitting("flank_flip", control, seed)
    for text in texts:
        match.play(3)
        match.wait(700)
        match.say(ARBITER, text.format(last=len(match.lines)), 300)
        match.wait(400)
        match.say(ARBITER, "unpause")
    match.say(ARBITER, "pause")

    account = account_of(match.lines)

    assert (account.difference_ms, [seat.difference_ms for seat in account.seats]) == (0, [0] * match.table.seats)
    assert [seat.last_ms for seat in account.seats] == [
        match.table.clock.left_ms(seat, match.table.at_ms) for seat in range(match.table.seats)
    ]
