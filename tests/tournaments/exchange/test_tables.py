"""Entries, pairings and standings for spreadsheets: typed, complete, and no formula gets in by a name."""

import csv
import io
from decimal import Decimal

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import ORGANIZER, a_tournament, an_entry, pairing_of, published, round_of, the_stage
from tests.tournaments import rounds
from tournaments import services
from tournaments.exchange.tables import Table, as_meant, harmless, number, write
from tournaments.selectors.exports import entries_table, pairings_table, standings_table
from tournaments.selectors.standings import standings_of
from tournaments.sheets import read

EVIL = ("=1+1", "+49 30", "-5", "@SUM(A1)", "\t=1", "＝1", "  =1", '=HYPERLINK("http://x","y")')


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def sheet_of(data):
    return openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]


@pytest.mark.parametrize("name", EVIL)
def test_a_name_is_never_a_formula(name):
    table = Table("names", ("name",), ((name,),))

    [[_], [in_csv]] = rows_of(write(table, "csv"))
    cell = sheet_of(write(table, "xlsx"))["A2"]

    assert in_csv == f"'{name}"
    assert (cell.data_type, cell.value) == ("s", name)
    assert cell.quotePrefix


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc")), max_size=20))
def test_what_was_made_harmless_is_read_as_it_was_meant(text):
    assert as_meant(harmless(text)) == (as_meant(text) if text[:1] == "'" else text)
    assert harmless(harmless(text)) == harmless(text)


def test_numbers_are_numbers():
    table = Table("t", ("n", "points", "text", "nothing"), ((3, Decimal("2.5"), "2.5a", None),))

    cells = [cell.value for cell in sheet_of(write(table, "xlsx"))[2]]

    assert cells == [3, 2.5, "2.5a", None]
    assert rows_of(write(table, "csv"))[1] == ["3", "2.5", "2.5a", ""]
    assert (number("12"), number("-0.5"), number("1-0")) == (12, Decimal("-0.5"), "1-0")


def test_csv_begins_with_the_mark_of_utf_8_and_quotes_what_must_be():
    data = write(Table("t", ("name",), (('Müller, "Ada"',),)), "csv")

    assert data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8-sig") == 'name\r\n"Müller, ""Ada"""\r\n'


def test_a_character_that_no_workbook_may_have_becomes_a_blank():
    assert sheet_of(write(Table("a/b:c", ("x",), (("a\x07b",),)), "xlsx"))["A2"].value == "a b"


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_entries_can_be_read_in_again(form):
    tournament = a_tournament()
    an_entry(tournament, "=cmd|' /C calc'!A0", seed=1, rating=1999, email="ana@example.org")
    an_entry(tournament, "Ben", seed=2)
    data = write(entries_table(tournament, with_email=True), form)
    other = a_tournament()

    draft = services.entry_import_preview(tournament_id=other.pk, by=ORGANIZER, file_name="x", content=data)
    services.entry_import_accept(import_id=draft.pk, by=ORGANIZER)

    assert [(entry.seed, entry.name, entry.rating) for entry in other.entries.order_by("seed")] == [
        (1, "=cmd|' /C calc'!A0", 1999),
        (2, "Ben", None),
    ]
    assert other.entries.get(seed=1).players.get().email == "ana@example.org"


@pytest.mark.django_db
def test_entries_have_no_addresses_unless_asked():
    tournament = a_tournament()
    an_entry(tournament, "Ana", email="ana@example.org")

    assert b"example.org" not in write(entries_table(tournament), "csv")


@pytest.mark.django_db
def test_pairings_have_scores_as_numbers_and_the_publication():
    tournament = rounds.swiss(5)
    rounds.started(tournament)
    rounds.finished(tournament, 1, drawn=[1], open_=[2])

    head, *lines = rows_of(write(pairings_table(round_of(tournament, 1)), "csv"))

    found = [dict(zip(head, line, strict=True)) for line in lines]
    assert [(row["score_1"], row["score_2"], row["result"]) for row in found] == [
        ("0.5", "0.5", "adjudicated"),
        ("", "", "open"),
        ("1", "", "bye"),
    ]
    assert {row["round"] for row in found} == {"1"}
    assert {row["publication"] for row in found} == {"1"}
    # A bye cannot be disputed, and a board without a result has none that could change.
    assert [row["provisional"] for row in found] == ["1", "0", "0"]
    assert found[2]["name_2"] == ""
    assert {found[0]["name_1"], found[0]["name_2"]} == {entry.name for entry in pairing_of(tournament, "R1-1").entries}


@pytest.mark.django_db
def test_standings_have_every_value_as_a_number():
    tournament = rounds.swiss(6)
    rounds.played(tournament, drawn=[2])
    stage = the_stage(tournament)
    standings = standings_of(stage)

    sheet = sheet_of(write(standings_table(stage, standings), "xlsx"))

    head = [cell.value for cell in sheet[1]]
    assert head[:5] == ["rank", "seed", "name", "rating", "points"]
    assert head[5:] == [*(column.code for column in standings.columns), "status", "after_round", "publication"]
    points = [sheet.cell(row, 5).value for row in range(2, 8)]
    assert sorted(points, reverse=True) == points == [1, 1, 0.5, 0.5, 0, 0]
    assert all(isinstance(sheet.cell(2, column).value, (int, float)) for column in (6, 7, 8))
    assert sheet.cell(2, len(head) - 1).value == 1
    assert sheet.cell(2, len(head)).value == 2


@pytest.mark.django_db
def test_a_knockout_has_its_pairings_and_settled_places():
    tournament = published(4)
    stage = the_stage(tournament)

    assert len(pairings_table(round_of(tournament, 1)).rows) == 2
    assert standings_table(stage, standings_of(stage)).columns[:5] == ("rank", "seed", "name", "rating", "points")


@pytest.mark.django_db
def test_a_list_of_ours_has_the_columns_that_a_list_needs():
    tournament = a_tournament()
    an_entry(tournament, "Ana")

    head, [row] = read(write(entries_table(tournament), "csv"))

    assert head == ["seed", "name", "rating", "status", "players", "checked_in"]
    assert row.cells["name"] == "Ana"
