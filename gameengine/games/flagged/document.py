"""The state in its documented JSON form, for the server and masked for viewers (rule page, section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from gameengine.board.same import Same
from gameengine.core.random import Random
from gameengine.core.types import Json, JsonObject, Seat, Viewer
from gameengine.games.flagged.content import RULES_VERSION
from gameengine.games.flagged.geometry import FIGURE, FIGURES, OFF_BOARD, SLOT, SLOTS, SQUARE, SQUARES, members
from gameengine.games.flagged.notation import MASK
from gameengine.games.flagged.state import NOBODY, Marker, Played, State, Status, variant_of


def state_json(state: State) -> dict[str, Json]:
    """Return the whole state; autopilot, clock and result are the table's to add.

    Beside the documented keys it has `options`, so that a viewer (a bot, for one) knows the rules in force, and for
    each seat `deck_cards`: how many of which card are left in the deck, which its owner may work out anyway.
    """
    return _document(state, (True, True), decks=True)


def view(state: State, viewer: Viewer, *, over: bool) -> dict[str, Json]:
    """Return what a viewer may know (5): the own hand, no deck, no cost card of another; all once the match is over."""
    return dict(_view(Same(state), viewer, over))


# Several viewers look at a position, one after the other. Nobody may write in what is inside.
@lru_cache(maxsize=32)
def _view(state: Same[State], viewer: Viewer, over: bool) -> Mapping[str, Json]:
    return _document(state.it, (over or viewer == 0, over or viewer == 1), decks=over)


def _document(state: State, known: tuple[bool, bool], *, decks: bool) -> dict[str, Json]:
    return {
        "rules_version": RULES_VERSION,
        "options": state.options,
        "heroes": list(state.heroes),
        "phase": state.phase,
        "to_move": None if state.actor == NOBODY else state.actor,
        "turn": state.turn,
        "turn_no": state.turn_no,
        "quiet": state.quiet,
        "progress": state.progress,
        "figures": {FIGURES[figure]: SQUARES[at] for figure, at in enumerate(state.figures) if at != OFF_BOARD},
        "walls": [SLOTS[slot] for slot in members(state.walls)],
        "allow": {
            "steps": state.steps,
            "cards": state.plays,
            "walls": state.wall_plays,
            "diagonal": state.diagonal,
            "clone_captures": state.clone_captures,
        },
        "players": [_player(state, seat, known[seat], decks) for seat in (0, 1)],
        "markers": [
            {"kind": marker.kind, "square": SQUARES[marker.square], "radius": marker.radius, "until": marker.until}
            for marker in state.markers
        ],
        "statuses": [status._asdict() for status in state.statuses],
        "chain": [_played(played, known[played.by]) for played in state.chain],
        "triggers": list(state.triggers),
        "live": list(state.live),
        "todo": list(state.todo),
    }


def _player(state: State, seat: Seat, known: bool, decks: bool) -> dict[str, Json]:
    hand, deck = state.hands[seat], state.decks[seat]
    return {
        "hero": state.heroes[seat],
        "reserve": state.reserves[seat],
        "points": state.points[seat],
        "captures": state.captures[seat],
        "skips": state.skips[seat],
        "ability_used": state.used[seat],
        "has_flag": state.carries[seat],
        "hand": list(hand) if known else MASK,
        "hand_size": len(hand),
        "deck": list(deck) if decks else MASK,
        "deck_size": len(deck),
        "deck_cards": dict(sorted(Counter(deck).items())) if known else MASK,
        "discard": list(state.discards[seat]),
    }


def _played(played: Played, known: bool) -> dict[str, Json]:
    return {
        "by": played.by,
        "card": played.card,
        "args": [played.args] if played.args else [],
        "cost": list(played.cost) if known else MASK,
        "cost_size": len(played.cost),
        "negated": played.negated,
    }


def hidden_paths(state: State, viewer: Viewer, *, over: bool) -> frozenset[str]:
    """Return the paths of the state that are masked in a viewer's view (5)."""
    if over:
        return frozenset()
    paths = {path for seat in (0, 1) for path in _below(f"players.{seat}.deck", range(len(state.decks[seat])))}
    for seat in {0, 1} - {viewer}:
        paths |= _below(f"players.{seat}.hand", range(len(state.hands[seat])))
        paths |= _below(f"players.{seat}.deck_cards", set(state.decks[seat]))
    for place, played in enumerate(state.chain):
        if played.by != viewer:
            paths |= _below(f"chain.{place}.cost", range(len(played.cost)))
    return frozenset(paths)


