"""The log: one form for all, context where it is known, no secret of a link."""

import io
import json
import logging
import logging.config

import pytest
import structlog

from flagfall.accounts import services
from flagfall.logging import logging_settings


@pytest.fixture
def lines():
    """Give what is logged as JSON while a test runs, and put the old handlers back afterwards."""
    output = io.StringIO()
    formatter = logging_settings(level="INFO", json=True)["formatters"]["line"]
    kept = dict(formatter)
    handler = logging.StreamHandler(output)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=kept["foreign_pre_chain"], processors=kept["processors"])
    )
    root = logging.getLogger()
    root.addHandler(handler)
    yield lambda: [json.loads(line) for line in output.getvalue().splitlines()]
    root.removeHandler(handler)


def test_a_line_of_any_library_has_context_and_is_json(lines):
    with structlog.contextvars.bound_contextvars(request_id="r1", match="m1"):
        logging.getLogger("some.library").warning("slow %s", "disk", extra={"spent_ms": 3})

    line = lines()[-1]
    assert (line["event"], line["level"], line["logger"]) == ("slow disk", "warning", "some.library")
    assert (line["request_id"], line["match"], line["spent_ms"]) == ("r1", "m1", 3)


def test_an_error_brings_its_trace(lines):
    try:
        raise ValueError("why")
    except ValueError:
        structlog.stdlib.get_logger("flagfall.test").exception("failed")

    assert "ValueError: why" in lines()[-1]["exception"]


@pytest.mark.django_db
def test_the_secret_of_a_link_is_not_logged(client, lines):
    services.operator_get_or_create()
    client.get("/accounts/enter/1/a-secret/")

    logged = json.dumps(lines())
    assert "a-secret" not in logged
    assert "accounts/enter/<str:number>/<str:token>/" in logged


@pytest.mark.django_db
def test_a_request_is_named_in_its_answer_and_carries_the_headers(client):
    answer = client.get("/health/")

    assert len(answer.headers["X-Request-Id"]) == 12
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
