"""Checks of the picture: it can be drawn, read out, and played on."""

from __future__ import annotations

from collections.abc import Iterator, Set

from gameengine.board.offers import Offer
from gameengine.board.view import BoardView, Element, Pick
from gameengine.core.abilities import Offers
from gameengine.kit.node import Node


def picture_is_sound(node: Node) -> Iterator[str]:
    """Every viewer's picture has unique ids, and a spoken name for everything that can be picked."""
    for viewer in node.viewers:
        board = node.game.board(node.game.view(node.state, viewer, over=node.over), viewer)
        elements = _elements(board)
        ids = [element.id for element in elements]
        if len(set(ids)) != len(ids):
            yield f"viewer {viewer}: an element id is there twice"
        for element in elements:
            if element.row is not None and element.title is None:
                yield f"viewer {viewer}: {element.id} can be picked and has no title"


def actions_can_be_picked(node: Node) -> Iterator[str]:
    """Every legal action is a sequence of picks that exist, and no sequence is another action's or its beginning."""
    for seat in node.to_act.seats:
        view = node.game.view(node.state, seat, over=False)
        board = node.game.board(view, seat)
        sequences = {text: node.game.picks(view, text) for text in node.legal[seat]}
        places = {element.id for element in _elements(board) if element.row is not None}
        for text, picks in sequences.items():
            yield from (f"{text!r}: {what}" for what in _unplayable(picks, places))
        if isinstance(node.game, Offers) and not _same(sequences, node.game.offers(node.state, seat)):
            yield f"what seat {seat} is offered are not its actions, or not their picks"
        yield from _ambiguous(sequences)


def _same(sequences: dict[str, tuple[Pick, ...]], offers: tuple[Offer, ...]) -> bool:
    offered = [action for offer in offers for action in offer.actions()]
    return len(offered) == len(sequences) == sum(map(len, offers)) and dict(offered) == sequences


def _unplayable(picks: tuple[Pick, ...], places: Set[str]) -> Iterator[str]:
    if not picks:
        yield "there is nothing to pick"
    for pick in picks:
        if pick.element and pick.element not in places:
            yield f"{pick.element} is no element that can be picked"
        if not pick.element and not (pick.choice and pick.label):
            yield "a choice has no name or no label"


def _elements(board: BoardView) -> tuple[Element, ...]:
    """Return what lies on the board and in the trays."""
    return (*board.elements, *(item for tray in board.trays for item in tray.items))


def _ambiguous(sequences: dict[str, tuple[Pick, ...]]) -> Iterator[str]:
    steps = {text: tuple((pick.element, pick.choice) for pick in picks) for text, picks in sequences.items()}
    beginnings = {sequence[:length] for sequence in steps.values() for length in range(len(sequence))}
    whole: dict[tuple[tuple[str, str], ...], str] = {}
    for text, sequence in steps.items():
        if sequence in whole:
            yield f"{text!r} and {whole[sequence]!r} are picked in the same way"
        if sequence in beginnings:
            yield f"{text!r} is picked before another action is complete"
        whole[sequence] = text
