"""How a match ends: by the rules, by the quiet limit, because a seat goes, or by a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from gameengine.core.abilities import Departs, EndsQuietly
from gameengine.core.game import DOUBLE_FORFEIT, Outcome
from gameengine.core.seats import teams_of
from gameengine.core.types import Json, Seat, Text
from gameengine.table.value import Table

QUIET_LIMIT: Final = "QUIET_LIMIT"
FORFEIT: Final = "FORFEIT"
ADJUDICATED: Final = "ADJUDICATED"
ABSENT: Final = "ABSENT"
ANNULLED: Final = "ANNULLED"

TABLE_REASONS: Mapping[str, Text] = {
    FORFEIT: Text("Forfeit", "Kampflos"),
    DOUBLE_FORFEIT: Text("Nobody appeared", "Niemand erschienen"),
    ADJUDICATED: Text("Decided by the arbiter", "Durch Schiedsspruch"),
    ABSENT: Text("Absent for too long", "Zu lange abwesend"),
    ANNULLED: Text("Annulled", "Annulliert"),
    QUIET_LIMIT: Text("Too many quiet moves", "Zu viele ruhige Züge"),
    "TIME": Text("Time ran out", "Zeit abgelaufen"),
    "RESIGN": Text("Resignation", "Aufgabe"),
    "LEFT": Text("Left the game", "Partie verlassen"),
    "AUTOPILOT": Text("Too many automatic moves", "Zu viele automatische Züge"),
}
"""Reasons that the table gives; a game's own `reasons` come before these."""


def named_team(table: Table, outcome: Outcome) -> dict[str, Json]:
    """Return the team that has won by the name that the game's page gives it, as `team`; nothing for other games."""
    # Not isinstance with NamesWinners: that check is slow, and this is asked in every action that ends.
    name = getattr(table.game, "winning_team", None)
    return {} if name is None or table.state is None else {"team": name(table.state, outcome)}


def reason_text(table: Table, reason: str) -> Text:
    """Return what people read for the reason of an outcome."""
    return table.game.reasons.get(reason) or TABLE_REASONS.get(reason) or Text(reason, reason)


def is_quiet(table: Table, state: Any) -> bool:
    """Tell whether a state has reached the quiet limit that holds."""
    return table.quiet_limit is not None and table.game.quiet(state) >= table.quiet_limit


def end_of(table: Table, state: Any) -> Outcome | None:
    """Return the end of a state by the rules, else by the quiet limit, or None while the game goes on."""
    outcome = table.game.outcome(state)
    if outcome is None and is_quiet(table, state):
        return quiet_outcome(table, state)
    return outcome


def quiet_outcome(table: Table, state: Any) -> Outcome:
    """Return what the quiet limit decides: a draw, unless the game knows better."""
    if isinstance(table.game, EndsQuietly):
        return table.game.quiet_outcome(state)
    return drawn(table, QUIET_LIMIT)


def won_by(table: Table, winner: Seat, reason: str) -> Outcome:
    """Return a win for a seat and its team."""
    team = _teams(table)
    return _win(team, team[winner], reason)


def lost_by(table: Table, reason: str, *losers: Seat) -> Outcome:
    """Return a loss for seats and their teams; if several teams remain, they share the first rank and nobody has won.

    If none remains, every seat has lost.
    """
    team = _teams(table)
    lost = {team[seat] for seat in (*table.gone, *losers)}
    remaining = set(team) - lost
    if not remaining:
        return double_forfeit(table)
    if len(remaining) == 1:
        return _win(team, remaining.pop(), reason)
    stays = [number not in lost for number in team]
    scores = tuple(Fraction(int(stay), sum(stays)) for stay in stays)
    return Outcome(reason, None, scores, tuple(1 if stay else 1 + sum(stays) for stay in stays))


def double_forfeit(table: Table) -> Outcome:
    """Return a loss for every seat."""
    return Outcome(DOUBLE_FORFEIT, None, (Fraction(0),) * table.seats, (1,) * table.seats)


def annulled(table: Table) -> Outcome:
    """Return the end of a match that does not count: nobody has won or lost."""
    return Outcome(ANNULLED, None, (Fraction(0),) * table.seats, (1,) * table.seats)


def plays_on(table: Table, *gone: Seat) -> bool:
    """Tell whether the match goes on without these seats: the game lets seats go, and two teams are left at least."""
    team = _teams(table)
    return isinstance(table.game, Departs) and len(set(team) - {team[seat] for seat in (*table.gone, *gone)}) > 1


def drawn(table: Table, reason: str) -> Outcome:
    """Return a draw between all teams: each seat has its team's share of the point."""
    share = Fraction(1, len(set(_teams(table))))
    return Outcome(reason, None, (share,) * table.seats, (1,) * table.seats)


def _teams(table: Table) -> tuple[int, ...]:
    return teams_of(table.game, table.options, table.seats)


def _win(team: tuple[int, ...], number: int, reason: str) -> Outcome:
    won = [member == number for member in team]
    ranks = tuple(1 if winning else 1 + sum(won) for winning in won)
    return Outcome(reason, won.index(True), tuple(Fraction(int(winning)) for winning in won), ranks)
