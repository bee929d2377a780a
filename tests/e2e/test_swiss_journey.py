"""An organizer runs a Swiss with byes, a late entry and a withdrawal, and lets the best four play a knockout.

All of it by the pages alone, while bots play.
"""

from __future__ import annotations

import re

import pytest

from tests.e2e.office import Office
from tests.e2e.robots import Robots

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

NAMES = ("Ana", "Ben", "Cem", "Dia", "Emil", "Fee", "Gil", "Hugo")
LATE, GONE = "Zoe", "Hugo"
LIST = "name,rating\n" + "".join(f"{name},{2000 - 50 * place}\n" for place, name in enumerate(NAMES))
ROUNDS = 5
PATIENT_MS = 120_000
"""How long a round of bots may take."""


class Journey(Office):
    """An office with a stranger's window and robots."""

    patience_ms = PATIENT_MS

    def __init__(self, people, robots) -> None:
        super().__init__(people)
        self.hall, self.robots = people().page, robots

    def public(self, path: str):
        """Open a page of the tournament as a stranger does."""
        self.hall.goto(f"{self.tournament}{path}")
        return self.hall


def field(page, label: str):
    """Return a field by its label, whether it is optional or not."""
    return page.get_by_label(re.compile(rf"^\s*{label}\s*(·|$)"))


def makes_a_swiss(journey):
    page = journey.page
    journey.sign_up("otto", then="/new/junqi/")
    page.get_by_label("Name", exact=True).fill("Swiss Journey")
    page.locator("#format-swiss").check()
    rounds = page.get_by_label("Rounds", exact=True)
    rounds.wait_for()
    assert rounds.input_value() == str(ROUNDS)
    journey.make()


def adds_a_knockout_for_the_best_four(journey):
    page = journey.tab("stages/")
    page.get_by_label("Format", exact=True).select_option(label="Knockout")
    field(page, "Name").fill("Finals")
    field(page, "The first").fill("4")
    journey.press("Add the stage", "The stage is added.")
    page.get_by_label("Extra games when equal").fill("0")
    journey.press("Save")
    listed = " ".join(journey.tab("stages/").locator("main").inner_text().split())
    assert "the first 4 of “1. Swiss system”, taken over by itself" in listed


def enters_eight_bots(journey):
    journey.tab("")
    journey.press("Open the tournament", "The tournament is open.")
    journey.read_list(LIST, "8 rows can be entered.")
    journey.take_list("Enter all 8")
    assert set(journey.links) == set(NAMES)
    for name, link in journey.links.items():
        journey.robots.come(name, link)


def fixes_the_seeds_by_rating(journey):
    page = journey.tab("rounds/")
    page.get_by_label("by rating").check()
    journey.press("Fix the seeds", "The seeds are fixed.")


def plays(journey, number: int, *, boards: int, free: str = "") -> None:
    """Run a round: it is paired, looked over, published, started; bots play every board; the desk follows by itself."""
    page = journey.tab("rounds/?stage=1")
    journey.press(f"Pair round {number}", f"Round {number} is a draft")
    assert page.request.get(f"{journey.tournament}r/{number}/why/").status == 200
    assert journey.hall.request.get(f"{journey.tournament}r/{number}/").status == 404
    journey.press("Publish", "is published.")
    listed = journey.public(f"r/{number}/")
    assert listed.locator(".table--pairings tbody tr").count() == boards
    assert all(listed.locator("details.reasons").all_inner_texts())
    assert listed.locator("details.reasons").count() >= boards
    alone = " ".join(listed.locator("main").inner_text().split())
    assert free in alone
    journey.press("Start the round", f"{boards} matches are set up.")
    over = page.get_by_role("heading", name=re.compile(f"^Round {number} closed"))
    over.wait_for(timeout=PATIENT_MS)


def adds_a_late_entry(journey) -> None:
    """Round 1 is over; who comes now gets the number that the rating asks for."""
    page = journey.tab("entries/")
    page.get_by_text("Rounds that it missed bring nothing.").wait_for()
    field(page, "Name").fill(LATE)
    field(page, "Rating").fill("1975")
    journey.press("Add", f"{LATE} has entered")
    journey.robots.come(LATE, page.locator(".slip input").input_value())


