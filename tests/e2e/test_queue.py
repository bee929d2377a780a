"""The arbiters' desk in windows: it follows by itself, is heard, counts in its title, and is worked by keyboard."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

PATIENT_MS = 20_000
COUNT_TONES = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
}"""


@pytest.fixture
def cup(stage):
    """Return a tournament of four boards that are played, with two arbiters' sessions."""
    made = stage.knockout(players=["Ana", "Ben", "Cem", "Dia", "Emil", "Fee", "Gil", "Hugo"])
    for match_id in made["matches"].values():
        stage.begin(match_id=match_id)
    staff = [stage.person(name=name, slug=made["slug"], role="arbiter") for name in ("Arne", "Bea")]
    return {**made, "desk": f"/t/{made['slug']}/arbiter/", "staff": staff}


def at_desk(people, cup, number):
    page = people(session=cup["staff"][number]).open(cup["desk"])
    # The page says how many boards are chosen, and by which keys, once it hears them.
    page.get_by_text("0 chosen").wait_for()
    return page


def tones(page):
    return page.evaluate("window.tones")


def call(stage, cup, key, text, page):
    stage.call(match_id=cup["matches"][key], seat=0, text=text)
    page.get_by_text(text).wait_for(timeout=PATIENT_MS)


def test_a_new_call_is_counted_and_heard_where_sound_is_on_and_the_focus_stays(people, stage, cup):
    page = at_desk(people, cup, 0)
    page.evaluate(COUNT_TONES)
    call(stage, cup, "R1-1", "In silence", page)
    assert tones(page) == 0
    page.get_by_role("button", name="Sound for what is urgent").click()
    switched = tones(page)
    assert switched > 0
    box = page.get_by_label("Choose board 2", exact=True)
    box.focus()

    call(stage, cup, "R1-2", "Come at once", page)

    page.wait_for_function("() => document.title.startsWith('2 open – ')")
    assert tones(page) > switched
    assert box.evaluate("box => box === document.activeElement")
    page.reload()
    assert page.get_by_role("button", name="Sound for what is urgent").get_attribute("aria-pressed") == "true"


def test_two_arbiters_see_who_has_taken_what(people, stage, cup):
    ann, bea = at_desk(people, cup, 0), at_desk(people, cup, 1)
    call(stage, cup, "R1-1", "Whose turn is it?", ann)
    bea.get_by_role("button", name="Take", exact=True).wait_for(timeout=PATIENT_MS)

    ann.get_by_role("button", name="Take", exact=True).click()
    ann.get_by_text("It is yours for 5 minutes").wait_for()

    bea.get_by_text("taken by Arne").wait_for(timeout=PATIENT_MS)
    assert bea.get_by_role("button", name="Take", exact=True).count() == 0
    bea.get_by_text("Take over", exact=True).focus()
    bea.keyboard.press("Enter")
    bea.get_by_role("button", name="Take it over from Arne").press("Enter")
    bea.get_by_text("It is yours for 5 minutes").wait_for()
    ann.goto(ann.url)
    ann.get_by_text("taken by Bea").wait_for()


def test_boards_are_chosen_and_paused_by_keyboard_with_a_report_of_each(people, stage, cup):
    page = at_desk(people, cup, 0)
    page.get_by_label("Choose board 1", exact=True).focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_text("2 chosen").wait_for()
    page.keyboard.press("Control+a")
    page.get_by_text("4 chosen").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.get_by_text("1 chosen").wait_for()

    reason = page.locator("#several-reason")
    reason.focus()
    page.keyboard.type("Noise")
    page.get_by_role("button", name="Pause the chosen").press("Enter")

    page.get_by_role("heading", name="1 board is paused").wait_for()
    assert stage.truth(match_id=cup["matches"]["R1-3"])["status"] == "paused"
    assert stage.truth(match_id=cup["matches"]["R1-1"])["status"] == "live"
