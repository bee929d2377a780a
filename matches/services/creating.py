"""Making matches."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db import IntegrityError, transaction

from gameengine import log
from gameengine.clock import Clock, TimeControl, control_from_json, with_credit
from gameengine.clock.duration import DAY_MS
from gameengine.core.abilities import TrustsDevice
from gameengine.core.types import Json, JsonObject
from gameengine.games.registry import game as game_by_key
from gameengine.randomness import SEED_BYTES, commit
from gameengine.table import Committed, StartPolicy, TableStep, complete_options, open_table, start_now
from matches import now
from matches.decide import transition
from matches.ids import new_id
from matches.models import Match, MatchEvent, MatchSeed, SeatAssignment
from matches.rows import Plan, Row
from matches.sealing import seal
from matches.services.locked import wake_bots
from matches.store.columns import event_values, match_values

LONGEST_SLOW_NO_SHOW_MS: Final = 3 * DAY_MS
"""So long may a seat be absent before a match of days, or for one turn if that is shorter."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who is to sit at a seat: a name to read, the owner's reference to the player, an account, or a bot's level.

    `team` is what those who play together are called, if they have a name. A bot lets `bot_pace_ms` pass before it
    acts, so that people can follow.
    """

    name: str
    player_ref: str = ""
    user_id: int | None = None
    bot_level: str = ""
    bot_pace_ms: int = 0
    team: str = ""


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a match begins, when absent seats forfeit, and the seats' secret set-up parts."""

    policy: StartPolicy
    no_show_ms: int | None
    start_at_ms: int | None
    secrets: tuple[Json, ...]


def match_create(
    *,
    game: str,
    options: JsonObject,
    control: JsonObject,
    seats: Sequence[SeatSpec],
    label: str = "",
    owner_ref: str | None = None,
    room: str = "",
    no_show_ms: int | None = None,
    practice: bool = False,
    listed: bool = True,
    start_policy: StartPolicy = "when_both_ready",
    start_at_ms: int | None = None,
    secret_parts: Sequence[Json] = (),
    tell_away_ms: int | None = None,
    claim_away_ms: int | None = None,
) -> Match:
    """Return a new match, or the one that `owner_ref` already has: called twice, even at once, it makes one.

    `tell_away_ms` is how long a seat that is to act may be away before the arbiters are told, `claim_away_ms` before
    others may end the match for it (None: never). Neither holds where turns take days. Runs inside the caller's
    transaction. Raises UnknownGameError, and Refusal for bad options or a bad time control.
    """
    known = Match.objects.filter(owner_ref=owner_ref).first() if owner_ref else None
    if known is not None:
        return known
    match = Match(
        id=new_id(),
        game=game,
        rules_version=game_by_key(game).rules_version,
        options=complete_options(game_by_key(game), options),
        control=_hosted(control, practice=practice, by_device=isinstance(game_by_key(game), TrustsDevice)).to_json(),
        label=label,
        owner_ref=owner_ref,
        room=room,
        practice=practice,
        listed=listed,
        created_at_ms=now.now_ms(),
    )
    if not control_from_json(control).is_slow:
        match.tell_away_ms, match.claim_away_ms = tell_away_ms, claim_away_ms
    beginning = Beginning(start_policy, _no_show_ms(match.control, no_show_ms), start_at_ms, tuple(secret_parts))
    try:
        with transaction.atomic():
            plan = _create(match, seats, beginning)
    except IntegrityError:
        if not owner_ref:
            raise
        # Somebody else was faster with the same owner_ref.
        return Match.objects.get(owner_ref=owner_ref)
    transaction.on_commit(partial(wake_bots, plan.after), robust=True)
    return match


def _no_show_ms(control: JsonObject, no_show_ms: int | None) -> int | None:
    """Return how long seats may be absent before a match: where turns take days, a turn of days and not minutes."""
    known = control_from_json(control)
    if no_show_ms is None or not known.is_slow:
        return no_show_ms
    turn_ms = Clock.fresh(known, 1).full_ms(0)
    return max(no_show_ms, min(turn_ms or LONGEST_SLOW_NO_SHOW_MS, LONGEST_SLOW_NO_SHOW_MS))


def _hosted(control: JsonObject, *, practice: bool, by_device: bool) -> TimeControl:
    """Return the control with what a host decides: people who play over a network are given back what it costs.

    Not where a device at the board says itself when it was pressed.
    """
    chosen = control_from_json(control)
    return chosen if practice or by_device else with_credit(chosen)


def _create(match: Match, seats: Sequence[SeatSpec], beginning: Beginning) -> Plan:
    seed = secrets.token_bytes(SEED_BYTES)
    match.commitment = commit(match.id, seed)
    plan = _first_plan(match, seats, beginning, seed)
    for name, value in match_values(plan).items():
        setattr(match, name, value)
    match.save(force_insert=True)
    MatchSeed.objects.create(match=match, sealed=seal(seed))
    SeatAssignment.objects.bulk_create(
        SeatAssignment(
            match=match,
            seat=seat,
            name=spec.name,
            team=spec.team,
            player_ref=spec.player_ref,
            user_id=spec.user_id,
            bot_level=spec.bot_level,
            bot_pace_ms=spec.bot_pace_ms,
        )
        for seat, spec in enumerate(seats)
    )
    MatchEvent.objects.bulk_create(MatchEvent(**event_values(plan, event)) for event in plan.events)
    return plan


def _first_plan(match: Match, seats: Sequence[SeatSpec], beginning: Beginning, seed: bytes) -> Plan:
    """Return the transition from nothing to version 0."""
    chance = Committed(match.id, seed)
    step = _open(match, len(seats), beginning, chance)
    nothing = Row(
        id=match.id,
        game=match.game,
        version=-1,
        seq=0,
        head=log.genesis(log.header(step.table, match.id, match.commitment)),
        status="",
        deadline_ms=None,
        changed_at_ms=match.created_at_ms,
        table=step.table,
        chance=chance,
        bots=frozenset(seat for seat, spec in enumerate(seats) if spec.bot_level),
        room=match.room,
        practice=match.practice,
        claim_away_ms=match.claim_away_ms,
    )
    return transition(nothing, step.table, step.lines, decided_ms=match.created_at_ms)


def _open(match: Match, seats: int, beginning: Beginning, chance: Committed) -> TableStep:
    common: dict[str, Any] = {"at_ms": match.created_at_ms, "secrets": beginning.secrets}
    game, control = game_by_key(match.game), control_from_json(match.control)
    if beginning.policy == "now":
        return start_now(game, match.options, seats, control, chance=chance, **common)
    return open_table(
        game,
        match.options,
        seats,
        control,
        no_show_ms=beginning.no_show_ms,
        start_policy=beginning.policy,
        start_at_ms=beginning.start_at_ms,
        **common,
    )
