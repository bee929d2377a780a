"""An organizer makes a knockout, an arbiter keeps the peace in it, the hall follows: all of it by the pages alone."""

from __future__ import annotations

import re

import pytest

from tests.e2e.office import Office

pytestmark = pytest.mark.browser

LIST = """name,rating,seed
Ana,2100,1
Ben,1950,2
Cem,strong,
Dia,1800,4
Emil,1750,5
Fee,1700,6
,1650,
Gil,1600,7
Hugo,1550,8
Ida,1900,3
"""
PATIENT_MS = 30_000


def makes_a_knockout_from_the_template(journey):
    page = journey.page
    assert page.get_by_label("Short form").first.input_value() == "30s/move"
    page.get_by_label("Name", exact=True).fill("Journey Cup")
    page.get_by_label("Short form").first.fill("5+0")
    journey.make()
    stranger = journey.people()
    assert stranger.page.goto(journey.tournament).status == 404
    journey.press("Open the tournament", "The tournament is open.")
    assert stranger.page.goto(journey.tournament).status == 200


def imports_a_list_with_two_bad_lines(journey):
    journey.read_list(LIST, "8 rows can be entered.")
    problems = journey.page.locator("tr.has-problem").all_inner_texts()
    assert [re.sub(r"\s+", " ", text).strip() for text in problems] == [
        "4 Cem rating: This value is not allowed: strong.",
        "8 – 1650 name: A name is needed.",
    ]
    other = journey.people().page
    other.goto(f"{journey.tournament}entries/")
    assert "Ana" not in other.locator("main").inner_text()

    journey.take_list("Enter 8 and leave the others out")
    assert len(journey.links) == 8
    assert "Cem" not in journey.links


def publishes_and_starts(journey):
    journey.tab("")
    journey.press("Fix the seeds", "The seeds are fixed.")
    journey.press("Make the pairings", "Only the staff sees it.")
    other = journey.people().page
    assert other.goto(f"{journey.tournament}r/1/").status == 404
    journey.press("Publish", "is published.")
    other.goto(f"{journey.tournament}r/1/")
    assert other.locator(".table--pairings tbody tr").count() == 4
    journey.press("Start the round", "4 matches are set up.")


def makes_a_screen(journey):
    page = journey.tab("screens/")
    page.get_by_label("Name", exact=True).last.fill("Hall")
    journey.press("Make a link")
    hall = journey.people(width=1920, height=1080).page
    hall.goto(page.locator("#secret-screen").input_value())
    hall.locator(".tile", has_text="Hugo").wait_for()
    return hall


def invites_an_arbiter(journey):
    page = journey.tab("staff/")
    page.get_by_label("Role", exact=True).select_option(label="arbiter")
    journey.press("Make a link")
    arbiter = journey.people().page
    arbiter.goto(page.locator("#secret-invitation").input_value())
    journey.press("Continue", "The staff needs an account", page=arbiter)
    arbiter.get_by_role("link", name="Only with a name").click()
    arbiter.get_by_label("Your name").fill("Arne")
    journey.press("Start", page=arbiter)
    journey.press("Join as Arne", "You are on the staff now", page=arbiter)
    return arbiter


def sit_down(journey, name):
    """Let a player come in by the private link, go to the board, and be ready."""
    page = journey.people().page
    page.goto(journey.links[name])
    page.get_by_role("button", name=f"Continue as {name}").click()
    page.get_by_role("link", name="To the board").first.click()
    page.wait_for_selector("[data-state=live]")
    page.get_by_role("button", name="I am ready").click()
    return page


def rules(page, ruling, button, **fields):
    """Carry out a ruling on the arbiter's page of a board."""
    form = page.locator("details.ruling", has=page.get_by_text(ruling, exact=True))
    form.locator("summary").click()
    for label, value in fields.items():
        field = form.get_by_label(label, exact=True)
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    form.get_by_role("button", name="See the effect").click()
    page.get_by_role("button", name=button).click(timeout=PATIENT_MS)
    page.get_by_text("The ruling is in force").wait_for()


