"""Pairing lists and knockout trees as values for `_pairing.html`, `_tie.html` and `_bracket.html`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.formats.double_elimination import DOUBLE_ELIMINATION, RESET
from tournaments.formats.knockout import THIRD
from tournaments.models import Entry, Pairing, PairingMatch, Result, Round
from tournaments.pages import words
from tournaments.selectors.pairings import StagePairings

Own = frozenset[str]
"""The entries of whoever looks."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pairing."""

    name: str
    seed: int | None = None
    score: str = ""
    won: bool = False
    lost: bool = False
    open: bool = False
    own: bool = False
    url: str = ""
    entry_id: str = ""
    roster: str = ""


@dataclass(frozen=True, slots=True)
class Tie:
    """A pairing in a knockout tree."""

    id: str
    board: int
    sides: tuple[Side, Side]
    url: str = ""
    bye: bool = False
    live: bool = False
    state: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One round of the tree."""

    title: str
    ties: tuple[Tie, ...]
    number: int = 0
    live: bool = False
    level: bool = False
    """Whether the next round has as many ties, so that each leads straight on."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A knockout tree with, if there is one, the pairing for third place.

    In a double elimination `rounds` are those of the upper bracket; then come the lower one and the grand final.
    """

    rounds: tuple[Column, ...]
    extra: Mapping[str, Any] | None = None
    lower: tuple[Column, ...] = ()
    final: tuple[Column, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """Return every round."""
        return (*self.rounds, *self.lower, *self.final)

    def cut_to(self, most: int) -> Tree:
        """Return the tree without the first rounds that have more ties than this."""
        kept = (tuple(one for one in part if len(one.ties) <= most) for part in (self.rounds, self.lower))
        rounds, lower = kept
        return replace(self, rounds=rounds, lower=lower)


@dataclass(frozen=True, slots=True)
class Row:
    """A pairing in a list. `left` and `right` have the seed in brackets as `score`, then the points so far if known."""

    id: str
    board: int
    left: Side
    right: Side
    result: str
    note: str
    url: str
    state: str
    live: bool
    mark: str
    say: str = ""
    games: tuple[Game, ...] = ()
    why: tuple[str, ...] = ()
    provisional: str = ""
    corrected: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a list shows beside the names: points before the round by entry, and why by key of the pairing.

    With the `slug` of the tournament names lead to the pages of the entries. `provisional` tells by the id of a board
    why its result may still change.
    """

    points: Mapping[str, str] = field(default_factory=dict)
    why: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    slug: str = ""
    provisional: Mapping[str, str] = field(default_factory=dict)


NOTHING_BESIDE = Beside()


@dataclass(frozen=True, slots=True)
class Game:
    """One match of a pairing."""

    number: int
    url: str
    score: str


@dataclass(frozen=True, slots=True)
class Absence:
    """An entry without an opponent in a round, and why."""

    name: str
    seed: int | None
    reason: str
    own: bool
    why: tuple[str, ...] = ()


def match_url(game: PairingMatch | None) -> str:
    """Return the address of a match's page; nothing without a match."""
    return reverse("match", args=[game.match_id]) if game else ""


def last_game(pairing: Pairing) -> PairingMatch | None:
    """Return the latest match of a pairing that counts. Games must be prefetched."""
    counting = [game for game in pairing.games.all() if game.end != PairingMatch.End.VOID]
    return counting[-1] if counting else None


def result_of(pairing: Pairing) -> Result | None:
    """Return the result of a pairing, if it has one. The result must be selected with it."""
    return getattr(pairing, "result", None)


# sides


def sides(pairing: Pairing, sheet: StagePairings, own: Own) -> tuple[Side, Side]:
    """Return both sides."""
    result = result_of(pairing)
    points = words.scores(result) if result else _points_so_far(pairing)
    return _side(pairing, 0, sheet, own, points[0]), _side(pairing, 1, sheet, own, points[1])


