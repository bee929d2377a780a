"""A whole tournament through the public doors, on both stacks."""

import re
import shutil

import pytest
from django.core.management import CommandError, call_command

from tests.live import SQLITE, LiveService, service_environment
from tests.services import Redis


def simulate(folder, *arguments, database=None, **environment):
    folder.mkdir()
    if database is not None:
        shutil.copy(database, folder / SQLITE)
    service = LiveService(folder, service_environment(folder, **environment), [])
    return service.manage("simulate", *arguments)


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_four_players_play_to_the_end_in_one_process(live_folder, migrated_file):
    short = ("--game", "flank_flip", "--clock", "2s/move", "--seed", "2")
    # Enough of them that some flag falls, however short the matches come out.
    some_fail = ("--players", "4", "--vanish", "25", "--slow", "75")
    said = simulate(live_folder / "simulated", *short, *some_fail, database=migrated_file)

    assert "Everything holds." in said
    assert re.search(r"Champion: +\w+", said)
    assert re.search(r"Logs: +(\d+) of \1 verify", said)
    assert not re.search(r"Flag falls: +0", said)
    spent = re.search(r"Server time: +p50 (\S+)  p99 (\S+) ms of processor time per action", said)
    assert spent is not None
    assert 0 < float(spent[1]) <= float(spent[2])


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_three_players_play_a_swiss_round_by_round(live_folder, migrated_file):
    form = ("--format", "swiss", "--rounds", "2")
    short = ("--players", "3", "--clock", "2s/move", "--game", "flank_flip")
    said = simulate(live_folder / "swiss", *form, *short, database=migrated_file)

    assert "Everything holds." in said
    assert re.search(r"Name +Points", said)
    assert re.search(r"Champion: +\w+", said)


@pytest.mark.pg
@pytest.mark.redis
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_two_players_play_to_the_end_on_several_processes(live_folder, postgres, live_template):
    broker = Redis(live_folder / "simulation-redis")
    broker.start()
    try:
        url = postgres.create_database("simulated", template=live_template)
        said = simulate(live_folder / "several", "--players", "2", DATABASE_URL=url, REDIS_URL=broker.url())
    finally:
        broker.stop()

    assert "Everything holds." in said


@pytest.mark.parametrize(
    "given",
    [
        ("--clock", "soon"),
        ("--players", "1"),
        ("--players", "257"),
        ("--vanish", "101"),
        ("--game", "chess"),
        ("--rounds", "0"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_played_is_refused_with_a_sentence(given):
    with pytest.raises(CommandError, match=f"argument {given[0]}"):
        call_command("simulate", *given)


def test_rounds_are_for_a_format_that_has_a_number_of_them():
    with pytest.raises(CommandError, match="argument --rounds"):
        call_command("simulate", "--rounds", "3")
