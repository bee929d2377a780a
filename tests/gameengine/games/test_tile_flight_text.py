import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.core.errors import Refusal
from gameengine.games.tile_flight import game

from .tile_flight_play import options, position, random_play, text_of


@given(st.integers(0, 10_000), st.integers(0, 170), st.integers(2, 5))
def test_positions_round_trip(seed, actions, seats):
    *_, state = random_play(seed, actions, seats=seats, circle_tile=f"Z{1 + seed % 6}")
    text = game.write(state)

    again = game.read(text, dict(state.setting.options), seats)

    assert again == state
    assert game.write(again) == text
    assert game.legal_actions(again, state.active) == game.legal_actions(state, state.active)
    assert game.state_json(again) == game.state_json(state)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text_of("0,0:D/0;1,0:B/0"), id="edges that differ"),
        pytest.param(text_of("0,0:D/0;1,0:AA/0"), id="an unknown tile"),
        pytest.param(text_of("0,0:D/0[m1=0]", supply=(6, 7)), id="an unknown segment"),
        pytest.param(text_of("0,0:D/0;1,0:U/3"), id="a rotation that is not the smallest"),
        pytest.param(text_of("0,0:D/0[r1=0]"), id="too many followers"),
        pytest.param(text_of("0,0:D/0;-1,0:U/1"), id="tiles out of order"),
        pytest.param(text_of("0,0:D/0[r1=0,c1=0]", supply=(5, 7)), id="segments out of order"),
        pytest.param(text_of("0,0:D/0[r1=10]", supply=(6, 6)), id="seats out of order"),
        pytest.param(text_of("0,0:D/0[r1=3]"), id="a seat that is not there"),
        pytest.param(text_of(p="follower"), id="a phase without its tile"),
        pytest.param(text_of(p="over", w="-"), id="over without a reason"),
        pytest.param(text_of(w="1"), id="another seat to act than the one whose turn it is"),
        pytest.param(text_of(q="0"), id="a seat that is out and has the turn"),
        pytest.param(text_of(g="V*1,B*1"), id="a bag out of order"),
        pytest.param(text_of(t="-", l="0,0", p="circle"), id="a circle on a tile without one"),
        pytest.param(text_of(t="-", l="0,0", f="0,0", p="land"), id="a flight from a tile without a flier"),
        pytest.param(text_of().replace("tf1", "tf2"), id="another form"),
        pytest.param(text_of() + " ", id="something more"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_no_position_is_refused(text):
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read(text, options(), 2)


def test_a_position_of_other_seats_is_refused():
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read(text_of(), options(), 3)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"type": "place", "x": -3, "y": 10, "rot": 2}, "@-3,10/2"),
        ({"type": "follower", "segment": "m1"}, "+m1"),
        ({"type": "fly"}, "^"),
        ({"type": "land", "segment": "c1"}, ">c1"),
        ({"type": "pass"}, "-"),
        ({"type": "circle", "choice": "add"}, "oA"),
        ({"type": "circle", "choice": "remove"}, "oR"),
        ({"type": "circle_add", "x": 1, "y": -1, "segment": "r1"}, "o+1,-1.r1"),
        ({"type": "circle_remove", "x": -1, "y": 0, "segment": "r1"}, "o--1,0.r1"),
        ({"type": "resign"}, "resign"),
    ],
)
def test_actions_have_a_json_form(data, text):
    assert game.action_text(data) == text


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "place", "x": 1, "y": 0},
        {"type": "place", "x": 1, "y": 0, "rot": 4},
        {"type": "place", "x": 1, "y": 0, "rot": 1, "z": 1},
        {"type": "follower", "segment": "x1"},
        {"type": "circle", "choice": "both"},
        {"type": "roll"},
    ],
)
def test_other_json_is_refused(data):
    with pytest.raises(Refusal, match="BAD_SYNTAX"):
        game.action_text(data)


@pytest.mark.parametrize(
    "text", ["@1,0/4", "@01,0/0", "@-0,0/0", "@1,0", "+c0", "+c10", "+x1", "o+1,0", "oa", "^^", "–"]
)
def test_texts_that_are_no_action(text):
    with pytest.raises(Refusal, match="BAD_SYNTAX"):
        game.apply(position(), 0, text)


def test_a_cell_that_no_match_can_reach_is_not_adjacent():
    with pytest.raises(Refusal, match="NOT_ADJACENT"):
        game.apply(position(), 0, "@999,0/0")


def test_the_record_has_what_became_known():
    events = [
        {"type": "die", "value": 2},
        {"type": "landing", "seat": 1, "x": 0, "y": 0, "segment": "c1", "auto": True},
        {"type": "score", "feature": "0,0.r1", "kind": "road", "points": 4, "seats": [0]},
        {"type": "draw", "tile": "C", "seat": 0},
        {"type": "set_aside", "tile": "C"},
    ]

    assert game.notation("^", events) == "^ (2) >c1 {0,0.r1 +4 P0} [C] [C!]"
    assert game.notation(">c1", [{**events[1], "auto": False}]) == ">c1"


def test_sentences_tell_who_did_what():
    state = position("0,-1:F/1[c1=01];0,0:D/0", supply=(6, 6), t="E")
    step = game.apply(game.apply(state, 0, "@0,-2/2").state, 0, "-")
    told = game.describe("-", [event.full() for event in step.events])

    assert told.en == "Player 1 places no follower. Player 1 and player 2 get 8 points each (city)."
    assert told.de == "Spieler 1 setzt keinen Gefolgsmann. Spieler 1 und Spieler 2 bekommen je 8 Punkte (Stadt)."
