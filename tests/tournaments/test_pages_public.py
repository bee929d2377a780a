"""What everybody may read: the front page, a tournament, its tree, its pairing lists."""

import pytest
from django.test import Client

from tests.builders import (
    ORGANIZER,
    a_tournament,
    advanced,
    an_entry,
    drafted,
    entered,
    entry_called,
    match_of,
    published,
    round_of,
    rule,
    started,
    the_stage,
    win,
)
from tests.tournaments.pages import player, staff, text, url
from tournaments import services
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

PUBLIC = ("tournament", "tournament-bracket", "tournament-entries")


def named(count, **fields):
    """Return an open tournament whose entries have names that nothing else on a page has."""
    tournament = a_tournament(**fields)
    for seed in range(1, count + 1):
        an_entry(tournament, f"Zephyr-{seed}", seed=seed)
    return tournament


def paired(count, *, publish=False, **fields):
    tournament = named(count, **fields)
    stage = the_stage(tournament)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    if publish:
        services.round_publish(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    return tournament


def test_the_front_page_of_an_empty_service_says_what_one_can_do():
    page = text(Client().get("/"))

    assert "No tournament is running." in page
    assert 'href="/new/"' in page
    assert 'href="/games/">Play against the computer' in page


def test_the_front_page_shows_running_open_and_finished_tournaments_and_live_boards():
    running = started(4, name="Running Cup")
    entered(2, name="Open Cup")
    hidden = a_tournament(open_=False, name="Hidden Cup")
    match = match_of(running, "R1-1")
    rule(match, "pause reason")

    page = text(Client().get("/"))

    assert "Running Cup" in page
    assert "Open Cup" in page
    assert hidden.name not in page
    assert f"/m/{match.pk}/" in page


def test_the_front_page_names_the_own_tournaments_of_whoever_looks():
    tournament = entered(2, name="Own Cup")

    page = text(player(entry_called(tournament, "1")).get("/"))

    assert "Your tournaments" in page


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("count", [0, 1, 2, 9])
def test_public_pages_stand_with_any_number_of_entries(name, count):
    tournament = entered(count)

    assert Client().get(url(name, tournament)).status_code == 200


@pytest.mark.parametrize("name", PUBLIC)
def test_a_tournament_in_preparation_exists_for_its_staff_alone(name):
    tournament = a_tournament(open_=False)

    assert Client().get(url(name, tournament)).status_code == 404
    assert staff(tournament, Role.SCOREKEEPER).get(url(name, tournament)).status_code == 200


def test_a_draft_round_shows_in_no_public_channel():
    tournament = paired(4)
    screen = services.screen_create(
        tournament_id=tournament.pk, by=ORGANIZER, name="Hall", playlist=["boards", "bracket", "pairings", "results"]
    )
    public = [
        url("tournament", tournament) + "?part=bracket",
        url("tournament", tournament) + "?part=boards",
        url("tournament-bracket", tournament),
        f"/screen/{screen.link}/",
    ]

    for browser in (Client(), player(entry_called(tournament, "Zephyr-1")), staff(tournament, Role.ORGANIZER)):
        assert all("Zephyr" not in text(browser.get(address)) for address in public)
        assert browser.get(url("tournament-round", tournament, 1)).status_code == 404
        assert browser.get(url("tournament-round-print", tournament, 1)).status_code == 404
        found = text(browser.get(url("tournament", tournament) + "?part=found&q=zephyr-1"))
        assert "board" not in found
        assert "Zephyr-2" not in found
    lobby = text(player(entry_called(tournament, "Zephyr-1")).get(url("lobby", tournament)))
    assert "Zephyr-4" not in lobby
    assert "Zephyr-4" in text(staff(tournament, Role.SCOREKEEPER).get(url("console-rounds", tournament)))


def test_a_round_that_was_taken_back_disappears_and_leaves_a_note():
    tournament = paired(4, publish=True)
    services.round_unpublish(round_id=round_of(tournament, 1).pk, by=ORGANIZER, reason="wrong seeds")

    assert "Zephyr" not in text(Client().get(url("tournament-bracket", tournament)))
    assert "wrong seeds" in text(Client().get(url("tournament", tournament)))


def test_the_search_answers_with_board_and_opponent():
    tournament = paired(4, publish=True)

    page = text(Client().get(url("tournament", tournament), {"q": "zephyr-4"}))

    assert "Semi-finals, board 1, against Zephyr-1" in page


def test_the_search_says_when_nobody_fits_and_escapes_what_was_asked():
    tournament = entered(2)

    page = text(Client().get(url("tournament", tournament), {"q": "<b>x"}))

    assert "takes part" in page
    assert "<b>x" not in page


def test_a_pairing_list_has_results_as_the_federation_writes_them():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    rule(match_of(tournament, "R1-2"), "forfeit 0")
    advanced(tournament)

    page = text(Client().get(url("tournament-round", tournament, 1)))

    assert "1 : 0" in page
    assert "- : +" in page or "+ : -" in page


def test_byes_stand_apart_with_their_reason():
    tournament = started(3)

    page = text(Client().get(url("tournament-round", tournament, 1)))

    assert "Without an opponent" in page
    assert "bye: goes on without a match" in page


def test_by_name_every_entry_has_a_line_of_its_own_with_the_own_score_first():
    tournament = paired(2, publish=True)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)
    win(tournament, "R1-1", 0)
    advanced(tournament)

    page = text(Client().get(url("tournament-round", tournament, 1), {"by": "name"}))

    assert page.index("Zephyr-1") < page.index("1 : 0") < page.index("0 : 1")


