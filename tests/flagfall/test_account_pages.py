"""The account pages and the operator's page in a browser: by keyboard, in both languages, at both widths."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = pytest.mark.browser

OPEN = ["/accounts/log-in/", "/accounts/sign-up/", "/accounts/guest/", "/accounts/recover/", "/health/", "/nowhere/"]
OWN = ["/accounts/", "/accounts/password/", "/accounts/tokens/"]
LOOKS = [
    pytest.param({"width": 390, "scheme": "dark", "language": "de"}, id="phone, dark, German"),
    pytest.param({"width": 1280, "scheme": "light", "language": "en"}, id="desk, light, English"),
]


def enter_link(service):
    return re.search(r"http://\S+/accounts/enter/\S+", service.log("up"))[0]


def faults(page):
    found = Axe().run(page).response["violations"]
    return [(page.url, fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found]


def overflows(page):
    return page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_stands_in_anybodys_way(up_service, new_page, look):
    page = new_page(**look)
    for path in OPEN:
        page.goto(up_service.url + path)
        assert faults(page) == []
        assert not overflows(page), path

    page.goto(enter_link(up_service))
    assert faults(page) == []
    page.click("main button")
    for path in OWN:
        page.goto(up_service.url + path)
        assert faults(page) == []
        assert not overflows(page), path


def test_the_printed_link_lets_the_organizer_in(up_service, new_page):
    page = new_page(language="de")
    page.goto(enter_link(up_service))
    page.get_by_role("button", name="Weiter als Organizer").click()

    assert page.locator(".masthead__tool--account").inner_text() == "Organizer"


def test_a_guest_starts_by_keyboard_and_keeps_the_account(up_service, new_page):
    page = new_page()
    page.goto(up_service.url + "/accounts/guest/?next=/accounts/")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Grace")
    page.keyboard.press("Enter")
    page.wait_for_url("**/accounts/")
    page.get_by_role("link", name="Keep this account").click()
    page.get_by_label("Username").fill("grace")
    page.locator("#id_password1").fill("a-clock-with-a-flag-7")
    page.locator("#id_password2").fill("a-clock-with-a-flag-7")
    page.get_by_role("button", name="Keep account").click()
    page.goto(up_service.url + "/accounts/")

    assert "Grace" in page.inner_text("h1")
    assert page.get_by_role("link", name="Keep this account").count() == 0


def test_a_token_is_shown_once(up_service, new_page):
    page = new_page()
    page.goto(enter_link(up_service))
    page.click("main button")
    page.goto(up_service.url + "/accounts/tokens/")
    page.get_by_label("Name").fill("my bot")
    page.get_by_role("button", name="Make a token").click()
    secret = page.locator("#secret").input_value()
    page.goto(up_service.url + "/accounts/tokens/")

    assert secret.startswith("ff_")
    assert secret not in page.content()
    page.get_by_role("button", name="Revoke my bot").click()
    assert page.get_by_text("The token no longer opens anything.").is_visible()


def test_the_language_of_the_page_can_be_changed_without_a_script(up_service, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(up_service.url + "/accounts/log-in/")
    page.get_by_role("button", name="Deutsch").click()

    assert page.locator("html").get_attribute("lang") == "de"
    assert page.inner_text("h1") == "Anmelden"
