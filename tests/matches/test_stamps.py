"""What a device at a board says of its presses: believed within the service's own receipts, and marked."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import control_from_json
from gameengine.games.registry import GAMES
from gameengine.table import Seeded, complete_options, start_now
from matches import services
from matches.decide import Intent, decide, transition
from matches.models import Match, MatchEvent
from matches.rows import Plan, Row
from matches.stamps import Stamp, believed_ms
from matches.store import load
from tests.matches.boards import BOARD, GRACE_MS, MINUTE, board_match, press
from tests.matches.building import START_MS, findings, live_match, still_clock

pytestmark = pytest.mark.django_db

T0 = START_MS
DEADLINE = T0 + 60_000


@pytest.fixture
def clock():
    with still_clock() as clock:
        yield clock


@pytest.fixture
def match(clock):
    return board_match()


def lines(match):
    return list(MatchEvent.objects.filter(match=match).order_by("seq"))


def last(match):
    return load(match.pk).table, lines(match)[-1]


def public(event):
    return orjson.loads(event.public)


def at(clock, ms):
    clock.at_ms = ms


@pytest.mark.parametrize(
    ("stamp", "heard", "counts"),
    [
        pytest.param(10_000, None, 10_000, id="as the device says"),
        pytest.param(30_000, None, 30_000, id="at the receipt itself"),
        pytest.param(31_000, None, 30_000, id="not in the future"),
        pytest.param(9_999_999_999, None, 30_000, id="not far in the future"),
        pytest.param(-5, None, 0, id="not before the last line"),
        pytest.param(10_000, 12_000, 12_000, id="not before the device was heard"),
        pytest.param(20_000, 12_000, 20_000, id="after the device was heard"),
    ],
)
def test_the_word_of_the_device_counts_within_the_receipts(clock, match, stamp, heard, counts):
    at(clock, T0 + 30_000)

    ack = press(match, 0, T0 + 30_000, T0 + stamp, heard_ms=None if heard is None else T0 + heard)

    table, event = last(match)
    assert ack.ok
    assert event.at_ms == T0 + counts
    assert table.clock.banks[0] == (60_000 - counts,) or table.clock.left_ms(0, T0 + 30_000) == 60_000 - counts
    assert table.clock.left_ms(1, T0 + 30_000) == 60_000 - (30_000 - counts)
    assert public(event).get("received_ms") == (T0 + 30_000 if counts < 30_000 else None)
    assert public(event).get("stamped", False) is (counts < 30_000)


def test_a_press_before_the_deadline_that_comes_within_the_grace_counts(clock, match):
    at(clock, DEADLINE + GRACE_MS - 1)
    assert services.match_settle(match_id=match.pk) is False

    ack = press(match, 0, clock.at_ms, DEADLINE - 1)

    assert ack.ok
    assert last(match)[0].clock.banks[0] == (1,)


@pytest.mark.parametrize("stamp", [-1, 0, 1])
def test_a_press_that_comes_after_the_grace_is_too_late_whatever_it_says(clock, match, stamp):
    at(clock, DEADLINE + GRACE_MS)

    ack = press(match, 0, clock.at_ms, DEADLINE + stamp)

    table, _ = last(match)
    assert (ack.ok, ack.code) == (False, "match_over")
    assert (table.outcome.winner, table.outcome.reason) == (1, "TIME")
    assert table.ended_at_ms == DEADLINE


def test_a_press_that_was_made_at_the_deadline_is_too_late(clock, match):
    at(clock, DEADLINE + 100)

    ack = press(match, 0, clock.at_ms, DEADLINE)

    assert ack.code == "match_over"
    assert last(match)[0].outcome.winner == 1


def test_the_flag_falls_by_itself_only_after_the_grace(clock, match):
    at(clock, DEADLINE + GRACE_MS + 249)
    assert services.match_settle(match_id=match.pk) is False

    clock.pass_ms(1)

    assert services.match_settle(match_id=match.pk) is True
    assert last(match)[0].ended_at_ms == DEADLINE


def test_the_seat_itself_says_that_its_flag_has_fallen_and_nobody_waits(clock, match):
    at(clock, DEADLINE + 20)

    assert press(match, 1, clock.at_ms, text="fall").code == "flag_pending"
    assert press(match, 0, clock.at_ms, text="fall").ok

    table, event = last(match)
    assert (table.outcome.winner, event.at_ms) == (1, DEADLINE)


def test_before_the_deadline_nobody_falls(clock, match):
    at(clock, DEADLINE - 1)

    assert press(match, 0, clock.at_ms, text="fall").code == "TIME_LEFT"
    assert press(match, 0, clock.at_ms, stamp_ms=T0 + 5, text="fall").code == "TIME_LEFT"


@pytest.mark.parametrize("text", ["claim 0-1", "claim 1-0", "resign", "press"])
def test_the_other_side_waits_while_a_press_in_time_may_be_on_its_way(clock, match, text):
    at(clock, DEADLINE + 5_000)
    assert press(match, 1, clock.at_ms, text=text).code == "flag_pending"

    clock.pass_ms(5_000)

    assert press(match, 0, clock.at_ms, DEADLINE - 2_000).ok
    assert last(match)[0].outcome is None


def test_an_arbiter_may_rule_in_the_grace_and_takes_nothing_from_the_device(clock, match, django_user_model):
    arbiter = django_user_model.objects.create(username="arne")
    at(clock, DEADLINE + 10_000)

    ack = services.match_rule(match_id=match.pk, text="add-time 0 120000", by_user=arbiter, reason="broken device")

    assert ack.ok
    assert last(match)[0].outcome is None
    assert last(match)[0].clock.deadline_ms == DEADLINE + 120_000


def test_a_batch_comes_in_its_order_and_every_press_is_dated_by_the_device(clock, match):
    at(clock, T0 + 50_000)

    for seat, ms in ((0, 5_000), (1, 9_000), (0, 30_000), (1, 31_000)):
        assert press(match, seat, T0 + 50_000, T0 + ms).ok

    table, _ = last(match)
    assert table.state.moves == (2, 2)
    assert [table.clock.left_ms(seat, T0 + 50_000) for seat in (0, 1)] == [60_000 - 5_000 - 21_000 - 19_000, 55_000]
    assert findings(match.pk) == []


def test_a_batch_that_crosses_a_deadline_ends_there(clock, match):
    at(clock, T0 + 100_000)

    acks = [press(match, seat, clock.at_ms, T0 + ms) for seat, ms in ((0, 5_000), (1, 65_000), (0, 70_000))]

    table, _ = last(match)
    assert [ack.code for ack in acks] == ["", "match_over", "match_over"]
    assert (table.outcome.winner, table.ended_at_ms) == (0, T0 + 65_000)


def test_stamps_after_the_end_are_refused(clock, match):
    at(clock, T0 + 1_000)
    assert press(match, 0, clock.at_ms, text="resign").ok
    before = len(lines(match))

    assert press(match, 1, clock.at_ms, T0 + 500).code == "match_over"
    assert len(lines(match)) == before


def test_other_games_take_no_stamp(clock):
    match = live_match()
    clock.pass_ms(1_000)
    seat = load(match.pk).table.game.to_act(load(match.pk).table.state).seats[0]

    ack = press(match, seat, clock.at_ms, clock.at_ms - 500, text="flip a2")

    assert (ack.ok, ack.code) == (False, "no_stamps")
    assert "receives" in ack.message_in("en")
    assert Match.objects.get(pk=match.pk).version == 0


def test_no_credit_for_the_network_is_given_beside_stamps(match):
    assert not load(match.pk).table.clock.budgets
    assert load(match.pk).grace_ms == GRACE_MS


def test_a_flag_about_which_an_arbiter_decides_is_shown_after_the_grace(clock):
    match = board_match(options={"flag": "arbiter"})
    at(clock, DEADLINE + GRACE_MS + 250)

    assert services.match_settle(match_id=match.pk) is True

    table, event = last(match)
    assert (table.status, table.state.fallen, event.at_ms) == ("live", 0, DEADLINE)
    assert press(match, 0, clock.at_ms, text="fall").code == "NOT_YOUR_TURN"


@given(
    stamp=st.integers(-200_000, 400_000), heard=st.none() | st.integers(-10_000, 200_000), late=st.integers(0, 200_000)
)
def test_nothing_that_a_device_says_leaves_the_bounds(stamp, heard, late):
    row = ROW
    received = T0 + late

    counts = believed_ms(row, Stamp(T0 + stamp, None if heard is None else T0 + heard), received)

    assert row.changed_at_ms <= counts <= received
    assert heard is None or counts >= min(received, T0 + heard)
    if received >= DEADLINE + GRACE_MS:
        assert counts == received


@given(stamps=st.lists(st.integers(-1_000, 130_000), min_size=1, max_size=8), data=st.data())
def test_whatever_is_said_the_charged_time_is_the_time_between_the_lines(stamps, data):
    row, received = ROW, T0
    for number, stamp in enumerate(stamps):
        received += data.draw(st.integers(0, 20_000))
        intent = Intent(number % 2, "press", received, f"c{number}", stamp=Stamp(T0 + stamp))
        decided = decide(row, intent, decided_ms=received)
        if not isinstance(decided, Plan):
            break
        row = decided.after
        if row.status == "over":
            break
    left = [row.table.clock.left_ms(seat, row.changed_at_ms) for seat in (0, 1)]
    assert 120_000 - sum(left) == row.changed_at_ms - T0
    assert row.changed_at_ms <= max(received, T0 + 60_000)


def _row():
    """Return the row of a match that has just begun, without a database."""
    step = start_now(GAMES[BOARD], OPTIONS, 2, control_from_json(MINUTE), at_ms=T0, chance=Seeded(1))
    nothing = Row("board", BOARD, -1, 0, "00" * 32, "", None, T0, step.table, Seeded(1))
    return transition(nothing, step.table, step.lines, decided_ms=T0).after


OPTIONS = complete_options(GAMES[BOARD], {})
ROW = _row()
