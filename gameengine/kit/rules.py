"""Checks of the rules at one node: actions, refusals, purity, texts."""

from __future__ import annotations

from collections.abc import Iterator

from gameengine.core.abilities import HasInvariants, Mirrors
from gameengine.core.errors import TABLE_REFUSALS
from gameengine.core.game import Step
from gameengine.kit.node import Node, tried
from gameengine.table import dump, load, view


def stored(node: Node) -> Iterator[str]:
    """`load(dump(table))` is the same table."""
    text = dump(node.table)
    again = load(text)
    if again != node.table:
        yield "load(dump(table)) is another table"
    if dump(again) != text:
        yield "a dump that was loaded is dumped differently"


def stored_looks_the_same(node: Node) -> Iterator[str]:
    """A table that was stored shows every viewer the same, and allows the same."""
    again = load(dump(node.table))
    for seat, texts in node.legal.items():
        if node.game.legal_actions(again.state, seat) != texts:
            yield f"seat {seat} has other actions after loading"
    for viewer in node.viewers:
        if view(again, viewer) != view(node.table, viewer):
            yield f"viewer {viewer} sees another view after loading"


def somebody_can_act(node: Node) -> Iterator[str]:
    """Until the end somebody must act and can; at a node no chance is due."""
    if node.to_act.chance is not None:
        yield f"chance {node.to_act.chance.stream} is due where a seat should act"
    if not node.to_act.seats:
        yield "nobody must act and the game is not over"
    for seat in node.to_act.seats:
        if not node.legal[seat]:
            yield f"seat {seat} must act and has no action"


def clock_runs_for_who_must_act(node: Node) -> Iterator[str]:
    """The clock that runs is that of the seat that is asked first; where the game lets none run, none does."""
    running, to_act = node.table.clock.running, node.to_act
    if running != to_act.clock:
        yield f"the clock of seat {running} runs, the game names {to_act.clock}"
    if to_act.clock is not None and to_act.seats[:1] != (to_act.clock,):
        yield f"the game names the clock of seat {to_act.clock} and asks {to_act.seats}"


def listed_are_accepted(node: Node) -> Iterator[str]:
    """Every listed action is accepted, once, and leaves the state as it was."""
    before = node.game.write(node.state)
    for seat, texts in node.legal.items():
        if len(set(texts)) != len(texts):
            yield f"the list of seat {seat} names an action twice"
        for text in texts:
            step = tried(node.game, node.state, seat, text)
            if isinstance(step, str):
                yield f"{text!r} of seat {seat} is listed and refused with {step}"
    yield from _unchanged(node, before, "a listed action")


def wrong_are_refused(node: Node) -> Iterator[str]:
    """What is not listed is refused with a known code and changes nothing; other spellings of listed ones may pass."""
    before = node.game.write(node.state)
    for seat in range(node.table.seats):
        for text in node.wrong:
            step = tried(node.game, node.state, seat, text)
            if isinstance(step, str):
                yield from _code_is_known(node, step)
            elif not _is_other_spelling(node, seat, step):
                yield f"{text!r} of seat {seat} is not listed and accepted"
    yield from _unchanged(node, before, "a refused action")


def others_must_wait(node: Node) -> Iterator[str]:
    """A seat that is not asked cannot play the actions of one that is."""
    for seat in range(node.table.seats):
        if seat in node.to_act.seats:
            continue
        if node.legal[seat]:
            yield f"seat {seat} is not asked and has actions"
        for text in node.legal[node.to_act.seats[0]][:5]:
            if not isinstance(tried(node.game, node.state, seat, text), str):
                yield f"{text!r} is accepted from seat {seat}, which is not asked"


def automatic_are_legal(node: Node) -> Iterator[str]:
    """For every seat that is asked there are automatic actions, all legal."""
    for seat in node.to_act.seats:
        automatic = node.game.automatic_actions(node.state, seat)
        if not automatic:
            yield f"seat {seat} has no automatic action"
        for text in automatic:
            if text not in node.legal[seat]:
                yield f"{text!r} is an automatic action of seat {seat} and not legal"


def invariants_hold(node: Node) -> Iterator[str]:
    """What the game's page says to hold always does hold."""
    if isinstance(node.game, HasInvariants):
        yield from node.game.broken(node.state, node.events)


def seats_are_mirrored(node: Node) -> Iterator[str]:
    """With the seats exchanged the other seat has the same actions, with mirrored results."""
    game = node.game
    if not game.symmetric_seats or not isinstance(game, Mirrors):
        return
    mirrored = game.mirrored(node.state)
    for seat in node.to_act.seats:
        other = game.legal_actions(mirrored, 1 - seat)
        if {game.mirrored_action(text) for text in node.legal[seat]} != set(other):
            yield f"seat {seat} and its mirror image have different actions"
            return
        for text in node.legal[seat][:8]:
            one = game.apply(node.state, seat, text).state
            image = game.apply(mirrored, 1 - seat, game.mirrored_action(text)).state
            if game.write(game.mirrored(one)) != game.write(image):
                yield f"{text!r} gives another result in the mirror"


def _unchanged(node: Node, before: str, what: str) -> Iterator[str]:
    if node.game.write(node.state) != before:
        yield f"{what} has changed the state that it was applied to"


def _code_is_known(node: Node, code: str) -> Iterator[str]:
    if code not in node.game.refusals and code not in TABLE_REFUSALS:
        yield f"code {code} has no words"


def _is_other_spelling(node: Node, seat: int, step: Step[object]) -> bool:
    text = node.game.write(step.state)
    return any(node.game.write(node.game.apply(node.state, seat, listed).state) == text for listed in node.legal[seat])
