"""Where a board is played: by the rules of the service, or on a real board with its clock here.

A tournament says it for all, and a stage, a round or a single board may say otherwise. In a hall without clocks
(`hosted` is off) there is nothing to say.
"""

from __future__ import annotations

from gameengine.core.seats import sides_of
from gameengine.core.types import JsonObject
from gameengine.games.registry import GAMES, HOSTED, ON_BOARD
from gameengine.table.options import complete_options
from tournaments.models import Pairing, Round, Stage, Tournament

DUEL = ((0,), (1,))
"""The seats of two sides that fit at one real board."""


def fits_board(tournament: Tournament) -> bool:
    """Tell whether the game of a tournament is one player against one, so that a clock with two faces serves it."""
    game = GAMES[tournament.game]
    return sides_of(game, complete_options(game, tournament.options)) == DUEL


def tournament_on_board(tournament: Tournament) -> bool:
    """Tell whether boards stand on tables with clocks here, as long as nothing says otherwise."""
    return tournament.hosted and (tournament.game not in HOSTED or tournament.on_board)


def stage_on_board(stage: Stage) -> bool:
    """Tell it of a stage."""
    return _chosen(stage.tournament, stage.on_board)


def round_on_board(round_: Round) -> bool:
    """Tell it of a round."""
    return _chosen(round_.stage.tournament, round_.on_board, round_.stage.on_board)


def pairing_on_board(pairing: Pairing) -> bool:
    """Tell it of a board."""
    return _chosen(pairing.stage.tournament, pairing.on_board, pairing.round.on_board, pairing.stage.on_board)


def _chosen(tournament: Tournament, *choices: bool | None) -> bool:
    """Return the first choice that was made, else the tournament's. A game without rules here has none to make."""
    if not tournament.hosted or tournament.game not in HOSTED:
        return tournament_on_board(tournament)
    return next((choice for choice in choices if choice is not None), tournament.on_board)


def played_as(pairing: Pairing) -> tuple[str, JsonObject]:
    """Return the game and the options with which a match of a board is made."""
    tournament = pairing.stage.tournament
    if tournament.game in HOSTED and pairing_on_board(pairing):
        return ON_BOARD.key, board_options_of(tournament)
    return tournament.game, tournament.options


def board_options_of(tournament: Tournament) -> JsonObject:
    """Return the complete options of the clocks at the real boards of a tournament."""
    if tournament.game not in HOSTED:
        return complete_options(GAMES[tournament.game], tournament.options)
    return complete_options(ON_BOARD, tournament.board_options)
