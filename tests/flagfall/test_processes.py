"""The service as it really runs: in one process, and in several that can be killed."""

import json
import os
import urllib.request
from pathlib import Path

import pytest

from tests.live import embedded_service

FIRST_PAGE_WITHIN_S = 5.0


def worked_s(pid):
    """Return the processor time of a process: unlike the time that passes, it does not depend on what else runs."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def health(service):
    with urllib.request.urlopen(service.url + "/health/", timeout=5) as answer:
        return json.load(answer)


def test_one_process_serves_and_ends_when_told(live_folder):
    with embedded_service(live_folder / "ends", "--no-demo") as service:
        assert health(service)["state"] == "good"
        assert "/accounts/enter/1/" in service.log("up")

        assert service.processes["up"].stop() == 0
        assert service.log("up").rstrip().endswith("Flagfall has ended.")


def test_the_second_start_shows_a_page_soon(live_folder):
    folder = live_folder / "again"
    with embedded_service(folder, "--no-demo"):
        pass
    with embedded_service(folder, "--no-demo") as service:
        assert worked_s(service.processes["up"].pid) < FIRST_PAGE_WITHIN_S


def test_a_port_that_is_taken_is_said_in_one_sentence(up_service):
    port = up_service.ports[0]
    said = up_service.manage("up", "--no-demo", "--port", str(port), check=False)

    assert said.startswith(f"CommandError: Nothing can listen on 127.0.0.1:{port}")
    assert f"make run ARGS='--port {port + 1}'" in said


@pytest.mark.pg
@pytest.mark.redis
class TestSeveralProcesses:
    def test_every_process_runs_and_the_service_is_well(self, live_service):
        assert all(process.alive() for process in live_service.processes.values())
        assert health(live_service)["state"] == "good"
        assert live_service.query("SELECT count(*) FROM django_migrations")[0][0] > 0

    def test_a_killed_web_process_comes_back(self, live_service):
        live_service.kill("web")
        assert not live_service.processes["web"].alive()

        live_service.restart("web")
        assert health(live_service)["state"] == "good"

    def test_without_redis_the_service_asks_for_attention(self, live_service):
        live_service.kill("redis")
        assert health(live_service)["readings"]["broker"]["state"] == "warn"

        live_service.restart("redis")
        assert health(live_service)["readings"]["broker"]["state"] == "good"

    @pytest.mark.parametrize("name", ["clock", "live", "work", "beat"])
    def test_workers_end_when_told(self, live_service, name):
        assert live_service.processes[name].stop() == 0
        live_service.restart(name)