def _below(path: str, parts: Any) -> set[str]:
    return {f"{path}.{part}" for part in parts} or {path}


def redeal(state: State, viewer: Viewer, random: Random) -> State:
    """Return the state with everything that is hidden from a viewer mixed: a hand with its deck and face-down cost."""
    for seat in (0, 1):
        state = _shuffled_deck(state, seat, random) if seat == viewer else _mixed(state, seat, random)
    return state


def _shuffled_deck(state: State, seat: Seat, random: Random) -> State:
    decks = list(state.decks)
    decks[seat] = _permuted(decks[seat], random)
    return replace(state, decks=tuple(decks))


def _mixed(state: State, seat: Seat, random: Random) -> State:
    costs = [card for played in state.chain if played.by == seat for card in played.cost]
    mixed = list(_permuted([*state.hands[seat], *state.decks[seat], *costs], random))
    hands, decks, chain = list(state.hands), list(state.decks), list(state.chain)
    hands[seat] = tuple(mixed.pop() for _ in hands[seat])
    decks[seat] = tuple(mixed.pop() for _ in decks[seat])
    for place, played in enumerate(chain):
        if played.by == seat:
            chain[place] = played._replace(cost=tuple(mixed.pop() for _ in played.cost))
    return replace(state, hands=tuple(hands), decks=tuple(decks), chain=tuple(chain))


def _permuted(cards: Sequence[str], random: Random) -> tuple[str, ...]:
    return tuple(cards[place] for place in random.permutation(len(cards)))


def restored(view: JsonObject, hands: Sequence[Sequence[str]], decks: Sequence[Sequence[str]]) -> State:
    """Return the position that a view shows, with hands and decks as somebody imagines them.

    Face-down cost cards are taken for unknown ones of no kind: they are filled by the caller, or stay empty.
    """
    v: Any = view
    players, allow = v["players"], v["allow"]
    figures = [OFF_BOARD] * len(FIGURES)
    for name, square in v["figures"].items():
        figures[FIGURE[name]] = SQUARE[square]
    return State(
        options=v["options"],
        variant=variant_of(v["options"]),
        heroes=(v["heroes"][0], v["heroes"][1]),
        turn_no=v["turn_no"],
        turn=v["turn"],
        phase=v["phase"],
        actor=NOBODY if v["to_move"] is None else v["to_move"],
        figures=tuple(figures),
        walls=sum(1 << SLOT[slot] for slot in v["walls"]),
        reserves=_each(players, "reserve"),
        steps=allow["steps"],
        plays=allow["cards"],
        wall_plays=allow["walls"],
        diagonal=allow["diagonal"],
        clone_captures=allow["clone_captures"],
        points=_each(players, "points"),
        captures=_each(players, "captures"),
        skips=_each(players, "skips"),
        used=_each(players, "ability_used"),
        carries=_each(players, "has_flag"),
        hands=tuple(map(tuple, hands)),
        decks=tuple(map(tuple, decks)),
        discards=tuple(tuple(player["discard"]) for player in players),
        markers=tuple(
            Marker(marker["kind"], SQUARE[marker["square"]], marker["radius"], marker["until"])
            for marker in v["markers"]
        ),
        statuses=tuple(Status(status["kind"], status["target"], status["until"]) for status in v["statuses"]),
        chain=tuple(
            Played(
                played["by"],
                played["card"],
                "".join(played["args"]),
                () if played["cost"] == MASK else tuple(played["cost"]),
                played["negated"],
            )
            for played in v["chain"]
        ),
        triggers=tuple(v["triggers"]),
        live=tuple(v["live"]),
        todo=tuple(v["todo"]),
        quiet=v["quiet"],
        progress=v["progress"],
        result="",
    )


def _each(players: Sequence[Any], key: str) -> tuple[Any, ...]:
    return tuple(player[key] for player in players)
