"""What the desk of a stage says that is paired round by round: the work under way, boards that stand against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.errors import SENTENCES, TournamentError, sentence
from tournaments.models import Entry, Pairing, PairingJob, Stage
from tournaments.pages import words
from tournaments.selectors.conduct import OpenBoard
from tournaments.services.drafts import number_to_pair

_STEPS: Final[Mapping[str, Any]] = {
    "waiting": gettext_lazy("Waits for a free worker"),
    "reading": gettext_lazy("Reads results, byes and entries"),
    "pairing": gettext_lazy("Looks for the best pairing"),
    "reasons": gettext_lazy("Writes down why"),
    "saving": gettext_lazy("Saves the draft"),
}


@dataclass(frozen=True, slots=True)
class Job:
    """A pairing that is worked out, or one that has failed, as the desk shows it.

    `share` is how much is done in percent, None where nobody can tell. `in_the_way` are names of entries; `rematches`
    are pairs of ids that were allowed to meet again.
    """

    id: str
    number: int
    open: bool
    step: str
    share: int | None
    count: str
    reason: str
    in_the_way: tuple[str, ...]
    rematches: tuple[tuple[str, str], ...]
    allowed: tuple[str, ...]


def job(found: PairingJob) -> Job:
    """Return a job in words."""
    names = dict(Entry.objects.filter(tournament=found.stage.tournament_id).values_list("pk", "name"))
    return Job(
        id=found.pk,
        number=found.round_number,
        open=found.open,
        step=str(_STEPS.get(found.step, found.step)),
        share=100 * found.done // found.total if found.total else None,
        count=_("%(done)s of %(total)s") % {"done": found.done, "total": found.total} if found.total else "",
        reason=_reason(found),
        in_the_way=tuple(names[entry] for entry in found.entries if entry in names),
        rematches=tuple((one, other) for one, other in found.rematches),
        allowed=tuple(f"{names.get(one, '–')} : {names.get(other, '–')}" for one, other in found.rematches),
    )


def _reason(found: PairingJob) -> str:
    """Return why a job has failed, in the reader's language."""
    if found.open or not found.code:
        return ""
    detail = found.detail_de if words.language() == "de" else found.detail_en
    return sentence(found.code if found.code in SENTENCES else "internal", detail)


@dataclass(frozen=True, slots=True)
class Standing:
    """A board without a result that stands against the next pairing."""

    id: str
    label: str
    names: str
    said: str
    postponed: bool


def standing(boards: Iterable[OpenBoard]) -> list[Standing]:
    """Return the boards that stand against the next pairing, with what players have said so far."""
    return [_standing(one) for one in boards]


def _standing(one: OpenBoard) -> Standing:
    board = one.pairing
    names = [entry.name if entry else "–" for entry in board.entries]
    return Standing(
        id=board.pk,
        label=_("Round %(round)s, board %(board)s") % {"round": board.round.number, "board": board.board},
        names=" : ".join(names),
        said=_said(board, one, names),
        postponed=board.postponed,
    )


def _said(board: Pairing, one: OpenBoard, names: list[str]) -> str:
    """Return what is known of a board, short."""
    said = [
        _("%(name)s says: %(result)s") % {"name": names[side], "result": names[winner] if winner is not None else "½"}
        for side, winner in one.reported.items()
    ]
    state = _("postponed") if board.postponed else words.pairing_state(board)
    return " · ".join([state, *said])


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to pair: its number, whether it is a draft already, and why it cannot be paired, if that is so.

    `blocked` tells that nothing can be done about it here; else boards without a result are all that is in the way.
    """

    number: int
    again: bool
    why: str
    blocked: bool


def next_round(stage: Stage, open_boards: Iterable[OpenBoard]) -> NextRound | None:
    """Return the round that can be paired next, None where there is none to come."""
    try:
        number = number_to_pair(stage)
    except TournamentError as refusal:
        if refusal.code == "round_not_started":
            return NextRound(stage.rounds.count() + 1, again=False, why=refusal.message, blocked=True)
        return None
    count = len(list(open_boards))
    why = ngettext("%(n)s board has no result yet.", "%(n)s boards have no result yet.", count) % {"n": count}
    return NextRound(number, stage.rounds.filter(number=number).exists(), why if count else "", blocked=False)
