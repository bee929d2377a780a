"""The parts of a simulation: who comes, what a lobby page says, how a tree is drawn, what a distribution is."""

import asyncio
import time

import pytest

from flagfall.simulation.bracket import bracket_text, champion
from flagfall.simulation.browser import Page, PageError
from flagfall.simulation.line import Pace
from flagfall.simulation.mind import Mind, Style, VanishedError
from flagfall.simulation.organizer import tournament_go_on, tournament_prepare
from flagfall.simulation.plan import Character, Mood, Plan, characters
from flagfall.simulation.player import read_lobby
from flagfall.simulation.standings import leader, standings_text
from flagfall.simulation.tally import Tally, spread
from tests.builders import advanced, round_of, started, the_stage, win
from tests.tournaments.stages import finish_round, next_round, play, swiss

PLAN = Plan("junqi", "knockout", 16, vanish=25, seed=7)
LOBBY = """<section class="card next" aria-labelledby="x" id="next" data-mark="{situation}-waiting" data-say="x">
  {inner} </section> <a href="/m/zzz/">an old match</a>"""


def lobby_page(situation, inner=""):
    return Page("http://x/t/cup/me/", LOBBY.format(situation=situation, inner=inner))


def test_the_same_seed_brings_the_same_people():
    people = characters(PLAN, ("beginner", "normal"))

    assert people == characters(PLAN, ("beginner", "normal"))
    assert people != characters(Plan("junqi", "knockout", 16, vanish=25, seed=8), ("beginner", "normal"))
    assert len({person.name for person in characters(Plan("junqi", "knockout", 256), ("normal",))}) == 256


def test_partners_come_with_every_entry():
    plan = Plan("flank_flip", "swiss", 16, options={"mode": "team16_4p"})

    assert plan.together == 2
    assert len(characters(plan, ("beginner",))) == 32


@pytest.mark.django_db
def test_partners_are_entered_together_each_with_a_link():
    plan = Plan("flank_flip", "swiss", 2, options={"mode": "team16_4p"})

    tournament, invitations = tournament_prepare(plan, characters(plan, ("beginner",)))

    assert [entry.name for entry in tournament.entries.order_by("seed")] == ["Ada & Bela", "Cleo & Dino"]
    assert len({invitation.path for invitation in invitations}) == 4


@pytest.mark.parametrize(("vanish", "unreliable"), [(0, 0), (1, 1), (25, 4), (100, 16)])
def test_so_many_of_a_hundred_are_unreliable(vanish, unreliable):
    people = characters(Plan("junqi", "knockout", 16, vanish=vanish), ("beginner",))

    assert sum(person.mood is not Mood.STEADY for person in people) == unreliable


def turns(mood, count=20):
    mind = Mind(Character("Ada", "beginner", mood, "1/0"), Style("junqi", fast=True), "m1", 0)
    return [mind.sleeps_now() for _ in range(count)]


def test_moods_show_once_in_a_match():
    assert sum(turns(Mood.STEADY)) == 0
    assert sum(turns(Mood.SLOW)) == 1
    with pytest.raises(VanishedError):
        turns(Mood.VANISHES)


def test_a_lobby_says_where_to_be():
    stand = read_lobby(lobby_page("play", '<a href="/m/abc123/">To the board</a>'))
    assert (stand.situation, stand.match_id, stand.check_in) == ("play", "abc123", None)

    stand = read_lobby(lobby_page("check_in", '<form method="post" action="/t/cup/me/check-in/">'))
    assert (stand.situation, stand.match_id, stand.check_in) == ("check_in", None, "/t/cup/me/check-in/")


def test_another_page_is_no_lobby():
    with pytest.raises(PageError):
        read_lobby(Page("http://x/", "<h1>Hello</h1>"))


@pytest.mark.django_db
def test_the_tree_names_winners_and_scores():
    tournament = started(4)
    for key, side in (("R1-1", 0), ("R1-2", 1)):
        win(tournament, key, side)
    advanced(tournament)
    stage = the_stage(tournament)
    for pairing in stage.pairings.filter(round__number=2):
        win(tournament, pairing.key, 0)
    advanced(tournament)

    assert bracket_text(stage).splitlines() == [
        "  1 1 ─┐",
        "       ├─ 1 1:0 ─┐",
        "  4 4 ─┘         │",
        "                 ├─ 1 1:0",
        "  2 2 ─┐         │",
        "       ├─ 3 1:0 ─┘",
        "  3 3 ─┘",
        "",
        "Third place: 4 1 : 0 2",
    ]
    assert champion(stage) == "1"


def test_distributions_are_read_off_the_values():
    values = [float(number) for number in range(1, 101)]

    assert tuple(spread(values)) == (100, 50.0, 99.0, 100.0)
    assert str(spread([])) == "none"


def test_another_hash_under_the_same_number_is_a_fault():
    tally = Tally()
    for text in ("aa", "aa", "bb"):
        tally.receipt("m1", {"seq": 4, "h": text})

    assert len(tally.faults) == 1


async def test_the_pace_stays_below_the_limit():
    pace = Pace(messages=3, per_s=0.2)
    start = time.monotonic()
    for _ in range(6):
        await asyncio.wait_for(pace.turn(), 5)

    assert time.monotonic() - start >= 0.4


@pytest.mark.django_db
def test_the_next_round_of_a_swiss_starts_once_the_one_before_is_closed_and_never_after_the_last():
    tournament = swiss(4, rounds=2)
    next_round(tournament)
    assert not tournament_go_on(tournament)

    finish_round(tournament, 1)
    assert tournament_go_on(tournament)
    assert round_of(tournament, 2).state == "running"

    finish_round(tournament, 2)
    assert not tournament_go_on(tournament)


@pytest.mark.django_db
def test_the_standings_of_a_table_as_text():
    tournament = swiss(4, rounds=1)
    play(tournament, 1, drawn_boards=[2])

    text = standings_text(the_stage(tournament)).splitlines()

    assert text[0].split()[:2] == ["Name", "Points"]
    assert [line.split()[2] for line in text[1:]] == ["1", "0.5", "0.5", "0"]
    assert leader(the_stage(tournament)) == text[1].split()[1]
    assert len({len(line) for line in text}) == 1
