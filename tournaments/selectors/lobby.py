"""What a player must know: where to be now, or why nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.db.models import Count, Q

from matches.models import SeatAssignment
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Notice, Pairing, PairingMatch, Player, Result, Round, Stage, Tournament
from tournaments.seating import own_seat, side_of
from tournaments.services.record import plan_of

Situation: TypeAlias = Literal[
    "withdrawn",
    "disqualified",
    "waiting_list",
    "pending",
    "check_in",
    "before_draw",
    "not_published",
    "not_drawn_in",
    "play",
    "round_not_started",
    "opponent_open",
    "between_games",
    "bye",
    "next_round",
    "next_stage",
    "out",
    "champion",
    "finished",
]
"""Where a player stands; each has a sentence on the lobby page."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """An entry's next board, if any, with the match to sit down at; everything before; and what the player was told.

    `partners` are the others of the roster, `rivals` the opponent's.
    """

    entry: Entry
    partners: tuple[Player, ...]
    situation: Situation
    pairing: Pairing | None
    match_id: str | None
    seat: int | None
    side: int | None
    opponent: Entry | None
    rivals: tuple[Player, ...]
    past: tuple[Pairing, ...]
    notices: tuple[Notice, ...]
    can_check_in: bool
    can_undo_check_in: bool


def lobby_of(player: Player) -> Lobby:
    """Return the lobby of a player. Only published rounds count."""
    entry = player.entry
    # Counted first: a round that becomes public while we read must not look like one that the entry is not in.
    public = _public_rounds(entry.tournament)
    pairings = _pairings(entry)
    decided = [pairing for pairing in pairings if pairing.state == Pairing.State.DECIDED]
    next_one = next((pairing for pairing in pairings if pairing.state != Pairing.State.DECIDED), None)
    game = _open_game(next_one)
    side = side_of([entry.pk], next_one) if next_one else None
    check_in = _check_in_open(entry)
    opponent = next_one.entries[1 - side] if next_one and side is not None else None
    together = entry.tournament.roster_size > 1
    return Lobby(
        entry=entry,
        partners=tuple(entry.players.exclude(pk=player.pk)) if together else (),
        situation=_situation(player, decided, next_one, game, public),
        pairing=next_one,
        match_id=game.match_id if game else None,
        seat=own_seat([player.pk], [entry.pk], SeatAssignment.objects.filter(match=game.match_id)) if game else None,
        side=side,
        opponent=opponent,
        rivals=tuple(opponent.players.all()) if opponent and together else (),
        past=tuple(decided),
        notices=tuple(player.notices.all()[:20]),
        can_check_in=check_in and player.checked_in_at_ms is None,
        can_undo_check_in=check_in and player.checked_in_at_ms is not None,
    )


def _public_rounds(tournament: Tournament) -> Mapping[str, int]:
    """Return how many rounds of each stage are public, by the stage's id; stages without any are left out."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return dict(rounds.order_by().values_list("stage").annotate(Count("pk")))


def _pairings(entry: Entry) -> list[Pairing]:
    """Return the entry's published pairings in the order in which they are played."""
    mine = Pairing.objects.filter(Q(entry_0=entry) | Q(entry_1=entry)).exclude(round__state=Round.State.DRAFT)
    return list(
        mine.select_related("round__stage", "stage", "entry_0", "entry_1", "result")
        .prefetch_related("games")
        .order_by("stage__number", "round__number")
    )


def _open_game(pairing: Pairing | None) -> PairingMatch | None:
    """Return the match that is being played at a board."""
    if pairing is None:
        return None
    return next((game for game in pairing.games.all() if not game.end), None)


def _check_in_open(entry: Entry) -> bool:
    """Tell whether check-in is asked for and open."""
    tournament = entry.tournament
    open_now = tournament.check_in and tournament.state == Tournament.State.OPEN and entry.plays
    return open_now and not tournament.stages.exclude(state=Stage.State.DRAFT).exists()


def _situation(
    player: Player,
    decided: Sequence[Pairing],
    next_one: Pairing | None,
    game: PairingMatch | None,
    public: Mapping[str, int],
) -> Situation:
    """Return where the entry stands, and whether the player has checked in."""
    entry = player.entry
    if game is not None:
        return "play"
    if not entry.plays:
        return _not_playing(entry)
    if next_one is not None:
        return _before_a_board(next_one)
    if decided:
        return _after_the_last(entry, decided[-1], public)
    return _before_the_first(player)


def _not_playing(entry: Entry) -> Situation:
    """Return why an entry does not play."""
    reasons: dict[str, Situation] = {
        Entry.Status.WITHDRAWN: "withdrawn",
        Entry.Status.DISQUALIFIED: "disqualified",
        Entry.Status.WAITING: "waiting_list",
    }
    return reasons.get(entry.status, "pending")


def _before_a_board(pairing: Pairing) -> Situation:
    """Return what a board without a running match waits for."""
    if pairing.state == Pairing.State.WAITING:
        opens = pairing.open_0, pairing.open_1
        free = any(entry is None and not is_open for entry, is_open in zip(pairing.entries, opens, strict=True))
        return "bye" if free else "opponent_open"
    if pairing.state == Pairing.State.RUNNING:
        return "between_games" if pairing.stage.tournament.hosted else "play"
    return "round_not_started"


def _after_the_last(entry: Entry, pairing: Pairing, public: Mapping[str, int]) -> Situation:
    """Return what the last decided board means for the entry."""
    if format_of(pairing.stage.format).table is not None:
        return _after_a_table(entry, pairing.stage, public.get(pairing.stage_id, 0))
    result, finished = pairing.result, pairing.stage.state == Stage.State.FINISHED
    if result.advances != side_of([entry.pk], pairing):
        # The match for third place is theirs before its board is made up.
        return "opponent_open" if not finished and _leads_on(pairing, "loser") else "out"
    if finished or not _leads_on(pairing, "winner"):
        return "champion" if _is_last(pairing) else "finished"
    return "bye" if result.kind == Result.Kind.BYE else "opponent_open"


def _after_a_table(entry: Entry, stage: Stage, public: int) -> Situation:
    """Return what is to come for an entry whose boards in a table are decided: nobody is out by losing there."""
    if stage.state != Stage.State.FINISHED and public < len(plan_of(stage)):
        return "next_round"
    feeds = list(stage.feeds.all())
    if any(fed.state == Stage.State.DRAFT for fed in feeds):
        return "next_stage"
    return "next_round" if any(fed.field.filter(entry=entry).exists() for fed in feeds) else "finished"


def _is_last(pairing: Pairing) -> bool:
    """Tell whether nobody goes on from this board to another one, and it was for first place."""
    from_losers = pairing.source_0.startswith("loser:")
    return not from_losers and not _leads_on(pairing, "winner") and not _leads_on(pairing, "loser")


def _leads_on(pairing: Pairing, side: Literal["winner", "loser"]) -> bool:
    """Tell whether the winner or the loser of a board goes on to another one."""
    source = f"{side}:{pairing.key}"
    return pairing.stage.pairings.filter(Q(source_0=source) | Q(source_1=source)).exists()


def _before_the_first(player: Player) -> Situation:
    """Return what an entry without a board waits for."""
    entry = player.entry
    stage = entry.tournament.stages.first()
    if stage is None or stage.state == Stage.State.DRAFT:
        return "check_in" if _check_in_open(entry) and player.checked_in_at_ms is None else "before_draw"
    if not stage.field.filter(entry=entry).exists():
        return "not_drawn_in"
    return "not_published"
