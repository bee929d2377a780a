"""What is known of a game on a real board: who has pressed how often, and which results have been entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

from gameengine.core.types import JsonObject, Seat

RULES_VERSION: Final = 1
SEATS: Final = 2

SCORES: Final[Mapping[str, tuple[Fraction, Fraction]]] = MappingProxyType(
    {
        "1-0": (Fraction(1), Fraction(0)),
        "0-1": (Fraction(0), Fraction(1)),
        "1/2": (Fraction(1, 2), Fraction(1, 2)),
    }
)
"""The results that a seat may enter, each with the score of both seats."""
WINNERS: Final[Mapping[str, Seat | None]] = MappingProxyType({"1-0": 0, "0-1": 1, "1/2": None})


@dataclass(frozen=True, slots=True)
class Setting:
    """What the options say: how many entries end the match, and what a fallen flag does."""

    confirm: Literal["both", "one"]
    flag: Literal["lose", "arbiter"]
    options: JsonObject


@dataclass(frozen=True, slots=True)
class State:
    """One game. `moves` and `claims` by seat ("" for no entry); `fallen` is the seat whose flag is down."""

    setting: Setting
    moves: tuple[int, int] = (0, 0)
    quiet: int = 0
    claims: tuple[str, str] = ("", "")
    fallen: Seat | None = None

    @property
    def turn(self) -> Seat:
        """The seat that is to press next: seat 0 begins, and both take turns."""
        return 0 if self.moves[0] == self.moves[1] else 1


def setting_of(options: JsonObject) -> Setting:
    """Return what complete options say."""
    confirm: Literal["both", "one"] = "one" if options["confirm"] == "one" else "both"
    flag: Literal["lose", "arbiter"] = "arbiter" if options["flag"] == "arbiter" else "lose"
    return Setting(confirm, flag, options)


def agreed(state: State) -> str:
    """Return the result that the entries make, "" while they make none.

    >>> agreed(State(Setting("both", "lose", {}), claims=("1-0", "1-0")))
    '1-0'
    """
    one, other = state.claims
    if state.setting.confirm == "one":
        return one or other
    return one if one == other else ""


def differ(claims: tuple[str, str]) -> bool:
    """Tell whether both seats have entered results that are not the same."""
    return all(claims) and claims[0] != claims[1]
