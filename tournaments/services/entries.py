"""Entries: coming in, changing, checking in, leaving and coming back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db import transaction
from django.db.models import Q, QuerySet

from matches.models import Match
from matches.now import now_ms
from tournaments.errors import NotAllowedError, NotFoundError, TournamentError
from tournaments.links import new_link
from tournaments.models import Entry, Pairing, PairingMatch, Player, Tournament
from tournaments.permissions import Actor, Capability, Right, may
from tournaments.seating import seats_of, side_of
from tournaments.services.common import (
    FORFEIT_BOARD,
    FORFEIT_SEAT,
    STAGE_ADVANCE,
    audit,
    later,
    lock_entry,
    lock_stage,
    lock_tournament,
    require,
    tell,
)
from tournaments.services.entry_checks import (
    PlayerData,
    before_draw,
    checked_email,
    checked_name,
    checked_rating,
    checked_roster,
    checked_seed,
    drawn,
    first_status,
    may_enter,
    not_entered_yet,
)
from tournaments.services.numbers import join_late, late_stage, locked_late_stage


@dataclass(frozen=True, slots=True)
class Registered:
    """A new entry with the secrets of its players' private links, in the order of the roster; shown once."""

    entry: Entry
    players: tuple[Player, ...]
    links: tuple[str, ...]


@transaction.atomic
def entry_register(
    *,
    tournament_id: str,
    by: Actor,
    name: str,
    roster: Sequence[PlayerData] = (),
    rating: int | None = None,
    seed: int | None = None,
    email: str = "",
    user: Any = None,
    free: bool = False,
) -> Registered:
    """Enter somebody; without a roster the entry is one player of the same name.

    Staff may enter anybody until the draw, and where rounds are paired one by one until the last is public: a late
    entry takes the number that it would have had, or `seed`, and the others shift. A person may enter themselves while
    the tournament is open, and goes on the waiting list when it is full. Staff may leave a place `free` for whoever
    takes it over.

    Raises TournamentError `registration_closed`, `not_open`, `already_drawn`,
    `name_taken`, `seed_taken`, `already_entered`, `roster_size`, or a code for a wrong value.
    """
    tournament = lock_tournament(tournament_id)
    staff = may(by, Capability.REGISTER)
    may_enter(tournament, staff=staff)
    late = locked_late_stage(tournament)
    people = checked_roster(tournament, roster or [PlayerData(name, email, user)])
    not_entered_yet(tournament, people)
    entry = Entry.objects.create(
        tournament=tournament,
        name=checked_name(tournament, name),
        rating=checked_rating(rating),
        seed=checked_seed(tournament, seed) if staff and late is None else None,
        status=first_status(tournament, staff=staff),
        free=free and staff,
        entered_at_ms=now_ms(),
    )
    players, links = make_players(entry, people)
    number = join_late(late, entry, seed).seed if late is not None and entry.plays else entry.seed
    audit(tournament, by, "entry_register", subject=entry, after={"status": entry.status, "seed": number})
    tell(tournament, "entries", "console")
    return Registered(entry, players, links)


def make_players(entry: Entry, people: Sequence[PlayerData]) -> tuple[tuple[Player, ...], tuple[str, ...]]:
    """Create the roster, each with a private link. Of a free entry all places are free if none in particular is."""
    all_free = not any(person.free for person in people)
    links = [new_link() for _ in people]
    players = [
        Player.objects.create(
            entry=entry,
            order=order,
            name=person.name.strip(),
            email=person.email.strip(),
            user=person.user,
            bot_level=person.bot_level,
            bot_pace_ms=person.bot_pace_ms,
            free=entry.free and (person.free or all_free),
            link_hash=link.hash,
            link_version=1,
            link_made_at_ms=entry.entered_at_ms,
        )
        for order, (person, link) in enumerate(zip(people, links, strict=True), start=1)
    ]
    return tuple(players), tuple(link.secret for link in links)


@transaction.atomic
def entry_update(
    *,
    entry_id: str,
    by: Actor,
    name: str | None = None,
    email: str | None = None,
    rating: int | None = None,
    seed: int | None = None,
    clear: Sequence[Literal["rating", "seed"]] = (),
) -> Entry:
    """Change what is given. Name and e-mail belong to the player and the organizer; rating and seed to the staff.

    Raises TournamentError `already_drawn` for a seed after the draw.
    """
    entry = lock_entry(entry_id)
    before = {"name": entry.name, "rating": entry.rating, "seed": entry.seed}
    if name is not None or email is not None:
        require(by, Capability.CONTACT_DATA, entry_id=entry.pk)
        _change_contact(entry, by, name, email)
    if rating is not None or seed is not None or clear:
        require(by, Capability.REGISTER)
        _change_strength(entry, rating, seed, clear)
    entry.save()
    after = {"name": entry.name, "rating": entry.rating, "seed": entry.seed}
    audit(entry.tournament, by, "entry_update", subject=entry, before=before, after=after)
    tell(entry.tournament, "entries", "bracket")
    return entry


