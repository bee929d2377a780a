"""The schema says what the views do: it validates, and generated requests get answers that it knows."""

import io

import orjson
import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from flagfall.accounts.models import Scope
from flagfall.accounts.services import token_create
from flagfall.api import throttles
from flagfall.api.schema import document
from matches.decks import Owner
from matches.services.decks import deck_create
from tests.builders import a_user, begin, match_of, staffed, started
from tests.matches.tabling import a_table
from tournaments.permissions import Role
from tournaments.urgency import call_key

EXAMPLES = 3
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
OPERATIONS = [
    (method, path, about) for path, item in orjson.loads(document())["paths"].items() for method, about in item.items()
]
TAGS = sorted({about["tags"][0] for _method, _path, about in OPERATIONS})


def named(operation):
    return f"{operation[0]} {operation[1]}"


def test_the_schema_validates_without_a_warning(db):
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=io.StringIO(), stderr=io.StringIO())


@pytest.mark.parametrize("operation", OPERATIONS, ids=named)
def test_every_operation_documents_what_can_go_wrong(operation):
    method, path, about = operation
    refusals = {400, 401, 429}
    if method != "get":
        refusals |= {403, 409, 413, 415}
    if "{" in path:
        refusals.add(404)
    if any(parameter["name"] == "If-Match" for parameter in about.get("parameters", [])):
        refusals |= {412, 428}

    assert {str(status) for status in refusals} <= set(about["responses"])
    for status, response in about["responses"].items():
        assert status.startswith("2") or "application/problem+json" in response["content"], status
    assert about["summary"]
    assert about["description"]


def test_operations_have_names_of_their_own_and_every_change_is_an_edit_or_an_act():
    names = [about["operationId"] for _method, _path, about in OPERATIONS]
    edits = {path for method, path, _about in OPERATIONS if method == "patch"}

    assert len(set(names)) == len(names)
    assert all(
        any(parameter["name"] == "If-Match" and parameter["required"] for parameter in about["parameters"])
        for method, path, about in OPERATIONS
        if path in edits and method == "patch"
    )


@pytest.fixture(scope="module")
def one_connection():
    """Keep the tests' transactions open: a server closes connections between requests."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def scene(db, one_connection, monkeypatch):
    """Return the ids of a running tournament, and a token of somebody who may do everything in it."""
    monkeypatch.setattr(throttles, "PER_TOKEN", 10**6)
    tournament, user = started(4), a_user()
    for role in (Role.ORGANIZER, Role.CHIEF_ARBITER):
        staffed(tournament, role, user)
    match = match_of(tournament, "R1-1")
    begin(match)
    pairing = match.pairing_match.pairing
    call = match.calls.create(seat=0, reason="rules", opened_at_ms=1)
    token, secret = token_create(user=user, name="t", scopes=list(Scope))
    ids = {
        "slug": tournament.slug,
        "key": "flagged",
        "ref": "flagged-default-1",
        "deck_id": deck_create(
            owner=Owner(user_id=user.pk), game="flagged", name="Mine", deck={"hero": "mage", "cards": {}}
        ).pk,
        "match_id": match.pk,
        "stage_id": pairing.stage_id,
        "round_id": pairing.round_id,
        "pairing_id": pairing.pk,
        "entry_id": pairing.entry_0_id,
        "call_id": call.pk,
        "item": call_key(call.pk),
        "dispute_id": tournament.disputes.create(
            match=match, pairing=pairing, about="clock", reason="time", by_name="A", opened_at_ms=1
        ).pk,
        "pending_id": tournament.pending_rulings.create(pairing=pairing, act="undo", reason="r", at_ms=1).pk,
        "token_id": token.pk,
        "table_id": a_table().pk,
        "seat": 0,
        **_conduct(pairing),
    }
    return ids, {"Authorization": f"Bearer {secret}"}


def _conduct(pairing):
    """Return the ids of what is asked for and decided beside the pairings."""
    stage, entry = pairing.stage, pairing.entry_0
    return {
        "job_id": stage.jobs.create(round_number=1, asked_at_ms=1).pk,
        "bye_id": stage.byes.create(entry=entry, round_number=1, kind="half", asked_at_ms=1).pk,
        "apart_id": stage.kept_apart.create(reason="r", made_at_ms=1).pk,
        "pending_id": pairing.pending_rulings.create(
            tournament=stage.tournament, act="correction", reason="r", at_ms=1
        ).pk,
        "penalty_id": stage.penalties.create(entry=entry, round_number=1, tenths=5, reason="r", at_ms=1).pk,
    }


@pytest.fixture(scope="module")
def operations(module_rows, one_connection):
    """Return what can be asked, as the service's own answer describes it."""
    api = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
    return [found.ok() for found in api.get_all_operations()]


@pytest.mark.parametrize("tag", TAGS)
def test_generated_requests_get_answers_that_the_schema_knows(tag, scene, operations):
    ids, headers = scene
    tagged = [operation for operation in operations if tag in operation.tags]
    assert tagged

    for operation in tagged:
        _ask(operation.as_strategy(generation_mode=GenerationMode.POSITIVE), ids, headers)
        # What has neither body nor query words cannot be asked wrongly.
        if operation.body or operation.query:
            _ask(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE), ids, headers)


def _ask(strategy, ids, headers):
    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def ask(case):
        case.path_parameters = {name: ids[name] for name in case.path_parameters or {}}
        with transaction.atomic():
            response = case.call(headers=headers)
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    ask()
