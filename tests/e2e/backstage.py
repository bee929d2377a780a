"""Behind the scenes of a running service: makes tournaments and people, plays moves, and tells what really lies there.

Runs as a process of its own in the environment of the service (`python -m tests.e2e.backstage`) and answers one line of
JSON with one line of JSON; `Backstage` is the test's end of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final, Self

from tests.live import PYTHON, ROOT, LiveService

ACTS: Final[dict[str, Callable[..., Any]]] = {}
MOST_PLIES: Final = 600


class Backstage:
    """Calls the functions below: `stage.knockout(players=["Ana", "Ben"])`."""

    def __init__(self, service: LiveService) -> None:
        self._child = subprocess.Popen(
            [PYTHON, "-m", "tests.e2e.backstage"],
            env={**service.env, "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def call(**fields: Any) -> Any:
            assert self._child.stdin is not None
            assert self._child.stdout is not None
            self._child.stdin.write(json.dumps({"act": name, "fields": fields}) + "\n")
            self._child.stdin.flush()
            answer = json.loads(self._child.stdout.readline())
            assert "error" not in answer, answer["error"]
            return answer["value"]

        return call

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.communicate(timeout=20)


def act(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function be called from the test."""
    ACTS[function.__name__] = function
    return function


# ---- tournaments and people


