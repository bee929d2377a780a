"""Where the outcomes of chance come from. The table asks; a source answers and knows nothing of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from gameengine.core.random import Random
from gameengine.core.types import Json
from gameengine.randomness import DrawStream, SeededRandom, root

Draw: TypeAlias = Callable[[Random], str]


class ChanceError(Exception):
    """A source has no outcome for an event, or an outcome that the game cannot take. A mistake of the caller's data."""


class ChanceSource(Protocol):
    """Answers for every chance event of a match."""

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        """Return the outcome of the event `label` of the named stream; `draw` makes one out of random numbers."""
        ...

    def knowing(self, nonces: Sequence[str]) -> ChanceSource:
        """Return the source for a match whose seats gave these nonces ("" for none)."""
        ...


class Committed:
    """Outcomes that follow from a seed to which the server has committed itself, and from the seats' nonces."""

    def __init__(self, match_id: str, seed: bytes, nonces: Sequence[str] = ()) -> None:
        self._match_id, self._seed, self._nonces = match_id, seed, tuple(nonces)
        self._root = root(match_id, seed, self._nonces)

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        """Return what the stream of this label gives."""
        return draw(DrawStream(self._root, label))

    def knowing(self, nonces: Sequence[str]) -> ChanceSource:
        """Return the source with these nonces in its root."""
        return self if tuple(nonces) == self._nonces else Committed(self._match_id, self._seed, nonces)


class Branched:
    """Outcomes of a match whose branches have seeds of their own: the label says to which branch an event belongs."""

    def __init__(self, sources: Sequence[ChanceSource]) -> None:
        self._sources = tuple(sources)

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        """Return what the source of the label's branch gives. Raises ChanceError for a branch without one."""
        number = int(label.partition("/")[0])
        if number >= len(self._sources):
            raise ChanceError(f"there is no seed for branch {number}")
        return self._sources[number].outcome(label, stream, draw)

    def knowing(self, nonces: Sequence[str]) -> ChanceSource:
        """Return the sources with these nonces."""
        return Branched([source.knowing(nonces) for source in self._sources])


class Seeded:
    """Repeatable outcomes for tests, bots and simulations."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        """Return what the seed gives for this label."""
        return draw(SeededRandom(f"{self._seed}/{label}"))

    def knowing(self, nonces: Sequence[str]) -> ChanceSource:
        """Return itself: nonces do not matter."""
        return self


class Scripted:
    """Outcomes written down before, taken stream by stream; what is not scripted comes from `rest` or is an error."""

    def __init__(self, streams: Mapping[str, Sequence[Json]], rest: ChanceSource | None = None) -> None:
        self._streams: dict[str, Iterator[Json]] = {name: iter(outcomes) for name, outcomes in streams.items()}
        self._rest = rest

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        """Return the next scripted outcome of the stream. Raises ChanceError if there is none and no `rest`."""
        scripted = next(self._streams.get(stream, iter(())), None)
        if scripted is not None:
            return outcome_text(scripted)
        if self._rest is not None:
            return self._rest.outcome(label, stream, draw)
        return draw(_NothingToChoose(stream))

    def knowing(self, nonces: Sequence[str]) -> ChanceSource:
        """Return itself: nonces do not matter."""
        return self


class Logged:
    """The outcomes of a log, by label: a replay needs no random numbers."""

    def __init__(self, outcomes: Mapping[str, str]) -> None:
        self._outcomes = outcomes

    def outcome(self, label: str, stream: str, draw: Draw) -> str:
        """Return the outcome that the log has for this label. Raises ChanceError if it has none."""
        if label not in self._outcomes:
            raise ChanceError(f"the log has no outcome for {label!r}")
        return self._outcomes[label]

    def knowing(self, nonces: Sequence[str]) -> ChanceSource:
        """Return itself: nonces do not matter."""
        return self


def outcome_text(value: Json) -> str:
    """Return an outcome of a scenario file as the text that games take; a list is joined by commas.

    >>> outcome_text(1), outcome_text(["scout", "sprint"])
    ('1', 'scout,sprint')
    """
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(outcome_text(part) for part in value)
    return str(value)


class _NothingToChoose:
    """Answers only where there is no choice, so that one candidate needs no script."""

    def __init__(self, stream: str) -> None:
        self._stream = stream

    def below(self, n: int) -> int:
        if n != 1:
            raise ChanceError(f"no outcome is scripted for stream {self._stream!r}")
        return 0

    def permutation(self, n: int) -> tuple[int, ...]:
        return tuple(range(self.below(n) + 1)) if n else ()