def _side(pairing: Pairing, index: int, sheet: StagePairings, own: Own, score: str) -> Side:
    entry, result = pairing.entries[index], result_of(pairing)
    if entry is None:
        return _empty_side(pairing, index, sheet)
    return Side(
        name=entry.name,
        seed=sheet.seeds.get(entry.pk),
        score=score,
        won=result is not None and result.winner == index and result.kind != Result.Kind.BYE,
        lost=result is not None and result.winner != index,
        own=entry.pk in own,
        entry_id=entry.pk,
        roster=sheet.rosters.get(entry.pk, ""),
    )


def _empty_side(pairing: Pairing, index: int, sheet: StagePairings) -> Side:
    """Return a side at which nobody sits: not known yet, or free for ever."""
    is_open = (pairing.open_0, pairing.open_1)[index]
    if not is_open:
        return Side(name=_("bye") if any(pairing.entries) else "–", open=True)
    if pairing.key == RESET:
        return Side(name=_("if needed"), open=True)
    source = (pairing.source_0, pairing.source_1)[index]
    return Side(name=words.source_text(source, sheet.places), open=True)


def _points_so_far(pairing: Pairing) -> tuple[str, str]:
    """Return the points of the games that are over while a pairing of several games is under way."""
    over = [game for game in pairing.games.all() if game.end not in ("", PairingMatch.End.VOID)]
    if not over:
        return "", ""
    return (
        words.half_points(sum(game.half_points_0 or 0 for game in over)),
        words.half_points(sum(game.half_points_1 or 0 for game in over)),
    )


# trees


def tree(sheet: StagePairings, own: Own) -> Tree:
    """Return the tree as far as it is public to whoever the sheet was read for."""
    if sheet.stage.format == DOUBLE_ELIMINATION.key:
        upper, lower, final = (_columns(sheet, own, part) for part in ("U", "L", "G"))
        return Tree(upper, lower=lower, final=final)
    return Tree(_columns(sheet, own), _extra(sheet, own))


def _columns(sheet: StagePairings, own: Own, part: str = "") -> tuple[Column, ...]:
    """Return the rounds that have ties, in order; of a double elimination those whose kind begins with `part`."""
    made = [_column(round_, sheet, own) for round_ in sheet.rounds if round_.kind.startswith(part)]
    columns = [column for column in made if column.ties]
    following = [*(len(column.ties) for column in columns[1:]), 0]
    return tuple(
        replace(column, level=len(column.ties) == after) for column, after in zip(columns, following, strict=True)
    )


def _column(round_: Round, sheet: StagePairings, own: Own) -> Column:
    pairings = [pairing for pairing in sheet.pairings_of(round_) if pairing.key != THIRD]
    ties = tuple(tie(pairing, sheet, own) for pairing in pairings)
    return Column(words.round_name(round_), ties, round_.number, round_.state == Round.State.RUNNING)


def _extra(sheet: StagePairings, own: Own) -> Mapping[str, Any] | None:
    found = next((pairing for pairing in sheet.all_pairings() if pairing.key == THIRD), None)
    if found is None:
        return None
    return {"title": words.kind_name(sheet.stage, THIRD), "tie": tie(found, sheet, own)}


def tie(pairing: Pairing, sheet: StagePairings, own: Own) -> Tie:
    """Return one pairing of the tree."""
    result, live = result_of(pairing), pairing.state == Pairing.State.RUNNING
    pair = sides(pairing, sheet, own)
    bye = result is not None and result.kind in (Result.Kind.BYE, Result.Kind.EMPTY)
    return Tie(
        id=pairing.pk,
        board=pairing.board,
        sides=pair,
        url=match_url(last_game(pairing)),
        bye=bye or _is_bye(pairing),
        live=live,
        state=_("running") if live else _tie_note(pairing, result),
        mark=_mark(pairing),
    )


def _tie_note(pairing: Pairing, result: Result | None) -> str:
    """Return what is said below a pairing that is not being played."""
    if result is None or result.kind == Result.Kind.BYE:
        return ""
    if result.kind == Result.Kind.EMPTY:
        return _("not needed") if pairing.key == RESET else ""
    return words.result_note(result)


def _is_bye(pairing: Pairing) -> bool:
    """Tell whether one side will stay empty, before the round has begun."""
    return any(entry is None and not is_open for entry, is_open in _seats(pairing))


