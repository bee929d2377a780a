"""The rule page of a game as it is shown: the game's own guide, with every example drawn by the board renderer.

Generic over the registry. Pages are the same for everybody, so they are made once per language and process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from gameengine.board.marks import marked, touched
from gameengine.board.shapes import symbols
from gameengine.board.svg import render
from gameengine.board.trays import trays_markup
from gameengine.board.view import BoardView, Panel
from gameengine.core.errors import Refusal
from gameengine.core.game import Example, Game, Option, Section, Step
from gameengine.core.seats import seat_range
from gameengine.core.types import Json, JsonObject, Seat, Text
from gameengine.games.registry import GAMES
from gameengine.table.options import complete_options

PICKED: Final = ("pick", "target")
"""Marks of the first and of every further place that an action names."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One example: the position, what one action makes of it, and the words beside it.

    `after` is empty without an action, or when the rules refuse it; then `refused` has their sentence.
    """

    caption: str
    before: str
    after: str = ""
    notation: str = ""
    said: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One section of the page. A block is a paragraph, or a list if it has several lines that begin with a dash."""

    key: str
    title: str
    blocks: tuple[Block, ...]
    figures: tuple[Figure, ...]
    cards: str = ""
    """Markup of the overview of cards, if the section has one."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph (one line) or a list (its items)."""

    lines: tuple[str, ...]
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """One line of the piece overview: letter, name, and pictogram as SVG path data in a 24 x 24 box."""

    letter: str
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option of the game with its default and its other values, in words."""

    label: str
    help: str
    default: str
    others: tuple[str, ...]
    variant: bool


@dataclass(frozen=True, slots=True)
class RulePage:
    """Everything on the rule page."""

    steps: tuple[Figure, ...]
    chapters: tuple[Chapter, ...]
    pieces: tuple[Piece, ...]
    options: tuple[OptionLine, ...]
    faq: tuple[tuple[str, str], ...]
    source: str


@lru_cache(maxsize=32)
def rule_page(key: str, language: str) -> RulePage:
    """Return the rule page of a game in one language."""
    game = GAMES[key]
    guide = game.guide
    return RulePage(
        steps=steps(key, language),
        chapters=tuple(_chapter(game, section, language) for section in guide.sections),
        pieces=_pieces(game, language),
        options=tuple(_option(option, language) for option in game.options),
        faq=tuple((question.to(language), answer.to(language)) for question, answer in guide.faq),
        source=guide.source.to(language),
    )


@lru_cache(maxsize=32)
def steps(key: str, language: str) -> tuple[Figure, ...]:
    """Return the three steps of "how to play"."""
    game = GAMES[key]
    return tuple(
        figure(game, example, language, prefix=f"step-{number}") for number, example in enumerate(game.guide.steps, 1)
    )


def figure(game: Game[Any], example: Example, language: str, *, prefix: str) -> Figure:
    """Return the pictures of an example. `prefix` begins the DOM ids of both."""
    options = complete_options(game, example.options)
    state = game.read(example.position, options, seat_range(game, options)[0])
    view = game.view(state, example.seat, over=False)
    before = _named(game, game.board(view, example.seat), view, example.action)
    drawn = Figure(example.caption.to(language), _drawn(before, language, f"{prefix}-a"))
    if not example.action:
        return drawn
    try:
        step = game.apply(state, example.seat, example.action)
    except Refusal as refusal:
        return Figure(drawn.caption, drawn.before, "", example.action, "", _refused(game, refusal).to(language))
    events = _seen(step, example.seat)
    return Figure(
        drawn.caption,
        drawn.before,
        _drawn(_after(game, step, events, example.seat), language, f"{prefix}-b"),
        game.notation(example.action, events),
        game.describe(example.action, events).to(language),
    )


def _drawn(board: BoardView, language: str, prefix: str) -> str:
    """Return a board with the cards that lie beside it."""
    filled = [tray for tray in board.trays if tray.items and not tray.reference]
    svg = render(board, language, prefix=prefix)
    if not filled:
        return svg
    return f'{svg}<div class="trays">{trays_markup(filled, language, prefix=prefix, heading="p")}</div>'


def _named(game: Game[Any], board: BoardView, view: JsonObject, action: str) -> BoardView:
    """Return the board with the places marked that the action names."""
    if not action:
        return board
    places = [pick.element for pick in game.picks(view, action) if pick.element]
    return marked(board, ((place, PICKED[min(number, 1)]) for number, place in enumerate(places)))


def _after(game: Game[Any], step: Step[Any], events: Sequence[JsonObject], seat: Seat) -> BoardView:
    view = game.view(step.state, seat, over=game.outcome(step.state) is not None)
    return marked(game.board(view, seat), touched(game, events))


def _seen(step: Step[Any], seat: Seat) -> list[JsonObject]:
    return [
        {"type": event.type, **event.public, **event.private.get(seat, {})}
        for event in step.events
        if not event.hidden or seat in event.private
    ]


def _refused(game: Game[Any], refusal: Refusal) -> Text:
    return game.refusals[refusal.code].text


def _chapter(game: Game[Any], section: Section, language: str) -> Chapter:
    return Chapter(
        section.key,
        section.title.to(language),
        blocks(section.text.to(language)),
        tuple(
            figure(game, example, language, prefix=f"{section.key}-{number}")
            for number, example in enumerate(section.examples, 1)
        ),
        _cards(game, section, language),
    )


def _cards(game: Game[Any], section: Section, language: str) -> str:
    """Return the cards of a section, with the pictograms that are on them."""
    first = _first_board(game)
    if first is None or not section.trays:
        return ""
    prefix = f"{section.key}-cards"
    sheet = f'<svg class="sr-only" aria-hidden="true" focusable="false"><defs>{symbols(first, prefix)}</defs></svg>'
    return f'{sheet}<div class="trays">{trays_markup(section.trays, language, prefix=prefix, heading="h3")}</div>'


def _first_board(game: Game[Any]) -> BoardView | None:
    """Return the board of the first step as everybody sees it, if the game has steps."""
    if not game.guide.steps:
        return None
    return public_board(game, game.guide.steps[0])


def public_board(game: Game[Any], example: Example) -> BoardView:
    """Return the board of an example as everybody sees it, before its action."""
    options = complete_options(game, example.options)
    state = game.read(example.position, options, seat_range(game, options)[0])
    return game.board(game.view(state, None, over=False), None)


def blocks(text: str) -> tuple[Block, ...]:
    r"""Return the paragraphs and lists of a text, which empty lines separate.

    >>> [block.lines for block in blocks("One\nline.\n\n- a\n- b")]
    [('One line.',), ('a', 'b')]
    """
    return tuple(_block(part.strip()) for part in text.split("\n\n") if part.strip())


def _block(part: str) -> Block:
    if not part.startswith("- "):
        return Block((" ".join(part.split()),))
    items = ("\n" + part).split("\n- ")[1:]
    return Block(tuple(" ".join(item.split()) for item in items), is_list=True)


def _pieces(game: Game[Any], language: str) -> tuple[Piece, ...]:
    """Return the pieces that the game's panels name with a letter and a title, if it has such a panel."""
    board = _first_board(game)
    if board is None:
        return ()
    glyphs = dict(board.glyphs)
    return tuple(piece for panel in board.panels for piece in _panel_pieces(panel, glyphs, language))


def _panel_pieces(panel: Panel, glyphs: Mapping[str, str], language: str) -> list[Piece]:
    return [
        Piece(row[0].text, row[0].title.to(language), glyphs[row[0].text])
        for row in panel.rows
        if row[0].title is not None and row[0].text in glyphs
    ]


def _option(option: Option, language: str) -> OptionLine:
    words = {repr(value): text.to(language) for value, text in option.choices}
    default = words.pop(repr(option.default), "") or _plain(option.default)
    others = (*words.values(), *_range(option))
    return OptionLine(option.label.to(language), option.help.to(language), default, others, option.variant)


def _plain(value: Json) -> str:
    """Return a value as people write it: a list by its parts, nothing as a dash."""
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or "–"
    return "–" if value is None else str(value)


def _range(option: Option) -> tuple[str, ...]:
    if option.minimum is None:
        return () if option.maximum is None else (f"≤ {option.maximum}",)
    return (f"≥ {option.minimum}",) if option.maximum is None else (f"{option.minimum}–{option.maximum}",)
