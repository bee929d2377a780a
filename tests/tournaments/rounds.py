"""A Swiss stage round by round, as the organizer runs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.builders import ORGANIZER, advanced, draw, entered, entry_called, round_of, the_stage, win
from tournaments import services
from tournaments.formats.registry import format_of
from tournaments.formats.settings import complete_stage_settings
from tournaments.models import Pairing, PairingJob, Round, Stage, Tournament


def swiss(count: int, *, hosted: bool = True, **settings: Any) -> Tournament:
    """Return a tournament with a Swiss stage, its entries called "1", "2", … by number, seeds fixed."""
    tournament = entered(count, hosted=hosted)
    services.stage_draw(stage_id=as_swiss(tournament, **settings).pk, by=ORGANIZER)
    return tournament


def as_swiss(tournament: Tournament, **settings: Any) -> Stage:
    """Make the stage of a tournament a Swiss, with lots that are the same in every run; return it."""
    stage = the_stage(tournament)
    stage.format, stage.rng_seed = "swiss", "lots"
    stage.settings = complete_stage_settings(format_of("swiss"), {"rounds": 3, **settings})
    stage.save()
    return stage


def job(tournament: Tournament, **given: Any) -> PairingJob:
    """Ask for the next round, and do what Celery would do."""
    asked = services.round_pair(stage_id=the_stage(tournament).pk, by=ORGANIZER, **given)
    return services.round_pair_run(job_id=asked.pk)


def drafted(tournament: Tournament, **given: Any) -> Round:
    """Pair the next round; return its draft."""
    done = job(tournament, **given)
    assert done.state == "done", (done.code, done.detail_en)
    return round_of(tournament, done.round_number)


def published(tournament: Tournament, **given: Any) -> Round:
    """Pair and publish the next round."""
    return services.round_publish(round_id=drafted(tournament, **given).pk, by=ORGANIZER)


def started(tournament: Tournament, **given: Any) -> Round:
    """Pair, publish and start the next round."""
    return services.round_start(round_id=published(tournament, **given).pk, by=ORGANIZER).round


def finished(tournament: Tournament, number: int, drawn: Sequence[int] = (), open_: Sequence[int] = ()) -> None:
    """Let the first side win at every board of a round that is played, but for those named."""
    for pairing in round_of(tournament, number).pairings.filter(state="running").exclude(board__in=open_):
        if pairing.board in drawn:
            draw(tournament, pairing.key)
        else:
            win(tournament, pairing.key, 0)
    advanced(tournament)


def played(tournament: Tournament, drawn: Sequence[int] = ()) -> Round:
    """Pair, publish, start and finish the next round."""
    number = started(tournament).number
    finished(tournament, number, drawn)
    return round_of(tournament, number)


def id_of(tournament: Tournament, name: str) -> str:
    """Return the id of an entry."""
    return entry_called(tournament, name).pk


def ids_of(tournament: Tournament, *names: str) -> list[str]:
    """Return ids of entries."""
    return [id_of(tournament, name) for name in names]


def boards(round_: Round) -> list[tuple[str | None, str | None]]:
    """Return who sits where, by name."""
    return [
        tuple(entry.name if entry else None for entry in pairing.entries)  # type: ignore[misc]
        for pairing in Pairing.objects.filter(round=round_).select_related("entry_0", "entry_1")
    ]


def byes(round_: Round) -> list[str]:
    """Return who has the bye of an odd field, by name: one at most."""
    return [first or second or "" for first, second in boards(round_) if not (first and second)]


def names_in(round_: Round) -> set[str]:
    """Return everybody who is paired in a round."""
    return {name for board in boards(round_) for name in board if name}
