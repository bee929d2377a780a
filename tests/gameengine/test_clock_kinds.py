"""Time controls: golden values in milliseconds, texts, JSON."""

import pytest

from gameengine.clock import KINDS, Clock, control_from_json, control_from_notation
from gameengine.clock.absolute import Absolute
from gameengine.clock.fischer import Fischer
from gameengine.clock.none import NoControl
from gameengine.clock.per_move import PerMove
from gameengine.core.errors import Refusal

FISCHER = Fischer(10_000, 5_000, cap_ms=12_000)


def after_turn(control, used_ms, bank=None):
    """The milliseconds that are left after one turn, or None if the flag fell."""
    clock = Clock(control, (bank or control.fresh(), control.fresh()), 0, 1_000)
    if clock.has_fallen(1_000 + used_ms):
        return None
    return clock.press(1_000 + used_ms, completed=0, running=1).left_ms(0, 1_000 + used_ms)


@pytest.mark.parametrize(
    ("control", "bank", "used_ms", "left_ms"),
    [
        pytest.param(FISCHER, None, 2_000, 12_000, id="fischer: the cap cuts the increment"),
        pytest.param(FISCHER, None, 9_000, 6_000, id="fischer"),
        pytest.param(FISCHER, None, 9_999, 5_001, id="fischer: one millisecond before the flag"),
        pytest.param(FISCHER, None, 10_000, None, id="fischer: equality flags"),
        pytest.param(FISCHER, (20_000,), 1_000, 19_000, id="fischer: a bank above the cap is not cut"),
        pytest.param(Fischer(10_000, 5_000), None, 2_000, 13_000, id="fischer without cap"),
        pytest.param(Fischer(10_000, 5_000, first_bonus=True), None, 14_999, 5_001, id="fischer with first bonus"),
        pytest.param(Absolute(10_000), None, 4_000, 6_000, id="absolute"),
        pytest.param(Absolute(10_000), None, 10_000, None, id="absolute: equality flags"),
        pytest.param(PerMove(30_000), None, 29_999, 30_000, id="per move: nothing carries over"),
        pytest.param(PerMove(30_000), None, 30_000, None, id="per move: equality flags"),
        pytest.param(NoControl(), None, 10**12, None, id="none: no reading"),
    ],
)
def test_golden_values(control, bank, used_ms, left_ms):
    assert after_turn(control, used_ms, bank) == left_ms


def test_without_control_no_flag_falls():
    clock = Clock.fresh(NoControl(), 2).press(0, completed=None, running=0)

    assert not clock.has_fallen(10**15)
    assert clock.deadline_ms is None


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("30s/move", "30 seconds per move", "30 Sekunden je Zug"),
        ("500ms/move", "0.5 seconds per move", "0,5 Sekunden je Zug"),
        ("75+0", "75 minutes for the whole game", "75 Minuten für die ganze Partie"),
        ("90s+0", "90 seconds for the whole game", "90 Sekunden für die ganze Partie"),
        ("1+1", "1 minute plus 1 second per turn", "1 Minute plus 1 Sekunde je Zug"),
        (
            "5+3 max 10 first",
            "5 minutes plus 3 seconds per turn, from the first turn on, never lifted above 10 minutes",
            "5 Minuten plus 3 Sekunden je Zug, vom ersten Zug an, nie über 10 Minuten hinaus",
        ),
        ("none", "No time limit", "Ohne Zeitbegrenzung"),
    ],
)
def test_short_texts_and_sentences(text, english, german):
    control = control_from_notation(text)

    assert control.notation() == text
    assert (control.sentence().en, control.sentence().de) == (english, german)
    assert control_from_json(control.to_json()) == control


@pytest.mark.parametrize("text", ["", "5", "5+", "+3", "0+3", "5+3 max", "0s/move", "x/move", "9999999999d+0", "5 + 3"])
def test_other_short_texts_are_refused(text):
    with pytest.raises(Refusal) as refused:
        control_from_notation(text)

    assert refused.value.code == "BAD_CONTROL"


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"kind": "hourglass"},
        {"kind": ["none"]},
        {"kind": "per_move"},
        {"kind": "per_move", "per_move_ms": 0},
        {"kind": "per_move", "per_move_ms": True},
        {"kind": "per_move", "per_move_ms": 30.0},
        {"kind": "per_move", "per_move_ms": 30_000, "base_ms": 1},
        {"kind": "absolute", "base_ms": -1},
        {"kind": "absolute", "base_ms": 10**15},
        {"kind": "fischer", "base_ms": 1000, "increment_ms": "3"},
        {"kind": "fischer", "base_ms": 1000, "increment_ms": 3, "cap_ms": 0},
        {"kind": "fischer", "base_ms": 1000, "increment_ms": 3, "first_bonus": 1},
        {"kind": "none", "base_ms": 1},
    ],
)
def test_other_json_is_refused(data):
    with pytest.raises(Refusal) as refused:
        control_from_json(data)

    assert refused.value.code == "BAD_CONTROL"


def test_every_kind_is_in_the_registry_under_its_own_name():
    assert set(KINDS) == {"per_move", "absolute", "fischer", "none"}
    assert all(kind.kind == name for name, kind in KINDS.items())
