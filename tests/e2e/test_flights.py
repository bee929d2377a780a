"""Duels of Tile Flight in two windows, until a flight has failed and one has landed on a city of the other."""

from __future__ import annotations

import pytest

from gameengine.games.tile_flight import game
from gameengine.table import complete_options
from tests.e2e import flights
from tests.e2e.people import WHOLE_GAME_MS, until

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HOUR = {"kind": "absolute", "base_ms": 3_600_000}
BY_HAND = 6
MOST_DUELS = 6
"""In two duels of three a normal bot leaves a city open where a flier can reach it."""


class Duel:
    """A match of two windows, one of a desk and one of a telephone."""

    def __init__(self, people, stage, names):
        made = stage.knockout(players=names, game=game.key, control=HOUR)
        (self.match_id,) = made["matches"].values()
        self.stage = stage
        links = [made["links"][name] for name in self.truth["names"]]
        self.players = [people(link=links[0]), people(link=links[1], width=390, height=844)]
        stage.begin(match_id=self.match_id)
        for player in self.players:
            player.sit_down(self.match_id)

    @property
    def truth(self):
        return self.stage.truth(match_id=self.match_id)

    def play(self, open_ends):
        """Play to the end; take what flights came to from `open_ends`. What leads to a flight is played by hand."""
        while (truth := self.truth)["status"] == "live":
            state = game.read(truth["position"], complete_options(game, {}), 2)
            seat = truth["to_act"][0]
            wish = open_ends[0] if open_ends else None
            text = flights.chosen(state, seat, wish, truth["ply"])
            if truth["ply"] >= BY_HAND and not flights.serves(state, seat, text, wish):
                self.stage.play_well(match_id=self.match_id, plies=1)
                continue
            player = self.players[seat]
            player.wait_for_ply(truth["ply"])
            player.play(self.match_id, text)
            end = flights.seen(state, seat, self.stage.last_events(match_id=self.match_id))
            if end in open_ends:
                open_ends.remove(end)
                self.shows(end)

    def shows(self, end):
        """See that both windows tell what the flight came to."""
        words = "No landing on" if end == "fails" else "lands on"
        ply = self.truth["ply"]
        for player in self.players:
            player.wait_for_ply(ply)
            until(lambda window=player: words in window.text("#say-line"), f"the words: {words}")


def test_duels_with_a_flight_that_fails_and_one_that_lands_on_a_city_of_the_other(people, stage):
    open_ends = list(flights.ENDS)
    for number in range(MOST_DUELS):
        duel = Duel(people, stage, [f"Amelia {number}", f"Otto {number}"])
        duel.play(open_ends)
        for player in duel.players:
            player.page.wait_for_selector(".notice--result", timeout=WHOLE_GAME_MS)
        if not open_ends:
            break
    assert open_ends == []
