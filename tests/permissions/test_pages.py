"""Every address of tournaments and matches, to look and to act, by every role: allowed or refused as the table says."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, reverse

import matches.urls
import tournaments.urls
from tests.e2e import addresses
from tests.permissions.pages import ACTS, LOOKS, VALUES, WITHOUT_ROWS
from tests.permissions.world import World, a_world, asked_by, filled, taken_back, wrong_answers


@pytest.fixture(scope="module")
def world(module_rows):
    return a_world()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Ask for decisions alone: what pages would show is not drawn."""
    monkeypatch.setattr("django.template.backends.django.Template.render", lambda *_args, **_kwargs: "")
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for entry in patterns:
        if isinstance(entry, URLResolver):
            yield from names(entry.url_patterns)
        else:
            yield entry.name or ""


ADDRESSES = [*names(tournaments.urls.urlpatterns), *names(matches.urls.urlpatterns)]
PARAMETERS = addresses.parameters()


def path_of(name: str, world: World) -> str:
    values = {**world.values, **VALUES.get(name, {})}
    values["token"] = world.links.get(name, "")
    return reverse(name, kwargs={key: values[key] for key in PARAMETERS[name]})


def ask(who: Any, method: str, path: str, sent: Any) -> Any:
    with taken_back():
        answer = getattr(asked_by(who), method)(path, sent or {})
        if answer.streaming:
            answer.getvalue()
        return answer


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name in ADDRESSES if name not in WITHOUT_ROWS])
def test_every_address_lets_in_whom_the_table_lets_in(name, world):
    path, wrong = path_of(name, world), []
    for method, needs in (("get", LOOKS), ("post", ACTS)):
        if name not in needs:
            assert ask(world.people[0], method, path, None).status_code == 405, f"{method} needs a row"
            continue
        need = needs[name]
        sent = filled(need.sent, world.values)
        wrong += wrong_answers(method, need, world.people, partial(ask, method=method, path=path, sent=sent))
    assert not wrong


def test_no_row_is_without_an_address():
    assert {*LOOKS, *ACTS, *WITHOUT_ROWS} - set(ADDRESSES) == set()
    assert set(WITHOUT_ROWS).isdisjoint({*LOOKS, *ACTS})
