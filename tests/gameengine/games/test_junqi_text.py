import pytest

from gameengine.core.errors import Refusal
from gameengine.core.types import CHANCE
from gameengine.games.junqi import game

from .junqi_play import DEAL, dealt, options, position

GOOD = "4f/5/5/5/4t/5/5/2D2/5/5/2~C2/F4 0 r -- 0 40"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(GOOD + " ", id="trailing space"),
        pytest.param(GOOD.replace("/5/", "/14/", 1), id="empty run split"),
        pytest.param(GOOD.replace("/5/", "/11111/", 1), id="ones"),
        pytest.param(GOOD.replace("/5/", "/6/", 1), id="too wide"),
        pytest.param(GOOD.replace("/5/", "/", 1), id="row missing"),
        pytest.param(GOOD.replace("~C", "?"), id="a viewer's text"),
        pytest.param(GOOD.replace("~C", "~~C"), id="two marks"),
        pytest.param(GOOD.replace("D", "Z"), id="no such piece"),
        pytest.param(GOOD.replace("4f", "SSf2"), id="two commanders"),
        pytest.param(GOOD.replace("2~C2", "2~C3"), id="row too long"),
        pytest.param("4f/5/5/5/4t/5/5/2D2/5/1~C3/5/F4 0 r -- 0 40", id="face-down in a camp"),
        pytest.param("4f/5/5/5/4t/5/5/2D2/5/1M3/5/F4 0 r -- 0 40", id="mine in a camp"),
        pytest.param("5/5/5/5/4t/5/5/2D2/5/1f3/5/F4 0 r -- 0 40", id="flag in a camp"),
        pytest.param("4f/5/5/5/4t/5/5/2D2/5/1C3/2~C2/F4 0 - rb 0 40", id="in a camp before colours"),
        pytest.param(GOOD.replace(" r --", " r rb"), id="reveals kept after colours"),
        pytest.param(GOOD.replace(" 0 40", " 00 40"), id="leading zero"),
        pytest.param(GOOD.replace(" 0 40", " -1 40"), id="negative"),
        pytest.param(GOOD.replace(" 0 40", " ٣ 40"), id="foreign digit"),
        pytest.param(GOOD.replace(" 0 r", " 2 r"), id="no such seat"),
        pytest.param(GOOD.replace(" 0 r", " - r"), id="nobody to move"),
        pytest.param("5/5/5/5/5/5/5/5/5/5/5/5 0 - -- 0 0", id="no pieces and somebody to move"),
        pytest.param(GOOD + "\n", id="line end"),
    ],
)
def test_refuses_what_is_not_canonical_or_not_possible(text):
    with pytest.raises(Refusal) as refused:
        position(text)

    assert refused.value.code == "BAD_POSITION"


def test_writes_the_example_of_the_page():
    assert game.write(dealt()) == (
        "~e~e~m~x~f/~c~e~x~m~m/~p1~c1~c/~t~t1~p~p/~b1~r1~r/~s~k~d~d~b/"
        "~B~D~D~K~S/~R1~R1~B/~P~P1~T~T/~C1~C1~P/~M~M~X~E~C/~F~X~M~E~E 0 - -- 0 0"
    )


def test_the_moments_of_the_set_up_can_be_stored():
    start = game.start(options(), 2)

    for state in (start, game.apply(start, CHANCE, DEAL).state):
        again = position(game.write(state))
        assert again == state
        assert game.to_act(again) == game.to_act(state)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"type": "flip", "node": "a5"}, "flip a5"),
        ({"type": "move", "from": "a2", "to": "a7"}, "a2-a7"),
        ({"type": "attack", "from": "a2", "to": "a7"}, "a2xa7"),
        ({"type": "resume"}, "resume"),
        ({"type": "resign"}, "resign"),
        ({"type": "leave"}, "leave"),
    ],
)
def test_reads_actions_in_json(data, text):
    assert game.action_text(data) == text


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "pass"},
        {"type": "flip"},
        {"type": "flip", "node": "z9"},
        {"type": "flip", "node": 5},
        {"type": "flip", "node": "a5", "to": "a6"},
        {"type": "move", "from": "a2"},
        {"type": "move", "from": "a2", "to": ["a7"]},
    ],
)
def test_refuses_json_of_no_action(data):
    with pytest.raises(Refusal) as refused:
        game.action_text(data)

    assert refused.value.code == "BAD_SYNTAX"


@pytest.mark.parametrize(
    ("text", "line", "english", "german"),
    [
        pytest.param(
            "flip c2",
            "flip c2 (C)",
            "c2 is revealed: Company Commander (red).",
            "c2 aufgedeckt: Kompaniechef (Rot).",
            id="flip",
        ),
        pytest.param(
            "a4-a5",
            "a4-a5",
            "Division Commander (red) goes from a4 to a5.",
            "Divisionskommandeur (Rot) zieht von a4 nach a5.",
            id="move",
        ),
        pytest.param(
            "a4xa6",
            "a4xa6 (D>c)",
            "Division Commander (red) from a4 takes Company Commander (blue) on a6.",
            "Divisionskommandeur (Rot) von a4 schlägt Kompaniechef (Blau) auf a6.",
            id="win",
        ),
        pytest.param(
            "c5xc6",
            "c5xc6 (X=m)",
            "Bomb (red) from c5 and Mine (blue) on c6 both fall.",
            "Bombe (Rot) von c5 und Mine (Blau) auf c6 fallen beide.",
            id="both",
        ),
    ],
)
def test_records_and_describes_what_happened(text, line, english, german):
    state = position("4f/5/5/5/4t/5/c1m2/2X2/D4/5/2~C2/F4 0 r -- 0 40")

    events = [event.full() for event in game.apply(state, 0, text).events]

    assert game.notation(text, events) == line
    assert game.describe(text, events).to("en") == english
    assert game.describe(text, events).to("de") == german


def test_marks_an_automatic_move_in_the_record():
    events = [{"type": "auto", "seat": 0, "cause": "timeout", "action": "a4-a5"}]

    assert game.notation("a4-a5", events) == "a4-a5*"


def test_describes_the_fixing_of_the_colours_and_the_lots():
    state = position("4f/5/5/5/5/d1s2/D1S2/5/5/5/1~E3/F4 0 - rb 0 49")
    events = [event.full() for event in game.apply(state, 0, "flip b2").events]

    assert game.describe("flip b2", events).en == "b2 is revealed: Engineer (red). Seat 1 plays red, seat 2 blue."
    assert game.describe("1", ()).en == "Seat 2 begins."
    assert DEAL not in game.describe(DEAL, ()).en
