"""The only place where the environment is read; one name per setting, documented in docs/reference/settings.md."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

import environ

ROOT = Path(__file__).resolve().parent.parent.parent

env = environ.Env()

DATA_DIR: Path = Path(env.str("FLAGFALL_DATA_DIR", default=str(ROOT / "var")))
DEBUG: bool = env.bool("FLAGFALL_DEBUG", default=False)
DATABASE_URL: str = env.str("DATABASE_URL", default="")
REDIS_URL: str = env.str("REDIS_URL", default="")
EMAIL_URL: str = env.str("EMAIL_URL", default="consolemail://")
HOSTS: list[str] = env.list("FLAGFALL_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
ORIGINS: list[str] = env.list("FLAGFALL_ORIGINS", default=[])
HTTPS: bool = env.bool("FLAGFALL_HTTPS", default=False)
MAIL_FROM: str = env.str("FLAGFALL_MAIL_FROM", default="Flagfall <flagfall@localhost>")
COLLECTED_STATIC: bool = env.bool("FLAGFALL_COLLECTED_STATIC", default=False)
STATIC_ROOT: Path = Path(env.str("FLAGFALL_STATIC_ROOT", default=str(DATA_DIR / "static")))
METRICS_TOKEN: str = env.str("FLAGFALL_METRICS_TOKEN", default="")
SOCKET_MESSAGES: int = env.int("FLAGFALL_SOCKET_MESSAGES", default=20)
TABLE_IDLE_MINUTES: int = env.int("FLAGFALL_TABLE_IDLE_MINUTES", default=30)
TABLE_NO_SHOW_MINUTES: int = env.int("FLAGFALL_TABLE_NO_SHOW_MINUTES", default=3)
DRAIN_SECONDS: float = env.float("FLAGFALL_DRAIN_SECONDS", default=20.0)
LOG_LEVEL: str = env.str("FLAGFALL_LOG_LEVEL", default="INFO")
LOG_JSON: bool = env.bool("FLAGFALL_LOG_JSON", default=False)


def secret_key() -> str:
    """Return the secret of this installation; made on the first start and kept in the data folder."""
    given: str = env.str("FLAGFALL_SECRET_KEY", default="")
    return given or _kept_secret(DATA_DIR / "secret_key")


def _kept_secret(file: Path) -> str:
    """Return the secret in `file`, made if there is none. Processes that start at once agree on one."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"secret_key.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(48))
        # A link appears whole or not at all, and only the first one counts.
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text().strip()
