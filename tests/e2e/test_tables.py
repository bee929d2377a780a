"""Free tables in real windows: opened, joined by link, played at, ended, and played at again."""

from __future__ import annotations

import itertools

import pytest

from tests.e2e.people import LEGAL, until

pytestmark = pytest.mark.browser


def gives_a_name(page, name):
    page.get_by_label("Your name").fill(name)


def is_ready(person):
    person.page.wait_for_url("**/m/**")
    person.page.get_by_role("button", name="I am ready").click()


def test_a_table_is_opened_joined_by_link_played_at_and_played_again(people):
    ana, ben = people(), people()
    page = ana.open("/tables/")
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("link", name="Junqi").click()
    gives_a_name(page, "Alma")
    page.get_by_label("Short form").first.fill("5+5")
    page.get_by_label("Whoever gets the link from you").check()
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_label("Link of the table").input_value()

    assert "Alma" not in people().open("/tables/").locator("main").inner_text()
    ben.page.goto(link)
    gives_a_name(ben.page, "Bert")
    ben.page.get_by_role("button", name="Sit down").click()
    for person in (ana, ben):
        is_ready(person)
    first = ana.page.url

    for _ in range(2):
        for person in (ana, ben):
            person.page.wait_for_selector("[data-state=live]")
        mover = ana if ana.is_to_act else ben
        before = mover.ply
        mover.play_by_mouse()
        for person in (ana, ben):
            person.wait_for_ply(before + 1)
    ana.page.get_by_role("link", name="Resign").click()
    ana.page.locator("#dialog-resign").get_by_role("button", name="Resign").click()

    ben.page.locator("#series").get_by_role("button", name="Play again").click()
    offer = ana.page.locator("#series")
    offer.get_by_text("Bert wants to play again.").wait_for()
    offer.get_by_role("button", name="Play again").click()
    for person in (ana, ben):
        person.page.wait_for_url(lambda url: "/m/" in url and url != first)
    assert ana.page.url == ben.page.url
    ana.page.get_by_role("link", name="To the table").first.click()
    text = ana.page.locator("main").inner_text()
    assert "Bert wins" in text
    assert "A game is being played" in text


def test_what_changes_before_a_page_has_its_line_is_shown(people):
    ana, ben = people(), people()
    held = []

    def hold(line):
        held.append(line)

    ana.page.route_web_socket("**/ws/**", hold)
    ana.open("/tables/")
    until(lambda: ana.page.title() and held, "the line of the list")
    ben.open("/tables/new/junqi/")
    gives_a_name(ben.page, "Latecomer")
    ben.page.get_by_role("button", name="Open the table").click()
    ben.page.wait_for_url(lambda url: "/new/" not in url)
    held[0].connect_to_server()

    ana.page.get_by_text("Latecomer").first.wait_for()


def first_action(page, match_id):
    """Return the first action that the page offers, put together of its parts; None out of turn."""
    legal = page.evaluate(LEGAL, match_id)
    if not legal:
        return None
    return legal[0]["a"] + "".join(way["a"] for way in next(itertools.product(*legal[0].get("x", ()))))


@pytest.mark.slow
def test_three_sit_at_a_table_two_in_windows_and_one_a_bot(people):
    ana, ben = people(), people(width=390, height=844)
    page = ana.open("/tables/new/tile_flight/")
    gives_a_name(page, "Ana")
    page.get_by_label("How many play?").select_option("3")
    page.get_by_label("Seat 3").select_option("beginner")
    page.get_by_role("button", name="Open the table").click()
    assert "Begin with 2 players" in page.locator("main").inner_text()

    ben.open("/tables/").get_by_role("link", name="Sit down").click()
    gives_a_name(ben.page, "Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    for person in (ana, ben):
        is_ready(person)
        person.page.wait_for_selector("[data-state=live]")
    match_id = ana.page.locator("[data-match]").get_attribute("data-match")
    assert ana.page.locator(".clock").count() == 3

    played = {ana: 0, ben: 0}
    # A turn has several actions, and the computer's come between those of the others.
    while min(played.values()) < 2 or ana.ply < sum(played.values()) + 2:
        mover = until(lambda: next((one for one in played if first_action(one.page, match_id)), None), "a turn")
        mover.play(match_id, first_action(mover.page, match_id))
        played[mover] += 1
    assert any("Computer" in text for text in ana.page.locator(".clock").all_inner_texts())
