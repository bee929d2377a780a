"""The scenario runner: the files of every hosted game hold, and every assertion can fail."""

from pathlib import Path
from textwrap import indent

import pytest

from gameengine.cli import main
from gameengine.games.registry import GAMES
from gameengine.scenarios import ScenarioFileError, read_file, read_text, run_file, running, scenario_paths
from gameengine.scenarios.paths import MISSING, look_up
from gameengine.table import TableStep, act
from tests.gameengine.toy import Toy

FOLDER = Path(__file__).parent / "scenarios"


@pytest.mark.parametrize("path", scenario_paths([FOLDER]), ids=lambda path: path.name)
def test_every_scenario_of_a_hosted_game_holds(path):
    file = read_file(path)

    held, failures = run_file(file)

    assert failures == []
    assert held == len(file.scenarios) > 0


def test_every_hosted_game_has_scenarios():
    assert {key for key in GAMES if "toy" not in key} == {path.name.split(".")[0] for path in scenario_paths([FOLDER])}


HEAD = """
schema: flagfall-scenarios/1
game: toy
rules_version: 1
defaults: {players: 2, options: {quiet_limit: 50}}
scenarios:
"""
DECK = 'chance: {deck: ["1,2,3,4,5,7,8,9,6,10"], die: [2]}'
FIRST = f"""
- id: toy-001
  title: a turn
  setup: {{start: true, {DECK}}}
"""


def scenario(rest, *, first=FIRST):
    return HEAD + first + indent(rest.strip("\n"), "  ") + "\n"


def what_fails(rest, **settings):
    _, failures = run_file(read_text(scenario(rest, **settings)))
    return " ".join(failure.what for failure in failures)


STEPS = """
steps:
- {by: 0, do: step}
- {by: 0, do: roll}
- {by: 0, do: play 9, legal: false, error: NO_SUCH_CARD}
"""


@pytest.mark.parametrize(
    "expect",
    [
        "phase: main",
        "to_move: 0",
        "result: null",
        "legal_actions: {include: [end], exclude: [roll], count: 5}",
        "legal_actions: {exact: [end, step, play 1, play 2, play 3]}",
        "state: {scores: [2, 0], hands.0.1: 2, clock: null, autopilot.0.active: false}",
        "view: {0: {hands.0.0: 1, hands.1: '?'}, spectator: {hand_sizes: [3, 3]}}",
        "hidden: {1: [hands.0, deck, deck.0, nonsense.there], spectator: [hands.0]}",
        "events: [{type: stepped, seat: 0}, {type: rolled, die: 2}]",
        "no_events: [blocked, game_over]",
        "roundtrip: true",
    ],
)
def test_assertions_that_hold(expect):
    assert what_fails(f"{STEPS}expect: {{{expect}}}") == ""


@pytest.mark.parametrize(
    ("expect", "complaint"),
    [
        ("phase: react", "phase: expected 'react', got 'main'"),
        ("to_move: 1", "to_move"),
        ("to_move: null", "to_move"),
        ("result: {winner: 0}", "result"),
        ("legal_actions: {include: [roll]}", "'roll' is missing"),
        ("legal_actions: {exclude: [end]}", "'end' is legal"),
        ("legal_actions: {count: 4}", "expected 4, got 5"),
        ("legal_actions: {exact: [end]}", "expected exactly"),
        ("position: nonsense", "position"),
        ("state: {scores: [0, 2]}", "scores expected [0, 2]"),
        ("state: {scores.7: 1}", "is missing"),
        ("state: {autopilot.0.active: 0}", "autopilot.0.active"),
        ("view: {0: {hands.1.0: 4}}", "hands.1.0 expected 4, is missing"),
        ("hidden: {0: [hands.0]}", "0 sees hands.0"),
        ("events: [{type: rolled}, {type: stepped}]", "in this order"),
        ("events: [{type: rolled, die: 3}]", "no {'type': 'rolled', 'die': 3}"),
        ("no_events: [rolled]", "occurred"),
        ("roundtrip: false", "must be true"),
        ("legal: {}", "legal is no assertion"),
    ],
)
def test_assertions_that_do_not_hold(expect, complaint):
    assert complaint in what_fails(f"{STEPS}expect: {{{expect}}}")


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ("{by: 0, do: dance}", "'dance' gives BAD_SYNTAX, expected that it is legal"),
        ("{by: 0, do: step, legal: false, error: NO_STEPS_LEFT}", "gives no error, expected NO_STEPS_LEFT"),
        ("{by: 1, do: step, legal: false, error: NO_STEPS_LEFT}", "gives NOT_YOUR_TURN"),
        ("{by: 0}", "does nothing"),
        ("{by: nobody, do: step}", "'nobody' cannot act"),
        ("{by: 0, do: step, expect: {to_move: 1}}", "step 1: to_move"),
    ],
)
def test_steps_that_do_not_hold(step, complaint):
    assert complaint in what_fails(f"steps:\n- {step}\n")


def test_a_refused_action_that_changes_something_is_found(monkeypatch):
    def careless(table, actor, text, at_ms, chance):
        step = act(table, actor, text, at_ms, chance)
        return step if step.refusal is None else TableStep(act(table, 0, "step", at_ms, chance).table, (), step.refusal)

    monkeypatch.setattr(running, "act", careless)

    assert "changed something" in what_fails("steps:\n- {by: 0, do: dance, legal: false, error: BAD_SYNTAX}\n")


