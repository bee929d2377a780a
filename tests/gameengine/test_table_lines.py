"""Lines of the log: what everybody, one seat, and the server see of them."""

import pytest

from gameengine.core.game import Event
from gameengine.table import Line, line_from_json
from tests.gameengine.tables import Play, junqi_play

EVENTS = (
    Event("open_thing", {"at": "a1"}),
    Event("drawn", {"seat": 0}, {0: {"card": "king"}}, {"left": 17}),
    Event("omen", {"of": 6}, {1: {"soon": True}}, {"why": "top"}, hidden=True),
    Event("turn_ended", {"seat": 0}),
)
LINE = Line("action", 0, 1_000, "end", events=EVENTS, clock={"running": 1}, used_ms=7, ply=3)


def types(seen):
    return [event["type"] for event in seen["events"]]


def test_everybody_sees_the_public_part():
    seen = LINE.seen_by(None)

    assert seen == LINE.public()
    assert seen["text"] == "end"
    assert types(seen) == ["open_thing", "drawn", "turn_ended"]
    assert "king" not in str(seen)


def test_a_seat_sees_its_own_part_merged_in():
    assert LINE.seen_by(0)["events"][1] == {"type": "drawn", "seat": 0, "card": "king"}
    assert types(LINE.seen_by(0)) == ["open_thing", "drawn", "turn_ended"]
    assert LINE.seen_by(1)["events"][2] == {"type": "omen", "of": 6, "soon": True}


def test_the_server_sees_all():
    assert LINE.full()["events"][1] == {"type": "drawn", "seat": 0, "card": "king", "left": 17}
    assert LINE.full()["events"][2] == {"type": "omen", "of": 6, "soon": True, "why": "top"}


def test_private_parts_by_audience():
    parts = LINE.private_parts()

    assert set(parts) == {"0", "1", "server"}
    assert parts["0"] == {"events": [[1, {"card": "king"}]]}
    assert parts["1"] == {"hidden": [[2, {"type": "omen", "of": 6, "soon": True}]]}


@pytest.mark.parametrize("audience", ["public", "server", 1])
def test_comes_back_from_its_public_and_private_parts(audience):
    line = Line("chance", -1, 5, "6", "0/4:die", audience, EVENTS, None, None, 2)

    assert line_from_json(line.public(), line.private_parts()) == line


def test_a_text_for_some_is_not_in_the_public_part():
    line = Line("chance", -1, 5, "6", "0/4:die", audience=1)

    assert "text" not in line.public()
    assert "text" not in line.seen_by(0)
    assert (line.seen_by(1)["text"], line.full()["text"]) == ("6", "6")
    assert line.private_parts() == {"1": {"text": "6"}}


def test_every_line_of_a_real_match_comes_back():
    match = Play(control="1+5", chance={"deck": ["1,2,3,4,5,7,8,6,9,10"], "die": [1]}, secrets=(31, 32))
    for seat, text in ((0, "roll"), (0, "play 1"), (1, "block"), (0, "end"), (1, "end"), (0, "resign")):
        assert match.act(seat, text) is None

    for line in match.lines:
        again = line_from_json(line.public(), line.private_parts())
        assert (again.public(), again.private_parts(), again.full()) == (
            line.public(),
            line.private_parts(),
            line.full(),
        )


def test_where_events_may_be_hidden_every_line_has_a_part_for_everybody():
    match = Play()
    match.act(0, "step")

    assert match.lines[-1].private_parts() == {"0": {}, "1": {}, "server": {}}


def test_where_nothing_is_hidden_lines_have_no_private_parts():
    match = junqi_play()
    match.act(0, "flip c2", 1)

    assert match.lines[-1].private_parts() == {}
