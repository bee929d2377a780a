"""A machine that lacks something is told so in one sentence with the remedy, and nothing is left half made."""

import shutil
import stat
import subprocess

import pytest

from tests.live import ROOT

FAKE = """#!/bin/sh
case "$*" in
*version_info*) exit {old} ;;
*ensurepip*) exit {bare} ;;
*"-m venv"*) mkdir -p .venv/bin; exit 1 ;;
esac
"""


@pytest.fixture
def clone(tmp_path):
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


def python(clone, *, old=0, bare=0):
    program = clone / "python"
    program.write_text(FAKE.format(old=old, bare=bare))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def told(clone, program):
    done = subprocess.run(["make", "run", f"PYTHON={program}"], cwd=clone, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    return [line for line in done.stderr.splitlines() if not line.startswith("make")]


@pytest.mark.parametrize(
    ("lack", "words"),
    [
        pytest.param({"old": 1}, "Python 3.11 or newer", id="old Python"),
        pytest.param({"bare": 1}, "apt-get install python3-venv", id="no venv"),
        pytest.param({}, "apt-get install python3-venv", id="venv that fails"),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(clone, lack, words):
    lines = told(clone, python(clone, **lack))

    assert len(lines) == 1
    assert words in lines[0]
    assert not (clone / ".venv").exists()


def test_no_python_at_all_is_said_too(clone):
    assert "Python 3.11 or newer" in told(clone, clone / "nothing")[0]


def test_packages_that_may_not_be_installed_are_named(tmp_path):
    (tmp_path / "sh").symlink_to("/bin/sh")
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    script = (
        (ROOT / "tests/packages.sh").read_text().replace("need redis-server redis-server", "need some-server nowhere")
    )
    done = subprocess.run(
        ["sh", "-c", script], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert "some-server" in done.stderr
    assert "sudo apt-get install" in done.stderr
