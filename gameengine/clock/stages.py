"""Several stages: so much time for so many turns, then more for the next, and at last for the rest of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar, Self

from gameengine.clock.control import Bank, Reading, Simple, count, duration_ms, only_keys, refused, switch
from gameengine.clock.counting import number, turns
from gameengine.clock.duration import MINUTE_MS, SECOND_MS, read, short, words
from gameengine.core.types import Json, JsonObject, Text

MOST_STAGES = 6
_FIRST = " first"
_NOTATION = re.compile(r"(?:([^ /]+)/)?([^ /+]+)(?:\+([^ /+]+))?")


@dataclass(frozen=True, slots=True)
class Stage:
    """`base_ms` come with the stage, `increment_ms` after each of its `turns` turns; the last stage has no number."""

    turns: int | None
    base_ms: int
    increment_ms: int = 0


@dataclass(frozen=True, slots=True)
class Stages(Simple):
    """Two stages or more. The time of the next one is added after the last turn of one, behind its increment.

    With `first_bonus` the first turn already has its increment, as chess federations count it. The bank is what is
    left, and how many turns the seat has completed.
    """

    kind: ClassVar[str] = "stages"

    stages: tuple[Stage, ...]
    first_bonus: bool = False

    def fresh(self) -> Bank:
        """Return the time of the first stage, with `first_bonus` and its increment."""
        first = self.stages[0]
        return first.base_ms + first.increment_ms * self.first_bonus, 0

    def turn_over(self, bank: Bank, *, own: bool) -> Bank:
        """Return the bank after an own turn: with the increment, and with the next stage's time if one is over."""
        if not own:
            return bank
        left, done = bank
        before, after = self._index(done), self._index(done + 1)
        left += self.stages[before].increment_ms
        return left + (self.stages[after].base_ms if after > before else 0), done + 1

    def reading(self, bank: Bank) -> Reading:
        """Return the stage, and how many turns are left in it."""
        index = self._index(bank[1])
        stage = index + 1, len(self.stages)
        return Reading(stage=stage, moves_left=self._ends()[index] - bank[1] if index < len(self._ends()) else 0)

    def _index(self, done: int) -> int:
        """Return the stage in which a seat is after so many turns."""
        return sum(done >= end for end in self._ends())

    def _ends(self) -> tuple[int, ...]:
        """Return after how many turns the stages end, all but the last."""
        return tuple(accumulate(stage.turns or 0 for stage in self.stages[:-1]))

    def to_json(self) -> dict[str, Json]:
        """Return the stages, `turns` of the last null, and `first_bonus`, with `kind`."""
        stages: list[Json] = [
            {"turns": stage.turns, "base_ms": stage.base_ms, "increment_ms": stage.increment_ms}
            for stage in self.stages
        ]
        return {"kind": self.kind, "stages": stages, "first_bonus": self.first_bonus}

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """Return the control of its JSON form; `increment_ms` and `first_bonus` may be left out."""
        only_keys(data, frozenset({"stages"}), frozenset({"first_bonus"}))
        given = data["stages"]
        if not isinstance(given, list | tuple) or not all(isinstance(stage, Mapping) for stage in given):
            raise refused(
                dict(data), Text("stages must be a list of objects.", "stages muss eine Liste von Objekten sein.")
            )
        return cls._checked(tuple(_stage(stage) for stage in given), switch(data, "first_bonus"), dict(data))

    def notation(self) -> str:
        """Return for each stage its turns, minutes, and seconds.

        >>> Stages((Stage(40, 5_400_000, 30_000), Stage(None, 1_800_000, 30_000))).notation()
        '40/90+30, 30+30'
        """
        return ", ".join(_written(stage) for stage in self.stages) + (_FIRST if self.first_bonus else "")

    @classmethod
    def from_notation(cls, text: str) -> Self | None:
        """Return the control of for example "40/90+30, 30+30"."""
        parts = text.removesuffix(_FIRST).split(",")
        found = [_NOTATION.fullmatch(part) for part in parts]
        if len(parts) == 1 and (found[0] is None or not found[0][1]):
            return None
        return cls._checked(
            tuple(_read(part, match) for part, match in zip(parts, found, strict=True)), text.endswith(_FIRST), text
        )

    @classmethod
    def _checked(cls, stages: tuple[Stage, ...], first_bonus: bool, given: object) -> Self:
        if not 2 <= len(stages) <= MOST_STAGES or stages[-1].turns is not None:
            raise refused(
                given,
                Text(
                    "After the last number of turns it must be said what the rest of the game has, "
                    f"for example “40/90+30, 30+30”; at most {MOST_STAGES} stages.",
                    "Nach der letzten Zügezahl muss stehen, was der Rest der Partie hat, "
                    f"zum Beispiel „40/90+30, 30+30“; höchstens {MOST_STAGES} Abschnitte.",
                ),
            )
        if any(stage.turns is None for stage in stages[:-1]):
            raise refused(
                given,
                Text(
                    "Every stage but the last needs its number of turns, for example “40/90+30, 30+30”.",
                    "Jeder Abschnitt außer dem letzten braucht seine Zügezahl, zum Beispiel „40/90+30, 30+30“.",
                ),
            )
        if not stages[0].base_ms or not all(stage.base_ms or stage.increment_ms for stage in stages):
            raise refused(
                given, Text("A stage without time cannot be played.", "Ein Abschnitt ohne Zeit ist nicht spielbar.")
            )
        return cls(stages, first_bonus)

    def sentence(self) -> Text:
        """Return for example "90 minutes plus 30 seconds per turn for 40 turns, then 30 minutes plus …"."""
        clauses = [_clause(stage) for stage in self.stages]
        english, german = ", then ".join(one.en for one in clauses), ", dann ".join(one.de for one in clauses)
        if self.first_bonus:
            english, german = f"{english}; increments from the first turn on", f"{german}; Zuschlag vom ersten Zug an"
        return Text(english, german)


