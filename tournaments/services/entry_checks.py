"""What must hold before an entry is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from gameengine.games.registry import GAMES
from tournaments.errors import TournamentError
from tournaments.models import Entry, Player, Stage, Tournament

_NAME: Final = 80
_MOST_RATING: Final = 9999
_UNFIT: Final = frozenset({"Cc", "Cs", "Co"})
"""Categories of signs that are no part of a name: controls, halves of signs, private ones."""
_TURNS_TEXT: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of everything behind them, on pages and lists."""


@dataclass(frozen=True, slots=True)
class PlayerData:
    """A person of a roster as they are entered; in an entry that is free, whether this place is."""

    name: str
    email: str = ""
    user: Any = None
    bot_level: str = ""
    bot_pace_ms: int = 0
    free: bool = False


def may_enter(tournament: Tournament, *, staff: bool) -> None:
    """Raise unless entries are taken now; whether the staff may add one after the draw depends on the format."""
    if tournament.state == Tournament.State.FINISHED:
        raise TournamentError("tournament_finished")
    if not staff and tournament.state == Tournament.State.DRAFT:
        raise TournamentError("not_open")
    if not staff and not tournament.self_registration:
        raise TournamentError("registration_closed")
    if not staff:
        before_draw(tournament)


def drawn(tournament: Tournament) -> bool:
    """Tell whether the first stage has its seeds."""
    return tournament.stages.exclude(state=Stage.State.DRAFT).exists()


def before_draw(tournament: Tournament) -> None:
    """Raise once the seeds are fixed."""
    if drawn(tournament):
        raise TournamentError("already_drawn")


def first_status(tournament: Tournament, *, staff: bool) -> Entry.Status:
    """Return where a new entry stands: the waiting list when the places are taken."""
    taken = tournament.entries.filter(status=Entry.Status.CONFIRMED).count()
    if taken < tournament.max_entries:
        return Entry.Status.CONFIRMED
    if staff:
        raise TournamentError("too_many_entries", tournament.max_entries)
    return Entry.Status.WAITING


def checked_roster(tournament: Tournament, roster: Sequence[PlayerData]) -> Sequence[PlayerData]:
    """Return the roster if it has the tournament's size and every person is well described."""
    if len(roster) != tournament.roster_size:
        raise TournamentError("roster_size", tournament.roster_size)
    for person in roster:
        checked_length(person.name)
        checked_email(person.email)
        if person.bot_level and person.bot_level not in GAMES[tournament.game].bots:
            raise TournamentError("unknown_bot", person.bot_level)
    return roster


def not_entered_yet(tournament: Tournament, people: Sequence[PlayerData]) -> None:
    """Raise if one of these users plays already."""
    users = [person.user.pk for person in people if person.user is not None]
    if users and Player.objects.filter(entry__tournament=tournament, user__in=users).exists():
        raise TournamentError("already_entered")


def checked_length(name: str) -> str:
    """Return a name without blanks around it."""
    name = " ".join(name.split())
    if any(unicodedata.category(sign) in _UNFIT or sign in _TURNS_TEXT for sign in name):
        raise TournamentError("bad_value", "name")
    if not name:
        raise TournamentError("name_missing")
    if len(name) > _NAME:
        raise TournamentError("name_too_long")
    return name


def checked_name(tournament: Tournament, name: str) -> str:
    """Return a name that no other entry has."""
    name = checked_length(name)
    if tournament.entries.filter(name__iexact=name).exists():
        raise TournamentError("name_taken")
    return name


def checked_rating(rating: int | None) -> int | None:
    """Return a rating in range. Raises TournamentError `bad_value`."""
    if rating is not None and not 0 <= rating <= _MOST_RATING:
        raise TournamentError("bad_value", "rating")
    return rating


def checked_seed(tournament: Tournament, seed: int | None) -> int | None:
    """Return a seed that no other entry has."""
    if seed is None:
        return None
    if not 1 <= seed <= tournament.max_entries:
        raise TournamentError("bad_value", "seed")
    if tournament.entries.filter(seed=seed).exists():
        raise TournamentError("seed_taken")
    return seed


def checked_email(email: str) -> str:
    """Return an address, or nothing. Raises TournamentError `bad_email`."""
    email = email.strip()
    if email:
        try:
            validate_email(email)
        except ValidationError as error:
            raise TournamentError("bad_email") from error
    return email
