"""Checks of what viewers learn: nothing that is hidden from them, and all that is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gameengine.core.abilities import Hides
from gameengine.core.game import Event
from gameengine.core.types import Viewer
from gameengine.kit.node import Node, tried

_NOT_THERE = object()
_ACTIONS_COMPARED = 10


def redealt_looks_the_same(node: Node) -> Iterator[str]:
    """If all that is hidden from a viewer were otherwise, view, picture and list of actions would be the same."""
    for viewer in node.viewers:
        other = node.game.redeal(node.state, viewer, node.random)
        yield from (f"viewer {viewer}: {what}" for what in _told_apart(node, other, viewer))


def actions_tell_the_same(node: Node) -> Iterator[str]:
    """Refusals, events and automatic actions depend on nothing hidden, unless the viewer's view tells it too.

    What is played for an absent seat may depend on what that seat sees.
    """
    for viewer in node.viewers:
        other = node.game.redeal(node.state, viewer, node.random)
        yield from (f"viewer {viewer}: {what}" for what in _refusals_differ(node, other, viewer))
        yield from (f"viewer {viewer}: {what}" for what in _events_differ(node, other, viewer))
    for seat in node.to_act.seats:
        other = node.game.redeal(node.state, seat, node.random)
        if node.game.automatic_actions(other, seat) != node.game.automatic_actions(node.state, seat):
            yield f"the automatic actions of seat {seat} depend on what is hidden"


def everybody_sees_the_rest(node: Node) -> Iterator[str]:
    """What the game does not hide from a viewer is in the view as it is in the state; what it hides is not."""
    whole = dict(leaves(node.game.state_json(node.state)))
    masks = getattr(node.game, "masks", ("?",))
    for viewer in node.viewers:
        seen = dict(leaves(node.game.view(node.state, viewer, over=node.over)))
        hidden = _hidden_paths(node, viewer)
        for path in hidden - set(whole):
            yield f"viewer {viewer}: {path} is hidden and not in the state"
        for path, value in whole.items():
            shown = seen.get(path, _NOT_THERE)
            if path in hidden and shown is not _NOT_THERE and shown not in masks:
                yield f"viewer {viewer} sees {path}, which is hidden"
            if path not in hidden and shown != value:
                yield f"viewer {viewer} does not see {path}, which is not hidden"


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every dotted path of a JSON value with what lies there; an empty map or list is a leaf.

    >>> list(leaves({"a": [1, {}], "b": "x"}))
    [('a.0', 1), ('a.1', {}), ('b', 'x')]
    """
    inner: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(value, Mapping):
        inner = iter(value.items())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        inner = enumerate(value)
    if not value or isinstance(value, str | int):
        yield path, value
    for key, part in inner:
        name = f"[{key}]" if isinstance(key, str) and ("." in key or ":" in key) else str(key)
        yield from leaves(part, f"{path}.{name}" if path else name)


def _hidden_paths(node: Node, viewer: Viewer) -> frozenset[str]:
    if not isinstance(node.game, Hides):
        return frozenset()
    return node.game.hidden_paths(node.state, viewer, over=node.over)


def _told_apart(node: Node, other: Any, viewer: Viewer) -> Iterator[str]:
    game = node.game
    view, other_view = (game.view(state, viewer, over=False) for state in (node.state, other))
    if view != other_view:
        yield "the view shows something hidden"
    if game.board(view, viewer) != game.board(other_view, viewer):
        yield "the picture shows something hidden"
    if game.to_act(other) != node.to_act:
        yield "who must act depends on what is hidden"
    if (game.quiet(other), game.outcome(other)) != (game.quiet(node.state), game.outcome(node.state)):
        yield "the quiet counter or the end depends on what is hidden"
    if viewer is not None and game.legal_actions(other, viewer) != node.legal[viewer]:
        yield "the list of actions depends on what is hidden"


def _refusals_differ(node: Node, other: Any, viewer: Viewer) -> Iterator[str]:
    if viewer is None:
        return
    for text in node.wrong:
        one, two = tried(node.game, node.state, viewer, text), tried(node.game, other, viewer, text)
        if isinstance(one, str) != isinstance(two, str) or (isinstance(one, str) and one != two):
            yield f"{text!r} is answered with {one if isinstance(one, str) else 'yes'} or {two}, by what is hidden"


def _events_differ(node: Node, other: Any, viewer: Viewer) -> Iterator[str]:
    """Where an action leads to the same view, its events must be the same too."""
    game = node.game
    for seat in node.to_act.seats:
        for text in _some(node.legal[seat], node):
            one, two = tried(game, node.state, seat, text), tried(game, other, seat, text)
            if isinstance(one, str) or isinstance(two, str):
                continue
            # Views cost much more than events, and are needed only where the events differ.
            if told(one.events, viewer) != told(two.events, viewer) and _same_view(node, viewer, one.state, two.state):
                yield f"the events of {text!r} tell something hidden"


def _some(texts: tuple[str, ...], node: Node) -> list[str]:
    """Return a few of many actions, other ones each time: a view costs much, and a fault shows again and again."""
    chosen = node.random.permutation(len(texts))[:_ACTIONS_COMPARED]
    return [texts[place] for place in sorted(chosen)]


def _same_view(node: Node, viewer: Viewer, one: Any, two: Any) -> bool:
    return node.game.view(one, viewer, over=False) == node.game.view(two, viewer, over=False)


def told(events: Sequence[Event], viewer: Viewer) -> list[dict[str, Any]]:
    """Return what a viewer is told of some events."""
    return [
        {"type": event.type, **event.public, **(event.private.get(viewer, {}) if viewer is not None else {})}
        for event in events
        if not event.hidden or viewer in event.private
    ]
