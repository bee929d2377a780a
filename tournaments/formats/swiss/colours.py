"""Who gets the first seat at a board, and the order of boards. Source: C.04.3 article 5; C.04.2 for the boards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from tournaments.formats.swiss.field import ABSOLUTE, Member, first_in_order
from tournaments.formats.swiss.model import Board, PairingRequest, Turn

Rule: TypeAlias = Literal["both", "stronger", "wider", "history", "rank", "number", "lot"]
"""Which rule gave the colours: 5.2.1, 5.2.2, 5.2.2 for two absolute wishes, 5.2.3, 5.2.4, 5.2.5, or the lot."""


def colours_of(one: Member, other: Member) -> tuple[int, Rule] | None:
    """Return the colour of the better-placed player and the rule that gave it; None if only the number decides."""
    better, worse = first_in_order(one, other)
    if not better.wish and not worse.wish:
        return None
    if better.wish != worse.wish:
        return (better.wish or -worse.wish), "both"
    if better.strength != worse.strength:
        return (better.wish if better.strength > worse.strength else -better.wish), "stronger"
    widths = abs(better.difference), abs(worse.difference)
    if better.strength == ABSOLUTE and widths[0] != widths[1]:
        return (better.wish if widths[0] > widths[1] else -better.wish), "wider"
    for mine, theirs in zip(reversed(better.colours), reversed(worse.colours), strict=False):
        if mine != theirs:
            return -mine, "history"
    return better.wish, "rank"


def loser_of_colour(one: Member, other: Member) -> Member:
    """Return who does not get the colour that both want."""
    better, worse = first_in_order(one, other)
    found = colours_of(better, worse)
    return worse if found and found[0] == better.wish else better


class Seats:
    """Gives the seats of a round. Numbers count only those who ever took part or are present (rule 5.2.5)."""

    def __init__(self, request: PairingRequest) -> None:
        self.request = request
        taking_part = sorted(
            entry.number for entry in request.participants if entry.present or _was_paired(entry.turns)
        )
        self._counted: Mapping[int, int] = {number: index for index, number in enumerate(taking_part, 1)}

    def of(self, one: Member, other: Member) -> tuple[Board, Rule]:
        """Return the board of two players and the rule that gave the seats."""
        better, worse = first_in_order(one, other)
        found = colours_of(better, worse)
        if not self.request.colour_rules:
            found = self._by_lot(better, worse), "lot"
        colour, rule = found or (self._by_number(better), "number")
        pair = (better.number, worse.number) if colour == 1 else (worse.number, better.number)
        return Board(*pair), rule

    def _by_number(self, member: Member) -> int:
        odd = self._counted[member.number] % 2 == 1
        return self.request.first_colour if odd else -self.request.first_colour

    def _by_lot(self, better: Member, worse: Member) -> int:
        subject = f"flagfall/swiss-seat/1\0{self.request.lot}\0{self.request.round}\0{better.number}\0{worse.number}"
        return 1 if hashlib.sha256(subject.encode()).digest()[0] & 1 else -1


def _was_paired(turns: Iterable[Turn]) -> bool:
    return any(turn.opponent or turn.kind == "pab" for turn in turns)


def in_board_order(pairs: Iterable[tuple[Member, Member]]) -> list[tuple[Member, Member]]:
    """Return the pairs in the order of boards: score of the better-placed, sum of both scores, number of the former."""
    ordered = (first_in_order(*pair) for pair in pairs)
    return sorted(ordered, key=lambda pair: (-pair[0].score, -(pair[0].score + pair[1].score), pair[0].number))
