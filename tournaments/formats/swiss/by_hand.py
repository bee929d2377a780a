"""What speaks against boards that were put together by hand. It is said, and people decide (C.04.3, 1.9.3).

The codes, by weight: `twice`, `left`, `has_bye`, `two_byes` cannot be; `rematch`, `forbidden`, `second_bye` break an
absolute rule; `third_seat`, `both_wrong`, `needless_bye`, `left_out` break others; `score_gap` is only worth a look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tournaments.formats.base import Board, Finding, Record
from tournaments.formats.swiss.field import Field, Member, field_of
from tournaments.formats.swiss.model import PairingRequest, Turn

_TENTHS: Final = 10


def findings_of(record: Record, request: PairingRequest, boards: Sequence[Board]) -> Iterator[Finding]:
    """Yield everything that is to be said about the boards, board by board, then about the whole round."""
    field = field_of(request)
    members = _by_entry(record, field)
    turns = {entrant.id: entry.turns for entrant, entry in zip(record.entrants, request.participants, strict=True)}
    numbers = {entrant.id: entrant.seed for entrant in record.entrants}
    yield from _impossible(record, request.round, boards)
    for board in boards:
        entries = tuple(entry for entry in board if entry is not None and entry in members)
        if len(entries) == 2:
            first, second = entries
            yield from _pair(request, (members[first], members[second]), (first, second), turns[first], numbers[second])
        elif None in board and entries and not members[entries[0]].may_have_bye:
            yield Finding("second_bye", entries)
    yield from _whole(members, boards)


def _by_entry(record: Record, field: Field) -> Mapping[str, Member]:
    """Return those who are present, by entry."""
    ids = {entrant.seed: entrant.id for entrant in record.entrants}
    return {ids[member.number]: member for member in field.members}


def _impossible(record: Record, number: int, boards: Sequence[Board]) -> Iterator[Finding]:
    """Yield what no confirmation can allow."""
    seated = [entry for board in boards for entry in board if entry is not None]
    for entry, count in Counter(seated).items():
        if count > 1:
            yield Finding("twice", (entry,))
    out = {entrant.id for entrant in record.entrants if entrant.out}
    for entry in seated:
        if entry in out:
            yield Finding("left", (entry,))
        elif (number, entry) in record.byes:
            yield Finding("has_bye", (entry,))
    byes = tuple(one or other or "" for one, other in boards if not (one and other))
    if len(byes) > 1:
        yield Finding("two_byes", byes)


def _pair(
    request: PairingRequest, pair: tuple[Member, Member], entries: tuple[str, str], turns: Sequence[Turn], other: int
) -> Iterator[Finding]:
    """Yield what speaks against two who are there meeting with these seats."""
    first, second = pair
    met = [number for number, turn in enumerate(turns, 1) if turn.kind == "played" and turn.opponent == other]
    if met:
        yield Finding("rematch", entries, met[-1])
    if tuple(sorted((first.number, second.number))) in request.forbidden:
        yield Finding("forbidden", entries)
    for entry, member, seat in ((entries[0], first, 1), (entries[1], second, -1)):
        if _too_often(member, seat):
            yield Finding("third_seat", (entry,))
    if first.wish == -1 and second.wish == 1:
        yield Finding("both_wrong", entries)
    gap = abs(first.score - second.score)
    if gap >= request.win:
        yield Finding("score_gap", entries, gap * _TENTHS // request.point)


def _too_often(member: Member, seat: int) -> bool:
    """Tell whether the seat would be the third running, or the difference larger than two (C.04.1)."""
    return member.colours[-2:] == (seat, seat) or abs(member.difference + seat) > 2


def _whole(members: Mapping[str, Member], boards: Sequence[Board]) -> Iterator[Finding]:
    """Yield what is wrong with the round as a whole: who is left out, and a bye that nobody needs."""
    seated = {entry for board in boards for entry in board}
    left_out = [entry for entry in members if entry not in seated]
    for entry in left_out:
        yield Finding("left_out", (entry,))
    byes = [one or other for one, other in boards if not (one and other)]
    if byes and (left_out or len(members) % 2 == 0):
        yield Finding("needless_bye", tuple(entry for entry in byes if entry))
