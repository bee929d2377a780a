import threading

import pytest
from kombu.exceptions import OperationalError

from matches.timers import Sender


@pytest.fixture
def sender():
    sender = Sender()
    yield sender
    sender.stop()


def test_calls_are_made_in_order_before_the_end(sender):
    made = []
    assert all(sender.put(lambda number=number: made.append(number)) for number in range(50))
    sender.stop()
    assert made == list(range(50))


def test_nobody_waits_for_a_broker_that_is_away(sender):
    asked, failed = [], threading.Event()

    def fail():
        asked.append(1)
        failed.set()
        raise OperationalError

    sender.put(fail)
    failed.wait(5)
    while not sender.resting:
        pass
    assert not sender.put(fail)
    assert asked == [1]


def test_a_task_that_cannot_be_sent_stops_no_other(sender, caplog):
    made = []
    sender.put(lambda: 1 / 0)
    sender.put(lambda: made.append(1))
    sender.stop()
    assert made == [1]