def _stage(data: Mapping[str, Any]) -> Stage:
    only_keys(data, frozenset({"base_ms"}), frozenset({"turns", "increment_ms"}))
    many = None if data.get("turns") is None else count(data, "turns")
    increment = duration_ms(data, "increment_ms", least=0) if "increment_ms" in data else 0
    return Stage(many, duration_ms(data, "base_ms", least=0), increment)


def _read(part: str, found: re.Match[str] | None) -> Stage:
    if found is None:
        raise refused(
            part,
            Text(
                f"“{part}” is no stage. Write turns/minutes+seconds, for example “40/90+30”.",
                f"„{part}“ ist kein Abschnitt. Schreibe Züge/Minuten+Sekunden, zum Beispiel „40/90+30“.",
            ),
        )
    increment = read(found[3], unit_ms=SECOND_MS, least_ms=0) if found[3] else 0
    return Stage(number(found[1]) if found[1] else None, read(found[2], unit_ms=MINUTE_MS, least_ms=0), increment)


def _written(stage: Stage) -> str:
    many = "" if stage.turns is None else f"{stage.turns}/"
    increment = f"+{short(stage.increment_ms, unit_ms=SECOND_MS)}" if stage.increment_ms else ""
    return f"{many}{short(stage.base_ms, unit_ms=MINUTE_MS)}{increment}"


def _clause(stage: Stage) -> Text:
    base, increment = words(stage.base_ms), words(stage.increment_ms)
    many = Text("the rest of the game", "den Rest der Partie") if stage.turns is None else turns(stage.turns)
    plus = Text(f"{increment.en} per turn", f"{increment.de} je Zug")
    if not stage.increment_ms:
        time = base
    else:
        time = Text(f"{base.en} plus {plus.en}", f"{base.de} plus {plus.de}") if stage.base_ms else plus
    return Text(f"{time.en} for {many.en}", f"{time.de} für {many.de}")
