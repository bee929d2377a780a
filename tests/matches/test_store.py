import dataclasses

import pytest
from django.db import transaction

from gameengine.table import legal_actions, seats_to_act
from matches.decide import Intent, decide
from matches.models import Command, Match, MatchEvent
from matches.store import commit, load, portable, postgresql
from tests.matches.building import START_MS, UNLIMITED, findings, live_match, new_match

pytestmark = pytest.mark.django_db(transaction=True)

FORMS = [
    pytest.param(portable.commit, id="portable"),
    pytest.param(postgresql.commit, id="statement", marks=pytest.mark.pg),
]


@pytest.fixture(params=FORMS)
def write(request):
    """Return one of the two forms of `commit`."""
    return request.param


@pytest.fixture(autouse=True)
def long_after(monkeypatch, clock):
    # The statement compares with the database's own clock, which is far behind this one's.
    monkeypatch.setattr("matches.decide.advance", lambda table, to_ms, chance: pytest.fail("no deadline is near"))
    clock.at_ms = 1_700_000_000_000


KEPT = {
    Match: [field.name for field in Match._meta.concrete_fields],
    MatchEvent: [field.name for field in MatchEvent._meta.concrete_fields if field.name != "id"],
    Command: [field.name for field in Command._meta.concrete_fields if field.name != "id"],
}


def plan_for(match, cmd="one", *, text=None, at_ms=None):
    row = load(match.pk)
    seat = seats_to_act(row.table)[0]
    text = text or legal_actions(row.table, seat)[0]
    intent = Intent(seat, text, at_ms or row.changed_at_ms + 1_000, cmd, row.table.ply)
    return decide(row, intent, decided_ms=row.changed_at_ms + 1_001)


def kept(match):
    rows = Match.objects.filter(pk=match.pk).values("version", "seq", "ply", "head", "status", "deadline_ms")
    return rows[0], MatchEvent.objects.filter(match=match).count(), Command.objects.filter(match=match).count()


def test_a_plan_is_written_whole(write, clock):
    match = live_match()
    plan = plan_for(match)
    clock.pass_ms(5_000)

    assert write([plan]) == {match.pk}

    row = Match.objects.get(pk=match.pk)
    assert (row.version, row.seq, row.ply) == (1, plan.after.seq, 1)
    assert (row.head, row.deadline_ms, row.table) == (plan.after.head, plan.after.deadline_ms, plan.columns["table"])
    event = MatchEvent.objects.filter(match=match).last()
    assert (event.hash, event.public, event.version) == (row.head, plan.events[-1].public, 1)
    command = Command.objects.get(match=match)
    assert (command.cmd, command.ok, command.seq, command.ply) == ("one", True, plan.after.seq, 1)


def test_what_is_loaded_is_what_was_planned(write, clock):
    match = live_match()
    plan = plan_for(match)
    clock.pass_ms(5_000)
    write([plan])

    again = load(match.pk)

    assert again.table == plan.after.table
    assert (again.version, again.head, again.deadline_ms) == (1, plan.after.head, plan.after.deadline_ms)


@pytest.mark.parametrize("control", [None, UNLIMITED], ids=["with deadline", "without"])
def test_only_the_first_of_two_plans_wins(write, clock, control):
    match = live_match(control) if control else live_match()
    first, second = plan_for(match, "one"), plan_for(match, "two")
    clock.pass_ms(5_000)

    assert write([first]) == {match.pk}
    before = kept(match)
    assert write([second]) == set()
    assert kept(match) == before


def test_losers_and_winners_share_a_batch(write, clock):
    matches = [live_match() for _ in range(4)]
    plans = [plan_for(match) for match in matches]
    clock.pass_ms(5_000)
    write([plans[1]])

    assert write(plans) == {match.pk for number, match in enumerate(matches) if number != 1}


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"deadline_ms": START_MS}, id="deadline"),
        pytest.param({"deadline_ms": None}, id="no deadline"),
        pytest.param({"status": "paused"}, id="status"),
        pytest.param({"version": 7}, id="version"),
    ],
)
def test_a_row_that_is_not_as_assumed_stays_as_it_is(write, clock, changed):
    match = live_match()
    plan = plan_for(match)
    clock.pass_ms(5_000)
    wrong = dataclasses.replace(plan, before=dataclasses.replace(plan.before, **changed))

    assert write([wrong]) == set()
    assert kept(match)[0]["version"] == 0


def test_an_instant_that_lies_ahead_is_refused(write, clock):
    match = live_match()
    plan = dataclasses.replace(plan_for(match), at_ms=4_000_000_000_000)

    assert write([plan]) == set()


def test_a_known_command_never_wins_again(write, clock):
    match = live_match()
    clock.pass_ms(5_000)
    write([plan_for(match, "same", at_ms=clock.at_ms)])

    assert write([plan_for(match, "same", at_ms=clock.at_ms)]) == set()
    assert Match.objects.get(pk=match.pk).ply == 1


def test_several_events_of_one_action_and_private_parts_are_kept(write, clock):
    match = new_match()
    for seat in (0, 1):
        row = load(match.pk)
        plan = decide(row, Intent(seat, "ready", row.changed_at_ms, f"r{seat}"), decided_ms=row.changed_at_ms)
        assert write([plan]) == {match.pk}

    assert [event.kind for event in match.events.order_by("seq")] == [
        "open", "ready", "ready", "start", "chance", "chance",
    ]  # fmt: skip
    assert '"server"' in match.events.get(seq=5).private
    assert findings(match.pk) == []


@pytest.mark.pg
def test_both_forms_write_the_same(clock):
    match = live_match()
    plan = plan_for(match)
    clock.pass_ms(2_000)
    written = []
    for form in (portable.commit, postgresql.commit):
        with transaction.atomic():
            assert form([plan]) == {match.pk}
            written.append([list(model.objects.values(*columns)) for model, columns in KEPT.items()])
            transaction.set_rollback(True)
    assert written[0] == written[1]


def test_the_choice_follows_the_database(clock):
    match = live_match()
    plan = plan_for(match)
    clock.pass_ms(2_000)
    with transaction.atomic():
        assert commit([plan]) == {match.pk}
