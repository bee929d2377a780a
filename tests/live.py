"""The real service as processes, for journeys and fault tests: each process can be killed and started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.services import PostgreSQL, Process, Redis, free_port, wait_until

ROOT: Final = Path(__file__).resolve().parent.parent
PYTHON: Final = sys.executable
TEMPLATE: Final = "live_template"
SQLITE: Final = "flagfall.sqlite3"
WORKERS: Final = {"live": ("threads", 4), "work": ("prefork", 2)}
READY: Final = {"clock": " keeps time."}
"""What a process says when it is of use, if that is not what a worker says."""


def service_environment(folder: Path, **extra: str) -> dict[str, str]:
    """Return the environment of a service with its data in `folder`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FLAGFALL_", "PYTEST_"))}
    kept.pop("DATABASE_URL", None)
    kept.pop("REDIS_URL", None)
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "flagfall.settings",
        "PYTHONUNBUFFERED": "1",
        "FLAGFALL_DATA_DIR": str(folder),
        "FLAGFALL_SECRET_KEY": "only-for-tests-" * 4,
        **extra,
    }


@dataclass
class LiveService:
    """A running service. `url` is the address of its first web process, `urls` of all of them."""

    folder: Path
    env: dict[str, str]
    ports: list[int]
    database: PostgreSQL | None = None
    redis: Redis | None = None
    processes: dict[str, Process] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Return the address of the first web process, without a slash at its end."""
        return self.urls[0]

    @property
    def urls(self) -> list[str]:
        """Return the addresses of all web processes."""
        return [f"http://127.0.0.1:{port}" for port in self.ports]

    @property
    def socket_url(self) -> str:
        """Return the address for WebSockets of the first web process."""
        return f"ws://127.0.0.1:{self.ports[0]}"

    def add(self, name: str, *command: str) -> Process:
        """Register a process by name without starting it."""
        self.processes[name] = Process(name, [PYTHON, *command], self.folder, {**self.env, "PYTHONPATH": str(ROOT)})
        return self.processes[name]

    def start(self, *names: str) -> None:
        """Start the processes named, or all; returns when every web process among them answers."""
        for name in names or self.processes:
            self.processes[name].start()
        for name in names or self.processes:
            self.wait_ready(name)

    def kill(self, name: str) -> None:
        """End a process at once (`kill -9`); "redis" and "postgres" are among them."""
        if name == "postgres":
            assert self.database is not None
            self.database.crash()
            return
        self._process(name).kill()

    def restart(self, name: str) -> None:
        """Start a process again that was killed or stopped."""
        if name == "redis":
            assert self.redis is not None
            self.redis.start()
        elif name == "postgres":
            assert self.database is not None
            self.database.resume()
        else:
            self.start(name)

    def stop(self) -> None:
        """End every process, politely and then for good."""
        for process in reversed(self.processes.values()):
            if process.child is not None and process.alive():
                process.child.terminate()
        for process in reversed(self.processes.values()):
            process.stop(within_s=10)

    def _process(self, name: str) -> Process:
        if name == "redis":
            assert self.redis is not None
            return self.redis.process
        return self.processes[name]

    def wait_ready(self, name: str) -> None:
        """Wait until a process is of use: a web process answers, a worker says that it is ready."""
        process = self.processes[name]
        port = int(process.env["FLAGFALL_TEST_PORT"]) if process.env and "FLAGFALL_TEST_PORT" in process.env else None

        def ready() -> bool:
            assert process.alive(), f"{name} ended:\n{process.tail()}"
            if port is not None:
                return _answers(f"http://127.0.0.1:{port}/health/")
            said = process.log.read_text(errors="replace").count(READY.get(name, " ready."))
            return name == "beat" or said >= process.starts

        wait_until(ready, f"{name}: {process.tail()}", within_s=60)

    def log(self, name: str) -> str:
        """Return everything that a process printed."""
        return self._process(name).log.read_text(errors="replace")

    def manage(self, *arguments: str, check: bool = True) -> str:
        """Run a command of `manage.py` in the service's environment and return what it printed.

        With `check=False` the command may fail, and its error is returned as well.
        """
        done = subprocess.run(
            [PYTHON, str(ROOT / "manage.py"), *arguments],
            env=self.env,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert not check or done.returncode == 0, f"{arguments}: {done.stdout}\n{done.stderr}"
        return done.stdout if check else done.stdout + done.stderr

    def python(self, code: str) -> str:
        """Run Python code with Django set up in the service's environment and return what it printed."""
        return self.manage("shell", "--no-imports", "-c", code)

    def query(self, statement: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement on the service's PostgreSQL database and return its rows."""
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), parameters)
            return cursor.fetchall() if cursor.description else []


