"""Entering, checking in, leaving and coming back; private links."""

import pytest

from matches import announce
from matches.models import Match
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    advanced,
    an_entry,
    drafted,
    entered,
    entry_called,
    match_of,
    pairing_of,
    started,
    win,
)
from tournaments import links, services
from tournaments.actors import actor_of
from tournaments.errors import NotAllowedError, TournamentError
from tournaments.models import Entry, Player
from tournaments.permissions import Actor, Role
from tournaments.services import PlayerData
from tournaments.tasks import forfeit_seat

pytestmark = pytest.mark.django_db

VISITOR = Actor()


def refused(code):
    return pytest.raises(TournamentError, match=f"^{code}")


def enter(tournament, by=VISITOR, **fields):
    return services.entry_register(tournament_id=tournament.pk, by=by, **{"name": "Ana", **fields})


def test_a_visitor_enters_and_gets_a_private_link_of_which_only_a_hash_is_kept():
    user = a_user(is_guest=True)

    registered = enter(a_tournament(), user=user, seed=1, email="ana@example.org")

    player = registered.players[0]
    assert registered.entry.status == Entry.Status.CONFIRMED
    assert registered.entry.seed is None, "seeds are the organizer's"
    assert registered.links[0] not in str(Player.objects.values())
    assert services.player_open(secret=registered.links[0]) == player
    assert actor_of(registered.entry.tournament, user).entries == {registered.entry.pk}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"open_": False}, "not_open"),
        ({"self_registration": False}, "registration_closed"),
    ],
)
def test_visitors_enter_only_while_that_is_open(fields, code):
    with refused(code):
        enter(a_tournament(**fields))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": " "}, "name_missing"),
        ({"name": "a" * 81}, "name_too_long"),
        ({"name": "ben"}, "name_taken"),
        ({"name": "A\0na"}, "bad_value"),
        ({"name": "A\u202ena"}, "bad_value"),
        ({"email": "nowhere"}, "bad_email"),
        ({"rating": -1}, "bad_value"),
        ({"seed": 7}, "seed_taken"),
        ({"seed": 0}, "bad_value"),
        ({"roster": [PlayerData("a"), PlayerData("b")]}, "roster_size"),
        ({"roster": [PlayerData("a", bot_level="godlike")]}, "unknown_bot"),
    ],
)
def test_an_entry_must_make_sense(fields, code):
    tournament = a_tournament()
    an_entry(tournament, "Ben", seed=7)

    with refused(code):
        enter(tournament, by=ORGANIZER, **fields)

    assert tournament.entries.count() == 1


def test_nobody_enters_twice():
    tournament, user = a_tournament(), a_user()
    enter(tournament, user=user)

    with refused("already_entered"):
        enter(tournament, user=user, name="Ana again")


def test_who_comes_when_all_places_are_taken_waits_and_can_be_confirmed():
    tournament = entered(2, max_entries=2)
    waiting = enter(tournament).entry
    assert waiting.status == Entry.Status.WAITING

    services.entry_confirm(entry_id=waiting.pk, by=ORGANIZER)

    assert entry_called(tournament, "Ana").plays


def test_after_the_draw_nobody_enters():
    with refused("already_drawn"):
        enter(drafted(2), by=ORGANIZER)


def test_an_entry_may_have_a_roster():
    tournament = a_tournament(roster_size=2, hosted=False)

    registered = enter(tournament, roster=[PlayerData("Ana"), PlayerData("Ben")])

    assert [player.order for player in registered.players] == [1, 2]
    assert len(set(registered.links)) == 2


def test_a_player_changes_the_own_name_but_not_the_seed():
    registered = enter(a_tournament())
    own = actor(entry=registered.entry)

    services.entry_update(entry_id=registered.entry.pk, by=own, name="Anna")
    with pytest.raises(NotAllowedError):
        services.entry_update(entry_id=registered.entry.pk, by=own, seed=1)

    assert Player.objects.get().name == "Anna"


def test_a_stranger_changes_nothing():
    entry = enter(a_tournament()).entry

    for act in (services.entry_update, services.entry_withdraw, services.check_in):
        with pytest.raises(NotAllowedError):
            act(entry_id=entry.pk, by=VISITOR, **({"name": "x"} if act is services.entry_update else {}))


def test_check_in_can_be_undone_until_the_draw():
    tournament = entered(2, check_in=True)
    entry = entry_called(tournament, "1")
    own = actor(entry=entry)

    services.check_in(entry_id=entry.pk, by=own)
    first = entry_called(tournament, "1").checked_in_at_ms
    services.check_in(entry_id=entry.pk, by=own)
    assert entry_called(tournament, "1").checked_in_at_ms == first is not None
    services.check_in_undo(entry_id=entry.pk, by=own)
    assert entry_called(tournament, "1").checked_in_at_ms is None

    services.stage_draw(stage_id=tournament.stages.get().pk, by=ORGANIZER, only_checked_in=False)
    with refused("check_in_closed"):
        services.check_in(entry_id=entry.pk, by=own)


