"""Where a stage, a round or a board is played, as the desk shows the choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from gameengine.games.registry import HOSTED
from tournaments.models import Pairing, Round, Stage, Tournament
from tournaments.venue import fits_board, round_on_board, stage_on_board, tournament_on_board

CHOICES: Final[Mapping[str, bool | None]] = {"": None, "board": True, "here": False}
"""The words of the form: as usual, on a real board, on this server."""


@dataclass(frozen=True, slots=True)
class Venue:
    """The choice for one part, as its small form shows it: `usual` is what holds without a choice."""

    what: str
    id: str
    chosen: str
    usual: str


def venue_of(part: Stage | Round | Pairing, tournament: Tournament) -> Venue | None:
    """Return the choice for a part of a tournament, None where there is none to make."""
    if not tournament.hosted or tournament.game not in HOSTED or not fits_board(tournament):
        return None
    if isinstance(part, Pairing):
        above, what = round_on_board(part.round), "board"
    elif isinstance(part, Round):
        above, what = stage_on_board(part.stage), "round"
    else:
        above, what = tournament_on_board(tournament), "stage"
    chosen = next(word for word, choice in CHOICES.items() if choice is part.on_board)
    return Venue(what, part.pk, chosen, _("on a real board") if above else _("on this server"))