def test_an_arbiter_and_the_clock_may_act():
    rest = """
clock: {mode: fischer, base_s: 60, increment_s: 5}
steps:
- {by: arbiter, do: add-time 0 30000}
- {by: 0, do: end, wait_s: 10.5, expect: {state: {clock.left_s: [84.5, 60], clock.running: 1}}}
- {by: clock, wait_s: 59.999, expect: {result: null}}
- {by: clock, wait_s: 0.001, expect: {result: {winner: 0, outcome: win, reason: TIME, scores: [1.0, 0], ranks: [1, 2]}}}
- {by: 0, do: resign, legal: false, error: GAME_OVER, expect: {state: {result.scores: [1, 0], result.reason: TIME}}}
expect: {events: [{type: turn_ended}, {type: timeout, seat: 1}, {type: game_over}], phase: over, to_move: null}
"""
    assert what_fails(rest) == ""


def test_a_clock_may_limit_windows_and_decisions_without_clock():
    rest = """
options: {vows: true}
clock: {mode: absolute, base_s: 60, reaction: {free_s: 2, limit_s: 15}, untimed_s: 30}
steps:
- {by: 0, do: vow 1}
- {by: clock, wait_s: 30, expect: {state: {scores: [1, 0], clock.left_s: [60, 60]}}}
- {by: 0, do: play 1, wait_s: 10, expect: {state: {clock.limit_at_ms: 55000, clock.free_until_ms: 42000}}}
- {by: 1, do: pass, wait_s: 1, expect: {phase: react}}
- {by: clock, wait_s: 1, expect: {phase: main, state: {clock.left_s: [50, 60]}}}
"""
    assert what_fails(rest) == ""


def test_a_missing_outcome_is_an_error_unless_the_rest_is_random():
    first = FIRST.replace(", die: [2]", "")
    assert "no outcome is scripted for stream 'die'" in what_fails("steps: [{by: 0, do: roll}]", first=first)

    random = first.replace("start: true", "start: true, chance_rest: random, seed: 3")
    assert what_fails("steps: [{by: 0, do: roll}]", first=random) == ""


def test_a_crash_of_the_rules_is_one_failure_and_no_end_of_the_run(monkeypatch):
    monkeypatch.setattr(Toy, "_step", lambda *_: 1 / 0)

    assert "ZeroDivisionError" in what_fails("steps: [{by: 0, do: step}]")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no map"),
        ("[", "no YAML"),
        ("schema: other\ngame: toy\nrules_version: 1\nscenarios: []", "schema"),
        (HEAD.replace("game: toy\n", ""), "missing ['game']"),
        (HEAD + "- {id: a}", "missing ['title']"),
        (HEAD + "- {id: a, title: b, wrong: 1, setup: {start: true}}", "unknown ['wrong']"),
        (HEAD + "- {id: a, title: b}", "setup: no map"),
        (HEAD + "- {id: a, title: b, setup: {}}", "exactly one"),
        (HEAD + "- {id: a, title: b, setup: {start: true, position: x}}", "exactly one"),
        (HEAD + "- {id: a, title: b, setup: {start: true, chance: {die: 2}}}", "chance"),
        (scenario("steps: [{by: 0, do: x, legal: false}]"), "error code"),
        (scenario("steps: [{by: 0, do: x, error: X}]"), "error code"),
        (scenario("clock: {mode: sundial}"), "clock"),
        (
            scenario("clock: {mode: absolute, base_s: 60, reaction: 2}"),
            "clock: reaction must be an object with free_s and limit_s",
        ),
        (
            scenario("clock: {mode: absolute, base_s: 60, reaction: {free_s: 2}}"),
            "must be an object with free_s and limit_s",
        ),
        (scenario("") + FIRST, "there twice"),
    ],
)
def test_files_that_do_not_keep_to_the_schema(text, complaint):
    with pytest.raises(ScenarioFileError) as error:
        read_text(text)

    assert complaint in str(error.value)


def test_paths_lead_through_maps_and_lists():
    state = {"board": {"1,0": {"tile": "A"}}, "players": [{"score": 3}], "none": None}

    assert look_up(state, "board.[1,0].tile") == "A"
    assert look_up(state, "players.0.score") == 3
    assert look_up(state, "none") is None
    assert look_up(state, "players.1.score") is look_up(state, "none.x") is look_up(state, "players.x") is MISSING


# the command


def test_the_command_prints_one_line_per_failure_and_the_numbers_last(tmp_path, capsys):
    good, bad = tmp_path / "good.scenarios.yaml", tmp_path / "bad.scenarios.yaml"
    good.write_text(scenario("expect: {to_move: 0}"))
    bad.write_text(scenario("expect: {to_move: 1, phase: x}"))

    assert main(["scenarios", str(good)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"
    assert main(["scenarios", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("FAILED toy-001: to_move")
    assert lines[1] == "1 passed, 1 failed"


@pytest.mark.parametrize("change", [("rules_version: 1", "rules_version: 2"), ("game: toy", "game: chess")])
def test_a_file_for_other_rules_fails_as_a_whole(tmp_path, capsys, change):
    path = tmp_path / "x.scenarios.yaml"
    path.write_text(scenario("expect: {to_move: 0}").replace(*change))

    assert main(["scenarios", str(path)]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")


def test_a_file_that_cannot_be_read_is_a_failure(tmp_path, capsys):
    assert main(["scenarios", str(tmp_path / "none.yaml")]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 1 failed\n")


def test_a_folder_without_scenarios(tmp_path, capsys):
    assert main(["scenarios", str(tmp_path)]) == 2
    assert "NO_SCENARIOS" in capsys.readouterr().err