def asks_for_a_round_off_and_gets_it(journey, name: str, number: int) -> None:
    """A player asks on the own page, and the organizer grants it."""
    player = journey.people().page
    player.goto(journey.links[name])
    player.get_by_role("button", name=f"Continue as {name}").click()
    player.get_by_text("The pairings of the next round are not published yet.").first.wait_for()
    player.get_by_text("Ask for a round off").click()
    form = player.locator("#ask-bye")
    form.get_by_label("Round", exact=True).select_option(label=f"Round {number}")
    form.get_by_label("Kind of bye").select_option(label="half-point bye")
    field(form, "Reason").fill("A wedding")
    journey.press("Ask for it", "Asked for. The organizer decides", page=player)
    page = journey.tab("conduct/")
    assert "A wedding" in page.locator("#byes-list").inner_text()
    journey.press("Grant")
    page.locator("#byes-list .badge", has_text="granted").wait_for()


def withdraws(journey, name: str) -> None:
    """The organizer takes somebody out between two rounds."""
    page = journey.tab("entries/")
    page.get_by_role("link", name=name, exact=True).click()
    page.locator("details summary", has_text="Withdraw").click()
    field(page.locator("details[open]"), "Reason").fill("Ill")
    page.locator("details[open]").get_by_role("button", name="Withdraw").click()
    page.locator(".facts", has_text="withdrawn").wait_for()


def standings(page) -> list[list[str]]:
    """Return rank, name, number and points of every line."""
    rows = page.locator(".table--standings tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("td").all_inner_texts()[:4]] for row in rows]


def points(text: str) -> float:
    """Return points as a number.

    >>> points("2½"), points("½"), points("3")
    (2.5, 0.5, 3.0)
    """
    return float(text.replace("½", "") or 0) + (0.5 if "½" in text else 0)


def prints_the_standings(journey) -> dict[str, int]:
    """Print the standings after the last round; return the ranks of those who still play."""
    page = journey.public("standings/print/?stage=1")
    rows = standings(page)
    assert {name.split()[0] for _rank, name, *_ in rows} == {*NAMES, LATE}
    assert next(number for _rank, name, number, _points in rows if name == LATE) == "2"
    assert next(name for _rank, name, *_ in rows if name.startswith(GONE)) == f"{GONE} withdrawn"
    # Boards bring a point each, the bye of round 2 one, and that of round 3 half of one.
    assert sum(points(row[3]) for row in rows) == 4 + 5 + 4.5 + 4 + 4
    assert "Publication" in page.locator(".bulletin").inner_text()
    assert page.pdf(format="A4").startswith(b"%PDF")
    return {name: int(rank) for rank, name, *_ in rows if not name.startswith(GONE)}


def plays_the_knockout(journey, ranks: dict[str, int]) -> str:
    """The best four are there without anybody asking; they play until the tournament ends. Return who won."""
    page = journey.tab("rounds/?stage=2")
    seeded = page.locator("#field")
    seeded.wait_for(state="attached", timeout=PATIENT_MS)
    names = [text.split()[1] for text in seeded.locator("li").all_text_contents()]
    # Who shares a rank comes in the order of a lot.
    assert [ranks[name] for name in names] == sorted(ranks.values())[:4]
    journey.press("Make the pairings", "Only the staff sees it.")
    journey.press("Publish", "is published.")
    journey.press("Start the round", "2 matches are set up.")
    page = journey.tab("")
    page.get_by_role("button", name="End the tournament", exact=True).wait_for(timeout=2 * PATIENT_MS)
    journey.press("End the tournament", "The tournament is finished.")
    shown = journey.public("")
    champion = shown.locator(".names li, .ranking li, .table tbody tr").first.inner_text()
    return next(name for name in names if name in champion)


def conducts(journey) -> str:
    """Do everything that the organizer does, in order; return who won."""
    makes_a_swiss(journey)
    adds_a_knockout_for_the_best_four(journey)
    enters_eight_bots(journey)
    fixes_the_seeds_by_rating(journey)
    plays(journey, 1, boards=4)
    adds_a_late_entry(journey)
    asks_for_a_round_off_and_gets_it(journey, "Ana", 3)
    plays(journey, 2, boards=4, free="bye of the pairing: 1 point")
    plays(journey, 3, boards=4, free="half-point bye: ½ point")
    withdraws(journey, GONE)
    plays(journey, 4, boards=4)
    plays(journey, 5, boards=4)
    return plays_the_knockout(journey, prints_the_standings(journey))


def test_a_swiss_of_nine_from_creation_to_printed_standings_and_a_knockout_of_four(people):
    with Robots(people.url, "junqi") as robots:
        champion = conducts(Journey(people, robots))

    assert champion in {*NAMES, LATE} - {GONE}
