"""Time controls as short texts: "5+3", "40/90+30, 30+30", "30s/move", "5+0 vs 4+0", with limits "75+0 react 2/15"."""

from __future__ import annotations

import re
from typing import Final

from gameengine.clock.control import TimeControl, refused
from gameengine.clock.limits import limited, split_notation
from gameengine.clock.registry import KINDS
from gameengine.clock.unequal import AGAINST, unequal
from gameengine.core.types import Text

LONGEST_TEXT: Final = 1_000

_AROUND_SIGNS: Final = re.compile(r"\s*([+/,])\s*")
_TIMES: Final = re.compile(r"(?<=[0-9])\s*[x×]\s*(?=[0-9])")


def control_from_notation(text: str) -> TimeControl:
    """Return the control of a short text, the inverse of `control.notation()`. Raises Refusal BAD_CONTROL.

    Capital letters and white space make no difference.

    >>> control_from_notation("5+3").sentence().en
    '5 minutes plus 3 seconds per turn'
    >>> control_from_notation("40/90 + 30,30+30").notation()
    '40/90+30, 30+30'
    """
    if len(text) > LONGEST_TEXT:
        raise refused(text, Text("This is too long for a clock.", "Das ist zu lang für eine Bedenkzeit."))
    inner, limits = split_notation(tidied(text))
    return limited(unequal([_of_kind(part) for part in inner.split(AGAINST)]), limits)


def tidied(text: str) -> str:
    """Return a short text with small letters and without white space that means nothing.

    >>> tidied(" 5 + 3 X 30s  VS  Hourglass  2 ")
    '5+3x30s vs hourglass 2'
    """
    single = " ".join(text.lower().split())
    return _TIMES.sub("x", _AROUND_SIGNS.sub(r"\1", single))


def _of_kind(text: str) -> TimeControl:
    for kind in KINDS.values():
        control = kind.from_notation(text)
        if control is not None:
            return control
    told = Text(
        f"“{text}” is no clock. Write for example 5+3 (minutes + seconds), 75+0, 30s/move, 40/90+30, 30+30 or none.",
        f"„{text}“ ist keine Bedenkzeit. Schreibe zum Beispiel 5+3 (Minuten + Sekunden), 75+0, 30s/move, "
        "40/90+30, 30+30 oder none.",
    )
    raise refused(text, told)