def _answers(url: str) -> bool:
    """Tell whether a web process answers at all, whatever it says."""
    try:
        with urllib.request.urlopen(url, timeout=2):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def _add_web(service: LiveService, number: int, port: int) -> None:
    process = service.add(
        f"web{number}" if number else "web",
        *("-m", "uvicorn", "flagfall.asgi:application", "--host", "127.0.0.1", "--port", str(port)),
        *("--no-access-log", "--ws-per-message-deflate", "false", "--timeout-graceful-shutdown", "3"),
    )
    process.env = {**(process.env or {}), "FLAGFALL_TEST_PORT": str(port)}


def add_worker(service: LiveService, queue: str, pool: str, count: int, *, name: str = "") -> Process:
    """Register a worker for a queue."""
    return service.add(
        name or queue,
        *("-m", "celery", "-A", "flagfall", "worker", "-Q", queue, "-n", f"{name or queue}@%h", "-P", pool),
        *("-c", str(count), "--loglevel", "INFO", "--without-gossip", "--without-mingle"),
    )


def _add_workers(service: LiveService) -> None:
    service.add("clock", str(ROOT / "manage.py"), "clockd")
    for queue, (pool, count) in WORKERS.items():
        add_worker(service, queue, pool, count)
    schedule = str(service.folder / "beat-schedule")
    service.add("beat", "-m", "celery", "-A", "flagfall", "beat", "--loglevel", "INFO", "-s", schedule)


def make_template(database: PostgreSQL, folder: Path) -> None:
    """Create the migrated database that every live service starts from as a copy; it appears when it is complete."""
    draft = f"{TEMPLATE}_draft"
    service = LiveService(folder, service_environment(folder, DATABASE_URL=database.create_database(draft)), [])
    service.manage("migrate", "--verbosity", "0")
    database.execute(f'ALTER DATABASE "{draft}" RENAME TO "{TEMPLATE}"')


def make_migrated_file(folder: Path) -> Path:
    """Create a migrated SQLite database in a new folder and return its path; it appears when it is complete."""
    draft = folder.with_suffix(".draft")
    draft.mkdir()
    LiveService(draft, service_environment(draft), []).manage("migrate", "--verbosity", "0")
    draft.rename(folder)
    return folder / SQLITE


@contextlib.contextmanager
def full_service(
    database: PostgreSQL, folder: Path, *, name: str, template: str, webs: int = 1, **extra: str
) -> Iterator[LiveService]:
    """Run web, clock, live, work and beat on a fresh database and a Redis of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    broker = Redis(folder / "redis")
    broker.start()
    url = database.create_database(name, template=template)
    env = service_environment(folder, DATABASE_URL=url, REDIS_URL=broker.url(), **extra)
    service = LiveService(folder, env, [free_port() for _ in range(webs)], database, broker)
    for number, port in enumerate(service.ports):
        _add_web(service, number, port)
    _add_workers(service)
    try:
        service.start()
        yield service
    finally:
        service.stop()
        broker.stop()


@contextlib.contextmanager
def embedded_service(folder: Path, *options: str, database: Path | None = None, **extra: str) -> Iterator[LiveService]:
    """Run `manage.py up` on SQLite: the one process that `make run` starts; on a copy of `database` if there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    if database is not None:
        shutil.copy(database, folder / SQLITE)
    service = LiveService(folder, service_environment(folder, **extra), [free_port()])
    process = service.add("up", str(ROOT / "manage.py"), "up", "--port", str(service.ports[0]), *options)
    process.env = {**(process.env or {}), "FLAGFALL_TEST_PORT": str(service.ports[0])}
    try:
        service.start()
        yield service
    finally:
        service.stop()
