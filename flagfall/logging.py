"""What the service writes to its log, and how: one line per fact, with request, user and match where they are known."""

from __future__ import annotations

from typing import Any, Final

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

QUIET: Final = (
    *("kombu", "amqp", "asyncio", "httpx", "daphne", "django.utils.autoreload", "django.template"),
    *("celery.beat", "celery.app.trace", "celery.worker.strategy"),
)
"""Libraries whose information is of no use to an operator; their warnings are."""


def _tidy(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Drop copies of the message and Django's request object, and hide secrets in paths.

    The path of a private link is as good as a password: the pattern of the address takes its place.
    """
    for twin in ("color_message", "message", "asctime"):
        event.pop(twin, None)
    request = event.pop("request", None)
    match = getattr(request, "resolver_match", None)
    if match is not None:
        event["event"] = str(event["event"]).replace(request.path, f"/{match.route}")
    return event


COMMON: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    _tidy,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def _formatter(*, json: bool) -> dict[str, Any]:
    ends: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if json:
        ends += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        ends.append(structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback))
    return {
        "()": "structlog.stdlib.ProcessorFormatter",
        "foreign_pre_chain": list(COMMON),
        "processors": ends,
    }


def logging_settings(*, level: str, json: bool) -> dict[str, Any]:
    """Return Django's LOGGING: everything to standard error, as lines to read or, with `json`, as one object a line.

    Also sets structlog up, so that its loggers and those of the standard library come out alike.
    """
    structlog.configure(
        processors=[*COMMON, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    passed_on: dict[str, Any] = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": _formatter(json=json)},
        "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["error"], "level": level},
        "loggers": {
            # These bring handlers of their own, which would print every line twice or in another form.
            **dict.fromkeys(("django", "django.server", "uvicorn", "uvicorn.error", "uvicorn.access"), passed_on),
            **{name: {"level": "WARNING"} for name in QUIET},
        },
    }


def match_bind(match_id: str) -> None:
    """Name the match in every further line of this request, socket or task."""
    structlog.contextvars.bind_contextvars(match=match_id)
