"""Stages of other formats, set up and played: what tests of standings and their pages share."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal

from tests.builders import ORGANIZER, advanced, entered, round_of, the_stage
from tournaments import services
from tournaments.formats.registry import format_of
from tournaments.formats.settings import complete_stage_settings
from tournaments.models import Pairing, Round, Tournament


def drawn(count: int, format_key: str, **settings: Any) -> Tournament:
    """Return a tournament in a hall with one stage of a format, its seeds fixed; entries are called by their seeds."""
    tournament = entered(count, hosted=False)
    set_up(tournament, format_key, **settings)
    return tournament


def set_up(tournament: Tournament, format_key: str, **settings: Any) -> None:
    """Make the one stage of a tournament one of this format, and fix its seeds."""
    stage = the_stage(tournament)
    stage.format = format_key
    stage.settings = complete_stage_settings(format_of(format_key), settings)
    stage.save()
    services.stage_draw(stage_id=stage.pk, by=ORGANIZER)


def swiss(count: int, *, rounds: int = 3, **settings: Any) -> Tournament:
    """Return a tournament with a Swiss stage whose seeds are fixed."""
    return drawn(count, "swiss", rounds=rounds, **settings)


def begun(count: int, format_key: str, **settings: Any) -> Tournament:
    """Return a tournament whose first round runs."""
    tournament = drawn(count, format_key, **settings)
    next_round(tournament)
    return tournament


def next_round(tournament: Tournament) -> Round:
    """Pair, publish and start the next round; return it."""
    number = services.round_draft(stage_id=the_stage(tournament).pk, by=ORGANIZER).number
    services.round_publish(round_id=round_of(tournament, number).pk, by=ORGANIZER)
    services.round_start(round_id=round_of(tournament, number).pk, by=ORGANIZER)
    tournament.refresh_from_db()
    return round_of(tournament, number)


def result(pairing: Pairing, winner: Literal[0, 1] | None) -> None:
    """Write the result of a board in the hall."""
    services.result_set(pairing_id=pairing.pk, by=ORGANIZER, kind="played", winner=winner)


def finish_round(tournament: Tournament, number: int, drawn_boards: Collection[int] = ()) -> None:
    """Let the first side win at every board of a round, or nobody where `drawn_boards` says so."""
    for pairing in round_of(tournament, number).pairings.filter(state="running"):
        result(pairing, None if pairing.board in drawn_boards else 0)
    advanced(tournament)
    tournament.refresh_from_db()


def play(tournament: Tournament, rounds: int, drawn_boards: Collection[int] = ()) -> None:
    """Pair and play as many rounds of a stage that is paired round by round."""
    for _ in range(rounds):
        finish_round(tournament, next_round(tournament).number, drawn_boards)
