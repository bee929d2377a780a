"""Standings, cross table, wall chart and the page of an entry: what they say, and what they keep to themselves."""

import pytest
from django.test import Client

from tests.builders import ORGANIZER, entry_called, pairing_of, the_stage
from tests.tournaments.pages import player, text, url
from tests.tournaments.stages import begun, finish_round, next_round, play, result, swiss
from tournaments import services

pytestmark = pytest.mark.django_db

TABLES = ("tournament-standings", "tournament-crosstable", "tournament-wallchart")
EVERY = (*TABLES, *(f"{name}-print" for name in TABLES))


@pytest.mark.parametrize("name", EVERY)
def test_before_anything_is_public_a_page_says_what_will_be_here(name):
    tournament = swiss(4)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    page = text(Client().get(url(name, tournament)))

    assert "Nothing is paired yet." in page
    assert "<td" not in page


@pytest.mark.parametrize("name", EVERY)
def test_every_table_stands_for_every_format_with_points(name):
    for tournament in (swiss(5), begun(5, "round_robin"), begun(4, "round_robin", cycles=2)):
        if the_stage(tournament).format == "swiss":
            play(tournament, 1)

        assert Client().get(url(name, tournament)).status_code == 200


def test_standings_name_round_order_and_tie_breaks():
    tournament = swiss(6, tie_breaks="BH/C1,SB")
    play(tournament, 2)

    page = text(Client().get(url("tournament-standings", tournament)))

    assert "after round 2 of 3" in page
    assert "Buchholz, without the lowest value" in page
    assert page.index("Buchholz") < page.index("Sonneborn-Berger")


def test_earlier_standings_can_be_chosen_and_later_ones_do_not_exist():
    tournament = swiss(4)
    play(tournament, 2)
    address = url("tournament-standings", tournament)

    assert "after round 1 of 3" in text(Client().get(address, {"after": "1"}))
    assert "?after=1" in text(Client().get(address))
    for after in ("3", "x", "-1", "9999", "²"):
        assert Client().get(address, {"after": after}).status_code == 404


def test_a_running_round_changes_no_standings():
    tournament = swiss(4)
    play(tournament, 1)
    before = text(Client().get(url("tournament-standings", tournament), {"part": "standings"}))
    next_round(tournament)
    result(pairing_of(tournament, "R2-1"), 1)

    after = text(Client().get(url("tournament-standings", tournament), {"part": "standings"}))

    assert before == after


def test_a_running_round_stands_in_the_cross_table_without_counting():
    tournament = swiss(4)
    play(tournament, 1)
    next_round(tournament)

    page = text(Client().get(url("tournament-crosstable", tournament)))

    assert "no result yet" in page
    assert "after round 1 of 3" in page


def test_a_draft_round_is_in_no_table_whoever_looks():
    tournament = swiss(6)
    play(tournament, 1)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    for name in ("tournament-crosstable", "tournament-wallchart"):
        for browser in (Client(), player(entry_called(tournament, "1"))):
            assert "no result yet" not in text(browser.get(url(name, tournament)))


def test_the_own_line_is_marked():
    tournament = swiss(4)
    play(tournament, 1)

    for name in TABLES:
        assert text(player(entry_called(tournament, "2")).get(url(name, tournament))).count("is-own") == 1


def test_who_has_withdrawn_or_was_disqualified_is_marked():
    tournament = swiss(5)
    play(tournament, 1)
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER, running=None, reason="ill")
    services.entry_disqualify(entry_id=entry_called(tournament, "2").pk, by=ORGANIZER, reason="cheated")

    page = text(Client().get(url("tournament-standings", tournament)))

    assert page.count("is-out") == 2
    assert "withdrawn" in page
    assert "disqualified" in page


def test_a_round_robin_is_a_table_of_everybody_against_everybody():
    tournament = begun(4, "round_robin")
    finish_round(tournament, 1)

    page = text(Client().get(url("tournament-crosstable", tournament)))

    assert "chart--matrix" in page
    assert page.count("chart__cell--self") == 4
    assert page.count("chart__cell--win") == page.count("chart__cell--loss") == 2


