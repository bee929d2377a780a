"""A match of two teams of two: four windows, each with a seat, a clock and a link of its own."""

import pytest

from tests.e2e.people import picks_of, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TEAMS = {"Foxes": ["Ana", "Cem"], "Owls": ["Ben", "Dua"]}
HOUR = {"kind": "absolute", "base_ms": 3_600_000}
OPTIONS = {"mode": "team16_4p", "quiet_limit": 20}
DRAWN_WITHIN_MS = 300
"""So long may four windows on two busy cores take for one move."""
MOST_BY_HAND = 40


def play(person, match_id, action):
    """Enter an action by its picks, and wait until the window has gone on."""
    legal = person.page.evaluate(
        "id => fetch(`/m/${id}/snap/`).then(answer => answer.json()).then(s => s.legal)", match_id
    )
    person.page.wait_for_selector(".is-pick, #choices button", state="attached")
    for element, *choice in picks_of(legal, action):
        if element == "choice":
            person.page.locator("#choices").get_by_role("button", name=choice[1], exact=True).click()
        else:
            person.page.locator(f'#board [data-el="{element}"], #cards [data-el="{element}"]').first.click(force=True)
    whole = person.page.locator("#choices").get_by_role("button", name=action, exact=True)
    if whole.count():
        whole.click()


def test_a_match_of_teams_in_four_windows(people, stage):
    made = stage.knockout_of_teams(rosters=TEAMS, game="flank_flip", options=OPTIONS, control=HOUR, format="knockout")
    match_id = made["matches"]["R1-1"]
    names = stage.truth(match_id=match_id)["names"]
    players = [people(link=made["links"][name]) for name in names]

    # At their place partners see each other come.
    partner = players[2]
    place = partner.text("#next")
    assert f"You play with {names[0]}" in place
    assert "not ready yet" in place

    for person in players:
        person.sit_down(match_id)
        person.page.get_by_role("button", name="I am ready").click()
    until(lambda: stage.truth(match_id=match_id)["status"] == "live", "the start")

    for seat, person in enumerate(players):
        assert person.page.locator("main").get_attribute("data-seat") == str(seat)
        below = person.page.locator(".clocks").last.locator(".clock")
        assert (below.count(), below.get_attribute("id")) == (1, f"clock-{seat}")
        above = person.page.locator(".clocks--many .clock")
        assert [one.get_attribute("id") for one in above.all()] == [f"clock-{(seat + step) % 4}" for step in (1, 2, 3)]
        assert "your partner" in above.nth(1).inner_text()

    acted = set()
    for _number in range(MOST_BY_HAND):
        chosen = stage.choice(match_id=match_id, avoid=[], prefer=[])
        if chosen is None or len(acted) == 4:
            break
        person = players[chosen["seat"]]
        person.page.wait_for_selector(".status--own")
        play(person, match_id, chosen["action"])
        until(lambda ply=chosen["ply"]: stage.truth(match_id=match_id)["ply"] > ply, f"{chosen}")
        acted.add(chosen["seat"])
    assert acted == {0, 1, 2, 3}

    # One clock at a time runs, the same in every window.
    running = [person.page.locator(".clock--running").get_attribute("id") for person in players]
    assert len(set(running)) == 1

    plies = stage.play_out(match_id=match_id)
    for person in players:
        # Some hundred moves in a few seconds: each window draws them all before the end.
        person.page.wait_for_selector(".notice--result", timeout=60_000 + DRAWN_WITHIN_MS * plies)
    outcome = stage.truth(match_id=match_id)["outcome"]
    said = {1: "You win", 3: "You lose"} if outcome["winner"] is not None else {1: "Drawn"}
    for seat, person in enumerate(players):
        assert said[outcome["ranks"][seat]] in person.text(".notice--result")


def test_who_resigns_loses_for_the_partner_too(people, stage):
    made = stage.knockout_of_teams(rosters=TEAMS, game="flank_flip", options=OPTIONS, control=HOUR, format="knockout")
    match_id = made["matches"]["R1-1"]
    names = stage.truth(match_id=match_id)["names"]
    stage.begin(match_id=match_id)
    partner, rival = people(link=made["links"][names[0]]), people(link=made["links"][names[1]])
    resigning = people(link=made["links"][names[2]])
    for person in (partner, rival, resigning):
        person.sit_down(match_id)

    resigning.page.get_by_role("link", name="Resign").click()
    resigning.page.locator("dialog[open]").get_by_role("button", name="Resign").click()

    for person, said in ((partner, "You lose"), (resigning, "You lose"), (rival, "You win")):
        person.page.wait_for_selector(".notice--result")
        assert said in person.text(".notice--result")
    until(lambda: stage.results(slug=made["slug"]).get("R1-1"), "the result of the pairing")
    loser = "Foxes" if names[2] in TEAMS["Foxes"] else "Owls"
    assert stage.results(slug=made["slug"])["R1-1"][1] == (1 if loser == "Foxes" else 0)