def _change_contact(entry: Entry, by: Actor, name: str | None, email: str | None) -> None:
    """Set name and e-mail; an entry of one player is called as the player is, partners have addresses of their own."""
    players = list(entry.players.all())
    if name is not None and name.strip() != entry.name:
        entry.name = checked_name(entry.tournament, name)
        if len(players) == 1:
            Player.objects.filter(pk=players[0].pk).update(name=entry.name)
    if email is not None:
        whose = next((player for player in players if player.pk in by.players), players[0])
        Player.objects.filter(pk=whose.pk).update(email=checked_email(email))


def _change_strength(entry: Entry, rating: int | None, seed: int | None, clear: Sequence[str]) -> None:
    """Set rating and seed."""
    entry.rating = None if "rating" in clear else checked_rating(rating) if rating is not None else entry.rating
    if seed is not None and seed != entry.seed:
        before_draw(entry.tournament)
        entry.seed = checked_seed(entry.tournament, seed)
    if "seed" in clear:
        before_draw(entry.tournament)
        entry.seed = None


@transaction.atomic
def entry_seeds_set(*, tournament_id: str, by: Actor, order: Sequence[str]) -> None:
    """Give seeds 1, 2, … to these entries in this order, and none to the others.

    Raises TournamentError `already_drawn`, or `bad_value` if an entry is named twice or is none of the tournament's.
    """
    tournament = lock_tournament(tournament_id)
    require(by, Capability.REGISTER)
    before_draw(tournament)
    if len(set(order)) != len(order) or tournament.entries.filter(pk__in=order).count() != len(order):
        raise TournamentError("bad_value", "order")
    tournament.entries.update(seed=None)
    for seed, entry_id in enumerate(order, start=1):
        tournament.entries.filter(pk=entry_id).update(seed=seed)
    audit(tournament, by, "entry_seeds_set", subject=tournament, after=list(order))
    tell(tournament, "entries", "console")


@transaction.atomic
def entry_confirm(*, entry_id: str, by: Actor) -> Entry:
    """Take an entry from the waiting list, or confirm a pending one. Raises TournamentError `not_pending`."""
    require(by, Capability.REGISTER)
    late = locked_late_stage(_tournament_of(entry_id))
    entry = lock_entry(entry_id)
    if entry.status not in (Entry.Status.PENDING, Entry.Status.WAITING):
        raise TournamentError("not_pending")
    if late is not None:
        join_late(late, entry)
    return _set_status(entry, by, "entry_confirm", Entry.Status.CONFIRMED)


def _tournament_of(entry_id: str) -> Tournament:
    """Return the tournament of an entry, locked."""
    tournament_id = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFoundError("no_such_entry")
    return lock_tournament(tournament_id)


@transaction.atomic
def entry_withdraw(
    *, entry_id: str, by: Actor, running: Literal["finish", "forfeit"] | None = None, reason: str = ""
) -> Entry:
    """Take an entry out. What is decided stays; pairings to come are forfeited.

    Raises TournamentError `match_under_way` while a match runs and `running` does not say what becomes of it, or
    `already_withdrawn`. In a hall a board that has begun waits for its result unless it is forfeited.
    """
    entry = lock_entry(entry_id)
    require(by, Capability.REGISTER, entry_id=entry.pk)
    return _leave(entry, by, Entry.Status.WITHDRAWN, running=running, reason=reason)


@transaction.atomic
def entry_disqualify(*, entry_id: str, by: Actor, reason: str) -> Entry:
    """Put an entry out of the tournament; a running match is forfeited."""
    entry = lock_entry(entry_id)
    require(by, Capability.REVERSE_RULING, Right.DECIDE, reason=reason)
    if by.entries & {entry.pk}:
        raise NotAllowedError("own_match")
    return _leave(entry, by, Entry.Status.DISQUALIFIED, running="forfeit", reason=reason)


@transaction.atomic
def entry_reinstate(*, entry_id: str, by: Actor, reason: str = "") -> Entry:
    """Take an entry back. Forfeits that have been counted meanwhile stay, and so does every round that it missed.

    Who left before the draw joins as a late entry where the format allows it. Raises TournamentError `not_withdrawn`.
    """
    tournament = _tournament_of(entry_id)
    late = late_stage(tournament) if drawn(tournament) else None
    if late is not None:
        late = lock_stage(late.pk)
    entry = lock_entry(entry_id)
    right = Capability.REVERSE_RULING if entry.status == Entry.Status.DISQUALIFIED else Capability.REGISTER
    if right is Capability.REVERSE_RULING:
        require(by, right, Right.DECIDE, reason=reason)
    else:
        require(by, right)
    if entry.status not in (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED):
        raise TournamentError("not_withdrawn")
    if late is not None and not late.field.filter(entry=entry).exists():
        join_late(late, entry)
    return _set_status(entry, by, "entry_reinstate", Entry.Status.CONFIRMED, reason)


