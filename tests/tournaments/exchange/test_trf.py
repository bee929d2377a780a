"""Tournament report files: the same bytes back, and every fault with line and column."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.swiss.tournaments import random_plan
from tournaments.exchange.trf import (
    Byes,
    Cell,
    Player,
    PointValues,
    Record,
    Trf,
    TrfError,
    read,
    unknown_codes,
    write,
)
from tournaments.exchange.trf.generate import generate
from tournaments.exchange.trf.pairing import request_of, round_to_pair
from tournaments.formats.swiss.model import PairingError

REFERENCE = sorted((Path(__file__).parents[1] / "formats/swiss/reference").glob("*.trf"))
HEAD = "012 Test\n"
ONE = "001    1 m    Müller,Ada                        2200 GER             1990/01/31  1.0    1     2 w 1"
TWO = "001    2 w    Groß,Ben                          2100 AUT                         0.0    2     1 b 0"


def game(*lines, tail="XXR 5\nXXC white1\n"):
    return HEAD + "\n".join(lines or (ONE, TWO)) + "\n" + tail


def faults(text):
    with pytest.raises(TrfError) as caught:
        read(text)
    return [(fault.code, fault.line, fault.column) for fault in caught.value.faults]


@pytest.mark.parametrize("path", REFERENCE, ids=lambda path: path.stem)
def test_gives_the_same_bytes_back(path):
    content = path.read_bytes()

    assert write(read(content)).encode() == content


@pytest.mark.parametrize(
    "path", [path for path in REFERENCE if "fmtlower" not in path.stem], ids=lambda path: path.stem
)
def test_writes_values_in_the_standard_form(path):
    trf = read(path.read_bytes())
    forgotten = replace(trf, records=tuple(replace(record, source="") for record in trf.records))

    assert write(forgotten).encode() == path.read_bytes()


@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_reads_what_it_writes(seed):
    trf = generate(random_plan(seed, 2, 20))

    assert read(write(trf)) == trf
    assert write(read(write(trf))) == write(trf)


def test_a_changed_line_is_written_anew_and_the_others_as_they_were():
    trf = read(game(ONE.replace("2 w 1", "2 w 1"), TWO))
    better = tuple(replace(r, rank=9) if isinstance(r, Player) and r.number == 2 else r for r in trf.records)

    lines = write(replace(trf, records=better)).splitlines()

    assert lines[1] == ONE
    assert lines[2] == TWO.replace("    2     1 b", "    9     1 b")


def test_counts_characters_and_not_bytes():
    trf = read(game())

    assert [player.name for player in trf.players.values()] == ["Müller,Ada", "Groß,Ben"]
    assert trf.players[1].cells == (Cell("1", 2, "w"),)


def test_keeps_what_it_does_not_understand_and_names_it():
    text = game(tail="### a remark\nQQQ something\nXXR 5\n")

    trf = read(text)

    assert write(trf) == text
    assert [record.code for record in unknown_codes(trf)] == ["QQQ"]


def test_a_latin_1_name_is_refused_unless_the_encoding_is_said():
    content = game().encode("latin-1")

    with pytest.raises(TrfError) as caught:
        read(content)

    [fault] = caught.value.faults
    assert (fault.code, fault.line, fault.column, fault.what) == ("not_utf8", 2, 16, "0xFC")
    assert read(content, encoding="latin-1").players[1].name == "Müller,Ada"


def test_says_the_place_in_both_languages():
    with pytest.raises(TrfError) as caught:
        read(game(ONE, TWO.replace("1 b 0", "1 x 0")))

    [fault] = caught.value.faults
    assert fault.text.en == "line 3, column 97: a colour is w, b or -, not 'x'"
    assert fault.text.de == "Zeile 3, Spalte 97: eine Farbe ist w, b oder -, nicht 'x'"


def changed(line, column, text):
    """Return a line with other characters from a column on."""
    return line[: column - 1] + text + line[column - 1 + len(text) :]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("012 nothing\n", ("no_players", 1, 1), id="no players"),
        pytest.param(game(changed(ONE, 9, "x"), TWO), ("not_blank", 2, 9), id="a wrong byte between columns"),
        pytest.param(game(changed(ONE, 30, "\t"), TWO), ("bad_character", 2, 30), id="a tabulator"),
        pytest.param(game(changed(ONE, 5, "   x"), TWO), ("not_a_number", 2, 8), id="no number"),
        pytest.param(game(changed(ONE, 49, "  -5"), TWO), ("not_a_number", 2, 51), id="a rating of -5"),
        pytest.param(game(changed(ONE, 10, "x"), TWO), ("bad_sex", 2, 10), id="sex"),
        pytest.param(game(changed(ONE, 70, "31.01.1990"), TWO), ("bad_date", 2, 70), id="date"),
        pytest.param(game(changed(ONE, 81, "   1"), TWO), ("bad_points", 2, 84), id="points without tenths"),
        pytest.param(game(changed(ONE, 81, "    "), TWO), ("missing", 2, 81), id="no points"),
        pytest.param(game(ONE, changed(TWO, 99, "8")), ("bad_result", 3, 99), id="unknown result"),
        pytest.param(game(ONE, changed(TWO, 99, "Z")), ("bye_with_opponent", 3, 95), id="a bye against somebody"),
        pytest.param(game(ONE, changed(TWO, 92, "0000 b 0")), ("game_without_opponent", 3, 92), id="a game alone"),
        pytest.param(game(ONE, TWO, changed(TWO, 5, "   1")), ("duplicate_number", 4, 5), id="a number twice"),
        pytest.param(game(ONE, changed(TWO, 92, "   7 b 0")), ("opponent_disagrees", 2, 92), id="somebody else"),
        pytest.param(game(ONE, changed(TWO, 92, "   2 b 0")), ("opponent_disagrees", 2, 92), id="against themselves"),
        pytest.param(game(ONE, changed(TWO, 99, "1")), ("result_disagrees", 3, 99), id="both have won"),
        pytest.param(game(ONE, changed(TWO, 97, "w")), ("colour_disagrees", 3, 97), id="the same colour"),
        pytest.param(game(changed(ONE, 81, " 2.0"), TWO), ("points_disagree", 2, 81), id="points"),
        pytest.param(game(tail="XXR 1\n142 2\n"), ("contradiction", 5, 5), id="two numbers of rounds"),
        pytest.param(game(tail="XXR many\n"), ("not_a_number", 4, 5), id="rounds in words"),
        pytest.param(game(tail="XXR 0\n"), ("out_of_range", 4, 5), id="no rounds"),
        pytest.param(game(tail="XXC green1\n"), ("bad_record", 4, 5), id="another colour"),
        pytest.param(game(tail="XXP 1 9\n"), ("unknown_number", 4, 7), id="a forbidden pair of nobody"),
        pytest.param(game(tail="240 H   2    9\n"), ("unknown_number", 4, 14), id="a bye for nobody"),
        pytest.param(game(tail="162  W 1.0    Q 0.5\n"), ("bad_record", 4, 15), id="points for nothing known"),
    ],
)
def test_refuses_with_line_and_column(text, expected):
    assert expected in faults(text)


def test_refuses_a_game_that_was_played_before():
    again = ["".join((line, "  ", line[91:])) for line in (ONE, TWO)]
    again[0] = changed(again[0], 81, " 2.0")

    assert faults(game(*again)) == [("game_twice", 3, 102)]
    assert read(game(*again, tail="092 Individual: Double Round-Robin\n")).filled == 2


def test_refuses_more_rounds_than_declared():
    again = [line + "  0000 - Z" for line in (ONE, TWO)]

    assert ("too_many_rounds", 2, 102) in faults(game(*again, tail="XXR 1\n"))


def test_refuses_two_allocated_byes_in_a_round():
    byes = [changed(line, 92, "0000 - U") for line in (ONE, changed(TWO, 81, " 1.0"))]

    assert faults(game(*byes)) == [("two_byes", 3, 99)]


def test_tells_every_fault_at_once():
    found = faults(game(changed(ONE, 10, "x"), changed(TWO, 97, "x")))

    assert [code for code, _, _ in found] == ["bad_sex", "bad_colour"]


def test_abnormal_points_count_where_they_belong():
    tail = "299 W         1.5    1    1\n299           0.5  000    2\n"

    trf = read(game(changed(ONE, 81, " 1.5"), changed(TWO, 81, " 0.5"), tail=tail))

    assert [trf.score(player, after_round=1) for player in trf.players.values()] == [15, 5]


# ---- the coming round


def test_a_column_of_absences_is_the_coming_round_and_everybody_is_away():
    """P3: nobody left must not mean that everybody is paired."""
    away = [line + "  0000 - Z" for line in (ONE, TWO)]
    request = request_of(read(game(*away)))

    assert request.round == 2
    assert not any(entry.present for entry in request.participants)


def test_a_past_round_without_games_counts():
    away = [ONE + "  0000 - Z", TWO + "  0000 - Z" + "  0000 - H"]
    away[1] = changed(away[1], 81, " 0.5")

    assert round_to_pair(read(game(*away))) == 3


def test_who_is_listed_absent_is_not_paired():
    request = request_of(read(game(tail="XXR 5\nXXZ 2\n")))

    assert [entry.present for entry in request.participants] == [True, False]


def test_a_file_that_does_not_tell_the_rounds_cannot_be_paired():
    with pytest.raises(PairingError, match="rounds_missing"):
        request_of(read(game(tail="XXC white1\n")))


def test_a_finished_tournament_cannot_be_paired():
    with pytest.raises(PairingError, match="over"):
        request_of(read(game(tail="XXR 1\n")))


def test_an_unfinished_game_counts_as_a_draw_for_the_pairing_alone():
    one, two = (changed(line, 99, " ") for line in (ONE, TWO))
    request = request_of(read(game(changed(one, 81, " 0.0") + "  0000 - Z", two)))

    assert [entry.turns[0].points for entry in request.participants] == [5, 5]


def test_records_compare_by_what_they_say():
    assert Byes("240", "H", 2, (1,), line=9, source="240 H   2    1") == Byes("240", "H", 2, (1,))
    assert Record("###", source="x") == Record("###")
    assert write(Trf((PointValues("162", (("win", 30), ("draw", 10))),))) == "162  W 3.0    D 1.0\n"
