"""A dispute from the move to the appeal: by mouse at a desk, and on a telephone."""

from __future__ import annotations

import re

import pytest

from tests.e2e.people import confirm_ruling, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOUR = {"kind": "absolute", "base_ms": 3_600_000}
PLAYED = 14
DISPUTED = 12
GIVEN_S = 300
HAND = re.compile(r"(Your hand|Hand of seat \d) \(")


class Case:
    """A match of Flagged in which action 12 will be disputed, and the people of the case."""

    def __init__(self, people, stage, size):
        self.stage = stage
        made = stage.knockout(players=[f"Ana {size}", f"Ben {size}"], game="flagged", control=HOUR)
        self.slug, (self.match_id,) = made["slug"], made["matches"].values()
        stage.begin(match_id=self.match_id)
        stage.play_well(match_id=self.match_id, plies=PLAYED)
        window = {"width": size, "height": 844 if size < 500 else 900}
        self.names = stage.truth(match_id=self.match_id)["names"]
        self.ana, self.ben = (people(link=made["links"][name], **window) for name in self.names)
        self.arne, self.carla, self.olga = (
            people(session=stage.person(name=f"{name}{size}", slug=self.slug, role=role), **window)
            for name, role in (("arne", "arbiter"), ("carla", "chief_arbiter"), ("olga", "organizer"))
        )

    @property
    def truth(self):
        return self.stage.truth(match_id=self.match_id)

    @property
    def sum_left_s(self):
        return sum(self.stage.left_ms(match_id=self.match_id)) / 1000

    def dispute(self):
        """Let Ana dispute the move in the replay; return the address of the dispute."""
        page = self.ana.open(f"/m/{self.match_id}/replay/?ply={DISPUTED}")
        page.get_by_role("link", name="Dispute this move").click()
        page.locator("input[name=reason]").first.check()
        page.get_by_label("What happened").fill("The card was not in hand.")
        page.get_by_role("button", name="Open the dispute").click()
        page.wait_for_selector("#dispute-state")
        return page.url.removeprefix(self.ana.url)

    def at_desk(self, person, dispute):
        """Come from the queue to the dispute and on to the desk at the disputed move."""
        page = person.open(f"/t/{self.slug}/arbiter/")
        assert page.locator("#queue").get_by_text("disput", exact=False).count()
        page = person.open(dispute)
        page.get_by_role("button", name="Take", exact=True).click()
        page.get_by_role("link", name="Look and rule").click()
        page.wait_for_selector("#scene")
        return page

    def rule(self, page, act, reason, **fields):
        """Give a ruling at the desk: look at its effect, then confirm it."""
        form = page.locator(f"#rule-{act}")
        form.locator("summary").click()
        for name, value in fields.items():
            field = form.locator(f"[name={name}]")
            if field.first.get_attribute("type") == "radio":
                form.locator(f"[name={name}][value='{value}']").check()
            elif field.first.evaluate("one => one.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        form.locator("[name=reason]").fill(reason)
        form.get_by_role("button", name="See the effect").click()
        confirm(page)

    def look(self, page):
        """See both hands, and neither before the recorded look."""
        assert not page.locator(".case__sights").count()
        assert not hands(page)
        page.locator("#look summary").click()
        page.locator("#look-reason").fill("A hand is disputed.")
        page.get_by_role("button", name="Look behind the screen").click()
        page.wait_for_selector(".case__sights")
        for name in self.names:
            page.locator(".case__sights").get_by_role("link", name=name).click()
            page.wait_for_selector(f".case__sights [aria-current]:text-is('{name}')")
            assert hands(page)

    def decide(self, person, dispute, words):
        """Grant what is asked for."""
        page = person.open(dispute)
        page.locator("input[name=outcome][value=granted]").check()
        page.locator("textarea[name=decision]").fill(words)
        page.locator("button[name=act][value=decide]").click()
        page.wait_for_selector("button[name=act][value=decide]", state="detached")

    def appeal(self, person, dispute):
        """Appeal the decision."""
        page = person.open(dispute)
        page.locator("form", has=page.locator("button[value=appeal]")).locator("textarea").fill("It was in my hand.")
        page.locator("button[value=appeal]").click()
        page.wait_for_selector("button[value=appeal]", state="detached")

    def reverse_void(self, person):
        """Take the void back, at its place in the timeline."""
        page = person.open(f"/m/{self.match_id}/desk/?ply={DISPUTED - 1}")
        mark = page.locator(".timeline__mark--ruling", has_text=re.compile(f"from action {DISPUTED}"))
        mark.locator("summary").click()
        mark.locator("[name=reason]").fill("The card was in hand.")
        mark.get_by_role("button", name="See the effect").click()
        confirm(page)


def confirm(page):
    """Confirm what a preview shows, and come back to the desk."""
    confirm_ruling(page)
    page.wait_for_selector("#scene")


def hands(page):
    """Return how many cards of the hands the desk shows by their names."""
    return page.locator(".case__cards .tray", has_text=HAND).locator(".playcard__name").count()


STORY = [
    "dispute_open",
    "dispute_take",
    "match_look",
    "match_ruling",
    "match_ruling",
    "match_ruling",
    "dispute_decide",
    "appeal_open",
    "game_reopen",
    "match_ruling",
    "appeal_decide",
]


@pytest.mark.parametrize("size", [1280, 390])
def test_a_disputed_move_is_voided_and_the_ruling_reversed_on_appeal(people, stage, size):
    case = Case(people, stage, size)
    before = case.truth["position"]
    dispute = case.dispute()

    page = case.at_desk(case.arne, dispute)
    assert page.locator("#scene").get_attribute("data-ply") == str(DISPUTED)
    case.look(page)
    case.rule(page, "void", "The card had been played before.", ply=str(DISPUTED))
    assert (case.truth["ply"], case.truth["status"]) == (DISPUTED - 1, "paused")
    left_s = case.sum_left_s
    case.rule(page, "add-time", "For the interruption.", seconds=str(GIVEN_S), seat="0")
    assert case.sum_left_s == left_s + GIVEN_S
    case.rule(page, "unpause", "Play on.")
    case.decide(case.arne, dispute, "The move was not possible.")

    stage.play_well(match_id=case.match_id, plies=2)
    stage.give_up(match_id=case.match_id, seat=1)
    until(lambda: stage.results(slug=case.slug), "the result")

    case.appeal(case.ben, dispute)
    case.reverse_void(case.carla)
    assert (case.truth["ply"], case.truth["position"], case.truth["status"]) == (PLAYED, before, "paused")
    assert stage.results(slug=case.slug) == {}
    case.decide(case.carla, dispute, "The card was in hand.")

    assert [act for act, _name, _reason in stage.audit(slug=case.slug) if act in STORY] == STORY
    page = case.olga.open(f"/t/{case.slug}/manage/audit/")
    assert page.locator("main").get_by_text("The card was in hand.").count()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
