"""The two stacks of the test run, and the fixtures that stand on them.

`--stack=embedded` (the default) is SQLite and everything in one process; `--stack=full` is a private PostgreSQL and
Redis, started once per run before Django's settings are read. Tests marked `pg`, `redis` or `browser` run on the full
stack alone.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django
import hypothesis
import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils import translation

from tests import live
from tests.services import PostgreSQL, ServerMissingError, scratch_folder, servers

# A deadline per example judges the machine, not the code; continuous integration must not fail by chance.
hypothesis.settings.register_profile(
    "flagfall",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
hypothesis.settings.load_profile("flagfall")

FULL_ONLY = ("pg", "redis", "browser")
_run = contextlib.ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--stack", choices=("embedded", "full"), default="embedded", help="what the service stands on")
    parser.addoption("--no-fsync", action="store_true", help="PostgreSQL without fsync: faster, proves no durability")


def pytest_configure(config: pytest.Config) -> None:
    if "FLAGFALL_TEST_FOLDER" not in os.environ:
        _start_run(config)
    # Thousands of small tests leave little to collect; looking for it at Python's usual pace costs a tenth of the time.
    gc.set_threshold(50_000, 20, 50)
    _separate_workers(os.environ.get("PYTEST_XDIST_WORKER", "gw0"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "flagfall.settings"
    django.setup()
    # The real one takes a quarter of a second per password on purpose.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Nobody asks for the framework's permissions; each test with real transactions would have them made anew.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


def _start_run(config: pytest.Config) -> None:
    """Prepare what all test processes share: the scratch folder and, on the full stack, the servers."""
    for name in [name for name in os.environ if name.startswith("FLAGFALL_")] + ["DATABASE_URL", "REDIS_URL"]:
        os.environ.pop(name, None)
    _compile_catalogues()
    folder = _run.enter_context(scratch_folder())
    os.environ["FLAGFALL_TEST_FOLDER"] = str(folder)
    if config.getoption("--stack") == "full":
        try:
            database, broker = _run.enter_context(servers(folder, fsync=not config.getoption("--no-fsync")))
        except ServerMissingError as error:
            _run.close()
            raise pytest.UsageError(str(error)) from error
        os.environ["DATABASE_URL"] = database.url("flagfall")
        os.environ["FLAGFALL_TEST_REDIS"] = broker.url().removesuffix("/0")


def _compile_catalogues() -> None:
    """Bring the compiled translations up to date, as `make run` does."""
    for source in live.ROOT.glob("locale/*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            with source.open("rb") as texts, target.open("wb") as compiled:
                write_mo(compiled, read_po(texts))


def _separate_workers(worker: str) -> None:
    """Give each test process its own data folder and its own numbered Redis database."""
    data = Path(os.environ["FLAGFALL_TEST_FOLDER"]) / worker
    data.mkdir(exist_ok=True)
    os.environ["FLAGFALL_DATA_DIR"] = str(data)
    if "FLAGFALL_TEST_REDIS" in os.environ:
        number = int(worker.removeprefix("gw"))
        os.environ["REDIS_URL"] = f"{os.environ['FLAGFALL_TEST_REDIS']}/{number}"


def pytest_unconfigure(config: pytest.Config) -> None:
    _run.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # What takes long begins first, so that no process is left alone with it at the end.
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if "kit" not in config.option.markexpr:
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("kit")])
        items[:] = [item for item in items if not item.get_closest_marker("kit")]
    if config.getoption("--stack") == "full":
        # The browser's driver leaves an event loop in the thread, which asynchronous tests cannot share: it comes last.
        items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
        return
    others = [name for name in FULL_ONLY if name not in config.option.markexpr]
    kept = [item for item in items if not any(item.get_closest_marker(name) for name in others)]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out modules in which the markers asked for are not written: each process would import them for nothing."""
    asked = [name for name in FULL_ONLY if name in config.option.markexpr]
    if config.getoption("--stack") != "full" or not asked or collection_path.suffix != ".py":
        return None
    text = collection_path.read_text(encoding="utf-8")
    return None if any(f"mark.{name}" in text for name in asked) else True


def pytest_report_header(config: pytest.Config) -> str:
    return f"stack: {config.getoption('--stack')}"


