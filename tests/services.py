"""Private servers for a test run: PostgreSQL and Redis, each in a folder of its own, ended by process id.

A server that cannot be started is an error of the run, never a reason to skip.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import psycopg
import redis

READY_WITHIN_S: Final = 30.0
PDEATHSIG: Final = ("setpriv", "--pdeathsig", "TERM")


class ServerMissingError(RuntimeError):
    """A program that the tests need is not installed, or did not come up; the text says which."""


def free_port() -> int:
    """Return a loopback TCP port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find_program(name: str, *folders: str) -> str:
    """Return the path of a program, looked up on the path and then in the folders given (globs, newest first)."""
    found = shutil.which(name)
    if found:
        return found
    for pattern in folders:
        for folder in sorted(Path("/").glob(pattern.lstrip("/")), reverse=True):
            if (folder / name).exists():
                return str(folder / name)
    raise ServerMissingError(f"{name} is not installed; `make test` brings what the tests need")


def wait_until(ready: Callable[[], bool], what: str, *, within_s: float = READY_WITHIN_S) -> None:
    """Poll until `ready` says so; raise `ServerMissingError` naming `what` when the time is up."""
    deadline = time.monotonic() + within_s
    while not ready():
        if time.monotonic() > deadline:
            raise ServerMissingError(f"{what} was not ready within {within_s:.0f} s")
        time.sleep(0.02)


@dataclass
class Process:
    """One child process with its output in a file; ends with the test run even when that is killed."""

    name: str
    command: Sequence[str]
    folder: Path
    env: Mapping[str, str] | None = None
    child: subprocess.Popen[bytes] | None = None
    starts: int = 0

    @property
    def log(self) -> Path:
        """Everything that the process printed, over all its starts."""
        return self.folder / f"{self.name}.log"

    @property
    def pid(self) -> int:
        """Return the process id; the process must have been started."""
        assert self.child is not None, f"{self.name} was never started"
        return self.child.pid

    def alive(self) -> bool:
        """Tell whether the process runs."""
        return self.child is not None and self.child.poll() is None

    def start(self) -> None:
        """Start the process, again if it ended."""
        assert not self.alive(), f"{self.name} runs already"
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(
                [*PDEATHSIG, *self.command],
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=self.env,
                start_new_session=True,
            )
        self.starts += 1

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()

    def stop(self, *, within_s: float = 15.0) -> int:
        """Ask the process to end, insist when the time is up, and return its exit code."""
        if self.child is None:
            return 0
        if self.child.poll() is None:
            self.child.terminate()
        try:
            return self.child.wait(timeout=within_s)
        except subprocess.TimeoutExpired:
            self.kill()
            return -9

    def tail(self, lines: int = 30) -> str:
        """Return the last lines of the output."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])


def _owner() -> tuple[list[str], int, int]:
    """Return the prefix that drops root's rights, with the user and group to own the data (PostgreSQL refuses root)."""
    if os.geteuid() != 0:
        return [], os.geteuid(), os.getegid()
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = known.get("postgres") or known["nobody"]
    prefix = ["setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]
    return prefix, entry.pw_uid, entry.pw_gid


@dataclass
class PostgreSQL:
    """A private PostgreSQL on a Unix socket in its own folder; it listens on no network address.

    `fsync` is on as in real use: what the tests prove about durability must hold.
    """

    folder: Path
    fsync: bool = True
    process: Process = field(init=False)

    def __post_init__(self) -> None:
        prefix, uid, gid = _owner()
        self._prefix, self._data = prefix, self.folder / "data"
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chown(self.folder, uid, gid)
        postgres = find_program("postgres", "/usr/lib/postgresql/*/bin")
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "on" if self.fsync else "off",
            "max_connections": "200",
            "shared_buffers": "128MB",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.process = Process("postgres", [*prefix, postgres, "-D", str(self._data), *options], self.folder)

    def url(self, database: str) -> str:
        """Return the address of a database on this server, for Django and for psycopg."""
        return f"postgres://flagfall@/{database}?host={self.folder}"

    def start(self) -> None:
        """Make the data folder and start the server; returns when it answers."""
        initdb = find_program("initdb", "/usr/lib/postgresql/*/bin")
        made = subprocess.run(
            [*self._prefix, initdb, "-D", str(self._data), "-U", "flagfall", "-A", "trust", "-E", "UTF8", "--locale=C"],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
        )
        if made.returncode:
            raise ServerMissingError(f"initdb failed: {made.stderr}")
        self.resume()

    def resume(self) -> None:
        """Start the server with the data that it had; returns when it answers."""
        self.process.start()
        wait_until(self._answers, "PostgreSQL")

    def crash(self) -> None:
        """End the server and everything in flight at once, without a checkpoint."""
        assert self.process.child is not None, "the server was never started"
        # SIGQUIT is its immediate shutdown: killing the parent alone would leave its children to a chance.
        self.process.child.send_signal(3)
        self.process.child.wait()

    def _answers(self) -> bool:
        if not self.process.alive():
            raise ServerMissingError(f"PostgreSQL ended: {self.process.tail()}")
        try:
            self.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def execute(self, statement: str, *, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run one statement outside any transaction and return its rows."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def create_database(self, name: str, *, template: str = "template0") -> str:
        """Create a database, as a copy of `template`, and return its address."""
        self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url(name)

    def stop(self) -> None:
        """End the server; its folder is of no use afterwards."""
        if self.process.child is not None and self.process.alive():
            # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
            self.process.child.send_signal(2)
        self.process.stop()


@dataclass
class Redis:
    """A private Redis on a free loopback port that keeps nothing on disk."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: Process = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [find_program("redis-server"), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no", "--dir", str(self.folder), "--databases", "64"]
        self.process = Process("redis", command, self.folder)

    def url(self, number: int = 0) -> str:
        """Return the address of one of its numbered databases."""
        return f"redis://127.0.0.1:{self.port}/{number}"

    def start(self) -> None:
        """Start the server, also after `kill`; returns when it answers."""
        self.process.start()
        wait_until(self._answers, "Redis")

    def _answers(self) -> bool:
        if not self.process.alive():
            raise ServerMissingError(f"Redis ended: {self.process.tail()}")
        try:
            with contextlib.closing(redis.Redis.from_url(self.url())) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def stop(self) -> None:
        """End the server."""
        self.process.stop()


@contextlib.contextmanager
def scratch_folder(prefix: str = "flagfall-test-") -> Iterator[Path]:
    """Give a new folder that other users may enter (PostgreSQL runs as one); it is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def servers(folder: Path, *, fsync: bool = True) -> Iterator[tuple[PostgreSQL, Redis]]:
    """Run a private PostgreSQL and Redis below `folder` until the block ends."""
    with contextlib.ExitStack() as stack:
        database = PostgreSQL(folder / "postgres", fsync=fsync)
        stack.callback(database.stop)
        database.start()
        broker = Redis(folder / "redis")
        stack.callback(broker.stop)
        broker.start()
        yield database, broker
