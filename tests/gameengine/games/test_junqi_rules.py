import pytest

from gameengine.core.errors import Refusal
from gameengine.core.types import ARBITER, CHANCE
from gameengine.games.junqi import game
from gameengine.games.junqi.content import KINDS
from gameengine.randomness import SeededRandom

from .junqi_play import DEAL, after, dealt, options, position


def code_of(state, seat, text):
    with pytest.raises(Refusal) as refused:
        game.apply(state, seat, text)
    return refused.value.code


def test_the_set_up_draws_the_layout_in_secret_then_the_starter():
    state = game.start(options(), 2)

    assert game.to_act(state).chance.stream == "layout"
    assert game.to_act(state).chance.audience == "server"
    state = game.apply(state, CHANCE, DEAL).state
    assert game.to_act(state).chance.stream == "starter"
    assert game.to_act(game.apply(state, CHANCE, "1").state).seats == (1,)


def test_a_drawn_layout_is_the_whole_set():
    state = game.start(options(), 2)

    layout = game.draw(state, SeededRandom(1))

    assert sorted(layout) == sorted(DEAL)
    assert layout != game.draw(state, SeededRandom(2))


@pytest.mark.parametrize(
    "layout",
    [
        pytest.param("", id="nothing"),
        pytest.param(DEAL[:-1], id="one short"),
        pytest.param(DEAL[:-1] + "F", id="two red flags"),
        pytest.param(DEAL[:-1] + "?", id="no piece"),
    ],
)
def test_a_layout_that_is_not_the_set_is_refused(layout):
    assert code_of(game.start(options(), 2), CHANCE, layout) == "BAD_SYNTAX"


@pytest.mark.parametrize("text", ["", "pass", "flip", "flip a13", "FLIP a1", "flip  a1", "a2-a7 ", "a2:a7", "A2-a7"])
def test_text_of_no_form_is_refused_before_the_turn_is_looked_at(text):
    assert code_of(dealt(), 1, text) == "BAD_SYNTAX"


@pytest.mark.parametrize("actor", [1, ARBITER])
def test_only_the_seat_to_move_acts(actor):
    assert code_of(dealt(), actor, "flip a1") == "NOT_YOUR_TURN"


def test_nobody_acts_while_the_colours_are_drawn():
    state = after(position("4f/5/5/5/5/d1s2/D1S2/5/5/5/1~E3/F4 0 - br 0 49"), "flip b2")

    assert game.to_act(state).chance.stream == "colour_lot"
    assert game.legal_actions(state, 1) == ()
    assert code_of(state, 1, "flip a1") == "NOT_YOUR_TURN"
    assert code_of(state, CHANCE, "green") == "BAD_SYNTAX"
    step = game.apply(state, CHANCE, "blue")
    assert [event.full() for event in step.events] == [{"type": "colours_set", "colours": ["blue", "red"]}]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("b4-c4", "NODE_EMPTY", id="no piece there"),
        pytest.param("c2-c1", "PIECE_FACE_DOWN", id="face-down piece"),
        pytest.param("e8-e8", "NOT_YOUR_PIECE", id="enemy piece before same node"),
        pytest.param("a1-a1", "PIECE_IMMOBILE", id="flag before same node"),
        pytest.param("c5-c5", "SAME_NODE", id="same node before target"),
        pytest.param("c5xe1", "TARGET_EMPTY", id="nothing to attack before way"),
        pytest.param("c5xc2", "TARGET_FACE_DOWN", id="face-down target before way"),
        pytest.param("c5xa1", "TARGET_OWN_PIECE", id="own target before way"),
        pytest.param("c5-e8", "TARGET_OCCUPIED", id="enemy target before way"),
        pytest.param("c5xe8", "UNREACHABLE", id="no way"),
    ],
)
def test_checks_stand_in_the_order_of_the_page(text, code):
    state = position("4f/5/5/5/4t/5/5/2D2/5/5/2~C2/F4 0 r -- 0 40")

    assert code_of(state, 0, text) == code


