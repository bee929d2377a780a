"""Time controls: short texts, sentences, JSON. What they count is in test_clock_golden.py."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameengine.clock import KINDS, Clock, Limits, Reaction, control_from_json, control_from_notation
from gameengine.clock.absolute import Absolute
from gameengine.clock.bronstein import Bronstein
from gameengine.clock.byo_yomi import ByoYomi
from gameengine.clock.canadian import Canadian
from gameengine.clock.correspondence import Correspondence
from gameengine.clock.delay import Delay
from gameengine.clock.duration import LONGEST_MS
from gameengine.clock.fischer import Fischer
from gameengine.clock.hourglass import Hourglass
from gameengine.clock.limits import limited
from gameengine.clock.none import NoControl
from gameengine.clock.per_move import PerMove
from gameengine.clock.stages import Stage, Stages
from gameengine.clock.unequal import unequal
from gameengine.core.errors import Refusal


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
        (
            "5 d3",
            "5 minutes; in every turn the clock waits 3 seconds before it runs",
            "5 Minuten; in jedem Zug wartet die Uhr 3 Sekunden, bevor sie läuft",
        ),
        (
            "5 b3 first",
            "5 minutes; after every turn up to 3 seconds of what it took come back, and so much more at the start",
            "5 Minuten; nach jedem Zug kommt zurück, was er gebraucht hat, höchstens 3 Sekunden, und zu Beginn so viel "
            "mehr",
        ),
        (
            "5+3x30s",
            "5 minutes, then 3 periods of 30 seconds; only a turn that takes a whole period uses it up",
            "5 Minuten, dann 3 Perioden à 30 Sekunden; nur ein Zug, der eine ganze Periode dauert, verbraucht sie",
        ),
        (
            "0+1x10s",
            "1 period of 10 seconds; only a turn that takes a whole period uses it up",
            "1 Periode à 10 Sekunden; nur ein Zug, der eine ganze Periode dauert, verbraucht sie",
        ),
        (
            "15+20 in 5",
            "15 minutes, then 5 minutes for every 20 turns",
            "15 Minuten, dann 5 Minuten für je 20 Züge",
        ),
        (
            "hourglass 2",
            "2 minutes as in an hourglass: what one side uses, the others get",
            "2 Minuten wie in einer Sanduhr: was eine Seite verbraucht, bekommen die anderen",
        ),
        (
            "40/90+30, 30+30",
            "90 minutes plus 30 seconds per turn for 40 turns, "
            "then 30 minutes plus 30 seconds per turn for the rest of the game",
            "90 Minuten plus 30 Sekunden je Zug für 40 Züge, "
            "dann 30 Minuten plus 30 Sekunden je Zug für den Rest der Partie",
        ),
        (
            "40/120, 20/60, 15+30 first",
            "120 minutes for 40 turns, then 60 minutes for 20 turns, "
            "then 15 minutes plus 30 seconds per turn for the rest of the game; increments from the first turn on",
            "120 Minuten für 40 Züge, dann 60 Minuten für 20 Züge, "
            "dann 15 Minuten plus 30 Sekunden je Zug für den Rest der Partie; Zuschlag vom ersten Zug an",
        ),
        ("3d/move", "3 days per move", "3 Tage je Zug"),
        (
            "14d+1d max 21d",
            "14 days plus 1 day per turn, never lifted above 21 days",
            "14 Tage plus 1 Tag je Zug, nie über 21 Tage hinaus",
        ),
        (
            "5+0 vs 4+0",
            "Seat 1: 5 minutes for the whole game; Seat 2: 4 minutes for the whole game",
            "Platz 1: 5 Minuten für die ganze Partie; Platz 2: 4 Minuten für die ganze Partie",
        ),
    ],
)
def test_short_texts_and_sentences(text, english, german):
    control = control_from_notation(text)

    assert control.notation() == text
    assert (control.sentence().en, control.sentence().de) == (english, german)
    assert control_from_json(control.to_json()) == control


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        (" 5 + 3 ", "5+3"),
        ("5D3", "5 d3"),
        ("5b3", "5 b3"),
        ("5 + 3 x 30", "5+3x30s"),
        ("5+3×30s", "5+3x30s"),
        ("40/90+30,30+30", "40/90+30, 30+30"),
        ("60/5 , 0+2 VS 60/4, 0+2", "60/5, 0+2 vs 60/4, 0+2"),
        ("Hourglass  2", "hourglass 2"),
        ("1h30s/move react 2/15", None),
        ("2h+30", "120+30"),
        ("5m/move", "300s/move"),
        ("90m+0 untimed 2m", "90+0 untimed 120"),
        ("5+0 vs 5+0", "5+0"),
    ],
)
def test_what_people_type(typed, written):
    if written is None:
        with pytest.raises(Refusal):
            control_from_notation(typed)
    else:
        assert control_from_notation(typed).notation() == written


@pytest.mark.parametrize(
    ("text", "quoted", "told"),
    [
        ("", "", "“” is no clock. Write for example 5+3"),
        ("5", "5", "“5” is no clock"),
        ("soon", "soon", "“soon” is no clock"),
        ("5+", "5+", "“5+” is no clock"),
        ("+3", "+3", "“+3” is no clock"),
        ("5+3 max", "5+3 max", "“5+3 max” is no clock"),
        ("0+3", "0", "“0” is too short here"),
        ("0s/move", "0s", "“0s” is too short here"),
        ("x/move", "x", "“x” is no length of time"),
        ("5+3 max y", "y", "“y” is no length of time"),
        ("9999999999d+0", "9999999999d", "“9999999999d” is too long here"),
        ("5+0x30s", "0", "“0” is no number of turns or periods. It must be from 1 to 999"),
        ("5+3x0s", "0s", "“0s” is too short here"),
        ("5+x in 5", "x", "“x” is no number of turns"),
        ("40/90+30", "40/90+30", "After the last number of turns it must be said what the rest of the game has"),
        ("40/90, 20/30", "40/90,20/30", "After the last number of turns"),
        ("90, 30", "90,30", "Every stage but the last needs its number of turns"),
        ("40/90, 0", "40/90,0", "A stage without time"),
        ("40/90, one hour", "one hour", "“one hour” is no stage"),
        ("40/9O+30, 30", "9o", "“9o” is no length of time"),
        ("5+0 vs none", "5+0 vs none", "These times do not go together"),
        ("5+0 vs 30s/move", "5+0 vs 30s/move", "These times do not go together"),
        ("hourglass 1 vs 1+0", "hourglass 1 vs 1+0", "These times do not go together"),
        ("5+0 vs 14d+1d", "5+0 vs 14d+1d", "These times do not go together"),
        ("5+0 vs", "5+0 vs", "“5+0 vs” is no clock"),
        ("1" * 1001, "1" * 80, "This is too long for a clock"),
    ],
)
def test_a_refused_text_is_told_what_is_wrong_and_where(text, quoted, told):
    with pytest.raises(Refusal) as refused:
        control_from_notation(text)

    assert (refused.value.code, refused.value.quoted) == ("BAD_CONTROL", quoted)
    assert refused.value.told.en.startswith(told)
    assert refused.value.told.de != refused.value.told.en


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"kind": "hourglass"},
        {"kind": "sundial", "base_ms": 1},
        {"kind": "absolute", "base_ms": 1, "others": {}},
        {"kind": "absolute", "base_ms": 1, "others": [1]},
        {"kind": "absolute", "base_ms": 1, "others": [{"kind": "absolute", "base_ms": 1, "untimed_ms": 5000}]},
        {"kind": "absolute", "base_ms": 1, "others": [{"kind": "none"}]},
        {"kind": "byo_yomi", "base_ms": -1, "periods": 3, "period_ms": 30_000},
        {"kind": "byo_yomi", "base_ms": 0, "periods": 0, "period_ms": 30_000},
        {"kind": "byo_yomi", "base_ms": 0, "periods": 1000, "period_ms": 30_000},
        {"kind": "canadian", "base_ms": 0, "turns": True, "period_ms": 30_000},
        {"kind": "stages", "stages": 3},
        {"kind": "stages", "stages": []},
        {"kind": "stages", "stages": [{"base_ms": 5}]},
        {"kind": "stages", "stages": [{"turns": 3, "base_ms": 5}, {"turns": 3, "base_ms": 5}]},
        {"kind": "stages", "stages": [{"turns": 3, "base_ms": 0, "increment_ms": 1}, {"base_ms": 5}]},
        {"kind": "correspondence", "per_move_ms": 3_600_000},
        {"kind": "correspondence", "base_ms": 86_400_000, "increment_ms": 5},
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
    names = "absolute fischer delay bronstein per_move byo_yomi canadian hourglass stages correspondence none"
    assert set(KINDS) == set(names.split())
    assert all(kind.kind == name for name, kind in KINDS.items())


def test_only_correspondence_is_slow():
    slow = {"3d/move", "14d+1d max 21d", "3d/move react 2/15", "3d/move vs 4d/move"}
    quick = {"30s/move", "1440+0", "5+3", "40/90+30, 30+30", "none", "5+0 vs 4+0"}

    assert {text for text in slow | quick if control_from_notation(text).is_slow} == slow


DURATIONS = st.integers(1, LONGEST_MS)
COUNTS = st.integers(1, 999)
FIRST = st.booleans()
DAYS = st.integers(1, 366).map(lambda days: days * 86_400_000)
STAGES = st.builds(
    lambda stages, last, first: Stages((*stages, last), first),
    st.lists(st.builds(Stage, COUNTS, DURATIONS, st.integers(0, LONGEST_MS)), min_size=1, max_size=5),
    st.builds(Stage, st.none(), st.integers(0, LONGEST_MS), DURATIONS),
    FIRST,
)
BANKS = st.one_of(
    st.builds(Absolute, DURATIONS),
    st.builds(Fischer, DURATIONS, DURATIONS, st.none() | DURATIONS, FIRST),
    st.builds(Delay, DURATIONS, DURATIONS),
    st.builds(Bronstein, DURATIONS, DURATIONS, FIRST),
    st.builds(ByoYomi, st.integers(0, LONGEST_MS), COUNTS, DURATIONS),
    st.builds(Canadian, st.integers(0, LONGEST_MS), COUNTS, DURATIONS),
    STAGES,
)
PERIODS = st.builds(PerMove, DURATIONS)
SLOW = (
    st.builds(Correspondence, st.builds(PerMove, DAYS)),
    st.builds(Correspondence, st.builds(Fischer, DAYS, DAYS, st.none() | DAYS, FIRST)),
)
LIKE = [BANKS, PERIODS, st.builds(Hourglass, DURATIONS), *SLOW]
CONTROLS = st.one_of(
    st.just(NoControl()), *LIKE, *(st.lists(like, min_size=2, max_size=3).map(unequal) for like in LIKE)
)
LIMITS = st.sampled_from([Limits(), Limits(Reaction(500, 15_000)), Limits(Reaction(2_000, 86_400_000), 90_500)])


@given(inner=CONTROLS, limits=LIMITS)
def test_text_value_and_json_are_one(inner, limits):
    control = limited(inner, limits)

    assert control_from_notation(control.notation()) == control
    assert control_from_json(json.loads(json.dumps(control.to_json()))) == control
    assert control_from_notation(control.notation().upper()) == control


@given(text=st.text(alphabet="0123456789+/x,. dbsmh", max_size=14) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text):
    try:
        control = control_from_notation(text)
    except Refusal:
        return
    assert control_from_notation(control.notation()) == control
