"""The order of the arbiters' queue."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.urgency import HOLD_MS, KINDS, LAPSING_MS, Item, Taken, Urgency, in_order, urgency_of

NOW = 1_000_000
INSTANTS = st.integers(NOW - 50, NOW + 50)
TAKEN = st.none() | st.builds(Taken, st.integers(1, 3), st.just("Ann"), INSTANTS)


@st.composite
def items(draw):
    """Return an item among many that are nearly alike."""
    kind = draw(st.sampled_from(KINDS))
    due_ms = draw(st.none() | INSTANTS | INSTANTS.map(lambda ms: ms + LAPSING_MS))
    urgency = urgency_of(kind, due_ms, NOW)
    return Item(kind, "", urgency, draw(INSTANTS), None, due_ms, draw(TAKEN))


QUEUES = st.lists(items(), max_size=12).map(
    lambda some: [replace(item, key=f"{item.kind}-{number}") for number, item in enumerate(some)]
)


@given(QUEUES, st.randoms())
def test_the_queue_is_the_same_wherever_its_items_came_from(queue, random):
    shuffled = random.sample(queue, len(queue))

    assert in_order(shuffled) == in_order(queue) == in_order(in_order(queue))
    assert sorted(item.key for item in in_order(queue)) == sorted(item.key for item in queue)


@given(QUEUES)
def test_nothing_stands_before_what_is_more_urgent_or_earlier_due(queue):
    ordered = in_order(queue)

    for before, after in pairwise(ordered):
        assert before.urgency >= after.urgency
        if before.urgency == after.urgency and after.due_ms is not None:
            assert before.due_ms is not None
            assert before.due_ms <= after.due_ms


@given(QUEUES)
def test_taking_an_item_moves_nothing(queue):
    free = [replace(item, taken_by=None) for item in queue]

    assert [item.key for item in in_order(free)] == [item.key for item in in_order(queue)]


@given(st.sampled_from(KINDS), INSTANTS, st.integers(0, 10 * LAPSING_MS))
def test_waiting_never_makes_a_thing_less_urgent(kind, due_ms, later_ms):
    assert urgency_of(kind, due_ms, NOW + later_ms) >= urgency_of(kind, due_ms, NOW) >= urgency_of(kind, None, NOW)


def test_a_forfeit_about_to_happen_stands_before_a_call_and_a_broken_match_before_all():
    due = NOW + LAPSING_MS
    queue = [
        Item("call", "call", urgency_of("call", None, NOW), NOW - 600_000, None),
        Item("no_show", "no_show", urgency_of("no_show", due, NOW), NOW, None, due),
        Item("no_show", "no_show-2", urgency_of("no_show", due + 1, NOW), NOW, None, due + 1),
        Item("quarantined", "fault", urgency_of("quarantined", None, NOW), NOW, None),
    ]

    assert [item.key for item in in_order(queue)] == ["fault", "no_show", "call", "no_show-2"]
    assert [item.urgency.presses for item in in_order(queue)] == [True, True, True, False]
    assert min(Urgency) == Urgency.WATCH


def test_a_hold_ends_by_itself():
    taken = Taken(1, "Ann", NOW)

    assert taken.holds(NOW + HOLD_MS - 1)
    assert not taken.holds(NOW + HOLD_MS)
