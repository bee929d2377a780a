"""What can be done behind the scenes; see `backstage`. Every argument and answer is a value of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model

from flagfall.accounts.links import entry_path, recovery_token
from flagfall.accounts.models import Scope
from flagfall.accounts.services import account_create, token_create
from gameengine.bots import choose
from gameengine.randomness import SeededRandom
from gameengine.table import legal_actions, phase, seats_to_act, state_json, view
from matches.ids import new_id
from matches.models import Match, MatchSeed
from matches.sealing import unseal_all
from matches.services import call_open, match_act
from matches.store import load
from matches.store.read import events_after
from tests import builders
from tests.builders import ORGANIZER
from tournaments import services
from tournaments.models import AuditLine, Invitation, PairingMatch, Player, Result, StaffRole, Tournament

MOST_PLIES: Final = 600
LAST_LINES: Final = 8
"""No action is followed by more lines of chance than these."""
_WORDS: Final = re.compile(r"\w+")

# ---- tournaments and people


def knockout(
    players: list[str], *, options: dict[str, Any] | None = None, settings: dict[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return a knockout whose first round has started: its address, private links by player, matches by board."""
    made = builders.a_tournament(options=options or {}, settings=settings, **fields)
    links = {name: builders.an_entry(made, name, seed=seed).links[0] for seed, name in enumerate(players, start=1)}
    return _begun(made, links)


def knockout_of_teams(rosters: dict[str, list[str]], **fields: Any) -> dict[str, Any]:
    """Return the same of teams, each with its players; every player has a link."""
    made = builders.a_tournament(**fields)
    links: dict[str, str] = {}
    for seed, (team, names) in enumerate(rosters.items(), start=1):
        roster = [services.PlayerData(name) for name in names]
        links |= dict(zip(names, builders.an_entry(made, team, seed=seed, roster=roster).links, strict=True))
    return _begun(made, links)


def _begun(made: Tournament, links: dict[str, str]) -> dict[str, Any]:
    """Start the first round of a knockout."""
    stage = builders.the_stage(made)
    services.stage_draw(stage_id=stage.pk, by=builders.ORGANIZER)
    round_ = services.round_draft(stage_id=stage.pk, by=builders.ORGANIZER)
    services.round_publish(round_id=round_.pk, by=builders.ORGANIZER)
    services.round_start(round_id=round_.pk, by=builders.ORGANIZER)
    return {"slug": made.slug, "links": links, "matches": matches(made.slug)}


def matches(slug: str) -> dict[str, str]:
    """Return the ids of the matches that are not over, by the key of their pairing."""
    games = PairingMatch.objects.filter(pairing__stage__tournament__slug=slug, end="").order_by("number")
    return {game.pairing.key: game.match_id for game in games.select_related("pairing")}


def results(slug: str) -> dict[str, list[Any]]:
    """Return kind, winner and reason of every result, by the key of its pairing."""
    found = Result.objects.filter(pairing__stage__tournament__slug=slug).select_related("pairing")
    return {result.pairing.key: [result.kind, result.winner, result.reason] for result in found}


def audit(slug: str) -> list[list[str]]:
    """Return act, actor and reason of every audit line, oldest first."""
    lines = AuditLine.objects.filter(tournament__slug=slug).order_by("pk")
    return [[line.act, line.actor_name, line.reason] for line in lines]


def person(name: str, *, slug: str = "", role: str = "", **fields: Any) -> str:
    """Return the key of a session in which somebody with this role is logged in."""
    user, _made = get_user_model().objects.get_or_create(username=name, defaults={"display_name": name, **fields})
    if role:
        appoint(name, slug, role)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def account(name: str, password: str) -> None:
    """Make an account that can log in."""
    account_create(username=name, password=password, display_name=name)


def appoint(name: str, slug: str, role: str) -> None:
    """Give somebody a role in a tournament."""
    StaffRole.objects.get_or_create(
        tournament=Tournament.objects.get(slug=slug),
        user=get_user_model().objects.get(username=name),
        role=role,
        defaults={"since_ms": 0},
    )


def token(name: str, scopes: list[str]) -> str:
    """Return the secret of an API token of somebody known."""
    user = get_user_model().objects.get(username=name)
    return token_create(user=user, name="test", scopes=[Scope(scope) for scope in scopes])[1]


def screen(slug: str) -> str:
    """Return the secret of a hall screen that shows boards and tree."""
    found = Tournament.objects.get(slug=slug)
    return services.screen_create(tournament_id=found.pk, by=ORGANIZER, name="Hall").link


def revoke_link(slug: str, name: str) -> None:
    """Make a player's private link worthless."""
    player = Player.objects.get(entry__tournament__slug=slug, name=name)
    services.player_link_revoke(player_id=player.pk, by=ORGANIZER)


def invitation(slug: str, way: str) -> str:
    """Return the secret of an invitation that was used, has expired, or was revoked."""
    found = Tournament.objects.get(slug=slug)
    made = services.invitation_create(tournament_id=found.pk, by=ORGANIZER, role="arbiter")
    if way == "used":
        services.invitation_accept(secret=made.link, user=builders.a_user())
    elif way == "revoked":
        services.invitation_revoke(invitation_id=made.invitation.pk, by=ORGANIZER)
    else:
        Invitation.objects.filter(pk=made.invitation.pk).update(expires_at_ms=1)
    return made.link


def recovery_path(name: str) -> str:
    """Return the path of the link by which somebody comes back without a password."""
    user, _made = get_user_model().objects.get_or_create(username=name, defaults={"display_name": name})
    return entry_path(user, recovery_token(user))


# ---- matches


def begin(match_id: str) -> None:
    """Let both seats be ready."""
    builders.begin(Match.objects.get(pk=match_id))


