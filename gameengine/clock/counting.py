"""Numbers of turns and periods in short texts."""

from __future__ import annotations

import re

from gameengine.clock.control import MOST
from gameengine.core.errors import Refusal
from gameengine.core.types import Text

_NUMBER = re.compile(r"[0-9]{1,9}")


def number(text: str) -> int:
    """Return a number of turns or periods. Raises Refusal BAD_CONTROL, which says what is wrong with it."""
    if not _NUMBER.fullmatch(text) or not 1 <= int(text) <= MOST:
        told = Text(
            f"“{text}” is no number of turns or periods. It must be from 1 to {MOST}.",
            f"„{text}“ ist keine Anzahl von Zügen oder Perioden. Sie muss von 1 bis {MOST} sein.",
        )
        raise Refusal("BAD_CONTROL", text, told)
    return int(text)


def turns(many: int) -> Text:
    """Return a number of turns in words."""
    return Text(f"{many} turn{'' if many == 1 else 's'}", f"{many} {'Zug' if many == 1 else 'Züge'}")