@act
def knockout(
    players: list[str], *, options: dict[str, Any] | None = None, settings: dict[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return a knockout whose first round has started: its address, private links by player, matches by board."""
    from tests import builders
    from tournaments import services

    made = builders.a_tournament(options=options or {}, settings=settings, **fields)
    links = {name: builders.an_entry(made, name, seed=seed).links[0] for seed, name in enumerate(players, start=1)}
    stage = builders.the_stage(made)
    services.stage_draw(stage_id=stage.pk, by=builders.ORGANIZER)
    round_ = services.round_draft(stage_id=stage.pk, by=builders.ORGANIZER)
    services.round_publish(round_id=round_.pk, by=builders.ORGANIZER)
    services.round_start(round_id=round_.pk, by=builders.ORGANIZER)
    return {"slug": made.slug, "links": links, "matches": matches(made.slug)}


@act
def matches(slug: str) -> dict[str, str]:
    """Return the ids of the matches that are not over, by the key of their pairing."""
    from tournaments.models import PairingMatch

    games = PairingMatch.objects.filter(pairing__stage__tournament__slug=slug, end="").order_by("number")
    return {game.pairing.key: game.match_id for game in games.select_related("pairing")}


@act
def results(slug: str) -> dict[str, list[Any]]:
    """Return kind, winner and reason of every result, by the key of its pairing."""
    from tournaments.models import Result

    found = Result.objects.filter(pairing__stage__tournament__slug=slug).select_related("pairing")
    return {result.pairing.key: [result.kind, result.winner, result.reason] for result in found}


@act
def audit(slug: str) -> list[list[str]]:
    """Return act, actor and reason of every audit line, oldest first."""
    from tournaments.models import AuditLine

    lines = AuditLine.objects.filter(tournament__slug=slug).order_by("pk")
    return [[line.act, line.actor_name, line.reason] for line in lines]


@act
def person(name: str, *, slug: str = "", role: str = "", **fields: Any) -> str:
    """Return the key of a session in which somebody with this role is logged in."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model

    user, _made = get_user_model().objects.get_or_create(username=name, defaults={"display_name": name, **fields})
    if role:
        appoint(name, slug, role)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


@act
def account(name: str, password: str) -> None:
    """Make an account that can log in."""
    from flagfall.accounts.services import account_create

    account_create(username=name, password=password, display_name=name)


def appoint(name: str, slug: str, role: str) -> None:
    """Give somebody a role in a tournament."""
    from django.contrib.auth import get_user_model

    from tournaments.models import StaffRole, Tournament

    StaffRole.objects.get_or_create(
        tournament=Tournament.objects.get(slug=slug),
        user=get_user_model().objects.get(username=name),
        role=role,
        defaults={"since_ms": 0},
    )


@act
def token(name: str, scopes: list[str]) -> str:
    """Return the secret of an API token of somebody known."""
    from django.contrib.auth import get_user_model

    from flagfall.accounts.models import Scope
    from flagfall.accounts.services import token_create

    user = get_user_model().objects.get(username=name)
    return token_create(user=user, name="test", scopes=[Scope(scope) for scope in scopes])[1]


@act
def seat_user(match_id: str, seat: int, name: str) -> None:
    """Let an account own the entry that sits at a seat."""
    from django.contrib.auth import get_user_model

    from matches.models import SeatAssignment
    from tournaments.models import Player

    user = get_user_model().objects.get(username=name)
    assignment = SeatAssignment.objects.get(match=match_id, seat=seat)
    SeatAssignment.objects.filter(pk=assignment.pk).update(user=user)
    Player.objects.filter(entry=assignment.player_ref).update(user=user)


@act
def screen(slug: str) -> str:
    """Return the secret of a hall screen that shows boards and tree."""
    from tests.builders import ORGANIZER
    from tournaments import services
    from tournaments.models import Tournament

    found = Tournament.objects.get(slug=slug)
    return services.screen_create(tournament_id=found.pk, by=ORGANIZER, name="Hall").link


@act
def revoke_link(slug: str, name: str) -> None:
    """Make a player's private link worthless."""
    from tests.builders import ORGANIZER
    from tournaments import services
    from tournaments.models import Player

    player = Player.objects.get(entry__tournament__slug=slug, name=name)
    services.player_link_revoke(player_id=player.pk, by=ORGANIZER)


# ---- matches


@act
def begin(match_id: str) -> None:
    """Let both seats be ready."""
    from matches.models import Match
    from tests import builders

    builders.begin(Match.objects.get(pk=match_id))


@act
def truth(match_id: str) -> dict[str, Any]:
    """Return what is really so: status, outcome, the whole board, and what a spectator may know of it."""
    from gameengine.table import seats_to_act, view
    from matches.models import Match
    from matches.store import load

    match, table = Match.objects.get(pk=match_id), load(match_id).table
    running = table.state is not None
    return {
        "status": match.status,
        "outcome": match.outcome,
        "ply": match.ply,
        "seq": match.seq,
        "names": [one.name for one in match.seats.order_by("seat")],
        "to_act": list(seats_to_act(table)) if running else [],
        "autopilot": [pilot.active for pilot in table.autopilot],
        "ended_late_ms": (match.decided_at_ms - match.ended_at_ms)
        if match.ended_at_ms and match.decided_at_ms
        else None,
        "board": table.game.state_json(table.state)["board"] if running else {},
        "position": table.game.write(table.state) if running else "",
        "row": match.table,
        "view": view(table, None) if running else {},
    }


@act
def secrets_of(match_id: str) -> list[str]:
    """Return the texts that nobody may be told while the match runs: salts, private parts, sealed and open seed."""
    from matches.models import Match, MatchSeed
    from matches.sealing import unseal
    from matches.store.read import events_after

    found = [event.private for event in Match.objects.get(pk=match_id).events.all() if event.private]
    salts = [str(part["salt"]) for text in found for part in json.loads(text).values() if "salt" in part]
    sealed = MatchSeed.objects.get(match=match_id).sealed
    chances = [event.line.text for event in events_after(match_id, 0) if event.line.label.startswith("layout")]
    return [*found, *salts, *chances, sealed, unseal(sealed).hex()]


@act
def play(match_id: str, *, plies: int = 1) -> int:
    """Let whoever is to act play legal actions, few reveals among them once there is something else; return the ply."""
    from gameengine.table import legal_actions

    return _play_on(match_id, plies, lambda table, seat: _mixed(legal_actions(table, seat), table.ply))


@act
def play_to_a_move(match_id: str) -> int:
    """Play until whoever is to act has something else to do than to reveal; return the ply."""
    from gameengine.table import legal_actions, seats_to_act
    from matches.store import load

    for _ in range(MOST_PLIES):
        table = load(match_id).table
        if any("-" in text for text in legal_actions(table, seats_to_act(table)[0])):
            break
        _play_on(match_id, 1, lambda table, seat: legal_actions(table, seat)[0])
    return int(table.ply)


@act
def play_quietly(match_id: str, *, until: int) -> int:
    """Play until so many quiet moves have come in a row; return how many there are."""
    from gameengine.table import legal_actions
    from matches.store import load

    for _ in range(MOST_PLIES):
        table = load(match_id).table
        if table.status != "live" or table.game.quiet(table.state) >= until:
            break
        _play_on(match_id, 1, lambda table, seat: _quiet(legal_actions(table, seat)))
    return int(table.game.quiet(table.state))


def _play_on(match_id: str, plies: int, choose: Callable[[Any, int], str]) -> int:
    from gameengine.table import seats_to_act
    from matches import services
    from matches.ids import new_id
    from matches.store import load

    for _ in range(plies):
        table = load(match_id).table
        if table.status != "live":
            break
        seat = seats_to_act(table)[0]
        text = choose(table, seat)
        ack = services.match_act(match_id=match_id, seat=seat, text=text, cmd=new_id(), ply=table.ply)
        assert ack.ok, ack
    return int(load(match_id).table.ply)


def _mixed(actions: tuple[str, ...], ply: int) -> str:
    flips = [text for text in actions if text.startswith("flip")]
    others = [text for text in actions if not text.startswith("flip")]
    pool = others if others and (ply % 3 or not flips) else flips
    return pool[(7 * ply) % len(pool)]


def _quiet(actions: tuple[str, ...]) -> str:
    """Return a move to an empty place if there is one, else a reveal, else whatever there is."""
    return next((text for text in actions if "-" in text), actions[0])


def main() -> None:
    """Answer until the input ends."""
    import django

    django.setup()
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"value": ACTS[asked["act"]](**asked["fields"])}
        except Exception as error:
            answer = {"error": f"{asked}: {error!r}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
