"""Texts of Flagged: actions, positions, lines of the record, sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.core.errors import Refusal
from gameengine.games.flagged import game
from gameengine.games.flagged.notation import parse, public_text

from .flagged_play import SCENARIO_OPTIONS, position, random_play

TEXT = game.write(position())


def code_of(call):
    """Return the code of a refusal, or "" for none."""
    try:
        call()
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("heroes", [["assassin", "ranger"], ["mage", "knight"]], ids="/".join)
def test_positions_make_the_round_trip(heroes):
    for state in random_play(4, 500, heroes=heroes):
        assert game.read(game.write(state), state.options, 2) == state


@pytest.mark.parametrize(
    "change",
    [
        ("fl1", "fl2"),
        ("H0@D4,H1@E8", "H1@E8,H0@D4"),
        ("H0@D4,H1@E8", "H0@D4,H1@D4"),
        ("W=-", "W=D4E,D4N"),
        ("W=-", "W=A8N"),
        ("W=-", "W=A1N,A1E"),
        ("Z=knight", "Z=wizard"),
        ("H=-/-", "H=fireball/-"),
        ("P=main.0", "P=main"),
        ("P=main.0", "P=main.1"),
        ("P=main.0", "P=over"),
        ("Q=0", "Q=00"),
        ("M=-", "M=pillar:D4:0:S0"),
        ("C=-", "C=0:fireball()"),
        ("O=-", "O=0:FLAG_POINTS"),
    ],
    ids=lambda change: change[1],
)
def test_what_is_no_position_is_refused(change):
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read(TEXT.replace(*change), SCENARIO_OPTIONS, 2)


@given(st.text(alphabet=st.sampled_from("abcdefghHCB0123456789 ->+NE_!~,:@=/.?\n"), max_size=40))
def test_any_text_is_an_action_or_refused(text):
    assert code_of(lambda: parse(text)) in {"", "BAD_FORMAT"}


@given(st.integers(0, len(TEXT) - 1), st.characters(max_codepoint=255))
def test_a_slip_in_a_position_is_refused_or_another_position(place, letter):
    text = TEXT[:place] + letter + TEXT[place + 1 :]

    code = code_of(lambda: game.read(text, SCENARIO_OPTIONS, 2))

    assert code == "BAD_POSITION" or game.write(game.read(text, SCENARIO_OPTIONS, 2)) == text


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"type": "move", "figure": "H0", "from": "D4", "to": "D5"}, "move H0 D4-D5"),
        ({"type": "wall", "wall": "D4N"}, "wall D4N"),
        ({"type": "card", "card": "stasis", "cost": ["sprint", "scout"]}, "card stasis cost scout sprint"),
        ({"type": "counter", "card": "sidestep", "target": "H0>D5"}, "counter sidestep H0>D5"),
        ({"type": "rebirth", "square": "D1", "clone": "C1"}, "rebirth D1 C1"),
        ({"type": "rebirth", "square": "D1"}, "rebirth D1"),
        ({"type": "discard", "card": "scout"}, "discard scout"),
        ({"type": "ability"}, "ability"),
        ({"type": "resign"}, "resign"),
    ],
    ids=str,
)
def test_actions_in_json_form(data, text):
    assert game.action_text(data) == text


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "fly"},
        {"type": "move", "figure": "H0"},
        {"type": "wall", "wall": 3},
        {"type": "wall", "wall": "D4N", "extra": "x"},
        {"type": "card", "card": "stasis", "cost": "scout"},
        {"type": ["wall"]},
    ],
    ids=str,
)
def test_what_is_no_action_in_json_form_is_refused(data):
    with pytest.raises(Refusal, match="BAD_FORMAT"):
        game.action_text(data)


def test_only_the_cost_is_masked():
    assert public_text("counter annul cost scout") == "counter annul cost ?"
    assert public_text("card smoke_bomb E6") == "card smoke_bomb E6"
    assert public_text("wall D4N") == "wall D4N"


def test_a_line_of_the_record_tells_what_became_of_an_action():
    step = game.apply(position(F="H0@D4,H1@D5"), 0, "move H0 D4-D5")

    assert game.notation("move H0 D4-D5", [event.full() for event in step.events]) == "move H0 D4-D5 (x H1)"


def test_sentences_tell_an_owner_more_than_others():
    (drawn,) = [event for event in game.apply(position(), 0, "end").events if event.type == "CARD_DRAWN"]

    assert game.describe("end", [drawn.full()]).en == "Seat 2 draws Sprint."
    assert game.describe("end", [{"type": drawn.type, **drawn.public}]).de == "Platz 2 zieht eine Karte."


def test_every_action_of_a_match_has_words():
    states = [*random_play(8, 300, heroes=["ranger", "assassin"])]
    for state in states[:-1]:
        for text in game.legal_actions(state, state.actor)[::9]:
            step = game.apply(state, state.actor, text)
            told = game.describe(text, [event.full() for event in step.events])
            assert told.en
            assert told.de
            assert "{" not in told.en + told.de
