"""The service as it really runs: in one process, and in several that can be killed."""

import json
import urllib.request

import pytest

from tests.live import embedded_service
from tests.services import wait_until


def health(service):
    with urllib.request.urlopen(service.url + "/health/", timeout=5) as answer:
        return json.load(answer)


def becomes_well(service):
    """Wait until a service is well: it answers a moment before it keeps time, and says so."""
    wait_until(lambda: health(service)["state"] == "good", "a service that is well")


def test_one_process_serves_ends_when_told_and_can_be_started_again(live_folder):
    with embedded_service(live_folder / "ends", "--no-demo") as service:
        becomes_well(service)
        assert "/accounts/enter/1/" in service.log("up")
        port = service.ports[0]
        said = service.manage("up", "--no-demo", "--port", str(port), check=False)
        assert said.startswith(f"CommandError: Nothing can listen on 127.0.0.1:{port}")
        assert f"make run ARGS='--port {port + 1}'" in said

        assert service.processes["up"].stop() == 0
        assert service.log("up").rstrip().endswith("Flagfall has ended.")
        service.restart("up")
        becomes_well(service)


@pytest.mark.pg
@pytest.mark.redis
class TestSeveralProcesses:
    def test_every_process_runs_and_the_service_is_well(self, live_service):
        assert all(process.alive() for process in live_service.processes.values())
        becomes_well(live_service)
        assert live_service.query("SELECT count(*) FROM django_migrations")[0][0] > 0

    def test_a_killed_web_process_comes_back(self, live_service):
        live_service.kill("web")
        assert not live_service.processes["web"].alive()

        live_service.restart("web")
        becomes_well(live_service)

    def test_without_redis_the_service_asks_for_attention(self, live_service):
        live_service.kill("redis")
        assert health(live_service)["readings"]["broker"]["state"] == "warn"

        live_service.restart("redis")
        assert health(live_service)["readings"]["broker"]["state"] == "good"

    @pytest.mark.parametrize("name", ["clock", "live", "work", "beat"])
    def test_workers_end_when_told(self, live_service, name):
        assert live_service.processes[name].stop() == 0
        live_service.restart(name)
