"""What each role may do by the API is what the one table says."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from matches.models import Call
from matches.services import call_open
from tests.api.asking import Asker, by_link, stranger, with_token
from tests.builders import (
    a_tournament,
    a_user,
    actor,
    advanced,
    begin,
    drafted,
    entered,
    entry_called,
    match_of,
    pairing_of,
    published,
    round_of,
    staffed,
    started,
    the_stage,
    win,
)
from tests.tournaments.stages import next_round, swiss
from tournaments.actors import actor_of
from tournaments.permissions import STAFF_ROLES, TABLE, Capability, Right, Role, may
from tournaments.services import Disputed, appeal_open, dispute_decide, dispute_open
from tournaments.urgency import call_key

pytestmark = pytest.mark.django_db
ROLES = [role for role in Role if role is not Role.SCREEN]
REFUSED = {401, 403}
NO_WAY_IN = {Capability.HIDDEN_LIVE, Capability.SCREENS, Capability.DELETE}
"""Rows without an operation here, or whose operation is for seats alone."""


@dataclass(frozen=True)
class Case:
    """An operation that a right is needed for. `own` is the entry that it is about, as `may` is asked."""

    capability: Capability
    right: Right
    scene: Callable[[], Any]
    ask: Callable[[Asker, Any], Any]
    own: bool = True
    hidden: bool = False


def path(kind, key="R1-1"):
    """Return a function that gives the address of something of a tournament."""

    def found(tournament):
        if kind == "round":
            return f"rounds/{round_of(tournament, 1).pk}"
        if kind == "stage":
            return f"stages/{the_stage(tournament).pk}"
        if kind == "entry":
            return f"entries/{entry_called(tournament, '1').pk}"
        if kind == "match":
            return f"matches/{match_of(tournament, key).pk}"
        return f"pairings/{pairing_of(tournament, key).pk}"

    return found


def posting(kind, act, body=None, key="R1-1"):
    return lambda asker, tournament: asker.post(f"{path(kind, key)(tournament)}/{act}", body or {})


def running():
    tournament = started(4)
    begin(match_of(tournament, "R1-1"))
    return tournament


def called():
    tournament = running()
    call_open(match_id=_match(tournament), seat=0, reason="rules")
    return tournament


def _call(tournament):
    """Return the address of the only call as an item of the queue."""
    return f"tournaments/{tournament.slug}/queue/{call_key(Call.objects.get(match=_match(tournament)).pk)}"


def decided():
    tournament = started(4)
    win(tournament, "R1-1", 0)
    return tournament


def closed():
    tournament = started(4)
    for key in ("R1-1", "R1-2"):
        win(tournament, key, 0)
    advanced(tournament)
    return tournament


def _match(tournament):
    return pairing_of(tournament, "R1-1").games.get().match_id


def _reported(asker, tournament):
    """Report as a player does, or set as the staff does."""
    own = asker.post(f"{path('pairing')(tournament)}/report", {"winner": 1})
    if own.status_code not in REFUSED:
        return own
    return asker.post(f"{path('pairing')(tournament)}/result", {"kind": "played", "winner": 1})


def _paired():
    tournament = swiss(4)
    next_round(tournament)
    return tournament


def _giving(*, give):
    """Return how somebody gives the first entry a bye, or asks for it."""

    def ask(asker, tournament):
        entry = entry_called(tournament, "1").pk
        body = {"entry": entry, "round_number": 1, "kind": "half", "give": give}
        return asker.post(f"{path('stage')(tournament)}/byes", body)

    return ask


def _kept_apart(asker, tournament):
    entries = [entry_called(tournament, name).pk for name in "12"]
    return asker.post(f"{path('stage')(tournament)}/apart", {"entries": entries, "reason": "r"})


def _penalized(asker, tournament):
    body = {"entry": entry_called(tournament, "1").pk, "round_number": 1, "tenths": 5, "reason": "r"}
    return asker.post(f"{path('stage')(tournament)}/penalties", body)


def _disputed(asker, tournament):
    body = {"about": "clock", "match": match_of(tournament, "R1-1").pk, "reason": "time"}
    return asker.post(f"tournaments/{tournament.slug}/disputes", body)


def _with_dispute():
    tournament = running()
    thing = Disputed("clock", match_id=match_of(tournament, "R1-1").pk)
    by = actor(Role.SCOREKEEPER, user=a_user())
    dispute_open(tournament_id=tournament.pk, by=by, thing=thing, reason="time")
    return tournament


def _appealed():
    tournament = _with_dispute()
    given = {"dispute_id": tournament.disputes.get().pk, "by": actor(Role.ARBITER, user=a_user())}
    dispute_decide(**given, outcome="granted", decision="Seen.")
    appeal_open(**given, text="No.")
    return tournament


def _deciding(act):
    body = {"outcome": "granted", "decision": "Seen."}
    return lambda asker, tournament: asker.post(f"disputes/{tournament.disputes.get().pk}/{act}", body)


FORFEIT = {"kind": "forfeit", "winner": 1, "reason": "absent"}
OTHER_WAY = {"kind": "adjudicated", "winner": 1, "reason": "Wrong piece"}
CASES = [
    Case(Capability.PUBLISHED, Right.READ, lambda: published(2), lambda a, t: a.get(f"tournaments/{t.slug}/")),
    Case(Capability.PUBLISHED, Right.READ, lambda: published(2), lambda a, t: a.get(path("round")(t))),
    Case(Capability.PUBLISHED, Right.READ, running, lambda a, t: a.get(path("match")(t))),
    Case(Capability.DRAFT_ROUND, Right.READ, lambda: drafted(2), lambda a, t: a.get(path("round")(t)), hidden=True),
    Case(Capability.REGISTER, Right.WRITE, lambda: entered(2), posting("entry", "withdrawal")),
    Case(
        Capability.CHECK_IN,
        Right.WRITE,
        lambda: entered(2, check_in=True),
        lambda a, t: a.put(path("entry")(t) + "/check-in"),
    ),
    Case(
        Capability.CONTACT_DATA,
        Right.WRITE,
        lambda: entered(2),
        lambda a, t: a.patch(path("entry")(t), {"name": "Ada"}, If_Match="*"),
    ),
    Case(Capability.PAIR, Right.WRITE, lambda: entered(2), posting("stage", "draw")),
    Case(Capability.PAIR, Right.WRITE, lambda: drafted(2), posting("stage", "rounds")),
    Case(Capability.PAIR, Right.WRITE, lambda: swiss(4), posting("stage", "jobs")),
    Case(Capability.PAIR, Right.WRITE, lambda: swiss(4), _giving(give=True)),
    Case(Capability.PAIR, Right.WRITE, lambda: swiss(4), _kept_apart),
    Case(Capability.REGISTER, Right.WRITE, lambda: swiss(4), _giving(give=False)),
    Case(Capability.DRAFT_ROUND, Right.READ, lambda: swiss(4), lambda a, t: a.get(path("stage")(t) + "/penalties")),
    Case(Capability.DRAFT_ROUND, Right.READ, _paired, lambda a, t: a.get(path("round")(t) + "/trace")),
    Case(Capability.CORRECT_CURRENT, Right.DECIDE, _paired, _penalized),
    Case(Capability.PUBLISH, Right.WRITE, lambda: published(2), posting("round", "start")),
    Case(Capability.PUBLISH, Right.WRITE, _paired, posting("pairing", "postponement", {"reason": "late"})),
    Case(
        Capability.PUBLISH,
        Right.WRITE,
        lambda: published(2),
        lambda a, t: a.delete(path("round")(t) + "/publication?reason=late"),
    ),
    Case(
        Capability.PUBLISH,
        Right.WRITE,
        a_tournament,
        lambda a, t: a.post(f"tournaments/{t.slug}/announcements", {"text": "Hello"}),
    ),
    Case(
        Capability.PLAY,
        Right.WRITE,
        lambda: started(2),
        posting("match", "plies", {"action": "ready", "expected_ply": 0, "cmd": "c"}),
    ),
    Case(Capability.REPORT_RESULT, Right.WRITE, lambda: started(4, hosted=False), _reported),
    Case(
        Capability.CONFIRM_RESULT,
        Right.DECIDE,
        lambda: started(4, hosted=False),
        posting("pairing", "result", FORFEIT),
        own=False,
    ),
    Case(
        Capability.CORRECT_CURRENT,
        Right.DECIDE,
        decided,
        posting("pairing", "correction?dry_run=true", OTHER_WAY),
        own=False,
    ),
    Case(Capability.CORRECT_CURRENT, Right.DECIDE, decided, posting("pairing", "correction", OTHER_WAY), own=False),
    Case(
        Capability.CORRECT_OLDER,
        Right.DECIDE,
        closed,
        posting("pairing", "correction?dry_run=true", OTHER_WAY),
        own=False,
    ),
    Case(Capability.RULE, Right.DECIDE, running, posting("match", "rulings", {"ruling": "pause", "reason": "bell"})),
    Case(Capability.OPEN_DISPUTE, Right.WRITE, running, _disputed),
    Case(Capability.RULE, Right.DECIDE, _with_dispute, _deciding("decision"), own=False),
    Case(Capability.REVERSE_RULING, Right.DECIDE, _appealed, _deciding("appeal/decision"), own=False),
    Case(Capability.RULE, Right.DECIDE, running, lambda a, t: a.get(f"tournaments/{t.slug}/calls")),
    Case(Capability.RULE, Right.DECIDE, running, lambda a, t: a.get(f"tournaments/{t.slug}/queue")),
    Case(Capability.RULE, Right.DECIDE, called, lambda a, t: a.post(f"{_call(t)}/taking", {})),
    Case(Capability.RULE, Right.DECIDE, called, lambda a, t: a.delete(f"{_call(t)}/taking")),
    Case(Capability.RULE, Right.DECIDE, running, lambda a, t: a.get(f"matches/{_match(t)}/attempts")),
    Case(Capability.RULE_ROUND, Right.DECIDE, running, posting("round", "pause", {"reason": "bell"})),
    Case(Capability.RULE_ROUND, Right.DECIDE, running, posting("round", "extra-time", {"reason": "r", "ms": 9_000})),
    Case(
        Capability.REVERSE_RULING,
        Right.DECIDE,
        lambda: entered(2),
        posting("entry", "disqualification", {"reason": "r"}),
    ),
    Case(Capability.HIDDEN_FINISHED, Right.READ, decided, lambda a, t: a.get(f"matches/{_match(t)}/log")),
    Case(
        Capability.SETTINGS,
        Right.WRITE,
        a_tournament,
        lambda a, t: a.patch(f"tournaments/{t.slug}/", {"place": "Hall"}, If_Match="*"),
    ),
    Case(
        Capability.SETTINGS,
        Right.WRITE,
        a_tournament,
        lambda a, t: a.post(f"tournaments/{t.slug}/stages", {"format": "knockout"}),
    ),
    Case(
        Capability.SETTINGS,
        Right.WRITE,
        a_tournament,
        lambda a, t: a.patch(path("stage")(t), {"name": "Main"}, If_Match="*"),
    ),
]


def asker_of(role, tournament):
    """Return somebody with a role: the asker, and the actor as the table knows them."""
    if role is Role.VISITOR:
        return stranger(), actor_of(tournament)
    if role is Role.PLAYER:
        entry = tournament.entries.filter(name="1").first()
        if entry is not None:
            return by_link(entry), actor_of(tournament, None, [entry.players.get().ref])
        return with_token(a_user()), actor_of(tournament)
    user = a_user(is_superuser=role is Role.OPERATOR)
    if role in STAFF_ROLES:
        staffed(tournament, role, user)
    return with_token(user), actor_of(tournament, user)


@contextlib.contextmanager
def taken_back():
    """Undo what was done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def named(case):
    return f"{case.capability.value}-{CASES.index(case)}"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_who_may_is_let_through_and_nobody_else(case):
    tournament = case.scene()
    entry = tournament.entries.filter(name="1").first()
    entry_id = entry.pk if entry and case.own else None
    for role in ROLES:
        with taken_back():
            asker, actor = asker_of(role, tournament)
            lines = tournament.audit.count()

            answer = case.ask(asker, tournament)

            allowed = may(actor, case.capability, case.right, entry_id=entry_id)
            refused = {404} if case.hidden else REFUSED
            assert (answer.status_code not in refused) == allowed, (role, answer.status_code, answer.content[:300])
            if allowed:
                assert answer.status_code in (200, 201, 202, 204), (role, answer.content[:300])
            else:
                assert tournament.audit.count() == lines


def test_every_row_of_the_table_has_an_operation_or_none_by_intent():
    assert {case.capability for case in CASES} | NO_WAY_IN == set(TABLE)


def test_a_player_has_no_rights_on_what_is_others():
    tournament = entered(2, check_in=True)
    other = by_link(entry_called(tournament, "2"))
    entry = entry_called(tournament, "1")

    answers = [
        other.put(f"entries/{entry.pk}/check-in"),
        other.delete(f"entries/{entry.pk}/check-in"),
        other.post(f"entries/{entry.pk}/withdrawal", {}),
        other.patch(f"entries/{entry.pk}/", {"name": "x"}, If_Match="*"),
    ]

    assert {answer.status_code for answer in answers} == {403}
