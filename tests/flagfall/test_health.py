"""The health page, the metrics, and what they read."""

import json
import time

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.db.models import F
from django.urls import reverse

from flagfall.health import readings
from flagfall.queues import SENT_MS
from matches import gauges, outages
from matches.enforcement import keepers
from matches.models import Heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def timekeeper():
    outages.beat("tests")
    keepers.beat(keepers.name_of("clock"))


@pytest.fixture
def gauge(monkeypatch):
    monkeypatch.setattr(gauges, "_gauges", {})
    return gauges.register


def test_a_machine_gets_json(client, gauge):
    gauge("writer_queue_age_ms", lambda: 3.0)
    gauge("sockets", lambda: 2)
    answer = client.get(reverse("health"))

    assert answer.status_code == 200
    assert answer.json()["state"] == "good"
    assert answer.json()["readings"]["sockets"]["value"] == 2
    assert set(answer.json()["readings"]) == {
        *("database", "broker", "heartbeat", "timekeepers", "clock_lag", "overdue", "writer_queue_age", "sockets")
    }


def test_a_queue_that_waits_asks_for_attention_but_is_not_unfit(client, gauge):
    gauge("writer_queue_age_ms", lambda: 250.0)
    answer = client.get(reverse("health"))

    assert (answer.status_code, answer.json()["state"]) == (200, "warn")


@pytest.mark.parametrize(("silent_ms", "state"), [(1_000, "good"), (9_000, "warn"), (20_000, "bad")])
def test_a_silent_timekeeper_is_noticed(silent_ms, state):
    Heartbeat.objects.update(beat_ms=F("beat_ms") - silent_ms)

    assert readings.timekeepers()[0].state == state


def test_an_operator_can_ask_from_a_shell(capsys):
    call_command("healthy")
    assert "database" in capsys.readouterr().out

    call_command("healthy", keeps_time=True)
    Heartbeat.objects.update(beat_ms=0)
    with pytest.raises(CommandError, match="heartbeat"):
        call_command("healthy")


def test_a_host_that_should_keep_time_and_does_not_is_unfit(capsys):
    Heartbeat.objects.exclude(name="service").delete()
    keepers.beat("clock/elsewhere/7")
    call_command("healthy")

    with pytest.raises(CommandError, match="no process of this host keeps time"):
        call_command("healthy", keeps_time=True)
    assert "clock/elsewhere/7" in capsys.readouterr().out


def test_a_web_process_that_stands_in_asks_for_a_worker(client, admin_client):
    Heartbeat.objects.exclude(name="service").delete()
    keepers.beat("stand-in/host/9")
    seen = readings.timekeepers()[1]

    assert (seen.value, seen.state, seen.who) == (0, "warn", ("stand-in/host/9",))
    assert "a web process stands in" in str(seen.note)
    assert "manage.py clockd" in client.get(reverse("health"), headers={"accept": "text/html"}).text
    assert "stand-in/host/9" not in client.get(reverse("health"), headers={"accept": "text/html"}).text
    assert "stand-in/host/9" in admin_client.get(reverse("health"), headers={"accept": "text/html"}).text


class Broker:
    """What the readings ask of a broker."""

    def __init__(self, *messages):
        self.messages = messages

    def pipeline(self, transaction):
        return self

    def llen(self, name):
        return self

    def lindex(self, name, index):
        assert index == -1
        return self

    def execute(self):
        return len(self.messages), self.messages[-1] if self.messages else None


def message(age_ms):
    return json.dumps({"headers": {SENT_MS: round(time.time() * 1000) - age_ms}, "body": ""}).encode()


def test_a_queue_without_a_worker_is_noticed_by_its_oldest_message():
    fine, slow = readings.queue("live", Broker()), readings.queue("live", Broker(message(5), message(30_000)))

    assert (fine.value, fine.state) == (0, "good")
    assert 30_000 <= slow.value < 40_000
    assert slow.state == "warn"
    assert "2 waiting" in str(slow.note)


def test_a_message_that_does_not_say_when_it_was_sent_is_no_fault():
    assert readings.queue("work", Broker(b'{"headers": {}, "body": ""}')).state == "good"


def test_a_person_gets_a_page(client):
    answer = client.get(reverse("health"), headers={"accept": "text/html", "accept-language": "de"})

    assert answer.headers["Content-Type"].startswith("text/html")


def test_a_database_that_does_not_answer_is_unfit(client, monkeypatch):
    def silent():
        raise DatabaseError

    monkeypatch.setattr(readings, "_ask_database", silent)
    answer = client.get(reverse("health"))

    assert answer.status_code == 503
    assert answer.json()["readings"]["database"] == {"state": "bad", "value": None, "unit": "ms"}


def test_metrics_are_for_this_machine_alone(client, gauge):
    gauge("sockets", lambda: 2)
    near = client.get(reverse("metrics"))
    far = client.get(reverse("metrics"), REMOTE_ADDR="192.0.2.7")

    assert b"flagfall_healthy 1.0" in near.content
    assert b"flagfall_sockets 2.0" in near.content
    assert far.status_code == 403


def test_metrics_with_a_token_need_the_token(client, settings):
    settings.METRICS_TOKEN = "abc"

    assert client.get(reverse("metrics")).status_code == 403
    assert client.get(reverse("metrics"), headers={"authorization": "Bearer abc"}).status_code == 200
