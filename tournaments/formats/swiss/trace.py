"""The full trace of a round for arbiters: each bracket with who was in it, what came out, and what could not be met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from gameengine.core.types import Text
from tournaments.formats.swiss.criteria import (
    NAMES,
    c10,
    c11,
    c12,
    c13,
    floats_down_again,
    floats_up_again,
    number_in,
)
from tournaments.formats.swiss.field import Field, field_of
from tournaments.formats.swiss.model import PairingRequest, RoundPairing, Step
from tournaments.formats.swiss.words import in_words

_WAYS: Final[Mapping[str, Text]] = {
    "natural": Text("the first candidate, nothing is against it", "der erste Kandidat, nichts spricht dagegen"),
    "assignment": Text("as an assignment, then proven", "als Zuordnung gelöst, dann bewiesen"),
    "local": Text("alone, then proven", "für sich gelöst, dann bewiesen"),
    "next": Text("with the next score group, then proven", "mit der nächsten Punktgruppe gelöst, dann bewiesen"),
    "full": Text("with everybody below", "mit allen darunter gelöst"),
    "bound": Text("bound to the completion of the round", "an den Abschluss der Runde gebunden"),
    "collapsed": Text("collapsed with everybody below", "mit allen darunter zusammengelegt"),
}


def trace(request: PairingRequest, pairing: RoundPairing) -> tuple[Text, ...]:
    """Return the lines of the trace, two for each bracket and one for each criterion that was not met."""
    field = field_of(request)
    return tuple(line for step in pairing.steps for line in _lines(field, step))


def _lines(field: Field, step: Step) -> Iterator[Text]:
    points, way = in_words(step.score, field.request.point), _WAYS[step.how]
    movers, residents = _numbers(field, step.movers), _numbers(field, step.residents)
    yield Text(
        f"Bracket of {points.en}: moved down {movers}; residents {residents}",
        f"Bracket mit {points.de}: von oben {movers}; eigene {residents}",
    )
    pairs = ", ".join(f"{_number(field, one)}-{_number(field, other)}" for one, other in step.pairs) or "-"
    down = _numbers(field, step.floaters)
    yield Text(f"  pairs {pairs}; down {down} ({way.en})", f"  Paare {pairs}; abwärts {down} ({way.de})")
    for name, count in measured(field, step).items():
        if count:
            number, rule = number_in(field.request.edition, name), NAMES[name]
            yield Text(f"  {number} {rule.en}: {count} not", f"  {number} {rule.de}: {count} nicht")


def _number(field: Field, place: int) -> int:
    return field.members[place].number


def _numbers(field: Field, places: Iterable[int]) -> str:
    return " ".join(str(_number(field, place)) for place in places) or "-"


def measured(field: Field, step: Step) -> Mapping[str, int]:
    """Return how often each criterion that counts players is not met in a bracket; names are those of 2026."""
    members, movers = field.members, set(step.movers)
    pairs = [(members[one], members[other]) for one, other in step.pairs]
    down = [members[place] for place in step.floaters]
    counts = {}
    if field.last_round:
        counts["C10"] = sum(c10(one, other) for one, other in pairs)
        counts["C11"] = sum(c11(one, other) for one, other in pairs)
    counts["C12"] = sum(c12(one, other) for one, other in pairs)
    counts["C13"] = sum(c13(one, other) for one, other in pairs)
    for ago in (0, 1):
        again = (member for member in down if member.place not in movers)
        counts[f"C{14 + 2 * ago}"] = sum(floats_down_again(member, ago) for member in again)
        met = (other for one, other in pairs if one.score > other.score)
        counts[f"C{15 + 2 * ago}"] = sum(floats_up_again(member, ago) for member in met)
    return counts
