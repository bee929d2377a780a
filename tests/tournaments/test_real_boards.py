"""Tournaments with real boards: their matches, their results, who may press, and their codes."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from gameengine.games.registry import ON_BOARD
from matches import services as match_services
from matches.access import SESSION_BOARDS, Principal, role_for
from matches.errors import MatchError
from matches.models import BoardCode, Call, Match
from matches.services.boards import MOST_WRONG
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    advanced,
    begin,
    drafted,
    match_of,
    pairing_of,
    published,
    round_of,
    staffed,
    started,
    the_stage,
)
from tests.tournaments.pages import logged_in, player, said, staff, text, url
from tournaments import services
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.forms.tournaments import GameForm
from tournaments.models import Result, Round, Tournament
from tournaments.permissions import Role

pytestmark = pytest.mark.django_db

KEY = ON_BOARD.key
BY_ROUND = {"settings": {"advance": "by_round"}}


def on_board(count=2, **fields):
    return started(count, **{"on_board": True, **fields})


def act(match, seat, words):
    ack = match_services.match_act(match_id=match.pk, seat=seat, text=words, cmd=f"{seat} {words}")
    assert ack.ok, ack
    return ack


def refused(code):
    return pytest.raises(TournamentError, match=f"^{code}")


def games_of(tournament):
    return [match.game for match in Match.objects.filter(pairing_match__pairing__stage__tournament=tournament)]


# which matches are made


def test_a_tournament_of_a_game_is_played_on_real_boards_with_its_own_clock():
    tournament = on_board(board_options={"confirm": "one"})
    match = match_of(tournament, "R1-1")

    assert (match.game, match.options["confirm"], match.control["kind"]) == (KEY, "one", "absolute")
    assert [seat.name for seat in match.seats.all()] == ["1", "2"]
    assert tournament.game != KEY


def test_a_tournament_of_any_game_is_made_of_real_boards_alone():
    tournament = started(2, game=KEY, options={"flag": "arbiter"})

    assert games_of(tournament) == [KEY]
    assert match_of(tournament, "R1-1").options["flag"] == "arbiter"


@pytest.mark.parametrize(
    ("stage", "round_", "board", "played"),
    [
        (None, None, None, False),
        (True, None, None, True),
        (None, True, None, True),
        (None, None, True, True),
        (True, False, None, False),
        (False, True, None, True),
        (True, True, False, False),
        (False, False, True, True),
    ],
)
def test_the_nearest_choice_holds(stage, round_, board, played):
    tournament = published(2)
    services.stage_venue(stage_id=the_stage(tournament).pk, by=ORGANIZER, on_board=stage)
    services.round_venue(round_id=round_of(tournament, 1).pk, by=ORGANIZER, on_board=round_)
    services.pairing_venue(pairing_id=pairing_of(tournament, "R1-1").pk, by=ORGANIZER, on_board=board)

    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)

    assert games_of(tournament) == [KEY if played else tournament.game]


def test_one_board_of_a_round_is_a_real_one():
    tournament = published(4)
    services.pairing_venue(pairing_id=pairing_of(tournament, "R1-2").pk, by=ORGANIZER, on_board=True)
    services.round_start(round_id=round_of(tournament, 1).pk, by=ORGANIZER)

    assert [match_of(tournament, key).game for key in ("R1-1", "R1-2")] == [tournament.game, KEY]


def test_the_choice_is_made_before_the_first_match():
    tournament = started(2)

    for service, name, part in (
        (services.stage_venue, "stage_id", the_stage(tournament)),
        (services.round_venue, "round_id", round_of(tournament, 1)),
        (services.pairing_venue, "pairing_id", pairing_of(tournament, "R1-1")),
    ):
        with refused("settings_locked"):
            service(**{name: part.pk}, by=ORGANIZER, on_board=True)


@pytest.mark.parametrize("fields", [{"hosted": False}, {"game": KEY}])
def test_where_there_is_no_choice_none_can_be_made(fields):
    tournament = drafted(2, **fields)

    with refused("not_here"):
        services.round_venue(round_id=round_of(tournament, 1).pk, by=ORGANIZER, on_board=True)


def test_more_than_two_at_a_board_have_no_clock_with_two_faces():
    with refused("no_duel"):
        a_tournament(game="flank_flip", options={"mode": "team16_4p"}, on_board=True)
    tournament = a_tournament(game="flank_flip", options={"mode": "team16_4p"})
    with refused("no_duel"):
        services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, on_board=True)
    with refused("no_duel"):
        services.stage_venue(stage_id=the_stage(tournament).pk, by=ORGANIZER, on_board=True)


def test_options_of_the_clock_are_checked_and_then_stay():
    with refused("bad_option"):
        a_tournament(board_options={"confirm": "nobody"})
    tournament = on_board()
    with refused("settings_locked"):
        services.tournament_update(tournament_id=tournament.pk, by=ORGANIZER, board_options={"confirm": "one"})


@pytest.mark.parametrize(
    ("role", "stage", "round_"),
    [
        (Role.ORGANIZER, True, True),
        (Role.CHIEF_ARBITER, False, True),
        (Role.ARBITER, False, False),
        (Role.SCOREKEEPER, False, False),
    ],
)
def test_who_may_choose(role, stage, round_):
    tournament = drafted(2)

    for service, name, part, may in (
        (services.stage_venue, "stage_id", the_stage(tournament), stage),
        (services.round_venue, "round_id", round_of(tournament, 1), round_),
        (services.pairing_venue, "pairing_id", pairing_of(tournament, "R1-1"), round_),
    ):
        given = {name: part.pk, "by": actor(role), "on_board": True}
        if may:
            service(**given)
        else:
            with pytest.raises(NotAllowedError):
                service(**given)


# results


def test_a_result_that_both_enter_goes_on_like_any_other():
    tournament = on_board(4, **BY_ROUND)
    match = match_of(tournament, "R1-1")
    begin(match)
    act(match, 0, "claim 0-1")
    act(match, 1, "claim 0-1")
    advanced(tournament)

    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner, result.reason) == (Result.Kind.PLAYED, 1, "CLAIMED")
    assert round_of(tournament, 1).state == Round.State.RUNNING
    other = match_of(tournament, "R1-2")
    begin(other)
    act(other, 0, "resign")
    advanced(tournament)
    assert round_of(tournament, 1).state == Round.State.CLOSED


def test_different_entries_call_the_arbiter_once_and_the_ruling_closes_the_call():
    tournament = on_board()
    match = match_of(tournament, "R1-1")
    begin(match)
    act(match, 0, "claim 1-0")
    act(match, 1, "claim 0-1")
    act(match, 1, "claim 1/2")

    call = Call.objects.get(match=match)
    assert (call.seat, call.state) == (None, Call.State.OPEN)
    client = staff(tournament, Role.ARBITER)
    page = text(client.get(url("arbiter", tournament)))
    assert "A real board needs an arbiter" in page
    assert "different results" in page

    services.match_ruling(match_id=match.pk, by=actor(Role.ARBITER, user=a_user()), text="result 1", reason="seen")

    call.refresh_from_db()
    assert call.state == Call.State.CLOSED
    assert pairing_of(tournament, "R1-1").result.kind == Result.Kind.ADJUDICATED


def test_a_correction_of_the_result_of_a_real_board_is_an_arbiters():
    tournament = on_board()
    match = match_of(tournament, "R1-1")
    begin(match)
    act(match, 0, "claim 1-0")
    act(match, 1, "claim 1-0")

    services.result_correct(
        pairing_id=pairing_of(tournament, "R1-1").pk,
        by=ORGANIZER,
        kind="adjudicated",
        winner=1,
        reason="mixed up",
    )

    assert pairing_of(tournament, "R1-1").result.winner == 1


# who may press


def seats(tournament, principal):
    match = Match.objects.prefetch_related("seats").get(pairing_match__pairing__stage__tournament=tournament)
    return role_for(principal, match).seats


def of_player(tournament, number):
    ref = pairing_of(tournament, "R1-1").entries[number].players.first().ref
    return Principal(players=frozenset({ref}))


def test_a_players_link_presses_the_own_side_and_on_one_device_both():
    own, shared = on_board(), on_board(one_device=True)

    assert [seats(own, of_player(own, number)) for number in (0, 1)] == [(0,), (1,)]
    assert [seats(shared, of_player(shared, number)) for number in (0, 1)] == [(0, 1), (0, 1)]
    assert seats(shared, Principal()) == ()


def test_one_device_changes_nothing_where_the_game_is_played_here():
    tournament = started(2, one_device=True)

    assert seats(tournament, of_player(tournament, 0)) == (0,)


def test_the_right_code_opens_both_sides_and_a_new_one_takes_it_back(django_capture_on_commit_callbacks, monkeypatch):
    tournament = on_board()
    match = match_of(tournament, "R1-1")
    code = match_services.board_code(match_id=match.pk)
    assert re.fullmatch(r"[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}", code)
    assert match_services.board_code(match_id=match.pk) == code
    ref = match_services.board_take(match_id=match.pk, typed=f" {code.lower().replace('-', ' ')} ")
    holder = Principal(boards=frozenset({ref}))
    assert seats(tournament, holder) == (0, 1)
    told = []
    monkeypatch.setattr("matches.announce.tell", told.append)

    with django_capture_on_commit_callbacks(execute=True):
        new = match_services.board_code_renew(match_id=match.pk)

    assert new != code
    assert seats(tournament, holder) == ()
    assert {"t": "close", "key": ref} in told
    assert ref in holder.keys
    with pytest.raises(MatchError, match="code_wrong"):
        match_services.board_take(match_id=match.pk, typed=code)


def test_a_code_is_spent_after_some_wrong_attempts_and_no_copy_of_the_database_has_it():
    match = match_of(on_board(), "R1-1")
    code = match_services.board_code(match_id=match.pk)
    assert code.replace("-", "") not in str(BoardCode.objects.values().get())

    for _ in range(MOST_WRONG):
        with pytest.raises(MatchError, match="code_wrong"):
            match_services.board_take(match_id=match.pk, typed="AAAA-AAAA")
    with pytest.raises(MatchError, match="code_spent"):
        match_services.board_take(match_id=match.pk, typed=code)

    assert match_services.board_take(match_id=match.pk, typed=match_services.board_code_renew(match_id=match.pk))


@pytest.mark.parametrize("typed", ["", "A", "AAAA-AAAA-AAAA", "ÄÖÜ", "\x00", "٣" * 8])
def test_what_is_no_code_opens_nothing(typed):
    match = match_of(on_board(), "R1-1")

    with pytest.raises(MatchError, match="code_wrong"):
        match_services.board_take(match_id=match.pk, typed=typed)


def test_a_match_that_is_played_here_has_no_code():
    match = match_of(started(2), "R1-1")

    for service in (match_services.board_code, match_services.board_code_renew):
        with pytest.raises(MatchError, match="not_board"):
            service(match_id=match.pk)
    assert Client().get(reverse("match-take", args=[match.pk])).status_code == 404


def test_the_page_takes_the_code_and_leads_to_the_clock():
    match = match_of(on_board(), "R1-1")
    client, address = Client(), reverse("match-take", args=[match.pk])
    wrong = client.post(address, {"code": "nonsense"})
    assert (wrong.status_code, "not the code" in text(wrong)) == (400, True)
    assert client.post(address, {}).status_code == 400
    assert not client.session.get(SESSION_BOARDS)

    right = client.post(address, {"code": match_services.board_code(match_id=match.pk)})

    assert (right.status_code, right.url) == (302, reverse("match-face", args=[match.pk]))
    assert client.get(right.url).context["held"] == (0, 1)


def test_an_arbiter_takes_the_clock_over_without_a_code_and_a_player_does_not():
    tournament = on_board()
    address = reverse("match-take", args=[match_of(tournament, "R1-1").pk])

    assert staff(tournament, Role.ARBITER).post(address, {}).status_code == 302
    assert staff(tournament, Role.SCOREKEEPER).post(address, {}).status_code == 400
    assert player(pairing_of(tournament, "R1-1").entry_0).post(address, {}).status_code == 400


# pages


def test_the_printed_pairings_have_a_code_for_every_real_board_that_leads_to_a_page_to_look_at():
    tournament = on_board(4)
    printed = text(Client().get(url("tournament-round-print", tournament, 1)))
    address = url("tournament-board", tournament, pairing_of(tournament, "R1-1").pk)

    assert printed.count('class="slip"') == 2
    page = text(Client().get(address))
    assert "This page is to look at." in page
    assert "Open the clock" not in page
    assert "<form" not in page.split("<main")[-1].split("</main")[0]
    own = text(player(pairing_of(tournament, "R1-1").entry_0).get(address))
    assert "Open the clock" in own


def test_boards_that_are_played_here_have_no_code_on_paper():
    tournament = started(2)

    assert 'class="slip"' not in text(Client().get(url("tournament-round-print", tournament, 1)))
    page = Client().get(url("tournament-board", tournament, pairing_of(tournament, "R1-1").pk))
    assert "played on this server" in text(page)


def test_a_board_of_a_draft_is_nobodys_business():
    tournament = drafted(2, on_board=True)
    address = url("tournament-board", tournament, pairing_of(tournament, "R1-1").pk)

    assert Client().get(address).status_code == 404
    assert "not been set up" in text(staff(tournament, Role.ORGANIZER).get(address))


def test_codes_are_printed_for_arbiters_alone():
    tournament = on_board()
    address = url("arbiter-codes", tournament, round_of(tournament, 1).pk)
    code = match_services.board_code(match_id=match_of(tournament, "R1-1").pk)

    assert code in text(staff(tournament, Role.ARBITER).get(address))
    for client in (Client(), staff(tournament, Role.ORGANIZER), player(pairing_of(tournament, "R1-1").entry_0)):
        answer = client.get(address)
        assert (answer.status_code, code in text(answer)) == (403, False)


def test_an_arbiter_who_plays_gets_no_code_of_the_own_board():
    tournament = on_board()
    entry = pairing_of(tournament, "R1-1").entry_0
    user = a_user()
    entry.players.update(user=user)
    match = match_of(tournament, "R1-1")
    staffed(tournament, Role.ARBITER, user)
    client = logged_in(user)
    code = match_services.board_code(match_id=match.pk)

    assert code not in text(client.get(url("arbiter-codes", tournament, round_of(tournament, 1).pk)))
    assert code not in text(client.get(url("arbiter-board", tournament, match.pk)))
    client.post(url("arbiter-code", tournament, match.pk))
    assert match_services.board_code(match_id=match.pk) == code


def test_the_arbiters_page_has_the_code_and_makes_a_new_one():
    tournament = on_board()
    match = match_of(tournament, "R1-1")
    client = staff(tournament, Role.ARBITER)
    code = match_services.board_code(match_id=match.pk)
    assert code in text(client.get(url("arbiter-board", tournament, match.pk)))

    answer = client.post(url("arbiter-code", tournament, match.pk), follow=True)

    assert "new code" in said(answer)[0]
    assert code not in text(answer)


def test_the_console_chooses_where_a_round_and_a_board_are_played():
    tournament = published(2)
    client = staff(tournament, Role.ORGANIZER)
    pairing = pairing_of(tournament, "R1-1")
    rounds = text(client.get(url("console-rounds", tournament)))
    assert "as usual: on this server" in rounds

    client.post(url("console-venue", tournament, "round", round_of(tournament, 1).pk), {"venue": "board"})
    assert round_of(tournament, 1).on_board is True
    assert "as usual: on a real board" in text(client.get(url("console-board", tournament, pairing.pk)))
    client.post(url("console-venue", tournament, "board", pairing.pk), {"venue": "here"})
    assert pairing_of(tournament, "R1-1").on_board is False
    client.post(url("console-venue", tournament, "stage", the_stage(tournament).pk), {"venue": ""})
    assert the_stage(tournament).on_board is None

    bad = client.post(
        url("console-venue", tournament, "round", round_of(tournament, 1).pk), {"venue": "moon"}, follow=True
    )
    assert round_of(tournament, 1).on_board is True
    assert said(bad)
    assert client.post(url("console-venue", tournament, "moon", pairing.pk), {"venue": ""}).status_code == 404


@pytest.mark.parametrize(
    ("venue", "hosted", "on_board_"), [("here", True, False), ("board", True, True), ("hall", False, False)]
)
def test_the_settings_say_where_it_is_played(venue, hosted, on_board_):
    tournament = a_tournament(open_=False)
    client = staff(tournament, Role.ORGANIZER)
    form = GameForm.of_tournament(tournament)
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}

    answer = client.post(
        url("console-settings", tournament),
        {**sent, "which": "game", "venue": venue, "one_device": "on", "board-confirm": "one"},
    )

    assert answer.status_code == 302, answer.context["forms"]["game"].errors
    now = Tournament.objects.get(pk=tournament.pk)
    assert (now.hosted, now.on_board, now.one_device) == (hosted, on_board_, True)
    assert now.board_options["confirm"] == "one"


def test_a_tournament_of_real_boards_is_made_in_the_console():
    client = logged_in(a_user())
    chosen = text(client.get(reverse("tournament-new")))
    assert KEY in chosen
    page = client.get(reverse("tournament-new-game", args=[KEY]))
    assert "On this server, by its rules" not in text(page)

    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None and value is not False}
    sent |= {"name": "Chess at the club", "format": form.choice.key, "shown": form.choice.key}
    answer = client.post(reverse("tournament-new-game", args=[KEY]), sent)

    assert answer.status_code == 302, answer.context["form"].errors
    assert Tournament.objects.get().game == KEY
