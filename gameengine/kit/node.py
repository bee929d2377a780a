"""A node: one table in a random game, with what the checks need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from gameengine.core.errors import Refusal
from gameengine.core.game import Game, Step, ToAct
from gameengine.core.types import Actor, JsonObject, Viewer
from gameengine.randomness import SeededRandom
from gameengine.table import Table


@dataclass(frozen=True)
class Node:
    """A table that waits for a seat. `vocabulary` has action texts that were legal somewhere in this game.

    `events` are all that have led here, as the server knows them.
    """

    table: Table
    random: SeededRandom
    vocabulary: Sequence[str]
    events: Sequence[JsonObject] = ()

    @property
    def game(self) -> Game[Any]:
        """The game of the table."""
        return self.table.game

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.table.state

    @cached_property
    def to_act(self) -> ToAct:
        """Who must act."""
        return self.game.to_act(self.state)

    @cached_property
    def legal(self) -> dict[int, tuple[str, ...]]:
        """The legal actions of every seat."""
        return {seat: self.game.legal_actions(self.state, seat) for seat in range(self.table.seats)}

    @cached_property
    def wrong(self) -> tuple[str, ...]:
        """Fifty texts that are legal for no seat here."""
        listed = {text for texts in self.legal.values() for text in texts}
        return tuple(wrong_texts(sorted(listed), self.vocabulary, self.random, 50))

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who may look."""
        return (None, *range(self.table.seats))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.table.status == "over"


Check: TypeAlias = Callable[[Node], Iterator[str]]
"""Yields what is wrong at a node."""


def tried(game: Game[Any], state: Any, actor: Actor, text: str) -> Step[Any] | str:
    """Return the step of an action, or the code of its refusal."""
    try:
        return game.apply(state, actor, text)
    except Refusal as refusal:
        return refusal.code


def wrong_texts(legal: Sequence[str], vocabulary: Sequence[str], random: SeededRandom, count: int) -> Iterator[str]:
    """Yield `count` texts that are not in `legal`: actions of other moments, and legal ones with a slip."""
    sources = [*legal, *vocabulary] or ["pass"]
    alphabet = sorted({letter for text in sources for letter in text} | set(" -~Z9é\n"))
    known = set(legal)
    while count:
        text = sources[random.below(len(sources))]
        text = text if random.below(3) == 0 else _slipped(text, alphabet, random)
        if text not in known:
            count -= 1
            yield text


def _slipped(text: str, alphabet: Sequence[str], random: SeededRandom) -> str:
    place = random.below(len(text) + 1)
    letter = alphabet[random.below(len(alphabet))]
    return (
        text[:place] + text[place + 1 :],
        text[:place] + letter + text[place:],
        text[:place] + letter + text[place + 1 :],
        text.upper(),
        f"{text} {text}",
    )[random.below(5)]
