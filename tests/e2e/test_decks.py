"""Two players choose their decks, one by building it; nobody else's window is ever told of a card."""

from __future__ import annotations

import pytest

from gameengine.core.abilities import HasDecks
from gameengine.games.registry import GAMES
from gameengine.table import complete_options
from tests.e2e.people import Person, until

pytestmark = pytest.mark.browser

KEY = next(key for key, game in GAMES.items() if isinstance(game, HasDecks))
CATALOGUE = GAMES[KEY].catalogue(complete_options(GAMES[KEY], {}))
HERO, CARDS = next(iter(CATALOGUE.presets.items()))
FIVE_MINUTES = {"kind": "absolute", "base_ms": 300_000}


def count(page, card):
    return page.locator(f"#count-{card}")


def test_a_deck_is_built_and_chosen_while_others_learn_nothing(new_page, embedded):
    service, stage = embedded
    made = stage.knockout(players=["Ana", "Ben"], control=FIVE_MINUTES, game=KEY)
    match_id, slug = made["matches"]["R1-1"], made["slug"]
    ana, ben = (Person(new_page, service.url, link=made["links"][name]) for name in ("Ana", "Ben"))
    spectator = Person(new_page, service.url)
    for other in (ben, spectator):
        other.sit_down(match_id)

    page = ana.open(f"/t/{slug}/me/")
    page.get_by_role("link", name="Choose your deck").click()
    page.get_by_role("link", name="Build a deck").click()
    page.get_by_label("Name", exact=True).fill("Secret plan")
    page.locator(f"input[name=hero][value={HERO}]").check()
    page.get_by_role("button", name="Take the ready deck of this hero").click()
    assert page.locator("#deck-check").inner_text().startswith(str(sum(CARDS.values())))

    spare = next(card for card in CATALOGUE.cards if not card.hero and CARDS.get(card.id, 0) < card.most)
    line = page.locator("[data-card]").filter(has=count(page, spare.id))
    line.locator("[name=plus]").click()
    until(lambda: page.locator(".check__size").inner_text() == str(sum(CARDS.values()) + 1), "the check of the deck")
    page.get_by_label("Find a card by name or text").fill(spare.name.en)
    assert line.is_visible()
    page.get_by_role("button", name="Save").click()

    page.get_by_label("Secret plan").check()
    page.get_by_role("button", name="Take this deck").click()
    assert "with the deck that you have chosen" in page.locator("#lobby").inner_text()
    ben.open(f"/m/{match_id}/deck/").locator("input[name=deck]").first.check()
    ben.page.get_by_role("button", name="Take this deck").click()
    for player in (ana, ben):
        player.sit_down(match_id)
        player.page.get_by_role("button", name="I am ready").click()
    spectator.page.locator("[id^=notice][hidden]").wait_for(state="attached")

    for other in (ben, spectator):
        assert "Secret plan" not in "".join(other.frames)
        assert f'"{spare.id}"' not in "".join(spectator.frames)
    page = ana.open(f"/m/{match_id}/deck/")
    assert "cannot be changed any more" in page.locator("main").inner_text()
