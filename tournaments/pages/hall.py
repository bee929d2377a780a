"""What a screen in the hall shows: the parts of its playlist, each as values of the public's view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.formats.registry import format_of
from tournaments.models import Pairing, PairingMatch, Round, ScreenToken
from tournaments.pages import boards, pairings, standings, words
from tournaments.pages.pairings import last_game, result_of
from tournaments.pages.when import moment
from tournaments.selectors.boards import games_by_id, latest_results
from tournaments.selectors.pairings import StagePairings
from tournaments.selectors.standings import standings_of

NOBODY: Final[frozenset[str]] = frozenset()
COLUMN: Final = 8
"""How many pairings the first column of the tree may have."""
RESULTS: Final = 24


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the playlist; `kind` names its template."""

    kind: str
    title: str
    data: Any


def parts(screen: ScreenToken, sheet: StagePairings | None) -> list[Part]:
    """Return the parts of the playlist that have something to show, in its order. Without a sheet nothing is public."""
    made = [_part(kind, screen, sheet) for kind in screen.playlist]
    return [part for part in made if part is not None]


def _part(kind: str, screen: ScreenToken, sheet: StagePairings | None) -> Part | None:
    if kind == "message":
        return Part(kind, "", screen.message) if screen.message else None
    return _MAKERS[kind](sheet) if sheet is not None and kind in _MAKERS else None


def _boards(sheet: StagePairings) -> Part | None:
    """Return the boards of the rounds that run, each with its match; those that are over keep their place."""
    running = [round_ for round_ in sheet.rounds if round_.state == Round.State.RUNNING]
    games = [game for round_ in running for pairing in sheet.pairings_of(round_) if (game := last_game(pairing))]
    tiles = boards.tiles(games_by_id(game.pk for game in games), where=_round_where(running))
    return Part("boards", _("Live boards"), tiles) if tiles else None


def _round_where(running: list[Round]) -> Callable[[PairingMatch], str]:
    """Return what stands before a board: the round, where several run at once."""
    return boards.round_of if len(running) > 1 else lambda _game: ""


def _bracket(sheet: StagePairings) -> Part | None:
    """Return the last rounds of the tree, as many as fit."""
    if not sheet.is_tree:
        return None
    return Part("bracket", _("Bracket"), pairings.tree(sheet, NOBODY).cut_to(COLUMN))


def _standings(sheet: StagePairings) -> Part | None:
    """Return the standings of a stage with a table, once a round counts."""
    if format_of(sheet.stage.format).table is None:
        return None
    found = standings_of(sheet.stage)
    if not found.after:
        return None
    title = _("Standings, %(after)s") % {"after": standings.after_text(found)}
    return Part("standings", title, standings.table(found, NOBODY))


def _pairings(sheet: StagePairings) -> Part | None:
    """Return the pairing list of the round that comes or runs."""
    round_ = _current(sheet)
    if round_ is None:
        return None
    rows = pairings.rows(sheet.pairings_of(round_), sheet, NOBODY)
    return Part("pairings", words.round_name(round_), rows) if rows else None


def _current(sheet: StagePairings) -> Round | None:
    unfinished = (one for one in sheet.rounds if one.state != Round.State.CLOSED)
    return next(unfinished, sheet.rounds[-1] if sheet.rounds else None)


def _results(sheet: StagePairings) -> Part | None:
    """Return the latest results, newest first."""
    found = [_result(pairing, sheet) for pairing in latest_results(sheet.stage.tournament, limit=RESULTS)]
    return Part("results", _("Latest results"), found) if found else None


def _result(pairing: Pairing, sheet: StagePairings) -> Mapping[str, Any]:
    decided = result_of(pairing)
    at = moment(decided.decided_at_ms, sheet.stage.tournament.zone) if decided else None
    return {"row": pairings.row(pairing, sheet, NOBODY), "round": words.round_name(pairing.round), "at": at}


_MAKERS: Final[Mapping[str, Callable[[StagePairings], Part | None]]] = {
    "boards": _boards,
    "bracket": _bracket,
    "pairings": _pairings,
    "results": _results,
    "standings": _standings,
}