def test_who_withdraws_after_the_draw_forfeits_what_is_to_come():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER)
    win(tournament, "R1-2", 0)
    advanced(tournament)

    result = pairing_of(tournament, "R2-1").result

    assert (result.kind, result.winner) == ("forfeit", 1)
    assert not pairing_of(tournament, "R2-1").games.exists()


def test_o3_withdrawing_from_a_running_match_asks_what_becomes_of_it():
    tournament = started(4)
    entry = entry_called(tournament, "1")

    with refused("match_under_way") as error:
        services.entry_withdraw(entry_id=entry.pk, by=ORGANIZER)

    assert error.value.data["data"] == [match_of(tournament, "R1-1").pk]
    assert entry_called(tournament, "1").plays


def test_a_match_may_be_finished_by_who_has_withdrawn():
    tournament = started(4)
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER, running="finish")
    advanced(tournament)
    assert pairing_of(tournament, "R1-1").state == "running"

    win(tournament, "R1-1", 0)
    win(tournament, "R1-2", 0)
    advanced(tournament)

    assert pairing_of(tournament, "R1-1").result.kind == "adjudicated"
    assert pairing_of(tournament, "R2-1").result.winner == 1


def test_a_match_may_be_forfeited_at_once(django_capture_on_commit_callbacks, monkeypatch):
    asked = []
    monkeypatch.setattr("matches.timers.ask", lambda task, *args, **_: asked.append((task, args)))
    tournament = started(4)
    match = match_of(tournament, "R1-1")
    with django_capture_on_commit_callbacks(execute=True):
        services.entry_withdraw(entry_id=entry_called(tournament, "4").pk, by=ORGANIZER, running="forfeit")

    forfeit_seat(*next(args for task, args in asked if task == "work.forfeit_seat"))

    assert Match.objects.get(pk=match.pk).status == Match.Status.OVER
    result = pairing_of(tournament, "R1-1").result
    assert (result.kind, result.winner) == ("forfeit", 0)


def test_between_two_games_a_withdrawal_forfeits_the_pairing():
    tournament = started(2, settings={"best_of": 3})
    win(tournament, "R1-1", 0)
    services.entry_withdraw(entry_id=entry_called(tournament, "1").pk, by=ORGANIZER)

    advanced(tournament)

    assert pairing_of(tournament, "R1-1").games.count() == 1
    assert pairing_of(tournament, "R1-1").result.winner == 1


def test_a_withdrawn_entry_can_come_back_but_forfeits_stay():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    entry = entry_called(tournament, "1")
    services.entry_withdraw(entry_id=entry.pk, by=ORGANIZER)
    with refused("already_withdrawn"):
        services.entry_withdraw(entry_id=entry.pk, by=ORGANIZER)

    services.entry_reinstate(entry_id=entry.pk, by=ORGANIZER)
    win(tournament, "R1-2", 0)
    advanced(tournament)

    assert pairing_of(tournament, "R2-1").games.count() == 1
    with refused("not_withdrawn"):
        services.entry_reinstate(entry_id=entry.pk, by=ORGANIZER)


def test_only_the_chief_arbiter_disqualifies_and_with_a_reason():
    tournament = entered(2)
    entry = entry_called(tournament, "1")
    with pytest.raises(NotAllowedError):
        services.entry_disqualify(entry_id=entry.pk, by=actor(Role.ARBITER, Role.ORGANIZER), reason="engine")
    chief = actor(Role.CHIEF_ARBITER)
    with refused("reason_missing"):
        services.entry_disqualify(entry_id=entry.pk, by=chief, reason="")

    services.entry_disqualify(entry_id=entry.pk, by=chief, reason="engine")

    assert entry_called(tournament, "1").status == Entry.Status.DISQUALIFIED
    assert tournament.audit.get(act="entry_disqualify").reason == "engine"


@pytest.mark.parametrize("secret", ["", "x", "a" * 5000, "\0"])
def test_a_link_that_nobody_gave_out_opens_nothing(secret):
    with refused("link_unknown"):
        services.player_open(secret=secret)


def test_a_new_link_makes_the_old_one_and_its_browsers_worthless(django_capture_on_commit_callbacks):
    registered = enter(a_tournament())
    player, session, closed = registered.players[0], {}, []
    links.remember_player(session, player)
    stop = announce.listen(lambda hint, _plan: closed.append(hint))
    with django_capture_on_commit_callbacks(execute=True):
        fresh = services.player_link_rotate(player_id=player.pk, by=ORGANIZER)
    stop()

    assert links.players_of(session["players"]) == []
    assert {"t": "close", "key": player.ref} in closed
    assert services.player_open(secret=fresh) == player
    with refused("link_unknown"):
        services.player_open(secret=registered.links[0])


def test_a_revoked_link_opens_nothing():
    registered = enter(a_tournament())

    services.player_link_revoke(player_id=registered.players[0].pk, by=ORGANIZER)

    with refused("link_unknown"):
        services.player_open(secret=registered.links[0])


def test_a_browser_can_prove_several_players_and_forget_one():
    tournament, session = a_tournament(), {}
    one, two = (enter(tournament, name=name).players[0] for name in ("Ana", "Ben"))
    links.remember_player(session, one)
    links.remember_player(session, two)

    links.forget_player(session, one)

    assert links.players_of(session["players"]) == [two]
