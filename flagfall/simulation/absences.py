"""Who was away when, as the simulation knows it, compared with how the matches ended: who lost why, and rightly so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from flagfall.simulation.tally import Departure
from gameengine.core.abilities import Departs
from gameengine.core.game import DOUBLE_FORFEIT, Game
from gameengine.core.seats import teams_of
from gameengine.games.registry import game as game_by_key
from gameengine.table import TABLE_REASONS, complete_options
from matches.models import Match, MatchEvent, Ruling
from tournaments.models import PairingMatch, Round, Tournament

FORFEIT: Final = "FORFEIT"
_ON_THE_WIRE_MS: Final = 3_000
"""An action that was under way when its player vanished may arrive so much later."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a log says of one match: who sat where, how it ended, and who acted when, by hand and automatically."""

    match_id: str
    where: str
    game: Game[Any]
    names: tuple[str, ...]
    teams: tuple[int, ...]
    made_ms: int
    reason: str
    ranks: tuple[int, ...]
    actions: tuple[tuple[int, int], ...] = ()
    """(seat, instant)"""
    automatic: tuple[tuple[int, int], ...] = ()
    forfeit_after: int = 0
    forfeit_reason: str = "AUTOPILOT"

    @property
    def losers(self) -> frozenset[int]:
        """Return the teams that have lost: all of them after a double forfeit."""
        if self.reason == DOUBLE_FORFEIT:
            return frozenset(self.teams)
        return frozenset(team for team, rank in zip(self.teams, self.ranks, strict=True) if rank > 1)


@dataclass
class Verdict:
    """What became of those who were away: lines to read, and what is wrong."""

    told: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def judged(matches: Iterable[Played], departures: Mapping[str, Departure]) -> Verdict:
    """Return whether every match ended as it had to, given who was away when, and who lost by it."""
    verdict = Verdict()
    for match in matches:
        before = {seat for seat, name in enumerate(match.names) if _was_gone(departures.get(name), match)}
        during = {
            seat: departures[name].at_ms
            for seat, name in enumerate(match.names)
            if name in departures and departures[name].match_id == match.match_id
        }
        if before:
            _judge_no_show(match, before, verdict)
        elif during:
            _judge_vanished(match, during, verdict)
        elif match.reason in {FORFEIT, DOUBLE_FORFEIT, match.forfeit_reason, "LEFT", "ABSENT"}:
            verdict.wrong.append(f"{match.where}: {match.reason} although everybody was there")
    return verdict


def _was_gone(departure: Departure | None, match: Played) -> bool:
    """Tell whether somebody had gone before a match was made."""
    if departure is None or departure.match_id == match.match_id:
        return False
    return departure.match_id is None or departure.at_ms <= match.made_ms


def _judge_no_show(match: Played, absent: set[int], verdict: Verdict) -> None:
    names = ", ".join(match.names[seat] for seat in sorted(absent))
    verdict.told.append(f"{match.where}: {names} did not come; {_ending(match)}")
    acted = {seat for seat, _at_ms in match.actions} & absent
    if acted:
        verdict.wrong.append(f"{match.where}: {match.names[min(acted)]} acted without being there")
    lost = {match.teams[seat] for seat in absent}
    if len(set(match.teams) - lost) > 1 and isinstance(match.game, Departs):
        # The others play on without them, and how that ends is another matter.
        return
    due = DOUBLE_FORFEIT if lost == set(match.teams) else FORFEIT
    if match.reason != due or not lost <= match.losers:
        verdict.wrong.append(f"{match.where}: {names} did not come, so it had to end with {due}, not {match.reason}")


def _judge_vanished(match: Played, during: Mapping[int, int], verdict: Verdict) -> None:
    for seat, at_ms in during.items():
        if any(actor == seat and when > at_ms + _ON_THE_WIRE_MS for actor, when in match.actions):
            verdict.wrong.append(f"{match.where}: {match.names[seat]} acted after vanishing")
    names = ", ".join(match.names[seat] for seat in sorted(during))
    moved = sum(seat in during and when > during[seat] for seat, when in match.automatic)
    verdict.told.append(f"{match.where}: {names} vanished; {moved} automatic moves, then {_ending(match)}")
    if match.reason in {FORFEIT, DOUBLE_FORFEIT, "LEFT", "ABSENT"}:
        verdict.wrong.append(f"{match.where}: {names} vanished in a match that had begun: not {match.reason}")
    if match.reason not in {match.forfeit_reason, "TIME"}:
        # The rules of the game were faster.
        return
    if not match.losers & {match.teams[seat] for seat in during}:
        verdict.wrong.append(f"{match.where}: {names} vanished, and somebody else lost with {match.reason}")
    if match.reason == match.forfeit_reason and moved < match.forfeit_after:
        verdict.wrong.append(f"{match.where}: lost after {moved} automatic moves instead of {match.forfeit_after}")


def _ending(match: Played) -> str:
    """Return how a match ended, in words."""
    known = match.game.reasons.get(match.reason) or TABLE_REASONS.get(match.reason)
    reason = known.en if known else match.reason
    won = [name for name, team in zip(match.names, match.teams, strict=True) if team not in match.losers]
    if match.reason == DOUBLE_FORFEIT:
        return "all have lost (nobody came)"
    return f"{' & '.join(won)} won ({reason})" if match.losers else f"drawn ({reason})"


# from the database


def judge(tournament: Tournament, departures: Mapping[str, Departure]) -> Verdict:
    """Return the verdict on all matches of a tournament; also, whether its rounds closed without anybody's ruling."""
    games = PairingMatch.objects.filter(pairing__stage__tournament=tournament, match__status=Match.Status.OVER)
    games = games.select_related("match", "pairing__round").order_by("pairing__round__number", "pairing__board")
    verdict = judged([_played(game) for game in games.prefetch_related("match__seats")], departures)
    open_rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.CLOSED)
    verdict.wrong += [f"round {round_.number} did not close by itself" for round_ in open_rounds]
    ruled = Ruling.objects.filter(match__pairing_match__pairing__stage__tournament=tournament).count()
    if ruled:
        verdict.wrong.append(f"{ruled} rulings were needed")
    return verdict


def _played(game: PairingMatch) -> Played:
    match = game.match
    rules = game_by_key(match.game)
    options = complete_options(rules, match.options)
    seats = list(match.seats.all())
    outcome: dict[str, Any] = match.outcome or {}
    policy = rules.timeouts(options)
    acted = MatchEvent.objects.filter(match=match, kind__in=("action", "auto")).values_list("kind", "actor", "at_ms")
    lines: Sequence[tuple[str, int, int]] = list(acted)
    return Played(
        match_id=match.pk,
        where=f"round {game.pairing.round.number}, board {game.pairing.board}",
        game=rules,
        names=tuple(seat.name for seat in seats),
        teams=teams_of(rules, options, len(seats)),
        made_ms=match.created_at_ms,
        reason=str(outcome.get("reason")),
        ranks=tuple(outcome.get("ranks", ())),
        actions=tuple((actor, at_ms) for kind, actor, at_ms in lines if kind == "action"),
        automatic=tuple((actor, at_ms) for kind, actor, at_ms in lines if kind == "auto"),
        forfeit_after=policy.forfeit_after,
        forfeit_reason=policy.forfeit_reason,
    )
