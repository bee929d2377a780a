"""The checker finds exactly what was changed in a file, and nothing in one that follows the rules."""

import io
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.formats.swiss.tournaments import random_plan
from tournaments.exchange.pairing_check import Deviation, check_pairings
from tournaments.exchange.trf import Cell, Player, Trf, read, write
from tournaments.exchange.trf.generate import Plan, generate


def deviations(trf, **options):
    return [deviation for checked in check_pairings(trf, **options) for deviation in checked.deviations]


def with_cells(trf, number, cells):
    """Return the file with other rounds for some players; points follow."""

    def changed(player):
        mine = [*player.cells[: number - 1], cells[player.number], *player.cells[number:]]
        return replace(player, cells=tuple(mine), points=sum(trf.points.of(cell.result) for cell in mine))

    return Trf(tuple(changed(r) if isinstance(r, Player) and r.number in cells else r for r in trf.records))


@pytest.mark.parametrize("edition", ["2026", "2017"])
@pytest.mark.parametrize("seed", range(8))
def test_finds_nothing_in_a_tournament_that_follows_the_rules(seed, edition):
    plan = replace(random_plan(seed, 4, 40), edition=edition, played=None)

    assert deviations(generate(plan), edition=edition) == []


def test_finds_two_exchanged_opponents():
    trf = generate(Plan(8, 1, 5, draws=1.0))
    boards = [(n, p.cells[0].opponent) for n, p in trf.players.items() if p.cells[0].colour == "w"]
    (a, b), (c, d) = boards[:2]

    planted = with_cells(
        trf, 1, {a: Cell("=", d, "w"), d: Cell("=", a, "b"), c: Cell("=", b, "w"), b: Cell("=", c, "b")}
    )

    found = deviations(read(write(planted)))
    assert {(each.kind, each.first, each.second) for each in found} == {
        ("missing", a, b),
        ("missing", c, d),
        ("unexpected", a, d),
        ("unexpected", c, b),
    }


def test_finds_turned_seats():
    trf = generate(Plan(8, 1, 5, draws=1.0))
    a, b = next((n, p.cells[0].opponent) for n, p in trf.players.items() if p.cells[0].colour == "w")

    planted = with_cells(trf, 1, {a: Cell("=", b, "b"), b: Cell("=", a, "w")})

    assert deviations(planted) == [Deviation(1, "seats", b, a)]


def test_finds_a_bye_for_somebody_else():
    trf = generate(Plan(5, 1, 2, draws=1.0))
    holder = next(n for n, p in trf.players.items() if p.cells[0].result == "U")
    other = next(n for n, p in trf.players.items() if p.cells[0].opponent)
    opponent = trf.players[other].cells[0].opponent
    colour, back = trf.players[other].cells[0].colour, trf.players[opponent].cells[0].colour

    planted = with_cells(
        trf, 1, {other: Cell("U"), holder: Cell("=", opponent, colour), opponent: Cell("=", holder, back)}
    )

    found = deviations(planted)
    assert Deviation(1, "missing", holder, 0) in found
    assert Deviation(1, "unexpected", other, 0) in found
    assert len(found) == 4
    assert found[0].text.en.startswith("the rules give")


def test_the_command_lists_what_it_finds_and_fails(tmp_path):
    trf = generate(Plan(8, 2, 5, draws=1.0))
    a, b = next((n, p.cells[1].opponent) for n, p in trf.players.items() if p.cells[1].colour == "w")
    file, out = tmp_path / "planted.trf", io.StringIO()
    file.write_text(write(with_cells(trf, 2, {a: Cell("=", b, "b"), b: Cell("=", a, "w")})))

    with pytest.raises(CommandError, match="1 differences"):
        call_command("check_pairings", str(file), stdout=out)

    assert out.getvalue().splitlines() == [
        "round 1: 4 boards, as computed",
        "round 2: 4 boards, 1 differences",
        f"  {b}-{a} has the seats turned",
    ]


def test_the_generator_gives_the_same_file_again_and_the_pairing_of_its_next_round(tmp_path):
    given = {"players": 11, "rounds": 7, "seed": 4, "played": 3, "byes": 0.1}
    first, second, out = io.StringIO(), io.StringIO(), io.StringIO()
    call_command("generate_trf", stdout=first, **given)
    call_command("generate_trf", stdout=second, **given)
    file = tmp_path / "random.trf"
    file.write_text(first.getvalue())

    call_command("pair", str(file), stdout=out)

    assert first.getvalue() == second.getvalue()
    assert int(out.getvalue().splitlines()[0]) == len(out.getvalue().splitlines()) - 1


def test_a_file_that_is_refused_says_where(tmp_path):
    file = tmp_path / "bad.trf"
    file.write_text("001    x\n")

    with pytest.raises(CommandError, match="line 1, column 8"):
        call_command("pair", str(file))