def test_the_own_row_is_marked():
    tournament = published(2)

    page = text(player(entry_called(tournament, "1")).get(url("tournament-round", tournament, 1)))

    assert 'class="is-own"' in page


def test_the_print_view_names_the_publication_and_has_a_code_back_to_the_page():
    tournament = published(2)

    page = text(Client().get(url("tournament-round-print", tournament, 1)))

    assert "Publication 1" in page
    assert 'class="masthead"' not in page
    assert "<svg" in page


@pytest.mark.parametrize("name", ["tournament-round", "tournament-round-print"])
def test_a_round_that_does_not_exist_is_a_page_with_a_code(name):
    response = Client().get(url(name, published(2), 7))

    assert response.status_code == 404
    assert "no_such_round" in text(response)


def test_a_part_comes_alone_and_an_unknown_one_not_at_all():
    tournament = started(2)

    part = Client().get(url("tournament", tournament), {"part": "boards"})

    assert text(part).lstrip().startswith("<section")
    assert Client().get(url("tournament", tournament), {"part": "nothing"}).status_code == 404
    assert Client().get(url("tournament", tournament), {"part": "../../x"}).status_code == 200


def test_a_place_that_nobody_won_is_not_awarded():
    tournament = started(2)
    rule(match_of(tournament, "R1-1"), "forfeit both")
    advanced(tournament)

    assert "not awarded" in text(Client().get(url("tournament", tournament)))


def test_names_are_escaped_wherever_they_stand():
    tournament = a_tournament()
    an_entry(tournament, "<script>x</script>", seed=1)
    an_entry(tournament, "2", seed=2)
    stage = the_stage(tournament)
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)
    made = services.round_draft(stage_id=stage.pk, by=ORGANIZER)
    services.round_publish(round_id=made.pk, by=ORGANIZER)
    services.round_start(round_id=made.pk, by=ORGANIZER)
    client = staff(tournament, Role.ORGANIZER, Role.CHIEF_ARBITER)

    addresses = ["/", *(url(name, tournament) for name in (*PUBLIC, "arbiter", "console", "console-rounds"))]

    assert all("<script>x" not in text(client.get(address)) for address in addresses)


def test_a_visitor_finds_no_draft_even_where_staff_see_one():
    tournament = drafted(2)

    assert Client().get(url("console-rounds", tournament)).status_code == 403


def test_a_part_listens_to_its_own_name_and_to_what_else_concerns_it():
    page = text(Client().get(url("tournament", started(2))))

    assert "refresh-announcements from:body, refresh-status from:body, refresh-all from:body" in page
    assert "refresh-boards from:body, refresh-all from:body" in page


def test_a_move_refreshes_the_tile_of_its_match_alone():
    tournament = started(4)
    match, address = match_of(tournament, "R1-1"), url("tournament", tournament)

    page = text(Client().get(address))
    tile = text(Client().get(address, {"part": "tile", "match": match.pk}))

    assert f'hx-trigger="refresh-match-{match.pk} from:body"' in page
    assert tile.count("tile-slot") == 1
    assert f"/m/{match.pk}/" in tile


def test_the_tile_of_another_tournament_or_of_nothing_is_empty():
    here, there = started(2), started(2)
    address = url("tournament", here)

    for match_id in (match_of(there, "R1-1").pk, "nothing", ""):
        assert "tile" not in text(Client().get(address, {"part": "tile", "match": match_id}))


def test_a_picture_on_a_tile_has_no_voices_of_its_own():
    tournament = started(2)

    page = text(Client().get(url("tournament", tournament), {"part": "boards"}))

    assert "<svg" in page
    assert "data-el=" not in page
    assert 'role="img"' not in page


def test_pages_are_sent_compressed_to_those_who_take_it():
    answer = Client().get(url("tournament", started(2)), headers={"accept-encoding": "gzip"})

    assert answer.headers["Content-Encoding"] == "gzip"


def test_a_pairing_of_several_matches_links_to_each_with_its_score():
    tournament = started(2, settings={"best_of": 3})
    win(tournament, "R1-1", 0)
    advanced(tournament)

    page = text(Client().get(url("tournament-round", tournament, 1)))

    assert "Match 1: 1 : 0" in page
    assert "Match 2" in page
