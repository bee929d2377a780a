"""The stages of a tournament, and which of them a page is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from tournaments.errors import NotFoundError
from tournaments.formats.registry import format_of
from tournaments.models import Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Part:
    """A stage, and whether it has a round that everybody may see."""

    stage: Stage
    public: bool

    @property
    def has_table(self) -> bool:
        """Tell whether points rank its field; else it is a tree."""
        return format_of(self.stage.format).table is not None


def parts_of(tournament: Tournament) -> tuple[Part, ...]:
    """Return the stages in order, each knowing its tournament, with one query."""
    public = Round.objects.filter(stage=OuterRef("pk")).exclude(state=Round.State.DRAFT)
    stages = list(tournament.stages.annotate(has_public_round=Exists(public)))
    for stage in stages:
        stage.tournament = tournament
    return tuple(Part(stage, stage.has_public_round) for stage in stages)


def shown_stage(tournament: Tournament) -> Stage | None:
    """Return the stage that pages show without being asked for one."""
    part = part_asked(parts_of(tournament), "")
    return part.stage if part else None


def part_asked(parts: Sequence[Part], number: str) -> Part | None:
    """Return the stage with a number, or without one the last of which something is public, else the first.

    Raises NotFoundError `no_such_stage`; None for a tournament without stages.
    """
    if number:
        found = next((part for part in parts if str(part.stage.number) == number), None)
        if found is None:
            raise NotFoundError("no_such_stage")
        return found
    public = [part for part in parts if part.public]
    return public[-1] if public else next(iter(parts), None)
