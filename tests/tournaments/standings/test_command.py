"""`manage.py standings`: kinds, rounds, files that are refused."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

FILE = Path(__file__).with_name("reference") / "t18_swiss_fpb_n022_r06.trf"


def run(file=FILE, **options):
    out, err = StringIO(), StringIO()
    call_command("standings", str(file), stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def changed(tmp_path, *changes, text=None):
    """Return a copy of the file with some of its text replaced."""
    text = text or FILE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    copy = tmp_path / "changed.trf"
    copy.write_text(text)
    return copy


def test_prints_a_table_with_the_usual_order():
    lines = run()[0].splitlines()

    assert lines[0].split() == ["Rank", "No.", "Name", "PTS", "BH/C1", "BH", "SB", "DE", "WIN"]
    assert lines[1].split()[:2] == ["1", "5"]
    assert len(lines) == 23


def test_counts_the_rounds_that_it_is_told_to():
    rows = json.loads(run(after=1, json=True)[0])["standings"]

    assert {row["pts"] for row in rows} <= {"0", "0.5", "1"}


def test_a_round_without_results_is_not_counted_and_lets_fore_buchholz_look_ahead(tmp_path):
    text = FILE.read_text()
    lines = [
        line[:-1] + " " if line.startswith("001") and line[-8:-4] != "0000" else line for line in text.splitlines()
    ]
    points = [_without_last_round(line) if line.startswith("001") else line for line in lines]
    drawn_up = changed(tmp_path, text="\n".join(points) + "\n")

    before = json.loads(run(drawn_up, order="BH", keys="FB", json=True)[0])["standings"]

    expected = {
        row["no"]: row["tb"]["FB"] for row in json.loads(FILE.with_suffix(".standings.json").read_text())["standings"]
    }
    assert {row["no"]: row["tb"]["FB"] for row in before} == expected
    assert sum(float(row["pts"]) for row in before) < 22 * 3


def _without_last_round(line):
    """Return a player line with the points that fit a round without results."""
    worth = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0, "H": 0.5, "F": 1, "U": 1, "Z": 0, " ": 0}
    results = [line[column] for column in range(98, len(line), 10)]
    return f"{line[:80]}{sum(worth[result] for result in results):4.1f}{line[84:]}"


def test_a_penalty_in_the_file_costs_points(tmp_path):
    line = "299          -1.0    0    5"
    fined = changed(
        tmp_path, ("192 FIDE_DUTCH_2025\n", f"192 FIDE_DUTCH_2025\n{line}\n"), ("  5.5    2    16", "  4.5    2    16")
    )

    rows = {row["no"]: row for row in json.loads(run(fined, json=True)[0])["standings"]}

    assert rows[5]["pts"] == "4.5"
    usual = {row["no"]: row for row in json.loads(run(json=True)[0])["standings"]}
    assert all(rows[number]["order"][1:4] == usual[number]["order"][1:4] for number in rows)


def test_says_what_nobody_understands(tmp_path):
    odd = changed(tmp_path, ("192 FIDE_DUTCH_2025", "192 FIDE_DUTCH_2025\nQQQ something"))

    assert "'QQQ'" in run(odd)[1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("12 b 1", "12 b x")], "line 13, column 99"),
        ([("  5.5    1", "  6.5    1")], "points"),
    ],
)
def test_refuses_a_file_that_contradicts_itself(tmp_path, changes, message):
    with pytest.raises(CommandError, match=message):
        run(changed(tmp_path, *changes))


def test_refuses_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "nothing.trf")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "BH,XX"}, "no tie-break XX"),
        ({"kind": "rr", "order": "BH"}, "means nothing"),
        ({"after": -1}, "round -1"),
    ],
)
def test_refuses_what_it_cannot_work_out(options, message):
    with pytest.raises(CommandError, match=message):
        run(**options)