@pytest.mark.parametrize("row", KINDS, ids=lambda kind: kind.letter)
@pytest.mark.parametrize("column", KINDS, ids=lambda kind: kind.letter)
def test_battle_follows_6_5(row, column):
    # The enemy stands next to the attacker; both sides keep a flag and another piece.
    red_flag, blue_flag = ("1" if row.letter == "F" else "F"), ("1" if column.letter == "F" else "f")
    pair = f"{row.letter}{column.letter.lower()}3"
    text = f"4{blue_flag}/5/5/5/4t/5/5/5/{pair}/5/5/3{red_flag}C 0 r -- 0 40"
    state = position(text.replace("41/", "5/").replace("31C", "4C"))

    expected = battle(row, column)
    if expected in {"win", "both"}:
        events = [event.full() for event in game.apply(state, 0, "a4xb4").events]
        assert events[0]["outcome"] == expected
        assert [event["piece"] for event in events[1:]] == [column.letter.lower(), row.letter][
            : 1 + (expected == "both")
        ]
    else:
        assert code_of(state, 0, "a4xb4") == expected


def battle(row, column):
    """Work out 6.5 from the page's words, without the table of the board file."""
    if not row.moves:
        return "PIECE_IMMOBILE"
    if column.letter == "F":
        return "both" if row.letter == "X" else "win"
    if "X" in (row.letter, column.letter):
        return "both"
    if column.letter == "M":
        return "win" if row.letter == "E" else "MINE_NEEDS_ENGINEER"
    if row.rank == column.rank:
        return "both"
    return "win" if row.rank > column.rank else "RANK_TOO_LOW"


def test_an_engineers_way_is_recorded_as_a_shortest_path():
    state = position("4f/5/5/5/4d/5/5/5/5/5/E4/F4 0 r -- 0 40")

    (moved,) = [event.full() for event in game.apply(state, 0, "a2-e11").events]

    assert moved["path"][0] == "a2"
    assert moved["path"][-1] == "e11"
    assert len(moved["path"]) == 14


def test_no_action_changes_the_state_it_is_played_on():
    state = position("4f/5/5/5/4t/5/c4/5/D4/5/2~C2/F4 0 r -- 7 40")
    before = game.write(state)

    for text in game.legal_actions(state, 0):
        game.apply(state, 0, text)

    assert game.write(state) == before


@pytest.mark.parametrize(
    ("rule", "code"),
    [("mines_and_all_revealed", "FLAG_PROTECTED"), ("mines", "FLAG_PROTECTED"), ("always", "")],
)
def test_flag_rules_with_a_mine_left(rule, code):
    state = position("3Df/5/5/5/2m1t/5/5/5/5/5/5/F4 0 r -- 0 40", flag_rule=rule)

    assert ("d12xe12" in game.legal_actions(state, 0)) == (code == "")
    if code:
        assert code_of(state, 0, "d12xe12") == code


def test_every_reason_that_the_rules_give_has_words():
    assert {
        "FLAG_CAPTURED",
        "NO_MOVABLE_PIECE",
        "NO_LEGAL_MOVE",
        "BOTH_EXHAUSTED",
        "QUIET_LIMIT",
        "RESIGN",
        "LEFT",
    } <= set(game.reasons)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "4f/5/5/1m3/4t/5/5/2d2/1D3/5/2~C2/F4 0 r -- 0 40", ("flip c2",), id="reveals before moves and exchanges"
        ),
        pytest.param("3Xf/5/5/5/4t/5/5/5/5/5/5/F4 0 r -- 0 40", ("d12xe12",), id="the flag first"),
        pytest.param("4f/5/5/5/4t/5/b1p2/2B2/D4/5/2~C2/F4 0 r -- 0 40", ("a4xa6",), id="the best win before reveals"),
        pytest.param(
            "2mXb/3mt/5/5/5/5/5/5/5/5/5/F3f 0 r -- 0 40", ("d12xc12", "d12xe12", "d12xd11"), id="what is left"
        ),
    ],
)
def test_automatic_actions_are_the_first_list_of_10_2(text, expected):
    state = position(text)

    assert sorted(game.automatic_actions(state, 0)) == sorted(expected)


def test_options_say_what_a_timeout_does():
    policy = game.timeouts(options(autopilot_forfeit_after=3, autopilot_delay_s=2))

    assert (policy.on_timeout, policy.forfeit_after, policy.delay_ms) == ("autopilot", 3, 2000)
    assert game.timeouts(options(on_timeout="lose")).on_timeout == "lose"
