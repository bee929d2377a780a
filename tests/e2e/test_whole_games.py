"""A whole match of games with hidden hands, dice, several actions in a turn: two windows play, a third watches."""

from __future__ import annotations

import html
import itertools
import re

import pytest

from gameengine.games.flagged import game as flagged
from gameengine.table import complete_options
from tests.e2e.people import until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOUR = {"kind": "absolute", "base_ms": 3_600_000}
MOST_ACTIONS = 400


class Game:
    """A match between Ana and Ben with everybody at the board."""

    def __init__(self, people, stage, game, options):
        made = stage.knockout(players=["Ana", "Ben"], game=game, options=options, control=HOUR)
        self.stage, self.match_id = stage, made["matches"]["R1-1"]
        links = [made["links"][name] for name in self.truth["names"]]
        self.players = [people(link=link) for link in links]
        self.spectator = people(language="de")
        for person in (*self.players, self.spectator):
            person.sit_down(self.match_id)
        for player in self.players:
            player.page.get_by_role("button", name="I am ready").click()
        until(lambda: self.truth["status"] == "live", "the start")

    @property
    def truth(self):
        return self.stage.truth(match_id=self.match_id)

    def play(self, *, avoid=(), prefer=()):
        """Play to the end by hand; return what was played, as (seat, phase, action)."""
        played = []
        while chosen := self.stage.choice(match_id=self.match_id, avoid=list(avoid), prefer=list(prefer)):
            player = self.players[chosen["seat"]]
            player.wait_for_ply(chosen["ply"])
            player.play(self.match_id, chosen["action"])
            played.append((chosen["seat"], chosen["phase"], chosen["action"]))
            assert len(played) < MOST_ACTIONS, played[-5:]
        return played

    def shows_the_end(self):
        """Tell whether every window says that the match is over."""
        for person in (*self.players, self.spectator):
            person.page.wait_for_selector(".notice--result")
        return self.truth["status"] == "over"


def test_a_whole_match_of_queens_race(people, stage):
    match = Game(people, stage, "queens_race", {"height": 5, "zone_threshold": 3})

    played = match.play()

    assert match.shows_the_end()
    assert {seat for seat, _phase, _action in played} == {0, 1}
    assert match.spectator.ply == match.players[0].ply


DECKS = [
    ["sprint"] * 3 + ["long_stride"] * 2 + ["scout"] * 3 + ["shove"] * 3 + ["breach"] * 3 + ["pickpocket"] * 2
    + ["stone_pillar"] * 2 + ["zeal", "earthquake"],
    ["snare"] * 3 + ["sidestep"] * 3 + ["annul"] * 2 + ["backlash"] * 2 + ["last_breath"] * 2 + ["raise_shield"] * 2
    + ["shift_wall"] * 2 + ["unyielding"] * 2 + ["stasis", "master_builder"],
]  # fmt: skip


def test_a_whole_match_of_flagged_with_a_counter_in_the_turn_of_the_other(people, stage):
    # Full hands bring a counter early; with four steps a turn the game ends before both decks are played through.
    options = {"heroes": ["knight", "knight"], "decks": DECKS, "flag_points": 1, "steps": 4, "start_hand": 5}
    match = Game(people, stage, "flagged", options)

    played = match.play(prefer=("counter",))

    assert match.shows_the_end()
    assert any(phase == "react" and action.startswith("counter") for _seat, phase, action in played)
    players = match.truth["state"]["players"]
    # What was once played or discarded is known, even if it went back into a deck.
    shown = {word for _seat, _phase, action in played for word in action.split(" ")}
    held_by = [set(one["hand"]) - shown for one in players]
    unseen_by = [held | (set(one["deck"]) - shown) for held, one in zip(held_by, players, strict=True)]
    assert any(unseen_by)
    for seat, (own, held, unseen) in enumerate(zip(match.players, held_by, unseen_by, strict=True)):
        assert told_of(own, held) == held
        for stranger in (match.players[1 - seat], match.spectator):
            assert told_of(stranger, unseen) == set()


def told_of(person, cards):
    """Return which of these cards a window was told of in frames while the match ran, by id or by name."""
    # The frame that tells the end shows all hands and decks, as the rules have it.
    frames = list(itertools.takewhile(lambda frame: "notice--result" not in frame, person.frames))
    assert len(frames) < len(person.frames)
    assert len(frames) > 20
    text = html.unescape("".join(frames))
    names = {
        card.id: (card.id, card.name.en, card.name.de)
        for card in flagged.catalogue(complete_options(flagged, {})).cards
    }
    return {card for card in cards if any(re.search(rf"\b{name}\b", text) for name in names[card])}