def truth(match_id: str) -> dict[str, Any]:
    """Return what is really so: status, outcome, the whole board, and what a spectator may know of it."""
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
        "state": state_json(table) if running else {},
        "position": table.game.write(table.state) if running else "",
        "row": match.table,
        "view": view(table, None) if running else {},
    }


def secrets_of(match_id: str) -> list[str]:
    """Return the texts that nobody may be told while the match runs: salts, private parts, sealed and open seed."""
    found = [event.private for event in Match.objects.get(pk=match_id).events.all() if event.private]
    salts = [str(part["salt"]) for text in found for part in json.loads(text).values() if "salt" in part]
    sealed = MatchSeed.objects.get(match=match_id).sealed
    chances = [event.line.text for event in events_after(match_id, 0) if event.line.label.startswith("layout")]
    return [*found, *salts, *chances, sealed, *(seed.hex() for seed in unseal_all(sealed))]


def whereabouts(match_id: str) -> dict[str, str]:
    """Return the ids of everything around a match, by the names that addresses have for them."""
    game = PairingMatch.objects.select_related("pairing__stage__tournament").get(match=match_id)
    pairing = game.pairing
    entry = pairing.entry_0
    assert entry is not None
    return {
        "match_id": match_id,
        "pairing_id": pairing.pk,
        "round_id": pairing.round_id,
        "stage_id": pairing.stage_id,
        "slug": pairing.stage.tournament.slug,
        "entry_id": entry.pk,
        "player_id": entry.players.get().pk,
    }


def call(match_id: str, seat: int, text: str) -> str:
    """Open a call for the arbiter; return its id."""
    return str(call_open(match_id=match_id, seat=seat, reason="rules", text=text).pk)


def play(match_id: str, *, plies: int = 1) -> int:
    """Let whoever is to act play legal actions, few reveals among them once there is something else; return the ply."""
    return _play_on(match_id, plies, lambda table, seat: _mixed(legal_actions(table, seat), table.ply))


def play_out(match_id: str) -> int:
    """Let normal bots play a match to its end; return the ply."""
    return _play_on(match_id, MOST_PLIES, lambda table, seat: _thought(table, seat, list(legal_actions(table, seat))))


def play_to_a_move(match_id: str) -> int:
    """Play until whoever is to act has something else to do than to reveal; return the ply."""
    for _ in range(MOST_PLIES):
        table = load(match_id).table
        if any("-" in text for text in legal_actions(table, seats_to_act(table)[0])):
            break
        _play_on(match_id, 1, lambda table, seat: legal_actions(table, seat)[0])
    return int(table.ply)


def quiet_action(match_id: str) -> list[str]:
    """Return from where to where whoever is to act can make a quiet move."""
    table = load(match_id).table
    return next(text for text in legal_actions(table, seats_to_act(table)[0]) if "-" in text).split("-")


def play_quietly(match_id: str, *, until: int) -> int:
    """Play until so many quiet moves have come in a row; return how many there are."""
    for _ in range(MOST_PLIES):
        table = load(match_id).table
        if table.status != "live" or table.game.quiet(table.state) >= until:
            break
        _play_on(match_id, 1, lambda table, seat: _quiet(legal_actions(table, seat)))
    return int(table.game.quiet(table.state))


def choice(match_id: str, *, avoid: list[str], prefer: list[str]) -> dict[str, Any] | None:
    """Return who is to act and what a normal bot would do there; None once nobody is.

    Actions with a word of `avoid` in them are left out. One that begins with a word of `prefer` is chosen if it can
    be played at all.
    """
    table = load(match_id).table
    if table.status != "live":
        return None
    seat = seats_to_act(table)[0]
    actions = [text for text in legal_actions(table, seat) if not set(avoid).intersection(_WORDS.findall(text))]
    preferred = [text for text in actions if text.split(" ", 1)[0] in prefer]
    text = preferred[0] if preferred else _thought(table, seat, actions)
    return {"seat": seat, "ply": table.ply, "phase": phase(table), "action": text}


def last_events(match_id: str) -> list[dict[str, Any]]:
    """Return what the last action, and the chance that followed it, did in full."""
    match = Match.objects.get(pk=match_id)
    lines = [event.line for event in events_after(match_id, match.seq - LAST_LINES)]
    acted = max(place for place, line in enumerate(lines) if line.kind == "action")
    return [event.full() for line in lines[acted:] for event in line.events]


def play_well(match_id: str, plies: int) -> int:
    """Play as two normal bots would; return how many plies there are."""
    return _play_on(match_id, plies, lambda table, seat: _thought(table, seat, list(legal_actions(table, seat))))


def left_ms(match_id: str) -> list[int | None]:
    """Return what each seat has left by its bank: what runs now is not counted."""
    table = load(match_id).table
    return [table.clock.left_ms(seat, table.at_ms) for seat in range(table.seats)]


def give_up(match_id: str, seat: int) -> None:
    """Let a seat resign."""
    ack = match_act(match_id=match_id, seat=seat, text="resign", cmd=new_id(), ply=None)
    assert ack.ok, ack


def _thought(table: Any, seat: int, actions: list[str]) -> str:
    return choose(table.game, "normal", view(table, seat), seat, actions, SeededRandom(f"{table.ply}"))


def _play_on(match_id: str, plies: int, choose: Callable[[Any, int], str]) -> int:
    for _ in range(plies):
        table = load(match_id).table
        if table.status != "live":
            break
        seat = seats_to_act(table)[0]
        text = choose(table, seat)
        ack = match_act(match_id=match_id, seat=seat, text=text, cmd=new_id(), ply=table.ply)
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
