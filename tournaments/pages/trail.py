"""One entry in a stage: its rounds, and where every value of its line in the standings comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _

from tournaments.models import Pairing
from tournaments.pages import words
from tournaments.pages.crosstable import square
from tournaments.pages.figures import Points
from tournaments.pages.pairings import last_game, match_url, result_of
from tournaments.pages.standings import after_text, entry_url, place_text, settled_place
from tournaments.selectors.standings import Line, StageStandings, Worked
from tournaments.standings.crosstable import Cell
from tournaments.standings.explain import Explanation, NameOf, explain, explain_adjusted
from tournaments.standings.naming import full_name, short_name


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of an entry. `total` are the points after it; `counts` tells whether the standings include it."""

    round: str
    opponent: str
    opponent_url: str
    seat: str
    result: str
    note: str
    match_url: str
    total: Points | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class StepLine:
    """One addend in words. One that was cut does not count."""

    round: int
    text: str
    amount: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Value:
    """One value with everything that it is made of."""

    code: str
    short: str
    name: str
    value: str
    steps: tuple[StepLine, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryInStage:
    """An entry in one stage, as far as it is public. A tree has rounds alone."""

    place: str
    after: str
    rounds: tuple[RoundLine, ...]
    values: tuple[Value, ...]
    worth: Value | None
    tree: bool


def entry_in_stage(
    found: StageStandings, line: Line | None, pairings: Sequence[Pairing], entry_id: str, link: str
) -> EntryInStage:
    """Return what the page of an entry shows of a stage. `line` may be None in a tree, as long as no place is settled.

    `pairings` are its boards that are public; `link` is added to the addresses of others.
    """
    if found.worked is None or line is None:
        lines = tuple(_of_board(pairing, entry_id, found, link) for pairing in pairings)
        return EntryInStage(settled_place(line), after_text(found), lines, (), None, tree=True)
    boards = {pairing.round.number: pairing for pairing in pairings}
    return EntryInStage(
        place=place_text(found, entry_id),
        after=after_text(found),
        rounds=tuple(_of_table(found, found.worked, line, boards, link)),
        values=tuple(values(found, line)),
        worth=worth(found, line),
        tree=False,
    )


def values(found: StageStandings, line: Line) -> list[Value]:
    """Return points and tie-breaks of an entry in their order, each with its addends; nothing without a rank."""
    worked, seed = found.worked, line.seed or 0
    if worked is None or seed not in worked.row:
        return []
    row, name_of = worked.row[seed], _naming(found)
    return [
        _value(each.key, words.say(short_name(each)), words.say(full_name(each)), explain(each, trail, name_of))
        for each, trail in zip(worked.standings.order, row.order, strict=True)
    ]


def worth(found: StageStandings, line: Line) -> Value | None:
    """Return what an entry is worth to its opponents (article 16.3); nothing where that is its score."""
    worked = found.worked
    if worked is None or not worked.table.swiss or line.seed is None:
        return None
    said = explain_adjusted(worked.table, line.seed, _naming(found))
    return _value("worth", "", _("Adjusted score: what this entry is worth to its opponents"), said)


def _naming(found: StageStandings) -> NameOf:
    """Return what people are called, by seed."""

    def name_of(seed: int) -> str:
        line = found.by_seed.get(seed)
        return line.name if line else "–"

    return name_of


def _value(code: str, short: str, name: str, said: Explanation) -> Value:
    """Return an explanation in the language of whoever reads it."""
    steps = tuple(
        StepLine(step.round, words.say(step.text), words.say(step.amount), step.counts) for step in said.steps
    )
    return Value(code, short, name, words.say(said.value), steps, tuple(words.say(one) for one in said.remarks))


def _of_table(
    found: StageStandings, worked: Worked, line: Line, boards: Mapping[int, Pairing], link: str
) -> Iterator[RoundLine]:
    """Yield the rounds as the cross table has them."""
    cells: Sequence[Cell] = next((each.cells for each in worked.table.competitors if each.number == line.seed), ())
    totals = accumulate(cell.points for cell in cells)
    for number, (cell, total) in enumerate(zip(cells, totals, strict=True), start=1):
        pairing = boards.get(number)
        other = found.by_seed.get(cell.opponent or 0)
        shown = square(cell, "", other.name if other else "–", total)
        result = result_of(pairing) if pairing else None
        yield RoundLine(
            round=str(number),
            opponent=other.name if other else shown.say,
            opponent_url=entry_url(found.stage, other.entry_id) + link if other and other.entry_id else "",
            seat=_seat(cell.seat),
            result=shown.result,
            note=words.result_note(result) if result and other else "",
            match_url=match_url(last_game(pairing)) if pairing else "",
            total=shown.total,
            counts=number <= found.after,
        )


def _seat(seat: int | None) -> str:
    """Return which seat somebody had."""
    if seat is None:
        return ""
    return _("second seat") if seat else _("first seat")


def _of_board(pairing: Pairing, entry_id: str, found: StageStandings, link: str) -> RoundLine:
    """Return one board of a tree, seen from an entry."""
    side = 0 if pairing.entry_0_id == entry_id else 1
    other, result = pairing.entries[1 - side], result_of(pairing)
    scores = words.scores(result) if result else ("", "")
    return RoundLine(
        round=words.round_name(pairing.round),
        opponent=other.name if other else _("bye") if result else "",
        opponent_url=entry_url(found.stage, other.pk) + link if other else "",
        seat="",
        result=" : ".join(scores if side == 0 else reversed(scores)) if scores[0] else "",
        note=words.result_note(result) if result and other else words.pairing_state(pairing),
        match_url=match_url(last_game(pairing)),
    )