def test_a_stage_can_be_named_and_one_that_is_not_there_does_not_exist():
    tournament = swiss(4)
    play(tournament, 1)
    address = url("tournament-standings", tournament)

    assert Client().get(address, {"stage": "1"}).status_code == 200
    for stage in ("2", "x"):
        assert Client().get(address, {"stage": stage}).status_code == 404


def test_of_several_stages_each_page_says_which_it_shows():
    tournament = swiss(4, rounds=1)
    play(tournament, 1)
    stage = the_stage(tournament)
    stage.pk, stage.number, stage.name, stage.state = "final0000000", 2, "Finals", "draft"
    stage.save(force_insert=True)

    page = text(Client().get(url("tournament-standings", tournament)))
    second = text(Client().get(url("tournament-standings", tournament), {"stage": "2"}))

    assert 'href="?stage=2"' in page
    assert "1. Swiss system" in page
    assert "final standings" in page
    assert "Nothing is paired yet." in second
    assert f"{tournament.name} · Finals" in second


def test_the_page_of_an_entry_shows_its_rounds_and_every_addend():
    tournament = swiss(5, tie_breaks="BH,SB")
    play(tournament, 2)
    bye = pairing_of(tournament, "R1-3").entry_0

    page = text(Client().get(url("tournament-entry", tournament, bye.pk)))

    assert "bye of the pairing" in page
    assert "dummy with" in page
    assert "adjusted score" in page
    assert "Where the numbers come from" in page


def test_the_page_of_an_entry_in_a_tree_shows_its_boards():
    tournament = begun(4, "knockout")
    finish_round(tournament, 1)

    page = text(Client().get(url("tournament-entry", tournament, entry_called(tournament, "4").pk)))

    assert "Semi-finals" in page
    assert "0 : 1" in page
    assert "Where the numbers come from" not in page


def test_an_entry_of_another_tournament_has_no_page_here():
    tournament, other = swiss(4), swiss(4)

    address = url("tournament-entry", tournament, entry_called(other, "1").pk)

    assert Client().get(address).status_code == 404


def test_an_entry_without_pairing_says_so():
    tournament = swiss(4)
    services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER)

    page = text(Client().get(url("tournament-entry", tournament, entry_called(tournament, "1").pk)))

    assert "Not paired yet." in page


def test_standings_of_a_tree_are_its_settled_places():
    tournament = begun(4, "knockout")
    finish_round(tournament, 1)
    finish_round(tournament, 2)

    page = text(Client().get(url("tournament-standings", tournament)))

    assert "places that are settled" in page.lower()
    assert "data-mark" in page


def test_german_figures_have_a_comma():
    tournament = swiss(6, tie_breaks="SB,BH")
    play(tournament, 2, drawn_boards=[2, 3])

    page = text(Client(headers={"accept-language": "de"}).get(url("tournament-standings", tournament)))

    assert ",25<" in page or ",5<" in page
    assert ".5<" not in page


def test_the_lobby_tells_the_own_place_and_leads_to_where_it_comes_from():
    tournament = swiss(4)
    entry = entry_called(tournament, "1")
    assert "points, after round" not in text(player(entry).get(url("lobby", tournament)))
    play(tournament, 1)

    page = text(player(entry).get(url("lobby", tournament)))

    assert "after round 1 of 3" in page
    assert url("tournament-entry", tournament, entry.pk) in page


def test_the_tournament_page_shows_the_first_lines_and_the_own_one():
    tournament = swiss(12)
    play(tournament, 1)

    last = Client().get(url("tournament-standings", tournament)).context["table"]().rows[-1]
    page = text(player(entry_called(tournament, last.name)).get(url("tournament", tournament)))

    assert page.count('id="rank-') == 9
    assert "The whole table" in page
    assert f'id="rank-{last.entry_id}"' in page


def test_names_on_a_pairing_list_lead_to_the_pages_of_the_entries():
    tournament = swiss(4)
    next_round(tournament)

    page = text(Client().get(url("tournament-round", tournament, 1)))

    assert url("tournament-entry", tournament, entry_called(tournament, "1").pk) in page