def _seats(pairing: Pairing) -> Iterable[tuple[Entry | None, bool]]:
    return (pairing.entry_0, pairing.open_0), (pairing.entry_1, pairing.open_1)


def _mark(pairing: Pairing) -> str:
    """Return what changes whenever somebody who looks should notice a change."""
    result = result_of(pairing)
    return f"{pairing.state}{pairing.entry_0_id}{pairing.entry_1_id}{result.revision if result else ''}"


# lists


def rows(pairings: Sequence[Pairing], sheet: StagePairings, own: Own, beside: Beside = NOTHING_BESIDE) -> list[Row]:
    """Return the boards at which somebody plays or will play; byes are told apart."""
    return [row(pairing, sheet, own, beside) for pairing in pairings if not is_free(pairing)]


def is_free(pairing: Pairing) -> bool:
    """Tell whether nobody ever plays at this board: a bye, or a place that stays empty."""
    result = result_of(pairing)
    if result is not None:
        return result.kind in (Result.Kind.BYE, Result.Kind.EMPTY)
    return _is_bye(pairing)


def row(pairing: Pairing, sheet: StagePairings, own: Own, beside: Beside = NOTHING_BESIDE) -> Row:
    """Return one line of a pairing list."""
    result, live = result_of(pairing), pairing.state == Pairing.State.RUNNING
    left, right = sides(pairing, sheet, own)
    score = words.result_text(result) or (f"{left.score} : {right.score}" if left.score else "")
    return Row(
        id=pairing.pk,
        board=pairing.board,
        left=_in_list(left, beside),
        right=_in_list(right, beside),
        result=score,
        note=words.result_note(result) if result else "",
        url=match_url(last_game(pairing)),
        state=(words.result_note(result) if result else words.pairing_state(pairing)),
        live=live,
        mark=_mark(pairing),
        say=_said(pairing, left, right, score) if result else "",
        games=games(pairing),
        why=beside.why.get(pairing.key, ()),
        provisional=beside.provisional.get(pairing.pk, ""),
        corrected=_corrected(result) if result else "",
    )


def _corrected(result: Result) -> str:
    """Return why a result was corrected, if it was and that still holds; few are, so few are asked for."""
    if not result.revision:
        return ""
    last = result.pairing.revisions.filter(undone=False, undoes=None).last()
    return last.reason if last else ""


def _said(pairing: Pairing, left: Side, right: Side, score: str) -> str:
    """Return what is told to who listens when a result comes in."""
    board = _("Board %(number)s") % {"number": pairing.board}
    return f"{board}: {left.name} – {right.name} {score}"


def _in_list(side: Side, beside: Beside) -> Side:
    """Return a side as a list has it: the seed in brackets behind the name, then the points."""
    shown = " · ".join(filter(None, (f"({side.seed})" if side.seed else "", beside.points.get(side.entry_id, ""))))
    url = reverse("tournament-entry", args=[beside.slug, side.entry_id]) if beside.slug and side.entry_id else ""
    return replace(side, score=shown, url=url)


def games(pairing: Pairing) -> tuple[Game, ...]:
    """Return every match of a pairing of several, in order; nothing for a pairing of one."""
    played = list(pairing.games.all())
    return tuple(_game(game) for game in played) if len(played) > 1 else ()


def _game(game: PairingMatch) -> Game:
    score = ""
    if game.end and game.half_points_0 is not None and game.half_points_1 is not None:
        score = f"{words.half_points(game.half_points_0)} : {words.half_points(game.half_points_1)}"
    return Game(game.number, match_url(game), score)


def absences(pairings: Sequence[Pairing], sheet: StagePairings, own: Own) -> list[Absence]:
    """Return who has no opponent in a round, with the reason in words."""
    free = [pairing for pairing in pairings if is_free(pairing)]
    alone = [(entry, pairing) for pairing in free for entry in pairing.entries if entry is not None]
    return [
        Absence(entry.name, sheet.seeds.get(entry.pk), _("bye: goes on without a match"), entry.pk in own)
        for entry, _pairing in alone
    ]
