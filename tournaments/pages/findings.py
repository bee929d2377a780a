"""What is to be said about pairings, in words: warnings of the editor, deviations, progress, advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.errors import SENTENCES, sentence
from tournaments.formats.base import Advice
from tournaments.models import PairingJob
from tournaments.pages.words import language
from tournaments.services import Deviation, Warned
from tournaments.standings.score import decimal

_WARNINGS: Final[Mapping[str, Any]] = {
    "twice": _("%(who)s is at two boards."),
    "left": _("%(who)s has left the tournament."),
    "has_bye": _("%(who)s has a granted bye in this round. Take it back first."),
    "two_byes": _("Only one entry can have the bye of an odd field: %(who)s."),
    "rematch": _("%(who)s have met in round %(number)s."),
    "forbidden": _("%(who)s are kept apart."),
    "second_bye": _("%(who)s has had a bye, or a win without playing, and should not get the bye."),
    "third_seat": _("%(who)s would have the same seat for the third time running, or far more often than the other."),
    "both_wrong": _("%(who)s would both get the seat that is due to the other."),
    "needless_bye": _("%(who)s gets the bye although nobody need have it."),
    "left_out": _("%(who)s is at no board: absent, no points, until a bye is given by name."),
    "score_gap": _("%(who)s are %(points)s points apart."),
}
_STEPS: Final[Mapping[str, Any]] = {
    "waiting": _("waiting for its turn"),
    "reading": _("reading the results"),
    "pairing": _("pairing"),
    "reasons": _("finding the reasons"),
    "saving": _("saving"),
}
_ADVICE: Final[Mapping[Advice, Any]] = {
    "many_rounds": _("With so many rounds for so few entries a late round may have no pairing that the rules allow."),
    "round_robin": _("There are as many rounds as opponents: a round robin lets everybody meet everybody."),
}
_DEVIATIONS: Final[Mapping[str, Any]] = {
    "seats": _("Board %(board)s: seats turned, %(now)s; computed: %(computed)s."),
    "opponents": _("Board %(board)s: %(now)s; computed: %(computed)s."),
    "added": _("Board %(board)s was added: %(now)s."),
    "missing": _("Board %(board)s is missing: %(computed)s."),
}
_AND: Final = _("{} and {}")


def warning_text(warning: Warned) -> str:
    """Return a warning as a sentence."""
    points = decimal(warning.number)
    if language() == "de":
        points = points.replace(".", ",")
    return str(_WARNINGS[warning.code]) % {"who": _listed(warning.names), "number": warning.number, "points": points}


def deviation_text(deviation: Deviation) -> str:
    """Return how a board differs from the computed one."""
    given = {"board": deviation.board, "now": _board(deviation.now), "computed": _board(deviation.computed)}
    return str(_DEVIATIONS[deviation.kind]) % given


def step_text(job: PairingJob) -> str:
    """Return what a pairing job does just now."""
    return str(_STEPS[job.step])


def failure_text(job: PairingJob) -> str:
    """Return why a job failed, as a sentence in the active language."""
    code = job.code if job.code in SENTENCES else "internal"
    return sentence(code, job.detail_de if language() == "de" else job.detail_en)


def advice_text(advice: Advice) -> str:
    """Return what is to be said about the number of rounds."""
    return str(_ADVICE[advice])


def _listed(names: tuple[str, ...]) -> str:
    """Return names in a row, the last two joined by a word."""
    if len(names) < 2:
        return "".join(names)
    return str(format_lazy(_AND, ", ".join(names[:-1]), names[-1]))


def _board(names: tuple[str | None, str | None] | None) -> str:
    """Return who sits at a board."""
    return " – ".join(name or str(_("bye")) for name in names or ())
