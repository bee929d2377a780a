"""The command line: play, replay, verify, kit, bench; errors with a code and an exit code."""

import builtins

import pytest

from gameengine.cli import COMMANDS, main
from gameengine.kit import options_of


@pytest.fixture
def record(tmp_path, capsys):
    path = tmp_path / "match.jsonl"
    assert main(["play", "junqi", "--bots", "beginner,beginner", "--seed", "5", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def test_bots_play_a_match_to_its_result(tmp_path, capsys):
    path = tmp_path / "match.jsonl"

    assert main(["play", "junqi", "--bots", "beginner,beginner", "--seed", "5", "--record", str(path)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].strip() == "layout: (hidden)"
    assert lines[2].startswith("   1. seat ")
    assert lines[-1].startswith("result: ")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith("holds: ")


def test_the_same_seed_gives_the_same_record(record, tmp_path):
    other = tmp_path / "again.jsonl"

    main(["play", "junqi", "--bots", "beginner,beginner", "--seed", "5", "--record", str(other)])

    assert other.read_bytes() == record.read_bytes()


def test_replay_prints_the_actions_and_the_end(record, capsys):
    assert main(["replay", str(record)]) == 0

    out = capsys.readouterr().out
    assert "   1. seat " in out
    assert "\nposition: " in out
    assert "'outcome'" in out.splitlines()[-1]


def test_replay_stops_at_a_ply_and_shows_the_board(record, capsys):
    assert main(["replay", str(record), "--to", "3"]) == 0

    out = capsys.readouterr().out
    assert "   3. seat " in out
    assert "   4. seat " not in out
    assert "a12 … e12" in out
    assert out.splitlines()[-1] == "result: None"


def test_verify_says_where_a_record_was_changed(record, capsys):
    text = record.read_text()
    record.write_text(text.replace('"used_ms":1000', '"used_ms":1001', 1))

    assert main(["verify", str(record)]) == 1
    assert "CHAIN_BROKEN" in capsys.readouterr().out


def test_verify_of_a_record_without_proof_says_how_far_it_went(record, capsys):
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:20]))

    assert main(["verify", str(record)]) == 0
    assert "no proof yet" in capsys.readouterr().out
    assert main(["replay", str(record)]) == 2
    assert "NO_PROOF" in capsys.readouterr().err


def test_a_person_plays_at_the_terminal(monkeypatch, capsys):
    typed = iter(["?", "a1-a2", "", "resign"])
    monkeypatch.setattr(builtins, "input", lambda prompt: next(typed))

    assert main(["play", "junqi", "--seed", "1"]) == 0

    out = capsys.readouterr().out
    assert "flip a1, flip b1" in out
    assert "COLOURS_NOT_SET" in out
    assert "RESIGN" in out.splitlines()[-1]


def test_options_of_the_game(capsys):
    arguments = ["play", "junqi", "--bots", "beginner,beginner", "--seed", "5", "--option", "quiet_limit=20"]

    assert main([*arguments, "--option", "engineer_turns=false"]) == 0
    assert "result: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["play", "chess"], "UNKNOWN_GAME"),
        (["play", "junqi", "--bots", "genius"], "UNKNOWN_LEVEL"),
        (["play", "junqi", "--bots", "normal,normal,normal"], "TOO_MANY_BOTS"),
        (["play", "junqi", "--option", "colour=red"], "BAD_OPTION"),
        (["play", "junqi", "--option", "quiet_limit=3"], "BAD_OPTION"),
        (["play", "junqi", "--seats", "3"], "BAD_OPTION"),
        (["verify", "no-such-file"], "UNREADABLE_FILE"),
        (["replay", "no-such-file"], "UNREADABLE_FILE"),
        (["kit", "chess"], "UNKNOWN_GAME"),
        (["kit", "junqi", "--option", "colours=9"], "BAD_OPTION"),
        (["playthrough", "junqi", "--option", "colours=9"], "BAD_OPTION"),
        (["bench", "chess"], "UNKNOWN_GAME"),
        (["strength", "toy"], "NO_BOTS"),
    ],
)
def test_input_that_cannot_be_used(arguments, code, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith(f"error: {code}: ")


def test_nobody_at_the_terminal(monkeypatch, capsys):
    def closed(prompt):
        raise EOFError

    monkeypatch.setattr(builtins, "input", closed)

    assert main(["play", "junqi", "--seed", "1"]) == 2
    assert "NO_INPUT" in capsys.readouterr().err


def test_a_record_that_cannot_be_written(tmp_path, capsys):
    path = tmp_path / "no" / "such" / "folder"

    assert main(["play", "junqi", "--bots", "beginner,beginner", "--seed", "5", "--record", str(path)]) == 2
    assert "UNWRITABLE_FILE" in capsys.readouterr().err


def test_a_file_that_is_no_record(tmp_path, capsys):
    path = tmp_path / "x"
    path.write_text("nonsense\n")

    assert main(["replay", str(path)]) == 2
    assert main(["verify", str(path)]) == 1
    assert "BAD_RECORD" in capsys.readouterr().out


def test_kit_and_bench_and_playthrough_report(capsys):
    assert main(["kit", "toy", "--games", "3", "--processes", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "0 faults"
    assert main(["bench", "toy", "--games", "2"]) == 0
    assert "games per second" in capsys.readouterr().out
    assert main(["playthrough", "toy", "--seed", "2"]) == 0
    assert capsys.readouterr().out.startswith("game: toy, rules version 1, seed 2\n")


def test_strength_prints_a_line_per_pair(capsys):
    assert main(["strength", "junqi", "--games", "1", "--budget", "1"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize("arguments", [[], ["dance"], ["play"], ["scenarios"], ["play", "junqi", "--seed", "x"]])
def test_wrong_usage(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)

    assert stopped.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_every_command_has_help(capsys):
    for command in COMMANDS:
        with pytest.raises(SystemExit) as stopped:
            main([command, "--help"])
        assert stopped.value.code == 0
    assert "usage" in capsys.readouterr().out


def test_a_board_in_the_terminal_shows_whose_pieces_stand_on_its_squares(monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda *_: "resign")

    main(["play", "queens_race", "--bots=-,beginner", "--seed", "1"])

    shown = capsys.readouterr().out
    assert "M2  G2  M2  Q2  M2  G2  M2    A7 … G7" in shown
    assert "M1  G1  M1  Q1  M1  G1  M1    A1 … G1" in shown


def test_kit_and_playthrough_take_options(capsys):
    assert main(["kit", "toy", "--games", "2", "--processes", "1", "--option", "quiet_limit=30"]) == 0
    assert main(["playthrough", "toy", "--seed", "2", "--option", "quiet_limit=30"]) == 0

    text = capsys.readouterr().out.partition("game: toy")[2]
    assert options_of(text) == {"quiet_limit": 30}
