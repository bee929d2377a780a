"""The container set-up names only what exists: commands, queues, settings, files."""

import re
import subprocess
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

from flagfall.queues import QUEUES
from tests.live import ROOT

COMPOSE = yaml.safe_load((ROOT / "docker/compose.yml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "flagfall"}
ENTRYPOINT = (ROOT / "docker/entrypoint").read_text()
DOCKERFILE = (ROOT / "docker/Dockerfile").read_text()
ROLES = set(re.findall(r"^(\w+)\)", ENTRYPOINT, re.MULTILINE))
ENVIRONMENT = (ROOT / "flagfall/settings/environment.py").read_text()


def settings_read():
    return set(re.findall(r'env\.\w+\(\s*"(\w+)"', ENVIRONMENT))


def test_every_part_of_the_service_is_there():
    assert set(COMPOSE["services"]) == {"web", "clock", "live", "work", "beat", "migrate", "postgres", "redis"}


@pytest.mark.parametrize("name", OURS)
def test_every_command_exists(name):
    command = OURS[name]["command"][0]

    assert command in ROLES | set(get_commands())


def test_every_queue_has_a_worker():
    assert {"clock", *re.findall(r"worker (\w+) \w+ \d", ENTRYPOINT)} == set(QUEUES)
    assert "clock) exec python manage.py clockd" in ENTRYPOINT
    assert set(QUEUES) <= set(OURS)


@pytest.mark.parametrize("name", OURS)
def test_every_setting_is_one_that_the_service_reads(name):
    # FLAGFALL_PROXIES is read by the entrypoint, which hands it to the web server.
    assert set(OURS[name]["environment"]) <= settings_read() | {"FLAGFALL_PROXIES"}


def test_what_needs_a_server_waits_for_it():
    assert OURS["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"
    for name in {"web", "beat", *QUEUES}:
        assert OURS[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_every_volume_is_declared():
    used = {mount.partition(":")[0] for service in COMPOSE["services"].values() for mount in service.get("volumes", ())}

    assert used == set(COMPOSE["volumes"])


def test_every_copied_path_exists_and_is_let_into_the_build():
    copied = {
        path for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE) for path in line.split()[:-1]
    }
    let_in = {line[1:] for line in Path(ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}

    assert all((ROOT / path).exists() for path in copied)
    assert all(any(path == entry or path.startswith(entry + "/") for entry in let_in) for path in copied)


def test_the_image_runs_as_nobody_special():
    assert re.search(r"^USER [1-9]\d+$", DOCKERFILE, re.MULTILINE)


def test_the_entrypoint_is_a_program_that_the_shell_can_read():
    file = ROOT / "docker/entrypoint"

    assert file.stat().st_mode & 0o111
    assert subprocess.run(["sh", "-n", str(file)], check=False).returncode == 0
