"""Every page: nothing for axe to find, nothing beyond the window's edge, one heading, a title, a way past the head.

The list of pages is compared with the map of addresses, so that a new page cannot be left out.
"""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.e2e import addresses
from tests.e2e.faults import SEEN, Looks, axe, overflow
from tests.e2e.pages import ACTS, API_PAGE, FOR_PROGRAMS, GROUPS, pages
from tests.e2e.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDE, NARROW = 1280, (390, 360)
ASIDE = {
    # Taken away before axe looks: what others have drawn on a page of ours.
    API_PAGE: "#swagger",
    # Dozens of pictures, all like the three of the steps, which are looked at on their own page.
    "game-rules": ".picture",
}
# A function: a bare expression would be evaluated anew at each look, which the pages' own policy forbids.
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
FACTS = """() => ({
  language: document.documentElement.lang,
  title: document.title.trim(),
  headings: document.querySelectorAll('h1').length,
  skip: document.querySelector('body a')?.getAttribute('href'),
  main: document.querySelectorAll('main#main').length,
  ids: [...document.querySelectorAll('[id]')].map(one => one.id).filter((id, at, all) => all.indexOf(id) !== at),
})"""

UNTOUCHED = """html => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.querySelectorAll('[hidden], script, style, template').forEach(one => one.remove());
  const text = which => page.querySelector(which)?.textContent.trim() ?? '';
  return {
    heading: text('h1'),
    words: text('main').split(/\\s+/).length,
    boards: page.querySelectorAll('#board svg').length,
    clock: text('#clock-0'),
  };
}"""
FEW_WORDS = 4


@pytest.fixture(scope="module")
def shown(embedded, exhibition):
    """Return all pages, and the address of the service that has them."""
    service, _stage = embedded
    return service.url, pages(exhibition)


@pytest.fixture(scope="module")
def looks():
    """Return how text looked on the pages so far."""
    return Looks()


class Visitors:
    """One window for each way to come in: a session, a link, or none."""

    def __init__(self, open_window, url, **options):
        self._open, self._url, self._options, self._known = open_window, url, options, {}

    def of(self, page):
        """Return the window of somebody who sees this page."""
        key = page.session or page.link
        if key not in self._known:
            who = {"session": page.session, "link": page.link}
            self._known[key] = Person(self._open, self._url, **who, **self._options)
        return self._known[key]


def test_what_was_chosen_outlives_a_refresh(shown, new_page):
    url, known = shown
    found = next(page for page in known["staff"] if page.title == "console-rounds.open")
    organizer = Visitors(new_page, url).of(found)
    page = organizer.page
    page.goto(url + found.path)
    organizer.wait_for_frame("hello")
    page.get_by_label("by rating").check()

    with page.expect_response(lambda answer: found.path in answer.url):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('refresh-console'))")
    page.wait_for_function(SETTLED)

    assert page.get_by_label("by rating").is_checked()


def test_every_address_is_a_page_here_or_known_to_be_none(shown):
    _url, known = shown
    looked_at = {page.name for group in known.values() for page in group}
    everything = {name for name in addresses.names() if not name.startswith("api-") or name == API_PAGE}

    assert everything - looked_at - ACTS - FOR_PROGRAMS == set()
    assert looked_at & ACTS == set()


def test_what_is_called_an_act_shows_nothing(new_page, embedded):
    service, _stage = embedded
    needed = {parameter for name in ACTS for parameter in addresses.parameters()[name]}
    values = dict.fromkeys(needed, "x") | {"number": 1}
    page = new_page()

    for name in sorted(ACTS):
        path = addresses.path(name, values)
        answer = page.request.get(service.url + path, max_redirects=0)
        assert answer.status in (302, 404, 405), name
        assert answer.status == 405 or "<main" not in answer.text() or answer.status == 404, name


@pytest.mark.parametrize("rules", [None, SEEN], ids=["all", "seen"])
def test_text_that_is_too_faint_would_be_found(new_page, rules):
    page = new_page()
    page.set_content('<html lang="en"><title>T</title><main><h1 style="color: #aaa">Faint</h1></main>')

    assert axe(page, rules=rules) == ["color-contrast: h1"]


@pytest.mark.parametrize("group", GROUPS)
def test_axe_finds_nothing_and_nothing_overflows_on_any_page(new_page, shown, looks, group):
    url, known = shown
    visitors = Visitors(new_page, url)
    faults = []

    for page in known[group]:
        window = visitors.of(page).page
        window.set_viewport_size({"width": WIDE, "height": 800})
        window.emulate_media(color_scheme="light")
        answer = window.goto(url + page.path)
        faults += [f"{page.title}: {fault}" for fault in _structure(page, window, answer)]
        faults += [f"{page.title} without a script: {fault}" for fault in _unread(page, window, answer)]
        for width in (*NARROW, WIDE):
            window.set_viewport_size({"width": width, "height": 800})
            faults += [f"{page.title} {width}: {fault}" for fault in overflow(window)]
        if page.name in ASIDE:
            window.evaluate("which => document.querySelectorAll(which).forEach(one => one.remove())", ASIDE[page.name])
        faults += [f"{page.title} light: {fault}" for fault in axe(window, contrast=looks.are_new(window))]
        window.emulate_media(color_scheme="dark")
        window.set_viewport_size({"width": NARROW[-1], "height": 800})
        faults += [f"{page.title} dark: {fault}" for fault in axe(window, rules=SEEN, contrast=looks.are_new(window))]

    assert faults == []


def _structure(page, window, answer):
    if answer.status != page.status:
        yield f"status {answer.status}"
    facts = window.evaluate(FACTS)
    if facts["headings"] != 1 or facts["main"] != 1 or not facts["title"] or facts["language"] != "en":
        yield f"structure {facts}"
    if facts["skip"] != "#main" and "screen" not in page.name:
        yield f"no way past the head: {facts['skip']}"
    if facts["ids"]:
        yield f"ids that stand twice: {facts['ids'][:5]}"


def _unread(page, window, answer):
    """Name what cannot be read in the answer as it came, before any script has touched it."""
    facts = window.evaluate(UNTOUCHED, answer.text())
    if not facts["heading"] or facts["words"] < FEW_WORDS:
        yield f"says too little: {facts}"
    if page.name == "match" and page.status == 200 and (facts["boards"] != 1 or not facts["clock"]):
        yield f"no board or no clock: {facts}"


@pytest.mark.parametrize("group", GROUPS)
def test_the_first_pages_of_every_group_are_the_same_in_a_window_without_a_script(new_page, shown, group):
    url, known = shown
    visitors = Visitors(new_page, url, java_script_enabled=False)

    for page in known[group][:2]:
        window = visitors.of(page).page
        window.goto(url + page.path)
        assert window.locator("h1").inner_text(), page.title
        assert len(window.locator("main").inner_text().split()) >= FEW_WORDS, page.title


def test_a_player_without_a_script_can_move(new_page, embedded):
    service, stage = embedded
    made = stage.knockout(players=["Ulf", "Vera"], control={"kind": "absolute", "base_ms": 300_000})
    match_id = made["matches"]["R1-1"]
    stage.begin(match_id=match_id)
    truth = stage.truth(match_id=match_id)
    link = made["links"][truth["names"][truth["to_act"][0]]]
    player = Person(new_page, service.url, link=link, java_script_enabled=False)

    page = player.open(reverse("match", args=[match_id]))
    page.get_by_label("Your move").select_option(index=3)
    page.get_by_role("button", name="Play").click()

    assert page.locator("#ply-1").count() == 1
    assert stage.truth(match_id=match_id)["ply"] == 1
