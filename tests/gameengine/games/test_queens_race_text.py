import pytest

from gameengine.core.errors import Refusal
from gameengine.games.queens_race import game

from .queens_race_play import options, position

START = "qr1 mgmqmgm/7/7/7/7/7/MGMQMGM t=1.0 p=act d=F/C/J s=0/0 q=0/0 k=0/0 r=0 a=0 z=0 n=0 f=- c=- b=- j=- o=-"


def test_the_example_of_the_page_is_canonical():
    assert game.write(game.read(START, options(), 2)) == START


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(START.replace("qr1", "qr2"), id="another form"),
        pytest.param(START.replace("/7/7/7/7/7/", "/7/7/7/7/61/"), id="two numbers for one run"),
        pytest.param(START.replace("/7/7/7/7/7/", "/7/7/7/7/"), id="too few rows"),
        pytest.param(START.replace("MGMQMGM", "MGMQMGMM"), id="too many columns"),
        pytest.param(START.replace("MGMQMGM", "MGMQMGX"), id="no such piece"),
        pytest.param(START.replace("MGMQMGM", "MGMQMQM"), id="two queens"),
        pytest.param(START.replace("MGMQ", "MGMQ+"), id="a queen that has arrived"),
        pytest.param(START.replace("MGMQ", "MGMQ*+"), id="marks in the wrong order"),
        pytest.param(START.replace("p=act", "p=rest"), id="no such phase"),
        pytest.param(START.replace("p=act", "p=over"), id="over without an end"),
        pytest.param(START.replace("o=-", "o=0:TIME"), id="an end and not over"),
        pytest.param(START.replace("p=act", "p=over").replace("o=-", "o=0:LUCK"), id="no such reason"),
        pytest.param(START.replace("d=F/C/J", "d=-"), id="to act without a roll"),
        pytest.param(START.replace("d=F/C/J", "d=F/C/Y"), id="no such symbol"),
        pytest.param(START.replace("p=act", "p=bonus"), id="a bonus square without its name"),
        pytest.param(START.replace("p=act", "p=bonus").replace("c=-", "c=D4"), id="nobody on the bonus square"),
        pytest.param(START.replace("p=act", "p=target").replace("c=-", "c=D1"), id="a target without a card"),
        pytest.param(START.replace("b=-", "b=luck"), id="no such card"),
        pytest.param(START.replace("b=-", "b=point").replace("j=-", "j=point"), id="a card too often"),
        pytest.param(START.replace("n=0", "n=00"), id="a number with zeros before it"),
        pytest.param(START + " ", id="something behind it"),
    ],
)
def test_what_is_not_canonical_or_not_possible_is_refused(text):
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read(text, options(), 2)


def test_the_text_of_another_height_is_refused():
    with pytest.raises(Refusal, match="BAD_POSITION"):
        game.read(START, options(height=9), 2)


def test_nine_rows_are_written_from_the_top():
    state = game.start(options(height=9, bonus_cards=False), 2)

    assert game.write(state).startswith("qr1 mgmqmgm/7/7/7/7/7/7/7/MGMQMGM t=1.0 p=roll d=- ")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"type": "move", "symbol": "FF", "from": "A1", "to": "A3"}, "FF A1-A3"),
        ({"type": "capture", "symbol": "C", "from": "B3", "to": "C4"}, "C B3xC4"),
        ({"type": "freeze", "symbol": "Z", "from": "B3", "to": "C4"}, "Z B3*C4"),
        ({"type": "free", "symbol": "Z", "from": "B3", "to": "D1"}, "Z B3^D1"),
        ({"type": "bonus", "choice": "draw"}, "bonus draw"),
        ({"type": "pick", "square": "A3"}, "pick A3"),
        ({"type": "pick", "from": "A3", "to": "B3"}, "pick A3-B3"),
        ({"type": "pick", "first": "A3", "second": "C4"}, "pick A3+C4"),
        ({"type": "resign"}, "resign"),
    ],
)
def test_actions_have_a_form_in_json(data, text):
    assert game.action_text(data) == text


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "move", "symbol": "F", "from": "A1"},
        {"type": "move", "symbol": "F", "from": "A1", "to": "A2", "die": "green"},
        {"type": "move", "symbol": "forward", "from": "A1", "to": "A2"},
        {"type": "bonus", "choice": "both"},
        {"type": "pick", "square": "a3"},
    ],
)
def test_other_json_is_no_action(data):
    with pytest.raises(Refusal, match="BAD_FORMAT"):
        game.action_text(data)


def test_the_record_tells_what_was_captured_and_drawn():
    state = position("3q3/7/7/1m5/1G5/7/3Q3", dice="B/C/F", b="point")
    captured = game.apply(state, 0, "C B3xB4")
    drawn = game.apply(captured.state, 0, "bonus draw")

    assert game.notation("C B3xB4", [event.full() for event in captured.events]) == "C B3xB4 (M)"
    assert game.notation("bonus draw", [event.full() for event in drawn.events]) == "bonus draw (point)"
    assert game.notation("F A1-A2", [{"type": "AUTOPILOT"}]) == "F A1-A2~"


@pytest.mark.parametrize(
    ("board", "fields", "text", "en", "de"),
    [
        pytest.param(
            "3q3/7/7/2m4/1G5/7/3Q3",
            {"dice": "B/C/F"},
            "C B3xC4",
            "Light captures a messenger from B3 on C4: one point.",
            "Hell schlägt von B3 aus auf C4 einen Boten: ein Punkt.",
            id="a capture",
        ),
        pytest.param(
            "7/7/7/2q4/1G5/7/3Q3",
            {"dice": "B/C/F"},
            "C B3xC4",
            "The queen of dark is captured on C4 for the first time. She returns to D7.",
            "Die Königin von Dunkel wird auf C4 zum ersten Mal geschlagen. Sie kehrt nach D7 zurück.",
            id="a queen",
        ),
        pytest.param(
            "6q/M6/7/7/7/7/3Q3",
            {},
            "F A6-A7",
            "Light moves from A6 to A7. A messenger of light has arrived on A7: one point.",
            "Hell zieht von A6 nach A7. Ein Bote von Hell ist auf A7 angekommen: ein Punkt.",
            id="an arrival",
        ),
        pytest.param(
            "3q3/7/7/3M3/7/7/3Q3",
            {"phase": "bonus", "c": "D4", "b": "lose_turn"},
            "bonus draw",
            "Light draws Miss a Turn: your next turn is skipped.",
            "Hell zieht Aussetzen: dein nächster Zug fällt aus.",
            id="a card",
        ),
    ],
)
def test_actions_are_told_in_both_languages(board, fields, text, en, de):
    step = game.apply(position(board, **fields), 0, text)

    told = game.describe(text, [event.full() for event in step.events])

    assert (told.en, told.de) == (en, de)
