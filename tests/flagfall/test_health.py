"""The health page, the metrics, and what they read."""

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.db.models import F
from django.urls import reverse

from flagfall.health import readings
from matches import gauges, outages
from matches.models import Heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def timekeeper():
    outages.beat("tests")


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
        *("database", "broker", "heartbeat", "clock_lag", "overdue", "writer_queue_age", "sockets")
    }


def test_a_queue_that_waits_asks_for_attention_but_is_not_unfit(client, gauge):
    gauge("writer_queue_age_ms", lambda: 250.0)
    answer = client.get(reverse("health"))

    assert (answer.status_code, answer.json()["state"]) == (200, "warn")


@pytest.mark.parametrize(("silent_ms", "state"), [(1_000, "good"), (9_000, "warn"), (20_000, "bad")])
def test_a_silent_timekeeper_is_noticed(silent_ms, state):
    Heartbeat.objects.update(beat_ms=F("beat_ms") - silent_ms)

    assert readings.heartbeat().state == state


def test_an_operator_can_ask_from_a_shell(capsys):
    call_command("healthy")
    assert "database" in capsys.readouterr().out

    Heartbeat.objects.update(beat_ms=0)
    with pytest.raises(CommandError, match="heartbeat"):
        call_command("healthy")


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