@pytest.fixture(autouse=True)
def _tables_can_be_emptied(request: pytest.FixtureRequest, _django_db_marker: None) -> Iterator[None]:
    """Lift the triggers that keep logs before a test with real transactions empties its tables on SQLite.

    PostgreSQL empties them without asking its triggers. Afterwards Django announces `post_migrate`, which puts the
    triggers back.
    """
    yield
    from django.db import connection

    marker = request.node.get_closest_marker("django_db")
    real = "transactional_db" in request.fixturenames or (marker is not None and marker.kwargs.get("transaction"))
    if real and connection.vendor == "sqlite":
        from matches import guards as matches_guards
        from tournaments import guards as tournaments_guards

        matches_guards.remove(connection)
        tournaments_guards.remove(connection)


@pytest.fixture(autouse=True)
def _speaks_english_again() -> Iterator[None]:
    """Forget the language that the last request of a test was answered in."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def stack(request: pytest.FixtureRequest) -> str:
    """Name what the service stands on: "embedded" or "full"."""
    return str(request.config.getoption("--stack"))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Take the test database as it was copied, and leave it at the end: it goes with its server or its folder."""
    return True


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Keep rows that fixtures of a module make, until its last test; each test takes back its own changes alone.

    For what is costly to build and the same for many tests. These should read the rows anew: objects remember.
    """
    from django.db import transaction

    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        # Nothing made here is meant for the workers.
        patch.setattr("matches.timers.ask", lambda *_, **__: True)
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def postgres() -> PostgreSQL:
    """Return the run's private PostgreSQL server (it was started before the tests)."""
    return PostgreSQL(Path(os.environ["FLAGFALL_TEST_FOLDER"]) / "postgres")


@pytest.fixture(scope="session")
def live_folder() -> Path:
    """Return the folder for the data of services that tests start as processes."""
    folder = Path(os.environ["FLAGFALL_DATA_DIR"]) / "live"
    folder.mkdir(exist_ok=True)
    return folder


_numbers = itertools.count()


@contextlib.contextmanager
def _one_process_at_a_time() -> Iterator[Path]:
    """Give the folder of the run to one test process, for what all of them share."""
    folder = Path(os.environ["FLAGFALL_TEST_FOLDER"])
    with (folder / "template.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@pytest.fixture(scope="session")
def migrated_file() -> Path:
    """Return the migrated SQLite file that services and tests get copies of; made once per run."""
    with _one_process_at_a_time() as folder:
        made = folder / "migrated" / live.SQLITE
        return made if made.exists() else live.make_migrated_file(made.parent)


@pytest.fixture(scope="session")
def live_template(postgres: PostgreSQL, live_folder: Path) -> str:
    """Return the name of the migrated PostgreSQL database that services and tests get copies of; once per run."""
    with _one_process_at_a_time():
        if not postgres.execute(f"SELECT 1 FROM pg_database WHERE datname = '{live.TEMPLATE}'"):
            live.make_template(postgres, live_folder)
    return live.TEMPLATE


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, stack: str, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Let the test database begin as a copy of the migrated one."""
    test = settings.DATABASES["default"]["TEST"]
    if stack == "full":
        test["TEMPLATE"] = request.getfixturevalue("live_template")
    else:
        shutil.copy(request.getfixturevalue("migrated_file"), test["NAME"])


@pytest.fixture(scope="module")
def start_live_service(
    postgres: PostgreSQL, live_folder: Path, live_template: str
) -> Iterator[Callable[..., live.LiveService]]:
    """Start the real service as processes: `start_live_service(webs=2, FLAGFALL_DEBUG="1")`; ended with the module."""
    with contextlib.ExitStack() as stack:

        def start(*, webs: int = 1, **extra: str) -> live.LiveService:
            name = f"live_{live_folder.parent.name}_{next(_numbers)}"
            service = live.full_service(
                postgres, live_folder / name, name=name, template=live_template, webs=webs, **extra
            )
            return stack.enter_context(service)

        yield start


@pytest.fixture(scope="module")
def live_service(start_live_service: Callable[..., live.LiveService]) -> live.LiveService:
    """Return the real service: one web process, clock, live and work workers, beat; PostgreSQL and Redis."""
    return start_live_service()


@pytest.fixture(scope="session")
def up_service(live_folder: Path, migrated_file: Path) -> Iterator[live.LiveService]:
    """Return the embedded service without demo: `manage.py up`, one process on SQLite."""
    with live.embedded_service(live_folder / "up", "--no-demo", database=migrated_file) as service:
        yield service


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return a headless Chromium that asks nothing of the network."""
    from tests.browsing import chromium

    with chromium() as opened:
        yield opened


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open pages as different people: each call has its own cookies; script and policy errors fail the test."""
    from tests.browsing import Windows

    with Windows(browser) as windows:
        yield windows.open
