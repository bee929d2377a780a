"""Pages that only answer a form, or a person who came another way: axe finds nothing on them either."""

from __future__ import annotations

import pytest

from tests.e2e.exhibition import LONG_NAME
from tests.e2e.faults import axe, overflow
from tests.e2e.people import Person

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shown(embedded, exhibition):
    service, _stage = embedded
    return service.url, exhibition


def press(page, name):
    page.locator("main").get_by_role("button", name=name, exact=True).first.click()


def enters(person, shown):
    page = person.open(f"/t/{shown['open']['slug']}/enter/")
    page.get_by_label("Name", exact=True).fill("Sven")
    press(page, "Enter")
    page.get_by_text("Sven has entered").wait_for()


def enters_a_name_that_is_taken(person, shown):
    page = person.open(f"/t/{shown['open']['slug']}/enter/")
    page.get_by_label("Name", exact=True).fill("Quin")
    press(page, "Enter")
    page.locator(".errors").wait_for()


def asks_for_a_link(person, _shown):
    page = person.open("/accounts/recover/")
    page.get_by_label("E-mail").fill("nobody@example.org")
    press(page, "Send the link")
    page.get_by_text("nobody@example.org").wait_for()


def logs_in_wrongly(person, _shown):
    page = person.open("/accounts/log-in/")
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    press(page, "Log in")
    page.locator(".errors").wait_for()


def practises(person, _shown):
    page = person.open("/practice/junqi/")
    page.get_by_label("beginner").check()
    press(page, "Begin")
    page.wait_for_selector("[data-state=live]")


def asks_to_drop_the_practice(person, _shown):
    practises(person, _shown)
    person.page.goto(f"{person.page.url}drop/")
    person.page.get_by_role("heading", level=1).wait_for()


def gives_up_the_practice(person, _shown):
    practises(person, _shown)
    person.page.get_by_role("link", name="Resign").click()
    person.page.locator("dialog[open]").get_by_role("button", name="Resign").click()
    person.page.wait_for_selector("#notice.notice--result")
    person.page.get_by_role("button", name="Play again").wait_for()


def opens_the_resign_dialog(person, _shown):
    practises(person, _shown)
    person.page.get_by_role("link", name="Resign").click()
    person.page.wait_for_selector("dialog[open]")


VISITORS = (
    enters,
    enters_a_name_that_is_taken,
    asks_for_a_link,
    logs_in_wrongly,
    practises,
    asks_to_drop_the_practice,
    opens_the_resign_dialog,
    gives_up_the_practice,
)


def makes_a_token(person, _shown):
    page = person.open("/accounts/tokens/")
    page.get_by_label("Name", exact=True).fill("Reader")
    press(page, "Make a token")
    page.get_by_role("status").first.wait_for()


def adds_an_entry(person, shown):
    page = person.open(f"/t/{shown['open']['slug']}/manage/entries/")
    page.get_by_label("Name", exact=True).fill("Tara")
    press(page, "Add")
    page.get_by_text("Tara has entered").wait_for()


def hands_out_links(person, shown):
    page = person.open(f"/t/{shown['open']['slug']}/manage/entries/links/")
    # Not Quin's: other tests come in by that link, and a new one ends it.
    page.get_by_label(LONG_NAME).check()
    press(page, "Make new links")
    page.locator(".slip").first.wait_for()


def makes_a_screen(person, shown):
    page = person.open(f"/t/{shown['open']['slug']}/manage/screens/")
    page.get_by_label("Name", exact=True).last.fill("Foyer")
    press(page, "Make a link")
    page.locator("#secret-screen").wait_for()


def invites(person, shown):
    page = person.open(f"/t/{shown['open']['slug']}/manage/staff/")
    press(page, "Make a link")
    page.locator("#secret-invitation").wait_for()


def makes_a_tournament_without_a_name(person, _shown):
    page = person.open("/new/junqi/")
    page.get_by_label("Short form").first.fill("whenever")
    page.get_by_label("Name", exact=True).fill("Cup")
    press(page, "Make the tournament")
    page.locator(".errors").wait_for()


def weighs_a_correction(person, shown):
    page = person.open(f"/t/{shown['over']['slug']}/manage/boards/{shown['over']['pairing_id']}/")
    page.locator("input[name=outcome]").first.check()
    page.get_by_label("Reason").first.fill("Seen again")
    press(page, "Show what this changes")
    page.get_by_text("No later board changes.").wait_for()


def rules_without_a_reason(person, shown):
    page = person.open(f"/m/{shown['states']['live']}/")
    form = page.locator("details.ruling", has_text="Pause").first
    form.locator("summary").click()
    page.eval_on_selector_all("[required]", "all => all.forEach(one => one.removeAttribute('required'))")
    form.get_by_role("button").click()
    page.locator(".errors").wait_for()


ORGANIZERS = (
    makes_a_token,
    adds_an_entry,
    hands_out_links,
    makes_a_screen,
    invites,
    makes_a_tournament_without_a_name,
    weighs_a_correction,
    rules_without_a_reason,
)


@pytest.mark.parametrize("act", [*VISITORS, *ORGANIZERS], ids=lambda act: act.__name__)
def test_axe_finds_nothing_on_the_answer(new_page, shown, act):
    url, about = shown
    person = Person(new_page, url, session=about["organizer"] if act in ORGANIZERS else "")

    act(person, about)

    assert axe(person.page) == []
    person.page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(person.page) == []
