"""One running tournament with something of everything, and one person of each kind."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.shortcuts import resolve_url
from django.test import Client

from gameengine.games.registry import GAMES
from matches.access import ANONYMOUS, SESSION_PLAYERS, Principal
from matches.contents import content_in
from matches.now import now_ms
from matches.services import call_open
from tests.api.asking import new_client
from tests.builders import (
    ORGANIZER,
    a_tournament,
    a_user,
    actor,
    begin,
    draw,
    match_of,
    pairing_of,
    staffed,
    the_stage,
    win,
)
from tests.permissions.needs import Need, Person, asked
from tests.tournaments.rounds import started, swiss
from tournaments import services
from tournaments.models import (
    Bye,
    EntryImport,
    KeptApart,
    Pairing,
    PairingJob,
    Penalty,
    PendingRuling,
    StaffRole,
    Tournament,
)
from tournaments.permissions import Role
from tournaments.selectors.queue import arbiter_queue
from tournaments.services import Disputed
from tournaments.services.second import basis_of


@dataclass(frozen=True)
class World:
    """The tournament, values for the parameters of addresses, and who there is."""

    tournament: Tournament
    values: Mapping[str, Any]
    links: Mapping[str, str]
    people: tuple[Person, ...]


def a_world() -> World:
    """Return a Swiss whose first round runs: board 1 plays, board 2 has a result, and everything is there once."""
    tournament = swiss(8)
    started(tournament)
    begin(match_of(tournament, "R1-1"))
    draw(tournament, "R1-2")
    win(tournament, "R1-3", 0)
    tournament.refresh_from_db()
    values, links = _values(tournament)
    people = _people(tournament)
    values["item"] = next(item.key for item in arbiter_queue(tournament) if item.kind == "call")
    values["keeper_id"] = StaffRole.objects.get(tournament=tournament, role="scorekeeper").user_id
    # The game of the first one has no cards.
    cards = a_tournament(slug="cards", game="flagged")
    for role in StaffRole.objects.filter(tournament=tournament):
        staffed(cards, Role(role.role), role.user)
    return World(tournament, values, links, people)


def _values(tournament: Tournament) -> tuple[dict[str, Any], dict[str, str]]:
    stage, board = the_stage(tournament), pairing_of(tournament, "R1-1")
    entry, now = board.entry_0, now_ms()
    invitation = services.invitation_create(tournament_id=tournament.pk, by=ORGANIZER, role="arbiter")
    screen = services.screen_create(tournament_id=tournament.pk, by=ORGANIZER, name="Hall")
    match_id = board.games.get().match_id
    of_stage = {"stage": stage, "entry": entry, "round_number": 3}
    links = {"invitation-link": invitation.link, "screen": screen.link, "player-link": _spare_link(tournament)}
    values = {
        **{"slug": tournament.slug, "key": tournament.game, "number": 1, "form": "csv", "what": "board"},
        **{"stage_id": stage.pk, "round_id": board.round_id, "pairing_id": board.pk, "part_id": board.pk},
        **{"match_id": match_id, "entry_id": entry.pk, "player_id": entry.players.get().pk, "ply": 0},
        "decided_id": pairing_of(tournament, "R1-2").pk,
        "other_id": board.entry_1_id,
        "dispute_id": _dispute(board),
        "call_id": call_open(match_id=match_id, seat=0, reason="other", text="").pk,
        "bye_id": Bye.objects.create(**of_stage, kind="half", asked_at_ms=now).pk,
        "penalty_id": Penalty.objects.create(**of_stage, tenths=5, reason="late", at_ms=now).pk,
        "apart_id": KeptApart.objects.create(stage=stage, made_at_ms=now).pk,
        "job_id": PairingJob.objects.create(stage=stage, round_number=2, asked_at_ms=now).pk,
        "import_id": EntryImport.objects.create(tournament=tournament, file_name="a.csv", rows=[], at_ms=now).pk,
        "pending_id": PendingRuling.objects.create(
            tournament=tournament,
            pairing=board,
            act="undo",
            basis=basis_of(board, {}),
            reason="late",
            at_ms=now,
            by_user=staffed(tournament, Role.CHIEF_ARBITER),
        ).pk,
        **{"invitation_id": invitation.invitation.pk, "screen_id": screen.screen.pk},
        "ref": content_in(GAMES["flagged"], {}).ref,
    }
    return values, links


def _dispute(board: Pairing) -> str:
    """Return a dispute of the first side about the clock."""
    by, thing = actor(entry=board.entry_0), Disputed("clock", match_id=board.games.get().match_id)
    dispute = services.dispute_open(tournament_id=board.stage.tournament_id, by=by, thing=thing, reason="time")
    return str(dispute.pk)


def _spare_link(tournament: Tournament) -> str:
    # Of somebody who is not among the people here: a new link ends what the old one has opened.
    spare = pairing_of(tournament, "R1-2").entry_0.players.get()
    return services.player_link_rotate(player_id=spare.pk, by=ORGANIZER)


def _people(tournament: Tournament) -> tuple[Person, ...]:
    board, other = pairing_of(tournament, "R1-1"), pairing_of(tournament, "R1-4")
    at_board, here = frozenset({"entry", "match", "self"}), frozenset({"match", "self"})
    rules = Role.CHIEF_ARBITER
    playing = staffed(tournament, rules)
    board.entry_1.players.update(user=playing)
    return (
        _visitor("visitor"),
        _player("player", board.entry_0, at_board),
        _player("player elsewhere", other.entry_0, frozenset({"self"})),
        *(_user(role.value, staffed(tournament, role), {role}) for role in _STAFF),
        # Its link opens its own page; everywhere else it is a visitor.
        _visitor("screen"),
        _user("operator", a_user(is_superuser=True), {Role.OPERATOR}),
        _user("arbiter at that board", playing, {rules, Role.PLAYER}, here),
    )


_STAFF = (Role.SCOREKEEPER, Role.ARBITER, Role.CHIEF_ARBITER, Role.ORGANIZER)


def _visitor(name: str) -> Person:
    return Person(name, "", ANONYMOUS, frozenset({Role.VISITOR}))


def _user(name: str, user: Any, roles: set[Role], owns: frozenset[str] = frozenset()) -> Person:
    client = new_client()
    client.force_login(user)
    session = str(client.cookies["sessionid"].value)
    return Person(name, session, Principal(user_id=user.pk), frozenset({Role.VISITOR, *roles}), owns, logged_in=True)


def _player(name: str, entry: Any, owns: frozenset[str]) -> Person:
    session, ref = new_client().session, entry.players.get().ref
    session[SESSION_PLAYERS] = [ref]
    session.save()
    principal = Principal(players=frozenset({ref}))
    return Person(name, str(session.session_key), principal, frozenset({Role.VISITOR, Role.PLAYER}), owns)


def asked_by(who: Person) -> Client:
    """Return a browser with the session of somebody, as it was made."""
    client = new_client()
    if who.session:
        client.cookies["sessionid"] = who.session
    return client


def refused(answer: Any) -> bool:
    """Tell whether somebody was turned away: by a status, or to the log-in."""
    return answer.status_code in _REFUSED or answer.headers.get("Location", "").startswith(_LOG_IN)


_REFUSED = frozenset({401, 403, 404})
_LOG_IN = resolve_url(settings.LOGIN_URL)


def wrong_answers(method: str, need: Need, people: Sequence[Person], ask: Callable[[Person], Any]) -> list[Any]:
    """Return who was let in or refused otherwise than the table says, asked one after the other."""
    wrong = []
    for who in asked(need, people):
        answer, allowed = ask(who), need.allows(who)
        assert answer.status_code != 405, method
        if refused(answer) == allowed:
            wrong.append((method, who.name, answer.status_code, "should" if allowed else "should not"))
    return wrong


def filled(sent: Any, values: Mapping[str, Any]) -> Any:
    """Return what is sent with values of the world where "@name" stands."""
    if isinstance(sent, Mapping):
        return {key: filled(value, values) for key, value in sent.items()}
    if isinstance(sent, list):
        return [filled(value, values) for value in sent]
    return values[sent[1:]] if isinstance(sent, str) and sent.startswith("@") else sent


@contextlib.contextmanager
def taken_back() -> Iterator[None]:
    """Undo what was done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
