"""Deny by default: nothing reaches the queue that keeps time unless it was let in by name."""

import pytest
from celery.worker import WorkController

from flagfall import queues
from flagfall.celery import Courtesy, app
from matches.bootsteps import Enforcement

app.loader.import_default_modules()
OURS = sorted(name for name in app.tasks if not name.startswith("celery."))


def routed(name):
    return app.amqp.router.route({}, name)["queue"].name


def test_only_what_is_named_reaches_the_clock():
    assert {name for name in app.tasks if routed(name) == "clock"} == queues.CLOCK_TASKS
    assert set(OURS) >= queues.CLOCK_TASKS


@pytest.mark.parametrize("name", OURS)
def test_every_task_has_a_queue_and_its_options(name):
    queue = routed(name)

    assert queue == queues.queue_of(name)
    task = app.tasks[name]
    assert {option: getattr(task, option) for option in queues.OPTIONS[queue]} == queues.OPTIONS[queue]
    assert task.ignore_result


@pytest.mark.parametrize(
    "name", ["celery.backend_cleanup", "nobody.knows.it", "clock.nobody_knows", "clock", "livery.x"]
)
def test_what_nobody_knows_is_slow_work(name):
    assert routed(name) == "work"


def test_the_name_of_a_task_says_where_it_goes():
    assert [name for name in OURS if name.partition(".")[0] != routed(name)] == []


def test_no_scheduled_message_outlives_the_next():
    for entry in app.conf.beat_schedule.values():
        assert routed(entry["task"]) == "work"
        assert entry["options"]["expires"] <= 3600


def test_a_message_says_when_it_was_sent(monkeypatch):
    seen = {}
    with app.connection_for_write(url="memory://") as connection, app.amqp.Producer(connection) as producer:
        monkeypatch.setattr(producer, "publish", lambda *args, headers, **about: seen.update(headers))
        app.send_task("work.tend_tables", producer=producer, ignore_result=True)

    assert seen[queues.SENT_MS] > 1_700_000_000_000


@pytest.mark.parametrize(
    ("taken", "keeps_time", "steps_behind"),
    [
        ({"clock"}, True, False),
        ({"work"}, False, True),
        ({"live"}, False, False),
        ({"clock", "live", "work"}, True, False),
    ],
)
def test_a_worker_is_what_its_queues_make_it(monkeypatch, taken, keeps_time, steps_behind):
    worker = WorkController.__new__(WorkController)
    worker.app = app
    monkeypatch.setattr(type(app.amqp.queues), "consume_from", dict.fromkeys(taken))

    assert Enforcement.include_if(None, worker) is keeps_time
    assert Courtesy.include_if(None, worker) is steps_behind
