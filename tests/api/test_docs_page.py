"""The page of the API: readable without a script, tried with one, nothing from elsewhere."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.live import ROOT


def test_the_page_names_every_operation_without_a_script(db):
    client = Client()
    page = client.get(reverse("api-docs")).content.decode()
    paths = client.get(reverse("api-schema")).json()["paths"]

    assert paths
    assert all(f"<code>{path}</code>" in page for path in paths)


def test_the_page_loads_nothing_from_elsewhere_and_has_no_inline_script(db):
    answer = Client().get(reverse("api-docs"))
    page = answer.content.decode()
    sources = re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', page)

    assert sources
    assert all(source.startswith("/static/") for source in sources)
    assert re.findall(r"<script(?![^>]*src=)[^>]*>", page) == []
    assert "style=" not in page
    assert "'unsafe" not in answer.headers["Content-Security-Policy"]


@pytest.mark.browser
def test_an_operation_can_be_tried(up_service, new_page):
    page = new_page()
    page.goto(up_service.url + "/api/v1/docs/")

    page.get_by_text("List the games").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()

    page.get_by_text('"key": "junqi"').first.wait_for()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(up_service, new_page, scheme):
    from axe_playwright_python.sync_playwright import Axe

    page = new_page(scheme=scheme)
    page.goto(up_service.url + "/api/v1/docs/")
    page.locator(".opblock").first.wait_for()

    found = Axe().run(page)

    assert found.violations_count == 0, found.generate_report()


def test_the_reference_is_linked_from_the_changelog():
    assert "docs/reference/api.md" in (ROOT / "CHANGELOG.md").read_text()
