"""The service that is played on: one that runs already, or processes of our own for the time of the simulation."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from django.conf import settings

from flagfall.queues import QUEUES

READY_WITHIN_S: Final = 90
_ENDS_WITHIN_S: Final = 15
_SPEED: Final = {"FLAGFALL_SOCKET_MESSAGES": "1000", "FLAGFALL_HTTPS": "0", "PYTHONUNBUFFERED": "1"}
"""Bots say more in five seconds than people do."""
_THREADS: Final[Mapping[str, int]] = {"clock": 4, "live": 4, "work": 2}


class NotReadyError(RuntimeError):
    """A process did not come up; the text says which, and what it said last."""


@dataclass
class _Child:
    """One process of ours; what it prints goes to a file."""

    name: str
    command: Sequence[str]
    log: Path
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(  # noqa: S603 - our own programs
                [sys.executable, *self.command],
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env={**os.environ, **_SPEED},
                cwd=settings.BASE_DIR,
            )

    def wait(self, ready: Callable[[], bool]) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        while not ready():
            ended = self.process is None or self.process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise NotReadyError(f"{self.name} did not come up:\n{self.tail()}")
            time.sleep(0.1)

    def said(self, text: str) -> bool:
        return text in self.log.read_text(errors="replace")

    def tail(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])

    def end(self) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextlib.contextmanager
def own_service(folder: Path) -> Iterator[str]:
    """Run the service until the block ends and give its address.

    With a broker these are web, clock, live, work and beat; else everything in one process. Raises NotReadyError.
    """
    port = _free_port()
    children = _separate(port, folder) if settings.REDIS_URL else [_embedded(port, folder)]
    with contextlib.ExitStack() as stack:
        # The door opens once somebody keeps time, and closes before nobody does.
        *helpers, door = children
        for together in (helpers, [door]):
            for child in together:
                stack.callback(child.end)
                child.start()
            for child in together:
                child.wait(_readiness(child, port))
        yield f"http://127.0.0.1:{port}"


def warnings_of(folder: Path) -> list[str]:
    """Return what our processes had to complain about, each line with the process it is from."""
    return [
        f"{log.stem}: {line.strip()}"
        for log in sorted(folder.glob("*.log"))
        for line in log.read_text(errors="replace").splitlines()
        if any(word in line.lower() for word in ("[error", "[critical", "traceback"))
    ]


def _embedded(port: int, folder: Path) -> _Child:
    return _Child("up", [_manage(), "up", "--no-demo", "--port", str(port)], folder / "up.log")


def _separate(port: int, folder: Path) -> list[_Child]:
    listen = ("--host", "127.0.0.1", "--port", str(port), "--no-access-log", "--timeout-graceful-shutdown", "3")
    web = _Child("web", ["-m", "uvicorn", "flagfall.asgi:application", *listen], folder / "web.log")
    celery = ("-m", "celery", "-A", "flagfall")
    quiet = ("--loglevel", "INFO", "--without-gossip", "--without-mingle")
    workers = [
        _Child(
            queue,
            [*celery, "worker", "-Q", queue, "-n", f"{queue}@%h", "-P", "threads", "-c", str(_THREADS[queue]), *quiet],
            folder / f"{queue}.log",
        )
        for queue in QUEUES
    ]
    beat = _Child("beat", [*celery, "beat", "-s", str(folder / "schedule")], folder / "beat.log")
    return [*workers, beat, web]


def _readiness(child: _Child, port: int) -> Callable[[], bool]:
    """Return what tells that a process is of use."""
    if child.name in {"up", "web"}:
        return lambda: _answers(f"http://127.0.0.1:{port}/health/")
    if child.name in QUEUES:
        return lambda: child.said(" ready.")
    return lambda: True


def _answers(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=2):
            return True
    except urllib.error.HTTPError:
        # Whatever it says about its health, it answers.
        return True
    except OSError:
        return False


def _manage() -> str:
    return str(Path(settings.BASE_DIR) / "manage.py")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
