"""An organizer's journey in a real browser, with a visitor and a hall screen that follow without a reload."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(up_service):
    return up_service.url


def organize(page, address, name, *entries):
    """Make a tournament as a guest, open it, and enter these players; return its address."""
    page.goto(f"{address}/accounts/guest/?next=/new/junqi/")
    page.get_by_label("Your name").fill("Otto")
    page.get_by_role("main").get_by_role("button").first.click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Make the tournament").click()
    page.get_by_role("button", name="Open the tournament").click()
    page.get_by_text("The tournament is open.").wait_for()
    console = page.url
    for entry in entries:
        page.goto(f"{console}entries/")
        page.get_by_label("Name", exact=True).fill(entry)
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_text(f"{entry} has entered").wait_for()
    return console.removesuffix("manage/")


def order(page):
    """Return the names of the list of seeds in its order."""
    return page.locator("[data-seed-list] .name").all_inner_texts()


def test_seeds_are_moved_by_keyboard_and_by_dragging(new_page, address):
    page = new_page()
    tournament = organize(page, address, "Seed Cup", "Ana", "Ben", "Cleo")
    page.goto(f"{tournament}manage/entries/")

    page.get_by_role("button", name="Move Ana").press("ArrowDown")
    assert order(page) == ["Ben", "Ana", "Cleo"]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Move Ana"

    grip = page.get_by_role("button", name="Move Cleo").bounding_box()
    top = page.locator("[data-seed-list] tr").first.bounding_box()
    page.mouse.move(grip["x"] + 4, grip["y"] + 4)
    page.mouse.down()
    page.mouse.move(grip["x"] + 4, top["y"] + 50, steps=5)
    page.mouse.move(grip["x"] + 4, top["y"] + 6, steps=5)
    page.mouse.up()
    assert order(page) == ["Cleo", "Ben", "Ana"]

    page.get_by_role("button", name="Save the seeds").click()
    page.get_by_text("The seeds are numbered anew.").wait_for()
    assert order(page) == ["Cleo", "Ben", "Ana"]


def test_a_visitor_and_the_hall_follow_the_console_without_a_reload(new_page, address):
    console, visitor, hall = new_page(), new_page(width=390, height=800), new_page(width=1920, height=1080)
    tournament = organize(console, address, "Live Cup", "Dora", "Emil")
    visitor.goto(tournament)
    console.goto(f"{tournament}manage/screens/")
    console.get_by_label("Name", exact=True).fill("Hall")
    console.get_by_role("button", name="Make a link").click()
    hall.goto(console.locator("#secret-screen").input_value())
    hall.get_by_text("Open for entries").first.wait_for()

    console.goto(f"{tournament}manage/")
    for button in ("Fix the seeds", "Make the pairings", "Publish", "Start the round"):
        console.get_by_role("button", name=button).first.click()

    visitor.locator(".tie--live").wait_for()
    visitor.locator(".tile").first.wait_for()
    hall.locator(".tile", has_text="Dora").wait_for()
    console.goto(f"{tournament}manage/")
    console.get_by_label("Announcement").fill("Lunch at one")
    console.get_by_role("button", name="Announce").click()
    visitor.get_by_role("status").get_by_text("Lunch at one").wait_for(state="attached")


def test_what_somebody_is_filling_in_survives_a_refresh(new_page, address):
    console, other = new_page(), new_page()
    tournament = organize(console, address, "Busy Cup", "Finn", "Gina")
    console.goto(f"{tournament}manage/entries/")
    console.get_by_label("Seed of Finn").fill("7")

    other.goto(f"{tournament}enter/")
    other.get_by_label("Name", exact=True).fill("Hanna")
    other.get_by_role("button", name="Enter").click()
    other.get_by_text("Hanna has entered").wait_for()
    console.wait_for_timeout(2500)

    assert console.get_by_label("Seed of Finn").input_value() == "7"


def test_what_is_begun_while_a_refresh_is_on_its_way_survives_it(new_page, address):
    console, other, held = new_page(), new_page(), []
    tournament = organize(console, address, "Slow Cup", "Finn", "Gina")
    console.goto(f"{tournament}manage/entries/")
    console.route("**/*", lambda route: held.append(route) if asked_by_a_part(route) else route.continue_())

    other.goto(f"{tournament}enter/")
    other.get_by_label("Name", exact=True).fill("Hanna")
    other.get_by_role("button", name="Enter").click()
    other.get_by_text("Hanna has entered").wait_for()
    while not held:
        console.wait_for_timeout(50)
    console.get_by_label("Seed of Finn").fill("7")
    for route in held:
        with console.expect_response(route.request.url):
            route.continue_()
    console.wait_for_timeout(500)

    assert console.get_by_label("Seed of Finn").input_value() == "7"


def asked_by_a_part(route):
    """Tell whether a part of the page refreshes itself by this request."""
    return "hx-request" in route.request.headers
