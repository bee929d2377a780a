"""The balance report: who plays whom, what is counted, how sure the rates are."""

import pytest

from gameengine.bots.balance import Balance, Tally, run_balance, wilson
from gameengine.cli import main
from gameengine.commands.balance import table
from gameengine.games.registry import game as game_by_key
from tests.gameengine.toy import toy


def test_every_pair_plays_equally_often_from_both_seats():
    found = run_balance(game_by_key("flagged"), 12, chosen={}, level="beginner")

    assert found.first_seat.games == 12
    assert {tally.games for tally in found.pairs.values()} == {2}
    assert {tally.games for tally in found.overall.values()} == {6}
    assert sum(tally.won for tally in found.overall.values()) + found.first_seat.drawn == 12


def test_a_run_is_repeatable():
    flagged = game_by_key("flagged")
    runs = [run_balance(flagged, 12, chosen={"flag_points": 1}, level="beginner", seed=5) for _ in range(2)]

    assert table(runs[0]) == table(runs[1])


def test_a_draw_is_half_a_point():
    balance = Balance(("one", "other"))
    balance.add(("one", "other"), 0, 10)
    balance.add(("other", "one"), None, 20)

    assert balance.overall["one"].rate == 0.75
    assert balance.pairs["other", "one"].rate == 0.25
    assert balance.first_seat == Tally(won=1, lost=0, drawn=1)
    assert table(balance)[0] == "2 matches, 15 actions on average"


@pytest.mark.parametrize(
    ("rate", "games", "low", "high"),
    [(0.5, 100, 0.404, 0.596), (0.0, 10, 0.0, 0.278), (1.0, 10, 0.722, 1.0), (0.5, 2000, 0.478, 0.522)],
)
def test_limits_by_wilson(rate, games, low, high):
    assert wilson(rate, games) == pytest.approx((low, high), abs=0.001)


def test_without_matches_nothing_is_known():
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_a_game_without_contenders_is_refused(capsys):
    assert main(["balance", "junqi"]) == 2
    assert "NO_CONTENDERS" in capsys.readouterr().err
    with pytest.raises(TypeError):
        run_balance(toy, 2, chosen={})


def test_the_command_prints_a_table(capsys):
    code = main(["balance", "flagged", "--games", "12", "--level", "beginner", "--content", "flagged-default-1"])

    printed = capsys.readouterr().out
    assert code in {0, 1}
    assert printed.startswith("12 matches")
    assert "assassin overall" in printed
    assert "outside 44% to 56%" in printed


def test_a_bad_content_file_is_told(tmp_path, capsys):
    file = tmp_path / "cards.yaml"
    file.write_text("content: x\n")

    assert main(["balance", "flagged", "--content", str(file)]) == 2
    assert "cards: This key is missing." in capsys.readouterr().err
