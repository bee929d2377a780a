"""The answer for one bracket."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats.swiss.criteria import Bracket
from tournaments.formats.swiss.field import Member
from tournaments.formats.swiss.model import Step


@dataclass(frozen=True, slots=True)
class Solved:
    """What came out of a bracket, and how."""

    bracket: Bracket
    pairs: list[tuple[Member, Member]]
    floaters: list[Member]
    how: str

    @property
    def step(self) -> Step:
        """Return this as an entry of the trace."""
        return Step(
            self.bracket.residents[0].score,
            tuple(member.place for member in self.bracket.movers),
            tuple(member.place for member in self.bracket.residents),
            tuple((one.place, other.place) for one, other in self.pairs),
            tuple(member.place for member in self.floaters),
            self.how,
        )
