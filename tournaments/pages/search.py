"""Where somebody plays: a part of a name in, "board 12, against N., starts 14:00" out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import Entry, Pairing, Result
from tournaments.pages import words
from tournaments.pages.pairings import last_game, match_url, result_of
from tournaments.pages.when import moment
from tournaments.selectors.pairings import StagePairings

MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Found:
    """One entry whose name fits, and where it is."""

    name: str
    seed: int | None
    line: str
    url: str
    own: bool


def find(query: str, entries: Iterable[Entry], sheet: StagePairings | None, own: frozenset[str]) -> list[Found]:
    """Return the entries whose name or whose players' names contain the query, the own first."""
    wanted = query.casefold().strip()
    if not wanted:
        return []
    fitting = [entry for entry in entries if _fits(entry, wanted)]
    fitting.sort(key=lambda entry: (entry.pk not in own, entry.name.casefold()))
    return [_found(entry, sheet, own) for entry in fitting[:MOST]]


def _fits(entry: Entry, wanted: str) -> bool:
    names = [entry.name, *(player.name for player in entry.players.all())]
    return any(wanted in name.casefold() for name in names)


def _found(entry: Entry, sheet: StagePairings | None, own: frozenset[str]) -> Found:
    pairing = place_of(entry, sheet) if sheet else None
    seed = sheet.seeds.get(entry.pk) if sheet else None
    url = match_url(last_game(pairing)) if pairing else ""
    return Found(entry.name, seed, _line(entry, pairing, sheet), url, entry.pk in own)


def place_of(entry: Entry, sheet: StagePairings) -> Pairing | None:
    """Return the board that matters for an entry: its first without a result, else its last."""
    mine = [pairing for pairing in sheet.all_pairings() if entry.pk in (pairing.entry_0_id, pairing.entry_1_id)]
    return next((pairing for pairing in mine if result_of(pairing) is None), mine[-1] if mine else None)


def _line(entry: Entry, pairing: Pairing | None, sheet: StagePairings | None) -> str:
    """Return the sentence about where an entry is."""
    if pairing is None or sheet is None:
        return str(Entry.Status(entry.status).label)
    side = 0 if pairing.entry_0_id == entry.pk else 1
    where = [words.round_name(pairing.round), _("board %(board)s") % {"board": pairing.board}]
    opponent = pairing.entries[1 - side]
    if opponent is not None:
        where.append(_("against %(name)s") % {"name": opponent.name})
    return ", ".join([*where, *_outcome(pairing, side, sheet)])


def _outcome(pairing: Pairing, side: int, sheet: StagePairings) -> list[str]:
    """Return what follows the board: its state, its start, or how it ended."""
    result = result_of(pairing)
    if result is not None:
        return [_ended(result, side)]
    if pairing.state == Pairing.State.READY and pairing.round.starts_at_ms:
        starts = moment(pairing.round.starts_at_ms, sheet.stage.tournament.zone)
        return [_("starts %(time)s") % {"time": starts.clock}] if starts else []
    return [words.pairing_state(pairing)]


def _ended(result: Result, side: int) -> str:
    if result.kind in (Result.Kind.BYE, Result.Kind.EMPTY):
        return words.result_note(result)
    score = " : ".join(reversed(words.scores(result)) if side else words.scores(result))
    won = _("won") if result.winner == side else _("lost")
    return f"{won} {score}"
