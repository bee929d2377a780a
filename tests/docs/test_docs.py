"""The docs name what there is: settings, games, formats, clocks, commands, and no file that is not there."""

import re

import pytest
from django.core.management import get_commands

from flagfall.queues import QUEUES
from gameengine.clock.registry import KINDS
from gameengine.games.registry import GAMES
from tests.live import ROOT
from tournaments.formats.registry import FORMATS

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SETTINGS = sorted(set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "flagfall/settings/environment.py").read_text())))
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def read(name):
    return (ROOT / name).read_text()


def named(page):
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_documented(name):
    assert re.search(rf"^\| `{name}` \|", read("docs/reference/settings.md"), re.MULTILINE)


def test_no_documented_setting_is_unknown():
    documented = set(re.findall(r"^\| `(\w+)` \|", read("docs/reference/settings.md"), re.MULTILINE))

    assert documented == set(SETTINGS)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_page(key):
    assert (ROOT / f"docs/games/{key}.md").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_every_time_control_is_documented(kind):
    assert f"`{kind}`" in read("docs/reference/clocks.md")


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_is_documented(key):
    assert f"`{key}`" in read("docs/reference/formats.md")


@pytest.mark.parametrize("queue", QUEUES)
def test_every_queue_is_explained(queue):
    assert f"-Q {queue} " in read("docs/architecture.md")
    assert f"-Q {queue} " in read("docs/deploy.md")


def test_every_decision_is_listed():
    pages = {page.name for page in (ROOT / "docs/decisions").glob("*.md")} - {"README.md"}

    assert set(re.findall(r"\]\((\w+\.md)\)", read("docs/decisions/README.md"))) == pages


def test_every_package_of_the_run_set_is_explained():
    lines = read("requirements/run.in").splitlines()
    packages = {re.match(r"[\w-]+", line)[0].lower() for line in lines if line and not line.startswith("#")}
    explained = read("docs/decisions/dependencies.md").lower()

    assert {package for package in packages if package.removesuffix("-sidecar") not in explained} == set()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_between_pages_lead_somewhere(page):
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", page.read_text())

    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_chores_that_a_page_names_exist(page):
    assert set(re.findall(r"`make ([a-z]+)", page.read_text())) <= TARGETS


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_that_a_page_names_exist(page):
    assert set(re.findall(r"manage\.py ([a-z_]+)", page.read_text())) <= {*get_commands(), "runs"}


def test_modules_that_the_architecture_names_exist():
    paths = set(re.findall(r"`((?:matches|tournaments|flagfall|gameengine)/[\w/.]+)`", read("docs/architecture.md")))

    assert {path for path in paths if not (ROOT / path).exists()} == set()
