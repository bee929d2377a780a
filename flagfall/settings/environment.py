"""The only place where the environment is read; one name per setting, documented in docs/reference/settings.md."""

from __future__ import annotations

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
LOG_LEVEL: str = env.str("FLAGFALL_LOG_LEVEL", default="INFO")
LOG_JSON: bool = env.bool("FLAGFALL_LOG_JSON", default=False)


def secret_key() -> str:
    """Return the secret of this installation; made on the first start and kept in the data folder, readable by its owner only."""
    given: str = env.str("FLAGFALL_SECRET_KEY", default="")
    if given:
        return given
    file = DATA_DIR / "secret_key"
    if not file.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(48))
    return file.read_text().strip()
