"""A knockout as text: the tree with names and scores, and the boards beside it."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db.models import QuerySet

from tournaments.models import Pairing, Stage
from tournaments.pages import words

_GAP: Final = 1


class _Block(NamedTuple):
    """Lines of one part of the tree, and the number of the line from which it goes on to the right."""

    lines: list[str]
    at: int


def bracket_text(stage: Stage) -> str:
    """Return the tree of a stage from left to right, with the match for third place below."""
    pairings = {pairing.key: pairing for pairing in _pairings(stage)}
    roots = [pairing for pairing in pairings.values() if not _feeds(pairing, pairings)]
    seeds = dict(stage.field.values_list("entry_id", "seed"))
    finals = [pairing for pairing in roots if not pairing.source_0.startswith("loser:")]
    beside = [pairing for pairing in roots if pairing not in finals]
    trees = ["\n".join(_tree(final, pairings, seeds).lines) for final in finals]
    return "\n\n".join([*trees, *(f"Third place: {_plain(one)}" for one in beside)])


def _pairings(stage: Stage) -> QuerySet[Pairing]:
    return stage.pairings.select_related("entry_0", "entry_1", "result").order_by("round__number")


def _feeds(pairing: Pairing, pairings: dict[str, Pairing]) -> bool:
    """Tell whether the winner of a board goes on to another one."""
    name = f"winner:{pairing.key}"
    return any(name in (other.source_0, other.source_1) for other in pairings.values())


def _tree(pairing: Pairing, pairings: dict[str, Pairing], seeds: dict[str, int]) -> _Block:
    upper, lower = (_side(pairing, side, pairings, seeds) for side in (0, 1))
    return _joined(upper, lower, _outcome(pairing))


def _side(pairing: Pairing, side: int, pairings: dict[str, Pairing], seeds: dict[str, int]) -> _Block:
    source = (pairing.source_0, pairing.source_1)[side]
    before = pairings.get(source.partition(":")[2])
    if before is not None:
        return _tree(before, pairings, seeds)
    entry = pairing.entries[side]
    return _Block(["-" if entry is None else f"{seeds.get(entry.pk, 0):>3} {entry.name}"], 0)


def _joined(upper: _Block, lower: _Block, label: str) -> _Block:
    r"""Return both blocks one above the other, their ends joined to the label.

    >>> print("\n".join(_joined(_Block(["Ada"], 0), _Block(["Bela"], 0), "Ada 1 : 0").lines))
    Ada ──┐
          ├─ Ada 1 : 0
    Bela ─┘
    """
    lines = [*upper.lines, "", *lower.lines]
    start, end = upper.at, len(upper.lines) + _GAP + lower.at
    middle, width = (start + end) // 2, max(map(len, lines))
    drawn = []
    for number, line in enumerate(lines):
        if number in (start, end):
            drawn.append(f"{line} ".ljust(width + 1, "─") + ("─┐" if number == start else "─┘"))
        elif number == middle:
            drawn.append(line.ljust(width + 2) + f"├─ {label}")
        else:
            drawn.append(line.ljust(width + 2) + "│" if start < number < end else line)
    return _Block(drawn, middle)


def _outcome(pairing: Pairing) -> str:
    """Return who goes on, with the score from their side."""
    result = getattr(pairing, "result", None)
    if result is None or result.advances is None:
        return "-"
    score = words.scores(result)
    winner = pairing.entries[result.advances]
    name = winner.name if winner else "-"
    return f"{name} {score[result.advances]}:{score[1 - result.advances]}" if score[0] else name


def _plain(pairing: Pairing) -> str:
    names = [entry.name if entry else "-" for entry in pairing.entries]
    return f"{names[0]} {words.result_text(getattr(pairing, 'result', None))} {names[1]}"


def champion(stage: Stage) -> str:
    """Return who won the stage; "-" if nobody did."""
    pairings = {pairing.key: pairing for pairing in _pairings(stage)}
    for pairing in pairings.values():
        result = getattr(pairing, "result", None)
        if not _feeds(pairing, pairings) and not pairing.source_0.startswith("loser:") and result is not None:
            winner = None if result.advances is None else pairing.entries[result.advances]
            return winner.name if winner else "-"
    return "-"
