"""Every reference file, through the command that people use."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.formats.swiss.kit import ASSIGNMENT_ALWAYS, FULL, WITHOUT_ASSIGNMENT
from tournaments.exchange.trf import read
from tournaments.exchange.trf.pairing import request_of
from tournaments.formats.swiss.engine import pair
from tournaments.formats.swiss.model import NoPairingError

FOLDER = Path(__file__).parent / "reference"
INDEX = list(csv.DictReader((FOLDER / "index.csv").read_text().splitlines()))
FILES = [row["file"] for row in INDEX]
SAME_IN_2017 = [row["file"] for row in INDEX if row["same_under_2017_rules"] == "yes"]
OTHER_IN_2017 = [row["file"] for row in INDEX if row["same_under_2017_rules"] == "no"]


def expected(name):
    return (FOLDER / name).with_suffix(".pairs").read_text().splitlines()


def answer(name, **options):
    out, err = io.StringIO(), io.StringIO()
    call_command("pair", str(FOLDER / name), stdout=out, stderr=err, **options)
    return out.getvalue().splitlines(), err.getvalue()


def comparable(name, lines):
    """Return what must agree: in accelerated files the order of boards is left aside."""
    return (lines[0], sorted(lines[1:])) if "baku" in name else lines


def test_every_file_is_there():
    assert len(FILES) == 63
    assert sorted(FILES) == sorted(path.name for path in FOLDER.glob("*.trf"))


@pytest.mark.parametrize("name", FILES)
def test_pairs_like_the_reference(name):
    lines, _ = answer(name)

    assert comparable(name, lines) == comparable(name, expected(name))


@pytest.mark.parametrize("name", SAME_IN_2017)
def test_pairs_by_the_rules_of_2017_where_both_agree(name):
    lines, _ = answer(name, edition="2017")

    assert comparable(name, lines) == comparable(name, expected(name))


@pytest.mark.parametrize("name", OTHER_IN_2017)
def test_pairs_by_the_rules_of_2017_where_they_differ(name):
    lines, _ = answer(name, edition="2017")

    assert lines != expected(name)
    assert lines == (FOLDER / name).with_suffix(".pairs2017").read_text().splitlines()


@pytest.mark.parametrize("name", [row["file"] for row in INDEX if row["status"] == "no_valid_pairing"])
def test_says_who_stands_in_the_way_of_a_pairing(name):
    lines, reason = answer(name)

    assert lines == ["none"]
    assert "too few possible opponents" in reason


WAYS = {"whole graph": FULL, "without assignment": WITHOUT_ASSIGNMENT, "assignment always": ASSIGNMENT_ALWAYS}


@pytest.mark.parametrize(
    ("row", "way"),
    # The whole graph of a large field takes seconds; the kit compares it.
    [(row, way) for row in INDEX for way in WAYS if int(row["players"]) <= 120 or WAYS[way] is not FULL],
    ids=lambda value: value if isinstance(value, str) else value["file"],
)
def test_every_way_leads_to_the_reference(row, way):
    name, method = row["file"], WAYS[way]
    request = request_of(read((FOLDER / name).read_bytes()))

    try:
        lines = list(pair(request, method).lines)
    except NoPairingError:
        lines = ["none"]

    assert comparable(name, lines) == comparable(name, expected(name))
