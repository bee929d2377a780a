"""Lists of entries: every problem row is named, and nothing changes before consent."""

import io
import zipfile
from contextlib import suppress

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import ORGANIZER, a_tournament, actor, an_entry, drafted
from tournaments import services, sheets
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db


def preview(tournament, content, by=ORGANIZER, name="list.csv"):
    raw = content if isinstance(content, bytes) else content.encode()
    return services.entry_import_preview(tournament_id=tournament.pk, by=by, file_name=name, content=raw)


def problems(draft):
    return [(problem.line, problem.column, problem.code) for problem in services.problems_of(draft)]


def workbook(*rows) -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("name,rating,seed\nAna,1900,1\nBen,,\n", id="commas"),
        pytest.param("﻿Name;Wertung;Setzplatz\r\nAna;1900;1\r\n\r\nBen;;\r\n", id="as a German spreadsheet writes it"),
        pytest.param("seed\tname\telo\n1\tAna\t1900\n\tBen\t\n", id="tabs, other order"),
        pytest.param(workbook(["Name", "Rating", "Seed"], ["Ana", 1900.0, 1], ["Ben", None, None]), id="workbook"),
    ],
)
def test_a_list_is_read_and_entered_after_consent(content):
    tournament = a_tournament()
    draft = preview(tournament, content)
    assert problems(draft) == []
    assert not tournament.entries.exists()

    entered = services.entry_import_accept(import_id=draft.pk, by=ORGANIZER)

    assert [(r.entry.name, r.entry.rating, r.entry.seed) for r in entered] == [("Ana", 1900, 1), ("Ben", None, None)]
    assert all(services.player_open(secret=r.links[0]) for r in entered)


def test_every_problem_row_is_named_with_line_column_and_code():
    tournament = a_tournament(max_entries=7)
    an_entry(tournament, "Ben", seed=3)
    content = (
        "name,rating,seed,email\n"
        "Ana,strong,1,ana@example.org\n"
        ",1500,2,\n"
        "ben,,3,\n"
        "Cem,-5,4,cem\n"
        '"Dora\nEmil",,5,\n'
        "ana,,1,\n"
        "Fay,,99,\n"
    )

    draft = preview(tournament, content)

    assert problems(draft) == [
        (2, "rating", "bad_value"),
        (3, "name", "name_missing"),
        (4, "name", "name_taken"),
        (4, "seed", "seed_taken"),
        (5, "rating", "bad_value"),
        (5, "email", "bad_email"),
        (8, "name", "name_taken"),
        (8, "seed", "seed_taken"),
        (9, "seed", "bad_value"),
        (9, "name", "too_many_entries"),
    ]
    said = [problem.message for problem in services.problems_of(draft) if problem.code == "bad_value"]
    assert said == [f"This value is not allowed: {cell}." for cell in ("strong", "-5", "99")]


def test_problem_rows_are_refused_or_left_out():
    tournament = a_tournament()
    draft = preview(tournament, "name\nAna\n\nana\n")

    with pytest.raises(TournamentError, match="import_has_problems"):
        services.entry_import_accept(import_id=draft.pk, by=ORGANIZER)
    entered = services.entry_import_accept(import_id=draft.pk, by=ORGANIZER, leave_out_problems=True)

    assert [registered.entry.name for registered in entered] == ["Ana"]
    with pytest.raises(TournamentError, match="no_such_import"):
        services.entry_import_accept(import_id=draft.pk, by=ORGANIZER)


def test_a_row_that_became_impossible_enters_nobody():
    tournament = a_tournament()
    draft = preview(tournament, "name\nAna\nBen\n")
    an_entry(tournament, "Ben")

    with pytest.raises(TournamentError, match="name_taken") as refused:
        services.entry_import_accept(import_id=draft.pk, by=ORGANIZER)

    assert refused.value.data["line"] == 3
    assert list(tournament.entries.values_list("name", flat=True)) == ["Ben"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b"name\n", "file_empty"),
        (b"name\n\n , \n", "file_empty"),
        (b"who\nAna\n", "no_name_column"),
        (b"name\nJ\xf6rg\n", "file_not_utf8"),
        (b"name\nA\0\n", "file_unreadable"),
        (b"PK\x03\x04 no zip at all", "file_unreadable"),
        (b"name\n" + b"A\n" * 1001, "too_many_rows"),
        (b"x" * (1 << 20) + b"y", "file_too_large"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_a_code(content, code):
    with pytest.raises(TournamentError) as refused:
        preview(a_tournament(), content)

    assert refused.value.code == code
    assert refused.value.message


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_latin_1_is_refused_with_line_and_column(mark):
    with pytest.raises(TournamentError) as refused:
        preview(a_tournament(), mark + "name\nÄnne\nJ".encode() + b"\xf6rg\n")

    assert (refused.value.code, refused.value.what) == ("file_not_utf8", "3, 2")


def test_a_workbook_that_swells_is_refused_before_it_is_unpacked():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/sharedStrings.xml", b"0" * (21 << 20))

    with pytest.raises(TournamentError, match="file_too_large"):
        preview(a_tournament(), out.getvalue())


def test_a_zip_that_is_no_workbook_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("letter.txt", "hello")

    with pytest.raises(TournamentError, match="file_unreadable"):
        preview(a_tournament(), out.getvalue())


def test_rosters_are_separated_by_a_slash():
    draft = preview(a_tournament(roster_size=2, hosted=False), "name,players\nTeam,Ana / Ben\nOdd,Cem\n")

    assert draft.rows[0]["players"] == ["Ana", "Ben"]
    assert problems(draft) == [(3, "players", "roster_size")]


def test_players_import_nobody_and_nobody_imports_after_the_draw():
    with pytest.raises(NotAllowedError):
        preview(a_tournament(), "name\nAna\n", by=actor(Role.PLAYER))
    with pytest.raises(TournamentError, match="already_drawn"):
        preview(drafted(2), "name\nAna\n")


@given(st.binary(max_size=300))
def test_whatever_is_uploaded_is_read_or_refused(content):
    with suppress(TournamentError):
        head, rows = sheets.read(content)
        assert rows
        assert all(set(row.cells) <= set(head) for row in rows)
