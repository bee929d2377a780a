"""The page about the API: its example works as it is written."""

import json
import re

import pytest

from flagfall.api import throttles
from flagfall.api.parsing import LARGEST
from matches.api.idempotency import KEPT_S
from tests.api.asking import with_token
from tests.builders import a_user
from tests.live import ROOT

PAGE = (ROOT / "docs/reference/api.md").read_text()
EXAMPLE = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)[1]


def steps():
    """Return (method, address, body, status, part of the answer) for each request of the example."""
    lines = EXAMPLE.strip().splitlines()
    for sent, got in zip(lines[::2], lines[1::2], strict=True):
        _mark, method, address, *body = sent.split(" ", 3)
        status, part = got.removeprefix("< ").split(" ", 1)
        yield method, address, json.loads(body[0]) if body else None, int(status), json.loads(part)


def compare(said, answer, names):
    """Check that an answer has everything that the page says, and remember what has a name."""
    if isinstance(said, dict):
        for key, value in said.items():
            compare(value, answer[key], names)
    elif isinstance(said, list):
        for one, other in zip(said, answer, strict=True):
            compare(one, other, names)
    elif isinstance(said, str) and said.startswith("as "):
        names[said.removeprefix("as ")] = answer
    else:
        assert said == answer


@pytest.mark.django_db
def test_the_example_works():
    asker, names = with_token(a_user("Ada")), {}

    for method, template, body, status, said in steps():
        address = template.format(**names)
        answer = asker.get(address) if method == "GET" else asker.send(method.lower(), address, body)
        assert answer.status_code == status, (address, answer.content)
        compare(said, answer.json(), names)


def test_the_numbers_of_the_page_are_those_of_the_code():
    assert f"{throttles.PER_TOKEN} times" in PAGE
    assert throttles.PER_PERSON == throttles.PER_TOKEN
    assert f"{throttles.PER_ADDRESS:,} times" in PAGE
    assert f"{throttles.CHANGES_PER_ADDRESS} times" in PAGE
    assert f"{LARGEST // 1024} KiB" in PAGE
    assert f"within {KEPT_S // 3600} hours" in PAGE
