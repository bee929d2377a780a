"""Secret set-up parts that seats bring themselves: replaced before they are ready, replayed, verified, never shown."""

import json

import pytest

from gameengine.clock import control_from_notation
from gameengine.core.game import Option
from gameengine.core.types import Text
from gameengine.log import header, link_all, read_record, replay, verify, write_record
from gameengine.randomness import commit
from gameengine.table import Committed, act, dump, load, open_table, view
from gameengine.table.opening import LONGEST_PREPARE
from tests.gameengine.toy import DeckToy, deck_toy, toy

SEED = bytes(range(32))
CHANCE = Committed("m-1", SEED)
DECK = '{"cards": [32, 31]}'


class Waiting:
    """A waiting table; `say` returns the code of a refusal or None."""

    def __init__(self, game=deck_toy, secrets=()):
        step = open_table(game, {}, 2, control_from_notation("1+5"), at_ms=1_000, no_show_ms=60_000, secrets=secrets)
        self.table, self.lines = step.table, list(step.lines)

    def say(self, seat, text):
        step = act(self.table, seat, text, self.table.at_ms + 500, CHANCE)
        self.table, self.lines = step.table, self.lines + list(step.lines)
        return step.refusal and step.refusal.code

    def start(self):
        assert [self.say(seat, "ready") for seat in (0, 1)] == [None, None]
        return self


def test_the_last_part_before_ready_counts():
    match = Waiting()
    assert match.say(0, 'prepare {"cards": [40]}') is None
    assert match.say(0, f"prepare {DECK}") is None

    match.start()

    assert [hand[:2] for hand in match.table.state.hands] == [(31, 32), (30, *match.table.state.hands[1][1:2])]


def test_it_replaces_what_the_match_was_made_with_and_null_means_the_default():
    match = Waiting(secrets=({"cards": [50]}, {"cards": [51]}))
    match.say(0, f"prepare {DECK}")
    match.say(1, "prepare null")

    match.start()

    assert [hand[0] for hand in match.table.state.hands] == [31, 30]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("prepare", "BAD_SYNTAX"),
        ("prepare {", "BAD_SYNTAX"),
        ("prepare {'cards': []}", "BAD_SYNTAX"),
        ("prepare " + json.dumps({"cards": [31], "x": "x" * LONGEST_PREPARE}), "BAD_SYNTAX"),
        ("prepare []", "BAD_DECK"),
        ("prepare 1.5", "BAD_DECK"),
        ('prepare {"cards": [31, 32, 33]}', "DECK_SIZE"),
        ('prepare {"cards": ["ace"]}', "UNKNOWN_CARD"),
    ],
)
def test_refused_parts_change_nothing(text, code):
    match = Waiting()
    before = match.table

    assert match.say(0, text) == code
    assert match.table is before


def test_it_is_too_late_once_the_seat_is_ready_or_the_match_has_begun():
    match = Waiting()
    match.say(0, "ready")

    assert match.say(0, f"prepare {DECK}") == "ALREADY_READY"
    assert match.say(1, f"prepare {DECK}") is None
    match.say(1, "ready")
    assert match.say(1, f"prepare {DECK}") == "ALREADY_STARTED"


@pytest.mark.parametrize(
    ("choice", "deck", "code"),
    [
        ("fixed", DECK, "DECKS_FIXED"),
        ("fixed", "null", "DECKS_FIXED"),
        ("ready", DECK, "DECKS_READY"),
        ("ready", '{"cards": [30]}', None),
        ("ready", "null", None),
        ("ready", "[]", "BAD_DECK"),
        ("built", DECK, None),
    ],
)
def test_the_options_say_what_seats_may_bring(choice, deck, code):
    class OwlToy(DeckToy):
        options = (*DeckToy.options, Option("deck_choice", choice, Text("", "")))

        def check_deck(self, options, deck):
            checked = {"cards": [30]} if deck == {"hero": "owl"} else super().check_deck(options, deck)
            return {"hero": "owl", **checked}

    assert Waiting(OwlToy()).say(0, f"prepare {deck}") == code


def test_games_without_parts_refuse_them():
    assert Waiting(toy).say(0, f"prepare {DECK}") == "NOTHING_TO_PREPARE"


def test_only_the_seat_sees_what_it_has_prepared():
    match = Waiting()
    match.say(0, f"prepare {DECK}")

    assert view(match.table, 0)["prepared"] == {"cards": [31, 32]}
    assert view(match.table, 1)["prepared"] is None
    assert "prepared" not in view(match.table, None)
    line = match.lines[-1]
    assert (line.kind, line.seen_by(0)["text"]) == ("prepare", f"prepare {DECK}")
    for viewer in (1, None):
        seen = json.dumps([line.seen_by(viewer), view(match.table, viewer)], default=list)
        assert "31" not in seen.replace(str(line.at_ms), "")
    assert load(dump(match.table)) == match.table
    assert "prepared" not in view(match.start().table, 0)


def test_the_log_replays_and_verifies_and_shows_it_only_with_the_proof():
    match = Waiting()
    match.say(0, f"prepare {DECK}")
    match.say(1, 'prepare {"cards": [44]}')
    match.start()
    match.say(0, "resign")
    head = header(match.table, "m-1", commit("m-1", SEED))
    entries = link_all(head, match.lines, lambda: "00" * 16)

    *_, last = replay(head, match.lines)
    assert dump(last.table) == dump(match.table)
    text = write_record(head, entries, seeds=[SEED], nonces=match.table.nonces)
    assert verify(text) == []
    assert verify(text.replace("[44]", "[45]")) != []
    assert "cards" not in write_record(head, entries, seeds=[])
    assert [entry.line().text for entry in read_record(text).entries] == [line.text for line in match.lines]
