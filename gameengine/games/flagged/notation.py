"""Text forms: actions, the position line and lines of the game record (rule page, sections 3 and 4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from gameengine.core.errors import Refusal
from gameengine.core.types import JsonObject
from gameengine.games.flagged.content import Content
from gameengine.games.flagged.geometry import (
    FIGURE,
    FIGURES,
    OFF_BOARD,
    SLOT,
    SLOTS,
    SQUARE,
    SQUARES,
    members,
)
from gameengine.games.flagged.state import (
    DISCARD,
    MAIN,
    NOBODY,
    OVER,
    REACT,
    REBIRTH,
    SETUP,
    SHUFFLE,
    Marker,
    Played,
    State,
    Status,
    variant_of,
)
from gameengine.games.flagged.walls import is_connected

MASK: Final = "?"


class Action(NamedTuple):
    """A parsed action: its word, what it names, and the cost cards."""

    word: str
    what: str = ""
    target: str = ""
    cost: tuple[str, ...] = ()


_ID: Final = "[a-z][a-z0-9_]{0,39}"
_SQUARE: Final = "[A-H][1-8]"
_SLOT: Final = f"{_SQUARE}[NE]"
_FIGURE: Final = "[HCB][01]"
_TARGET: Final = rf"{_SQUARE}(?:\+{_SQUARE})?|{_SLOT}(?:>{_SLOT})?|{_FIGURE}(?:>{_SQUARE})?"  # the forms of section 3
_MOVE: Final = re.compile(rf"move ({_FIGURE}) ([A-Z][0-9])-([A-Z][0-9])")
_CARD: Final = re.compile(rf"(card|counter) ({_ID})(?: ({_TARGET}))?(?: cost ({_ID}(?: {_ID})*))?")
_REBIRTH: Final = re.compile(rf"rebirth ({_SQUARE})(?: ({_SQUARE}))?")
_WALL: Final = re.compile(rf"wall ({_SLOT})")
_DISCARD: Final = re.compile(rf"discard ({_ID})")
_BARE: Final = {word: Action(word) for word in ("pass", "ability", "end")}


def parse(text: str) -> Action:
    """Return the action of a text. Raises Refusal BAD_FORMAT.

    >>> parse("card breach D4N cost scout")
    Action(word='card', what='breach', target='D4N', cost=('scout',))
    """
    if text in _BARE:
        return _BARE[text]
    word = text.partition(" ")[0]
    reader = _READERS.get(word)
    found = reader and reader(text)
    if not found:
        raise Refusal("BAD_FORMAT", text)
    return found


def _read_move(text: str) -> Action | None:
    found = _MOVE.fullmatch(text)
    return Action("move", found[1], f"{found[2]}-{found[3]}") if found else None


def _read_card(text: str) -> Action | None:
    found = _CARD.fullmatch(text)
    if not found:
        return None
    cost = tuple(found[4].split(" ")) if found[4] else ()
    # There is one text for an action: the cost cards stand in alphabetical order (3).
    return Action(found[1], found[2], found[3] or "", cost) if list(cost) == sorted(cost) else None


def _read_rebirth(text: str) -> Action | None:
    found = _REBIRTH.fullmatch(text)
    return Action("rebirth", found[1], found[2] or "") if found else None


def _read_wall(text: str) -> Action | None:
    found = _WALL.fullmatch(text)
    return Action("wall", found[1]) if found else None


def _read_discard(text: str) -> Action | None:
    found = _DISCARD.fullmatch(text)
    return Action("discard", found[1]) if found else None


_READERS: Final[dict[str, Callable[[str], Action | None]]] = {
    "move": _read_move,
    "wall": _read_wall,
    "card": _read_card,
    "counter": _read_card,
    "discard": _read_discard,
    "rebirth": _read_rebirth,
}


def card_action(word: str, card: str, target: str, cost: Sequence[str]) -> str:
    """Return the text of playing a card."""
    text = f"{word} {card} {target}" if target else f"{word} {card}"
    return f"{text} cost {' '.join(cost)}" if cost else text


def public_text(text: str) -> str:
    """Return an action as everybody may see it: the cost cards lie face down (9.1).

    >>> public_text("card stasis cost scout sprint")
    'card stasis cost ? ?'
    """
    before, word, cost = text.partition(" cost ")
    return f"{before}{word}{' '.join(MASK for _ in cost.split(' '))}" if word else text


_SHAPES: Final[dict[str, tuple[tuple[str, ...], Callable[[Any], str]]]] = {
    "move": (("figure", "from", "to"), lambda d: f"move {d['figure']} {d['from']}-{d['to']}"),
    "wall": (("wall",), lambda d: f"wall {d['wall']}"),
    "card": (("card",), lambda d: card_action("card", d["card"], d.get("target", ""), d.get("cost", ()))),
    "counter": (("card",), lambda d: card_action("counter", d["card"], d.get("target", ""), d.get("cost", ()))),
    "discard": (("card",), lambda d: f"discard {d['card']}"),
    "rebirth": (("square",), lambda d: f"rebirth {d['square']} {d.get('clone', '')}".rstrip()),
    **{word: ((), lambda d: str(d["type"])) for word in _BARE},
}
_MAY: Final = {"card": {"target", "cost"}, "counter": {"target", "cost"}, "rebirth": {"clone"}}
_OF_THE_TABLE: Final = {"resume", "resign", "leave"}


def action_text(data: JsonObject) -> str:
    """Return the text of an action in JSON form. Raises Refusal BAD_FORMAT.

    >>> action_text({"type": "card", "card": "breach", "target": "D4N", "cost": ["scout"]})
    'card breach D4N cost scout'
    """
    word = data.get("type")
    if isinstance(word, str) and word in _OF_THE_TABLE and len(data) == 1:
        return word
    needed, shape = _SHAPES.get(word if isinstance(word, str) else "", ((), None))
    keys = set(data) - {"type"}
    if shape is None or not set(needed) <= keys or not keys <= {*needed, *_MAY.get(str(word), ())}:
        raise Refusal("BAD_FORMAT", str(data)[:120])
    cost = data.get("cost", ())
    texts = [value for key, value in data.items() if key != "cost"]
    if not all(isinstance(value, str) for value in texts) or not isinstance(cost, list | tuple):
        raise Refusal("BAD_FORMAT", str(data)[:120])
    text = shape({**data, "cost": sorted(map(str, cost))})
    parse(text)
    return text


# The position text


def write(state: State) -> str:
    """Return the position text (4)."""
    s = state
    allowance = (s.steps, s.plays, s.wall_plays, s.diagonal)
    tokens = (
        "fl1",
        f"T={s.turn_no}.{s.turn}",
        f"P={s.phase}" + ("" if s.actor == NOBODY else f".{s.actor}"),
        f"Z={s.heroes[0]}/{s.heroes[1]}",
        f"F={_listed(f'{FIGURES[f]}@{SQUARES[at]}' for f, at in enumerate(s.figures) if at != OFF_BOARD)}",
        f"W={_listed(SLOTS[slot] for slot in members(s.walls))}",
        f"R={_pair(s.reserves)}",
        f"A={'.'.join(map(str, allowance))}.{'c' if s.clone_captures else '-'}",
        f"V={_pair(s.points)}",
        f"K={_pair(s.captures)}",
        f"X={_pair(s.skips)}",
        f"U={_pair(map(int, s.used))}",
        f"G={''.join(str(seat) for seat in (0, 1) if s.carries[seat]) or '-'}",
        f"H={_pair(map(_listed, s.hands))}",
        f"D={_pair(map(_listed, s.decks))}",
        f"J={_pair(map(_listed, s.discards))}",
        f"M={_listed(f'{m.kind}:{SQUARES[m.square]}:{m.radius}:{m.until}' for m in s.markers)}",
        f"E={_listed(':'.join(status) for status in s.statuses)}",
        f"C={';'.join(map(_write_played, s.chain)) or '-'}",
        f"B={_listed(s.triggers)}",
        f"L={_listed(s.live)}",
        f"Y={_listed(s.todo)}",
        f"Q={s.quiet}{'+' if s.progress else ''}",
        f"O={s.result or '-'}",
    )
    return " ".join(tokens)


def _listed(parts: Iterable[str]) -> str:
    return ",".join(parts) or "-"


def _pair(parts: Iterable[object]) -> str:
    return "/".join(map(str, parts))


def _write_played(played: Played) -> str:
    cost = f"~{'+'.join(played.cost)}" if played.cost else ""
    return f"{played.by}:{played.card}({played.args}){cost}{'!' if played.negated else ''}"


_NUMBER: Final = "(?:0|[1-9][0-9]{0,5})"
_IDS: Final = f"-|{_ID}(?:,{_ID})*"
_PAIR: Final = f"{_NUMBER}/{_NUMBER}"
_TRIGGER: Final = rf"hero|(?:adj|own):{_FIGURE}"
_TODO: Final = "end|rebirth|(?:draw|disc|shuffle):[01]"
_PLAYED: Final = rf"[01]:{_ID}\((?:{_TARGET})?\)(?:~{_ID}(?:\+{_ID})*)?!?"
_MARKER: Final = rf"(?:smoke|ward|pillar):{_SQUARE}:[0-7]:S[01]"
_STATUS: Final = rf"(?:root:{_FIGURE}|(?:shield|silence):[01]):[SE][01]"


def _list_of(item: str) -> str:
    return f"-|(?:{item})(?:,(?:{item}))*"


_POSITION: Final = re.compile(
    " ".join(
        (
            "fl1",
            rf"T=(?P<turn_no>{_NUMBER})\.(?P<turn>[01])",
            r"P=(?P<phase>[a-z]+)(?:\.(?P<actor>[01]))?",
            rf"Z=(?P<hero0>{_ID})/(?P<hero1>{_ID})",
            rf"F=(?P<figures>{_list_of(f'{_FIGURE}@{_SQUARE}')})",
            rf"W=(?P<walls>{_list_of(_SLOT)})",
            rf"R=(?P<reserves>{_PAIR})",
            rf"A=(?P<steps>{_NUMBER})\.(?P<plays>{_NUMBER})\.(?P<wall_plays>{_NUMBER})\.(?P<diagonal>{_NUMBER})"
            r"\.(?P<clone>[c-])",
            rf"V=(?P<points>{_PAIR})",
            rf"K=(?P<captures>{_PAIR})",
            rf"X=(?P<skips>{_PAIR})",
            r"U=(?P<used>[01]/[01])",
            r"G=(?P<carries>-|0|1|01)",
            rf"H=(?P<hand0>{_IDS})/(?P<hand1>{_IDS})",
            rf"D=(?P<deck0>{_IDS})/(?P<deck1>{_IDS})",
            rf"J=(?P<discard0>{_IDS})/(?P<discard1>{_IDS})",
            rf"M=(?P<markers>{_list_of(_MARKER)})",
            rf"E=(?P<statuses>{_list_of(_STATUS)})",
            rf"C=(?P<chain>-|{_PLAYED}(?:;{_PLAYED})*)",
            rf"B=(?P<triggers>{_list_of(_TRIGGER)})",
            rf"L=(?P<live>{_list_of(_TRIGGER)})",
            rf"Y=(?P<todo>{_list_of(_TODO)})",
            rf"Q=(?P<quiet>{_NUMBER})(?P<progress>\+?)",
            r"O=(?P<result>-|[01]:[A-Z_]+|draw:[A-Z_]+)",
        )
    )
)


def read(text: str, options: JsonObject) -> State:
    """Return the state of a position text. Raises Refusal BAD_POSITION."""
    found = _POSITION.fullmatch(text)
    if found is None:
        raise Refusal("BAD_POSITION", text)
    g = found.groupdict()
    state = State(
        options=options,
        variant=variant_of(options),
        heroes=(g["hero0"], g["hero1"]),
        turn_no=int(g["turn_no"]),
        turn=int(g["turn"]),
        phase=g["phase"],
        actor=NOBODY if g["actor"] is None else int(g["actor"]),
        figures=_read_figures(g["figures"]),
        walls=sum({1 << SLOT[slot] for slot in _parts(g["walls"]) if slot in SLOT}),
        reserves=_numbers(g["reserves"]),
        steps=int(g["steps"]),
        plays=int(g["plays"]),
        wall_plays=int(g["wall_plays"]),
        diagonal=int(g["diagonal"]),
        clone_captures=g["clone"] == "c",
        points=_numbers(g["points"]),
        captures=_numbers(g["captures"]),
        skips=_numbers(g["skips"]),
        used=tuple(number == 1 for number in _numbers(g["used"])),
        carries=("0" in g["carries"], "1" in g["carries"]),
        hands=(_parts(g["hand0"]), _parts(g["hand1"])),
        decks=(_parts(g["deck0"]), _parts(g["deck1"])),
        discards=(_parts(g["discard0"]), _parts(g["discard1"])),
        markers=tuple(_read_marker(marker) for marker in _parts(g["markers"])),
        statuses=tuple(Status(*status.split(":")) for status in _parts(g["statuses"])),
        chain=() if g["chain"] == "-" else tuple(map(_read_played, g["chain"].split(";"))),
        triggers=_parts(g["triggers"]),
        live=_parts(g["live"]),
        todo=_parts(g["todo"]),
        quiet=int(g["quiet"]),
        progress=g["progress"] == "+",
        result="" if g["result"] == "-" else g["result"],
    )
    # Writing again catches what is readable but not canonical, such as walls in another order.
    if not _is_possible(state) or write(state) != text:
        raise Refusal("BAD_POSITION", text)
    return state


def _parts(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(","))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("/")))


def _read_figures(text: str) -> tuple[int, ...]:
    squares = [OFF_BOARD] * len(FIGURES)
    for part in _parts(text):
        figure, _, square = part.partition("@")
        squares[FIGURE[figure]] = SQUARE[square]
    return tuple(squares)


def _read_marker(text: str) -> Marker:
    kind, square, radius, until = text.split(":")
    return Marker(kind, SQUARE[square], int(radius), until)


def _read_played(text: str) -> Played:
    by, _, rest = text.partition(":")
    card, _, rest = rest.partition("(")
    args, _, rest = rest.partition(")")
    cost = rest.removesuffix("!").removeprefix("~")
    return Played(int(by), card, args, tuple(cost.split("+")) if cost else (), rest.endswith("!"))


def _is_possible(state: State) -> bool:
    content = state.variant.content
    standing = [square for square in state.figures if square != OFF_BOARD]
    return (
        _phase_fits(state)
        and all(hero in content.heroes for hero in state.heroes)
        and len(set(standing)) == len(standing)
        and not any(state.pillars >> square & 1 for square in standing)
        and _cards_are_known(state, content)
        and is_connected(state.walls, state.pillars)
    )


def _phase_fits(state: State) -> bool:
    """Tell whether phase, actor, result and what is pending belong together (6)."""
    phase, actor = state.phase, state.actor
    if phase == OVER or state.result:
        return phase == OVER and actor == NOBODY and bool(state.result)
    if phase == SHUFFLE:
        return actor == NOBODY and bool(state.todo) and state.todo[0].startswith(("shuffle", "draw"))
    if actor == NOBODY:
        return False
    if phase == REACT:
        return bool(state.chain or state.triggers)
    return phase in {SETUP, DISCARD} or (phase in {MAIN, REBIRTH} and actor == state.turn)


def _cards_are_known(state: State, content: Content) -> bool:
    piles = (*state.hands, *state.decks, *state.discards, *(played.cost for played in state.chain))
    return all(card in content.cards for pile in piles for card in pile) and all(
        played.card in content.cards for played in state.chain
    )


def deck_text(cards: Iterable[str]) -> str:
    """Return a shuffled deck as the outcome of chance: card ids, top first (14)."""
    return ",".join(cards)


def is_shuffle_of(text: str, cards: Iterable[str]) -> bool:
    """Tell whether an outcome is a shuffle of these cards."""
    return Counter(text.split(",") if text else ()) == Counter(cards)