@transaction.atomic
def check_in(*, entry_id: str, by: Actor) -> Entry:
    """Note that a player is here, or, for the staff, all of the entry; twice is as once.

    The entry is here once all of its players are. Raises TournamentError `check_in_closed`, `not_confirmed`.
    """
    entry = lock_entry(entry_id)
    require(by, Capability.CHECK_IN, entry_id=entry.pk)
    _check_in_is_open(entry)
    if not entry.plays:
        raise TournamentError("not_confirmed")
    at_ms = now_ms()
    if _checked(entry, by).filter(checked_in_at_ms=None).update(checked_in_at_ms=at_ms):
        waits = entry.players.filter(checked_in_at_ms=None).exists()
        _save_check_in(entry, by, "check_in", None if waits else at_ms)
    return entry


def _checked(entry: Entry, by: Actor) -> QuerySet[Player]:
    """Return the players for whom somebody speaks: partners for themselves, the staff for all."""
    own = entry.players.filter(pk__in=by.players)
    return own if own.exists() else entry.players.all()


@transaction.atomic
def check_in_undo(*, entry_id: str, by: Actor) -> Entry:
    """Take a check-in back, until the draw. Raises TournamentError `check_in_closed`."""
    entry = lock_entry(entry_id)
    require(by, Capability.CHECK_IN, entry_id=entry.pk)
    _check_in_is_open(entry)
    if _checked(entry, by).exclude(checked_in_at_ms=None).update(checked_in_at_ms=None):
        _save_check_in(entry, by, "check_in_undo", None)
    return entry


def _save_check_in(entry: Entry, by: Actor, act: str, at_ms: int | None) -> None:
    """Write the check-in with its audit line."""
    entry.checked_in_at_ms = at_ms
    entry.save(update_fields=["checked_in_at_ms"])
    audit(entry.tournament, by, act, subject=entry)
    tell(entry.tournament, "entries", "console")


def _check_in_is_open(entry: Entry) -> None:
    """Raise unless the tournament is open and nothing is drawn yet."""
    if entry.tournament.state != Tournament.State.OPEN or drawn(entry.tournament):
        raise TournamentError("check_in_closed")


def _leave(
    entry: Entry, by: Actor, status: Entry.Status, *, running: Literal["finish", "forfeit"] | None, reason: str
) -> Entry:
    """Set the status, have a running match forfeited if that was chosen, and let the stages take note."""
    if entry.status in (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED):
        raise TournamentError("already_withdrawn")
    games = _running_games(entry)
    if games and running is None:
        raise TournamentError("match_under_way", data=[game.match_id for game in games])
    if running == "forfeit":
        for game in games:
            # The match has a lock of its own, which must never be taken while we hold ours.
            later(FORFEIT_SEAT, game.match_id, seats_of(game, _side(game, entry))[0], status.value)
        for pairing_id in _boards_in_hall(entry):
            later(FORFEIT_BOARD, pairing_id, entry.pk)
    act = "entry_withdraw" if status == Entry.Status.WITHDRAWN else "entry_disqualify"
    return _set_status(entry, by, act, status, reason)


def _set_status(entry: Entry, by: Actor, act: str, status: Entry.Status, reason: str = "") -> Entry:
    """Write the status with its audit line, and let running stages take note."""
    before, entry.status = entry.status, status
    entry.save(update_fields=["status"])
    audit(entry.tournament, by, act, subject=entry, reason=reason, before=str(before), after=str(status))
    for stage_id in entry.stages.values_list("stage_id", flat=True):
        later(STAGE_ADVANCE, stage_id)
    tell(entry.tournament, "entries", "console", "bracket")
    return entry


def _running_games(entry: Entry) -> list[PairingMatch]:
    """Return the entry's matches that are not over."""
    games = (
        PairingMatch.objects.filter(end="").exclude(match__status=Match.Status.OVER).select_related("pairing", "match")
    )
    return [game for game in games.filter(pairing__stage__tournament=entry.tournament) if _plays_in(game, entry)]


def _boards_in_hall(entry: Entry) -> list[str]:
    """Return the entry's boards in a hall that have begun and have no result."""
    boards = Pairing.objects.filter(Q(entry_0=entry) | Q(entry_1=entry), state=Pairing.State.RUNNING)
    return list(boards.filter(stage__tournament__hosted=False).values_list("pk", flat=True))


def _plays_in(game: PairingMatch, entry: Entry) -> bool:
    """Tell whether the entry is one of the two sides."""
    return side_of([entry.pk], game.pairing) is not None


def _side(game: PairingMatch, entry: Entry) -> int:
    """Return the side of an entry that plays there."""
    return 0 if game.pairing.entry_0_id == entry.pk else 1
