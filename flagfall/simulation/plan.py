"""What is to be simulated, and what kind of people come."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gameengine.core.types import JsonObject
from gameengine.games.registry import GAMES
from gameengine.randomness import SeededRandom
from gameengine.table import complete_options
from tournaments.errors import TournamentError
from tournaments.seating import roster_size_of

NAMES: Final = (
    "Ada", "Bela", "Cleo", "Dino", "Edda", "Falk", "Gesa", "Hugo",
    "Iris", "Jost", "Kira", "Lars", "Mila", "Nils", "Orla", "Paul",
)  # fmt: skip
SHORT_NO_SHOW_MS: Final = 30_000
NO_SHOW_EACH_MS: Final = 1_500
"""How long absent players are waited for when some stay away on purpose, and how much longer for everybody who comes:
all open their boards at once.
"""


class Mood(enum.Enum):
    """How reliable somebody is."""

    STEADY = "steady"
    SLOW = "slow"
    """Lets the clock run out once in every match, then takes back control."""
    VANISHES = "vanishes"
    """Closes the page in the middle of a match and never comes back."""
    ABSENT = "absent"
    """Checks in and never comes to the board."""


_VANISHING: Final = (Mood.VANISHES, Mood.ABSENT)
"""In turn: one in the middle of a match, one before the first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One simulation. `control` and `rounds` None are the defaults of game and format; `vanish` and `slow` are
    percentages of the people, of whom each of the `entries` has as many as play together.
    """

    game: str
    format: str
    entries: int
    fast: bool = True
    control: JsonObject | None = None
    vanish: int = 0
    slow: int = 0
    seed: int = 0
    rounds: int | None = None
    options: JsonObject = field(default_factory=dict)

    @property
    def together(self) -> int:
        """Return how many play together. Raises Refusal BAD_OPTION, TournamentError `no_pair`."""
        game = GAMES[self.game]
        size = roster_size_of(game, complete_options(game, self.options))
        if size is None:
            raise TournamentError("no_pair")
        return size

    @property
    def no_show_ms(self) -> int | None:
        """Return how long a seat may stay empty; None for the tournament's default."""
        return SHORT_NO_SHOW_MS + NO_SHOW_EACH_MS * self.entries * self.together if self.vanish else None


@dataclass(frozen=True, slots=True)
class Character:
    """One player: name, strength, mood, and the text from which all their chances follow."""

    name: str
    level: str
    mood: Mood
    seed: str


def characters(plan: Plan, levels: Sequence[str]) -> tuple[Character, ...]:
    """Return who comes, best seed first, partners behind each other; the same seed brings the same people."""
    random = SeededRandom(f"{plan.seed}/characters")
    count = plan.entries * plan.together
    vanishing, slow = (math.ceil(count * percent / 100) for percent in (plan.vanish, plan.slow))
    places = random.permutation(count)
    moods = dict.fromkeys(places[vanishing : vanishing + slow], Mood.SLOW)
    gone = sorted(places[:vanishing])
    moods |= {place: _VANISHING[number % len(_VANISHING)] for number, place in enumerate(gone)}
    return tuple(
        Character(
            _name(number),
            levels[random.below(len(levels))],
            moods.get(number, Mood.STEADY),
            f"{plan.seed}/{number}",
        )
        for number in range(count)
    )


def _name(number: int) -> str:
    turn, place = divmod(number, len(NAMES))
    return NAMES[place] if turn == 0 else f"{NAMES[place]} {turn + 1}"
