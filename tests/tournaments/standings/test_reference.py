"""The values that the federation's own checker gives, for 40 tournaments, through the command line."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

FOLDER = Path(__file__).with_name("reference")
FILES = sorted(FOLDER.glob("*.trf"))


def expected(file):
    return json.loads(file.with_suffix(".standings.json").read_text())


def printed(file, want):
    out = StringIO()
    options = {"kind": want["kind"], "order": ",".join(want["order"]), "keys": ",".join(want["keys"]), "json": True}
    call_command("standings", str(file), **options, stdout=out)
    return json.loads(out.getvalue())


def with_other_readings(rows, doubts):
    """Return the rows with the second reading wherever one is listed."""
    other = {(doubt["no"], doubt["tb"]): doubt["other"] for doubt in doubts}
    return [
        {**row, "tb": {key: other.get((row["no"], key), value) for key, value in row["tb"].items()}} for row in rows
    ]


def differences(got, want, either):
    """Return every place where a row is neither as listed nor as read in the other way."""
    for mine, theirs, others in zip(got, want, either, strict=True):
        for key in ("no", "pts", "rank", "order"):
            if mine[key] != theirs[key]:
                yield theirs["no"], key, mine[key], theirs[key]
        for key in theirs["tb"]:
            if not any(same(mine["tb"][key], row["tb"][key]) for row in (theirs, others)):
                yield theirs["no"], key, mine["tb"][key], theirs["tb"][key]


def same(one, other):
    return one == other and type(one) is type(other)


def test_there_are_forty_of_them():
    assert len(FILES) == 40


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem[:3])
def test_every_value_is_the_published_one(file):
    want = expected(file)

    got = printed(file, want)

    assert got.keys() == {"standings"}
    assert all(row["tb"].keys() == set(want["keys"]) for row in got["standings"])
    either = with_other_readings(want["standings"], want["doubt"])
    assert list(differences(got["standings"], want["standings"], either)) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem[:3])
def test_the_file_itself_tells_what_kind_of_tournament_it_is(file):
    out = StringIO()
    want = expected(file)

    call_command("standings", str(file), order=",".join(want["order"]), json=True, stdout=out)

    got = json.loads(out.getvalue())["standings"]
    assert [(row["no"], row["rank"], row["order"]) for row in got] == [
        (row["no"], row["rank"], row["order"]) for row in want["standings"]
    ]


def test_values_do_not_depend_on_what_else_is_asked_for():
    """Fore Buchholz in front of others must leave them alone; in the federation's checker it does not."""
    file = FOLDER / "t20_swiss_heavy_n048_r09.trf"
    want = expected(file)
    keys = ["FB", "BH/P", *reversed(want["keys"])]

    got = printed(file, {**want, "keys": list(dict.fromkeys(keys))})["standings"]

    assert [row["tb"] for row in got] == [row["tb"] for row in want["standings"]]
