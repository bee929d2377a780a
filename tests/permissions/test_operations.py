"""Every operation of the API on tournaments and matches, by every role: allowed or refused as the table says."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

import pytest
from django.urls import reverse

import matches.api.urls
import tournaments.api.urls
from flagfall.api import throttles
from tests.e2e import addresses
from tests.permissions.operations import OPERATIONS, VALUES, WITHOUT_ROWS
from tests.permissions.world import World, a_world, asked_by, filled, taken_back, wrong_answers

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
VIEWS = {str(one.name): one.callback for one in (*tournaments.api.urls.urlpatterns, *matches.api.urls.urlpatterns)}
PARAMETERS = addresses.parameters()


@pytest.fixture(scope="module")
def world(module_rows):
    return a_world()


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def path_of(name: str, method: str, world: World) -> str:
    values = {**world.values, **filled(VALUES.get((name, method), {}), world.values)}
    return reverse(name, kwargs={key: values[key] for key in PARAMETERS[name]})


def ask(who: Any, method: str, path: str, sent: Any) -> Any:
    named: dict[str, Any] = {"HTTP_IF_MATCH": "*"}
    if method != "GET":
        named |= {"data": sent or {}, "content_type": "application/json"}
    with taken_back():
        answer = getattr(asked_by(who), method.lower())(path, **named)
        if answer.streaming:
            answer.getvalue()
        return answer


def methods_of(name: str) -> set[str]:
    """Return the methods that an address has operations for."""
    view: Any = VIEWS[name]
    return {method for method in METHODS if hasattr(getattr(view.view_class, method.lower(), None), "operation")}


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_every_operation_has_a_row(name):
    assert set(OPERATIONS.get(name, {})) == (set() if name in WITHOUT_ROWS else methods_of(name))


def test_no_row_is_without_an_operation():
    assert {*OPERATIONS, *WITHOUT_ROWS} == set(VIEWS)


@pytest.fixture
def unhurried(monkeypatch):
    """Let one address ask as often as all people together do here."""
    monkeypatch.setattr(throttles, "CHANGES_PER_ADDRESS", 10**6)
    monkeypatch.setattr(throttles, "PER_ADDRESS", 10**6)


@pytest.mark.django_db
@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_operation_lets_in_whom_the_table_lets_in(name, world):
    wrong = []
    for method, need in OPERATIONS[name].items():
        path = path_of(name, method, world)
        sent = filled(need.sent, world.values)
        wrong += wrong_answers(method, need, world.people, partial(ask, method=method, path=path, sent=sent))
    assert not wrong