def clock_of(page, name):
    clock = page.locator(".clock", has_text=name).locator("[data-clock-time]").inner_text()
    minutes, _, seconds = clock.partition(":")
    return 60 * int(minutes) + float(seconds)


def looks_after_a_call(journey, arbiter, hall):
    ana, hugo = sit_down(journey, "Ana"), sit_down(journey, "Hugo")
    ana.locator(".clock--running").wait_for()
    ana.get_by_role("link", name="Call the arbiter").click()
    dialog = ana.locator("#dialog-call")
    dialog.get_by_label("In your words").fill("Is a bomb allowed to take a mine?")
    dialog.get_by_role("button", name="Call the arbiter").click()

    # The queue follows by itself.
    arbiter.get_by_text("Is a bomb allowed to take a mine?").wait_for(timeout=PATIENT_MS)
    arbiter.get_by_role("button", name="Take").click()
    arbiter.get_by_text("It is yours for 5 minutes").wait_for()

    rules(arbiter, "Pause", "Pause the match", Reason="Reading the rules")
    for player in (ana, hugo):
        player.get_by_text("Reading the rules").first.wait_for()
        assert player.locator(".clock--running").count() == 0
    hall.locator(".tile", has_text="Ana").get_by_text("paused").wait_for(timeout=PATIENT_MS)
    before = clock_of(ana, "Hugo")
    rules(arbiter, "Extra time", "Give extra time", For="Hugo", Seconds="90", Reason="The question took long")
    ana.get_by_text("The question took long").first.wait_for(state="attached")
    assert clock_of(ana, "Hugo") == pytest.approx(before + 90, abs=1)
    arbiter.get_by_label("Decision", exact=True).fill("It is allowed: see 6.5.")
    journey.press("Close the call", "The call is closed.", page=arbiter)
    arbiter.get_by_role("link", name=re.compile("Board 1")).first.click()
    rules(arbiter, "Go on", "Let the match go on", Reason="Explained")
    ana.locator(".clock--running").wait_for()

    rules(arbiter, "Decide the result", "Decide the result", Result="Ana wins", Reason="Hugo has left the hall")
    for player, words in ((ana, "You win"), (hugo, "You lose")):
        player.locator("#notice.notice--result", has_text=words).wait_for()
        player.get_by_text("Hugo has left the hall").first.wait_for(state="attached")
    hall.locator(".tile", has_text="Ana").get_by_text("finished").wait_for(timeout=PATIENT_MS)


def corrects_the_result_with_a_reason(journey):
    page = journey.tab("rounds/")
    page.locator("tr", has_text="Ana").first.get_by_role("link", name="Board 1").click()
    page.get_by_label("Hugo wins", exact=True).check()
    page.get_by_label("Reason").first.fill("Hugo was only at the other board")
    journey.press("Show what this changes", "These later boards change:")
    assert "Round 2, board 1" in page.locator("main").inner_text()
    journey.press("Correct it")
    page.get_by_text("0 : 1").first.wait_for()

    public = journey.people().page
    public.goto(journey.tournament)
    public.get_by_text("Round 1, board 1 (Ana : Hugo): the result was corrected from 1 : 0 to 0 : 1.").wait_for()
    assert "Hugo" in public.locator(".bracket__round", has_text="Semi-finals").inner_text()
    audit = journey.tab("audit/").locator("main").inner_text()
    for words in ("Hugo was only at the other board", "Reading the rules", "1:30 more for seat", "call decided"):
        assert words in audit, words


def test_from_a_template_to_a_corrected_result(people):
    journey = Office(people)
    journey.sign_up("olga", then="/new/junqi/")
    makes_a_knockout_from_the_template(journey)
    imports_a_list_with_two_bad_lines(journey)
    publishes_and_starts(journey)
    hall = makes_a_screen(journey)
    arbiter = invites_an_arbiter(journey)
    looks_after_a_call(journey, arbiter, hall)
    corrects_the_result_with_a_reason(journey)
