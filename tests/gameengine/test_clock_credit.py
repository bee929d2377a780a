"""What the network costs is given back, within a budget, and is in the log."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import KINDS, Clock, control_from_json, control_from_notation
from gameengine.clock.absolute import Absolute
from gameengine.clock.clock import BUDGET_PER_TURN_MS, FIRST_BUDGET_MS, MOST_BUDGET_MS, MOST_CREDIT_MS
from gameengine.clock.limits import gives_credit, with_credit
from gameengine.log import link_all, replay, verify, write_record
from gameengine.log.record import header
from gameengine.randomness import commit
from gameengine.table import Committed, act, advance, dump, grace_ms, load, next_deadline, start_now
from tests.gameengine.tables import START_MS
from tests.gameengine.toy import toy

MINUTE = with_credit(control_from_notation("1+0"))


def running(control=MINUTE):
    return Clock.fresh(control, 2).press(1_000, completed=None, running=0)


@pytest.mark.parametrize(
    ("claimed", "at_ms", "granted"),
    [(100, 5_000, 100), (900, 5_000, MOST_CREDIT_MS), (300, 1_120, 120), (0, 5_000, 0), (-5, 5_000, 0)],
)
def test_no_more_than_was_used_and_never_more_than_the_most(claimed, at_ms, granted):
    clock = running().credit(0, claimed, at_ms)

    assert clock.used_ms(at_ms) == at_ms - 1_000 - granted
    assert clock.budgets == (FIRST_BUDGET_MS - granted, FIRST_BUDGET_MS)


def test_only_the_running_seat_is_given_anything():
    clock = running()

    assert clock.credit(1, 100, 5_000) == clock
    assert clock.pause(5_000).credit(0, 100, 6_000) == clock.pause(5_000)
    assert clock.press(2_000, completed=None, running=0, limit_at_ms=9_000).creditable_ms(0, 100, 5_000) == 0


def test_a_budget_ends_and_every_own_turn_adds_a_little():
    clock, at_ms = running(), 1_000
    for _ in range(5):
        at_ms += 1_000
        clock = clock.credit(0, 500, at_ms).press(at_ms, completed=None, running=0)
    assert (clock.budgets[0], clock.grace_ms, clock.creditable_ms(0, 500, at_ms + 900)) == (0, 0, 0)

    clock = clock.press(at_ms, completed=0, running=1)
    assert clock.budgets == (BUDGET_PER_TURN_MS, FIRST_BUDGET_MS)
    for _ in range(40):
        clock = clock.press(at_ms, completed=1, running=0).press(at_ms, completed=None, running=1)
    assert clock.budgets == (BUDGET_PER_TURN_MS, MOST_BUDGET_MS)


def test_a_clock_without_credit_has_no_budget_and_no_grace():
    clock = Clock.fresh(control_from_notation("1+0"), 2).press(0, completed=None, running=0)

    assert (clock.budgets, clock.grace_ms, clock.creditable_ms(0, 100, 500)) == ((), 0, 0)
    assert "budgets" not in clock.to_json()


@pytest.mark.parametrize(("notation", "given"), [("5+3", True), ("none", False), ("5+3 no-credit", False)])
def test_without_a_clock_or_against_the_will_nothing_is_given(notation, given):
    assert gives_credit(with_credit(control_from_notation(notation))) is given
    assert not gives_credit(control_from_notation(notation))


def test_the_json_form_keeps_the_choice_and_the_notation_says_only_no():
    yes, no = MINUTE, control_from_json({"kind": "absolute", "base_ms": 60_000, "credit": False})

    assert control_from_json(yes.to_json()) == yes
    assert (yes.notation(), no.notation()) == ("1+0", "1+0 no-credit")
    assert control_from_notation("1+0 no-credit") == no
    assert with_credit(no) == no


class Days(Absolute):
    is_slow = True


def test_who_has_days_is_given_nothing():
    assert Clock.fresh(with_credit(Days(60_000)), 2).budgets == ()


def table(control=MINUTE):
    return start_now(toy, {}, 2, control, at_ms=START_MS, chance=CHANCE)


CHANCE = Committed("m", b"\1" * 32)
DUE = START_MS + 60_000


@pytest.mark.parametrize(
    ("late_ms", "credit_ms", "played"),
    [
        (-1, 0, True),
        (0, 0, False),
        (0, 1, True),
        (99, 100, True),
        (100, 100, False),
        (499, 900, True),
        (500, 900, False),
    ],
)
def test_an_action_is_in_time_if_its_credit_saves_the_flag(late_ms, credit_ms, played):
    opened = table().table

    step = act(opened, 0, "end", DUE + late_ms, CHANCE, credit_ms=credit_ms)

    assert [line.kind for line in step.lines][:1] == (["action"] if played else ["timeout"])
    if played:
        line = step.lines[0]
        assert (line.at_ms, line.used_ms + line.credit_ms) == (DUE + late_ms, 60_000 + late_ms)
        assert step.table.clock.since_ms == DUE + late_ms
    else:
        assert step.lines[0].at_ms == DUE


def test_a_refused_action_spends_nothing():
    opened = table().table

    step = act(opened, 0, "nonsense", START_MS + 3_000, CHANCE, credit_ms=200)

    assert step.refusal is not None
    assert step.table == opened


def test_timers_wait_for_the_grace_and_date_the_flag_at_the_deadline():
    opened = table().table
    assert (next_deadline(opened), grace_ms(opened)) == (DUE, MOST_CREDIT_MS)

    assert advance(opened, DUE + MOST_CREDIT_MS - 1, CHANCE, patient=True).lines == ()
    assert advance(opened, DUE + MOST_CREDIT_MS, CHANCE, patient=True).lines[0].at_ms == DUE
    assert advance(opened, DUE, CHANCE).lines[0].at_ms == DUE


def test_the_table_keeps_the_budgets():
    step = act(table().table, 0, "end", START_MS + 4_000, CHANCE, credit_ms=200)

    assert load(dump(step.table)).clock == step.table.clock


@given(acts=st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 700)), max_size=30))
def test_used_and_credit_are_the_wall_time_and_the_log_replays(acts):
    opened = table(with_credit(control_from_json({"kind": "fischer", "base_ms": 60_000, "increment_ms": 2_000})))
    lines, at, now = list(opened.lines), opened.table, START_MS
    for wait, credit in acts:
        now += wait
        step = (
            act(at, at.game.to_act(at.state).seats[0], "end", now, CHANCE, credit_ms=credit)
            if at.status == "live"
            else None
        )
        if step is None or step.table.status == "over":
            break
        lines, at = [*lines, *step.lines], step.table

    charged = [line for line in lines if line.kind == "action"]
    assert sum(line.used_ms + line.credit_ms for line in charged) == (charged[-1].at_ms - START_MS if charged else 0)
    assert all(0 <= line.credit_ms <= MOST_CREDIT_MS for line in lines)
    *_, last = replay(header(opened.table, "m", ""), lines)
    assert last.table == at


def test_a_record_with_credits_is_verified():
    opened = table()
    first = act(opened.table, 0, "end", START_MS + 4_000, CHANCE, credit_ms=200)
    last = act(first.table, 1, "resign", START_MS + 9_000, CHANCE)
    head = header(opened.table, "m", commit("m", b"\1" * 32))
    entries = link_all(head, [*opened.lines, *first.lines, *last.lines], lambda: "00" * 16)
    text = write_record(head, entries, seeds=[b"\1" * 32], nonces=last.table.nonces)

    assert '"credit_ms":200' in text
    assert verify(text) == []
    assert verify(text.replace('"credit_ms":200', '"credit_ms":201')) != []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_is_charged_less_by_what_is_given_back(kind):
    control = with_credit(EXAMPLES.get(kind) or control_from_notation("none"))
    clock = running(control).credit(0, 300, 3_000)

    assert clock.used_ms(3_000) == (1_700 if gives_credit(control) else 2_000)


EXAMPLES = {control.kind: control for control in map(control_from_notation, ("30s/move", "5+0", "5+3", "none"))}
