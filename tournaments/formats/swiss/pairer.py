"""One round of a Swiss stage: paired by the rules with its reasons, or put together by hand and looked over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gameengine.core.types import JsonObject, Text
from tournaments.formats.base import (
    Advice,
    Board,
    Decision,
    Finding,
    FormatError,
    Index,
    Made,
    PairedRound,
    Pairing,
    Reason,
    Record,
    Side,
    check_entrants,
)
from tournaments.formats.swiss.by_hand import findings_of
from tournaments.formats.swiss.model import NoPairingError, PairingRequest, RoundPairing
from tournaments.formats.swiss.stage import declared_rounds, request_of
from tournaments.formats.swiss.trace import trace

LEAST: Final = 2
MOST: Final = 5000
"""How many entries a Swiss stage may have."""


class SwissPairer:
    """Pairs by the Dutch system."""

    def paired(self, record: Record, heard: Callable[[str, int, int], None]) -> PairedRound:
        """Return the round after those made, and why, with the names that the record has.

        Raises FormatError `round_before_open`, `over`, `no_pairing`, `no_one_to_pair`.
        """
        from tournaments.formats.swiss.why import Why  # with the engine: see `_found`

        heard("pairing", 0, 0)
        request = request_of(record, made_pairings(record))
        found = _found(record, request)
        pairings = tuple(_boards(found, request.round, _ids(record)))
        names = {entrant.seed: Text(entrant.name, entrant.name) for entrant in record.entrants}
        why = Why(request, found, naming=names.__getitem__)
        reasons: dict[str, tuple[Reason, ...]] = {}
        for done, (pairing, (_, said)) in enumerate(zip(pairings, why.lines(), strict=True)):
            heard("reasons", done, len(pairings))
            reasons[pairing.key] = said
        return PairedRound(
            pairings, {entrant.id: entrant.seed for entrant in record.entrants}, reasons, trace(request, found)
        )

    def boards(self, record: Record, made: Sequence[Pairing]) -> Iterator[Pairing]:
        """Yield the pairings of the round after those made, without reasons. Raises FormatError as `paired` does."""
        request = request_of(record, made)
        yield from _boards(_found(record, request), request.round, _ids(record))

    def findings(self, record: Record, boards: Sequence[Board]) -> tuple[Finding, ...]:
        """Return what speaks against these boards for the round after those made."""
        made = made_pairings(record)
        return tuple(findings_of(record, request_of(record, made), boards))

    def advice(self, entries: int, settings: JsonObject) -> Advice | None:
        """Return a warning if a late round may have no pairing: from more rounds on than half of the opponents.

        6 players can be stuck in round 4, 8 in round 6. With as many rounds as opponents a round robin does it better.
        """
        rounds = declared_rounds(settings)
        if entries < LEAST or 2 * rounds <= entries - 1:
            return None
        return "round_robin" if rounds >= entries - 1 else "many_rounds"


SWISS_PAIRER: Final = SwissPairer()


def made_pairings(record: Record) -> tuple[Pairing, ...]:
    """Return the pairings of a record as they were made, decided where nobody need play. Raises FormatError."""
    check_entrants(record.entrants, least=LEAST, most=MOST)
    out = {entrant.id for entrant in record.entrants if entrant.out}
    return tuple(_made(record, entry, out) for entry in record.made)


def _made(record: Record, made: Made, out: set[str]) -> Pairing:
    """Return a pairing as it was made, decided if nobody need play it."""
    first, second = (Side(entry, empty=entry is None) for entry in made.entries)
    pairing = Pairing(made.key, made.round, made.board, (first, second))
    if made.key in record.under_way or made.key in record.decisions:
        return pairing
    return replace(pairing, decision=_unplayed(made, out))


def _unplayed(made: Made, out: set[str]) -> Decision | None:
    """Return the decision of a bye, or of a board whose entries have left; None if both are there."""
    sides: tuple[Index, Index] = (0, 1)
    seated = [side for side in sides if made.entries[side] is not None]
    if len(seated) < 2:
        return Decision(seated[0], "bye") if seated else Decision(None, "empty")
    present = [side for side in seated if made.entries[side] not in out]
    if len(present) == 2:
        return None
    return Decision(present[0], "forfeit") if present else Decision(None, "double_forfeit")


def _ids(record: Record) -> Mapping[int, str]:
    """Return the entries by number."""
    return {entrant.seed: entrant.id for entrant in record.entrants}


def _found(record: Record, request: PairingRequest) -> RoundPairing:
    """Return what the engine says. Raises FormatError `no_pairing` or `no_one_to_pair` with who stands in the way."""
    # The engine's libraries are slow to load: only processes that pair load them.
    from tournaments.formats.swiss.engine import pair

    try:
        return pair(request)
    except NoPairingError as error:
        code = "no_one_to_pair" if error.code == "nobody" else "no_pairing"
        ids = _ids(record)
        raise FormatError(code, str(error), error.reason, [ids[number] for number in error.players]) from error


def _boards(found: RoundPairing, number: int, ids: Mapping[int, str]) -> Iterator[Pairing]:
    """Yield the boards of a round in order, the bye last."""
    for place, board in enumerate(found.boards, 1):
        yield Pairing(f"R{number}-{place}", number, place, (Side(ids[board.first]), Side(ids[board.second])))
    if found.bye is not None:
        place = len(found.boards) + 1
        sides = Side(ids[found.bye]), Side(empty=True)
        yield Pairing(f"R{number}-{place}", number, place, sides, decision=Decision(0, "bye"))
